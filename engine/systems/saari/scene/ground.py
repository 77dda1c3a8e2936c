"""The legend of the zones: what is difficult, what gives cover.  [SA-MOVE-02, G-12]"""

from __future__ import annotations

from msgspec import structs

from engine.kit.scene import SceneEntry, SceneGround, Wording, legend
from engine.systems.saari.rules.basics import lookup
from engine.systems.saari.rules.basics.lookup import SaariFight
from engine.systems.saari.scene.texts import SceneTexts


def ground_of(seen: SaariFight, words: Wording, texts: SceneTexts) -> SceneGround:
    """What the zones and links name, with what it means in this game."""
    laid = legend.ground_of(words, lookup.ground(seen))
    return structs.replace(laid, legend=tuple(_entry(one, texts) for one in laid.legend))


def _entry(laid: SceneEntry, texts: SceneTexts) -> SceneEntry:
    if laid.step == "NEVER":
        return laid
    if laid.step in ("HARD", "SOME"):
        return structs.replace(laid, text=texts.rule("SA-MOVE-02"), rule="SA-MOVE-02")
    if laid.cover_figure:
        return structs.replace(laid, cover=texts.say("ground.cover"), text=texts.rule("SA-EDGE-11"), rule="SA-EDGE-11")
    return laid
