"""The scene: a fight as any client can draw it, without knowing the game."""
