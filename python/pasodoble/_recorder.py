"""What a run tells at its points: rows for the result, and progress."""
import ctypes
import signal
import sys
import threading
import time
from contextlib import contextmanager
from typing import Any, Callable, Dict, Iterator, List, Optional, Union

from ._arrays import columns
from ._library import OBSERVER

Progress = Union[bool, Callable[[float, float], Any], None]


def print_progress(now: float, fraction: float) -> None:
    """progress=True: one line that is written again and again, in a terminal and in a notebook."""
    print(f"\r{100 * fraction:5.1f} %, t = {now:g} s ", end="\n" if fraction >= 1 else "", file=sys.stderr, flush=True)


class Recorder:
    """An observer of a run. What the callback of the user raises ends the run and is raised again by `check`."""

    def __init__(self, keep: bool, progress: Progress) -> None:
        self.keep = keep
        self.callback = OBSERVER(self._observe)
        self.start = self.stop = 0.0  # of the run, set when it was opened
        self._progress = print_progress if progress is True else progress or None
        self._told = float("-inf")
        self._raised: Optional[BaseException] = None
        self._names: List[str] = []
        self._texts: Dict[int, List[str]] = {}
        self._times = bytearray()
        self._rows = bytearray()

    def _observe(self, pointer: Any, context: Any) -> bool:
        try:
            point = pointer.contents
            if self._raised is not None:
                return False
            if self.keep:
                self._add(point)
            return self._progress is None or self._tell(point)
        except BaseException as reason:  # C cannot pass it on
            self._raised = reason
            return False

    def _add(self, point: Any) -> None:
        if point.step == 0:
            self._begin(point)
        self._times += ctypes.string_at(ctypes.byref(point), 8)  # its first member is the time
        self._rows += ctypes.string_at(point.values, 8 * point.n)
        for i, texts in self._texts.items():
            texts.append((point.strings[i] or b"").decode(errors="replace"))

    def _begin(self, point: Any) -> None:
        self._names = [point.names[i].decode() for i in range(point.n)]
        self._texts = {i: [] for i in range(point.n) if point.strings and point.strings[i] is not None}

    def _tell(self, point: Any) -> bool:
        """Ten times in a second at most, and at both ends; the callback ends the run by returning False."""
        now = time.monotonic()
        if self._progress is None or not (point.last or now - self._told >= 0.1):
            return True
        self._told = now
        fraction = 1.0 if point.last else (point.time - self.start) / (self.stop - self.start)
        return self._progress(point.time, fraction) is not False

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Ctrl-C ends the run at its next point. Python would raise where the callback begins, and there nobody can catch it."""
        in_main = threading.current_thread() is threading.main_thread()
        if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
            yield
            return
        signal.signal(signal.SIGINT, self._interrupt)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)

    def _interrupt(self, number: int, frame: Any) -> None:
        self._raised = KeyboardInterrupt()

    def check(self) -> None:
        raised, self._raised = self._raised, None
        if raised is not None:
            raise raised

    def columns(self) -> Dict[str, Any]:
        found: Dict[str, Any] = {"time": columns(bytes(self._times), 1)[0]}
        if self._names:
            found.update(zip(self._names, columns(bytes(self._rows), len(self._names))))
        found.update((self._names[i], list(texts)) for i, texts in self._texts.items())
        return found
