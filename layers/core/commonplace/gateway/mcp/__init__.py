"""The MCP endpoint: transport, the SDK behind it, and whose tools are listed."""
