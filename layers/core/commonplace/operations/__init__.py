"""The framework of a call: contract, HTTP, reading, writing, idempotency, audit, usage."""
