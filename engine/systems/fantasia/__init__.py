"""La Fantasia Final: a light 2d6 tactical game, played by the rules of its ledger (see README.md)."""
