"""The windows of magic.  [MM-DW-19, MM-DW-20]"""

from __future__ import annotations

from engine.kernel.state.decisions import Visibility
from tests.systems.mongolian_mercenaries.bout import Bout
from tests.systems.mongolian_mercenaries.mages import begun, big, cast, mage
from tests.systems.mongolian_mercenaries.windows.window import Window


def dealing() -> Bout:
    """Three successes of Chain spark among two."""
    bout = begun(mage("ada", "chain_spark", level=3), big("bob"), big("cid"))
    bout.order(cast("chain_spark", "bob", "cid"), 6, 6, 6)
    return bout


def appearing() -> Bout:
    """Room on either side of Ada."""
    bout = begun(mage("ada", "raise_skeleton", level=3, rank=3), big())
    bout.order(cast("raise_skeleton"), 6, 1, 1)
    return bout


WINDOWS = (
    Window(
        id="dealt out",
        rules=("MM-DW-19",),
        kind="AskShares",
        visibility=Visibility.OPEN,
        start=dealing,
        seats=("ana",),
        about={"combatant": "ada", "spell": "chain_spark", "sharedParts": 3, "worth": 2},
        keys=("deal",),
        default="deal",
    ),
    Window(
        id="appears",
        rules=("MM-DW-20",),
        kind="AskAppear",
        visibility=Visibility.OPEN,
        start=appearing,
        seats=("ana",),
        about={"combatant": "ada", "creature": "skeleton_archer"},
        keys=("position-2", "position-4"),
        default="position-2",
    ),
)
