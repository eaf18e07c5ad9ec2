"""Operations for the owner of an account, outside of any session: keys, teams, connectors, memories, erasures."""
