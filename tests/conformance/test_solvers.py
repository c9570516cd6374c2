"""Every solver of the registry keeps the laws; a new file in the solvers folder is tried without any edit here."""

from __future__ import annotations

import re

from edgematch.search import SOLVERS
from edgematch.testing.laws import SolverLaws, SolverManners, SolverScoreLaws

WITHOUT_DEVICE = ("gpu?device=cpu", "gpu-breaks?device=cpu", "gpu-beam?device=cpu")
"""Solvers for a device, proved on the processor as well."""

for _spec in (*SOLVERS.names(), *WITHOUT_DEVICE):
    for _laws in (SolverLaws, SolverScoreLaws, SolverManners):
        _title = f"Test{_laws.__name__}_{re.sub('[^a-z0-9]', '_', _spec)}"
        globals()[_title] = type(_title, (_laws,), {"spec": _spec, "__module__": __name__})
