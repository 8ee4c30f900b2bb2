#!/usr/bin/env python3
"""RESULT.csv.json beside every result: what it says, and that it keeps the promises of the result.   notes.py BUILD_DIR SOURCE_DIR"""
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

build, source = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
lim = build / "systems/lim-manipulator.ssp"
failures = []


def check(condition, *what):
    if not condition:
        failures.append(" ".join(map(str, what)))


def paso(folder, *words, **options):
    return subprocess.run([build / "paso", *map(str, words)], cwd=folder, capture_output=True, encoding="utf-8", **options)


def units_and_descriptions_are_the_fmus(folder):
    """Units as docs/manipulator.md has them: s in m, f_h in N, p1 in Pa. Descriptions as modelDescription.xml has them."""
    done = paso(folder, "run", lim, "--stop-time", "0.01", "--record", "multibody.s,hydraulics.f_h,hydraulics.p1", "--output", "r.csv")
    check(done.returncode == 0, done.stderr)
    notes = json.loads((folder / "r.csv.json").read_text())
    check(set(notes) == {"units", "descriptions", "command"}, "keys", set(notes))
    header = (folder / "r.csv").read_text().splitlines()[0].split(",")
    check(list(notes["units"]) == header and list(notes["descriptions"]) == header, "columns", header, notes)
    check(notes["units"] == {"time": "s", "multibody.s": "m", "hydraulics.f_h": "N", "hydraulics.p1": "Pa"}, notes["units"])
    info = json.loads(paso(folder, "info", build / "fmus/Manipulator.fmu", "--json").stdout)
    described = {v["name"]: v["description"] for v in info["variables"]}
    check(notes["descriptions"]["multibody.s"] == described["s"], notes["descriptions"], described["s"])


def the_command_does_it_again(folder):
    """Also where words have blanks, quotes and globs."""
    words = ["run", str(build / "tests/fmus/decay.fmu"), "--record", "x,der(*", "--output", "it's a result.csv", "--quiet"]
    check(paso(folder, *words).returncode == 0, words)
    first = (folder / words[5]).read_text()
    command = json.loads((folder / (words[5] + ".json")).read_text())["command"]
    check(shlex.split(command) == ["paso", *words], command)
    (folder / words[5]).unlink()
    subprocess.run(["sh", "-c", command], cwd=folder, check=True, env=dict(os.environ, PATH=f"{build}:{os.environ['PATH']}"))
    check((folder / words[5]).read_text() == first, "the command makes another result")


def fail(folder, how, output):
    """A step that fails at 0.3 s: by its status, or in a crash."""
    done = paso(folder, "run", build / "tests/fmus/fails.fmu", "--interface", "cs", "--set", "fail_in=fmi2DoStep", "--set", "fail_time=0.3", "--set",
                f"how={how}", "--output", output, "--quiet")
    check(done.returncode == 1, "it did not fail:", done.returncode, done.stderr)


def a_failed_run_leaves_its_notes_partial(folder):
    for how in (0, 1):
        fail(folder, how, "f.csv")
        left = sorted(path.name for path in folder.glob("f.csv*"))
        check(left == ["f.csv.json.partial", "f.csv.partial"], "how", how, "leaves", left)
        check(not left or "units" in json.loads((folder / "f.csv.json.partial").read_text()), "no units")
        for name in left:
            (folder / name).unlink()


def an_old_result_keeps_its_notes_when_a_new_one_fails(folder):
    (folder / "o.csv").write_text("old")
    (folder / "o.csv.json").write_text("old")
    fail(folder, 0, "o.csv")
    check((folder / "o.csv").read_text() == (folder / "o.csv.json").read_text() == "old", "changed")
    for path in folder.glob("o.csv*"):
        path.unlink()


def what_is_read_or_written_otherwise_is_refused(folder):
    fmu = build / "tests/fmus/chain.fmu"
    (folder / "i.csv.json").write_text("time,u1\n0,0\n1,1\n")
    done = paso(folder, "run", fmu, "--input", "i.csv.json", "--output", "i.csv")
    check(done.returncode == 2 and "i.csv.json" in done.stderr, "input:", done.returncode, done.stderr)
    check((folder / "i.csv.json").read_text().startswith("time,u1"), "the input is overwritten")
    done = paso(folder, "run", fmu, "--output", "j.csv", "--summary", "j.csv.json")
    check(done.returncode == 2 and "j.csv.json" in done.stderr, "summary:", done.returncode, done.stderr)
    check(not list(folder.glob("j.csv*")) and not list(folder.glob("i.csv")), os.listdir(folder))


def pipes_and_devices_have_none(folder):
    before = sorted(os.listdir(folder))
    done = paso(folder, "run", build / "tests/fmus/decay.fmu", "--output", "/dev/stdout", "--quiet")
    check(done.stdout.startswith("time,") and "units" not in done.stdout, done.stdout[:100])
    check(sorted(os.listdir(folder)) == before and not pathlib.Path("/dev/stdout.json").exists(), os.listdir(folder))


def monolithic_results_have_them(folder):
    for kind in ("systems", "mechanisms", "circuits"):
        (folder / kind).mkdir()
        shutil.copy(source / f"benchmarks/{kind}/lut1-four-bar.json", folder / kind)
    done = paso(folder, "monolithic", "systems/lut1-four-bar.json", "--stop-time", "0.01", "--output", "m.csv", "--quiet")
    check(done.returncode == 0, done.stderr)
    notes = json.loads((folder / "m.csv.json").read_text())
    header = (folder / "m.csv").read_text().splitlines()[0].split(",")
    check(list(notes["units"]) == header, header, list(notes["units"]))
    check(notes["units"]["energy"] == "J" and notes["units"]["iterations"] is None, notes["units"])
    check(notes["command"].startswith("paso monolithic systems/lut1-four-bar.json"), notes["command"])


with tempfile.TemporaryDirectory() as name:
    for test in (units_and_descriptions_are_the_fmus, the_command_does_it_again, a_failed_run_leaves_its_notes_partial,
                 an_old_result_keeps_its_notes_when_a_new_one_fails, what_is_read_or_written_otherwise_is_refused,
                 pipes_and_devices_have_none, monolithic_results_have_them):
        test(pathlib.Path(name))
        print(test.__name__, "failed" if failures else "passed")
        for failure in failures:
            print("  ", failure)
        if failures:
            sys.exit(1)
