"""A fight as text for a terminal: its events, step by step, or its acts, and its state."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from api.reading.log_lines import headlines
from api.replay.log import rendered_from
from api.words.renderer import Renderer
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.state import events as e
from engine.kernel.state.combatant import Combatant, Place
from engine.kernel.state.fight import Fight
from engine.kernel.structs.messages import Recorded
from engine.service.proof.folding import live
from engine.service.reading.undone import GoingBack
from engine.service.reading.views import SeenEvent

TAKEN_BACK = "x: taken back by a later revert"


def words_of(book: Rulebook[Any], earlier: Sequence[Recorded], recorded: Recorded, locale: str) -> str:
    """An event in words, without its number; earlier: the events before it, which name who takes part."""
    renderer = _renderer(book, earlier, locale)
    for before in (*earlier, recorded):
        renderer.learn(before.event, before.version)
    return renderer.event(recorded.event, recorded.draft.because) or "(hidden)"


def narrate(book: Rulebook[Any], recorded: Sequence[Recorded], locale: str) -> Iterator[str]:
    """The lines of a fight: blank between steps, and `x` before events that were taken back later."""
    counts, renderer, going_back = set(live(recorded)), _renderer(book, recorded, locale), GoingBack()
    time = ""
    for record in recorded:
        if record.time != time and time:
            yield ""
        time = record.time
        renderer.learn(record.event, record.version)
        mark = " " if record.version in counts or isinstance(record.event, e.Reverted) else "x"
        undone = going_back.undone(record)
        words = renderer.event(record.event, record.draft.because, undone=renderer.undone(undone) if undone else "")
        rule = f"  [{record.draft.rule}]" if record.draft.rule else ""
        yield f"{mark}{record.version:>5}  {words or '(hidden)'}{rule}"
    if len(counts) + sum(isinstance(record.event, e.Reverted) for record in recorded) < len(recorded):
        yield ""
        yield TAKEN_BACK


def narrate_acts(book: Rulebook[Any], recorded: Sequence[Recorded], locale: str) -> Iterator[str]:
    """A line for each act, as its headline tells it; marked like those of `narrate`."""
    counts, reverted = (
        set(live(recorded)),
        {record.version for record in recorded if isinstance(record.event, e.Reverted)},
    )
    seen = [SeenEvent(record, "", "") for record in recorded]
    back = False
    for version, text in headlines(rendered_from(book, seen, _renderer(book, recorded, locale), names=True)):
        gone = version not in counts and version not in reverted
        back = back or gone
        yield f"{'x' if gone else ' '}{version:>5}  {text}"
    if back:
        yield ""
        yield TAKEN_BACK


def _renderer(book: Rulebook[Any], recorded: Sequence[Recorded], locale: str) -> Renderer:
    """It knows who sits at the table from the beginning."""
    renderer = Renderer(book, locale)
    for seat in recorded[0].event.table if recorded and isinstance(recorded[0].event, e.EncounterCreated) else ():
        renderer.learn(e.SeatAdded(entry=seat))
    return renderer


def state_table(fight: Fight) -> Iterator[str]:
    """The state as a table."""
    outcome = f", outcome {fight.outcome}" if fight.outcome else ""
    yield f"{fight.name} ({fight.system}), {fight.status.lower()}, round {fight.round}{outcome}"
    if fight.acting:
        yield f"may be ordered now: {', '.join(fight.acting)}"
    if fight.window:
        for asked in fight.window.asked:
            if not asked.answered:
                offers = ", ".join(offer.key for offer in asked.offers)
                seats = " or ".join(asked.seats)
                yield f"decision {asked.decision} waits for {seats}: {asked.kind} ({offers or 'dice'})"
    yield ""
    rows: list[tuple[str, ...]] = [("combatant", "side", "seat", "vitals", "conditions", "place", "out")]
    rows += [_row(who) for who in fight.combatants.values()]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(who: Combatant) -> tuple[str, ...]:
    vitals = " ".join(f"{name} {v.now}" + (f"/{v.max}" if v.max is not None else "") for name, v in who.vitals.items())
    conditions = ", ".join(c.kind + (f" {c.amount}" if c.amount is not None else "") for c in who.conditions)
    return (who.id, who.side, who.controller or "gm", vitals, conditions, _place(who.place), who.out or "")


def _place(place: Place | None) -> str:
    if place is None:
        return ""
    spot = place.cell or place.point
    return place.zone or (f"{spot.x},{spot.y}" if spot else "") or (f"rank {place.rank}" if place.rank else "")
