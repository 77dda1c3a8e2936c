"""What people open in a browser: the landing page, GraphiQL, the API page and the guide."""
