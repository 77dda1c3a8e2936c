"""The board: distances, routes, leaps, and whom one can aim at."""
