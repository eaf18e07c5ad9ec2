"""The owner's pages: rendered here, sent whole, usable without JavaScript (docs/dashboard.md)."""
