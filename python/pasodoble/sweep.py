"""Many runs, compared, with all of their results. perform("sweep") has more: a process for every run, a store, orders, limits."""
import itertools
import sys
from typing import Any, Callable, Dict, Iterator, List, Mapping, Sequence, Tuple, Union

from ._library import PasoError
from ._options import plain
from .table import Result, Table, deviation

Reference = Union[None, str, Mapping[str, Any]]
SweepProgress = Union[bool, Callable[[int, int], Any], None]


def print_runs(done: int, of: int) -> None:
    """progress=True: one line that is written again and again, in a terminal and in a notebook."""
    print(f"\r{done} of {of} runs ", end="\n" if done == of else "", file=sys.stderr, flush=True)


class Sweep(Table):
    """One row per run: the options that vary ("macro_step", "multibody.coupling", "rate:mass1"), "status", "steps", "wall_s",
    with a reference "max_error:NAME" and "final_error:NAME" (None where there is none), and "message".

    `results` has the results of the runs, None where one failed.
    """

    def __init__(self, columns: Dict[str, Any], results: Sequence[Union[Result, None]]) -> None:
        super().__init__(columns)
        self.results = list(results)


def _axes(options: Mapping[str, Any]) -> Iterator[Tuple[Tuple[str, Any], str, List[Any]]]:
    """What varies: where it goes (option, key or None), its column, its values."""
    for name, value in options.items():
        if isinstance(value, Mapping):
            for key, one in value.items():
                if isinstance(plain(one), (list, tuple)):
                    yield (name, key), key if name == "set" else f"{name}:{key}", list(plain(one))
        elif isinstance(plain(value), (list, tuple)) and name != "power":  # which is repeated, not varied
            yield (name, None), name, list(plain(value))


def _with(options: Mapping[str, Any], places: Sequence[Tuple[str, Any]], values: Sequence[Any]) -> Dict[str, Any]:
    made = {name: dict(value) if isinstance(value, Mapping) else value for name, value in options.items()}
    for (name, key), value in zip(places, values):
        if key is None:
            made[name] = value
        else:
            made[name][key] = value
    return made


def _reference_of(reference: Reference, runs: Sequence[Dict[str, Any]], run: Dict[str, Any]) -> Union[Mapping[str, Any], None]:
    """The given one or, of the runs that differ in the macro step alone, that of the smallest one."""
    if reference is None or isinstance(reference, Mapping):
        return reference
    same = [r for r in runs if r["result"] is not None and r["others"] == run["others"]]
    return min(same, key=lambda r: float(r["macro_step"]))["result"] if same else None


def sweep(start: Callable[..., Any], options: Mapping[str, Any], record: Union[str, Sequence[str]], every: int,
          reference: Reference, progress: SweepProgress) -> Sweep:
    if not (reference is None or isinstance(reference, Mapping) or (isinstance(reference, str) and reference == "finest")):
        raise ValueError('the reference is a result, a mapping with "time" and columns, or "finest"')
    tell = print_runs if progress is True else progress or (lambda done, of: None)
    axes = list(_axes(options))
    combinations = list(itertools.product(*(values for _, _, values in axes)))
    runs: List[Dict[str, Any]] = []
    for values in combinations:
        if tell(len(runs), len(combinations)) is False:
            break
        chosen = _with(options, [place for place, _, _ in axes], values)
        others = [value for (_, name, _), value in zip(axes, values) if name != "macro_step"]
        runs.append({"values": values, "others": others, **_run(start, chosen, record, every)})
    else:
        tell(len(runs), len(combinations))
    columns: Dict[str, Any] = {name: [run["values"][i] for run in runs] for i, (_, name, _) in enumerate(axes)}
    if "macro_step" in columns:
        columns["macro_step"] = [run["macro_step"] for run in runs]  # in seconds, whatever was written
    for name in ("status", "steps", "wall_s"):
        columns[name] = [run[name] for run in runs]
    _compare(columns, runs, reference)
    columns["message"] = [run["message"] for run in runs]
    return Sweep(columns, [run["result"] for run in runs])


def _run(start: Callable[..., Any], options: Mapping[str, Any], record: Union[str, Sequence[str]], every: int) -> Dict[str, Any]:
    """A run that fails does not end the sweep; options that are wrong do."""
    with start(record=record, every=every, **options) as run:
        macro_step, message, result = run.macro_step, "", None
        try:
            run.advance()
            run.finish()
            result = run.result
        except PasoError as reason:
            if reason.status != 1:
                raise
            message = reason.message
        summary = run.summary
    return {"macro_step": macro_step, "status": "failed" if message else summary.status, "steps": summary.steps,
            "wall_s": summary.wall_s, "message": message, "result": result}


def _compare(columns: Dict[str, Any], runs: List[Dict[str, Any]], reference: Reference) -> None:
    if reference is None:
        return
    recorded = next((run["result"].names[1:] for run in runs if run["result"] is not None), [])
    names = [name for name in recorded if not isinstance(reference, Mapping) or name in reference]
    for name in names:
        both = []
        for run in runs:
            against = _reference_of(reference, runs, run)
            compared = against is not None and run["result"] is not None and run["result"] is not against
            both.append((deviation(run["result"], against, name) if compared and against is not None else None) or (None, None))
        columns[f"max_error:{name}"] = [largest for largest, _ in both]
        columns[f"final_error:{name}"] = [final for _, final in both]
