"""Operations on teams, for owners only: members, rights and invitations."""
