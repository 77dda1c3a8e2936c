"""Third-party programs that do a part of what Skald does; a missing one is left out, with a message."""
