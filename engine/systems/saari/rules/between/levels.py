"""The company's level, which is its living standard.  [SA-OUT-08 to SA-OUT-10, SA-OUT-17]"""

from __future__ import annotations

from engine.kit import CampaignState, Table
from engine.systems.saari.rules.between.company import Expeditions, Stage, level_of, rise_of
from engine.systems.saari.rules.between.events import CompanyRose, LevelDiffers
from engine.systems.saari.rules.between.settings import ExpeditionSettings, LevelChoice


def raise_company(table: Table[CampaignState]) -> None:
    """One level for each multiple of the threshold that is passed; at the base only.  [SA-OUT-08, SA-OUT-17]"""
    own: Expeditions = table.state.own.game
    settings: ExpeditionSettings = table.state.own.settings
    if own.stage is Stage.EXPEDITION:
        return
    deserved = level_of(own.vouchers, settings.threshold)
    free = settings.level_choice is LevelChoice.FREE
    for level in range(own.levels + 1, deserved + 1):
        rule = "SA-OUT-10" if free else "SA-OUT-09"
        table.emit(CompanyRose(level=level, gives=rise_of(level, free=free)), rule=rule)
    if deserved < own.levels:
        table.emit(LevelDiffers(level=own.levels, deserved=deserved), rule="SA-OUT-08")
