# `make` or `make help` lists what there is. The work itself lies in scripts/.

PYTHON ?= python3
PORT ?= 8000
BIND ?= 0.0.0.0
ARGS ?=
export PORT BIND
# The tests start many processes. Each reads what an earlier one compiled.
unexport PYTHONDONTWRITEBYTECODE

VENV := .venv/bin
PREPARE := $(PYTHON) -m scripts.prepare
# One process more than processors: some tests wait for a server or a clock.
PROCESSES := $(shell expr `nproc 2>/dev/null || getconf _NPROCESSORS_ONLN` + 1)
PYTEST := $(VENV)/pytest --numprocesses $(PROCESSES) --maxprocesses 4 --dist worksteal
MANAGE := LEDGER_DEBUG=1 $(VENV)/python manage.py
LOCK := $(VENV)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make lock" $(ARGS)

define UP_TO_DATE
@$(VENV)/python -m scripts.data_folder
@$(MANAGE) migrate --verbosity 0
@$(MANAGE) createcachetable --verbosity 0
endef

.DEFAULT_GOAL := help

.PHONY: help
help: ## this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-15s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: ## serve on this machine and its network at port 8000 (PORT=8001 changes it)
	@$(PREPARE) prod
	@exec $(VENV)/python -m scripts.serve

.PHONY: dev
dev: setup ## serve on this machine while you work: reloads, shows errors in full
	$(UP_TO_DATE)
	@exec $(MANAGE) runserver localhost:$(PORT)

.PHONY: setup
setup: ## make .venv with all that development needs
	@$(PREPARE) dev

.PHONY: test
test: ## run the tests in some minutes (ARGS="tests/ground -k lock" chooses)
	@$(PREPARE) test
	@echo "Without the tests marked thorough and with fewer random examples; make test-all runs these too."
	$(PYTEST) -m "not thorough and not image" $(ARGS)

.PHONY: test-all
test-all: ## run every test but those of the container image, with more random examples and everything once more on PostgreSQL
	@$(PREPARE) test
	THOROUGH=true $(PYTEST) $(ARGS)

.PHONY: image-test
image-test: ## build the Dockerfile with buildah, run the image, and put Caddy in front of the site (needs root)
	@$(PREPARE) image
	$(VENV)/pytest tests/image -m image --durations=0 $(ARGS)

.PHONY: test-pythons
test-pythons: ## run the tests with Python 3.12 and 3.13 too, where they are on this machine (ARGS as for test)
	@$(PREPARE) test
	$(VENV)/python -m scripts.pythons $(ARGS)

.PHONY: steady
steady: ## run the browser and server tests beside processes that keep every core busy (ARGS="--rounds 3"; docs/testing.md)
	@$(PREPARE) test
	$(VENV)/python -m scripts.steady $(ARGS)

.PHONY: mutants
mutants: setup ## plant small faults and see whether the tests notice (ARGS="services --sample 30"; docs/testing.md)
	@$(VENV)/pip install --quiet --disable-pip-version-check --require-hashes --requirement requirements/mutants.txt
	nice -n 10 $(VENV)/python -m scripts.mutants $(ARGS)

.PHONY: drill
drill: setup ## kill PostgreSQL servers while hands are recorded, and count (ARGS=--short; docs/operate/failover.md)
	$(VENV)/python -m scripts.drill $(ARGS)

.PHONY: check
check: setup messages-check api-docs-check ## style, types, imports, templates and migrations
	$(VENV)/ruff check
	$(VENV)/ruff format --check
	$(VENV)/mypy
	$(VENV)/lint-imports
	$(VENV)/djlint templates --check --lint
	$(VENV)/oxlint --deny-warnings --quiet
	$(MANAGE) makemigrations --check --dry-run

.PHONY: format
format: setup ## put code and templates into the shape that `make check` asks for
	$(VENV)/ruff check --fix-only
	$(VENV)/ruff format
	$(VENV)/djlint templates --quiet --reformat

.PHONY: messages
messages: setup ## collect the texts to translate into locale/ and compile them
	$(VENV)/python -m scripts.messages write

.PHONY: messages-check
messages-check: setup ## fail if a translation is missing, fuzzy, obsolete or not compiled
	$(VENV)/python -m scripts.messages check

.PHONY: api-docs
api-docs: setup ## write the lists of addresses and fields in docs/api.md
	$(VENV)/python -m scripts.api_docs write

.PHONY: api-docs-check
api-docs-check: setup ## fail if these lists are not those of the API's schema
	$(VENV)/python -m scripts.api_docs check

.PHONY: bench
bench: setup ## measure: ARGS=rulebook, pages, load, crowd or scale; without: all but scale
	$(VENV)/python -m benchmarks $(ARGS)

.PHONY: lighthouse
lighthouse: setup ## Lighthouse's scores of the main pages on a phone (needs Node.js and npm)
	$(VENV)/python -m benchmarks lighthouse

.PHONY: demo
demo: setup ## fill the database with six made-up circles and 120 series of all games
	$(UP_TO_DATE)
	@$(MANAGE) demo $(ARGS)

.PHONY: pocket
pocket: setup ## make what a phone needs to go on without signal, and say what it weighs
	@LEDGER_DEBUG=1 $(VENV)/python -m scripts.pocket

.PHONY: shots
shots: setup ## take the screenshots in docs/screenshots/
	$(VENV)/python -m scripts.shots $(ARGS)

.PHONY: freeze
freeze: setup ## write the files of this release that every later version must read (CONTRIBUTING.md, Release)
	$(VENV)/python -m scripts.freeze

.PHONY: release
release: setup ## prove a release in a clean clone, and write its notes (ARGS="--since v1.0.0 --without-tests"; CONTRIBUTING.md)
	$(VENV)/python -m scripts.release $(ARGS)

.PHONY: lock
lock: setup ## write requirements/*.txt anew from the .in files (ARGS=--upgrade for the newest)
	$(LOCK) requirements/base.in --output-file requirements/base.txt
	$(LOCK) requirements/prod.in --output-file requirements/prod.txt
	$(LOCK) requirements/dev.in --output-file requirements/dev.txt
	$(LOCK) requirements/mutants.in --output-file requirements/mutants.txt
