"""Conflicts: melee and shots, what a hit does, pushes and falls, reactions."""
