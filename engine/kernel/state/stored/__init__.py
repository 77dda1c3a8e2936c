"""How events and states are written and read, those of old versions too."""
