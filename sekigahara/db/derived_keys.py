"""Keys that follow from the settings' secret: one for each purpose; none of them reveals another."""

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF


def derived_key(secret: str, purpose: bytes) -> bytes:
    """A key of 32 bytes.

    Args:
        secret: ``SECRET_KEY``, or one of ``SECRET_KEY_FALLBACKS``.
        purpose: what is sealed for one purpose cannot be opened for another.
    """
    return HKDF(algorithm=SHA256(), length=32, salt=None, info=purpose).derive(secret.encode())
