"""Types of the JSON objects that commands print."""

from __future__ import annotations

from typing import Any, TypeAlias

Line: TypeAlias = dict[str, Any]
