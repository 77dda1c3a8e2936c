"""How a fight goes: opening, rounds, turns, courage, the end."""
