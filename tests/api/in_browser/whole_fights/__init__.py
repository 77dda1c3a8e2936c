"""Whole fights of every game in a browser: made, played by two people and a game master, watched and proven."""
