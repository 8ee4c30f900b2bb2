"""Systems and single FMUs."""
import ctypes
import os
import weakref
from typing import Any, List, Mapping, Optional, Sequence, Tuple, Union

from ._library import LimitStruct, call, library, names_of, path_bytes
from ._options import Texts, opened
from ._recorder import Progress
from .estimate import Data, Estimate, estimate, measure
from .linear import Limit, Linear, take
from .run import Run
from .sweep import Reference, Sweep, SweepProgress, sweep
from .table import Result, Table

_COMPONENTS, _INPUTS, _OUTPUTS = range(3)
_LIMITS = ("found", "above", "below")


class System:
    """A system (.ssp, or .ssd beside its FMUs) or a single FMU (.fmu).

    Options are those of `paso run`, with underscores for hyphens: macro_step="1ms", stop_time=6, scheme="gauss-seidel",
    set={"multibody.coupling": 1}, rate={"hydraulics": 2}, log=True. Times are numbers in seconds, or texts with a unit. A system
    does not change; any number of threads may use it. The files are read again for every run.
    """

    def __init__(self, path: "os.PathLike[str] | str") -> None:
        self.path = os.fspath(path)
        self._system = call("paso_system_open", path_bytes(path))
        weakref.finalize(self, library().paso_system_close, self._system)

    def __repr__(self) -> str:
        return f"System({self.path!r})"

    @property
    def name(self) -> str:
        return str(library().paso_system_name(self._system).decode())

    @property
    def components(self) -> List[str]:
        return names_of(library().paso_system_names, self._system, _COMPONENTS)

    @property
    def inputs(self) -> List[str]:
        """Connectors of the system, and inputs that nothing drives."""
        return names_of(library().paso_system_names, self._system, _INPUTS)

    @property
    def outputs(self) -> List[str]:
        """Of the components, all of them."""
        return names_of(library().paso_system_names, self._system, _OUTPUTS)

    def start(self, *, record: Union[str, Sequence[str], None] = None, every: int = 1, progress: Progress = None,
              watch: Sequence[str] = (), **options: Any) -> Run:
        """Starts a run that is stepped by the caller: use it in a `with` block.

        `record`, `every` and `progress` as in `run`; nothing is recorded unless `record` says what. Some FMUs may not be asked
        for values once their inputs were set; name those variables in `watch`, then they are read in time.
        """
        return Run(self._system, options, record, every, progress, watch)

    def run(self, *, record: Union[str, Sequence[str]] = "", every: int = 1, progress: Progress = None, **options: Any) -> Result:
        """Runs from start to stop time.

        `record`: names or globs, with commas or as a list; default: all outputs. `every`: each N-th macro step is recorded, and
        both ends. `progress`: True prints a line on standard error; a function is called with the time and the fraction done, up
        to ten times a second, and ends the run by returning False.
        """
        if record is None:
            raise ValueError("record=None records nothing, and what was recorded is the result; start() makes such runs")
        with self.start(record=record, every=every, progress=progress, **options) as run:
            run.advance()
            run.finish()
            return run.result

    def linearize(self, at: float = 0.0, **options: Any) -> Linear:
        """Runs to the time `at`, in seconds, and linearizes there; at or before the start time: the initial state."""
        warnings = Texts()
        with opened(options, warnings) as words:
            return take(call("paso_linearize", self._system, words, float(at)), warnings.texts)

    def stability(self, macro_step: Tuple[float, float], at: float = 0.0, **options: Any) -> Limit:
        """Predicts up to which macro step of the range (from, to), in seconds, the coupling scheme is stable around the point
        of the run at the time `at`."""
        warnings, limit = Texts(), LimitStruct()
        low, high = macro_step
        with opened(options, warnings) as words:
            call("paso_stability", self._system, words, float(at), float(low), float(high), ctypes.byref(limit))
        return Limit(_LIMITS[limit.kind], limit.macro_step, warnings.texts)

    def estimate(self, filter: Union["os.PathLike[str]", str, Mapping[str, Any]], measurements: Data, *, truth: Optional[Data] = None,
                 **options: Any) -> Estimate:
        """Estimates states from measurements by a Kalman filter around the system.

        `filter`: a filter file, or the same as a dictionary: sensors, states, parameters, gate. `measurements` and `truth`: CSV files, or
        columns by name with "time"; NaN is no measurement. Further options are those of `paso estimate`: smooth=True, plot="states.svg",
        truth_from=1.0, set={...}.
        """
        return estimate(self.path, filter, measurements, truth, options)

    def measure(self, filter: Union["os.PathLike[str]", str, Mapping[str, Any]], *, seed: int = 1, **options: Any) -> Tuple[Table, Table]:
        """Measurements that the filter's sensors would make of a run, with their noise, and the true states."""
        measured, truth = measure(self.path, filter, seed, options)
        return measured, truth

    def sweep(self, *, record: Union[str, Sequence[str]] = "", every: int = 1, reference: Reference = None,
              progress: SweepProgress = None, **options: Any) -> Sweep:
        """Runs all combinations of options that are lists, the first list varying slowest: macro_step=["1ms", "2ms"],
        set={"multibody.coupling": [1, 2]}.

        Errors are taken against `reference`, a result or a mapping with "time" and columns, or "finest": of the runs that
        differ in the macro step alone, that of the smallest one. They are taken at the times that both have, and nothing is interpolated.
        A run that fails has its reason in the table and does not end the sweep. The runs are made one after the other in this
        process; for large sweeps, for FMUs that may crash, and for orders of convergence there is `perform("sweep", ...)`.
        `progress`: True prints a line on standard error; a function is called with the number of runs done and of all, and leaves out the
        rest by returning False.
        """
        return sweep(self.start, options, record, every, reference, progress)
