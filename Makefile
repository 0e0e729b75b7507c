# Commands for a checkout; `make` lists them. Needs only python3 (3.11 or newer) with venv and pip.
#
# .venv           development: editable, interpreted, with the test tools
# .venv-node      Node, for the web client in web/, which is built into src/qipai/web; the same version on every machine
# .venv-compiled  the compiled wheel, installed as a user would; the test tools are those of .venv
# .venv-bench     the compiled wheel with its peers; .venv-ray  with Ray; .venv-rl  with learners' libraries; .venv-mutants  mutmut
# .venv-docs      the generator of the documentation site; .venv-wheels  what makes wheels portable
# .venv-play      only what players need; compiled from the second start on, if there is a compiler

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:

ifndef PYTHON
PYTHON := $(shell for p in python3 python3.13 python3.12 python3.11; do \
	if $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then command -v $$p; break; fi; done)
endif

GAME ?= xianqi
JOBS ?= 2
# pages wait more than they compute
WEB_JOBS ?= $(shell echo $$(($(JOBS) + 1)))
DEALS ?= 5000
KILLS ?= 12
SECONDS_EACH ?= 8
ROOMS ?= 200
RATE ?= 200
LOAD_GAME ?= guandan
NODES ?= 2
SPREAD := --dist loadfile --no-loadscope-reorder --durations=25 --durations-min=5
DEV := .venv/bin/python
COMPILED := .venv-compiled/bin/python
PLAY := .venv-play/bin/python
PACKAGES := import sysconfig; print(sysconfig.get_path("purelib"))
PIP := -m pip --disable-pip-version-check --quiet
NPM := PATH="$(CURDIR)/.venv-node/bin:$$PATH" npm --no-fund --no-audit --no-update-notifier --fetch-retry-mintimeout=1000 --fetch-retry-maxtimeout=10000

export PIP_ROOT_USER_ACTION := ignore
export QIPAI_KERNEL_CACHE := $(CURDIR)/.cache/kernel
export PYTHONUTF8 := 1
# Node has its own certificate list; make it trust what this machine trusts (a company's proxy, for instance)
export NODE_EXTRA_CA_CERTS ?= $(wildcard /etc/ssl/certs/ca-certificates.crt)

# a stamp's name is a hash of what the environment was made from, so that any change rebuilds it
fingerprint = $(shell cat $(1) 2>/dev/null | sha256sum | cut -c1-16)
PACKAGE := $(sort $(shell find src/qipai -type f ! -path '*/__pycache__/*' ! -name '*.so')) setup.py pyproject.toml
DEV_READY := .venv/ready-$(call fingerprint,pyproject.toml requirements/dev.txt)
COMPILED_READY := .venv-compiled/ready-$(call fingerprint,$(PACKAGE) requirements/dev.txt)
BENCH_READY := .venv-bench/ready-$(call fingerprint,$(PACKAGE) requirements/base.txt requirements/bench.txt)
RAY_READY := .venv-ray/ready-$(call fingerprint,$(PACKAGE) requirements/base.txt requirements/rl.txt requirements/ray.txt)
RL_READY := .venv-rl/ready-$(call fingerprint,$(PACKAGE) requirements/base.txt requirements/test-rl.txt)
# Node comes from PyPI like everything else: a distribution's may be too old, and not everybody is root
NODE_READY := .venv-node/ready-$(call fingerprint,requirements/node.txt)
MODULES_READY := web/node_modules/.ready-$(call fingerprint,web/package.json web/package-lock.json web/.npmrc requirements/node.txt)
WEB_TOOLS_READY := tests/web/node_modules/.ready-$(call fingerprint,tests/web/package.json tests/web/package-lock.json requirements/node.txt)
# the stamp is inside the built folder, which a manual build empties
CLIENT := $(sort $(shell find web -type f ! -path 'web/node_modules/*' 2>/dev/null)) requirements/node.txt
CLIENT_READY := src/qipai/web/.ready-$(call fingerprint,$(CLIENT))
# a site is made of the client's sources, of our Python and of Pyodide; a server's client beside it is another build
SITE := site/play
SITE_READY := $(SITE)/.ready-$(call fingerprint,$(CLIENT) $(filter-out src/qipai/web/%,$(PACKAGE)))
MUTANTS_READY := .venv-mutants/ready-$(call fingerprint,requirements/mutants.txt)
DOCS_READY := .venv-docs/ready-$(call fingerprint,requirements/docs.txt)
WHEELS_READY := .venv-wheels/ready-$(call fingerprint,requirements/wheels.txt)
WASM_READY := tests/build/wasm/node_modules/.ready-$(call fingerprint,tests/build/wasm/package.json tests/build/wasm/package-lock.json requirements/node.txt)
PLAY_PACKAGES := .venv-play/packages-$(call fingerprint,requirements/base.txt requirements/server.txt requirements/build.txt)
PLAY_PRINT := $(call fingerprint,$(PACKAGE) requirements/base.txt requirements/server.txt requirements/build.txt)
PLAY_READY := .venv-play/ready-$(PLAY_PRINT)
# the compiled games, made while people play already; the next start takes them
PLAY_WHEEL := .cache/play/$(PLAY_PRINT)
PLAY_COMPILED := .venv-play/compiled-$(PLAY_PRINT)

.PHONY: help play terminal quick test check bench strength ladder soak chaos cluster attack load mutants lighthouse screenshots deps client docs dist \
	wheels hooks clean site site-serve site-test archive install compiled play-env style client-lint client-style client-tests web-tools

help: ## this list
	@grep -hE '^[a-z-]+:.*##' Makefile | sed -E 's/:[^#]*## */\t/' | expand -t 12

play: ## play in the browser, against bots or friends: make play LAN=1 for friends on the network
	@$(MAKE) --no-print-directory client || .ci/say \
		"The web client was not built (see above: is the npm registry within reach?). The server starts without it; 'make terminal' plays here." \
		"网页客户端没有建成（见上：能否连上 npm 源？）。服务器仍会启动，但没有网页；make terminal 可在终端里玩。" >&2
	@$(MAKE) --no-print-directory play-env
	@export QIPAI_LAN_COMMAND='make play LAN=1$(if $(PORT), PORT=$(PORT))'; exec .venv-play/bin/qipai serve --open $(if $(LAN),--lan) $(if $(PORT),--port $(PORT)) $(if $(wildcard $(SITE_READY)),--site $(SITE))

terminal: play-env ## play in the terminal, against the computer: make terminal GAME=xianqi LANG=zh_CN.UTF-8
	@if [ -t 0 ]; then exec .venv-play/bin/qipai play $(GAME); fi; \
	.venv-play/bin/qipai info </dev/null; \
	.ci/say "Ready. This is no terminal: type 'make terminal' in one, or pipe moves into .venv-play/bin/qipai play $(GAME)." \
		"已就绪。这里不是终端：请在终端中输入 make terminal，或把着法送进 .venv-play/bin/qipai play $(GAME)。"

quick: install ## the tests of a minute: unit, golden, small properties (interpreted)
	$(DEV) -m pytest -n $(JOBS) --dist loadfile -q --ignore=tests/build --ignore=tests/web -m "not slow"

test: export QIPAI_TEST_COMPILED := required
test: ## everything once: style, types, arrows, the compiled build, all tests of rules and agents interpreted and compiled, those of the server compiled, the web client in Chromium
	@if [ "$$(id -u)" = 0 ]; then $(MAKE) --no-print-directory deps; fi
	@$(MAKE) --no-print-directory style & style=$$!; \
	$(MAKE) --no-print-directory client-style client-tests client web-tools; \
	wait $$style
	@$(MAKE) --no-print-directory compiled
	$(DEV) -m pytest -n $(JOBS) $(SPREAD) --ignore=tests/web -m "not once"
	$(COMPILED) -m pytest -n $(JOBS) $(SPREAD) --ignore=tests/build --ignore=tests/web -m "not interpreted"
	$(COMPILED) -m pytest -n $(WEB_JOBS) $(SPREAD) tests/web

check: style client-style ## ruff, mypy --strict, arrows; for the web client prettier, oxlint and types

style: install
	$(DEV) -m ruff check .
	$(DEV) -m ruff format --check .
	$(DEV) -m mypy
	$(DEV) -m pytest -q tests/test_arrows.py

bench: $(BENCH_READY) ## speed of every game beside its peers, into benchmarks/: make bench GAME=xianqi
	.venv-bench/bin/python -m qipai.bench --out benchmarks $(if $(filter command line environment,$(origin GAME)),$(GAME))

strength: compiled ## every level against 0.1.0, which never changes, in every way to play; resumes: make strength GAME=guandan DEALS=1000
	$(COMPILED) -m tests.compat.strength $(if $(filter command line environment,$(origin GAME)),$(GAME)) \
		$(if $(filter command line environment,$(origin DEALS)),--deals $(DEALS))

ladder: compiled ## every level against every other and those of 0.1.0, on one scale; resumes: make ladder GAME=guandan DEALS=100
	$(COMPILED) -m tests.compat.ladder $(if $(filter command line environment,$(origin GAME)),$(GAME)) \
		$(if $(filter command line environment,$(origin DEALS)),--deals $(DEALS))

soak: client web-tools compiled $(RAY_READY) $(if $(RL),$(RL_READY)) ## the long counts: interpreted == compiled on DEALS deals per game, every tests/*/soak.py, the arena on Ray; RL=1: also TorchRL, MaskablePPO, RLlib
	$(DEV) -m tests.build.soak --deals $(DEALS)

chaos: compiled ## long faults behind the proxy: nodes killed and stopped, PostgreSQL crashed, read-only, its clock set, a full disk, cut answers, fuzzed frames: make chaos KILLS=12
	$(COMPILED) -m tests.server.chaos --kills $(KILLS)

cluster: compiled ## PostgreSQL, two nodes and the proxy of deploy/ on this machine: make cluster PORT=8080 NODES=2
	@exec $(COMPILED) -m tests.server.cluster --nodes $(NODES) $(if $(PORT),--port $(PORT))

attack: compiled ## one client against everybody else: what tables feel of floods, half requests, locks: make attack SECONDS_EACH=8
	$(COMPILED) -m tests.server.attack --seconds $(SECONDS_EACH)

load: compiled ## rooms full of players over real sockets: actions/s, p50, p99, memory: make load ROOMS=200 RATE=200; CLUSTER=1: SQLite, PostgreSQL and two nodes behind the proxy in turns
	$(COMPILED) -m $(if $(CLUSTER),benchmarks.cluster,benchmarks.load) --rooms $(ROOMS) --rate $(RATE) --game $(LOAD_GAME)

# a mutant whose loop has no end may fill a list for minutes: its memory is limited
mutants: $(MUTANTS_READY) ## do the tests bite? survivors in settlement, combos, ...: make mutants MODULES='qipai.games.xianqi.settlement*'
	ulimit -v 4194304 || true; .venv-mutants/bin/python tests/mutants.py --jobs $(JOBS) $(MODULES)
	@for name in $$(.venv-mutants/bin/python -m mutmut results | sed -n 's/^ *\(.*\): survived$$/\1/p'); do \
		.venv-mutants/bin/python -m mutmut show "$$name"; done
	@echo "surviving mutants: $$(.venv-mutants/bin/python -m mutmut results | grep -c ': survived' || true)"

lighthouse: client web-tools ## speed and accessibility of the web client on a phone, as Lighthouse sees it; fails below the marks
	@$(MAKE) --no-print-directory compiled
	$(COMPILED) -m tests.web.lighthouse

screenshots: client ## every screen of the web client at five sizes, into screenshots/; those that a page shows into docs/screenshots/web/
	@$(MAKE) --no-print-directory compiled
	$(COMPILED) -m tests.web.screenshots

deps: ## Debian packages that a compiled build and the tests need (root installs them, others are told the command)
	@PYTHON="$(PYTHON)" .ci/deps

client: $(if $(wildcard web/package.json),$(CLIENT_READY)) ## the web client, into src/qipai/web; an install takes it from there
	@:

docs: $(DOCS_READY) ## the documentation site, into site/html: guides, rules, cookbook, reference; fails on a broken link
	.venv-docs/bin/python docs/site.py

site: $(SITE_READY) ## the games without a server, into site/play: a folder for any static host, which works offline (docs/offline.md)
	@du -sh $(SITE)

site-test: $(SITE_READY) client web-tools ## that folder in Chromium, without a network
	$(DEV) -m pytest -q tests/web/site.py tests/web/site_host.py

site-serve: $(SITE_READY) ## tries that folder in a browser: make site-serve PORT=8080
	@echo "http://127.0.0.1:$(or $(PORT),8080)/play/"
	@cd site && exec $(PYTHON) -m http.server --bind 127.0.0.1 $(or $(PORT),8080)

dist: install client ## wheel and source archive with the web client, into dist/
	rm -rf dist build
	QIPAI_COMPILE=required $(DEV) -m build --no-isolation --outdir dist .
	$(DEV) -m twine check --strict dist/*
	@ls -l dist

archive: install client
	rm -rf dist build
	$(DEV) -m build --no-isolation --sdist --outdir dist .
	$(DEV) -m twine check --strict dist/*

wheels: archive $(WHEELS_READY) $(WASM_READY) ## manylinux wheels for every Python of this machine, each installed and tried, into dist/; uncompiled also in WebAssembly
	.venv-wheels/bin/cibuildwheel --platform linux --print-build-identifiers
	$(DEV) -m tests.build.wheels
	$(DEV) -m twine check --strict dist/*
	@rm -rf .cache/pure
	@QIPAI_COMPILE=off $(DEV) $(PIP) wheel --no-build-isolation --no-deps --wheel-dir .cache/pure dist/*.tar.gz
	.venv-node/bin/node tests/build/wasm/play.mjs .cache/pure/*.whl

hooks: install $(MODULES_READY) ## checks what is about to be committed, at every commit (.pre-commit-config.yaml)
	.venv/bin/pre-commit install --hook-type pre-commit --hook-type pre-push

clean: ## removes what make made
	rm -rf .venv .venv-compiled .venv-play .venv-node .venv-bench .venv-ray .venv-rl .venv-mutants .venv-docs .venv-wheels .cache build dist mutants .pytest_cache .mypy_cache .ruff_cache .hypothesis
	rm -rf web/node_modules tests/web/node_modules tests/build/wasm/node_modules src/qipai/web screenshots site
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf src/*.egg-info

# internal steps

install: $(DEV_READY)
compiled: $(COMPILED_READY)
web-tools: $(WEB_TOOLS_READY)
play-env: $(PLAY_READY)
	@if [ ! -e $(PLAY_COMPILED) ] && ls $(PLAY_WHEEL)/*.whl >/dev/null 2>&1; then \
		.ci/step "installing the compiled games ..." "正在安装编译好的游戏……" \
			$(PLAY) $(PIP) install --no-deps --force-reinstall $(PLAY_WHEEL)/*.whl && touch $(PLAY_COMPILED); \
	elif [ ! -e $(PLAY_COMPILED) ] && PYTHON="$(PYTHON)" .ci/deps --compiler; then \
		.ci/say "The games run uncompiled for now. They are being compiled meanwhile, and the next start is faster." \
			"游戏先以未编译方式运行；后台正在编译，下次启动就会更快。"; \
		mkdir -p $(PLAY_WHEEL); .ci/compile-behind $(PLAY) $(PLAY_WHEEL) </dev/null >$(PLAY_WHEEL)/log 2>&1 & \
	elif [ ! -e $(PLAY_COMPILED) ]; then \
		.ci/say "no C compiler: the games run uncompiled, which is slower ('make deps' tells what to install)" \
			"没有 C 编译器：游戏以未编译方式运行，速度较慢（make deps 会说明该装什么）"; \
	fi

define need_python
@if [ -z "$(PYTHON)" ]; then \
	.ci/say "Python 3.11 or newer is missing: sudo apt install python3 python3-venv" \
		"需要 Python 3.11 或更新版本：sudo apt install python3 python3-venv" >&2; exit 1; fi
@if ! $(PYTHON) -c 'import venv, ensurepip' 2>/dev/null; then \
	.ci/say "$(PYTHON) cannot make environments (venv, pip): sudo apt install python3-venv" \
		"$(PYTHON) 缺少 venv 与 pip：sudo apt install python3-venv" >&2; exit 1; fi
endef

$(DEV_READY):
	$(need_python)
	@echo "making .venv (development) ..."
	@rm -rf .venv
	@$(PYTHON) -m venv .venv
	@$(DEV) $(PIP) install --no-compile -r requirements/dev.txt
	@$(DEV) $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

$(NODE_READY):
	$(need_python)
	@rm -rf .venv-node
	@$(PYTHON) -m venv .venv-node
	@.ci/step "[1/5] getting Node, which builds the web client ..." "[1/5] 正在下载用于构建网页客户端的 Node……" \
		.venv-node/bin/python $(PIP) install -r requirements/node.txt
	@touch $@

$(MODULES_READY): $(NODE_READY)
	@cd web && ../.ci/step "[1/5] getting what the web client is built with ..." "[1/5] 正在下载构建网页客户端的组件……" \
		env $(NPM) ci --loglevel=error
	@touch $@

$(WEB_TOOLS_READY): $(NODE_READY)
	@cd tests/web && $(NPM) ci --loglevel=error
	@touch $@

$(WASM_READY): $(NODE_READY)
	@cd tests/build/wasm && $(NPM) ci --loglevel=error
	@touch $@

$(CLIENT_READY): $(MODULES_READY)
	@cd web && ../.ci/step "[2/5] building the web client ..." "[2/5] 正在构建网页客户端……" \
		env $(NPM) --silent run build -- --logLevel error
	@touch $@

$(SITE_READY): $(MODULES_READY)
	@cd web && ../.ci/step "building the pages ..." "正在构建网页……" env $(NPM) --silent exec -- vite build --mode site --logLevel error
	@cd web && ../.ci/step "packing Python and the games ..." "正在打包 Python 与游戏……" ../.venv-node/bin/node scripts/python.mjs ../$(SITE)/python
	@.venv-node/bin/node web/scripts/site.mjs $(SITE)
	@touch $@

client-lint: $(MODULES_READY)
	@cd web && $(NPM) --silent run lint

client-style: client-lint
	@cd web && $(NPM) --silent run check

client-tests: $(MODULES_READY)
	@cd web && $(NPM) --silent test

# the .pth file adds the packages of .venv, but not those of its own .pth files: the sources stay invisible
$(COMPILED_READY): $(DEV_READY)
	@echo "making .venv-compiled (about a minute) ..."
	@rm -rf .venv-compiled .cache/wheel
	@$(PYTHON) -m venv .venv-compiled
	@$(DEV) -c '$(PACKAGES)' >"$$($(COMPILED) -c '$(PACKAGES)')/tools.pth"
	@QIPAI_COMPILE=required $(DEV) $(PIP) wheel --no-build-isolation --no-deps --wheel-dir .cache/wheel .
	@$(COMPILED) $(PIP) install --no-deps .cache/wheel/*.whl
	@touch $@

$(BENCH_READY): $(COMPILED_READY)
	@echo "making .venv-bench (the compiled wheel and its peers) ..."
	@rm -rf .venv-bench
	@$(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python $(PIP) install -r requirements/base.txt -r requirements/bench.txt .cache/wheel/*.whl
	@touch $@

$(RAY_READY): $(COMPILED_READY)
	@echo "making .venv-ray (the compiled wheel and Ray) ..."
	@rm -rf .venv-ray
	@$(PYTHON) -m venv .venv-ray
	@.venv-ray/bin/python $(PIP) install -r requirements/base.txt -r requirements/rl.txt -r requirements/ray.txt .cache/wheel/*.whl
	@touch $@

$(RL_READY): $(COMPILED_READY)
	@echo "making .venv-rl (the compiled wheel, TorchRL, Stable-Baselines3, RLlib; torch is large) ..."
	@rm -rf .venv-rl
	@$(PYTHON) -m venv .venv-rl
	@.venv-rl/bin/python $(PIP) install -r requirements/base.txt -r requirements/test-rl.txt .cache/wheel/*.whl
	@touch $@

$(MUTANTS_READY):
	$(need_python)
	@rm -rf .venv-mutants
	@$(PYTHON) -m venv .venv-mutants
	@.venv-mutants/bin/python $(PIP) install -r requirements/mutants.txt
	@touch $@

$(DOCS_READY):
	$(need_python)
	@echo "making .venv-docs (the generator of the site) ..."
	@rm -rf .venv-docs
	@$(PYTHON) -m venv .venv-docs
	@.venv-docs/bin/python $(PIP) install -r requirements/docs.txt
	@touch $@

$(WHEELS_READY):
	$(need_python)
	@rm -rf .venv-wheels
	@$(PYTHON) -m venv .venv-wheels
	@.venv-wheels/bin/python $(PIP) install -r requirements/wheels.txt
	@touch $@

$(PLAY_PACKAGES):
	$(need_python)
	@rm -rf .venv-play
	@.ci/step "[3/5] making an environment for the server ..." "[3/5] 正在为服务器准备环境……" $(PYTHON) -m venv .venv-play
	@.ci/step "[4/5] getting the packages it needs ..." "[4/5] 正在下载所需的软件包……" \
		$(PLAY) $(PIP) install -r requirements/base.txt -r requirements/server.txt -r requirements/build.txt
	@touch $@

$(PLAY_READY): $(PLAY_PACKAGES)
	@rm -f .venv-play/ready-* .venv-play/compiled-*
	@QIPAI_COMPILE=off .ci/step "[5/5] installing the games ..." "[5/5] 正在安装游戏……" \
		$(PLAY) $(PIP) install --no-build-isolation --no-deps --force-reinstall .
	@touch $@
