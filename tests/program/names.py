#!/usr/bin/env python3
"""Names are names: an FMU whose every name tries to be a command, through the commands that draw, print and record.
   names.py BUILD_DIR"""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ET
import zipfile
from xml.sax.saxutils import quoteattr

build = pathlib.Path(sys.argv[1]).resolve()
paso = build / "paso"

# Every one of them leaves the file `trap` behind in the current folder where something takes it for a command.
TRAPS = [
    "`touch trap`",
    "$(touch trap)",
    "a\nsystem 'touch trap'\n#",
    "a'\nsystem 'touch trap'\n#",
    "a\"\nsystem 'touch trap'\n#",
    "\"; system \"touch trap\"; set title \"",
    "'; system 'touch trap'; set title '",
    "' . system('touch trap') . '",
    "a\r\n!touch trap\r\n",
    "a\\\n!touch trap\n",
    "EOD\n!touch trap\n",
    "@trap {/=40 big} ^up _down",
    "<x>]]></svg><script>&amp;'\"",
    "\x1b]0;title\x07\x1b[31m]red\u202eder",
]


def attribute(text):
    text = quoteattr(text, {"\n": "&#10;", "\r": "&#13;", "\t": "&#9;"})
    return re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f]", "\ufffd", text)  # XML cannot hold them in any way


def make(folder, trap):
    """chain.fmu with other names for the model, an input, an output, a parameter and its states."""
    path = folder / "trap.fmu"
    with zipfile.ZipFile(build / "tests/fmus/chain.fmu") as old, zipfile.ZipFile(path, "w") as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == "modelDescription.xml":
                text = data.decode()
                for name in ("Chain", "x1", "u1", "y1", "p"):
                    key = "modelName" if name == "Chain" else "name"
                    text = text.replace(f'{key}="{name}"', f"{key}={attribute(name + ' ' + trap)}")
                data = text.encode()
            new.writestr(item, data)
    return path


def make_system(folder, fmu, trap):
    """Two of them in a system, with such names, too."""
    name = attribute("s " + trap)
    text = f"""<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
  xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" version="1.0" name={name}>
  <ssd:System name={name}><ssd:Elements>
    <ssd:Component name={attribute("a " + trap)} type="application/x-fmu-sharedlibrary" source="{fmu.name}"><ssd:Connectors>
      <ssd:Connector name={attribute("y1 " + trap)} kind="output"><ssc:Real/></ssd:Connector>
      <ssd:Connector name="u2" kind="input"><ssc:Real/></ssd:Connector></ssd:Connectors></ssd:Component>
    <ssd:Component name={attribute("b " + trap)} type="application/x-fmu-sharedlibrary" source="{fmu.name}"><ssd:Connectors>
      <ssd:Connector name={attribute("u1 " + trap)} kind="input"><ssc:Real/></ssd:Connector>
      <ssd:Connector name="y2" kind="output"><ssc:Real/></ssd:Connector></ssd:Connectors></ssd:Component>
  </ssd:Elements><ssd:Connections>
    <ssd:Connection startElement={attribute("a " + trap)} startConnector={attribute("y1 " + trap)}
      endElement={attribute("b " + trap)} endConnector={attribute("u1 " + trap)}/>
    <ssd:Connection startElement={attribute("b " + trap)} startConnector="y2" endElement={attribute("a " + trap)} endConnector="u2"/>
  </ssd:Connections></ssd:System>
  <ssd:DefaultExperiment startTime="0" stopTime="1"/>
</ssd:SystemStructureDescription>
"""
    path = folder / "trap.ssd"
    path.write_text(text)
    return path


def names_of(folder, fmu):
    done = run(folder, "info", fmu, "--json")
    return [v["name"] for v in json.loads(done.stdout)["variables"]]


def run(folder, *words):
    return subprocess.run([paso, *words], cwd=folder, capture_output=True, encoding="utf-8")


failures = []


def check(condition, *what):
    if not condition:
        failures.append(" ".join(map(str, what)))


def check_terminal(trap, done):
    """Nothing that a terminal obeys, and every line begins as ours do."""
    for text in (done.stdout, done.stderr):
        bad = re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", text)
        check(not bad, repr(trap), "reaches the terminal:", repr(text[max(0, bad.start() - 20):bad.end() + 20] if bad else ""))
    check(not re.search("^system|^!touch", done.stdout + done.stderr, re.M), repr(trap), "begins a line")


def text_of(trap, picture):
    try:
        return "".join(ET.parse(picture).getroot().itertext())
    except ET.ParseError as why:
        check(False, repr(trap), picture.name, "is no SVG:", why)
        return ""


def try_one(trap):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        fmu = make(folder, trap)
        names = names_of(folder, fmu)
        y1, u1, p = names[8], names[6], names[11]
        check(y1.startswith("y1 ") and u1.startswith("u1 "), repr(trap), "the description is read:", names)
        plots = [
            ("linearize", fmu, "--plot", "l.svg", "--bode", f"{u1},{y1}"),
            ("linearize", fmu, "--along", "3", "--plot", "a.svg"),
            ("sweep", fmu, "--macro-step", "0.1,0.2", "--reference", "finest", "--record", "*", "--plot", "s.svg"),
            ("sweep", fmu, "--macro-step", "0.1,0.2", "--reference", "finest", "--record", "y*", "--plot", "t.svg"),
        ]
        system = make_system(folder, fmu, trap)
        plots += [
            ("stability", system, "--macro-step", "10ms:1", "--scan", "10", "--plot", "b.svg"),
            ("linearize", system, "--plot", "c.svg"),
            ("sweep", system, "--macro-step", "10ms:1", "--find-limit", "--plot", "f.svg"),
        ]
        for words in plots:
            done = run(folder, *words)
            picture = folder / words[words.index("--plot") + 1]
            check(done.returncode == 0, repr(trap), words[0], "fails:", done.stderr)
            check_terminal(trap, done)
            check(picture.exists(), repr(trap), words[0], "draws nothing")
            if picture.exists():
                shown = text_of(trap, picture)
                if "--find-limit" not in words:
                    check(re.search("Chain|y1|s ", shown), repr(trap), words[0], "does not show the name")
        for words in [("info", fmu), ("run", fmu, "--output", "r.csv", "--record", "*"), ("linearize", fmu), ("info", system), ("run", system),
                      ("run", fmu, "--set", "none=1"), ("run", fmu, "--set", f"{p}=x"), ("info", fmu, "--json")]:
            check_terminal(trap, run(folder, *words))
        header = (folder / "r.csv").read_bytes().decode()
        quoted = '"' + y1.replace('"', '""') + '"' if re.search('[,"\r\n]', y1) else y1
        check(quoted in header, repr(trap), "is not exact in the CSV file")
        check(not list(folder.rglob("trap")), repr(trap), "was executed")


def try_formula(first):
    """Names are exact in CSV files; with --csv-safe an apostrophe stands before what a spreadsheet would compute."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        path = folder / "formula.fmu"
        with zipfile.ZipFile(build / "tests/fmus/chain.fmu") as old, zipfile.ZipFile(path, "w") as new:
            for item in old.infolist():
                data = old.read(item)
                if item.filename == "modelDescription.xml":
                    data = data.replace(b'name="y1"', f'name="{first}y1"'.encode())
                new.writestr(item, data)
        run(folder, "run", path, "--output", "exact.csv")
        run(folder, "run", path, "--output", "safe.csv", "--csv-safe")
        exact, safe = ((folder / f).read_text() for f in ("exact.csv", "safe.csv"))
        check(exact.startswith(f"time,{first}y1,y2,"), first, "is not exact:", exact[:40])
        check(safe.startswith(f"time,'{first}y1,y2,"), first, "is not safe:", safe[:40])
        run(folder, "linearize", path, "--quiet", "--output", "exact.csv")
        run(folder, "linearize", path, "--quiet", "--output", "safe.csv", "--csv-safe")
        rows = [(folder / f"{kind}_C.csv").read_text() for kind in ("exact", "safe")]
        check(f"\n{first}y1," in rows[0], first, "is not exact in a matrix:", rows[0])
        check(f"\n'{first}y1," in rows[1], first, "is not safe in a matrix:", rows[1])
        check(exact.split("\n", 1)[1] == safe.split("\n", 1)[1], first, "other rows, too")


for trap in TRAPS:
    try_one(trap)
for first in "=+-@":
    try_formula(first)
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
