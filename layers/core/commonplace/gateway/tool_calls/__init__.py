"""Processing of every finished call of a connector's tool: the session's level, ids, pointer and note."""
