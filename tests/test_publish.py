"""What a registry, GitHub and a citation tool read of this checkout: valid, and in agreement with pyproject.toml."""

from __future__ import annotations

import re
import subprocess
import sysconfig
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from qipai.core.extras import EXTRAS
from qipai.version import VERSION

ROOT = Path(__file__).parents[1]
pytestmark = pytest.mark.interpreted
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
URLS = PROJECT["project"]["urls"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
PYTHONS = re.findall(r"Python :: (3\.\d+)$", "\n".join(PROJECT["project"]["classifiers"]), re.MULTILINE)


def tool(name: str, *options: object) -> None:
    """Runs a tool of this environment; its complaints are the failure."""
    words = [str(Path(sysconfig.get_path("scripts"), name)), *(str(option) for option in options)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stdout + done.stderr


def load(path: Path) -> dict[str, Any]:
    data = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(data, dict)
    return data


def jobs(name: str) -> dict[str, Any]:
    found = load(ROOT / ".github" / "workflows" / name)["jobs"]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("schema", ["vendor.github-workflows", "custom.github-workflows-require-timeout"])
def test_workflows_follow_the_schema(schema: str) -> None:
    assert len(WORKFLOWS) == 3
    tool("check-jsonschema", "--builtin-schema", schema, *WORKFLOWS)


def test_workflows_are_safe() -> None:
    """Every action pinned to a commit, no needless permission, no text of strangers in a script, ..."""
    tool("zizmor", "--offline", "--quiet", "--no-progress", "--persona", "pedantic", ROOT / ".github")


def test_what_renews_the_actions_follows_the_schema() -> None:
    tool("check-jsonschema", "--builtin-schema", "vendor.dependabot", ROOT / ".github" / "dependabot.yml")


@pytest.mark.parametrize("path", WORKFLOWS, ids=[path.stem for path in WORKFLOWS])
def test_expressions_in_workflows_name_what_exists(path: Path) -> None:
    for job in load(path)["jobs"].values():
        matrix = job.get("strategy", {}).get("matrix", {})
        assert set(re.findall(r"\bmatrix\.(\w+)", str(job))) == set(matrix)
        needed = job.get("needs", [])
        assert set([needed] if isinstance(needed, str) else needed) <= set(load(path)["jobs"])
        steps = {step.get("id") for step in job["steps"]}
        assert set(re.findall(r"\bsteps\.(\w+)", str(job))) <= steps
        for step in job["steps"]:
            for target in re.findall(r"^make ([a-z-]+)", step.get("run", ""), re.MULTILINE):
                assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE), target


def test_every_supported_python_is_tested_on_every_system_and_gets_wheels() -> None:
    assert PYTHONS == ["3.11", "3.12", "3.13", "3.14"]
    assert PROJECT["project"]["requires-python"] == f">={PYTHONS[0]}"
    tests = jobs("tests.yml")
    assert [tests[name]["strategy"]["matrix"]["python"] for name in ("linux", "elsewhere")] == [PYTHONS, PYTHONS]
    assert tests["elsewhere"]["strategy"]["matrix"]["os"] == ["macos-latest", "windows-latest"]
    wheels = PROJECT["tool"]["cibuildwheel"]
    assert wheels["build"].split() == [f"cp{version.replace('.', '')}-*" for version in PYTHONS]
    assert (ROOT / wheels["test-command"].split("{project}/")[1].split()[0]).is_file()


def test_the_package_needs_little_and_the_extras_bring_the_rest() -> None:
    extras = PROJECT["project"]["optional-dependencies"]
    assert len(PROJECT["project"]["dependencies"]) <= 4
    assert {*EXTRAS, "all"} <= set(extras)
    assert extras["all"] == [f"qipai[{','.join(EXTRAS)}]"]
    assert list(EXTRAS) == ["server", "rl", "openspiel", "ray", "train"]


def test_only_a_tag_publishes_and_no_password_is_stored() -> None:
    publish = jobs("release.yml")["publish"]
    assert publish["if"] == "github.ref_type == 'tag'"
    assert publish["permissions"] == {"id-token": "write"}
    assert set(publish["needs"]) == {"archive", "wheels"}
    assert not [path.name for path in WORKFLOWS if "secrets." in path.read_text(encoding="utf-8")]


def test_the_citation_is_valid() -> None:
    tool("check-jsonschema", "--builtin-schema", "vendor.citation-file-format", ROOT / "CITATION.cff")


def test_one_address_of_the_repository_and_one_of_the_site() -> None:
    """pyproject.toml names them; the others follow."""
    repository, site = URLS["Repository"], URLS["Documentation"]
    config = tomllib.loads((ROOT / "docs" / "zensical.toml").read_text(encoding="utf-8"))["project"]
    citation = load(ROOT / "CITATION.cff")
    assert (config["repo_url"], config["site_url"]) == (repository, site)
    assert (citation["repository-code"], citation["url"]) == (repository, site)
    assert all(url.startswith((repository, site)) for url in URLS.values())
    host, owner, name = repository.removeprefix("https://").split("/")
    assert (host, site) == ("github.com", f"https://{owner}.github.io/{name}/")
    for page in [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]:
        for found in re.findall(r"https://github\.com/[\w-]+/qipai\b", page.read_text(encoding="utf-8")):
            assert found == repository, page.name


def test_hooks_call_tools_that_the_checkout_installs() -> None:
    tool("pre-commit", "validate-config", ".pre-commit-config.yaml")
    pins = (ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8").lower()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    for repo in load(ROOT / ".pre-commit-config.yaml")["repos"]:
        assert repo["repo"] == "local"
        for hook in repo["hooks"]:
            program, *words = hook["entry"].split()
            if program == "make":
                assert words[-1] in targets, hook["id"]
            else:
                name = Path(program).name
                package = words[1] if name == "python" else name
                assert program.startswith(".venv/bin/"), hook["id"]
                assert f"\n{package}==" in pins, hook["id"]


def test_the_changes_have_a_heading_for_this_version_in_the_usual_form() -> None:
    text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = re.findall(r"^## (.+)$", text, re.MULTILINE)
    form = re.compile(r"\d+\.\d+\.\d+( - (\d{4}-\d\d-\d\d|Unreleased))?")
    assert all(form.fullmatch(heading) for heading in headings), headings
    assert headings[0].startswith(VERSION.split(".dev")[0])
    assert headings[0].endswith("Unreleased") == ("dev" in VERSION)
    newest = text.split("\n## ")[1]
    assert re.findall(r"^### (.+)$", newest, re.MULTILINE) == ["Added", "Changed", "Fixed", "Compatibility"]
