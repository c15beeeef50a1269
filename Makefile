# `make play` and `make test` are all a newcomer needs; each sets up .venv first.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
NATIVE := CMakeLists.txt $(wildcard cpp/include/overtrick/*.hpp cpp/src/*.cpp cpp/src/*/*.hpp cpp/bind/*.cpp)
CPP    := $(wildcard cpp/include/overtrick/*.hpp cpp/src/*.cpp cpp/src/*/*.hpp cpp/bind/*.cpp cpp/test/*.?pp)

# Each worker runs its share in order, so that what the tests of a file share is made once, and then helps the others.
# Two for each core: browsers and servers are waited for as often as they work.
WORKERS := $(shell echo $$(( $$(nproc 2> /dev/null || echo 2) * 2 )))
PYTEST := $(BIN)/python -m pytest -q -n $(WORKERS) --dist worksteal
# Commands that tests start are not to be compiled again each time.
unexport PYTHONDONTWRITEBYTECODE

PIP    := $(BIN)/python -m pip --quiet --disable-pip-version-check

# Everything pyproject.toml asks for: to run, to build, to test and to lint.
define WANTED
import tomllib
project = tomllib.load(open('pyproject.toml', 'rb'))['project']
print(*project['dependencies'], *(name for group in project['optional-dependencies'].values() for name in group))
endef
export WANTED

.PHONY: help setup play test checks lint cpptest pytest words bench soak encyclopedia clean
.DEFAULT_GOAL := help

help:
	@echo 'make play   sit down at a table in the browser'
	@echo 'make test   lint, the C++ tests under sanitizers, the Python tests'
	@echo 'make lint   ruff, mypy --strict, import-linter, clang-format'
	@echo 'make words  show how the engines word things now, and write tests/golden anew'
	@echo 'make bench  speed, beside plain Python doing the same work'
	@echo 'make soak   the same properties and oracles with many more examples'
	@echo 'make encyclopedia  solve every suit combination and keep the answers in a file'
	@echo 'make setup  build .venv (every target above does it first)'
	@echo 'make clean  remove everything that was built'

setup: $(VENV)/.ready

# Two steps: the tools, then the package, so that a change in C++ only rebuilds the package.
$(VENV)/.tools: pyproject.toml constraints.txt
	@echo 'Setting up $(VENV): this takes a minute, once.'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(PIP) install -c constraints.txt $$($(BIN)/python -c "$$WANTED")
	@touch $@

$(VENV)/.ready: $(VENV)/.tools $(NATIVE)
	@echo 'Compiling the core.'
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(PIP) install --no-build-isolation --no-deps --editable .
	@touch $@

play: setup
	@$(BIN)/overtrick play

# The tests leave a core idle now and then, while they wait for browsers and servers: lint and the C++ tests use it.
test: setup
	@$(MAKE) --no-print-directory --jobs=2 checks pytest

# What lint and the C++ tests print is shown only if they fail, so that it does not mix with the output of pytest.
checks:
	@mkdir -p build
	@$(MAKE) --no-print-directory --jobs=1 lint cpptest > build/checks.log 2>&1 || (cat build/checks.log; false)
	@printf '\nlint and C++ tests passed (build/checks.log)\n'

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/python -m tests.house
	$(BIN)/clang-format --dry-run --Werror $(CPP)

cpptest: setup
	@$(BIN)/cmake -S . -B build/cpptest -G Ninja -DCMAKE_MAKE_PROGRAM=$(CURDIR)/$(BIN)/ninja \
		-DCMAKE_BUILD_TYPE=Debug -DOVERTRICK_CPP_TESTS=ON > build/cpptest.log || (cat build/cpptest.log; false)
	@# ninja must not look for the job server of make, which is open to make alone.
	env -u MAKEFLAGS $(BIN)/cmake --build build/cpptest -- --quiet
	$(BIN)/ctest --test-dir build/cpptest --output-on-failure --no-tests=error --parallel 2

pytest: setup
	$(PYTEST)

# The golden files of what the engines say: written anew, and the difference shown.
words: setup
	OVERTRICK_WORDS=write $(BIN)/python -m pytest -q tests/golden
	@git add --intent-to-add tests/golden
	@git --no-pager diff --stat --patch -- 'tests/golden/*.txt'

bench: setup
	$(BIN)/python -m bench.hot_paths
	$(BIN)/python -m bench.startup
	$(BIN)/python -m bench.formats
	$(BIN)/python -m bench.double_dummy
	$(BIN)/python -m bench.ladder
	$(BIN)/python -m bench.hands
	$(BIN)/python -m bench.sampling
	$(BIN)/python -m bench.suits
	$(BIN)/python -m bench.squeezes
	$(BIN)/python -m bench.squeeze_rules
	$(BIN)/python -m bench.squeeze_deals

soak: setup
	OVERTRICK_HYPOTHESIS=soak $(PYTEST) tests/properties tests/oracles \
		$(shell grep -lE 'IS_SOAK|squeeze_endings' tests/spec/*.py)

encyclopedia: setup
	$(BIN)/overtrick encyclopedia build

clean:
	rm -rf $(VENV) build src/overtrick/_core.pyi
