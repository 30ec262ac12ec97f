# make html and make test set up everything they need; a second run repeats nothing needlessly.

PYTHON     ?= python3
SPHINXOPTS ?=
SOURCES    ?=
PORT       ?= 8000
CHROMIUM   ?= /usr/bin/chromium
CHECKS     ?= docs
TESTS      ?= quick
# One more than there are processors, since tests of pages often wait.
WORKERS    ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)
LOCKOPTS   ?=
MINUTES    ?= 60

PIP := .venv/bin/python -m pip --quiet --disable-pip-version-check
NPM := $(shell command -v npm 2>/dev/null)

export CHROMIUM
export GAMERULES_SOURCES := $(if $(SOURCES),$(abspath $(SOURCES)))

.PHONY: help html book check serve test matrix lock clean distclean site-env test-env browser no-npm findings goals
.DELETE_ON_ERROR:
.SUFFIXES:

help:
	@echo 'make html      build the site and run every check: _build/html/index.html'
	@echo 'make book      make the book (EPUB), which make html then offers for download'
	@echo 'make check     run the checks alone, each as a test'
	@echo 'make serve     show the site at http://127.0.0.1:$(PORT), rebuilt on change'
	@echo 'make test      ruff, mypy --strict and pytest (TESTS=all: the slow tests too)'
	@echo 'make matrix    the tests of the doors with older and newer versions of Python, Sphinx and MyST-Parser'
	@echo 'make findings  recompute the figures of the findings page'
	@echo 'make goals     measure how well the machine plays (MINUTES=5: at most, for each measure)'
	@echo 'make lock      update the lock files (LOCKOPTS=--upgrade: to the newest)'
	@echo 'make clean     remove what was built; make distclean: the environment too'

# ---- what people call

# With SOURCES=DIR, a folder of the source texts, it builds a private edition in _build/private.
html: site-env
	.venv/bin/sphinx-build -c . -j 2 -d _build/doctrees $(SPHINXOPTS) docs _build/$(if $(SOURCES),private,html)

# The book for the downloads page: make book html offers it there.
book: site-env
	.venv/bin/sphinx-build -c . -b epub -j 2 -d _build/doctrees $(SPHINXOPTS) docs _build/book

# Each check is a test: make check CHECKS='docs/games/slam -k claim --lf'
check: .venv/.project .venv/.test
	.venv/bin/python -m pytest -p verify.pytest --verify $(CHECKS)

serve: site-env .venv/.serve
	.venv/bin/sphinx-autobuild -c . -d _build/doctrees --host 127.0.0.1 --port $(PORT) \
	  --watch gamerules --watch verify --watch conf.py --re-ignore '__pycache__|\.pyc$$' \
	  $(SPHINXOPTS) docs _build/html

# Quick tests, side by side; TESTS=all: the slow ones too, and all random runs in their full size.
test: test-env browser
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/python -m pytest -n $(WORKERS) --dist worksteal --durations=25 \
	  $(if $(filter all,$(TESTS)),--hypothesis-profile=ci,-m 'not slow')

# Hours, if every measure is to have all its deals: MINUTES bounds each.
goals: .venv/.project
	.venv/bin/python -m benchmarks.machine --minutes $(MINUTES) --json gamerules/lab/data/machine.json
# The tests of the doors with other versions; what this machine has no Python for is named and left out.
matrix:
	$(PYTHON) scripts/matrix.py

findings: .venv/.project
	.venv/bin/python -m gamerules.lab.findings

clean:
	rm -rf _build .mypy_cache .pytest_cache .ruff_cache .hypothesis

distclean: clean
	rm -rf .venv node_modules

# ---- environments: one .venv, a stamp for each lock installed into it

site-env: .venv/.project $(if $(NPM),node_modules/.site,no-npm)
# Everything, so that no test is left out: solvers and adapters are tested against the libraries they stand beside.
test-env: .venv/.project .venv/.test .venv/.research $(if $(NPM),node_modules/.test,no-npm)

.venv/.made:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'gamerules needs Python 3.11 or later; $(PYTHON) is:' "$$($(PYTHON) --version 2>&1 || true)" >&2; \
	  echo 'Choose another, for example: make html PYTHON=python3.13' >&2; exit 1; }
	@echo 'Making the environment in .venv …'
	@$(PYTHON) -m venv .venv || { rm -rf .venv; echo 'The venv module is missing: on Debian, install python3-venv.' >&2; exit 1; }
	@touch $@

.venv/.site .venv/.serve .venv/.test .venv/.research: .venv/.%: requirements/%.txt .venv/.made
	@echo 'Installing $< …'
	@$(PIP) install --require-hashes -r $<
	@touch $@

# The build backend is part of the site's lock, so nothing is fetched here.
.venv/.project: pyproject.toml .venv/.site
	@$(PIP) install --no-deps --no-build-isolation --no-index -e .
	@touch $@

# npm ci empties node_modules, stamps included, so the two never disagree.
node_modules/.site: package.json package-lock.json
	@echo 'Installing the browser pieces of the site with npm …'
	@npm ci --omit=dev --loglevel=error
	@touch $@

node_modules/.test: node_modules/.site
	@echo 'Installing the tools for page tests with npm …'
	@npm ci --loglevel=error
	@touch node_modules/.site $@

no-npm:
	@echo 'npm was not found: the site is built without Python in the browser, and page tests that need npm will fail.'

# Pages are tested in a real browser, and with checkers that need Java.
browser:
	@want=; \
	[ -x '$(CHROMIUM)' ] || want="$$want chromium fonts-dejavu-core"; \
	command -v java >/dev/null 2>&1 || want="$$want default-jre-headless"; \
	if [ -z "$$want" ]; then exit 0; fi; \
	if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then \
	  echo "Installing$$want …"; \
	  apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$want >/dev/null; \
	else \
	  echo "Page tests need$$want and will fail without it. On Debian: sudo apt-get install$$want." >&2; \
	  echo 'If Chromium is elsewhere: make test CHROMIUM=/path/to/chromium' >&2; \
	fi

# ---- locks: all extras are resolved together first, so that the files agree and can share one environment

UV      := _build/lock/bin/uv
COMPILE := $(UV) pip compile pyproject.toml --quiet --universal --python-version 3.11 --fork-strategy fewest \
           --no-annotate --custom-compile-command 'make lock'
EXTRAS  := site serve test research

lock: .venv/.made
	@[ -x $(UV) ] || { .venv/bin/python -m venv _build/lock && _build/lock/bin/python -m pip install --quiet uv==0.13.9; }
	cat requirements/*.txt > _build/lock/all.txt
	$(COMPILE) $(LOCKOPTS) --group build --extra records $(EXTRAS:%=--extra %) -o _build/lock/all.txt
	for extra in $(EXTRAS); do \
	  if [ $$extra = site ]; then group='--group build'; else group=; fi; \
	  $(COMPILE) --generate-hashes -c _build/lock/all.txt $$group --extra $$extra -o _build/lock/$$extra.txt || exit 1; \
	done
	cp $(EXTRAS:%=_build/lock/%.txt) requirements/
	$(if $(NPM),npm install --package-lock-only --loglevel=error)
