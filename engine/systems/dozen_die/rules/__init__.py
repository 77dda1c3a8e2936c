"""The rules, one module per chapter. Here every order of an activation finds its chapter."""
