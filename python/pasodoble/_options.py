"""Keyword arguments as options: macro_step="1ms" is --macro-step 1ms, set={"a.b": 1} is --set a.b=1."""
import os
from contextlib import contextmanager
from typing import Any, Iterator, List, Mapping, Optional, Tuple

from ._library import TEXT, PasoError, call, library


def plain(value: Any) -> Any:
    """numpy's numbers and arrays as Python's own."""
    return value.tolist() if hasattr(value, "tolist") else value


def text(value: Any) -> str:
    """A value as the command line writes it: numbers with all digits, true and false."""
    value = plain(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    return repr(value) if isinstance(value, (int, float)) else os.fspath(value) if hasattr(value, "__fspath__") else str(value)


def words_of(options: Mapping[str, Any]) -> Iterator[Tuple[str, List[Optional[str]]]]:
    """Word and values of each option; None and False leave an option out, True is a flag. An underscore at the end is that of names
    which Python keeps for itself: with_=..."""
    for name, value in options.items():
        word, value = (name[:-1] if name.endswith("_") else name).replace("_", "-"), plain(value)
        if value is None or value is False:
            continue
        if value is True:
            yield word, [None]
        elif isinstance(value, Mapping):
            yield word, [f"{key}={text(one)}" for key, one in value.items()]
        elif isinstance(value, (list, tuple)):
            yield word, [text(one) for one in value]
        else:
            yield word, [text(value)]


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
        for word, values in words_of(options):
            for value in values:
                call("paso_options_set", handle, word.encode(), None if value is None else value.encode())
            if len(values) != 1 and not lib.paso_options_repeats(handle, word.encode()):
                raise PasoError(f"--{word} takes one value, and not a list of {len(values)}", "OPTION_TWICE", 2)
        yield handle
    finally:
        lib.paso_options_free(handle)
