"""Who may have a seat played by a bot."""

from __future__ import annotations

from engine.kernel.errors import RuleRefusal
from engine.kernel.events import BotSet
from engine.kernel.fight import Bot, Fight, SeatEntry


def bot_set(fight: Fight, by: str | None, whose: str, bot: Bot | None) -> BotSet:
    """The fact that a bot plays a seat from now on, or none. by: the seat that wants it; None: the operator.

    The GM and the operator do it for every seat, a player for his own. RuleRefusal says what does not go.
    """
    if fight.status == "ENDED":
        raise RuleRefusal("this fight has ended: fork it to play on", code="ENDED")
    entry = fight.seats.get(whose)
    if entry is None:
        there = ", ".join(fight.seats)
        raise RuleRefusal(f"there is no seat {whose!r} at this table: {there}", code="UNKNOWN", field="seat")
    if by is not None and by != whose and not fight.is_gm(by):
        raise RuleRefusal("this seat is another's: a player sets a bot for his own, the GM for any", code="NOT_YOURS")
    check_playable(entry, bot, "seat")
    if entry.bot == bot:
        is_so = "no bot plays for this seat" if bot is None else f"a {bot} bot plays for this seat already"
        raise RuleRefusal(is_so, field="bot")
    return BotSet(whose=whose, bot=bot)


def check_playable(entry: SeatEntry, bot: Bot | None, field: str) -> None:
    """RuleRefusal where there is nothing to be played: a spectator looks on."""
    if bot is not None and entry.role == "SPECTATOR":
        raise RuleRefusal(f"{entry.seat} looks on: a bot plays for a PLAYER or a GM", field=field)
