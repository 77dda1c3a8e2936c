"""The rules, a module for each noun. `actions` says which rule plays which order, `hook_order` what hooks call."""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.rules import actions, hook_order
from engine.systems.mongolian_mercenaries.rules.basics.deeds import DEEDS, GM_OFFERS, GM_ORDERS

__all__ = ["DEEDS", "GM_OFFERS", "GM_ORDERS"]

actions.register()
hook_order.register()
