"""The MCP endpoint: HTTP transport, the SDK behind it, and the memory's own tools."""
