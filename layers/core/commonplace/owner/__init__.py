"""What the owner of an account does himself, outside of any session: erase, and prove it."""
