"""What an activation is spent on: moving, charging, shooting, skills."""
