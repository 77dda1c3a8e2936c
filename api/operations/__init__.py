"""The operations of a caller, shared by GraphQL and REST."""
