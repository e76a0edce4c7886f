# One word for everything. Each word sets up what it needs first; the second time that is quick.
.DEFAULT_GOAL := help
.PHONY: help messages pictures setup play demo event venue tournaments venue-faults test test-long test-tools durations lint drc bench mutants soak worlds opponent exactness soak-mat hardware generated wheel lock clean

PYTHON ?= python3
# Two workers share the cores; each multiplies matrices on its own one.
export OPENBLAS_NUM_THREADS := 1
# What the tests start would else compile all of Duelmat each time, where this is set.
export PYTHONDONTWRITEBYTECODE :=
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --progress-bar on
LOCKED := $(PIP) --require-hashes
RUN_STAMP := $(VENV)/.duelmat-run
DEV_STAMP := $(VENV)/.duelmat-dev
LOCKS := requirements
UV := uv==0.13.9
UPGRADE ?=
NPM_LOCK := firmware/duelmat_rig/node/package-lock.json
BROWSER_STAMP := $(VENV)/.duelmat-browser
JAPANESE_FONT := /usr/share/fonts/truetype/motoya-l-cedar/MTLc3m.ttf
APT := $(if $(filter 0,$(shell id -u)),,sudo) env DEBIAN_FRONTEND=noninteractive apt-get -y -qq --no-install-recommends
TSC_STAMP := host/node_modules/.package-lock.json
WORKERS ?= 2
# One more than two cores can use at once: tests wait for pages, boards and what never comes.
TEST_WORKERS ?= 3
DUELS ?= 10000
SOAK ?=

help:  ## List the words
	@echo "Duelmat: make WORD, where WORD is one of"
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  \1\t/' | expand -t 12

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Duelmat needs Python 3.11 or newer; $(PYTHON) is older or missing. Name another: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "[1/3] Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): pyproject.toml $(LOCKS)/build.txt $(LOCKS)/run.txt $(NPM_LOCK) | $(BIN)/python
	@echo "[2/3] Installing Duelmat and what it runs on (Node comes along; about a minute)"
	@$(LOCKED) -r $(LOCKS)/build.txt -r $(LOCKS)/run.txt
	@$(PIP) --no-deps --no-build-isolation -e .
	@echo "[3/3] Fetching MicroPython 1.28 and 1.29, under which the firmware runs"
	@$(BIN)/python -m duelmat_rig.install
	@touch $@

$(DEV_STAMP): $(RUN_STAMP) $(LOCKS)/dev.txt
	@echo "[test] Installing the tools for tests and checks"
	@$(LOCKED) -r $(LOCKS)/dev.txt
	@touch $@

firmware/typings: $(LOCKS)/typings.txt | $(DEV_STAMP)
	@echo "[lint] Fetching the types of the board's modules"
	@rm -rf $@
	@$(LOCKED) --target $@ -r $(LOCKS)/typings.txt

$(TSC_STAMP): host/package-lock.json | $(DEV_STAMP)
	@echo "[test] Fetching what checks the types of the pages' scripts"
	@cd host && ../$(BIN)/npm ci --no-audit --no-fund --loglevel=error
	@touch $@

# The headless shell where there is one (Debian), else Chromium, else what is there already.
$(BROWSER_STAMP): | $(BIN)/python
	@echo "[test] Installing Chromium for the browser tests (apt-get)"
	@test -x /usr/bin/chromium-headless-shell || { $(APT) update -qq && \
	  { $(APT) install chromium-headless-shell >/dev/null 2>&1 || test -x /usr/bin/chromium || $(APT) install chromium >/dev/null; }; }
	@touch $@

$(JAPANESE_FONT):
	@echo "[test] Installing a Japanese font for the browser tests (apt-get)"
	@$(APT) update -qq && $(APT) install fonts-motoya-l-cedar >/dev/null

/usr/lib/postgresql/15/bin/postgres:
	@echo "[test] Installing PostgreSQL 15 for the tests of hubs that share a database (apt-get)"
	@$(APT) update -qq && $(APT) install postgresql-15 >/dev/null

/usr/sbin/nginx:
	@echo "[test] Installing nginx for the test of hubs behind one address (apt-get)"
	@$(APT) update -qq && $(APT) install nginx-light >/dev/null

play: $(RUN_STAMP)  ## Open a table on the simulated mat, in the browser
	@$(BIN)/duelmat play

demo: $(RUN_STAMP)  ## Play the recorded duel through the simulated mat
	@$(BIN)/duelmat demo

venue: $(DEV_STAMP)  ## Open a hall whose tables play on simulated mats, with a link for every role
	@$(BIN)/duelmat event demo --tables 4 --open

PYTEST = $(BIN)/python -m duelmat_rig.install >/dev/null && \
  $(BIN)/python -m pytest -n $(TEST_WORKERS) --dist worksteal

event: $(RUN_STAMP)  ## Open a sample event in the middle of a round, with a link for every role
	@$(BIN)/duelmat event sample

SERVERS := $(BROWSER_STAMP) $(JAPANESE_FONT) /usr/lib/postgresql/15/bin/postgres

test: $(DEV_STAMP) $(TSC_STAMP) | $(SERVERS)  ## Run the tests (8 minutes on two cores)
	@$(PYTEST) -m 'not long and not soak and not tools'

test-long: export HYPOTHESIS_PROFILE ?= long
test-long: $(DEV_STAMP) $(TSC_STAMP) | $(SERVERS) /usr/sbin/nginx  ## Run the rest: kills, faults, real servers, all examples
	@$(PYTEST) -m '(long or tools or hypothesis) and not soak'

test-tools: $(DEV_STAMP) $(TSC_STAMP)  ## Run the tests of tools and papers alone
	@$(PYTEST) -m tools

durations: $(DEV_STAMP) $(TSC_STAMP) | $(SERVERS)  ## Run the tests, and keep how long each file took
	@$(PYTEST) -m 'not long and not soak and not tools' -p durations

drc: $(DEV_STAMP)  ## Check the boards to order by KiCad's own rules
	@/usr/bin/python3 -c 'import pcbnew' 2>/dev/null || { \
	  echo "KiCad with its Python is not installed: apt-get install --no-install-recommends kicad"; \
	  exit 1; }
	@$(PYTEST) -k kicads_own tests/hardware/test_boards.py

wheel: $(DEV_STAMP)  ## Build the wheel, and try it under each Python there is
	@cd tests && PYTHONPATH=. ../$(BIN)/python installed/under_each_python.py

lint: $(DEV_STAMP) $(TSC_STAMP) firmware/typings  ## Check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright -p firmware
	$(BIN)/node host/node_modules/typescript/bin/tsc -p host/jsconfig.json
	$(BIN)/lint-imports
	$(BIN)/vulture

bench: $(RUN_STAMP)  ## Print the figures
	@$(BIN)/duelmat demo --json

mutants: $(DEV_STAMP)  ## Change the rules one thing at a time: do the tests notice? (5 minutes)
	@$(BIN)/python -m duelmat_bench.engine.mutants

soak: $(DEV_STAMP)  ## Run the tests' further seeds; play 10,000 random duels of every ruleset
	@$(PYTEST) -m soak
	@$(BIN)/python -m duelmat_bench.engine.soak $(DUELS) $(SOAK) \
	  --processes $(WORKERS) --kept docs/measured/soak.json

tournaments: $(DEV_STAMP)  ## Play 10,000 random tournaments, and prove each of them
	@$(BIN)/python -m duelmat_bench.tournament.many --events 10000

venue-faults: $(DEV_STAMP)  ## Let hubs, tables, database and cables of a hall fail 50 times (15 minutes)
	@cd tests && PYTHONPATH=. ../$(BIN)/python -m duelmat_bench.venue.faults \
	  --out ../docs/measured/venue-faults.json

worlds: $(DEV_STAMP)  ## Try open duels of every ruleset against all deals that fit what was seen
	@$(BIN)/python -m duelmat_bench.engine.open_world 300

opponent: $(DEV_STAMP)  ## Play the strong opponent 200 times against each rival in every ruleset (hours)
	@$(BIN)/duelmat bench opponent --processes $(WORKERS) --kept docs/measured/opponent.json

exactness: $(DEV_STAMP)  ## Measure for each rule whether refusals cite exactly it, and remedies help
	@$(BIN)/python -m duelmat_bench.engine.exactness 40 --write

hardware: $(DEV_STAMP)  ## Write everything that is made from the mats anew, byte for byte
	@$(BIN)/python -m duelmat_hardware solve >/dev/null
	@$(BIN)/duelmat mat build --mat standard --draw --boards >/dev/null
	@$(BIN)/duelmat mat build --mat mini --draw >/dev/null
	@echo "[hardware] hardware/generated/ holds what the mats make"

generated: hardware $(TSC_STAMP)  ## Write the hardware files, the protocol's, rulesets' and pages' tables anew
	@$(BIN)/python -m duelmat_wire.table docs/protocol.md
	@$(BIN)/python -m duelmat_maker.flash.mip firmware/package.json
	@$(BIN)/python tests/docs/ruleset_page.py
	@cd tests && ../$(BIN)/python -m docs.page_schema
	@cd tests && ../$(BIN)/python -m docs.policy_page
	@cd tests && ../$(BIN)/python -m docs.event_file_page
	@cd tests && ../$(BIN)/python -m docs.address_page

pictures: $(DEV_STAMP) | $(BROWSER_STAMP)  ## Take the pictures of the pages in README and docs anew
	@cd tests && PYTHONPATH=. ../$(BIN)/python -m docs.pictures

messages: $(DEV_STAMP)  ## Bring the catalogs of translations up to date with what is said
	@cd tests && ../$(BIN)/python -m docs.messages

soak-mat: $(RUN_STAMP)  ## Let the simulated mat run for eight hours with faults (about an hour)
	@$(BIN)/python -m duelmat_bench.firmware.soak --workers $(WORKERS) --out docs/measured/soak-mat.json \
	  --board hardware/generated/standard/board.json --field hardware/generated/standard/field.json

# Without UPGRADE=--upgrade what is locked stays, as far as pyproject.toml allows it.
COMPILE = $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes \
  --no-emit-index-url --no-emit-find-links --custom-compile-command 'make lock' $(UPGRADE)

lock: | $(BIN)/python  ## Lock anew what pyproject.toml asks for (UPGRADE=--upgrade for newer versions)
	@$(PIP) '$(UV)'
	$(COMPILE) pyproject.toml --extra dev --extra camera --extra hardware --output-file $(LOCKS)/dev.txt
	$(COMPILE) pyproject.toml --constraint $(LOCKS)/dev.txt --output-file $(LOCKS)/run.txt
	$(COMPILE) --group build --constraint $(LOCKS)/dev.txt --output-file $(LOCKS)/build.txt
	$(COMPILE) --group typings --output-file $(LOCKS)/typings.txt

setup: $(RUN_STAMP)  ## Set up what Duelmat runs on, and nothing more

clean:  ## Forget all that was set up, MicroPython and Graphviz in the user's cache too
	@if cache=$$($(BIN)/python -m duelmat_rig.install --where 2>/dev/null); then \
	  rm -rf "$$cache/micropython" "$$cache/graphviz"; fi
	rm -rf $(VENV) host/node_modules
