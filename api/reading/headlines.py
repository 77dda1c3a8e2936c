"""The headline of an act: what came of it, in one line, from those events of it that a reader sees, and nothing else.

Parts in the order of the events: what somebody did, to whom, with its numbers; who moved, what befell whom, who fell.
How an event stands in it is said by the game (`engine.kernel.structs.deeds`), for the kernel's events here. An act of
which nothing is worth telling has none: a question that changes nothing, the end of a turn.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from math import isqrt
from typing import Any, Protocol

from msgspec import Struct

from api.words.places import without_points
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.tiles import icon_of
from engine.kernel.state import events as e
from engine.kernel.state.reducer import merged
from engine.kernel.structs.deeds import Deed, Outcome
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.messages import Event, OfferGroup, Order, actor_of
from schemas import answers

_SILENT = (
    e.CommandAccepted, e.CommandEnded, e.DiceRolled, e.Drawn, e.DecisionOpened, e.DecisionAnswered,
    e.DecisionWithdrawn, e.AnswersRevealed, e.TurnBegan, e.OrderSet, e.VitalChanged, e.Hidden,
)  # fmt: skip
"""What is never told by itself."""

_OPENS = (e.CommandAccepted, e.DecisionAnswered, e.RoundBegan, e.DiceRolled)
"""What an act begins with that is known for what it is."""

_ICONS: Mapping[Outcome, Icon] = {
    "FALL": "fallen",
    "HIT": "sword",
    "MISS": "defend",
    "HELP": "cure",
    "MOVE": "move",
    "NOTHING": "check",
}
_RANKS: tuple[Outcome, ...] = ("FALL", "HIT", "MISS", "HELP", "MOVE")
"""What came of an act, of several the first."""


_LONGEST = 200
"""Most characters of a part."""


class Told(Protocol):
    """An event as a reader sees it. sentence, working: its text, and the arithmetic of its numbers, each alone."""

    event: Event
    version: int
    command: str | None
    book: Rulebook[Any]
    renderer: Renderer

    @property
    def sentence(self) -> str: ...
    @property
    def working(self) -> str: ...


class _Line(Struct):
    """A part of a headline. place: of its event in the act; numbers: what the vitals of its target lose or gain.

    paid: it is nothing but a number: behind what its combatant did, as what was paid for it.
    """

    deed: Deed
    place: int
    text: str
    numbers: list[str] = []
    paid: bool = False


class Act:
    """The events of an act as one reader sees them, in order, as far as they are known."""

    def __init__(self) -> None:
        self.told: list[Told] = []

    def headline(self, last: Told) -> answers.Headline | None:
        """The headline of the act up to an event of it; None: nothing to tell."""
        return _Telling(self.told[: self._place(last) + 1]).headline()

    def _place(self, sentence: Told) -> int:
        first = self.told[0].version
        guess = min(sentence.version - first, len(self.told) - 1)
        while self.told[guess].version > sentence.version:
            guess -= 1
        return guess


class _Telling:
    """One act. sentences: its events up to where it is told."""

    def __init__(self, sentences: Sequence[Told]) -> None:
        self._told = sentences
        self._renderer: Renderer = sentences[-1].renderer
        self._book = sentences[-1].book
        self._order: Order | None = None
        self._paid: list[str] = []
        for sentence in sentences:
            if isinstance(sentence.event, e.CommandAccepted):
                with suppress(Exception):  # an order of older rules that today's cannot read
                    self._order = self._book.decode_order(merged(sentence.event.order, sentence.event.withheld))

    def headline(self) -> answers.Headline | None:
        lines = list(self._lines())
        lines = self._chosen(lines)
        changes = self._numbered(lines)
        self._with_order(lines)
        if not lines:
            return None
        parts = [f"{line.text}: {', '.join(line.numbers)}" if line.numbers else line.text for line in lines]
        main = self._main(lines)
        outcome = min((_outcome(line, changes) for line in lines), key=(*_RANKS, "NOTHING").index)
        return answers.Headline(
            text=". ".join(dict.fromkeys(parts)) + (f" ({', '.join(self._paid)})" if self._paid else ""),
            icon=self._icon(main, outcome),
            outcome=outcome,
            because=self._because(main),
            actor=main.deed.actor or (actor_of(self._order) if self._order is not None else "") or None,
            target=main.deed.target,
            changes=changes,
        )

    # -- parts
    def _lines(self) -> Iterator[_Line]:
        """What every event has to tell, before anything is left out."""
        created = any(isinstance(sentence.event, e.EncounterCreated) for sentence in self._told)
        steps = [sentence.event for sentence in self._told if isinstance(sentence.event, e.Moved)]
        begun = {step.combatant: step for step in reversed(steps)}
        far = _ways(steps)
        ended = {step.combatant: step for step in steps}
        for place, sentence in enumerate(self._told):
            event = sentence.event
            if isinstance(event, e.Moved):
                if ended[event.combatant] is event:
                    text = self._moved(begun[event.combatant], event, far.get(event.combatant))
                    yield _Line(Deed("MOVE", event.combatant, event.combatant), place, text)
                continue
            deed = self._deed(sentence)
            if deed is None or (created and not isinstance(event, e.EncounterCreated)):
                continue
            if text := self._worded(sentence):
                yield _Line(deed, place, _clipped(text))

    def _deed(self, sentence: Told) -> Deed | None:
        """How an event stands in the headline; None: not at all."""
        event, system = sentence.event, self._book.system
        if type(event) in system.deeds:
            return system.deed(event)
        match event:
            case e.ConditionGained(renewed=True):
                return Deed(target=event.combatant, part="OTHER")
            case e.ConditionGained() | e.ConditionLost() | e.VitalLimitChanged():
                return Deed(target=event.combatant)
            case e.CombatantOut():
                departed = event.reason in system.departures
                return Deed("NOTHING" if departed else "FALL", target=event.combatant)
            case e.CombatantReturned():
                return Deed("HELP", target=event.combatant)
            case e.CombatantJoined() | e.CombatantAppeared() | e.CombatantVanished():
                return Deed("MOVE", event.combatant)
            case e.LineBarred():
                return Deed("MISS", event.combatant, event.target)
            case e.WayBarred() | e.OutcomeReached() | e.EncounterEnded():
                return Deed()
        if isinstance(event, _SILENT) or event.weight == "BOOKKEEPING":
            return None
        if sentence.command is None:
            return Deed()
        return Deed(actor=getattr(event, "combatant", None), part="OTHER") if event.weight == "HEADLINE" else None

    def _worded(self, sentence: Told) -> str:
        """An event in the words of a headline."""
        return self._renderer.headline(sentence.event) or sentence.sentence

    def _moved(self, first: e.Moved, last: e.Moved, far: int | None) -> str:
        """Where somebody has got to, from where the act began. far: by what way on an open table, in hundredths."""
        here, there = first.from_, last.to
        if there is None or (here is not None and _spot(here) == _spot(there)):
            return self._renderer.headline(last) or self._renderer.event(last)
        return self._renderer.headline(last) or self._renderer.moved(last.combatant, there, far)

    # -- what is left out
    def _chosen(self, lines: list[_Line]) -> list[_Line]:
        """Without those that others say better."""
        deeds = [line for line in lines if line.deed.part == "DEED"]
        told = any(line.deed.part != "OTHER" for line in lines)
        fallen = {line.deed.target for line in lines if line.deed.outcome == "FALL"}
        kept: list[_Line] = []
        for line in lines:
            if line.deed.target in fallen and isinstance(self._told[line.place].event, e.ConditionGained):
                continue  # that he lies there, and is dead, goes without saying
            match line.deed.part:
                case "LEAD" if any(deed.place > line.place and deed.deed.actor == line.deed.actor for deed in deeds):
                    continue
                case "TRACE" if any(_says(candidate.deed, line.deed) for candidate in kept):
                    continue
                case "OTHER" if told:
                    continue
            kept.append(line)
        return kept

    # -- numbers
    def _numbered(self, lines: list[_Line]) -> tuple[answers.HeadlineChange, ...]:
        """Give every change of a vital to the part that tells of it, or a part of its own."""
        changes: list[answers.HeadlineChange] = []
        known = any(isinstance(self._told[0].event, opener) for opener in _OPENS) or self._told[0].command is None
        for place, sentence in enumerate(self._told):
            event = sentence.event
            if not isinstance(event, e.VitalChanged):
                continue
            changes.append(answers.HeadlineChange(combatant=event.combatant, vital=event.vital, by=event.change))
            line = _teller(lines, event, place)
            if line is not None:
                line.numbers.append(str(abs(event.change)))
                continue
            if self._pays(lines, event):
                self._paid.append(self._renderer.paid(event.combatant, event.vital, event.change))
                continue
            unseen = not known and not any(other.deed.part != "OTHER" for other in lines)
            text = self._renderer.number(event.combatant, event.vital, event.change, unseen=unseen)
            outcome: Outcome = "NOTHING" if known else "HIT" if event.change < 0 else "HELP"
            lines.append(_Line(Deed(outcome, target=event.combatant), place, text, paid=True))
        acting = {line.deed.actor for line in lines if line.deed.actor}
        lines.sort(key=lambda line: (line.paid and line.deed.target in acting, line.place))
        return tuple(changes)

    @staticmethod
    def _pays(lines: Sequence[_Line], event: e.VitalChanged) -> bool:
        """Whether a number is what somebody spends on what he does: of another kind than his deed is about."""
        own = [line.deed for line in lines if line.deed.actor == event.combatant and line.deed.part != "OTHER"]
        return (
            event.change < 0
            and any(deed.vitals for deed in own)
            and all(event.vital not in deed.vitals for deed in own)
        )

    def _with_order(self, lines: list[_Line]) -> None:
        """The order before what it brought about, where nothing of that says what was done."""
        order = self._order
        if order is None or any(line.deed.actor for line in lines) or any(line.deed.part == "OTHER" for line in lines):
            return
        if order.group is OfferGroup.END and not (lines or self._renderer.headline(order)):
            return
        if order.group is OfferGroup.END and lines:
            return
        text = self._renderer.headline(order) or self._renderer.describe(without_points(order))
        if text:
            lines.insert(0, _Line(Deed(actor=actor_of(order) or None), -1, _clipped(text)))

    # -- the whole
    def _main(self, lines: Sequence[_Line]) -> _Line:
        """The part that the headline is about."""
        return next((line for line in lines if line.deed.outcome in ("HIT", "MISS", "HELP")), lines[0])

    def _because(self, main: _Line) -> str:
        """The arithmetic of what the headline is about."""
        if main.place < 0:
            return ""
        places = [main.place]
        places += [
            place
            for place, sentence in enumerate(self._told)
            if isinstance(sentence.event, e.VitalChanged)
            and sentence.event.combatant == main.deed.target
            and place != main.place
        ][:1]
        return " · ".join(dict.fromkeys(worked for place in places if (worked := self._told[place].working)))

    def _icon(self, main: _Line, outcome: Outcome) -> Icon:
        """That of the weapon, spell or the like, else of the order, else of what came of it."""
        words = (main.deed.means, *([type(self._order).__name__] if self._order is not None else ()))
        return icon_of(self._book.system, *words) or _ICONS[outcome]


def _outcome(line: _Line, changes: Sequence[answers.HeadlineChange]) -> Outcome:
    """What came of a part: of a deed that says neither, harm or help by its numbers."""
    if line.deed.outcome != "NOTHING" or not line.numbers:
        return line.deed.outcome
    by = next(
        (change.by for change in changes if change.combatant == line.deed.target and change.vital in line.deed.vitals),
        0,
    )
    return "HIT" if by < 0 else "HELP"


def _teller(lines: Sequence[_Line], event: e.VitalChanged, place: int) -> _Line | None:
    """The part that tells of a number: the nearest before it, else the nearest behind."""
    fits = [
        line
        for line in lines
        if line.deed.target == event.combatant
        and event.vital in line.deed.vitals
        and _agrees(line.deed.outcome, event.change)
    ]
    before = [line for line in fits if line.place < place]
    return before[-1] if before else fits[0] if fits else None


def _says(deed: Deed, trace: Deed) -> bool:
    """Whether a deed has told already what a trace would."""
    return (
        deed.target == trace.target and deed.outcome in (trace.outcome, "NOTHING") and {*trace.vitals} <= {*deed.vitals}
    )


def _agrees(outcome: Outcome, change: int) -> bool:
    return change > 0 if outcome == "HELP" else change < 0 if outcome in ("HIT", "FALL") else outcome == "NOTHING"


def _clipped(text: str) -> str:
    """People write notes of any length."""
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def _ways(steps: Sequence[e.Moved]) -> dict[str, int]:
    """How far each has gone between points, in hundredths."""
    ways: dict[str, int] = {}
    for step in steps:
        here, there = (place.point if place is not None else None for place in (step.from_, step.to))
        if here is not None and there is not None:
            way = isqrt((there.x - here.x) ** 2 + (there.y - here.y) ** 2)
            ways[step.combatant] = ways.get(step.combatant, 0) + way
    return ways


def _spot(place: Any) -> Any:
    return (place.zone, place.cell, place.point, place.rank, place.side)
