"""Operations on a session that only applications and owners may call, never a model: reset, raise, anchor."""
