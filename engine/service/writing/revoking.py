"""Revoking tokens: of a seat of a fight, and of a seat of a campaign in all its fights at once."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from engine.service.reading.loader import Loader
from engine.service.reading.views import UnknownEncounter
from engine.store.port import Store

KNOWN = 4096
"""Encounters of which it is remembered whose fights they are: that never changes."""


class Revoking:
    """Epochs of seats: a token counts as long as none is above its own."""

    def __init__(self, store: Store, loader: Loader) -> None:
        self._store, self._loader = store, loader
        self._campaigns: OrderedDict[str, str] = OrderedDict()

    async def campaign_of(self, encounter: str) -> str:
        """See `Encounters.campaign_of`."""
        found = self._campaigns.get(encounter)
        if found is None:
            try:
                loaded, _ = await self._loader.head(encounter)
            except UnknownEncounter:
                return ""
            found = self._campaigns[encounter] = loaded.position.state.fight.campaign
            while len(self._campaigns) > KNOWN:
                self._campaigns.popitem(last=False)
        return found

    async def revoke(self, encounter: str, seat: str) -> int:
        """Revoke all tokens of a seat; returns the epoch for new ones. Safe to repeat.

        A campaign's first: whoever asks afterwards is refused. Then those of its fights, by which open streams end. Of
        a fight of a campaign the campaign's as well: its tokens count in the fight.
        """
        campaign = await self.campaign_of(encounter)
        if campaign:
            await self._with_fights(campaign, seat, but=encounter)
            return await self._store.raise_epoch(encounter, seat)
        return await self._with_fights(encounter, seat)

    async def _with_fights(self, encounter: str, seat: str, but: str = "") -> int:
        epoch = await self._store.raise_epoch(encounter, seat)
        loaded, _ = await self._loader.head(encounter)
        if loaded.book.campaign_of:
            own: Any = loaded.position.state.own
            for fight in own.fights:
                if fight != but:
                    await self._store.raise_epoch(fight, seat)
        return epoch
