"""Signed heads: known vectors, and that nothing else is taken for a key or a signature of this head."""

from __future__ import annotations

import pytest

from engine.service.proof.signing import BadKey, PublicKey, Signer, message, read_key, unpadded
from engine.store.chain import ALGORITHM
from engine.store.port import Head

# RFC 8037, appendix A: an Ed25519 key as a JWK, and its thumbprint.
D = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A"
X = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"
THUMBPRINT = "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k"
HEAD = Head(7, "ab" * 32)
PINNED = "79SGBo_7EqNxaVsb8sOhapDnoNusTa63A184vpEWG-fKkbFBQypOhkO4nW5GiJrcVIRdOsEYHlNNFPP7x7lNBg"


def test_keys_and_their_ids_are_those_of_the_standard() -> None:
    signer = Signer(read_key(D))
    assert signer.public == PublicKey(X)
    assert signer.public.id == THUMBPRINT
    assert signer.sign("e", HEAD).key == THUMBPRINT


def test_a_signature_is_pinned_for_ever() -> None:
    """Whoever kept one can check it with any later Skald; the same head gets the same one."""
    signed = Signer(read_key(D)).sign("a-fight", HEAD)
    assert message(ALGORITHM, "a-fight", HEAD) == b"skald-head-1|skald-chain-1/sha256|a-fight|7|" + b"ab" * 32
    assert signed == Signer(read_key(D)).sign("a-fight", HEAD)
    assert signed.value == PINNED


def test_a_signature_is_for_one_head_of_one_fight_by_one_key() -> None:
    signer = Signer(read_key(D))
    value = signer.sign("a-fight", HEAD).value
    assert signer.public.signed(message(ALGORITHM, "a-fight", HEAD), value)
    for said in (
        message(ALGORITHM, "b-fight", HEAD),
        message(ALGORITHM, "a-fight", Head(8, HEAD.hash)),
        message(ALGORITHM, "a-fight", Head(7, "ac" * 32)),
        message("md5", "a-fight", HEAD),
        b"",
    ):
        assert not signer.public.signed(said, value)
    assert not Signer(bytes(32)).public.signed(message(ALGORITHM, "a-fight", HEAD), value)


@pytest.mark.parametrize("wrong", ["", "A" * 86, "é", "A" * 85, "A" * 88, "=" * 86, "!" * 86, "A" * 10_000])
def test_what_is_no_signature_proves_nothing_and_fails_nothing(wrong: str) -> None:
    assert not PublicKey(X).signed(message(ALGORITHM, "a-fight", HEAD), wrong)


def test_a_signature_is_written_in_one_way_only() -> None:
    """Other letters for the same bytes are not taken: nobody makes two receipts of one."""
    signer = Signer(read_key(D))
    said, value = message(ALGORITHM, "a-fight", HEAD), signer.sign("a-fight", HEAD).value
    last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".index(value[-1])
    other = value[:-1] + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"[last ^ 1]
    assert not signer.public.signed(said, other)
    assert not signer.public.signed(said, value + "==")


def test_a_key_is_read_in_either_alphabet() -> None:
    """As `openssl rand -base64 32` prints it, and as a JWK has it."""
    data = bytes(range(224, 256))
    plain = unpadded(data)
    assert "_" in plain or "-" in plain
    for text in (plain, f"{plain}=", plain.replace("-", "+").replace("_", "/"), f" {plain}\n"):
        assert read_key(text) == data


@pytest.mark.parametrize("wrong", ["", "short", "A" * 42, "A" * 44, "é" * 43, X + X, "!" * 43, X[:-1] + "p"])
def test_what_is_no_key_is_said_so(wrong: str) -> None:
    with pytest.raises(BadKey, match="32 bytes in base64"):
        read_key(wrong)


def test_retired_keys_are_remembered_behind_the_present_one() -> None:
    old, new = Signer(bytes(32)), Signer(read_key(D), [PublicKey(X), Signer(bytes(32)).public])
    assert new.keys == (PublicKey(X), old.public)
