"""The SQL statements that every submitted action needs, built once.

Django builds the text of a statement each time it is run, which takes several times as long as the database
takes to execute it. Elsewhere this does not matter, and the ORM reads better.

The text is built from the models' columns, and values pass through the models' fields on their way in and
out, so that new fields are included automatically and both databases are supported.
"""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar, cast

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import DateTimeField, Field, ForeignKey, Model
from django.db.models.base import ModelState
from psycopg import adapters
from psycopg.adapt import Dumper
from psycopg.types.numeric import Int2, Int4, Int8

from sekigahara.db.writes import Statement, executed, run, this_database

FoundRows = TypeVar("FoundRows", bound=tuple[Any, ...])
ModelRow = TypeVar("ModelRow", bound=Model)
AnyField: TypeAlias = "Field[Any, Any]"


_AS_THEY_ARE: dict[str, type] = {
    "BinaryField": bytes,
    "BooleanField": bool,
    "CharField": str,
    "DateTimeField": datetime,
    "TextField": str,
}
"""By kind of field, the types of values that Django passes to psycopg unchanged."""

_INTEGERS: dict[str, type[int]] = {
    "BigAutoField": Int8,
    "BigIntegerField": Int8,
    "IntegerField": Int4,
    "PositiveIntegerField": Int4,
    "PositiveSmallIntegerField": Int2,
    "SmallIntegerField": Int2,
}
"""By kind of field, the psycopg type of a number that Django uses. Foreign keys get a type too: otherwise the
driver uses the narrowest, and plans a statement again as they grow.
"""


def _null(type_name: str) -> object:
    """A null value with a PostgreSQL type.

    With a plain None, the driver would see another statement than with a value, and prepare and plan each
    combination separately: dozens of statements for an action instead of a few.
    """

    class Null:
        pass

    class NullDumper(Dumper):
        oid = adapters.types[type_name].oid

        def dump(self, _null: object) -> None:
            return None

    adapters.register_dumper(Null, NullDumper)
    return Null()


_NULLS: dict[type | None, object] = {
    bytes: _null("bytea"),
    datetime: _null("timestamptz"),
    Int2: _null("int2"),
    Int4: _null("int4"),
    Int8: _null("int8"),
}
"""By the psycopg type of the value. Text has no type, and gets none here."""


class _Part(NamedTuple):
    """Where in a row of the database an instance of a model is.

    Attributes:
        converters: place within the part, function, and what that wants to know of the column.
    """

    model: type[Model]
    columns: slice
    names: list[str]
    converters: list[tuple[int, Any, Any]]


class _Column(NamedTuple):
    """The place of one value of an instance in a statement.

    Attributes:
        is_set: whether its field sets it when it is saved.
        as_it_is: values of this very type are passed to PostgreSQL's driver unchanged; None for none.
        integer: the type for whole numbers; None if it holds none.
        null: the replacement for None.
    """

    field: AnyField
    name: str
    is_set: bool
    as_it_is: type | None
    integer: type[int] | None
    null: object

    @classmethod
    def of(cls, field: AnyField) -> "_Column":
        is_set = type(field).pre_save is not Field.pre_save
        if isinstance(field, DateTimeField):
            is_set = field.auto_now or field.auto_now_add
        holds = field.target_field if isinstance(field, ForeignKey) else field
        kind = holds.get_internal_type()
        as_it_is, integer = _AS_THEY_ARE.get(kind), _INTEGERS.get(kind)
        return cls(field, field.attname, is_set, as_it_is, integer, _NULLS.get(integer or as_it_is))


class Select(Generic[FoundRows]):
    """A query for whole rows of one table, or of several joined tables.

    Args:
        text: the SQL, in which ``{alias}`` is replaced by the columns of the model whose table has that
            alias. Columns after those of the models are returned after them, as they are.
        models: by alias, in the order in which their instances are returned.

    Raises:
        TypeError: a model has its own code for new instances, which would be skipped here.
    """

    def __init__(self, text: str, **models: type[Model]) -> None:
        if any(model.__init__ is not Model.__init__ for model in models.values()):
            raise TypeError("a model with an __init__ of its own is for the ORM to make")
        self._models = models
        columns = {
            alias: ", ".join(f"{alias}.{field.column}" for field in _fields(model))
            for alias, model in models.items()
        }
        self._text = text.format(**columns)
        self._parts: list[_Part] = []

    def rows(self, *parameters: Any) -> list[FoundRows]:
        """Run it.

        Args:
            parameters: for each ``%s`` of the text.
        """
        database = this_database()
        if not self._parts:
            self._parts = list(self._places(database))
        with executed(self._text, parameters, database, has_times=True) as cursor:
            found = cursor.fetchall()
        end = self._parts[-1].columns.stop
        return [cast("FoundRows", (*_instances(row, self._parts, database), *row[end:])) for row in found]

    def _places(self, database: BaseDatabaseWrapper) -> Iterator[_Part]:
        begin = 0
        for model in self._models.values():
            fields = _fields(model)
            columns = slice(begin, begin + len(fields))
            names = [field.attname for field in fields]
            yield _Part(model, columns, names, list(_converters(fields, database)))
            begin = columns.stop


class Update(Generic[ModelRow]):
    """Saving some fields, by their names, of rows that are there.

    Args:
        counter: the name of a field that counts how often a row was written. A row is saved, and counted,
            only while it has the count that its instance has; empty where rows are saved in any case.
    """

    def __init__(self, model: type[ModelRow], *names: str, counter: str = "") -> None:
        by_name = {field.name: field for field in _fields(model)}
        (key,) = (field for field in by_name.values() if field.primary_key)
        self._fields = [key, *(by_name[name] for name in names)]
        table = _table(model)
        changes = [f"{field.column} = new.column{place}" for place, field in enumerate(self._fields[1:], 2)]
        condition = f"{table}.{key.column} = new.column1"
        if counter:
            column = f"{table}.{by_name[counter].column}"
            self._fields.append(by_name[counter])
            changes.append(f"{by_name[counter].column} = {column} + 1")
            condition += f" AND {column} = new.column{len(self._fields)}"
        self._columns = [_Column.of(field) for field in self._fields]
        self._begin = f"UPDATE {table} SET {', '.join(changes)} FROM "  # noqa: S608 - names of ours
        self._end = f" WHERE {condition}"
        self._texts: dict[int, str] = {}

    def statement(self, *instances: ModelRow) -> Statement:
        """The one statement that saves them."""
        database = this_database()
        values = _prepared(self._columns, instances, database)
        if (text := self._texts.get(len(instances))) is None:
            table = _values(self._fields, len(instances), database)
            text = self._texts[len(instances)] = f"{self._begin}{table}{self._end}"
        return Statement(text, values)

    def save(self, *instances: ModelRow) -> None:
        """Save them, with one statement for all."""
        run(self.statement(*instances))


class Insert(Generic[ModelRow]):
    """Adds rows. Their instances do not get the primary keys that the database assigns."""

    def __init__(self, model: type[ModelRow]) -> None:
        self._model = model
        self._defaults = [(field.attname, field.get_default) for field in _fields(model)]
        self._fields = tuple(field for field in _fields(model) if not field.primary_key)
        self._columns = [_Column.of(field) for field in self._fields]
        columns = ", ".join(str(field.column) for field in self._fields)
        self._begin = f"INSERT INTO {_table(model)} ({columns}) SELECT * FROM "  # noqa: S608 - names of ours
        self._texts: dict[int, str] = {}

    def new(self, **values: Any) -> ModelRow:
        """A row to be added; much faster than calling the model.

        Args:
            values: by the names of columns, such as ``game_id``. Missing values get their field's default.
        """
        names = [name for name, _default in self._defaults]
        row_values = [values[name] if name in values else default() for name, default in self._defaults]
        return cast("ModelRow", _instance(self._model, names, row_values, None))

    def statement(self, instances: Sequence[ModelRow]) -> Statement:
        """The one statement that adds them; there must be one at least."""
        database = this_database()
        values = _prepared(self._columns, instances, database, is_new=True)
        if (text := self._texts.get(len(instances))) is None:
            table = _values(self._fields, len(instances), database)
            text = self._texts[len(instances)] = f"{self._begin}{table} WHERE true"
        return Statement(text, values)

    def add(self, instances: Sequence[ModelRow]) -> None:
        """Add them, with one statement for all; there must be one at least."""
        run(self.statement(instances))


def _prepared(
    columns: Sequence[_Column],
    instances: Sequence[Model],
    database: BaseDatabaseWrapper,
    *,
    is_new: bool = False,
) -> list[Any]:
    """The values of all columns of some instances, one after another, as the database wants them."""
    is_postgresql = database.vendor == "postgresql"
    prepared = []
    for instance in instances:
        for column in columns:
            name, field = column.name, column.field
            value = field.pre_save(instance, is_new) if column.is_set else getattr(instance, name)
            # Asking the field goes through half a dozen calls for each value, only to get the same back.
            if is_postgresql and value is None:
                value = column.null
            elif is_postgresql and column.integer is not None and type(value) is int:
                value = column.integer(value)
            elif not is_postgresql or type(value) is not column.as_it_is:
                value = field.get_db_prep_save(value, database)
            prepared.append(value)
    return prepared


def _instances(row: Sequence[Any], parts: Sequence[_Part], database: BaseDatabaseWrapper) -> Iterator[Model]:
    for model, columns, names, converters in parts:
        values = list(row[columns])
        for place, convert, column in converters:
            values[place] = convert(values[place], column, database)
        yield _instance(model, names, values, database.alias)


def _instance(model: type[Model], names: Sequence[str], values: Sequence[Any], alias: str | None) -> Model:
    """A complete row, as ``Model.from_db`` makes it, without setting each field again.

    None of the models in such statements has its own ``__init__`` or signal receivers for new instances.

    Args:
        alias: of the database it is from; None for a new row.
    """
    instance = model.__new__(model)
    instance.__dict__.update(zip(names, values, strict=True))
    state = instance._state = ModelState()  # noqa: SLF001 - where the documented from_db writes it too
    state.adding, state.db = alias is None, alias
    return instance


def _fields(model: type[Model]) -> list[AnyField]:
    """Those that are columns, in their order."""
    return list(model._meta.concrete_fields)  # noqa: SLF001 - the documented way to a model's fields


def _table(model: type[Model]) -> str:
    return model._meta.db_table  # noqa: SLF001 - likewise to its table


def _converters(fields: Sequence[AnyField], database: BaseDatabaseWrapper) -> Iterator[tuple[int, Any, Any]]:
    """The conversions of values from the database."""
    for place, field in enumerate(fields):
        column = field.cached_col
        for convert in database.ops.get_db_converters(column) + field.get_db_converters(database):
            yield place, convert, column


def _values(fields: Sequence[AnyField], count: int, database: BaseDatabaseWrapper) -> str:
    """A table of values for a number of rows. The first row gives each column its type."""
    first = [_cast("%s", field, database) for field in fields]
    rows = [first, *[["%s"] * len(first)] * (count - 1)]
    values = ", ".join(f"({', '.join(row)})" for row in rows)
    return f"(VALUES {values}) AS new"


def _cast(expression: str, field: AnyField, database: BaseDatabaseWrapper) -> str:
    """The cast that PostgreSQL needs in a table of values, where it takes parameters for text.

    The type has no length, because a cast would silently cut longer values.
    """
    if not database.features.requires_casted_case_in_updates:
        return expression
    kind = str(field.cast_db_type(database)).partition("(")[0]
    return f"({expression})::{kind}"
