"""The commands of `skald`, and its settings."""
