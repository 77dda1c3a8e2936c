"""What a fight taught: rolls with their chances, deeds and thoughts, as each reader may know them."""

from __future__ import annotations

import itertools

import pytest

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import parse_dice
from engine.kernel.structs.odds import Odds
from engine.service.analysis import rolls as rolls_module
from engine.service.analysis.analysis import Analysis, analyse
from engine.service.analysis.chances import chances_in
from engine.service.proof.export import read_export
from engine.service.registry import Registry
from engine.store.port import Entry
from tests.recordings.make import path_of

GAMES = {
    "fantasia": "heroes_win",
    "dozen_die": "dozen_strangers",
    "minis": "minis_skirmish",
    "saari": "saari_won",
    "mongolian_mercenaries": "mercenaries_raid",
}


def recording(name: str) -> tuple[Rulebook[object], list[Entry]]:
    """The rules and the events of a recording."""
    with path_of(name).open("rb") as file:
        export = read_export(file)
    return Registry.installed().book(export.header.system), [event.entry() for event in export.events]


def analysed(name: str, seat: str | None = None, *, whole: bool = True) -> Analysis:
    """A recording, by default as its operator reads it."""
    book, entries = recording(name)
    return analyse(book, entries, seat, whole=whole)


@pytest.mark.parametrize("game", GAMES)
def test_every_game_tells_the_chances_of_its_rolls(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of those that decide something; where the faces alone decide, just so many of all results are a success."""
    found: dict[int, Odds] = {}

    def watched(*args: object, **more: object) -> dict[int, Odds]:
        new = chances_in(*args, **more)  # type: ignore[arg-type]  # passed through
        found.update(new)
        return new

    monkeypatch.setattr(rolls_module, "chances_in", watched)
    told = analysed(GAMES[game])
    judged = [one for one in told.rolls if one.chance is not None and one.passed is not None]
    assert len(judged) >= 3
    expected, spread = (
        sum(one.chance or 0 for one in judged),
        sum((one.chance or 0) * (1 - (one.chance or 0)) for one in judged),
    )
    assert abs(sum(bool(one.passed) for one in judged) - expected) < 5 * spread**0.5 + 1
    counted = 0
    for one in told.rolls:
        odds, dice = found.get(one.version), parse_dice(one.dice)
        if odds is None or odds.passes is None or dice.sides**dice.count > 1300:
            continue
        results = list(itertools.product(range(1, dice.sides + 1), repeat=dice.count))
        assert sum(map(odds.passes, results)) * odds.of == odds.good * len(results), one
        counted += 1
    assert counted >= (0 if game == "saari" else 3)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_dealt_is_taken(game: str) -> None:
    """Nobody deals more than is taken; whoever fell has lost points; the seats that played have thought."""
    told = analysed(GAMES[game])
    assert 0 < sum(one.dealt for one in told.fighters) <= sum(one.taken for one in told.fighters)
    fallen = {one.combatant for one in told.fighters if one.fell}
    assert fallen
    felled = [who for one in told.fighters for who in one.felled]
    assert set(felled) <= fallen
    assert len(felled) == len(set(felled))
    for one in told.fighters:
        assert sum(means.points for means in one.means) == one.dealt
        assert not one.felled_by or one.combatant in next(
            other.felled for other in told.fighters if other.combatant == one.felled_by
        )


def test_what_was_taken_back_is_not_counted() -> None:
    """That it happened is."""
    told, (_, entries) = analysed("taken_back"), recording("taken_back")
    rolled = sum(b'"DiceRolled"' in (entry.secret or entry.public) for entry in entries)
    assert told.reverts
    assert 0 < len(told.rolls) < rolled


def test_typed_dice_are_told_apart() -> None:
    """Where some are the server's, and where all are typed."""
    assert {one.typed for one in analysed("mixed_dice").dice} == {False, True}
    assert {one.typed for one in analysed("typed_dice").dice} == {True}


def test_a_player_reads_no_chance_that_rests_on_closed_figures() -> None:
    """The game master reads what the operator reads; a player what follows from what he sees; nobody makes it up."""
    book, entries = recording("ambush")
    everything = analyse(book, entries, None, whole=True)
    gm, player, public = (analyse(book, entries, seat) for seat in ("gm", "ana", None))
    assert gm.rolls == everything.rolls
    known = {one.version: one for one in everything.rolls}
    assert len(public.rolls) <= len(player.rolls) <= len(known)
    for one in (*player.rolls, *public.rolls):
        assert one.faces == known[one.version].faces
        assert one.chance in (None, known[one.version].chance)
    assert not any(one.chance is not None for one in public.rolls)
