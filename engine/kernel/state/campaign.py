"""A campaign's part of the state, and what ties a fight to one: who goes from fight to fight, and which fights."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Struct

from engine.kernel.state.combatant import Condition
from engine.kernel.structs.named import COMBATANT

FightStage = Literal["PLANNED", "RUNNING", "SETTLED", "RELEASED"]
"""PLANNED: its members are bound, and it is about to be created. RUNNING: it was, and is not settled, ended or not.

RELEASED: it does not count.
"""

LineKind = Literal["VITAL", "CONDITION", "SHEET"]
"""What a line of a settlement is about: a figure, a condition, or what stands on the sheet."""

DEAD = "dead"
"""Why a member is out that has died."""

LEFT = "left"
"""Why a member is out that has left the company."""


class Standing(Struct, frozen=True, rename="camel"):
    """What of somebody goes from one fight to the next.

    sheet: as it would be sent to enter a fight. vitals: present figures, by name. conditions: all, those that the sheet
    brings included. dead: it has died.
    """

    sheet: dict[str, Any]
    vitals: dict[str, int] = {}
    conditions: tuple[Condition, ...] = ()
    dead: bool = False


class Entered(Struct, frozen=True, rename="camel"):
    """A member in a fight. combatant: its id there. state: hex SHA-256 of the `Standing` that it entered with."""

    member: Annotated[str, COMBATANT]
    combatant: str
    state: str


class CampaignTie(Struct, frozen=True, rename="camel"):
    """The campaign that a fight is of. version, head: of the FightPlanned in the campaign's stream, and its hash."""

    campaign: str
    version: int
    head: str


class Member(Struct, frozen=True, rename="camel"):
    """A member of a company, beside what is kept of every combatant.

    sheet: as it would enter a fight now; null for seats that may not know its figures. fight: the one that binds it,
    which is neither settled nor released; "": none. fell_in, fell_at: the fight and its version of its death.
    """

    sheet: dict[str, Any] | None = None
    fight: str = ""
    fell_in: str = ""
    fell_at: int = 0


class CampaignFight(Struct, frozen=True, rename="camel"):
    """A fight of a campaign. members: member -> its combatant there.

    planned, begun, settled: versions of the campaign's stream, 0: not yet. version, head: of the fight's stream, as it
    was settled. outcome: in the game's words, as it was settled.
    replaced_by: the fork that has taken its place; "": none. anew: it has done so since the fight was settled.
    taken_in: it was played without the campaign.
    """

    name: str
    stage: FightStage
    members: dict[Annotated[str, COMBATANT], str] = {}
    planned: int = 0
    begun: int = 0
    settled: int = 0
    version: int = 0
    head: str = ""
    outcome: str = ""
    replaced_by: str = ""
    anew: bool = False
    taken_in: bool = False


class CampaignState(Struct, frozen=True, rename="camel", kw_only=True):
    """A campaign's part of the state. Each game's has its own `settings` and its own `game`.

    settings: of the table; what is unset there is refused by the order that needs it. members: by id. fights: by id, in
    the order in which they were planned. chest: what the company has together: good -> how many. game: what the game
    keeps between fights.
    """

    settings: Any
    members: dict[Annotated[str, COMBATANT], Member] = {}
    fights: dict[str, CampaignFight] = {}
    chest: dict[str, int] = {}
    game: Any
