"""Types of the JSON objects that commands print."""

from typing import Any, TypeAlias

Line: TypeAlias = dict[str, Any]
