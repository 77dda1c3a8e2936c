"""The contract as the code makes it today: made once for all tests that ask, for it takes a while."""

from __future__ import annotations

from api.publishing import contract
from schemas.files import texts

CONTRACT = contract()
"""File name -> what belongs in it."""
TODAY = texts(CONTRACT)
"""File name -> its text."""
