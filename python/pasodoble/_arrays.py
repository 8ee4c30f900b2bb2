"""Columns and matrices: numpy's where it is installed, else array.array and lists."""
import array
from typing import Any, List, Sequence

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]


def columns(rows: bytes, n: int) -> List[Any]:
    """The columns of rows of n doubles."""
    if numpy is not None:
        return [column.copy() for column in numpy.frombuffer(rows).reshape(-1, n).T]
    numbers = array.array("d", rows)
    return [numbers[i::n] for i in range(n)]


def matrix(elements: Sequence[float], rows: int, columns: int) -> Any:
    """Of elements row by row."""
    if numpy is not None:
        return numpy.array(elements, dtype=float).reshape(rows, columns)
    return [list(elements[i * columns:(i + 1) * columns]) for i in range(rows)]


def complex_vector(values: List[complex]) -> Any:
    return values if numpy is None else numpy.array(values, dtype=complex)
