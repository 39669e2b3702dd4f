"""Places in JSON documents (RFC 6901)."""


def below(pointer: str, name: str) -> str:
    """The place of a member of an object.

    Args:
        pointer: the place of the object; empty for the whole document.
    """
    return f"{pointer}/{name.replace('~', '~0').replace('/', '~1')}"
