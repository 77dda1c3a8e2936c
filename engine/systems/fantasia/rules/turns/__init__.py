"""The course of a fight: initiative, phases, rounds, turns, its end."""
