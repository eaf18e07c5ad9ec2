"""Operations on a session that no model may call: reset, raise, anchor."""
