"""Descriptions of what is told of campaigns, where no docstring describes it."""

from __future__ import annotations

CAMPAIGN = {
    "CampaignTie.campaign": "Its id.",
    "Entered.member": "Its id in the campaign.",
    "fight": "A fight of the campaign, by its id.",
    "FightSettled.result": "The fight's outcome, in the game's words.",
    "LineKind": "What a line of what a fight left is about.",
    "LineKind.VITAL": "A figure, as hit points.",
    "LineKind.CONDITION": "A condition.",
    "LineKind.SHEET": "A part of the sheet: items, ammunition, experience.",
    "FightStage": "Where a fight of a campaign stands.",
    "FightStage.PLANNED": "Its members are bound, and it is about to be created.",
    "FightStage.RUNNING": "It was created, and is not settled, whether or not it has ended.",
    "FightStage.SETTLED": "What it left is taken over.",
    "FightStage.RELEASED": "It does not count.",
}
