"""How a fight goes: opening, rounds, turns, courage, the end; and the tables of the game."""
