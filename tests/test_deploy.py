"""deploy/ is what `make cluster` runs, in containers: linted by the tools of each format, and held to the same topology."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from qipai.server.config import Config
from qipai.server.node import Node
from tests.conftest import ROOT

DEPLOY = ROOT / "deploy"
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
PROXY = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
BOARD = json.loads((DEPLOY / "grafana" / "dashboards" / "qipai.json").read_text(encoding="utf-8"))
PROMTOOL = shutil.which("promtool")
NODES = ("a", "b")


def run(*command: str) -> None:
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_container_file_passes_its_linter() -> None:
    found = shutil.which("hadolint", path=str(Path(sys.prefix) / "bin")) or shutil.which("hadolint")
    if found is None:  # .venv-compiled has the packages of .venv, but not its commands
        found = str(ROOT / ".venv" / "bin" / "hadolint")
    run(found, "--failure-threshold", "info", "deploy/Containerfile")


def test_the_compose_file_keeps_to_its_schema() -> None:
    run(sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec", "deploy/compose.yaml")


@pytest.mark.skipif(PROMTOOL is None, reason="promtool is not installed; this adds it: sudo apt-get install -y prometheus")
def test_prometheus_takes_its_configuration_and_the_alerts() -> None:
    run(str(PROMTOOL), "check", "config", "deploy/prometheus/prometheus.yml")
    run(str(PROMTOOL), "check", "rules", "deploy/prometheus/alerts.yml")


def test_the_services_are_the_cluster() -> None:
    """PostgreSQL, two nodes, the proxy with the very file that `make cluster` uses; and who watches them."""
    assert set(SERVICES) == {*NODES, "database", "proxy", "prometheus", "grafana"}
    assert SERVICES["a"] == SERVICES["b"]
    node, proxy = SERVICES["a"], SERVICES["proxy"]
    assert node["command"][:2] == ["qipai", "serve"]
    assert node["command"][node["command"].index("--port") + 1] == "8000"
    assert "@database/qipai" in node["environment"]["QIPAI_DATABASE"]
    assert "./haproxy.cfg:/usr/local/etc/haproxy/haproxy.cfg:ro" in proxy["volumes"]
    wanted = set(re.findall(r"\$\{(QIPAI_\w+)", PROXY)) - {"QIPAI_PATIENCE"}
    assert set(proxy["environment"]) == wanted
    for name in NODES:
        assert proxy["environment"][f"QIPAI_NODE_{name.upper()}"] == f"{name}:8000"
    assert " ssl crt " in proxy["environment"]["QIPAI_BIND"]
    assert set(proxy["depends_on"]) == set(NODES)


def test_only_the_proxy_is_open_to_strangers() -> None:
    ports = {name: [str(port) for port in service.get("ports", [])] for name, service in SERVICES.items()}
    assert ports.pop("proxy") == ["443:443"]
    assert all(port.startswith("127.0.0.1:") for found in ports.values() for port in found)
    assert COMPOSE["networks"]["inside"]["internal"] is True
    subnet = COMPOSE["networks"]["inside"]["ipam"]["config"][0]["subnet"]
    assert SERVICES["a"]["environment"]["QIPAI_TRUSTED_PROXIES"] == subnet
    assert all("inside" in service["networks"] for service in SERVICES.values())


def test_no_password_is_in_the_files() -> None:
    example = dict(
        line.split("=", 1) for line in (DEPLOY / "example.env").read_text().splitlines() if line and not line.startswith("#")
    )
    text = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    assert {*re.findall(r"\$\{(\w+)", text)} == set(example)
    for name in ("POSTGRES_PASSWORD", "GRAFANA_PASSWORD", "QIPAI_HOST"):
        assert re.search(rf"\$\{{{name}:\?", text)  # it does not start without
    assert "/deploy/.env" in (ROOT / ".gitignore").read_text().splitlines()


def test_prometheus_asks_every_node_and_the_proxy() -> None:
    config = yaml.safe_load((DEPLOY / "prometheus" / "prometheus.yml").read_text())
    jobs = {job["job_name"]: job["static_configs"][0]["targets"] for job in config["scrape_configs"]}
    assert jobs == {"nodes": [f"{name}:8000" for name in NODES], "proxy": ["proxy:8404"]}
    assert SERVICES["proxy"]["environment"]["QIPAI_STATS"] == ":8404"
    assert "--open-metrics" in SERVICES["a"]["command"]
    assert "http-request return status 404 if { path /metrics }" in PROXY  # players do not see them


def expressions() -> list[str]:
    rules = yaml.safe_load((DEPLOY / "prometheus" / "alerts.yml").read_text())["groups"][0]["rules"]
    return [rule["expr"] for rule in rules] + [target["expr"] for panel in BOARD["panels"] for target in panel["targets"]]


def test_board_and_alerts_ask_for_figures_that_there_are(tmp_path: Path) -> None:
    node = Node(Config(database=f"sqlite:///{tmp_path}/rooms.db", data=str(tmp_path)))
    told = {line.split("{")[0].split(" ")[0] for line in node.metrics.text(node.figures()).splitlines() if line[0] != "#"}
    node.store.stop()
    asked = {name for text in expressions() for name in re.findall(r"\b(?:qipai|process)_\w+", text)}
    assert asked <= told
    assert told - asked <= NOT_SHOWN
    assert len(BOARD["panels"]) >= 12
    assert all(panel["datasource"]["uid"] == "prometheus" for panel in BOARD["panels"])


NOT_SHOWN = {  # for whoever looks closer
    "qipai_info",
    "qipai_ack_seconds_sum",
    "qipai_rooms_locked",
    "qipai_bad_frames_total",
    "process_start_time_seconds",
    "process_open_fds",
}
