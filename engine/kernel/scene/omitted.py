"""What is said in a scene in place of a part that takes too much work: the rest of the answer is there."""

from __future__ import annotations

from engine.kernel.scene.marks import MarkKind, SceneMark
from engine.kernel.scene.wording import Wording


def omitted(words: Wording, key: str, who: str | None = None) -> SceneMark:
    """A mark that lies nowhere and tells that something is missing. who: of whom."""
    label = words.say("scene_omitted" if who is None else "threats_omitted")
    kind: MarkKind = "OTHER" if who is None else "THREATENS"
    return SceneMark(key=key, kind=kind, label=label, tone="WARNING", from_=who)
