"""Small changes around a point: state spaces, and the largest macro step."""
from dataclasses import dataclass
from typing import Any, List, Sequence, Tuple, Union

from ._arrays import complex_vector, matrix
from ._library import library, names_of

_STATES, _INPUTS, _OUTPUTS = range(3)


@dataclass(frozen=True)
class Linear:
    """dx/dt = A x + B u, y = C x + D u.

    The matrices are numpy arrays (lists of rows without numpy), ready for scipy.signal.StateSpace(*linear.matrices). The
    eigenvalues are complex, the least stable first.
    """

    A: Any
    B: Any
    C: Any
    D: Any
    eigenvalues: Any
    states: List[str]
    inputs: List[str]
    outputs: List[str]
    time: float
    warnings: List[str]

    @property
    def matrices(self) -> Tuple[Any, Any, Any, Any]:
        """(A, B, C, D)"""
        return self.A, self.B, self.C, self.D

    def select(self, inputs: Union[str, Sequence[str]], outputs: Union[str, Sequence[str]]) -> "Linear":
        """The same with these inputs and outputs alone, in this order."""
        into = [inputs] if isinstance(inputs, str) else list(inputs)
        out = [outputs] if isinstance(outputs, str) else list(outputs)
        columns, rows = _places(into, self.inputs, "input"), _places(out, self.outputs, "output")
        n = len(self.states)
        B = [self.B[i][j] for i in range(n) for j in columns]
        C = [self.C[i][j] for i in rows for j in range(n)]
        D = [self.D[i][j] for i in rows for j in columns]
        return Linear(self.A, matrix(B, n, len(into)), matrix(C, len(out), n), matrix(D, len(out), len(into)), self.eigenvalues,
                      self.states, into, out, self.time, self.warnings)


def _places(wanted: Sequence[str], names: Sequence[str], kind: str) -> List[int]:
    for name in wanted:
        if name not in names:
            raise KeyError(f'there is no {kind} "{name}", but: {", ".join(names)}')
    return [names.index(name) for name in wanted]


@dataclass(frozen=True)
class Limit:
    """The largest stable macro step, in seconds. `kind`: "found"; "above": stable in the whole range, `macro_step` is its end;
    "below": not even the smallest step is stable, `macro_step` is that step."""

    kind: str
    macro_step: float
    warnings: List[str]


def take(handle: int, warnings: List[str]) -> Linear:
    """Copies a paso_linear and frees it."""
    lib = library()
    try:
        states, inputs, outputs = (names_of(lib.paso_linear_names, handle, which) for which in (_STATES, _INPUTS, _OUTPUTS))
        n, m, p = len(states), len(inputs), len(outputs)
        A, B, C, D = (matrix(lib.paso_linear_matrix(handle, letter)[:rows * columns], rows, columns)
                      for letter, rows, columns in ((b"A", n, n), (b"B", n, m), (b"C", p, n), (b"D", p, m)))
        parts = lib.paso_linear_eigenvalues(handle)[:2 * n]
        eigenvalues = complex_vector([complex(parts[2 * i], parts[2 * i + 1]) for i in range(n)])
        return Linear(A, B, C, D, eigenvalues, states, inputs, outputs, lib.paso_linear_time(handle), warnings)
    finally:
        lib.paso_linear_free(handle)
