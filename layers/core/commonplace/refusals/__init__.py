"""Why a call is refused: codes, their classes by status, and their messages in each language."""
