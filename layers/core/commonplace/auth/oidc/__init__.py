"""OpenID Connect: the issuer's keys and tokens, and the pages of the dashboard's sign-in."""
