"""The pages for browsers: the landing page, GraphiQL, the API page and the guide."""
