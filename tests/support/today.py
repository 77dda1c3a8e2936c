"""The contract as the code makes it now: built once for all tests, since it takes a while."""

from __future__ import annotations

from schemas.files import texts
from tests.support.schemas import shared_contract

CONTRACT = shared_contract()
"""File name -> what belongs in it."""
TODAY = texts(CONTRACT)
"""File name -> its text."""
