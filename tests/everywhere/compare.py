#!/usr/bin/env python3
"""The FMUs of other platforms compute what those of this one compute.

    compare.py --host PLATFORM=HOST... [--runner PLATFORM=COMMAND...] --folder FOLDER FMU|SSP...

HOST is tests/everywhere/host.c, compiled for the platform; the first one is what others are compared with. Solvers 1 to 3, Model
Exchange and directional derivatives agree to 1e-12 of each variable's range, solver 4 to ten times its tolerance; a restored instance
repeats its run bit for bit. The range of a variable is its largest magnitude over the run; a residual or a balance that is nothing
but rounding has the range of the largest variable of its unit. FMUs lie in a folder with a blank and umlauts.
"""
import argparse
import os
import shutil
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as ElementTree
import zipfile

EXACT = 1e-12
SUFFIX = {"win64": ".dll"}
HERE = "aarch64-linux" if os.uname().machine == "aarch64" else "linux64"
LONGEST = 0.2  # s of a run: mechanisms may be chaotic, and then differ by more than rounding after a while
PUBLISHED = {"Manipulator": 10.0, "ManipulatorHydraulics": 10.0}  # s, the papers' manoeuvres
FINE = 1e-4, 0.05  # s: steps and length of runs in systems, whose circuits are stiff for solvers 1 and 2
WHOLE = {"Boom": (5e-5, 0.6)}  # likewise; its valve opens at 0.5 s
ROUNDING = 1e-9  # of the largest variable with the same unit


def describe(fmu, folder, is_in_system):
    """What the host needs to know of an FMU, which is unpacked."""
    name = os.path.splitext(os.path.basename(fmu))[0]
    place = os.path.join(folder, name)
    with zipfile.ZipFile(fmu) as archive:
        archive.extractall(place)
    root = ElementTree.parse(os.path.join(place, "modelDescription.xml")).getroot()
    variables = root.find("ModelVariables").findall("ScalarVariable")
    reference = {v.get("name"): int(v.get("valueReference")) for v in variables}
    reals = [v for v in variables if v.find("Real") is not None]
    rates = [variables[int(u.get("index")) - 1] for u in root.find("ModelStructure").findall("Derivatives/Unknown")]
    states = [variables[int(v.find("Real").get("derivative")) - 1] for v in rates]
    experiment = root.find("DefaultExperiment")
    step = float(experiment.get("stepSize"))
    stop = min(float(experiment.get("stopTime")), PUBLISHED.get(name, LONGEST))
    if is_in_system:
        step, stop = FINE
    step, stop = WHOLE.get(name, (step, stop))
    tolerance = [float(v.find("Real").get("start")) for v in variables if v.get("name") == "rel_tol"]
    references = lambda list_of: [int(v.get("valueReference")) for v in list_of]
    return {
        "name": name, "place": place, "guid": root.get("guid"), "step": step, "steps": max(20, round(stop / step) // 20 * 20),
        "identifier": root.find("CoSimulation").get("modelIdentifier"),
        "solver": reference.get("solver", 0), "solvers": 4 if "solver" in reference else 0,
        "tolerance": tolerance[0] if tolerance else 0, "names": [v.get("name") for v in reals],
        "units": [v.find("Real").get("unit", v.get("name")) for v in reals],
        "rate_names": [v.get("name") for v in rates],
        "lists": {"reals": references(reals), "states": references(states), "rates": references(rates),
                  "inputs": references(v for v in reals if v.get("causality") == "input")},
    }


def unpack_system(ssp, folder):
    """The FMUs of a system."""
    name = os.path.splitext(os.path.basename(ssp))[0]
    with zipfile.ZipFile(ssp) as archive:
        fmus = [entry for entry in archive.namelist() if entry.endswith(".fmu")]
        archive.extractall(os.path.join(folder, name), fmus)
    return [os.path.join(folder, name, fmu) for fmu in fmus]


def write_plan(path, fmus, platform):
    drive = "/Z:" if platform == "win64" else ""  # wine's name of the root
    with open(path, "w", encoding="utf-8") as plan:
        for fmu in fmus:
            library = os.path.join(fmu["place"], "binaries", HERE if platform == "here" else platform, fmu["identifier"] + SUFFIX.get(platform, ".so"))
            resources = "file://" + drive + urllib.parse.quote(os.path.join(fmu["place"], "resources"))
            plan.write(f"fmu {urllib.parse.quote(drive[1:] + library, safe='/:')} {resources} {fmu['guid']} {fmu['steps']} "
                       f"{fmu['step']!r} {fmu['solver']} {fmu['solvers']}\n")
            for name, references in fmu["lists"].items():
                plan.write(f"{name} {len(references)} {' '.join(map(str, references))}\n")


def read_output(path):
    """Per FMU: title -> rows."""
    fmus = []
    with open(path, encoding="ascii") as file:
        for line in file:
            words = line.split()
            if words == ["fmu"]:
                fmus.append({})
            else:
                fmus[-1].setdefault(words[0], []).append([float(w) for w in words[1:]])
    return fmus


def ranges(rows, units):
    sizes = [max(abs(row[i]) for row in rows) for i in range(1, len(rows[0]))]
    largest = {}
    for size, unit in zip(sizes, units, strict=True):
        largest[unit] = max(size, largest.get(unit, 0))
    return [size if size > ROUNDING * largest[unit] else largest[unit] for size, unit in zip(sizes, units, strict=True)]


def worst(here, there, names, scale):
    """The largest difference as a part of the range, and whose it is."""
    found = (0.0, "")
    for row, other in zip(here, there, strict=True):
        if row[0] != other[0]:
            return float("inf"), "time"
        for name, a, b, size in zip(names, row[1:], other[1:], scale, strict=True):
            if not a == b:
                part = abs(a - b) / size if size > 0 and a == a and b == b else float("inf")
                found = max(found, (part, f"{name} at {row[0]:g} s: {a!r} here, {b!r} there"))
    return found


def compare(fmu, here, there):
    """Pairs (what, difference, allowed, whose)."""
    if list(here) != list(there):
        yield "rows", float("inf"), 0, f"{list(here)} here, {list(there)} there"
        return
    for title, rows in here.items():
        if title.startswith("restored"):
            continue
        names = fmu["rate_names"] if title in ("slopes", "me-slopes") else fmu["names"]
        scale = ranges(rows, fmu["units"] if names is fmu["names"] else names)
        allowed = 10 * fmu["tolerance"] if title == "cs4" else EXACT
        difference, whose = worst(rows, there[title], names, scale)
        yield title, difference, allowed, whose


def repeats(fmu, output):
    """Restored runs are the second halves of the others, bit for bit."""
    for title, rows in output.items():
        if title.startswith("restored"):
            first = output["cs" + title.removeprefix("restored")][-len(rows):]
            if first != rows:
                yield f"{fmu['name']}: {title}: the restored instance goes another way"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", action="append", required=True)
    parser.add_argument("--runner", action="append", default=[])
    parser.add_argument("--folder", required=True)
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    hosts = dict(h.split("=", 1) for h in options.host)
    runners = {p: c.split() for p, c in (r.split("=", 1) for r in options.runner)}
    folder = os.path.join(os.path.abspath(options.folder), "Größe und Maß")
    shutil.rmtree(folder, ignore_errors=True)
    fmus = []
    for file in options.files:
        is_system = file.endswith(".ssp")
        for fmu in unpack_system(file, folder) if is_system else [file]:
            fmus.append(describe(fmu, os.path.join(folder, str(len(fmus))), is_system))
    outputs = {}
    for platform, host in hosts.items():
        plan, output = (os.path.join(options.folder, f"{platform}.{what}") for what in ("plan", "values"))
        write_plan(plan, fmus, platform)
        done = subprocess.run(runners.get(platform, []) + [host, plan, output], env=dict(os.environ, LC_ALL="C.UTF-8"), check=False)
        if done.returncode != 0:
            sys.exit(f"{platform}: the host failed with status {done.returncode}")
        outputs[platform] = read_output(output)
    here = outputs.pop(next(iter(hosts)))
    failures = [text for fmu, output in zip(fmus, here, strict=True) for text in repeats(fmu, output)]
    for platform, there in outputs.items():
        for fmu, a, b in zip(fmus, here, there, strict=True):
            failures += [f"{platform}: {text}" for text in repeats(fmu, b)]
            for what, difference, allowed, whose in compare(fmu, a, b):
                print(f"{platform:14} {fmu['name']:24} {what:10} {difference:9.2g} of {allowed:.0e}")
                if not difference <= allowed:
                    failures.append(f"{platform}: {fmu['name']}: {what}: {difference:.3g} of the range is more than {allowed:.0e}: {whose}")
    print("\n".join(failures), file=sys.stderr)
    sys.exit(1 if failures else 0)


main()
