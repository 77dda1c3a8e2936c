"""Squares and those who stand on them, as pure geometry: it knows the ground and numbers, no fight and no table."""
