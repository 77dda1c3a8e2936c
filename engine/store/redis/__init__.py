"""The store on Redis or Valkey."""

from engine.store.redis.adapter import RedisStore

__all__ = ["RedisStore"]
