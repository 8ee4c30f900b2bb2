"""FMUs (FMI 2.0) and systems of them (SSP 1.0), run and linearized by libpaso.

    from pasodoble import System

    plant = System("plant.ssp")
    result = plant.run(macro_step="1ms", set={"multibody.coupling": 1})
    result["time"], result["multibody.s"]

Keyword arguments are the options of the command line, with underscores for hyphens: `paso help run` explains them. Arrays are
numpy's where numpy is installed. The tutorial is docs/python.md.
"""
from ._export import export
from ._library import LibraryNotFound, PasoError, version
from ._perform import Report, perform
from .linear import Limit, Linear
from .run import Run
from .sweep import Sweep
from .system import System
from .table import Result, Summary, Table

__all__ = ["LibraryNotFound", "Limit", "Linear", "PasoError", "Report", "Result", "Run", "Summary", "Sweep", "System", "Table", "export",
           "perform", "version"]


def __getattr__(name: str) -> str:
    if name == "__version__":  # of the library, which knows it
        return version()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
