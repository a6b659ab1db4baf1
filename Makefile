# Every target makes its own environment on first use; `make demo` and `make test` need Python 3.11 or later and nothing else.
PYTHON ?= python3
VENV := .venv
BENCH := .venv-bench
OUT := demo/tables

.PHONY: demo test bench fuzz versions lint docs pictures

# The package with the live page: what a user installs.
$(VENV)/.package: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(VENV)/bin/python -m pip install --quiet --editable '.[view]'
	touch $@

# The same with what tests, lint and notebooks need.
$(VENV)/.dev: $(VENV)/.package
	$(VENV)/bin/python -m pip install --quiet --group dev
	touch $@

# The package beside its peers, which are measured and never imported by it.
$(BENCH)/.peers: pyproject.toml benchmarks/requirements.txt
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --upgrade pip
	$(BENCH)/bin/python -m pip install --quiet --editable . --requirement benchmarks/requirements.txt
	touch $@

# From the sample logs to tables, an audit, player statistics and a report. The first run compiles for a minute or so.
demo: $(VENV)/.package
	$(VENV)/bin/mjlog import data/games --out $(OUT)
	$(VENV)/bin/mjlog audit data/games
	$(VENV)/bin/mjlog stats $(OUT) --by player --where players=4 \
		--stat win_rate --stat deal_in_rate --stat riichi_rate --stat call_rate --stat average_place
	$(VENV)/bin/mjlog report $(OUT) --player Kaede --to demo/kaede.html
	@echo "Live page: $(VENV)/bin/mjlog view $(OUT) --player Kaede"

test: $(VENV)/.dev
	$(VENV)/bin/mjlog import data/games --decisions --out $$(mktemp -d)/tables >/dev/null  # compiles, or two workers do
	$(VENV)/bin/python -m pytest --numprocesses auto --dist worksteal

# One table of ratios, printed and written into docs/performance.md.
bench: $(BENCH)/.peers
	$(BENCH)/bin/python -m benchmarks

# Damaged inputs of every kind; RUNS of each, from a random seed.
RUNS ?= 1000
fuzz: $(VENV)/.dev
	$(VENV)/bin/python -m tests.fuzz --runs $(RUNS)

# The package with the lowest allowed and with the newest dependencies, under several Pythons.
PYTHONS ?= lowest:python3.11 python3.12 python3.13
versions:
	tests/versions.sh $(PYTHONS)

lint: $(VENV)/.dev
	$(VENV)/bin/ruff check
	$(VENV)/bin/ruff format --check
	$(VENV)/bin/mypy

docs: $(VENV)/.dev
	$(VENV)/bin/python docs/make_reference.py

# Needs Debian's packages chromium and fonts-ipafont-gothic.
pictures: $(VENV)/.dev
	$(VENV)/bin/python docs/make_pictures.py
