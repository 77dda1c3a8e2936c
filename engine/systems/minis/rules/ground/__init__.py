"""The table underfoot: water, roads, where one may stand, and what a player does not know of it."""
