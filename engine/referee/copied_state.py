"""A base class that copies all fields of its subclasses, for the states of the referee."""

from __future__ import annotations

from typing import ClassVar, Self

_MUTABLE = frozenset((list, dict, set))


class CopiedState:
    """Subclasses keep their whole state in slots."""

    __slots__ = ()
    _fields: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._fields = tuple(name for kind in cls.__mro__ for name in getattr(kind, "__slots__", ()))

    def copy(self) -> Self:
        """Returns a copy that shares no list, dict or set; other values in slots must be immutable."""
        twin = object.__new__(type(self))
        for name in self._fields:
            value = getattr(self, name)
            setattr(twin, name, value.copy() if type(value) in _MUTABLE else value)
        return twin
