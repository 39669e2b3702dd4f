"""Time-out policies: each is complete, and the API lists each."""

import pytest

from games.api.answers.terms import ENUMS
from games.models.time_out_policy import POLICIES, OnTimeOut, choices


def test_every_name_has_a_policy_and_is_in_the_api() -> None:
    assert list(POLICIES) == list(OnTimeOut)
    assert ENUMS["OnTimeOut"].values == list(POLICIES)
    assert all(
        f"`{name}`: {policy.meaning}" in ENUMS["OnTimeOut"].description for name, policy in POLICIES.items()
    )


@pytest.mark.parametrize("name", POLICIES)
def test_a_policy_says_what_it_does(name: OnTimeOut) -> None:
    policy = POLICIES[name]
    texts = [
        policy.while_there_is_time,
        policy.once_late,
        policy.warning,
        policy.for_opponent,
        policy.for_arbiters,
    ]
    assert str(policy.title)
    assert policy.meaning
    assert str(policy.agreed).endswith(".")
    assert all(texts) if policy.can_lose else not any(texts)
    assert policy.can_lose >= (policy.may_be_claimed or policy.arbiter_decides)
    if policy.in_short is not None:
        assert "3 days" in str(policy.in_short) % {"days": "3 days"}
    if policy.arbiter_decides:
        assert policy.without_arbiter is not None
        assert not POLICIES[policy.without_arbiter].arbiter_decides


def test_forms_offer_an_arbiter_only_where_there_is_one() -> None:
    assert [name for name, _title in choices()] == list(POLICIES)
    alone = {name for name, _title in choices(has_arbiters=False)}
    assert alone == {name for name, policy in POLICIES.items() if not policy.arbiter_decides}
    of_ladders = {name for name, _title in choices(can_lose=True)}
    assert of_ladders == {name for name, policy in POLICIES.items() if policy.can_lose}
