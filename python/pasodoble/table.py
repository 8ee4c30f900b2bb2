"""What comes back: columns by name."""
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Optional, Sequence


class Table(Mapping):  # type: ignore[type-arg]
    """Columns of equal length by name: table["time"], dict(table), table.to_frame()."""

    def __init__(self, columns: Dict[str, Any]) -> None:
        self._columns = columns

    @property
    def names(self) -> List[str]:
        """The names of the columns, in order."""
        return list(self._columns)

    def __getitem__(self, name: str) -> Any:
        try:
            return self._columns[name]
        except KeyError:
            raise KeyError(f'there is no column "{name}", but: {", ".join(self._columns)}') from None

    def __contains__(self, name: object) -> bool:
        return name in self._columns

    def __iter__(self) -> Iterator[str]:
        return iter(self._columns)

    def __len__(self) -> int:
        return len(self._columns)

    def to_frame(self) -> Any:
        """A pandas.DataFrame; needs pandas."""
        import pandas  # type: ignore[import-untyped]

        return pandas.DataFrame(self._columns)


@dataclass(frozen=True)
class Summary:
    """How a run went. `status`: "running", "done", "interrupted", "terminated" by an FMU, or "failed"; times in seconds."""

    status: str
    time: float
    steps: int
    rejected: int
    iterations: int
    wall_s: float
    cpu_s: float


class Result(Table):
    """The recorded values of a run: "time" and the variables, one row per recorded point."""

    def __init__(self, columns: Dict[str, Any], summary: Summary, warnings: Sequence[str]) -> None:
        super().__init__(columns)
        self.summary = summary
        self.warnings = list(warnings)

    def __repr__(self) -> str:
        return f"<Result: {len(self['time'])} points to {self.summary.time:g} s, {self.summary.status}: {', '.join(self.names)}>"

    def to_frame(self) -> Any:
        """A pandas.DataFrame with the time as its index; needs pandas."""
        return super().to_frame().set_index("time")


def common_points(a: Sequence[float], b: Sequence[float], tolerance: float) -> Iterator["tuple[int, int]"]:
    """Where two increasing sequences of times meet: index in a, index in b."""
    i = j = 0
    while i < len(a) and j < len(b):
        if abs(a[i] - b[j]) <= tolerance:
            yield i, j
            i, j = i + 1, j + 1
        elif a[i] < b[j]:
            i += 1
        else:
            j += 1


def deviation(table: Mapping, reference: Mapping, name: str) -> "Optional[tuple[float, float]]":  # type: ignore[type-arg]
    """Largest and last absolute difference of a column at the times that both have; None where there is no such time."""
    times, others = table["time"], reference["time"]
    if len(times) == 0 or len(others) == 0:
        return None
    tolerance = 1e-9 * max(abs(float(times[-1])), abs(float(others[-1])), 1e-300)
    differences = [abs(float(table[name][i]) - float(reference[name][j])) for i, j in common_points(times, others, tolerance)]
    return (max(differences), differences[-1]) if differences else None
