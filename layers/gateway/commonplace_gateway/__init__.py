"""The gateway: one MCP endpoint for the memory's tools and for those of the connectors."""
