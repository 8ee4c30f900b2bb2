"""What the tests of a coverage build have run, by room: lines, branches, and the functions that nothing calls.

    coverage.py SOURCE BUILD

A source file is compiled into several programs and FMUs; a line counts as run where one of them ran it. Tests are not counted.
"""
import collections
import json
import os
import subprocess
import sys


def notes_of(build):
    """The compiler's notes, one per object."""
    for folder, _, files in os.walk(build):
        for name in files:
            if name.endswith(".gcno"):
                yield os.path.join(folder, name)


def gcov(files):
    for at in range(0, len(files), 40):
        said = subprocess.run(["gcov", "--json-format", "--stdout", "--branch-probabilities", *files[at:at + 40]], check=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
        for line in said.splitlines():
            if line.strip():
                yield json.loads(line)


def room_of(path):
    parts = path.split(os.sep)
    return os.path.join(*parts[:2]) if len(parts) > 2 else parts[0]


def share(part, whole):
    return f"{part:6} of {whole:6} {100 * part / whole if whole else 100:6.1f} %"


def main():
    source, build = map(os.path.abspath, sys.argv[1:])
    lines, branches, functions = collections.Counter(), collections.Counter(), collections.Counter()
    for report in gcov(sorted(notes_of(build))):
        for file in report["files"]:
            path = os.path.relpath(os.path.join(report["current_working_directory"], file["file"]), source)
            if path.startswith(("..", "tests" + os.sep, "docs" + os.sep, os.path.relpath(build, source))):
                continue
            for line in file["lines"]:
                lines[path, line["line_number"]] += line["count"]
                for i, branch in enumerate(line["branches"]):
                    branches[path, line["line_number"], i] += branch["count"]
            for function in file["functions"]:
                functions[path, function["start_line"], function["name"]] += function["execution_count"]
    if not lines:
        sys.exit(f"{build} has no notes of the compiler: configure it with -DPASO_COVERAGE=ON")

    print(f"{'room':28} {'lines':>25} {'branches':>27}")
    rooms = sorted({room_of(key[0]) for key in lines})
    for room in [*rooms, None]:
        figures = []
        for counts in (lines, branches):
            own = [n for key, n in counts.items() if room is None or room_of(key[0]) == room]
            figures.append(share(sum(n > 0 for n in own), len(own)))
        print(f"{room or 'all':28} {figures[0]:>25} {figures[1]:>27}")
    never = sorted(key for key, n in functions.items() if n == 0)
    print(f"\nfunctions that no test runs: {len(never)}")
    for path, line, name in never:
        print(f"  {path}:{line}: {name}")


main()
