"""The course of a fight: initiative, rounds, turns, scenes, its end."""
