"""A fight that is not made, as it stands before the first turn."""

from __future__ import annotations

import random
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing.dice import RunDice
from engine.kernel.playing.position import Position
from engine.kernel.scene.compose import picture_of
from engine.kernel.scene.space import SceneNowhere
from engine.kernel.words.phrases import DEFAULT
from engine.service.bots.simulation import Play

MOST = 40
"""Moves within which everybody stands somewhere."""
SEED = "placing"


def placed(book: Rulebook[Any], first: Position[Any]) -> Position[Any]:
    """A fight once everybody stands somewhere: as it is created, or, where a game places people as it begins, once it
    has begun with some dice. first: as it is created. RuleRefusal if it cannot begin; Fault."""
    play = Play(book, first, {}, random.Random(SEED), RunDice(SEED), 1)
    for _ in range(MOST):
        if play.position.state.fight.acting or _stand(book, play.position) or not play.next():
            break
    return play.position


def _stand(book: Rulebook[Any], position: Position[Any]) -> bool:
    """Whether everybody has a place, or nobody ever has one."""
    gm = position.state.fight.gms()[0]
    scene = picture_of(book.system, book.seen(position.state, gm), gm, DEFAULT)
    return isinstance(scene.space, SceneNowhere) or all(token.place is not None for token in scene.tokens)
