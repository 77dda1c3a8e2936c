"""GraphQL: the schema, introspection, and how queries are carried out."""
