"""What happens by itself on every finished call of a connector's tool: rise, ids, pointer, note."""
