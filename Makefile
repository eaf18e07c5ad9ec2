# `make` alone lists what there is to do; `make run` and `make test` need nothing but Python 3.11 or newer.
PORT ?= 8787
DATA ?= .data

environment := .ci/environment
python := .venv/bin/python
sam := .venv-sam/bin/python -m samcli
# Nothing here talks to AWS; SAM wants a region all the same.
sam_settings := SAM_CLI_TELEMETRY=0 AWS_DEFAULT_REGION=$${AWS_DEFAULT_REGION:-us-east-1}
with_core := PYTHONPATH=layers/core $(python) -m
benchmark := $(with_core)
pytest := $(python) -m pytest -n 2 --dist loadgroup

.DEFAULT_GOAL := help
.PHONY: help run test test-fast clients lint validate build lock benchmark benchmark-server benchmark-engine benchmark-words benchmark-search benchmark-stores benchmark-store-search benchmark-duplicates benchmark-cold-start benchmark-erasure benchmark-gateway benchmark-guards benchmark-notes benchmark-dashboard benchmark-export clean \
  dev-environment sam-environment ministack-environment lambda-environment test-environments dynalite mcp-peers browser screenshots

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-22s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: ## serve on localhost (PORT=8787, DATA=.data); prints a key and a call to try
	@$(environment) .venv requirements/run.txt
	@exec $(python) -m local serve --port "$(PORT)" --data "$(DATA)"

test: test-environments dynalite mcp-peers browser ## all tests, the built functions on Lambda's own runtime included
	$(pytest) -rs

# Left out: other servers and processes, random sequences, and moto where the embedded engine runs the same test.
test-fast: dev-environment ## the tests that need seconds
	$(pytest) --ignore tests/integration --ignore tests/browser -m "not slow and not lambda_runtime" \
	  -k "not (moto or ministack or dynalite or test_fuzz or test_kill or test_differential)"

screenshots: dev-environment browser ## each page of the dashboard in light, dark and narrow, into .cache/screenshots
	$(python) -m pytest -n 0 tests/browser/test_screenshots.py

clients: dev-environment mcp-peers ## what real clients show their models, into docs/clients; not part of `make test`
	$(with_core) tests.clients.agents

lint: dev-environment ## style, format, which package imports which, word lists, types
	$(python) -m ruff check .
	$(python) -m ruff format --check .
	PYTHONPATH=layers/core .venv/bin/lint-imports --no-logo
	$(with_core) tests.lint.word_lists
	$(python) -m mypy layers functions local events tests

validate: sam-environment ## check template.yaml as SAM and CloudFormation do
	$(sam_settings) $(sam) validate --lint

# Whether a layer has changed, SAM's cache asks of the layer's own folder alone.
build: sam-environment ## build the functions and layers as they are deployed, into .aws-sam
	@cmp -s layers/Makefile .aws-sam/layers.mk || rm -rf .aws-sam/cache
	@interpreter=$$(.ci/python 3.13) && export PATH="$$(dirname "$$interpreter"):$$PATH" $(sam_settings) \
	  && echo "$(sam) build" && $(sam) build
	@cp layers/Makefile .aws-sam/layers.mk

# Versions that are in a lock already stay; `make lock UV_FLAGS=--upgrade` moves them.
uv := .cache/uv/bin/uv pip compile -q --no-config --universal --generate-hashes --no-header \
  --no-emit-index-url --no-emit-find-links $(UV_FLAGS)
# What both layers need comes with the core layer.
core := annotated-types pydantic pydantic-core typing-extensions typing-inspection
# The gateway's functions have the sign-in layer, too.
sign_in := cffi cryptography pycparser pyjwt
lock: ## write all locks anew from pyproject.toml
	@.ci/uv >/dev/null
	$(uv) --python-version 3.11 pyproject.toml --group local -o requirements/run.txt
	$(uv) --python-version 3.11 pyproject.toml --group local --group dev -c requirements/run.txt -o requirements/dev.txt
	$(uv) --python-version 3.13 --group layer-core -c requirements/run.txt -o layers/core/requirements.txt
	$(uv) --python-version 3.13 --group layer-search -c requirements/run.txt -o layers/search/requirements.txt
	$(uv) --python-version 3.13 --group layer-gateway -c requirements/run.txt -o layers/gateway/requirements.txt \
	  $(core:%=--no-emit-package %) $(sign_in:%=--no-emit-package %)
	$(uv) --python-version 3.13 --group layer-sign-in -c requirements/run.txt -o layers/sign_in/requirements.txt \
	  $(core:%=--no-emit-package %)
	$(uv) --python-version 3.13 --group layer-dashboard -c requirements/run.txt -o layers/dashboard/requirements.txt
	$(uv) --python-version 3.11 --group uv -o requirements/uv.txt
	$(uv) --python-version 3.11 --group sam -o requirements/sam.txt
	$(uv) --python-version 3.11 --group ministack -o requirements/ministack.txt
	$(uv) --python-version 3.11 --group peers -o requirements/peers.txt
	$(uv) --python-version 3.11 --group mcp-legacy -o requirements/mcp-legacy.txt
	$(uv) --python-version 3.11 --group mcp-peers -o requirements/mcp-peers.txt
	$(uv) --python-version 3.13 --group lambda-runtime -c requirements/run.txt -o requirements/lambda.txt

benchmark: benchmark-server benchmark-engine benchmark-words benchmark-search benchmark-stores benchmark-store-search benchmark-duplicates benchmark-cold-start benchmark-mcp benchmark-erasure ## all benchmarks but the guards'

benchmark-server: dev-environment ## recall and remember over HTTP, memory_search in the function
	$(benchmark) tests.benchmarks.local_server
	$(benchmark) tests.benchmarks.memory_search

benchmark-mcp: dev-environment ## the MCP endpoint beside the tools' own functions, and what it loads
	$(benchmark) tests.benchmarks.mcp_endpoint

benchmark-gateway: dev-environment mcp-peers ## a connector's call beside the same call of its upstream
	$(benchmark) tests.benchmarks.gateway_overhead

benchmark-engine: dev-environment ## the embedded DynamoDB, call by call
	$(python) -m local.dynamodb.benchmark

benchmark-cold-start: dev-environment ## a function's cold start beside a bare DynamoDB client's
	$(benchmark) tests.benchmarks.cold_start

benchmark-words: dev-environment ## ranking by words: speed, memory, quality on long conversations
	$(benchmark) tests.benchmarks.word_search

benchmark-duplicates: dev-environment ## duplicates by meaning: paraphrases found, near-misses and others dropped, time
	$(benchmark) tests.benchmarks.duplicates

benchmark-search: dev-environment ## hybrid ranking: quality on long conversations and on notes, each part of the rule, speed
	$(benchmark) tests.benchmarks.search_quality
	$(benchmark) tests.benchmarks.search_quality --parts
	$(benchmark) tests.benchmarks.search_quality --tune
	$(benchmark) tests.benchmarks.search_quality --speed
	$(benchmark) tests.benchmarks.search_notes

benchmark-stores: dev-environment ## the stores' writes in their functions: speed, round trips, a long text
	$(benchmark) tests.benchmarks.store_write

benchmark-store-search: dev-environment ## the stores' reads by meaning: speed warm and cold, round trips, memory
	$(benchmark) tests.benchmarks.store_search

benchmark-erasure: dev-environment ## erasing 10,000 memories: calls, capacity, time
	$(benchmark) tests.benchmarks.erasure

benchmark-guards: dev-environment ## both guards: found, missed, falsely caught, time; other tools' beside them
	@$(environment) .venv-peers requirements/peers.txt
	$(benchmark) tests.benchmarks.guards_credentials
	$(benchmark) tests.benchmarks.guards_commands
	$(benchmark) tests.benchmarks.guards.measure

benchmark-notes: dev-environment ## capturing ids, writing notes, the bound of tokens beside the real number
	$(benchmark) tests.benchmarks.capture

benchmark-dashboard: dev-environment ## the dashboard's pages in their function: time, calls of the tables, bytes
	$(benchmark) tests.benchmarks.dashboard

benchmark-export: dev-environment ## exporting and importing 10,000 memories: time, memory, pages
	$(benchmark) tests.benchmarks.export_import

clean: ## remove what was installed, built and cached; the data of `make run` stays
	rm -rf .venv .venv-sam .venv-ministack .venv-lambda .venv-peers .venv-mcp-legacy .venv-mcp-peers .aws-sam .cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find functions layers local tests -name __pycache__ -prune -exec rm -rf {} +

dev-environment:
	@$(environment) .venv requirements/dev.txt

sam-environment:
	@$(environment) .venv-sam requirements/sam.txt

ministack-environment:
	@$(environment) .venv-ministack requirements/ministack.txt

lambda-environment:
	@$(environment) .venv-lambda requirements/lambda.txt 3.13

test-environments: dev-environment sam-environment ministack-environment lambda-environment

# One of the servers that the embedded DynamoDB is compared with; its tests are skipped where there is no npm.
dynalite:
	@.ci/dynalite

# Other ends of the MCP endpoint: a client of the era before, the conformance suite, the Inspector.
mcp-peers:
	@.ci/mcp-peers

# What the dashboard's pages are tested in; their tests are skipped where it cannot be installed.
browser:
	@.ci/browser
