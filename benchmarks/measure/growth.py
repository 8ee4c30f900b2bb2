#!/usr/bin/env python3
"""How reading, checking and bookkeeping grow with the size of their input: CPU time of paso, and the exponent from one size to the next (1:
in proportion, 2: with the square).   growth.py BUILD_DIR [LARGEST_PART, default 1]"""
import json
import math
import pathlib
import resource
import subprocess
import sys
import tempfile
import zipfile

build = pathlib.Path(sys.argv[1]).resolve()
part = float(sys.argv[2]) if len(sys.argv) > 2 else 1
decay = build / "tests/fmus/decay.fmu"


def cpu(*words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([build / "paso", *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime


def variables(folder, n):
    path = folder / "v.fmu"
    with zipfile.ZipFile(decay) as old, zipfile.ZipFile(path, "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == "modelDescription.xml":
                more = "".join(f'<ScalarVariable name="v{k}" valueReference="{1000 + k}" causality="local" variability="continuous" '
                               'initial="calculated"><Real/></ScalarVariable>\n' for k in range(n))
                data = data.replace(b"</ModelVariables>", more.encode() + b"</ModelVariables>")
            new.writestr(item, data)
    return cpu("run", path, "--quiet")


def components(folder, n):
    (folder / "decay.fmu").write_bytes(decay.read_bytes())
    text = ['<?xml version="1.0"?><ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription" '
            'xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" version="1.0" name="m"><ssd:System name="m"><ssd:Elements>']
    text += [f'<ssd:Component name="c{k}" type="application/x-fmu-sharedlibrary" source="decay.fmu"><ssd:Connectors>'
             '<ssd:Connector name="y" kind="output"><ssc:Real/></ssd:Connector><ssd:Connector name="u" kind="input"><ssc:Real/>'
             '</ssd:Connector></ssd:Connectors></ssd:Component>' for k in range(n)]
    text += ['</ssd:Elements><ssd:Connections>']
    text += [f'<ssd:Connection startElement="c{k}" startConnector="y" endElement="c{k + 1}" endConnector="u"/>' for k in range(n - 1)]
    text += ['</ssd:Connections></ssd:System><ssd:DefaultExperiment startTime="0" stopTime="0.01"/></ssd:SystemStructureDescription>']
    (folder / "m.ssd").write_text("".join(text))
    return cpu("run", folder / "m.ssd", "--quiet")


def rows(folder, n):
    with open(folder / "u.csv", "w") as file:
        file.write("time,u\n")
        file.writelines(f"{k / n:.9g},{k % 7}\n" for k in range(n))
    return cpu("run", decay, "--quiet", "--input", folder / "u.csv", "--macro-step", "0.5")


def macro_steps(folder, n):
    """The store has all runs after the first time: what is left is reading, planning and the table."""
    words = ("sweep", decay, "--macro-step", ",".join(f"{0.05 + 1e-7 * k:.9g}" for k in range(n)), "--stop-time", "0.06", "--quiet",
             "--store", folder / "s.db", "--output", folder / "s.csv")
    cpu(*words)
    return cpu(*words)


def markers(folder, n):
    """A mechanism's points to look at: exported, and read again."""
    places = {f"m{k}": {"body": "b", "at": [k / n, 0, 0]} for k in range(n)}
    (folder / "m.json").write_text(json.dumps({
        "type": "mechanism", "name": "Many", "gravity": [0, -9.81, 0], "bodies": {"b": {"mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}},
        "joints": {"j": {"type": "revolute", "parent": "ground", "child": "b"}}, "markers": places, "experiment": {"stop_time": 1}}))
    return cpu("export", folder / "m.json", "--output", folder / "m.fmu") + cpu("info", folder / "m.fmu")


CASES = [(markers, 4000), (variables, 100000), (components, 10000), (rows, 1000000), (macro_steps, 5000)]
for case, largest in CASES:
    before = None
    for divisor in (4, 2, 1):
        n = int(largest * part / divisor)
        with tempfile.TemporaryDirectory() as name:
            seconds = case(pathlib.Path(name), n)
        exponent = f"{math.log2(seconds / before):6.2f}" if before and seconds > 0 else "      "
        print(f"{case.__name__:12} {n:8} {seconds:8.3f} s {exponent}", flush=True)
        before = seconds
