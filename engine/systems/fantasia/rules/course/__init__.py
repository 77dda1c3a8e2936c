"""How an order is played: whose it is and what pays for it, requests, the game master's orders."""
