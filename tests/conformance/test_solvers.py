"""Every solver of the registry keeps the laws; a new file in the solvers folder is tried without any edit here."""

from __future__ import annotations

from edgematch.search import names
from edgematch.testing.laws import SolverLaws, SolverManners, SolverScoreLaws

for _name in names():
    for _laws in (SolverLaws, SolverScoreLaws, SolverManners):
        _title = f"Test{_laws.__name__}_{_name.replace('-', '_')}"
        globals()[_title] = type(_title, (_laws,), {"spec": _name, "__module__": __name__})
