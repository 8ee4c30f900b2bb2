"""libpaso, as ctypes sees it: where it is, its functions, its errors. include/paso.h explains them."""
import ctypes
import functools
import os
import sysconfig
from ctypes import POINTER, Structure, c_bool, c_char, c_char_p, c_double, c_int, c_long, c_size_t, c_void_p
from pathlib import Path
from typing import Any, Callable, Iterator, List

FILE = "libpaso.so.0"
VARIABLE = "PASO_LIBRARY"


class PasoError(Exception):
    """What went wrong, in the library's words.

    `message` is for people. `code` ("RUN_DISCARDED") stays the same from version to version. `status` is 1 where a run failed, 2
    where options, arguments or a file are wrong.
    """

    def __init__(self, message: str, code: str, status: int) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.status = status

    def __reduce__(self) -> Any:  # so that it passes from process to process
        return type(self), (self.message, self.code, self.status)


class LibraryNotFound(PasoError):
    """libpaso is not where this package looks for it."""


# ---- the structs of paso.h ----


class ErrorStruct(Structure):
    _fields_ = [("status", c_int), ("code", c_char * 64), ("message", c_char * 2048)]


class SummaryStruct(Structure):
    _fields_ = [("size", c_size_t), ("status", c_char_p), ("time", c_double), ("steps", c_long), ("rejected", c_long),
                ("iterations", c_long), ("wall_s", c_double), ("cpu_s", c_double)]


class PointStruct(Structure):
    _fields_ = [("time", c_double), ("step", c_long), ("last", c_bool), ("n", c_size_t), ("names", POINTER(c_char_p)),
                ("values", POINTER(c_double)), ("strings", POINTER(c_char_p))]


class LimitStruct(Structure):
    _fields_ = [("kind", c_int), ("macro_step", c_double)]


TEXT = ctypes.CFUNCTYPE(None, c_char_p, c_void_p)
OBSERVER = ctypes.CFUNCTYPE(c_bool, POINTER(PointStruct), c_void_p)

_ERROR = POINTER(ErrorStruct)
_NAMES = POINTER(POINTER(c_char_p))
_FUNCTIONS = {  # result, arguments
    "paso_version": (c_char_p, []),
    "paso_options_free": (None, [c_void_p]),
    "paso_options_repeats": (c_bool, [c_void_p, c_char_p]),
    "paso_options_set": (c_bool, [c_void_p, c_char_p, c_char_p, _ERROR]),
    "paso_options_for": (c_void_p, [c_char_p, _ERROR]),
    "paso_options_on_warning": (None, [c_void_p, TEXT, c_void_p]),
    "paso_options_on_report": (None, [c_void_p, TEXT, c_void_p]),
    "paso_options_on_progress": (None, [c_void_p, TEXT, c_void_p]),
    "paso_system_open": (c_void_p, [c_char_p, _ERROR]),
    "paso_system_close": (None, [c_void_p]),
    "paso_system_name": (c_char_p, [c_void_p]),
    "paso_system_names": (c_size_t, [c_void_p, c_int, _NAMES]),
    "paso_run_open": (c_void_p, [c_void_p, c_void_p, _ERROR]),
    "paso_run_close": (None, [c_void_p]),
    "paso_run_initialize": (c_bool, [c_void_p, _ERROR]),
    "paso_run_step": (c_bool, [c_void_p, _ERROR]),
    "paso_run_advance": (c_bool, [c_void_p, c_double, _ERROR]),
    "paso_run_finish": (c_bool, [c_void_p, _ERROR]),
    "paso_run_time": (c_double, [c_void_p]),
    "paso_run_start_time": (c_double, [c_void_p]),
    "paso_run_stop_time": (c_double, [c_void_p]),
    "paso_run_macro_step": (c_double, [c_void_p]),
    "paso_run_ended": (c_bool, [c_void_p]),
    "paso_run_summary": (None, [c_void_p, POINTER(SummaryStruct)]),
    "paso_run_get_string": (c_bool, [c_void_p, c_char_p, POINTER(c_char_p), _ERROR]),
    "paso_run_find": (c_int, [c_void_p, c_char_p, _ERROR]),
    "paso_run_get_reals": (c_bool, [c_void_p, POINTER(c_int), c_size_t, POINTER(c_double), _ERROR]),
    "paso_run_set_reals": (c_bool, [c_void_p, POINTER(c_int), c_size_t, POINTER(c_double), _ERROR]),
    "paso_run_observe": (c_bool, [c_void_p, c_char_p, c_long, OBSERVER, c_void_p, _ERROR]),
    "paso_linearize": (c_void_p, [c_void_p, c_void_p, c_double, _ERROR]),
    "paso_linear_free": (None, [c_void_p]),
    "paso_linear_time": (c_double, [c_void_p]),
    "paso_linear_names": (c_size_t, [c_void_p, c_int, _NAMES]),
    "paso_linear_matrix": (POINTER(c_double), [c_void_p, c_char]),
    "paso_linear_eigenvalues": (POINTER(c_double), [c_void_p]),
    "paso_stability": (c_bool, [c_void_p, c_void_p, c_double, c_double, c_double, POINTER(LimitStruct), _ERROR]),
    "paso_perform": (c_bool, [c_void_p, c_char_p, _ERROR]),
    "paso_export": (c_bool, [c_char_p, c_char_p, POINTER(c_char_p), c_size_t, _ERROR]),
}


# ---- where it is ----


def _places(package: Path) -> Iterator[Path]:
    """Where the library may lie: in the package, in the lib folders of an installation around it, in a source tree's build."""
    yield package / FILE
    multiarch = sysconfig.get_config_var("MULTIARCH") or "lib"
    for folder in list(package.parents)[:4]:  # dist-packages, python3, lib, the prefix
        for lib in (folder, folder / multiarch, folder / "lib", folder / "lib" / multiarch, folder / "lib64"):
            yield lib / FILE
    for tree in list(package.parents)[1:2]:  # TREE/python/pasodoble
        yield tree / "build" / FILE


def _find(package: Path) -> str:
    asked = os.environ.get(VARIABLE)
    if asked:  # a file, or the folder that has it
        return os.path.join(asked, FILE) if os.path.isdir(asked) else asked
    return next((str(place) for place in _places(package) if place.is_file()), FILE)  # else by the system's loader


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The library, loaded when it is needed first."""
    path = _find(Path(__file__).resolve().parent)
    try:
        lib = ctypes.CDLL(path)
        for name, (result, arguments) in _FUNCTIONS.items():
            function = getattr(lib, name)
            function.restype, function.argtypes = result, arguments
    except (OSError, AttributeError) as reason:
        raise LibraryNotFound(f"libpaso cannot be loaded ({reason}): install it, build it in the source tree, or set {VARIABLE} to "
                              f"the file {FILE}", "LIBRARY_NOT_FOUND", 2) from None
    return lib


def version() -> str:
    """The version of the library that is loaded: "0.1.0"."""
    return str(library().paso_version().decode())


# ---- calls ----


def call(name: str, *arguments: Any) -> Any:
    """Calls a function that takes a paso_error at last, and raises what it says. Failures are False, NULL or -1."""
    error = ErrorStruct()
    result = getattr(library(), name)(*arguments, ctypes.byref(error))
    if result is None or result is False or (isinstance(result, int) and result < 0):
        raise PasoError(error.message.decode(errors="replace"), error.code.decode(), error.status)
    return result


def names_of(ask: Callable[..., int], handle: int, which: int) -> List[str]:
    names = POINTER(c_char_p)()
    n = ask(handle, which, ctypes.byref(names))
    return [names[i].decode() for i in range(n)]


def path_bytes(path: "os.PathLike[str] | str") -> bytes:
    return os.fsencode(path)
