"""The contract as the code makes it now: each file made once for all tests, at its first use; that takes a while."""

from __future__ import annotations

from schemas.files import MadeOnce, text_of
from tests.support.contract.schemas import shared_contract

CONTRACT = shared_contract()
"""File name -> what belongs in it."""
TODAY = MadeOnce({name: lambda name=name: text_of(CONTRACT[name]) for name in CONTRACT})
"""File name -> its text."""
