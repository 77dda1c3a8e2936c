"""What cards say, and what that comes to: the interpreter of `content.kinds.effects`."""
