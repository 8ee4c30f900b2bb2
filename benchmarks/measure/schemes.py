"""All coupling schemes over several systems, and the error against the tolerance, as tables.

    schemes.py PASO SYSTEMS [FIGURE.dat]

Prints Markdown. Errors are the largest ones over time of one variable, against a converged solution: quadratic Gauss-Seidel with a macro
step of 20 us. Solvers inside are Runge-Kutta, of fourth order.
"""
import csv
import json
import math
import os
import subprocess
import sys
import tempfile

paso, systems = sys.argv[1:3]
figure = sys.argv[3] if len(sys.argv) > 3 else None
scratch = tempfile.mkdtemp(prefix="schemes-")

RK = ["multibody.solver=2", "hydraulics.solver=2", "multibody.step_size=1e-4", "hydraulics.step_size=5e-5"]
MASSES = ["mass1.solver=2", "mass2.solver=2"]


class Case:
    """A system with start values, and the variable that is looked at."""

    def __init__(self, name, system, variable, sets=()):
        self.name, self.system, self.variable, self.sets = name, system, variable, list(sets)
        self.found = None

    def command(self, options, output, summary):
        words = [paso, "run", self.system, "--output", output, "--summary", summary, "--record", self.variable, "--quiet"]
        for text in self.sets:
            words += ["--set", text]
        return words + options

    def reference(self):
        """The variable every default macro step, or every millisecond."""
        if self.found is None:
            path = os.path.join(scratch, "reference.csv")
            options = ["--scheme", "gauss-seidel", "--extrapolation", "2", "--macro-step", "20us", "--every", "50"]
            subprocess.run(self.command(options, path, os.path.join(scratch, "s.json")), check=True, stderr=subprocess.DEVNULL)
            self.found = read(path, self.variable)
        return self.found

    def error(self, options, timeout=120):
        """The largest error, what the summary says; None where the run fails."""
        path, summary = os.path.join(scratch, "r.csv"), os.path.join(scratch, "r.json")
        try:
            ended = subprocess.run(self.command(options, path, summary), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=timeout,
                                   check=False)
        except subprocess.TimeoutExpired:
            return None, {}
        if ended.returncode:
            return None, {}
        reference, worst, compared = self.reference(), 0, 0
        for t, value in read(path, self.variable).items():
            if t in reference:
                compared += 1
                worst = max(worst, abs(value - reference[t])) if math.isfinite(value) else math.inf
        assert compared > 5, self.name
        return worst, json.load(open(summary, encoding="utf-8"))


def read(path, variable):
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        column = next(rows).index(variable)
        return {round(float(row[0]), 7): float(row[column]) for row in rows}


def lim(coupling, manoeuvre):
    return Case(f"LIM M{manoeuvre}, {'f-s' if coupling == 1 else 'p-s'}", f"{systems}/lim-manipulator.ssp", "multibody.s",
                RK + [f"multibody.coupling={coupling}", f"hydraulics.manoeuvre={manoeuvre}"])


def cases():
    every = [lim(2, 1), lim(2, 2), lim(1, 1), lim(1, 2)]
    every += [Case("oscillator, f-s", f"{systems}/oscillator-fs.ssp", "mass1.x", MASSES),
              Case("oscillator, s-s", f"{systems}/oscillator-ss.ssp", "mass1.x", MASSES),
              Case("quarter car", f"{systems}/quarter-car.ssp", "body.x", ["body.solver=2", "wheel.solver=2"])]
    return every


STEPS = [("1ms", "1 ms"), ("10ms", "10 ms"), ("50ms", "50 ms")]
SCHEMES = [("Jacobi, held", ["--scheme", "jacobi", "--extrapolation", "0"]),
           ("Jacobi, linear", ["--scheme", "jacobi", "--extrapolation", "1"]),
           ("Jacobi, quadratic", ["--scheme", "jacobi", "--extrapolation", "2"]),
           ("Gauss-Seidel, held", ["--scheme", "gauss-seidel", "--extrapolation", "0"]),
           ("Gauss-Seidel, linear", ["--scheme", "gauss-seidel", "--extrapolation", "1"]),
           ("Gauss-Seidel, quadratic", ["--scheme", "gauss-seidel", "--extrapolation", "2"]),
           ("Jacobi, stand-ins", ["--scheme", "jacobi", "--extrapolation", "model"]),
           ("Gauss-Seidel, stand-ins", ["--scheme", "gauss-seidel", "--extrapolation", "model"])]


def shown(error, scale):
    if error is None or not error < 0.3 * scale:
        return "fails"
    return f"{error:.1e}"


def print_schemes(chosen):
    print("| system | scheme | " + " | ".join(f"{name}" for _, name in STEPS) + " | CPU at 1 ms, s |")
    print("|---|---|" + "---|" * (len(STEPS) + 1))
    for case in chosen:
        values = case.reference().values()
        scale = max(values) - min(values)
        for name, options in SCHEMES:
            cells, cpu = [], "-"
            for step, _ in STEPS:
                error, summary = case.error(options + ["--macro-step", step])
                cells.append(shown(error, scale))
                if step == "1ms" and error is not None:
                    cpu = f"{summary['cpu_s']:.2g}"
            print(f"| {case.name} | {name} | " + " | ".join(cells) + f" | {cpu} |", flush=True)
        error, summary = case.error([])
        what = f"{summary['coupling']}, {summary['steps']} steps" if summary else "-"
        cpu = f"{summary['cpu_s']:.2g}" if summary else "-"
        print(f"| {case.name} | by default: {what} | {shown(error, scale)} | | | {cpu} |", flush=True)


TOLERANCES = ["1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8", "1e-9"]


def print_tolerances(chosen, options, data):
    print("| system | R | macro steps | rejected | steps of components | CPU, s | largest error |")
    print("|---|---|---|---|---|---|---|")
    for case in chosen:
        points = []
        for tolerance in TOLERANCES:
            error, summary = case.error(options + ["--error-tolerance", tolerance], timeout=600)
            if error is None:
                print(f"| {case.name} | {tolerance} | fails | | | | |")
                continue
            calls = summary["micro_steps"] or 2 * (summary["steps"] + summary["rejected"])
            print(f"| {case.name} | {tolerance} | {summary['steps']} | {summary['rejected']} | {calls} | {summary['cpu_s']:.2g} | {error:.1e} |", flush=True)
            points.append((tolerance, error))
        data.append((case.name, points))


def write(data):
    """For gnuplot: a block per system, the tolerance and the error."""
    with open(figure, "w", encoding="utf-8") as file:
        for name, points in data:
            file.write(f'"{name}"\n' + "".join(f"{r} {e}\n" for r, e in points) + "\n\n")


def main():
    chosen = cases()
    print_schemes(chosen)
    data = []
    print()
    print_tolerances(chosen[:4], ["--scheme", "gauss-seidel", "--extrapolation", "model", "--macro-step", "1us:1s", "--output-step", "0.1"], data)
    if figure:
        write(data)


main()
