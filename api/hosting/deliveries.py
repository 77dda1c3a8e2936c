"""Delivery of webhooks, beside the application."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from api.hosting.wiring import running
from api.operations.session import Services
from api.webhooks.delivery import Deliverer
from api.webhooks.messages import Teller
from api.webhooks.networks import read_networks
from api.webhooks.sending import Names, Sender


@asynccontextmanager
async def delivering(services: Services) -> AsyncGenerator[None, None]:
    """Deliver what webhooks are told, for the duration of the block, whenever it is this process's turn."""
    names = Names()
    sender = Sender(read_networks(services.settings.webhook_networks), names)
    teller = Teller(services.service, services.signer, services.event_cache)
    deliverer = Deliverer(services.service, services.authority, teller, sender)
    try:
        async with running(deliverer.run(services.stopping)):
            yield
    finally:
        names.close()
