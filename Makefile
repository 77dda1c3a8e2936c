# Everything a person or CI does with Skald. Needs Python 3.11 or newer with venv and pip, make and git; nothing else.

# Tests start hundreds of processes: without compiled files each would compile what it loads anew.
unexport PYTHONDONTWRITEBYTECODE

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
CODE := engine api schemas tests
# Two for each core (tests/conftest.py); the tests of a file stay together, because they share its servers.
PYTEST := $(BIN)/pytest -n auto --maxprocesses 8 --dist loadfile --no-loadscope-reorder

.DEFAULT_GOAL := help
.PHONY: help run test test-long test-bare check format lint types conformance schema assets client wheel bench mutants clean

help: ## say what there is
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# Beside the start, which waits for nothing: the running server notices what was fetched.
run: $(READY) ## start Skald with a private server and a demo fight; data in ./data
	@$(BIN)/python -m api.pages.fetch --quiet --patience 30 & exec $(BIN)/skald serve

test: $(READY) ## run all tests, against real servers
	$(PYTEST)

test-long: $(READY) ## run all tests with every generated case and the long forms; before each release
	SKALD_LONG=1 $(PYTEST)

# Nothing of this machine's comfort is there: neither servers nor browsers, neither node nor compilers.
test-bare: ## run .ci/run on a bare machine: a root of its own with Python, pip, make and git (as root, with debootstrap)
	.ci/bare

# A few tests that fail beside others are run once more, alone: see tests/again.py.
check: $(READY) ## what CI runs: format, lint, types, tests
	$(BIN)/ruff format --check $(CODE)
	$(BIN)/ruff check $(CODE)
	$(BIN)/mypy
	@rm -f .pytest_cache/v/cache/lastfailed
	$(PYTEST) || { [ $$? -eq 1 ] && $(BIN)/python -m tests.again; }

format: $(READY) ## format the code, and mend what the linter can mend
	$(BIN)/ruff check --fix $(CODE)
	$(BIN)/ruff format $(CODE)

lint: $(READY) ## judge the code's style
	$(BIN)/ruff check $(CODE)

types: $(READY) ## judge the types, strictly
	$(BIN)/mypy

conformance: $(READY) ## try other people's programs on the service; what npm or pip has to install comes once
	SKALD_LONG=1 $(BIN)/pytest tests/conformance

schema: $(READY) ## write the published contract again, in schemas/
	$(BIN)/skald schema --write

assets: $(READY) ## fetch or build what GraphiQL, the REST page and the Owlbear extension load, if missing; make run does so too
	$(BIN)/python -m api.pages.fetch

client: $(READY) ## write the client library as an npm package into build/client, with types where npm is there
	rm -rf build/client
	$(BIN)/skald client --out build/client

wheel: client ## build the wheel that carries them into dist/; without them it fails
	$(BIN)/python -m api.pages.fetch
	rm -rf build/lib build/bdist.*
	$(BIN)/pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

# ROWS=append,load: some of them. QUICK=1: a rough look; FULL=1: the long forms. OUT: the folder of figures and chart.
bench: $(READY) ## print what things cost against limits and peers; ROWS=append,load QUICK=1 for some of it
	@$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,bench]' || echo 'peers from PyPI that are missing are left out'
	$(BIN)/python -m tests.bench --rows "$(ROWS)" --size $(if $(QUICK),quick,$(if $(FULL),full,usual)) --out "$(or $(OUT),build/bench)"

# N mutants of each area, AREAS of them, JOBS at once. OUT: the folder of outcomes and report; a run goes on where it was.
mutants: $(READY) ## turn comparisons and signs round, and list what no test notices; N=20 AREAS=minis,kernel JOBS=2
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev,mutants]'
	$(BIN)/python -m tests.mutants --number $(or $(N),20) --jobs $(or $(JOBS),1) --out "$(or $(OUT),build/mutants)" $(if $(AREAS),--areas $(AREAS))

clean: ## remove what was built; data/ stays
	rm -rf $(VENV) build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis tests/conformance/node_modules tests/bench/peers/npm/node_modules
	find $(CODE) -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment, made again when what it holds has changed.
$(READY): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Skald needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; try make PYTHON=python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $@
