# Every target sets up .venv by itself from a bare machine (git, Python 3.11, g++, cmake, make) and is quick when
# nothing changed. `make demo` first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD := build/core
NATIVE := CMakeLists.txt $(shell find core/include core/src core/device bindings -type f)
CXX_FILES := $(shell find core bindings -name '*.[chi][pnu]*')

.PHONY: help setup demo test test-slow test-core check bench generated clean
help:
	@echo "make demo | test | test-slow | check | bench | generated | clean"

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

test: setup test-core
	$(BIN)/python -m pytest --numprocesses 2 --dist worksteal

test-slow: setup
	$(BIN)/python -m pytest -m slow --timeout 3600

test-core: $(VENV)/python.stamp
	@PATH="$(CURDIR)/$(BIN):$$PATH" cmake -S . -B $(BUILD) -G Ninja -DEDGEMATCH_TESTS=ON -DEDGEMATCH_WERROR=ON -DEDGEMATCH_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo > $(VENV)/core-configure.log || { cat $(VENV)/core-configure.log; exit 1; }
	@PATH="$(CURDIR)/$(BIN):$$PATH" cmake --build $(BUILD) --parallel 2
	@cd $(BUILD) && ctest --output-on-failure

check: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)
	$(BIN)/python docs/generate.py --check

generated: setup
	$(BIN)/python docs/generate.py

bench: setup
	$(BIN)/python benchmarks/speed.py

clean:
	rm -rf $(VENV) build demo
