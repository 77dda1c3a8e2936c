"""The contract as the code makes it now: each file made once for all tests, at its first use; that takes a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from schemas.files import Contract, text_of
from tests.support.schemas import shared_contract

CONTRACT = shared_contract()
"""File name -> what belongs in it."""


class _Texts(Mapping[str, str]):
    def __init__(self, contract: Contract) -> None:
        self._contract = contract
        self._made = cache(self._text)

    def _text(self, name: str) -> str:
        return text_of(self._contract[name])

    def __getitem__(self, name: str) -> str:
        return self._made(name)

    def __iter__(self) -> Iterator[str]:
        return iter(self._contract)

    def __len__(self) -> int:
        return len(self._contract)


TODAY = _Texts(CONTRACT)
"""File name -> its text."""
