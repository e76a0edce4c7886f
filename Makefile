# One word for everything. Each word sets up what it needs first; the second time that is quick.
.DEFAULT_GOAL := help
.PHONY: help setup play demo test lint bench mutants soak worlds exactness soak-mat hardware generated clean

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
RUN_STAMP := $(VENV)/.duelmat-run
DEV_STAMP := $(VENV)/.duelmat-dev
NPM_DIR := firmware/duelmat_rig/node
TSC_STAMP := host/node_modules/.package-lock.json
WORKERS ?= 2
DUELS ?= 10000
SOAK ?=

help:  ## Say what there is
	@echo "Duelmat: make WORD, where WORD is one of"
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## */  \1\t/' | expand -t 12

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Duelmat needs Python 3.11 or newer; $(PYTHON) is older or missing. Name another: make $(MAKECMDGOALS) PYTHON=python3.12"; exit 1; }
	@echo "[1/3] Making a virtual environment in $(VENV)"
	@$(PYTHON) -m venv $(VENV)

$(RUN_STAMP): pyproject.toml $(NPM_DIR)/package-lock.json | $(BIN)/python
	@echo "[2/3] Installing Duelmat and what it runs on (Node comes along; about a minute)"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --progress-bar on -e .
	@echo "[3/3] Fetching MicroPython 1.28 and 1.29, under which the firmware runs"
	@$(BIN)/python -m duelmat_rig.install
	@touch $@

$(DEV_STAMP): $(RUN_STAMP)
	@echo "[test] Installing the tools for tests and checks"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --progress-bar on -e '.[dev]'
	@touch $@

firmware/typings: | $(DEV_STAMP)
	@echo "[lint] Fetching the types of the board's modules"
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --target $@ 'micropython-rp2-rpi_pico-stubs==1.29.0.post1'

$(TSC_STAMP): host/package-lock.json | $(DEV_STAMP)
	@echo "[test] Fetching what checks the types of the pages' scripts"
	@cd host && ../$(BIN)/npm ci --no-audit --no-fund --loglevel=error
	@touch $@

/usr/bin/chromium:
	@echo "[test] Installing Chromium for the browser tests (apt-get)"
	@if [ "$$(id -u)" = 0 ]; then apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; \
	  else sudo apt-get update -qq && sudo DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null; fi

play: $(RUN_STAMP)  ## Open a table on the simulated mat, in the browser
	@$(BIN)/duelmat play

demo: $(RUN_STAMP)  ## Play the recorded duel through the simulated mat
	@$(BIN)/duelmat demo

test: $(DEV_STAMP) $(TSC_STAMP) | /usr/bin/chromium  ## Run every test (under 10 minutes)
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

lint: $(DEV_STAMP) $(TSC_STAMP) | firmware/typings  ## Check style, types and the direction of imports
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/pyright -p firmware
	$(BIN)/node host/node_modules/typescript/bin/tsc -p host/jsconfig.json
	$(BIN)/lint-imports

bench: $(RUN_STAMP)  ## Print the figures
	@$(BIN)/duelmat demo --json

mutants: $(DEV_STAMP)  ## Change the rules one thing at a time: do the tests notice? (5 minutes)
	@cd tests && PYTHONPATH=. ../$(BIN)/python engine/mutants.py

soak: $(DEV_STAMP)  ## Play 10,000 random duels of every ruleset, take them back and replay them
	@cd tests && PYTHONPATH=. ../$(BIN)/python engine/soak.py $(DUELS) $(SOAK) \
	  --processes $(WORKERS) --kept ../docs/measured/soak.json

worlds: $(DEV_STAMP)  ## Try open duels of every ruleset against all deals that fit what was seen
	@cd tests && PYTHONPATH=. ../$(BIN)/python engine/test_open_world.py 300

exactness: $(DEV_STAMP)  ## Measure for each rule whether refusals cite exactly it, and remedies help
	@cd tests && PYTHONPATH=. ../$(BIN)/python engine/exactness.py 40 --write

hardware: $(DEV_STAMP)  ## Write everything that is made from the mats anew, byte for byte
	@$(BIN)/duelmat mat build --mat standard --draw >/dev/null
	@$(BIN)/duelmat mat build --mat mini --draw >/dev/null
	@echo "[hardware] hardware/generated/ holds what the mats make"

generated: hardware $(TSC_STAMP)  ## Write the hardware files, the protocol's, rulesets' and pages' tables anew
	@$(BIN)/python -m duelmat_wire.table docs/protocol.md
	@$(BIN)/python -m duelmat_host.flash.mip firmware/package.json
	@$(BIN)/python tests/docs/ruleset_page.py
	@cd tests && ../$(BIN)/python -m docs.page_schema

soak-mat: $(RUN_STAMP)  ## Let the simulated mat run for eight hours with faults (about an hour)
	@$(BIN)/python -m duelmat_rig.soaking --workers $(WORKERS) --out docs/measured/soak-mat.json \
	  --board hardware/generated/standard/board.json --field hardware/generated/standard/field.json

setup: $(RUN_STAMP)  ## Set up what Duelmat runs on, and stop there

clean:  ## Forget all that was set up
	rm -rf $(VENV) $(NPM_DIR)/node_modules hardware/duelmat_hardware/node/node_modules host/node_modules
