"""Why a call is refused: codes, and their messages in each language."""
