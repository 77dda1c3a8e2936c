"""Creating encounters and appending steps to them, immediately or at a deadline."""
