"""Teams, for owners alone: who is a member, what he may do, and how others come in."""
