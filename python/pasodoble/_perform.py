"""What the other commands of `paso` do."""
import os
from dataclasses import dataclass
from typing import Any, List, Union

from ._library import call, library, path_bytes
from ._options import Texts, opened


@dataclass(frozen=True)
class Report:
    """What `paso` would print."""

    text: str
    warnings: List[str]

    def __str__(self) -> str:
        return self.text


def perform(command: str, path: Union["os.PathLike[str]", str, None] = None, **options: Any) -> Report:
    """Does what `paso COMMAND PATH --options` does, in this process: info, linearize, stability, sweep, connect, export, show, monolithic, run.

        perform("sweep", "plant.ssp", macro_step="1ms,2ms,4ms", reference="finest", output="errors.csv")

    Files that the options name are written; `text` is what the command would print. Lists of a sweep are written as on the command
    line, with commas; its runs are made in processes of their own.
    """
    warnings, report = Texts(), Texts()
    with opened(options, warnings, command) as words:
        library().paso_options_on_report(words, report.callback, None)
        call("paso_perform", words, None if path is None else path_bytes(path))
    return Report("".join(report.texts), warnings.texts)
