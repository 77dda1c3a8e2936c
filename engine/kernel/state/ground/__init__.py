"""The ground of a fight: its space, what lies and stands on it, and how it changes."""
