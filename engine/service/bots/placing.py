"""An encounter as it stands before the first turn."""

from __future__ import annotations

import hashlib
import random
from typing import Any

from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.playing import facts
from engine.kernel.playing.dice import SeededDice
from engine.kernel.playing.facts import Creation
from engine.kernel.playing.position import Position
from engine.kernel.scene.compose import picture_of
from engine.kernel.scene.space import SceneNowhere
from engine.kernel.words.phrases import DEFAULT
from engine.service.bots.simulation import TIME, Play

MOST = 40
"""Moves within which everybody stands somewhere."""


def placed(book: Rulebook[Any], creation: Creation) -> Position[Any]:
    """An encounter once everybody stands somewhere: as it is created, or, where a game places people as it begins, once
    it has begun with some dice. RuleRefusal if it cannot be created; Fault."""
    secret = hashlib.sha256(b"placing").hexdigest()
    dice = SeededDice("placing", secret, hashlib.sha256(secret.encode()).hexdigest())
    step = facts.create(book, creation, seat=None, clock=lambda: TIME)
    play = Play(book, step.position, {}, random.Random(secret), dice, 1)
    for _ in range(MOST):
        if play.position.state.fight.acting or _stand(book, play.position) or not play.next():
            break
    return play.position


def _stand(book: Rulebook[Any], position: Position[Any]) -> bool:
    """Whether everybody has a place, or nobody ever has one."""
    gm = position.state.fight.gms()[0]
    scene = picture_of(book.system, book.seen(position.state, gm), gm, DEFAULT)
    return isinstance(scene.space, SceneNowhere) or all(token.place is not None for token in scene.tokens)
