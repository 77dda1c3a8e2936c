"""Campaigns: a company that goes from fight to fight. See README.md."""
