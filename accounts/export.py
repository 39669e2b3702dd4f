"""Everything that is stored about a person, for them to download.

Each app registers what it stores when it is ready, one line for each part:

    register_export("blocks", blocks_of, "accounts.Block.person")

A part returns its rows as they appear in the JSON. It contains only what the person may see: never the hash
of a secret, nor hidden information of a running game.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import IO, Any, NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

import msgspec

from accounts.models.person import Person
from accounts.rate_limits import Limit

FORMAT = 1
EXPORTS = Limit.declare("exports of a person", 10, 24 * 60 * 60)
MOST_ARCHIVE_BYTES = 64 * 2**20
"""Of an archive: once it has so many the files that would follow are only named."""

ExportedRow = Mapping[str, Any]


class ExportPart(NamedTuple):
    """One part of the export, registered by an app.

    Attributes:
        tell: returns the person's row, or rows.
        fields: the fields of models that refer to the person and are covered here, as ``app.Model.field``.
        files: documents of the person that are only in the archive.
    """

    tell: Callable[[Person], ExportedRow | Iterable[ExportedRow]]
    fields: tuple[str, ...]
    files: "Files"


class File(NamedTuple):
    """A separate document in the archive.

    Attributes:
        name: its path in the archive.
        tell: returns its content, to be written as JSON; None if it is not available now.
    """

    name: str
    tell: Callable[[], Any]


Files = Callable[[Person], Iterable[File]]

_parts: dict[str, ExportPart] = {}


def _no_files(_person: Person) -> Iterable[File]:
    return ()


def register_export(
    name: str,
    tell: Callable[[Person], ExportedRow | Iterable[ExportedRow]],
    *fields: str,
    files: Files = _no_files,
) -> None:
    """Add a part to the export of everyone's data.

    Args:
        name: of the part, its key in the document.
        tell: see ``ExportPart``.
        fields: see ``ExportPart``.
        files: see ``ExportPart``; none by default.

    Raises:
        ValueError: another part has that name.
    """
    if name in _parts:
        raise ValueError(f"there are two parts named {name}")
    _parts[name] = ExportPart(tell, fields, files)


def exported_fields() -> set[str]:
    """Every field that leads to a person and is covered by the export, as ``app.Model.field``."""
    return {field for part in _parts.values() for field in part.fields}


def document(person: Person) -> bytes:
    """Everything but the files, as JSON. The bytes are equal as long as nothing changes."""
    content: dict[str, Any] = {"format": FORMAT}
    for name, part in _parts.items():
        rows = part.tell(person)
        content[name] = rows if isinstance(rows, Mapping) else list(rows)
    return msgspec.json.format(msgspec.json.encode(content), indent=1)


def archive(person: Person, into: IO[bytes]) -> None:
    """Write everything and the files into a ZIP, one document after another.

    Args:
        into: a seekable file.
    """
    left_out = []
    with ZipFile(into, "w") as bundle:
        _add(bundle, "data.json", document(person))
        for file in (file for part in _parts.values() for file in part.files(person)):
            content = None if into.tell() >= MOST_ARCHIVE_BYTES else file.tell()
            if content is None:
                left_out.append(file.name)
            else:
                _add(bundle, file.name, msgspec.json.encode(content))
        if left_out:
            _add(bundle, "left-out.json", msgspec.json.encode(left_out))


def _add(bundle: ZipFile, name: str, content: bytes) -> None:
    # With a fixed time, so that the same data give the same bytes.
    bundle.writestr(ZipInfo(name), content, ZIP_DEFLATED)
