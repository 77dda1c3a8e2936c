"""The conformance kit for clients: a real server that plays troubles at a client, and says which it mastered."""
