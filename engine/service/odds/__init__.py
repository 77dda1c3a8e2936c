"""What may come of a fight from any moment on: seeded continuations by bots, and what they come to."""
