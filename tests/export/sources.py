#!/usr/bin/env python3
"""The sources inside of FMUs compile with a plain compiler, without our build, into FMUs that compute the same.

    sources.py PASO FOLDER COMPILER FMU|DOCUMENT.json...

What <SourceFiles> lists is compiled as C11. Without -DPASO_WITH_SUNDIALS solver 4 is refused with a clear word; with it and SUNDIALS'
libraries it runs. Solvers 1 to 3 agree with the FMU's own binary to 1e-12 of each variable's range, solver 4 to ten times its
tolerance. FMUs with the same sources are compiled once, and so is a file that is the same in several FMUs.
"""
import csv
import glob
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
import zipfile

# From release 7 on SUNDIALS has a core, and its headers in Debian want those of MPI.
CORE = ["-lsundials_core", *(f"-I{place}" for place in glob.glob("/usr/lib/*/openmpi/include"))] if glob.glob(
    "/usr/lib/*/libsundials_core.so") else []
SUNDIALS = ["-DPASO_WITH_SUNDIALS", "-lsundials_arkode", "-lsundials_nvecserial", "-lsundials_sunmatrixdense", "-lsundials_sunlinsoldense",
            *CORE]
OBJECTS = sys.argv[2] + "_objects"


def call(command):
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{' '.join(command)}:\n{done.stderr}")
    return done.stdout


def closure(file, seen):
    """The bytes of a file and of all that it includes by a name in quotes, each once."""
    if file in seen or not os.path.exists(file):
        return b""
    seen.add(file)
    with open(file, "rb") as opened:
        text = opened.read()
    names = re.findall(rb'^\s*#\s*include\s+"([^"]+)"', text, re.MULTILINE)
    return text + b"".join(closure(os.path.join(os.path.dirname(file), name.decode()), seen) for name in names)


def compile_file(compiler, file, flags):
    """The file as an object, which is named by all that makes it: a flag counts where the text knows its name."""
    text = closure(file, set())
    made_of = text + "".join(f for f in flags if f.removeprefix("-D").encode() in text).encode()
    compiled = os.path.join(OBJECTS, hashlib.sha256(made_of).hexdigest() + ".o")
    if not os.path.exists(compiled):
        call([compiler, "-std=c11", "-fPIC", *flags, "-c", file, "-o", compiled])
    return compiled


def compile_sources(compiler, place, library, extra):
    root = ElementTree.parse(os.path.join(place, "modelDescription.xml")).getroot()
    listed = [[f.get("name") for f in root.findall(f"{kind}/SourceFiles/File")] for kind in ("ModelExchange", "CoSimulation")]
    there = sorted(f for f in os.listdir(os.path.join(place, "sources")) if f.endswith(".c"))
    if sorted(listed[0]) != there or sorted(listed[1]) != there:
        sys.exit(f"{place}: SourceFiles lists {listed}, the folder has {there}")
    needs_yajl = os.path.exists(os.path.join(place, "sources", "json.c"))
    objects = [compile_file(compiler, os.path.join(place, "sources", f), [e for e in extra if not e.startswith("-l")])
               for f in listed[1]]
    call([compiler, "-shared", "-o", library, *objects, *(e for e in extra if e.startswith("-l")), *(["-lyajl"] if needs_yajl else []),
          "-lm"])


def pack(folder, to):
    with zipfile.ZipFile(to, "w") as archive:
        for path, _, files in os.walk(folder):
            for file in files:
                name = os.path.join(path, file)
                archive.write(name, os.path.relpath(name, folder))


def run(paso, fmu, solver, output):
    command = [paso, "run", fmu, "--set", f"solver={solver}", "--macro-step", "1e-4", "--stop-time", "0.02", "--every", "10",
               "--record", "*", "--output", output, "--quiet"]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def columns(path):
    with open(path, encoding="ascii", newline="") as file:
        rows = list(csv.reader(file))
    return {name: [float(row[i]) for row in rows[1:]] for i, name in enumerate(rows[0])}


def difference(one, other):
    """The largest, as a part of the variable's range (at least the rounding of numbers near one), and whose it is."""
    if list(one) != list(other):
        return float("inf"), "names"
    return max((max(abs(a - b) for a, b in zip(values, other[name], strict=True)) / max(1e-3, max(map(abs, values))), name)
               for name, values in one.items())


def try_fmu(paso, folder, compiler, fmu):
    place = os.path.join(folder, "fmu")
    own, made = os.path.join(folder, "own.fmu"), os.path.join(folder, "made.fmu")
    identifier = ElementTree.parse(os.path.join(place, "modelDescription.xml")).getroot().find("CoSimulation").get("modelIdentifier")
    library = os.path.join(place, "binaries", "linux64", identifier + ".so")
    shutil.copy(fmu, own)
    for extra in ([], SUNDIALS):
        compile_sources(compiler, place, library, extra)
        pack(place, made)
        for solver in (4,) if extra else (1, 2, 3, 4):
            files = [os.path.join(folder, f"{name}.csv") for name in ("own", "made")]
            first, second = run(paso, own, solver, files[0]), run(paso, made, solver, files[1])
            if first.returncode != 0:
                sys.exit(f"{fmu}: solver {solver}: {first.stderr}")
            if solver == 4 and not extra:
                if second.returncode != 1 or "built without SUNDIALS" not in second.stderr:
                    sys.exit(f"{fmu}: without SUNDIALS, solver 4 ends with {second.returncode}: {second.stderr}")
                continue
            if second.returncode != 0:
                sys.exit(f"{fmu}: compiled, solver {solver}: {second.stderr}")
            worst, whose = difference(columns(files[0]), columns(files[1]))
            print(f"{os.path.basename(fmu):28} {compiler:6} solver {solver}: {worst:.2g}")
            if not worst <= (1e-6 if solver == 4 else 1e-12):
                sys.exit(f"{fmu}: solver {solver}: {whose} differs by {worst:.3g} of its range")


def main():
    paso, folder, compiler, *fmus = sys.argv[1:]
    if not shutil.which(compiler):
        print(f"there is no {compiler}")
        sys.exit(77)
    known = set()
    shutil.rmtree(OBJECTS, ignore_errors=True)
    os.makedirs(OBJECTS)
    for fmu in fmus:
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        if fmu.endswith(".json"):
            document, fmu = fmu, os.path.join(folder, "exported.fmu")
            with open(document, encoding="utf-8") as file:
                is_system = json.load(file)["type"] == "system"
            words = ["--whole", "--system", document] if is_system else [document]
            subprocess.run([paso, "export", *words, "-o", fmu], check=True, stdout=subprocess.DEVNULL)
        with zipfile.ZipFile(fmu) as archive:
            archive.extractall(os.path.join(folder, "fmu"))
            sources = sorted(name for name in archive.namelist() if name.startswith("sources/"))
            digest = hashlib.sha256(b"".join(archive.read(name) for name in sources)).hexdigest()
        if not sources:
            sys.exit(f"{fmu}: has no sources")
        if digest not in known:
            try_fmu(paso, folder, compiler, fmu)
        known.add(digest)
    print(f"{len(known)} kinds of sources in {len(fmus)} FMUs")


main()
