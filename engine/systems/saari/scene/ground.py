"""The legend of the zones: what is difficult, what gives cover.  [SA-MOVE-02, G-12]"""

from __future__ import annotations

from msgspec import structs

from engine.kit.ground import GroundLink
from engine.kit.scene import SceneEntry, SceneGround, SceneSpace, SceneZones, Wording, legend, space
from engine.systems.saari.ground import is_hard_way
from engine.systems.saari.orders import Move
from engine.systems.saari.rules.actions.movement import COST
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.scene.texts import SceneTexts


def ground_of(seen: SaariFight, words: Wording, texts: SceneTexts) -> SceneGround:
    """What the zones and links name, with what it means in this game."""
    laid = legend.ground_of(words, lookup.ground(seen))
    return structs.replace(laid, legend=tuple(_entry(entry, texts) for entry in laid.legend))


def space_of(seen: SaariFight, words: Wording, texts: SceneTexts) -> SceneSpace:
    """The zones, with what difficult ways cost: an action more, or a roll.  [SA-MOVE-02, G-45]"""
    laid, ground = space(words, lookup.ground(seen)), lookup.ground(seen)
    if not isinstance(laid, SceneZones):
        return laid
    zones = {zone.key: zone for zone in ground.zones}
    hard = texts.counted("actions", COST[Move] + 1)
    if seen.own.setup.rulings:
        hard = texts.say("ground.rolled", cost=hard)

    def cost(link: GroundLink, to: str) -> str:
        return hard if to in zones and is_hard_way(ground, link, zones[to]) else ""

    costs = {
        candidate.key: (cost(candidate, candidate.to), cost(candidate, candidate.from_) if candidate.both else "")
        for candidate in ground.links
    }
    links = [
        structs.replace(candidate, cost=costs[candidate.key][0], cost_back=costs[candidate.key][1])
        for candidate in laid.links
    ]
    return structs.replace(laid, links=tuple(links))


def _entry(laid: SceneEntry, texts: SceneTexts) -> SceneEntry:
    if laid.step == "NEVER":
        return laid
    if laid.step in ("HARD", "SOME"):
        return structs.replace(laid, text=texts.rule("SA-MOVE-02"), rule="SA-MOVE-02")
    if laid.cover_figure:
        return structs.replace(laid, cover=texts.say("ground.cover"), text=texts.rule("SA-EDGE-11"), rule="SA-EDGE-11")
    return laid
