"""Squares and the figures on them as pure geometry: ground and numbers only, no fight and no table."""
