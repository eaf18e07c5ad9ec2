"""What a connector may be called, where it may lead, and how it refers to secrets. Nothing here connects."""
