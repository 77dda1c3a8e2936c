"""The rules, a module for each noun. `actions` says which rule plays which order, `hook_order` what hooks call."""

from __future__ import annotations

from engine.systems.mongolian_mercenaries.rules import actions, hook_order
from engine.systems.mongolian_mercenaries.rules.basics.order_handlers import GM_OFFERS, GM_ORDERS, ORDER_HANDLERS

__all__ = ["GM_OFFERS", "GM_ORDERS", "ORDER_HANDLERS"]

actions.register()
hook_order.register()
