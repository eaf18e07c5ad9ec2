"""The tools: one module each, with its contract (arguments, result, description) and what it does.

A contract feeds HTTP validation, OpenAPI (``docs/openapi.yaml``) and MCP; nothing about a tool is written
anywhere else. :mod:`commonplace.tools.registry` lists them all; a function imports only its own.
"""
