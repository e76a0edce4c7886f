"""Commitments to face-down cards."""

from duelmat_engine.names import CardKey
from duelmat_host.table.seals import SALT_BYTES, card_salt, commit, fresh_salt, opens


def test_a_commitment_opens_with_its_card_and_salt_only() -> None:
    """Another salt gives another digest; another card, salt or nonsense does not open it."""
    one, other = (commit(CardKey("a:H7"), fresh_salt()) for _ in range(2))
    assert one.digest != other.digest
    assert opens(one.digest, one.salt, "a:H7")
    assert not opens(one.digest, one.salt, "a:H8")
    assert not opens(one.digest, other.salt, "a:H7")
    for nonsense in ("", "zz", one.salt[:-2], one.salt + "00"):
        assert not opens(one.digest, nonsense, "a:H7")
    assert commit(CardKey("a:H7"), bytes(16)) == commit(CardKey("a:H7"), bytes(16))


def test_each_card_of_an_action_has_a_salt_of_its_own() -> None:
    """Made of the action's secret salt, which none of them tells."""
    salt = fresh_salt()
    salts = [card_salt(salt, oid) for oid in range(50)]
    assert len({salt, *salts}) == 51
    assert {len(one) for one in salts} == {SALT_BYTES}
    assert salts == [card_salt(salt, oid) for oid in range(50)]
    assert not {card_salt(fresh_salt(), oid) for oid in range(50)} & set(salts)
