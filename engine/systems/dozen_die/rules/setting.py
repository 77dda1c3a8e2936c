"""What a position must be like for a fight to begin in it, or for somebody to enter it.  [DD-GAP-41]"""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.systems.dozen_die.board.stand import stand_at
from engine.systems.dozen_die.rules import board, look
from engine.systems.dozen_die.rules.look import DD
from engine.systems.dozen_die.sheet import Setup

RULE = "DD-GAP-41"


def require_distinct(setup: Setup) -> None:
    """RuleRefusal where a setup names a side or a special action twice, or gives dice to neutrals.

    [DD-DICE-07, DD-ACT-12]
    """
    sides, keys = [look.NEUTRAL], [special.key for special in setup.specials]
    for number, dice in enumerate(setup.dice):
        if dice.side in sides:
            reason = f"side: {dice.side!r} has dice already, or none at all"
            raise RuleRefusal(reason, rule="DD-DICE-07", field=f"dice.{number}.side")
        sides.append(dice.side)
    for number, key in enumerate(keys):
        if key in keys[:number]:
            raise RuleRefusal(f"key: {key!r} twice", rule="DD-ACT-12", field=f"specials.{number}.key")


def fault(state: DD) -> RuleRefusal | None:
    """What is wrong with how everybody was set up; None where nothing is."""
    return _misplaced(state) or _shared(state) or _touching(state) or _doorless(state)


def require_room(state: DD, who: str) -> None:
    """RuleRefusal, of the field `place`, where somebody who has just entered a fight cannot be."""
    found = _misplaced(state, who) or _shared(state, who) or _touching(state, who)
    if found is not None:
        raise RuleRefusal(found.reason, rule=found.rule, field="place")


def _misplaced(state: DD, newcomer: str | None = None) -> RuleRefusal | None:
    """Everybody stands on the board, on ground that bears him or on a face that he can hang on."""
    land = board.land(state)
    for who, bearer in state.fight.combatants.items():
        stand = stand_at(bearer.place, look.figure(state, who).size)
        if bearer.out is not None or stand is None or newcomer not in (None, who):
            continue
        if not land.on_board(stand) or not land.fits(stand) or stand.height < land.floor(stand):
            return RuleRefusal(f"{who} cannot stand where he was set up", rule=RULE)
        if stand.height > land.floor(stand) and land.climbing(stand, stand.height) is None:
            return RuleRefusal(f"{who} hangs in the air where he was set up", rule=RULE)
    return None


def _shared(state: DD, newcomer: str | None = None) -> RuleRefusal | None:
    """One figure to a square, with all the squares it takes."""
    taken: dict[tuple[int, int], str] = {}
    for who, stand in board.stands(state).items():
        for at in stand.cells():
            if at in taken and newcomer in (None, who, taken[at]):
                return RuleRefusal(f"{taken[at]} and {who} stand on one square", rule=RULE)
            taken[at] = who
    return None


def _touching(state: DD, newcomer: str | None = None) -> RuleRefusal | None:
    """No contact between the foreign, but in a position of the middle of a fight."""
    if state.own.adventure.restored:
        return None
    for who in look.here(state):
        for foe in look.foes(state, who):
            if newcomer in (None, who, foe) and board.touches(state, who, foe):
                return RuleRefusal(f"{who} and {foe} are set up in contact", rule="DD-PUSH-01")
    return None


def _doorless(state: DD) -> RuleRefusal | None:
    """What a special action opens is a door."""
    land = board.land(state)
    for special in state.own.adventure.specials:
        square = land.square((special.opens.x, special.opens.y))
        if square is None or square.door is None:
            return RuleRefusal(f"{special.key} opens a door, but there is none", rule="DD-ACT-12")
    return None
