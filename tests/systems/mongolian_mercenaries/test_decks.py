"""Decks and two-sided cards: what nobody knows before it is drawn, or turned.  [MM-GEN-05, MM-GEN-06]"""

from __future__ import annotations

import msgspec
import pytest

from engine.kernel.state.events import Drawn
from engine.systems.mongolian_mercenaries.content.kinds import Ability, Cards, Does, Effect, Formula, StateCard
from engine.systems.mongolian_mercenaries.sheet import Setup
from tests.systems.mongolian_mercenaries.bout import Bout, foe, pc

SEATS = ("ana", "ben", "eye", None)


@pytest.mark.rule("MM-GEN-05", "MM-FIELD-08")
def test_a_card_is_drawn_blind_and_lies_open_then() -> None:
    """Any of them, by one die of so many sides; nothing of the order of the others is told."""
    fields = set()
    for face in (1, 2):
        bout = Bout(pc(rank=1), foe(rank=1), setup=Setup())
        bout.begin(face)
        assert bout.of(Drawn)
        assert bout.own.field is not None
        fields.add(bout.own.field.id)
        for seat in SEATS:
            seen = bout.arena.book.seen(bout.state, seat)
            assert seen.own.field == bout.own.field
    assert len(fields) == 2


@pytest.mark.rule("MM-GEN-06")
def test_the_back_of_a_card_is_known_to_the_game_master_alone() -> None:
    """A table's own two-sided state: players read its front."""
    hidden = Ability(effects=(Effect(does=Does.ATTRIBUTE, attribute="speed", amount=Formula(points=-77)),))
    card = StateCard(id="omen", name="Omen", symbol=2, back=(hidden,))
    bout = Bout(pc(rank=1), foe(rank=1), setup=Setup(battlefield="steppe", cards=Cards(states=(card,))))
    bout.begin()
    for seat in SEATS:
        seen = bout.arena.book.seen(bout.state, seat)
        (state,) = seen.own.setup.cards.states
        assert (state.id, state.back) == ("omen", None)
        assert b"-77" not in msgspec.json.encode(seen.own)
    assert bout.own.setup.cards.states[0].back == (hidden,)
