"""All coupling schemes over all systems, what equal errors cost, the error against the tolerance, stand-ins and slopes on the manipulator, and stand-ins of
FMUs that tell less, as tables.

    schemes.py PASO [--only NAME]... [--tables errors,default,calls,tolerances,follows,standins,slopes,less] [--figure FILE.dat]

PASO is build/paso; systems and references lie beside it. Prints Markdown. Errors are the largest ones over time of one variable, against
  - LIM: the converged solution in long double that the build leaves in build/reference,
  - models from files: `paso monolithic --method cvode`, one set of equations,
  - oscillators and the quarter car: the closed solution.
Solvers inside are Runge-Kutta (LIM, masses) or CVODE with a tolerance of 1e-10 (models from files).
"""
import argparse
import cmath
import csv
import io
import json
import math
import os
import re
import subprocess
import sys
import tempfile
import zipfile

root = os.path.normpath(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
scratch = tempfile.TemporaryDirectory(prefix="schemes-")


def in_scratch(name):
    return os.path.join(scratch.name, name)


def words_of(option, texts):
    return [word for text in texts for word in (option, text)]


def read(path, variable):
    """Values by time in units of 0.1 us, as an integer."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = csv.reader(file)
        column = next(rows).index(variable)
        return {round(float(row[0]) * 1e7): float(row[column]) for row in rows}


class Case:
    """A system with start values, the variable that is looked at, and its true values by time, found once."""

    def __init__(self, name, unit, system, variable, truth, sets=(), options=(), leaves_out=()):
        self.name, self.unit, self.system, self.variable = name, unit, system, variable
        self.leaves_out = leaves_out
        self.truth, self.sets, self.options = truth, list(sets), list(options)
        self.found, self.known = None, {}

    def true_values(self):
        if self.found is None:
            self.found = self.truth()
        return self.found

    def scale(self):
        values = self.true_values().values()
        return max(values) - min(values)

    def run(self, options, timeout=300):
        """The largest error and the summary; None, {} where the run fails. What was run once is known."""
        key = tuple(options)
        if key not in self.known:
            self.known[key] = self.run_once(options, timeout)
        return self.known[key]

    def run_once(self, options, timeout):
        path, summary = in_scratch("run.csv"), in_scratch("run.json")
        words = [paso, "run", self.system, "--output", path, "--summary", summary, "--record", self.variable, "--quiet"]
        words += words_of("--set", self.sets) + self.options + options
        try:
            ended = subprocess.run(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL, timeout=timeout, check=False)
        except subprocess.TimeoutExpired:
            return None, {}
        if ended.returncode == 2:
            sys.exit(f"schemes.py: refused: {' '.join(words)}")
        if ended.returncode:
            return None, {}
        truth, worst, compared = self.true_values(), 0, 0
        for t, value in read(path, self.variable).items():
            if t in truth:
                compared += 1
                worst = max(worst, abs(value - truth[t])) if math.isfinite(value) else math.inf
        assert compared > 5, self.name
        with open(summary, encoding="utf-8") as file:
            told = json.load(file)
        return (None if worst > 0.3 * self.scale() else worst), told


# ---- true values ----

def csv_of(path, variable):
    return lambda: read(path, variable)


def monolithic(system, variable, sets, stop_time, tolerance, inputs):
    def truth():
        path = in_scratch("whole.csv")
        words = [paso, "monolithic", system, "--method", "cvode", "--tolerance", tolerance, "--step", "1ms", "--stop-time", stop_time, "--record",
                 variable, "--output", path, "--quiet"]
        subprocess.run(words + words_of("--set", sets) + inputs, check=True, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        return read(path, variable)
    return truth


def by_modes(stop_time, value):
    return lambda: {round(k * 1e4): value(k * 1e-3) for k in range(round(stop_time * 1e3) + 1)}


def two_masses():
    """1 kg each, 10 and 1000 N/m to the ground, 100 N/m between them, 100 and -100 m/s."""
    a, b, k = 110.0, 1100.0, 100.0
    root_of = math.sqrt((a - b) ** 2 / 4 + k * k)
    modes = []
    for square in ((a + b) / 2 - root_of, (a + b) / 2 + root_of):
        u, v = k, a - square
        modes.append((math.sqrt(square), u * (100 * u - 100 * v) / (u * u + v * v)))
    return lambda t: sum(part * math.sin(omega * t) / omega for omega, part in modes)


def chain(n):
    """Each mass of 1 kg is held by 10 N/m and drawn by 100 N/m to the next one, the last to the first: modes are waves around the ring."""
    speeds = [(i + 1) * 37 % 101 - 50 for i in range(n)]
    turn = [cmath.exp(2j * math.pi * m / n) for m in range(n)]
    modes = []
    for m in range(n):
        part = sum(speed * turn[-m * i % n] for i, speed in enumerate(speeds)) / n
        modes.append((part, cmath.sqrt(-110 + 100 * turn[m])))
    return lambda t: sum(part * cmath.sinh(s * t) / s for part, s in modes).real


def quarter_car():
    """Body (250 kg) and wheel (35 kg), 16 kN/m and 1 kNs/m between them, 160 kN/m to the road, the wheel at 1 m/s: by the exponential of the
    matrix over a millisecond, whose series has converged after thirty terms."""
    m, w, k, c, tyre = 250.0, 35.0, 16000.0, 1000.0, 160000.0
    A = [[0, 1, 0, 0], [-k / m, -c / m, k / m, c / m], [0, 0, 0, 1], [k / w, c / w, -(k + tyre) / w, -c / w]]
    size = range(4)
    E = [[float(i == j) for j in size] for i in size]
    term = [line[:] for line in E]
    for order in range(1, 30):
        term = [[math.fsum(term[i][l] * A[l][j] for l in size) * 1e-3 / order for j in size] for i in size]
        E = [[E[i][j] + term[i][j] for j in size] for i in size]
    x, values = [0.0, 0.0, 0.0, 1.0], {}
    for step in range(3001):
        values[step * 10000] = x[0]
        x = [math.fsum(E[i][j] * x[j] for j in size) for i in size]
    return values


# ---- systems ----

def built(name):
    return os.path.join(build, "systems", name + ".ssp")


RUNGE_KUTTA = ["multibody.solver=2", "hydraulics.solver=2", "multibody.step_size=1e-4", "hydraulics.step_size=5e-5"]
F_S, P_S = 1, 2


def lim(coupling, manoeuvre, solvers=RUNGE_KUTTA):
    name = "f-s" if coupling == F_S else "p-s"
    return Case(f"LIM M{manoeuvre}, {name}", "m", built("lim-manipulator"), "multibody.s",
                csv_of(os.path.join(build, "reference", f"lim-M{manoeuvre}.csv"), "multibody.s"),
                solvers + [f"multibody.coupling={coupling}", f"hydraulics.manoeuvre={manoeuvre}"])


CVODE = ["multibody.rel_tol=1e-10", "hydraulics.rel_tol=1e-10"]


def from_files(name, system, document, variable, unit, stop_time, document_sets=(), sets=(), tolerance="1e-12", inputs=None, leaves_out=()):
    given = ["--input", os.path.join(root, inputs)] if inputs else []
    return Case(name, unit, system, variable, monolithic(os.path.join(root, document), variable, document_sets, stop_time, tolerance, given),
                CVODE + list(sets), ["--stop-time", stop_time] + given, leaves_out)


def cases():
    yield from (lim(coupling, manoeuvre) for coupling in (P_S, F_S) for manoeuvre in (1, 2))
    for law, suffix in (("Brown-McPhee", "brown-mcphee"), ("Bengisu-Akay", "bengisu-akay"), ("LuGre", "lugre"), ("modified LuGre", "modified-lugre")):
        for coupling, end in (("f-s", ""), ("p-s", "-ps")):
            yield from_files(f"Publication II, {law}, {coupling}", built(f"lut2-four-bar-{suffix}{end}"), "benchmarks/systems/lut2-four-bar.json",
                             "multibody.z1", "rad", "10", [f"hydraulics.cylinders.cylinder.friction.type={law}"])
    for name, variable in (("four-bar", "multibody.z1"), ("quick-return", "multibody.z4")):
        yield from_files(f"Publication I, {name}", built(f"lut1-{name}"), f"benchmarks/systems/lut1-{name}.json", variable, "rad", "10")
    yield from_files("Agúndez, pulse of 250 Nm", built("agundez-four-bar"), "benchmarks/systems/agundez-four-bar.json", "multibody.phi2", "rad", "2",
                     ["multibody.constants.M2=250"], ["multibody.constants.M2=250"])
    boom = in_scratch("boom.ssp")
    subprocess.run([paso, "export", "--system", os.path.join(root, "docs/circuits/boom-system.json"), "-o", boom], check=True,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    yield from_files("boom of the docs", boom, "docs/circuits/boom-system.json", "multibody.O", "rad", "12")
    yield from_files("excavator, f-s", built("excavator"), "export/examples/excavator/system.json", "multibody.stick.length", "m", "2",
                     sets=["multibody.solver=4", "hydraulics.solver=4"], tolerance="1e-10", inputs="export/examples/excavator/cycle.csv",
                     leaves_out=["GW"]) # twenty passes of some 80,000 micro steps
    masses = ["mass1.solver=2", "mass2.solver=2"]
    for coupling in ("fs", "ss"):
        yield Case(f"two masses, {coupling[0]}-{coupling[1]}", "m", built(f"oscillator-{coupling}"), "mass1.x", by_modes(10, two_masses()), masses)
    yield Case("1000 masses", "m", built("oscillator-chain"), "mass1.x", by_modes(1, chain(1000)),
               [f"mass{i + 1}.solver=2" for i in range(1000)], ["--stop-time", "1"])
    yield Case("quarter car", "m", built("quarter-car"), "body.x", quarter_car, ["body.solver=2", "wheel.solver=2"])


# ---- tables ----

STEPS = ["1ms", "10ms", "50ms"]
SCHEMES = [("J0", ["--scheme", "jacobi", "--extrapolation", "0"]),
           ("J1", ["--scheme", "jacobi", "--extrapolation", "1"]),
           ("J2", ["--scheme", "jacobi", "--extrapolation", "2"]),
           ("G0", ["--scheme", "gauss-seidel", "--extrapolation", "0"]),
           ("G1", ["--scheme", "gauss-seidel", "--extrapolation", "1"]),
           ("G2", ["--scheme", "gauss-seidel", "--extrapolation", "2"]),
           ("JS", ["--scheme", "jacobi", "--extrapolation", "model"]),
           ("GS", ["--scheme", "gauss-seidel", "--extrapolation", "model"]),
           ("GS2", ["--scheme", "gauss-seidel", "--extrapolation", "model", "--iterations", "2", "--iteration-tolerance", "1e-15"]),
           ("GW", ["--scheme", "gauss-seidel", "--extrapolation", "waveform", "--iterations", "20"])]


def shown(error):
    if error is None:
        return "fails"
    digits, exponent = f"{error:.1e}".split("e")
    return f"{digits}e{int(exponent)}" if abs(int(exponent)) > 1 else f"{error:.2g}"


def print_errors(chosen):
    for step in STEPS:
        print(f"\n### H = {step[:-2]} ms\n\n| | " + " | ".join(name for name, _ in SCHEMES) + " |\n|---|" + "---|" * len(SCHEMES))
        for case in chosen:
            errors = [None if name in case.leaves_out else case.run(options + ["--macro-step", step])[0] for name, options in SCHEMES]
            explicit = [error for error in errors[:8] if error is not None]
            best = min(explicit, default=None)
            cells = [f"**{shown(e)}**" if i < 8 and e is not None and e == best else shown(e) for i, e in enumerate(errors)]
            cells = ["–" if name in case.leaves_out else cell for (name, _), cell in zip(SCHEMES, cells)]
            print(f"| {case.name}, {case.unit} | " + " | ".join(cells) + " |", flush=True)


def calls_of(told, components=2):
    """Steps that components were asked for."""
    return told["micro_steps"] or components * (told["steps"] + told["rejected"])


QUADRATIC, STANDINS = "quadratic Gauss-Seidel", "stand-ins"


def not_taken(told):
    """Options of the other coupling that the default looks at, with the range of macro steps that it would have had, and the same rows."""
    taken = told["coupling"]
    if taken not in (QUADRATIC, STANDINS):
        return None, []
    extrapolation, tolerance, part = ("model", "1e-4", 100) if taken == QUADRATIC else ("2", "1e-6", 0.01)
    return (STANDINS if taken == QUADRATIC else QUADRATIC), [
        "--scheme", "gauss-seidel", "--extrapolation", extrapolation, "--error-tolerance", tolerance,
        "--macro-step", f"{part * told['macro_step']!r}:{told['time'] / 10!r}"]


def print_default(chosen):
    print("\n| system | | macro steps | steps of components | derivative calls | CPU, s | largest error |\n" + "|---" * 7 + "|")
    for case in chosen:
        error, told = case.run([])
        if not told:
            print(f"| {case.name} | fails | | | | | |", flush=True)
            continue
        n = 1000 if "1000" in case.name else 2
        row(case, f"**{told['coupling']}**", error, told, n)
        other, options = not_taken(told)
        if other:
            row(case, other, *case.run(options), n)


LENGTHS = ["50ms", "20ms", "10ms", "5ms", "2ms", "1ms", "0.5ms", "0.2ms", "0.1ms", "0.05ms"]


def largest_step(case, options, target):
    """The longest macro step of the list with at most that error."""
    for length in LENGTHS:
        error, told = case.run(options + ["--macro-step", length], timeout=120)
        if error is not None and error <= target:
            return length, error, told
    return None


def print_calls(chosen):
    print("\n| system | scheme | macro steps | doStep calls | derivative calls | CPU, s | largest error |\n" + "|---" * 7 + "|")
    for case in chosen:
        for tolerance in ("1e-4", "1e-6", "1e-8"):
            by_error = ["--macro-step", "10us:1s", "--error-tolerance", tolerance, "--output-step", "0.01"]
            error, told = case.run(["--scheme", "gauss-seidel", "--extrapolation", "model"] + by_error)
            if error is None:
                print(f"| {case.name} | stand-ins, R = {tolerance} | fails | | | | |", flush=True)
                continue
            row(case, f"stand-ins, R = {tolerance}", error, told)
            others = []
            for name, options in SCHEMES[:6]:
                found = largest_step(case, options, error)
                if found:
                    others.append((found[2]["cpu_s"], f"{name}, H = {found[0][:-2]} ms", found[1], found[2]))
            for smaller in (f"1e-{exponent}" for exponent in range(2, 11)):
                options = ["--scheme", "gauss-seidel", "--extrapolation", "2", "--macro-step", "10us:1s", "--error-tolerance", smaller,
                           "--output-step", "0.01"]
                found, seen = case.run(options)
                if found is not None and found <= error:
                    others.append((seen["cpu_s"], f"G2, R = {smaller}", found, seen))
                    break
            for _, name, found, seen in sorted(others, key=lambda o: o[0])[:2]:
                row(case, name, found, seen)
            if not others:
                print(f"| {case.name} | no other down to {LENGTHS[-1]} | | | | | |", flush=True)


def row(case, name, error, told, components=2):
    if not told:
        print(f"| {case.name} | {name} | fails | | | | |", flush=True)
        return
    print(f"| {case.name} | {name} | {told['steps']} | {calls_of(told, components)} | {told['derivative_calls']} | {told['cpu_s']:.2g} | "
          f"{shown(error)} {case.unit} |", flush=True)


TOLERANCES = ["1e-2", "1e-3", "1e-4", "1e-5", "1e-6", "1e-7", "1e-8"]


def with_floor(case, name, sets=(), options=()):
    """The same with something that the tolerance does not reach."""
    return Case(f"{case.name}, {name}", case.unit, case.system, case.variable, case.true_values, case.sets + list(sets), list(options))


def print_tolerances(chosen, figure):
    options = ["--scheme", "gauss-seidel", "--extrapolation", "model", "--macro-step", "1us:1s", "--output-step", "0.1"]
    print("\n| system | R | macro steps | rejected | steps of components | CPU, s | largest error |\n" + "|---" * 7 + "|")
    blocks = []
    for case in chosen:
        points = []
        for tolerance in TOLERANCES:
            error, told = case.run(options + ["--error-tolerance", tolerance], timeout=600)
            if error is None:
                print(f"| {case.name} | {tolerance} | fails | | | | |")
                continue
            print(f"| {case.name} | {tolerance} | {told['steps']} | {told['rejected']} | {calls_of(told)} | {told['cpu_s']:.2g} | {shown(error)} {case.unit} |",
                  flush=True)
            points.append(f"{tolerance} {error}\n")
        blocks.append(f'# {case.name}\n' + "".join(points))
    if figure:
        with open(figure, "w", encoding="utf-8") as file: # for gnuplot: a block per system
            file.write("\n\n".join(blocks))


def print_follows(chosen):
    """What a run takes by default, with less and less tolerance."""
    tolerances = ["1e-4", "1e-6", "1e-8"]
    print("\n| largest error (calls of FMUs) | " + " | ".join(tolerances) + " |\n" + "|---" * 4 + "|")
    for case in chosen:
        runs = [case.run(["--error-tolerance", tolerance, "--output-step", "0.01"]) for tolerance in tolerances]
        cells = [f"{shown(error)} ({told['calls']})" if told else "fails" for error, told in runs]
        print(f"| {case.name}, {case.unit} | " + " | ".join(cells) + " |", flush=True)


def print_by_step(lengths, rows):
    """A row of errors per name, case and options, a column per macro step in ms."""
    print("\n| H, ms | " + " | ".join(str(H) for H in lengths) + " |\n" + "|---" * (len(lengths) + 1) + "|")
    for name, case, options in rows:
        errors = [case.run(options + ["--macro-step", f"{H}ms"])[0] for H in lengths]
        print(f"| {name} | " + " | ".join(shown(error) for error in errors) + " |", flush=True)


MICRO_STEPS = ["--extrapolation", "model", "--micro-step", "0.5ms"]
HYDRAULICS_FIRST = ["--scheme", "gauss-seidel", "--order", "hydraulics/multibody"]


def print_standins():
    """LIM's pair; as published: held values, the document's Euler formula inside."""
    rows = [(f"{name}, M{manoeuvre}", lim(coupling, manoeuvre), HYDRAULICS_FIRST + MICRO_STEPS)
            for name, coupling in (("p-s", P_S), ("f-s", F_S)) for manoeuvre in (1, 2)]
    rows.append(("Jacobi with stand-ins, p-s, M1", lim(P_S, 1), ["--scheme", "jacobi"] + MICRO_STEPS))
    rows.append(("for comparison: Jacobi, held, p-s, as published, M1", lim(P_S, 1, []), ["--scheme", "jacobi", "--extrapolation", "0"]))
    print_by_step([1, 5, 10, 20, 50, 100, 200, 1000], rows)


def print_slopes():
    """LIM's pair, p-s, linear inputs."""
    print_by_step([1, 5, 10, 20, 40, 60],
                  [(f"{slopes}, M{manoeuvre}", lim(P_S, manoeuvre), ["--scheme", "jacobi", "--extrapolation", "1", "--slopes", slopes])
                   for manoeuvre, kinds in ((1, ["exact", "past", "auto"]), (2, ["past", "auto"])) for slopes in kinds])


DERIVATIVES = ["providesDirectionalDerivative"]
ROLLBACK = ["canGetAndSetFMUstate", "canSerializeFMUstate"]


def without(description, flags):
    """Co-Simulation alone, and none of these abilities."""
    description = re.sub(r"<ModelExchange.*?</ModelExchange>\s*", "", description, flags=re.S)
    return re.sub(" (" + "|".join(flags) + ')="true"', "", description)


def masked(data, change):
    """The ZIP archive with other descriptions in it, and in the FMUs that it holds."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            inside = old.read(name)
            if name.endswith(".fmu"):
                inside = masked(inside, change)
            elif name == "modelDescription.xml":
                inside = change(inside.decode("utf-8")).encode("utf-8")
            new.writestr(name, inside)
    return out.getvalue()


def print_less():
    """LIM's pair, p-s, with both FMUs masked. States that can be set between steps are found by trials, but for --no-probe."""
    grades = [("`differences`", DERIVATIVES, []),
              ("`responses`", DERIVATIVES + ["statesSettableBetweenSteps"], ["--no-probe"]),
              ("`identified`", DERIVATIVES + ROLLBACK + ["statesSettableBetweenSteps"], ["--no-probe"])]
    steps = ["1ms", "5ms", "10ms", "20ms", "50ms", "100ms"]
    model = HYDRAULICS_FIRST + MICRO_STEPS
    print("\n| H, ms | " + " | ".join(step[:-2] for step in steps) + " |\n" + "|---" * (len(steps) + 1) + "|")
    for manoeuvre in (1, 2):
        case = lim(P_S, manoeuvre)
        for grade, flags, options in grades:
            path = in_scratch(f"masked-{manoeuvre}-{grade[1:-1]}.ssp")
            with open(case.system, "rb") as file:
                data = masked(file.read(), lambda text, gone=flags: without(text, gone))
            with open(path, "wb") as file:
                file.write(data)
            less = Case(case.name, case.unit, path, case.variable, case.true_values, case.sets, options)
            runs = [less.run(model + ["--macro-step", step]) for step in steps]
            assert all(set(told["grade"].values()) == {grade[1:-1]} for _, told in runs), grade
            print(f"| {grade}, M{manoeuvre} | " + " | ".join(shown(error) for error, _ in runs) + " |", flush=True)
        held = [case.run(HYDRAULICS_FIRST + ["--macro-step", step])[0] for step in steps]
        print(f"| held values, M{manoeuvre} | " + " | ".join(shown(error) for error in held) + " |", flush=True)


def main(arguments):
    chosen = [case for case in cases() if not arguments.only or any(name in case.name for name in arguments.only)]
    tables = arguments.tables.split(",")
    if "errors" in tables:
        print_errors(chosen)
    if "default" in tables:
        print_default(chosen)
    if "calls" in tables:
        print_calls([case for case in chosen if case.name.startswith("LIM") or "Brown-McPhee" in case.name])
    if "tolerances" in tables:
        pair = [lim(P_S, 1), lim(P_S, 2)]
        print_tolerances(pair + [with_floor(pair[1], "micro steps of 0.5 ms", options=["--micro-step", "0.5ms"]),
                                 with_floor(pair[1], "Euler's formula inside, 0.1 ms", ["multibody.solver=1", "hydraulics.solver=1"])], arguments.figure)
    if "follows" in tables:
        print_follows([case for case in chosen if "1000" not in case.name and not case.leaves_out])
    if "standins" in tables:
        print_standins()
    if "slopes" in tables:
        print_slopes()
    if "less" in tables:
        print_less()


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("paso")
parser.add_argument("--only", action="append", help="systems whose name contains this")
parser.add_argument("--tables", default="errors,default,calls,tolerances,follows,standins,slopes,less")
parser.add_argument("--figure")
given = parser.parse_args()
paso = os.path.abspath(given.paso)
build = os.path.dirname(paso)
main(given)
