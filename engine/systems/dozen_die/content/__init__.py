"""The content of Dozen Die: data files, their shapes, and the catalogue they make."""
