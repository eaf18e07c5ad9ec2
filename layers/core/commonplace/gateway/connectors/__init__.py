"""Connectors: upstream MCP servers of an account, whose tools are listed and called beside the memory's own."""
