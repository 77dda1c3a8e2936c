"""The board: where one may stand and go, doors, terrain, hiding, reach."""
