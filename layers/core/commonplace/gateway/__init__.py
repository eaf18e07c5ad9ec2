"""The gateway: one MCP endpoint for the memory's own tools and those of connectors."""
