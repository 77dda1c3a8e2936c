"""What people read of a rule: a title and a line."""

from __future__ import annotations

from collections.abc import Mapping

from engine.kernel.authoring.system import Rule


def require_titles_and_lines(told: Mapping[str, Rule], rules: Mapping[str, Rule]) -> None:
    """In one language the same rules in the same order, each with a short title of its own and one sentence."""
    assert list(told) == list(rules)
    titles = [rule.title for rule in told.values()]
    assert {title for title in titles if titles.count(title) > 1} == set()
    for key, rule in told.items():
        assert 0 < len(rule.title) <= 40, key
        assert 0 < len(rule.statement) <= 140, key
        assert "\n" not in rule.statement, key
        assert rule.statement.endswith("."), key
