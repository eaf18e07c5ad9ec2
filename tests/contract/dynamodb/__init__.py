"""The contract of the embedded engine, held by every backend."""
