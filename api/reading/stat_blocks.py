"""Stat blocks in the reader's language, each value with what it is made of."""

from __future__ import annotations

from api.reading.rendered_event import because_of
from api.words.calculations import sum_of
from api.words.renderer import Renderer
from engine.kernel.scene.stat_block import FinishedBlock
from engine.kernel.scene.stats import StatThing, StatValue
from engine.kernel.structs.reasons import Reasons
from schemas import stat_blocks as answers


def stat_block(block: FinishedBlock, renderer: Renderer) -> answers.StatBlock:
    """A stat block as an answer."""
    groups = tuple(
        answers.StatGroup(key=group.key, label=group.label, things=tuple(_thing(one) for one in group.things))
        for group in block.block.groups
    )
    return answers.StatBlock(
        whole=block.block.whole,
        values=tuple(_value(one, renderer) for one in block.block.values),
        groups=groups,
        conditions=block.conditions,
    )


def _thing(one: StatThing) -> answers.StatThing:
    return answers.StatThing(key=one.key, label=one.label, icon=one.icon, facts=one.facts, text=one.text, rule=one.rule)


def _value(one: StatValue, renderer: Renderer) -> answers.StatValue:
    return answers.StatValue(
        key=one.key,
        label=one.label,
        value=one.value,
        because=sum_of(one.terms, renderer.source),
        terms=because_of(Reasons(terms=one.terms), renderer).terms,
        text=one.text,
        rule=one.rule,
    )
