"""Plugins of virtual tables, as this server serves them: always of its own version."""
