"""The dashboard: server-rendered pages for the owner, usable without JavaScript (docs/dashboard.md)."""
