"""Who calls: keys, sign-ins and the tokens of an OpenID Connect issuer."""
