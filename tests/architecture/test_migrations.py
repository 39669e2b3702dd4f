"""Applied migrations are never edited: some database was made by them. A change is a migration of its own.

Whoever adds a migration adds its digest here; the failing test names it.
"""

import hashlib
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
APPS = ("accounts", "games", "games/ladders", "notifications")
SHOWN = 40
"""Digits of a digest that are kept here."""
RELEASED = {
    "accounts/migrations/0001_initial.py": "41dd59d89ba9fd2a40ec4b5eed46dbb725bd8794",
    "games/migrations/0001_initial.py": "9a970b891f96740da867aad6b1855b995afbc1c2",
    "games/ladders/migrations/0001_initial.py": "4f76f75d96055ffaac86a89579c5951b47b54526",
    "notifications/migrations/0001_initial.py": "09d1a133e83e87a525e8f91ae43ee8ef4746b856",
    "accounts/migrations/0002_sessions_by_hash.py": "5aca49c0377d3da2ae0e1edf581cc40ce6e5c820",
    "accounts/migrations/0003_made_by_service_time.py": "8e03af0ce5ae9dbc7fcf9d2ab318aacb34596e77",
    "accounts/migrations/0004_guests.py": "00521e2cd0e6be3a01fda631f7e77412e83a4969",
    "accounts/migrations/0005_sign_in_requests.py": "e4b49888e23f83539a395f7b277286964dc8d795",
    "accounts/migrations/0006_public_keys.py": "6d03a7cc32c7a708ddc22b8a628c7b3fb70a2534",
    "games/ladders/migrations/0002_made_by_service_time.py": "d0cf4a54c7aef58eaaa1b06c3bcd4afba83311c6",
    "games/ladders/migrations/0003_nonces_of_biddings.py": "28b1eae8fe01719adc7820c205679a4798de7e09",
    "games/ladders/migrations/0004_missed_check_ins.py": "c6dfbbe4298153deaddabf6677e5d29e646d38e7",
    "games/ladders/migrations/0005_holds_and_reactions.py": "24077deb7d3df95f1166b9668cf9f1327d17bfe3",
    "games/migrations/0002_outages.py": "8d538d1afcc86913720958800153cbb29d031369",
    "games/migrations/0003_made_by_service_time.py": "6f2936f2a48d2b5c326036c4d62d2240c37d78c6",
    "games/migrations/0004_heads.py": "1c4863dfc7e087683c1f1d6bf32b2ab1bb0ad44f",
    "games/migrations/0005_order_of_nonces.py": "a47d70aac3cb14e449b5a731c3ef39d917a171e9",
    "games/migrations/0006_orders.py": "d968de3a2707b4d0bd2f23a76f06280703c19903",
    "games/migrations/0007_presence.py": "e6b5bb2d96d49001a1de8cce865612501c7de32d",
    "games/migrations/0008_thoughts.py": "372681513e0023d6a08dccdc6b2bed4f3d1c918f",
    "games/migrations/0009_games_from_positions.py": "54e7c183417bca2ddc97bc602a16a0984a90e1ed",
    "games/migrations/0010_analyses.py": "a55f4745ce61933615a07c1f8b7f7be7eec8a363",
    "games/migrations/0011_failed_thoughts.py": "9b6659417dac84201e23a6c9851e2bcf782506bd",
    "games/migrations/0012_week_of_the_source.py": "4092f89967252f0dfb957570d3051cd5b04e257c",
    "notifications/migrations/0002_made_by_service_time.py": "91245e373290348fb551854bfa9dc53c20279aa6",
}
"""By the file: the beginning of the SHA-256 of what it says."""


def migrations() -> dict[str, str]:
    """The digest of every migration, by its file."""
    return {
        path.relative_to(PROJECT).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()[:SHOWN]
        for app in APPS
        for path in sorted((PROJECT / app / "migrations").glob("0*.py"))
    }


def test_no_migration_was_edited_renamed_or_deleted() -> None:
    present = migrations()
    edited = [file for file, digest in RELEASED.items() if present.get(file) != digest]
    assert not edited, f"leave it as it was, and add a migration after it: {edited}"


def test_every_migration_is_listed() -> None:
    added = {file: digest for file, digest in migrations().items() if file not in RELEASED}
    assert not added, f"add to RELEASED: {added}"
