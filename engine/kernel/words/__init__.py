"""Sentences and words for people, in every language of a rule system."""
