"""Sign-in by an OpenID Connect issuer: its keys, its tokens, and the pages that sign the owner in."""
