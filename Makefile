# make check    check the card file of Confrontations
# make test     everything that must hold before a change goes in, linters and types among it
# make quick    the same without the slow tests, in a minute or two: while you work
# make long     all tests, the random ones with many more examples
# make lint     linters, types and layers only
# make fix      format, and repair what ruff can repair
# make golden   record the expected outputs anew (then read the diff)
# make bench    measure
# make campaign play some thousand games and look at every decision of some, and check ten
#               thousand bad files; takes long
# make campaign-every  the same for every variant and every mix of the books; takes much longer
# make mutants  does any scenario, property or vector notice a fault of the engine, and anybody one of the
#               interpreter by the letter or of the translation? takes an hour
# make rule-faults  for each rule a fault that a scenario of it notices; takes half an hour
# make freeze BASE=COMMIT  does every text still do what it did there? takes some minutes; ONLY=WORDS
#               looks at texts with these words, DEFENDED=FILE lists differences that are right
# make words    is there a word in any text of the project that changes nothing? takes an hour or two;
#               STATE=FILE keeps what was found, so that it can be stopped
# make letter   play every vector by the letter, and take those that pass off the list of those that
#               do not yet; takes some minutes
# make held     play every vector on the quick engine, and hold it to the letter: some texts, games;
#               takes half an hour
# make beside   play the engine and the letter side by side: some texts, random texts, games;
#               takes half an hour
# make setup    the virtual environment only; the other targets do it when needed
# make clean    remove whatever the above made
#
# PYTHON says which Python 3.11 or newer to start from. editable_mode=compat is a plain path
# entry: the import hook that setuptools would install otherwise doubles the start-up time.

PYTHON ?= python3
BASE ?= HEAD
JOBS ?= 2
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
YARDSTICK := $(VENV)/.stamp-bench
PIP := $(BIN)/python -m pip -qq --disable-pip-version-check --no-input

.DEFAULT_GOAL := check
.DELETE_ON_ERROR:
.PHONY: check test quick long lint fix golden bench campaign campaign-every mutants rule-faults freeze words letter held beside setup clean

check: setup
	@$(BIN)/rules-check cards/confrontations.txt

test: setup
	$(BIN)/pytest -q -n 2

quick: lint
	$(BIN)/pytest -q -n 2 -m "not slow"

long: setup
	RULES_CHECK_LONG=1 $(BIN)/pytest -q -n 2

lint: setup
	$(BIN)/ruff check --quiet .
	$(BIN)/ruff format --quiet --check .
	$(BIN)/mypy --no-error-summary
	$(BIN)/lint-imports --no-logo

fix: setup
	$(BIN)/ruff check --quiet --fix .
	$(BIN)/ruff format --quiet .

golden: setup
	$(BIN)/pytest -q -n 2 --golden-record

bench: $(YARDSTICK)
	@$(BIN)/python -m bench

campaign: setup
	@$(BIN)/python -m rules_check.oracle.players.campaign --games 1000 --jobs 2
	RULES_CHECK_GAMES=200 $(BIN)/pytest -q -n 2 tests/oracle/test_drive.py
	@$(BIN)/rules-check fuzz --games 10000 --jobs 2
	@$(BIN)/rules-check fuzz --games 1000 --jobs 2 --cards random
	@$(BIN)/python -m tests.hostile.tool --files 10000 --jobs 2

campaign-every: setup
	@$(BIN)/python -m rules_check.oracle.players.campaign --every --games 1000 --jobs 2
	@$(BIN)/rules-check fuzz --every --games 5000 --jobs 2
	@$(BIN)/rules-check fuzz --every --games 5000 --jobs 2 --cards random

mutants: setup
	@$(BIN)/python -m tests.mutants.tool --jobs 2
	@$(BIN)/python -m tests.mutants.vectors --jobs 2
	@$(BIN)/python -m tests.mutants.kinds
	@$(BIN)/python -m tests.mutants.quick
	@$(BIN)/python -m tests.mutants.letter --jobs $(JOBS)

rule-faults: setup
	@PYTHONHASHSEED=0 $(BIN)/python -m tests.mutants.rules.tool --jobs 2

freeze: setup
	@$(BIN)/python -m tests.freeze "$(BASE)" --jobs $(JOBS) --only "$(ONLY)" \
	  $(if $(DEFENDED),--list-defended "$(DEFENDED)")

held: setup
	@$(BIN)/python -m tests.oracle.quick.play --jobs $(JOBS)
	@$(BIN)/python -m tests.oracle.quick.beside --texts --every 20 --games 36 --jobs $(JOBS)

words: setup
	$(BIN)/python -m tests.words --jobs $(JOBS) $(if $(STATE),--state $(STATE))

letter: setup
	@$(BIN)/python -m tests.oracle.letter.play --jobs $(JOBS)

beside: setup
	@$(BIN)/python -m tests.oracle.letter.beside --texts --every 20 --random 500 --games 36 --jobs $(JOBS)

setup: $(STAMP)

$(STAMP): pyproject.toml requirements/runtime.txt requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(None if sys.version_info >= (3, 11) else \
	  "rules-check needs Python 3.11 or newer: make PYTHON=python3.11")'
	@echo "setting up $(VENV) (once)" >&2
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) install -r requirements/dev.txt
	@$(PIP) install --no-deps --no-build-isolation --config-settings editable_mode=compat --editable .
	@env -u PYTHONDONTWRITEBYTECODE $(BIN)/python -c \
	  "from rules_check.grammar.grammar_rules import compiled; compiled()"
	@touch $@

# Only the benchmark needs these packages, and it can do without them: then it says so.
$(YARDSTICK): $(STAMP) requirements/bench.txt
	@$(PIP) install -r requirements/bench.txt && touch $@ || \
	  echo "requirements/bench.txt cannot be installed" >&2

clean:
	rm -rf $(VENV) build dist *.egg-info .freeze
	rm -rf .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
