"""Board geometry shared by several games: blocks of cells, lines of sight, shortest paths. It knows no rules."""
