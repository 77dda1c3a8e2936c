"""MM-DW-19: an effect that its caster deals out among the targets."""

from __future__ import annotations

from engine.kit import Field, Offer, Table
from engine.systems.mongolian_mercenaries.cards.sums import number
from engine.systems.mongolian_mercenaries.content.kinds import Formula
from engine.systems.mongolian_mercenaries.rules.basics import prompts
from engine.systems.mongolian_mercenaries.rules.blows import active_cards
from engine.systems.mongolian_mercenaries.rules.magic.questions import AskShares, Shares
from engine.systems.mongolian_mercenaries.state import MercenariesState

RULE = "MM-DW-19"


def by_success(formula: Formula) -> bool:
    """Whether an amount comes of successes alone."""
    return formula.points == 0 and formula.skill is None and formula.per_success > 0


def points_of(formula: Formula) -> int:
    """What one part is worth: a success's points where the amount comes of successes alone, else one point."""
    return formula.per_success if by_success(formula) else 1


def shares(
    table: Table[MercenariesState], caster: str, spell: str, formula: Formula, targets: tuple[str, ...], successes: int
) -> dict[str, int]:
    """How many parts of an amount each target gets; nobody is asked about one target."""
    skills = active_cards.moment(table.state, caster).parties[caster].skills
    parts = number(formula, skills, successes) // points_of(formula)
    usual = {target: parts // len(targets) + (place < parts % len(targets)) for place, target in enumerate(targets)}
    if len(targets) < 2 or parts < 1:
        return usual
    offer = Offer("deal", Shares(shares=usual), RULE, (Field("shares", "split", targets, least=parts, most=parts),))
    question = AskShares(
        offers=(offer,), default="deal", combatant=caster, spell=spell, parts=parts, worth=points_of(formula)
    )
    return dict(prompts.ask(table, caster, question, rule=RULE).shares)
