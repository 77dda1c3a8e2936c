"""The catalogue of Saari, as data files."""
