"""Runs: to the end, or step by step."""
import ctypes
import math
import weakref
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._library import PasoError, SummaryStruct, call, library
from ._options import Texts, opened
from ._recorder import Progress, Recorder
from .table import Result, Summary


class Run:
    """A system that is simulated step by step; `System.start` makes it.

        with system.start(macro_step="1ms") as run:
            while not run.ended:
                run["kappa"] = 0.5 - 2 * (run["multibody.s"] - 0.55)
                run.step()

    Names are "NAME.VARIABLE", "VARIABLE" of a single FMU, or a connector of the system. Inputs that nothing drives and tunable
    parameters can be set; a value holds until it is set again. Booleans are 0 and 1, integers and enumerations their value.
    One thread at a time may use a run.
    """

    def __init__(self, system: int, options: Mapping[str, Any], record: Union[str, Sequence[str], None], every: int,
                 progress: Progress, watch: Sequence[str]) -> None:
        self._lib = library()
        self._warnings = Texts()
        self._handles: Dict[str, int] = {}
        self._recorder: Optional[Recorder] = None
        self._last_summary: Optional[Summary] = None
        self._finished = False
        if "output" in options:  # the file has what the result has
            options = {**options, "record": _patterns(record) or None, "every": every}
        with opened(options, self._warnings) as words:
            self._run = call("paso_run_open", system, words)
        self._close = weakref.finalize(self, _close, self._run, self._warnings)
        try:
            for name in watch:
                self._find(name)
            if record is not None or progress:
                self._observe(record, every, progress)
            self._call("paso_run_initialize")
        except BaseException:
            self.close()
            raise

    def _observe(self, record: Union[str, Sequence[str], None], every: int, progress: Progress) -> None:
        recorder = self._recorder = Recorder(record is not None, progress)
        recorder.start, recorder.stop = self.start_time, self.stop_time
        patterns = b"" if record is None else _patterns(record).encode() or None  # no values, these, or all outputs
        call("paso_run_observe", self._run, patterns, every, recorder.callback, None)

    def _call(self, name: str, *arguments: Any) -> None:
        """A call in which the recorder may be told something."""
        self._check_open()
        if not self._recorder:
            call(name, self._run, *arguments)
            return
        try:
            with self._recorder.interruptible():
                call(name, self._run, *arguments)
        finally:
            self._recorder.check()

    def _check_open(self) -> None:
        if not self._close.alive:
            raise PasoError("the run is closed: its values are gone", "RUN_CLOSED", 2)

    # ---- time ----

    def step(self) -> None:
        """One macro step, or a shorter one where the stop time or a jump of an input comes first. After the end: nothing."""
        self._call("paso_run_step")

    def advance(self, time: float = math.inf) -> None:
        """Steps until `time` exactly, or until the run ends."""
        self._call("paso_run_advance", time)

    def finish(self) -> None:
        """Terminates the FMUs; the end of a `with` block does it. Nothing after a failure, and nothing the second time."""
        if not self._finished and self.summary.status != "failed":
            self._finished = True
            self._call("paso_run_finish")

    def close(self) -> None:
        """Releases the FMUs. What was recorded stays."""
        if self._close.alive:
            self._last_summary = self.summary
            self._close()

    def __enter__(self) -> "Run":
        return self

    def __exit__(self, kind: Any, value: Any, trace: Any) -> None:
        try:
            if kind is None and self._close.alive:
                self.finish()
        finally:
            self.close()

    @property
    def time(self) -> float:
        """Where the run stands, in seconds."""
        return self.summary.time

    @property
    def start_time(self) -> float:
        self._check_open()
        return float(self._lib.paso_run_start_time(self._run))

    @property
    def stop_time(self) -> float:
        self._check_open()
        return float(self._lib.paso_run_stop_time(self._run))

    @property
    def macro_step(self) -> float:
        self._check_open()
        return float(self._lib.paso_run_macro_step(self._run))

    @property
    def ended(self) -> bool:
        """Stop time reached, ended by an FMU or by the progress callback, failed, or closed."""
        return not self._close.alive or bool(self._lib.paso_run_ended(self._run))

    # ---- values ----

    def _find(self, name: str) -> int:
        if name not in self._handles:
            self._check_open()
            self._handles[name] = call("paso_run_find", self._run, name.encode())
        return self._handles[name]

    def __getitem__(self, name: str) -> Union[float, str]:
        handle, value = ctypes.c_int(self._find(name)), ctypes.c_double()
        self._check_open()
        try:
            call("paso_run_get_reals", self._run, ctypes.byref(handle), 1, ctypes.byref(value))
        except PasoError as reason:
            if reason.code != "RUN_VALUE":
                raise
            said = ctypes.c_char_p()
            call("paso_run_get_string", self._run, name.encode(), ctypes.byref(said))
            return (said.value or b"").decode(errors="replace")
        return value.value

    def __setitem__(self, name: str, value: float) -> None:
        handle, number = ctypes.c_int(self._find(name)), ctypes.c_double(value)
        self._check_open()
        call("paso_run_set_reals", self._run, ctypes.byref(handle), 1, ctypes.byref(number))

    # ---- what there was ----

    @property
    def summary(self) -> Summary:
        """How the run went so far."""
        if self._last_summary:
            return self._last_summary
        s = SummaryStruct(size=ctypes.sizeof(SummaryStruct))
        self._lib.paso_run_summary(self._run, ctypes.byref(s))
        return Summary(s.status.decode(), s.time, s.steps, s.rejected, s.iterations, s.wall_s, s.cpu_s)

    @property
    def warnings(self) -> List[str]:
        """The warnings so far."""
        return list(self._warnings.texts)

    @property
    def result(self) -> Result:
        """What was recorded so far; the run must have been started with `record`."""
        if not self._recorder or not self._recorder.keep:
            raise PasoError('nothing was recorded: start the run with record="NAME.VARIABLE"', "RUN_NOT_RECORDED", 2)
        return Result(self._recorder.columns(), self.summary, self.warnings)


def _patterns(record: Union[str, Sequence[str], None]) -> str:
    """As the command line has them; "" are all outputs."""
    if record is None or isinstance(record, str):
        return record or ""
    if not record:
        raise ValueError('record names nothing; record="" means all outputs')
    return ",".join(record)


def _close(run: int, warnings: Texts) -> None:
    """Closes a run; until then the callback of its warnings must live."""
    library().paso_run_close(run)
