"""FMUs and systems of documents."""
import os
from ctypes import c_char_p
from typing import Any, Mapping, Optional

from ._library import call, path_bytes
from ._options import text


def export(document: "os.PathLike[str] | str", to: "os.PathLike[str] | str", set: Optional[Mapping[str, Any]] = None) -> None:
    """Makes an FMU of a document that describes a mechanism or a circuit, or an .ssp of one that describes a system of them.

    `set` changes the document before: {"actuators.boom.coupling": "pressures"}.
    """
    changes = [f"{path}={text(value)}".encode() for path, value in (set or {}).items()]
    call("paso_export", path_bytes(document), path_bytes(to), (c_char_p * len(changes))(*changes), len(changes))
