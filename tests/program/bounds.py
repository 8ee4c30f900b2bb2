#!/usr/bin/env python3
"""What has no end, or no reason, is refused with the bound.   bounds.py BUILD_DIR"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import zipfile

build = pathlib.Path(sys.argv[1]).resolve()
chain = build / "tests/fmus/chain.fmu"
failures = []


def refused(folder, words, text, status=2, **options):
    try:
        done = subprocess.run([build / "paso", *map(str, words)], cwd=folder, capture_output=True, encoding="utf-8", timeout=300,
                              env=dict(os.environ, TMPDIR=folder), **options)
    except subprocess.TimeoutExpired:
        failures.append(f"{words}: never ends")
        return
    if done.returncode != status or text not in done.stderr:
        failures.append(f"{words}: status {done.returncode}, {done.stderr}")
    left = [p for p in pathlib.Path(folder).iterdir() if p.name.startswith("paso-")]
    if left:
        failures.append(f"{words}: left behind {left}")


def archive(folder, name, entries):
    path = pathlib.Path(folder) / name
    with zipfile.ZipFile(chain) as old, zipfile.ZipFile(path, "w") as new:
        for item in old.infolist():
            new.writestr(item, old.read(item))
        for entry in entries:
            new.writestr(entry, "")
    return path


with tempfile.TemporaryDirectory() as folder:
    refused(folder, ["info", archive(folder, "deep.fmu", ["d/" * 300 + "x"])], "more than 64 folders deep")
    refused(folder, ["info", archive(folder, "long.fmu", ["n" * 300])], "more than 255 bytes")
    refused(folder, ["info", archive(folder, "longer.fmu", ["folder/" * 60 + "n" * 1000])], "longer than 1023 bytes")
    refused(folder, ["info", archive(folder, "many.fmu", [f"resources/{i}" for i in range(200001)])], "200000")
    done = subprocess.run([build / "paso", "info", archive(folder, "fine.fmu", ["d/" * 64 + "x"])], capture_output=True)
    if done.returncode:
        failures.append(f"64 folders are fine: {done.stderr}")
    refused(folder, ["run", chain, "--input", "/dev/zero"], "/dev/zero: is no text file")
    refused(folder, ["info", "/dev/zero"], "/dev/zero")
    refused(folder, ["show", "/dev/zero", "--svg", "x.svg"], "/dev/zero")
    refused(folder, ["sweep", chain, "--macro-step", "0.1,0.2", "--reference", "/dev/zero"], "/dev/zero: is no text file")
    for words, bound in [(["run", chain, "--iterations", "1000000000"], "at most 1000000"),
                         (["run", chain, "--threads", "1000000"], "at most 1024"),
                         (["run", chain, "--rate", "Chain=2000000000"], "from 1 to 1000000"),
                         (["linearize", chain, "--along", "100000000000"], "at most 1000000"),
                         (["stability", chain, "--scan", "100000000000"], "at most 1000000"),
                         (["sweep", chain, "--macro-step", "0.1,0.2", "--jobs", "100000000"], "at most 4096")]:
        refused(folder, words, bound)
    # All markers depend on all parameters at initialization: said by leaving the list out, or the description grows with the square.
    document = {"type": "mechanism", "name": "Many", "gravity": [0, -9.81, 0],
                "bodies": {"b": {"mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}},
                "joints": {"j": {"type": "revolute", "parent": "ground", "child": "b"}},
                "markers": {f"m{k}": {"body": "b", "at": [k / 4000, 0, 0]} for k in range(4000)}, "experiment": {"stop_time": 1}}
    many = pathlib.Path(folder) / "many.json"
    many.write_text(json.dumps(document))
    for words in (["export", many, "--output", many.with_suffix(".fmu")], ["info", many.with_suffix(".fmu")]):
        done = subprocess.run([build / "paso", *map(str, words)], capture_output=True, encoding="utf-8")
        if done.returncode:
            failures.append(f"{words}: {done.stderr}")
    with zipfile.ZipFile(many.with_suffix(".fmu")) as fmu:
        description = fmu.read("modelDescription.xml").decode()
    initial = description[description.index("<InitialUnknowns>"):]
    outputs = description[description.index("<Outputs>"):description.index("</Outputs>")]
    if "dependencies" in initial or len(description) > 1000 * 4000 * 5:
        failures.append(f"4000 markers: a description of {len(description)} bytes, with lists of initial dependencies")
    if outputs.count("<Unknown ") != outputs.count("dependencies="):
        failures.append("4000 markers: outputs do not say what they depend on")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
