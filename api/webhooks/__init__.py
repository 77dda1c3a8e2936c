"""Webhooks: what is told to other people's servers, how it is signed and sent, and by which process."""
