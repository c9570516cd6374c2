"""Every format of the registry keeps the laws of formats; a new file is tested with no edit here."""

from __future__ import annotations

from edgematch import formats
from edgematch.testing.formats import FormatLaws

for _name in (one.name for one in formats.every() if one.writes):
    _class = f"Test{_name.title().replace('-', '')}"
    globals()[_class] = type(_class, (FormatLaws,), {"format_name": _name, "__doc__": f"Format {_name}."})
