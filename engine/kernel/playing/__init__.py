"""From an order or an answer to events: table, dice, decisions. Pure."""
