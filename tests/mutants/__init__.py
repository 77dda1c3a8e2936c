"""How much of the code's behaviour the tests hold: see `make mutants` in CONTRIBUTING.md."""
