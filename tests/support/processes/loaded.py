"""Imports and makes everything that any `skald` command needs: the processes of `forked` start from here."""

from __future__ import annotations

import gc
import pkgutil

import api.cli
from api.config import Settings
from api.hosting.app import create_app
from api.reading.systems import described
from engine.service.registry import Registry
from schemas.files import texts
from tests.support.contract.schemas import shared, shared_contract

for module in pkgutil.walk_packages(api.__path__, "api."):
    if not module.name.endswith(".__main__"):
        __import__(module.name)
_SHARED = shared()
_SHARED.__enter__()  # for the rest of this process and all that are forked from it
create_app(Settings())
for book in Registry.installed().books.values():
    described(book)
texts(shared_contract())
gc.freeze()
