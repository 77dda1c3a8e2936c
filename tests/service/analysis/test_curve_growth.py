"""A curve that grows comes to what it comes to at once, however its runs are cut into batches."""

from __future__ import annotations

from itertools import cycle

from engine.service.analysis.curve import Key, Share, made
from engine.service.analysis.curve_batch import Made, Piece, curve_batch, outlined
from engine.service.analysis.curve_growth import GrownCurve, Growth, curve_of
from engine.service.reading.views import decode_whole
from engine.store.packing import pack_page
from tests.service.analysis.test_analysis import recording

FIRST, MORE = 4, 4


def cut(growth: Growth, name: str, many: int) -> list[GrownCurve]:
    """Made in batches of so many runs, of which each second one is given back first; all that it came to."""
    book, entries = recording("mercenaries_won")
    pages, told = [pack_page(entries)], [growth.grown()]
    for back in cycle((True, False)):
        pieces = growth.take(many)
        if not pieces:
            break
        if back:
            growth.give_back(pieces)
            continue
        found = curve_batch(book, name, pages, pieces)
        assert found is not None
        growth.add(pieces, found)
        told.append(growth.grown())
    return [*told, growth.grown()]


def test_it_comes_to_the_same_in_any_batches() -> None:
    """As `curve_of` makes it; before it is complete it has no turning points and says which points may change."""
    book, entries = recording("mercenaries_won")
    recorded = [decode_whole(book, entry) for entry in entries]
    whole = curve_of(book, recorded, lambda tasks: [made(book, task) for task in tasks], first=FIRST, more=MORE)
    found = outlined(book, "a", [pack_page(entries)])
    told = cut(Growth(found, work=None, first=FIRST, more=MORE, fights=2), "a", 7)
    assert told[-1].curve == whole
    assert told[-1].complete
    assert told[-1].luck.keys() <= set(whole.sides)
    assert [one.done for one in told] == [*sorted(one.done for one in told[:-1]), 1.0]
    assert not any(one.complete or one.curve.turns for one in told[:-1])
    assert len(told[1].finished) < len(whole.points) == len(told[-1].finished)
    ahead = [(one.version, one.runs) for one in told[0].curve.points]
    assert ahead == [(whole.points[-1].version, 0)], "the end is known before anything is"


def test_a_process_without_the_fight_asks_for_it() -> None:
    book, entries = recording("mercenaries_won")
    pieces = [Piece(Key("V", 0, 0), 0, 1)]
    assert curve_batch(book, "another", None, pieces) is None
    sent = curve_batch(book, "another", [pack_page(entries)], pieces)
    again = curve_batch(book, "another", None, pieces)
    assert isinstance(sent, Made)
    assert isinstance(again, Made)
    assert sent.shares == again.shares
    assert isinstance(sent.shares[0], Share)
