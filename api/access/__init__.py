"""Authentication and limits: tokens, rates, request sizes."""
