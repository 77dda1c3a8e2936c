"""The questions of the field: it has none of its own."""

from __future__ import annotations

from typing import Any

from engine.kit import Question

QUESTIONS: tuple[type[Question[Any]], ...] = ()
