"""A scene as an SVG: one drawing for pages, plugins and files, made from the scene alone."""
