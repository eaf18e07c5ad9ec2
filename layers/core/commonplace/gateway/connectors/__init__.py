"""Connectors: upstream MCP servers of an account, whose tools are listed and called with the memory's own."""
