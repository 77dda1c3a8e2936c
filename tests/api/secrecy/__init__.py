"""What nobody may learn who may not know it, and what proves that a fight is as it was."""
