"""What the author of a game may import; the rest of the engine may change from one version to the next.

Beside these names: `engine.kit.ground` (what a fight is fought on), `engine.kit.board` and `engine.kit.plane` (the
geometry of squares and of an open table), `engine.kit.scene` (pictures and previews), `engine.kit.corrections` (what
the game master may set), `engine.kit.upcasts` (facts of older versions). `events` are the kernel's facts, `outcomes`
how a fight ends, `departures` how somebody leaves it, `turns` who acts next, `conditions` what somebody has until the
game ends it.
"""

from __future__ import annotations

from engine.kernel.authoring.between import Between, Nothing
from engine.kernel.authoring.data_files import DataFiles
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.sheets import collected, completed
from engine.kernel.authoring.system import RollAhead, Rule, Table
from engine.kernel.authoring.tiles import Cost, Intent, Tile, with_price
from engine.kernel.campaign.members import in_company, is_free, require_free
from engine.kernel.overruling.gm_tools import Withdraw
from engine.kernel.playing import conditions, departures, outcomes, turns
from engine.kernel.state import events
from engine.kernel.state.campaign import DEAD, CampaignState, Member, Standing
from engine.kernel.state.campaign_events import Carried, FightBegun, FightSettled, MemberDied
from engine.kernel.state.combatant import REMOVED, Cell, Combatant, Condition, Place, Point, Vital
from engine.kernel.state.decisions import SHOWN, A, Field, Offer, Question, Visibility, only, place_field
from engine.kernel.state.events import (
    CombatantJoined,
    CombatantOut,
    CombatantReturned,
    ConditionGained,
    ConditionLost,
    ControlChanged,
    LineBarred,
    Moved,
    OrderSet,
    OutcomeReached,
    RoundBegan,
    SightChanged,
    TurnBegan,
    VitalChanged,
    VitalLimitChanged,
    WayBarred,
)
from engine.kernel.state.fight import Asked, Fight, State
from engine.kernel.state.house_rules import HouseChoice, HouseNumber, HouseRule, HouseSwitch
from engine.kernel.state.means import Means
from engine.kernel.state.namesakes import mark_of
from engine.kernel.state.orders import Begin
from engine.kernel.structs.budget import spend
from engine.kernel.structs.decode_errors import dotted_path, explain_decode_error
from engine.kernel.structs.deeds import Deed, Outcome
from engine.kernel.structs.errors import Fault, RuleRefusal, SheetRefused
from engine.kernel.structs.faces import Face
from engine.kernel.structs.fields import fields_of
from engine.kernel.structs.icons import Icon
from engine.kernel.structs.ids import Id, Seats, is_id
from engine.kernel.structs.messages import (
    Audience,
    Ending,
    Event,
    OfferGroup,
    Order,
    Weight,
    actor_of,
    camel,
    on_the_wire,
    plain,
)
from engine.kernel.structs.named import COMBATANT, GM_ONLY, NOBODY, PART, SIDE, Thing
from engine.kernel.structs.names import isolated
from engine.kernel.structs.numbers import Amount
from engine.kernel.structs.odds import Odds, Reckons
from engine.kernel.structs.reasons import Reasons, Term, total_of
from engine.kernel.structs.why_not import WhyNot
from engine.kernel.words.house_rules import HouseRules, HouseWords
from engine.kernel.words.phrases import DEFAULT, Phrases
from engine.kernel.words.ready_fights import ReadyFights
from engine.kernel.words.sentences import capitalised, format_hundredths, format_place, joined_list
from engine.kernel.words.summaries import Summaries
from engine.kernel.words.wordbook import LocalisedSystem, Wordbook, Words, humanised_id, plain_words, side

__all__ = [
    "COMBATANT",
    "DEAD",
    "DEFAULT",
    "GM_ONLY",
    "NOBODY",
    "PART",
    "REMOVED",
    "SHOWN",
    "SIDE",
    "A",
    "Amount",
    "Asked",
    "Audience",
    "Begin",
    "Between",
    "CampaignState",
    "Carried",
    "Cell",
    "Combatant",
    "CombatantJoined",
    "CombatantOut",
    "CombatantReturned",
    "Condition",
    "ConditionGained",
    "ConditionLost",
    "ControlChanged",
    "Cost",
    "DataFiles",
    "Deed",
    "Ending",
    "Event",
    "Face",
    "Fault",
    "Field",
    "Fight",
    "FightBegun",
    "FightSettled",
    "HouseChoice",
    "HouseNumber",
    "HouseRule",
    "HouseRules",
    "HouseSwitch",
    "HouseWords",
    "Icon",
    "Id",
    "Intent",
    "LineBarred",
    "LocalisedSystem",
    "Means",
    "Member",
    "MemberDied",
    "Moved",
    "Nothing",
    "Odds",
    "Offer",
    "OfferGroup",
    "Order",
    "OrderSet",
    "Outcome",
    "OutcomeReached",
    "Phrases",
    "Place",
    "Point",
    "Question",
    "ReadyFights",
    "Reasons",
    "Reckons",
    "RollAhead",
    "RoundBegan",
    "Rule",
    "RuleRefusal",
    "RuleSystem",
    "Seats",
    "SheetRefused",
    "SightChanged",
    "Standing",
    "State",
    "Summaries",
    "Table",
    "Term",
    "Thing",
    "Tile",
    "TurnBegan",
    "Visibility",
    "Vital",
    "VitalChanged",
    "VitalLimitChanged",
    "WayBarred",
    "Weight",
    "WhyNot",
    "Withdraw",
    "Wordbook",
    "Words",
    "actor_of",
    "camel",
    "capitalised",
    "collected",
    "completed",
    "conditions",
    "departures",
    "dotted_path",
    "events",
    "explain_decode_error",
    "fields_of",
    "format_hundredths",
    "format_place",
    "humanised_id",
    "in_company",
    "is_free",
    "is_id",
    "isolated",
    "joined_list",
    "mark_of",
    "on_the_wire",
    "only",
    "outcomes",
    "place_field",
    "plain",
    "plain_words",
    "require_free",
    "side",
    "spend",
    "total_of",
    "turns",
    "with_price",
]
