"""States of a machine from measurements and a model of it."""
import csv
import json
import math
import os
import tempfile
from array import array
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from ._arrays import columns as as_columns
from ._perform import Report, perform
from .table import Table

Path = Union["os.PathLike[str]", str]
Data = Union[Path, Mapping[str, Sequence[float]]]


class Estimate(Table):
    """Estimates over time, as `paso estimate --output` writes them: NAME and "sd:NAME" of each state and parameter, "innovation:SENSOR",
    "innovation_sd:SENSOR", "used:SENSOR" (NaN where nothing was measured), "nis"; with `smooth=True` also "smooth:NAME" and
    "smooth_sd:NAME". `report` is what the command prints."""

    def __init__(self, columns: Dict[str, Any], report: Report) -> None:
        super().__init__(columns)
        self.report = report.text
        self.warnings = report.warnings


def _read(path: str) -> Dict[str, Any]:
    with open(path, newline="", encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows)
        values = array("d", (float(cell) if cell else math.nan for row in rows for cell in row))
    return dict(zip(names, as_columns(values.tobytes(), len(names))))


def _file(folder: str, name: str, data: Data) -> str:
    """The path itself, or that of a file with these columns; NaN is an empty cell."""
    if isinstance(data, (str, os.PathLike)):
        return os.fspath(data)
    if "time" not in data:
        raise ValueError(f'{name}: there is no column "time", but: {", ".join(map(str, data))}')
    path = os.path.join(folder, name + ".csv")
    names = ["time"] + [key for key in data if key != "time"]
    for key in names:
        if len(data[key]) != len(data["time"]):
            raise ValueError(f'{name}: the column "{key}" has {len(data[key])} values, and "time" has {len(data["time"])}')
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(names)
        for row in zip(*(data[key] for key in names)):
            writer.writerow("" if math.isnan(value) else repr(float(value)) for value in row)
    return path


def _filter(folder: str, data: Union[Path, Mapping[str, Any]]) -> str:
    if isinstance(data, (str, os.PathLike)):
        return os.fspath(data)
    path = os.path.join(folder, "filter.json")
    with open(path, "w", encoding="utf-8") as file:
        json.dump({"type": "filter", **data}, file, indent=1)
    return path


def estimate(system: str, filter: Union[Path, Mapping[str, Any]], measurements: Data, truth: Optional[Data],
             options: Mapping[str, Any]) -> Estimate:
    with tempfile.TemporaryDirectory(prefix="pasodoble") as folder:
        output = os.path.join(folder, "estimate.csv")
        more = {} if truth is None else {"truth": _file(folder, "truth", truth)}
        report = perform("estimate", system, filter=_filter(folder, filter), output=output,
                         measurements=_file(folder, "measurements", measurements), **more, **options)
        return Estimate(_read(output), report)


def measure(system: str, filter: Union[Path, Mapping[str, Any]], seed: int, options: Mapping[str, Any]) -> List[Table]:
    with tempfile.TemporaryDirectory(prefix="pasodoble") as folder:
        measured, truth = os.path.join(folder, "measured.csv"), os.path.join(folder, "truth.csv")
        perform("estimate", system, filter=_filter(folder, filter), simulate=True, seed=seed, output=measured, truth=truth, **options)
        return [Table(_read(measured)), Table(_read(truth))]
