"""Configuration of each client for the MCP endpoint. A test compares the texts with docs/clients/."""

from __future__ import annotations

from dataclasses import dataclass

_ADDRESS, _NAMESPACE = "ADDRESS", "TOOL__"  # placeholders in the texts below
_MCP = f"{_ADDRESS}/mcp"
VARIABLE = "export COMMONPLACE_KEY='KEY'"
# Choices of the memory's tools, with the value of ``?toolsets=``; the first is the default, which needs none.
TOOLSETS = {"agent": "agent", "classified": "classified", "both": "agent,classified"}


@dataclass(frozen=True, slots=True)
class Client:
    """One client.

    Attributes
    ----------
    name
        In the address; with underscores, key of its note in the languages' files.
    title
        The product's name; empty: a text from the languages' files.
    place
        File to paste the text into; empty: a terminal.
    text
        To paste.
    documented
        Documentation with the same text.
    """

    name: str
    title: str
    place: str
    text: str
    documented: str

    def at(self, base_url: str, namespace: str, key: str | None = None, query: str = "") -> str:
        """Return the text with the address, the tools' namespace and, where it contains one, the key.

        ``query`` stands behind the MCP address, and begins with ``?`` where it is not empty.
        """
        address = _MCP + query
        if query and not self.place:
            address = f'"{address}"'  # a shell expands a bare "?"
        text = self.text
        if "toolsets=classified" in query:  # which has no recall
            text = text.replace(f"{_NAMESPACE}recall", f"{_NAMESPACE}memory_list")
        text = text.replace(_MCP, address).replace(_ADDRESS, base_url).replace(_NAMESPACE, f"{namespace}__")
        return text if key is None else text.replace("Bearer KEY", f"Bearer {key}").replace("<key>", key)

    @property
    def holds_key(self) -> bool:
        """Whether the text contains the key itself."""
        return "Bearer KEY" in self.text or "<key>" in self.text


CLIENTS = (
    Client(
        "claude-code",
        "Claude Code",
        "",
        """\
claude mcp add --transport http commonplace ADDRESS/mcp --header "Authorization: Bearer $COMMONPLACE_KEY"
claude mcp list
""",
        "docs/clients/claude-code.md",
    ),
    Client(
        "claude-desktop",
        "Claude Desktop",
        "claude_desktop_config.json",
        """\
{
  "mcpServers": {
    "commonplace": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "ADDRESS/mcp", "--header", "Authorization:${AUTH_HEADER}"],
      "env": {"AUTH_HEADER": "Bearer KEY"}
    }
  }
}
""",
        "docs/clients/claude-desktop.md",
    ),
    Client(
        "cursor",
        "Cursor",
        "~/.cursor/mcp.json",
        """\
{
  "mcpServers": {
    "commonplace": {
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer ${env:COMMONPLACE_KEY}"}
    }
  }
}
""",
        "docs/clients/cursor.md",
    ),
    Client(
        "vs-code",
        "VS Code",
        ".vscode/mcp.json",
        """\
{
  "inputs": [
    {"type": "promptString", "id": "commonplace-key", "description": "Commonplace key", "password": true}
  ],
  "servers": {
    "commonplace": {
      "type": "http",
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer ${input:commonplace-key}"}
    }
  }
}
""",
        "docs/clients/vs-code.md",
    ),
    Client(
        "codex",
        "Codex",
        "~/.codex/config.toml",
        """\
[mcp_servers.commonplace]
url = "ADDRESS/mcp"
bearer_token_env_var = "COMMONPLACE_KEY"
""",
        "docs/clients/codex.md",
    ),
    Client(
        "gemini-cli",
        "Gemini CLI",
        "~/.gemini/settings.json",
        """\
{
  "mcpServers": {
    "commonplace": {
      "httpUrl": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer $COMMONPLACE_KEY"}
    }
  }
}
""",
        "docs/clients/gemini-cli.md",
    ),
    Client(
        "windsurf",
        "Windsurf (Devin)",
        "~/.config/devin/mcp_config.json",
        """\
{
  "mcpServers": {
    "commonplace": {
      "transport": "http",
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer KEY"}
    }
  }
}
""",
        "docs/clients/windsurf.md",
    ),
    Client(
        "zed",
        "Zed",
        "~/.config/zed/settings.json",
        """\
{
  "context_servers": {
    "commonplace": {
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer KEY"}
    }
  }
}
""",
        "docs/clients/zed.md",
    ),
    Client(
        "jetbrains",
        "JetBrains AI Assistant",
        "JSON",
        """\
{
  "mcpServers": {
    "commonplace": {
      "command": "npx",
      "args": ["-y", "mcp-remote", "ADDRESS/mcp", "--header", "Authorization:${AUTH_HEADER}"],
      "env": {"AUTH_HEADER": "Bearer KEY"}
    }
  }
}
""",
        "docs/clients/jetbrains.md",
    ),
    Client(
        "junie",
        "Junie",
        "~/.junie/mcp/mcp.json",
        """\
{
  "mcpServers": {
    "commonplace": {
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer KEY"}
    }
  }
}
""",
        "docs/clients/jetbrains.md",
    ),
    Client(
        "opencode",
        "opencode",
        "opencode.json",
        """\
{
  "$schema": "https://opencode.ai/config.json",
  "mcp": {
    "commonplace": {
      "type": "remote",
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer {env:COMMONPLACE_KEY}"},
      "oauth": false
    }
  }
}
""",
        "docs/clients/opencode.md",
    ),
    Client(
        "cline",
        "Cline",
        "cline_mcp_settings.json",
        """\
{
  "mcpServers": {
    "commonplace": {
      "type": "streamableHttp",
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer KEY"}
    }
  }
}
""",
        "docs/clients/cline.md",
    ),
    Client(
        "other",
        "",
        "mcp.json",
        """\
{
  "mcpServers": {
    "commonplace": {
      "type": "http",
      "url": "ADDRESS/mcp",
      "headers": {"Authorization": "Bearer KEY", "X-Session-Id": "my-agent"}
    }
  }
}
""",
        "docs/clients/sdk.md",
    ),
    Client(
        "curl",
        "curl",
        "",
        """\
curl -s ADDRESS/mcp -H "Authorization: Bearer $COMMONPLACE_KEY" -H 'Content-Type: application/json' \\
  -d '{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "TOOL__recall", "arguments": {}}}'
""",
        "docs/clients/sdk.md",
    ),
    Client(
        "wontopos",
        "Python (wontopos)",
        "app.py",
        """\
from wontopos import Client

mem = Client(api_key="<key>", base_url="ADDRESS", user_id="alice")
mem.create_store()
mem.add_speaker("Bob")
mem.add("Bob said the deadline moved to Tuesday", speaker="Bob")
mem.search("what about the deadline?", speaker="Bob")
""",
        "README.md",
    ),
)
