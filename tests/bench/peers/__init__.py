"""Other people's programs that do a part of what Skald does; each is left out, and says so, where it is not there."""
