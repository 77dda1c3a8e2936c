"""The cards of the game as data, and what they are made of."""
