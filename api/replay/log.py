"""The log of a replay: every event in words, with the terms of its numbers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

from api.reading.headlines import Act
from api.reading.rendered_event import RenderedEvent, followed
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state.events import CombatantAppeared, CombatantJoined, Reverted
from engine.kernel.state.fight import State
from engine.service.reading.acts import Acts
from engine.service.reading.undone import GoingBack
from engine.service.reading.views import SeenEvent
from schemas.answers import Because, Headline
from schemas.replays import ReplayEffect, ReplayEvent, ReplayReason, ReplayRevert, ReplayTerm


class Log:
    """Rendered events. statements: of the rules that the terms name. reverts: as far as they are seen."""

    def __init__(self, events: Iterable[RenderedEvent]) -> None:
        self.events: list[ReplayEvent] = []
        self.statements: dict[str, str] = {}
        self.reverts: list[ReplayRevert] = []
        for seen_event in events:
            why, event = seen_event.because, seen_event.event
            self.events.append(
                ReplayEvent(
                    version=seen_event.version,
                    act=seen_event.act,
                    type=seen_event.type,
                    weight=seen_event.weight,
                    text=seen_event.text,
                    headline=seen_event.headline.text if seen_event.headline is not None else "",
                    effect=_effect_of(seen_event.headline) if seen_event.headline is not None else None,
                    rule=seen_event.rule or "",
                    reasons=self._reasons(why, seen_event.data) if why is not None else (),
                )
            )
            if isinstance(event, Reverted):
                self.reverts.append(
                    ReplayRevert(version=seen_event.version, to_version=event.to_version, kept=event.kept)
                )

    def _reasons(self, why: Because, figures: dict[str, Any]) -> tuple[ReplayReason, ...]:
        """The terms, by the number that they make up."""
        found: dict[str, list[ReplayTerm]] = {}
        for term in why.terms:
            if term.rule and term.statement:
                self.statements[term.rule] = term.statement
            line = ReplayTerm(
                source=term.source, amount=term.amount, times=term.times, over=term.over, rule=term.rule or ""
            )
            found.setdefault(term.of, []).append(line)
        for name in why.withheld:
            found.setdefault(name, [])
        values = {name: value if isinstance(value := figures.get(name), int) else None for name in found}
        return tuple(
            ReplayReason(of=name, value=values[name], withheld=name in why.withheld, terms=tuple(lines))
            for name, lines in found.items()
        )


def _effect_of(headline: Headline) -> ReplayEffect:
    return ReplayEffect(outcome=headline.outcome, target=headline.target, changes=headline.changes)


def rendered(book: Rulebook[Any], seen: Sequence[SeenEvent], last: State[Any], locale: str) -> Sequence[RenderedEvent]:
    """All events of a fight as one seat sees them. last: what it sees in the end."""
    renderer = Renderer(book, locale, last)
    for event in (seen_event.recorded.event for seen_event in seen):
        # Whom it knows no more is called as he was when it did.
        if isinstance(event, (CombatantJoined, CombatantAppeared)) and event.combatant not in last.fight.combatants:
            renderer.learn(event)
    return rendered_from(book, seen, renderer, names=False)


def rendered_from(
    book: Rulebook[Any], seen: Sequence[SeenEvent], renderer: Renderer, *, names: bool
) -> Sequence[RenderedEvent]:
    """Events from the first on, rendered. names: whether the renderer has to learn them from the events."""
    acts, going_back, together = Acts(), GoingBack(), defaultdict[int, Act](Act)
    told = []
    for event in seen:
        renderer.learn(event.recorded.event, event.recorded.version, names=names)
        act = acts.act_of(event.recorded)
        told.append(RenderedEvent(book, event, renderer, act, going_back.undone(event.recorded), together[act]))
    return followed(told)
