"""Money: territories and their currency, handing over, exchange.  [MM-OUT-02, MM-OUT-18]"""

from __future__ import annotations

from engine.kit import CampaignState, RuleRefusal, Table, in_company, require_free
from engine.systems.mongolian_mercenaries.content.kinds import Activity
from engine.systems.mongolian_mercenaries.rules.blows import states
from engine.systems.mongolian_mercenaries.rules.company import purse
from engine.systems.mongolian_mercenaries.rules.company.as_fight import Company, fight_of
from engine.systems.mongolian_mercenaries.rules.company.journey_state import MNT
from engine.systems.mongolian_mercenaries.rules.days import calendar, meals
from engine.systems.mongolian_mercenaries.rules.days.events import DayActionDone
from engine.systems.mongolian_mercenaries.rules.market.events import MoneyExchanged, MoneyPaid
from engine.systems.mongolian_mercenaries.rules.market.orders import ExchangeMoney, PayMoney

PAYING, EXCHANGE = "MM-OUT-02", "MM-OUT-18"
KZT = "kzt"
"""What an office exchanges for MNT.  [MM-OUT-18]"""


def require_tokens(state: Company, who: str, currency: str, tokens: int, *, rule: str) -> None:
    """RuleRefusal where it has not so many."""
    if purse.tokens_of(state, who, currency) < tokens:
        raise RuleRefusal("tokens: it has not so many", rule=rule, field="tokens")


def able(state: Company, who: str) -> bool:
    """Whether somebody can act: neither unconscious nor paralysed."""
    return states.refusal(fight_of(state), who, Activity.ALL) is None


def require_able(state: Company, who: str, field: str, *, rule: str) -> None:
    """RuleRefusal for who is unconscious, paralysed, or otherwise unable to act."""
    if not able(state, who):
        raise RuleRefusal(f"{field}: it cannot act", rule=rule, field=field)


def pay(table: Table[CampaignState], order: PayMoney) -> None:
    """Whoever is in the company, able to act, and in no fight.  [MM-OUT-02]"""
    require_free(table.state, (order.target,), "target")
    if order.target == order.combatant:
        raise RuleRefusal("target: somebody else", rule=PAYING, field="target")
    for field, who in (("combatant", order.combatant), ("target", order.target)):
        require_able(table.state, who, field, rule=PAYING)
    require_tokens(table.state, order.combatant, order.currency, order.tokens, rule=PAYING)
    paid = MoneyPaid(combatant=order.combatant, target=order.target, currency=order.currency, tokens=order.tokens)
    table.emit(paid, rule=PAYING)
    purse.add(table, order.combatant, order.currency, -order.tokens, rule=PAYING)
    purse.add(table, order.target, order.currency, order.tokens, rule=PAYING)


def exchange(table: Table[CampaignState], order: ExchangeMoney) -> None:
    """1 KZT is worth a die from 1 to 6 and 2 more in MNT; what is left over stays.  [MM-OUT-18]"""
    require_free(table.state, in_company(table.state))
    calendar.require_day(table.state, EXCHANGE)
    calendar.require_once(table.state, "exchange")
    require_able(table.state, order.combatant, "combatant", rule=EXCHANGE)
    if order.give not in (MNT, KZT):
        raise RuleRefusal("give: mnt or kzt", rule=EXCHANGE, field="give")
    require_tokens(table.state, order.combatant, order.give, order.tokens, rule=EXCHANGE)
    meals.offer(table)
    table.emit(DayActionDone(action="exchange"), rule="MM-OUT-19")
    (face,) = table.roll("1d6", by=order.combatant, why="exchange", rule=EXCHANGE)
    rate = face + 2
    if order.give == MNT:
        got = order.tokens // rate
        given, want = got * rate, KZT
    else:
        given, got, want = order.tokens, order.tokens * rate, MNT
    done = MoneyExchanged(combatant=order.combatant, give=order.give, given=given, want=want, got=got)
    table.emit(done, rule=EXCHANGE)
    purse.add(table, order.combatant, order.give, -given, rule=EXCHANGE)
    purse.add(table, order.combatant, want, got, rule=EXCHANGE)
    calendar.pass_phase(table)
