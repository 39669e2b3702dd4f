"""All that is wrong with a body or with query parameters, each with its place.

msgspec stops at the first mistake. So what it has refused is gone through once more here, part by part: this
costs time only where a request is refused anyway. What is right is for msgspec alone to decide.
"""

import enum
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NamedTuple, Union, get_args, get_origin

import msgspec
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct, UnsetType

from games.api.answers.terms import Mistake
from games.api.json_pointer import below

MOST_MISTAKES = 50
"""The most that one response names."""
LONGEST_POINTER = 100
"""The most characters of the place of a mistake that is named: a client may have invented it."""
LONGEST_LIST = 400
"""The most characters of a list of possible values."""


class _Sort(NamedTuple):
    """A sort of mistake: what msgspec says of it, its code, and the sentence for people."""

    said: str
    code: str
    sentence: str | Promise


_SORTS = [
    _Sort(r"`(?:int|float)` (?:>=) (\S+)", "too-small", _("This must be %(bound)s or more.")),
    _Sort(r"`(?:int|float)` (?:<=) (\S+)", "too-large", _("This must be %(bound)s or less.")),
    _Sort(r"`str` of length >= (\d+)", "too-short", _("This must have %(bound)s characters or more.")),
    _Sort(r"`str` of length <= (\d+)", "too-long", _("This must have %(bound)s characters or less.")),
    _Sort(r"`\w+` of length >= (\d+)", "too-short", _("This must have %(bound)s parts or more.")),
    _Sort(r"`\w+` of length <= (\d+)", "too-long", _("This must have %(bound)s parts or less.")),
    _Sort(r"`str` matching regex", "wrong-form", _("This does not have the right form.")),
    _Sort(r"^Invalid (?:enum )?value", "unknown-value", _("This must be one of these: %(values)s.")),
    _Sort(r"^Expected `int", "wrong-type", _("This must be a whole number.")),
    _Sort(r"^Expected `float", "wrong-type", _("This must be a number.")),
    _Sort(r"^Expected `str", "wrong-type", _("This must be a text.")),
    _Sort(r"^Expected `bool", "wrong-type", _("This must be true or false.")),
    _Sort(r"^Expected `array", "wrong-type", _("This must be a list.")),
    _Sort(r"^Expected `object", "wrong-type", _("This must be an object.")),
    _Sort(r"^Expected `", "wrong-type", _("This has the wrong type.")),
    _Sort("", "invalid", _("This is invalid.")),
]
_MISSING = _("This is missing.")
_UNKNOWN = _("There is nothing of this name.")


def of_body(body: bytes, kind: Any, *, is_several: bool = False) -> tuple[Mistake, ...]:
    """What is wrong with a body that was refused.

    Args:
        body: unambiguous JSON; see ``parsers``.
        kind: the type that it should have.
        is_several: whether it can also be a list of such values.
    """
    value = json.loads(body or b"{}")
    if is_several and isinstance(value, list):
        found = [each for number, item in enumerate(value) for each in _wrong(item, kind, f"/{number}")]
    else:
        found = [*_wrong(value, kind, "")]
    return _named(found)


def of_query(sent: Mapping[str, str], kind: type[Struct] | None) -> tuple[Mistake, ...]:
    """What is wrong with query parameters that were refused.

    Args:
        kind: None for an operation without any.
    """
    fields = {} if kind is None else {each.encode_name: each for each in msgspec.structs.fields(kind)}
    found = [Mistake(name, "unknown", str(_UNKNOWN)) for name in sorted(sent) if name not in fields]
    for name, field in fields.items():
        if name in sent:
            found += _leaf(sent[name], field.type, name, is_strict=False)
    return _named(found)


def _named(found: Sequence[Mistake]) -> tuple[Mistake, ...]:
    named = (each for each in found if len(each.pointer) <= LONGEST_POINTER and each.pointer.isprintable())
    return tuple(islice(named, MOST_MISTAKES))


def _wrong(value: Any, kind: Any, at: str) -> Iterator[Mistake]:
    """What is wrong with a value of a body."""
    kinds = list(_alternatives(kind))
    structs = [each for each in kinds if isinstance(each, type) and issubclass(each, Struct)]
    found: list[Mistake] = []
    if structs and isinstance(value, dict):
        found = list(_of_object(value, structs, at))
    elif isinstance(value, list):
        items = next((get_args(each)[0] for each in kinds if _is_list(each)), Any)
        found = [each for number, item in enumerate(value) for each in _wrong(item, items, f"{at}/{number}")]
    elif isinstance(value, dict):
        values = next((get_args(each)[1] for each in kinds if get_origin(each) in (dict, Mapping)), Any)
        found = [each for name, one in value.items() for each in _wrong(one, values, below(at, name))]
    yield from found or _leaf(value, kind, at)


def _of_object(value: dict[str, Any], structs: Sequence[type[Struct]], at: str) -> Iterator[Mistake]:
    config = structs[0].__struct_config__
    chosen = structs[0]
    if config.tag_field is not None:
        tags = {str(each.__struct_config__.tag): each for each in structs}
        tag = value.get(config.tag_field)
        if not (isinstance(tag, str) and tag in tags):
            is_there = config.tag_field in value
            yield _of_tag(tag, [*tags], below(at, config.tag_field), is_there=is_there)
            return
        chosen = tags[tag]
    fields = {each.encode_name: each for each in msgspec.structs.fields(chosen)}
    for name, part in value.items():
        if name in fields:
            yield from _wrong(part, fields[name].type, below(at, name))
        elif name != config.tag_field and config.forbid_unknown_fields:
            yield Mistake(below(at, name), "unknown", str(_UNKNOWN))
    for name, field in fields.items():
        if field.required and name not in value:
            yield Mistake(below(at, name), "missing", str(_MISSING))


def _of_tag(tag: Any, tags: Sequence[str], at: str, *, is_there: bool) -> Mistake:
    if not is_there:
        return Mistake(at, "missing", str(_MISSING))
    said = "Invalid value" if isinstance(tag, str) else "Expected `str`"
    return _mistake(said, at, tags)


def _leaf(value: Any, kind: Any, at: str, *, is_strict: bool = True) -> Iterator[Mistake]:
    """What msgspec says of a value whose parts are right, or that has none."""
    try:
        msgspec.convert(value, kind, strict=is_strict)
    except msgspec.ValidationError as error:
        yield _mistake(str(error), at, [str(each) for each in _values(kind)])


def _mistake(said: str, at: str, values: Sequence[str]) -> Mistake:
    for sort in _SORTS:
        if (match := re.search(sort.said, said)) is not None:
            bound = match[1] if match.re.groups else ""
            listed = ", ".join(values)[:LONGEST_LIST]
            return Mistake(at, sort.code, str(sort.sentence) % {"bound": bound, "values": listed})
    raise AssertionError("the last sort fits everything")


def _alternatives(kind: Any) -> Iterator[Any]:
    """The types that a value may have."""
    origin = get_origin(kind)
    if origin is Annotated:
        yield from _alternatives(get_args(kind)[0])
    elif origin in (Union, UnionType):
        for each in get_args(kind):
            yield from _alternatives(each)
    elif kind not in (NoneType, UnsetType):
        yield kind


def _values(kind: Any) -> Iterator[Any]:
    """The values of literals and enumerations."""
    for each in _alternatives(kind):
        if get_origin(each) is Literal:
            yield from get_args(each)
        elif isinstance(each, type) and issubclass(each, enum.Enum):
            yield from (one.value for one in each)


def _is_list(kind: Any) -> bool:
    return get_origin(kind) in (list, tuple, Sequence)
