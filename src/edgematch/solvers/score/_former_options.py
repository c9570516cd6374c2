"""Options that became part of the order: `comb-rows`, `tooth` and `orientation`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from edgematch.errors import OptionError, warn_renamed
from edgematch.model.orders import ORIENTED, refined

FORMER = ("comb-rows", "tooth", "orientation")


class OrderOptions:
    """Options with an order; the former ones are written into it, with a warning."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @classmethod
    def rewrite(cls, texts: Mapping[str, str], owner: str) -> dict[str, str]:
        """The texts without former options."""
        given = {key.replace("_", "-"): text for key, text in texts.items()}
        former = {key: given.pop(key) for key in FORMER if key in given}
        if not former:
            return dict(texts)
        default = given.get("order") or cls.__dataclass_fields__["order"].default or ""
        change = _as_order(former, with_parameters=default not in ("row", "rows"))
        given["order"] = refined(change, default) if change and default else change or default
        for key in former:
            warn_renamed(f"option {key} of {owner}", f"order={given['order']}", stacklevel=5)
        return given


def _as_order(former: Mapping[str, str], *, with_parameters: bool) -> str:
    try:
        rows = f"rows={float(former['comb-rows'])}" if "comb-rows" in former else ""
        teeth = f"teeth={int(former['tooth'])}" if former.get("tooth", "1") != "1" else ""
        side = int(former.get("orientation", -1))
    except ValueError as bad:
        raise OptionError(f"comb-rows, tooth and orientation are numbers: {bad}") from None
    if not -1 <= side < len(ORIENTED):
        raise OptionError(f"orientation must be -1 to 7, not {side}")
    parameters = ",".join(filter(None, (rows, teeth))) if with_parameters else ""
    return f"{':' if parameters else ''}{parameters}{ORIENTED[side] if side >= 0 else ''}"
