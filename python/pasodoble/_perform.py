"""What the other commands of `paso` do."""
import os
import sys
from dataclasses import dataclass
from typing import Any, Callable, List, Optional, Union

from ._library import TEXT, call, library, path_bytes
from ._options import Texts, opened


@dataclass(frozen=True)
class Report:
    """What `paso` would print."""

    text: str
    warnings: List[str]

    def __str__(self) -> str:
        return self.text


LineProgress = Union[bool, Callable[[str], Any], None]


def print_line(text: str) -> None:
    """progress=True: one line that is written again and again, in a terminal and in a notebook."""
    print(f"\r{text:78}", end="" if text else "\r", file=sys.stderr, flush=True)


class _Listener:
    """Hears the lines of progress. What the callback of the user raises is raised again when the work is done."""

    def __init__(self, progress: LineProgress) -> None:
        self._tell = print_line if progress is True else progress or None
        self._raised: Optional[BaseException] = None
        self.callback = TEXT(self._hear)

    def _hear(self, text: bytes, context: Any) -> None:
        if self._tell is None or self._raised is not None:
            return
        try:
            self._tell(text.decode(errors="replace"))
        except BaseException as reason:  # C cannot pass it on
            self._raised = reason

    def check(self) -> None:
        if self._raised is not None:
            raise self._raised


def perform(command: str, path: Union["os.PathLike[str]", str, None] = None, *, progress: LineProgress = None, **options: Any) -> Report:
    """Does what `paso COMMAND PATH --options` does, in this process: run, info, linearize, stability, estimate, sweep, plot, connect, export,
    show, monolithic, new.

        perform("sweep", "plant.ssp", macro_step="1ms,2ms,4ms", reference="finest", output="errors.csv")

    Files that the options name are written; `text` is what the command would print. Lists of a sweep are written as on the command
    line, with commas; its runs are made in processes of their own.
    `progress`: True prints a line on standard error, a function is called with the text of that line now and then ("": it is taken away).
    """
    warnings, report, listener = Texts(), Texts(), _Listener(progress)
    with opened(options, warnings, command) as words:
        library().paso_options_on_report(words, report.callback, None)
        if progress:
            library().paso_options_on_progress(words, listener.callback, None)
        call("paso_perform", words, None if path is None else path_bytes(path))
    listener.check()
    return Report("".join(report.texts), warnings.texts)
