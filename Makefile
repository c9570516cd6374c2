# Every target sets up .venv by itself from a bare machine (git, Python 3.11, g++, cmake, make) and is quick when
# nothing changed. `make demo` first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
comma := ,
NATIVE := CMakeLists.txt $(shell find core/include core/src core/device bindings -type f)
CXX_FILES := $(shell find core bindings -name '*.[chi][pnu]*')

.PHONY: help setup demo test test-slow test-core test-sanitize check bench generated wheel site clean
help:
	@echo "make demo | test | test-slow | test-sanitize | check | bench | generated | wheel | site | clean"

setup: $(VENV)/native.stamp

$(VENV)/python.stamp: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --upgrade pip
	$(BIN)/pip install --quiet --disable-pip-version-check "scikit-build-core>=0.10" "nanobind>=2.2" ninja
	@touch $@

$(VENV)/native.stamp: $(VENV)/python.stamp $(NATIVE)
	$(BIN)/pip install --quiet --disable-pip-version-check --no-build-isolation --editable ".[dev]"
	@touch $@

demo: setup
	$(BIN)/edgematch demo demo

# A test that fails is run once more and listed: limits of time may fail on a busy machine, a fault fails twice.
test: setup test-core
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal --reruns 1 -r fER

test-slow: setup
	$(BIN)/python -m pytest -m slow --timeout 3600

# Builds the core's tests in the folder $(1) with the sanitizers $(2), and runs them.
define run_core_tests
@PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B $(1) -G Ninja -DEDGEMATCH_TESTS=ON -DEDGEMATCH_WERROR=ON -DEDGEMATCH_SANITIZE=$(2) -DCMAKE_BUILD_TYPE=RelWithDebInfo > $(VENV)/core-configure.log || { cat $(VENV)/core-configure.log; exit 1; }
@PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build $(1) --parallel 2
@cd $(1) && ctest --output-on-failure
endef

test-core: $(VENV)/python.stamp
	$(call run_core_tests,build/core,address$(comma)undefined)

# Test-core has the address and undefined-behaviour sanitizers; this adds the one for threads.
test-sanitize: test-core
	$(call run_core_tests,build/core-threads,thread)

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/python docs/generate.py --check
	$(BIN)/python docs/check_stub.py
	$(BIN)/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	$(BIN)/python docs/check_prose.py
	$(BIN)/codespell

generated: setup
	$(BIN)/python docs/generate.py

# Nanoseconds per node of the exact engine and of a plain loop; records stay in build/bench.
bench: setup
	@echo "building the plain loop (core/apps/speed.cpp)"
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B build/speed -G Ninja -DEDGEMATCH_TESTS=ON -DCMAKE_BUILD_TYPE=Release > $(VENV)/speed-configure.log
	PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build build/speed --target speed --parallel 2
	@rm -rf build/bench
	$(BIN)/edgematch bench run plain-loop --quick --dirty --results build/bench
	$(BIN)/edgematch bench run speed --quick --dirty --results build/bench

# Builds a wheel and an sdist, and uses the wheel in a clean environment away from the checkout.
wheel: $(VENV)/python.stamp
	rm -rf dist
	$(BIN)/pip install --quiet --disable-pip-version-check build
	$(BIN)/python -m build --outdir dist .
	PYTHON=$(PYTHON) .ci/smoke-test dist/*.whl

# The documentation, with warnings as errors. With --quiet it would not count them.
site: setup
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict

clean:
	rm -rf $(VENV) build dist demo
