"""Plugins for virtual tables, as their hosts run them."""
