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
        answers.StatGroup(key=group.key, label=group.label, things=tuple(_thing(thing) for thing in group.things))
        for group in block.block.groups
    )
    return answers.StatBlock(
        whole=block.block.whole,
        values=tuple(_value(value, renderer) for value in block.block.values),
        groups=groups,
        conditions=block.conditions,
    )


def _thing(stat_thing: StatThing) -> answers.StatThing:
    return answers.StatThing(
        key=stat_thing.key,
        label=stat_thing.label,
        icon=stat_thing.icon,
        facts=stat_thing.facts,
        text=stat_thing.text,
        rule=stat_thing.rule,
    )


def _value(stat_value: StatValue, renderer: Renderer) -> answers.StatValue:
    return answers.StatValue(
        key=stat_value.key,
        label=stat_value.label,
        value=stat_value.value,
        because=sum_of(stat_value.terms, renderer.source),
        terms=because_of(Reasons(terms=stat_value.terms), renderer).terms,
        text=stat_value.text,
        rule=stat_value.rule,
    )
