"""Export and import of an account: one documented format, in pages (docs/export.md)."""
