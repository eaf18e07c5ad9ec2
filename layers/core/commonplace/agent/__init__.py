"""The agents' tools, a module each: contract (arguments, result, description) and what it does."""
