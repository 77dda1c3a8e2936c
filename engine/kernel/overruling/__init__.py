"""The game master's tools, and take-backs by consent."""
