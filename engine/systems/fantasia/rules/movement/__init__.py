"""Movement: ways, jumps, and how one comes nearer in a rage."""
