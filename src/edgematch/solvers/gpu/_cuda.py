"""What every solver on a CUDA device needs: whether there is one, and kernels that are compiled when first used.

The compiler is in CUDA's own libraries (NVRTC); only CuPy has to be installed.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from edgematch.errors import SolverFailure


def why_no_cuda() -> str | None:
    """None when there is a CUDA device to use, otherwise what is missing."""
    try:
        import cupy
    except ImportError:
        return "CuPy is not installed (pip install 'edgematch[cuda]')"
    try:
        found = cupy.cuda.runtime.getDeviceCount() > 0
    except cupy.cuda.runtime.CUDARuntimeError as problem:
        return f"there is no CUDA device here ({problem})"
    return None if found else "there is no CUDA device here"


@cache
def compiled(file: str, **settings: Any) -> Any:
    """The kernels of a file, compiled with settings as macros."""
    import cupy

    folder = source_folder()
    head = "".join(f"#define EDGEMATCH_{name} {value}\n" for name, value in settings.items())
    code = (folder / file).read_text(encoding="utf-8")
    return cupy.RawModule(code=head + code, options=("-std=c++17", f"-I{folder}"))


def source_folder() -> Path:
    """The folder with the sources of the kernels: inside an installed package, or in the source tree."""
    package = Path(__file__).parents[2]
    for folder in (package / "device", package.parents[1] / "core" / "device"):
        if (folder / "exact_lane.hpp").exists():
            return folder
    raise SolverFailure("the sources of the GPU kernels are missing from this installation; install edgematch again")
