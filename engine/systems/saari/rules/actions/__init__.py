"""Other things that a turn is spent on: movement, help, tasks."""
