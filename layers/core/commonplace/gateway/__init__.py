"""The gateway: one MCP endpoint for the tools of the memory and those of the connectors."""
