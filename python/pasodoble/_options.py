"""Keyword arguments as options: macro_step="1ms" is --macro-step 1ms, set={"a.b": 1} is --set a.b=1."""
import os
from contextlib import contextmanager
from typing import Any, Iterator, List, Mapping, Optional, Tuple

from ._library import TEXT, call, library


def plain(value: Any) -> Any:
    """numpy's numbers and arrays as Python's own."""
    return value.tolist() if hasattr(value, "tolist") else value


def text(value: Any) -> str:
    """A value as the command line writes it: numbers with all digits, true and false."""
    value = plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, (int, float)) else os.fspath(value) if hasattr(value, "__fspath__") else str(value)


def words_of(options: Mapping[str, Any]) -> Iterator[Tuple[str, Optional[str]]]:
    """Word and value of each option, one after the other; None and False leave an option out, True is a flag."""
    for name, value in options.items():
        word, value = name.replace("_", "-"), plain(value)
        if value is None or value is False:
            continue
        if value is True:
            yield word, None
        elif isinstance(value, Mapping):
            for key, one in value.items():
                yield word, f"{key}={text(one)}"
        elif isinstance(value, (list, tuple)):
            for one in value:
                yield word, text(one)
        else:
            yield word, text(value)


class Texts:
    """The warnings of what is made with some options, or its report, in the order in which they came. Must live as long as what
    speaks."""

    def __init__(self) -> None:
        self.texts: List[str] = []
        self.callback = TEXT(lambda said, context: self.texts.append(said.decode(errors="replace")))


@contextmanager
def opened(options: Mapping[str, Any], warnings: Texts, command: str = "run") -> Iterator[int]:
    """The library's options, for as long as the block lasts: runs take a copy."""
    lib = library()
    handle = call("paso_options_for", command.encode())
    try:
        lib.paso_options_on_warning(handle, warnings.callback, None)
        for word, value in words_of(options):
            call("paso_options_set", handle, word.encode(), None if value is None else value.encode())
        yield handle
    finally:
        lib.paso_options_free(handle)
