#!/usr/bin/env python3
"""Files: never an input is overwritten, a failed write is a failed command, a killed process loses nothing that was finished.
   files.py BUILD_DIR SOURCE_DIR"""
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import zipfile

build, source = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
paso = build / "paso"
failures = []


def check(condition, *what):
    if not condition:
        failures.append(" ".join(map(str, what)))


def run(folder, *words, **options):
    options = {"capture_output": True, "encoding": "utf-8", "errors": "replace", **options}
    return subprocess.run([paso, *map(str, words)], cwd=folder, env=dict(os.environ, TMPDIR=str(folder / "tmp")), **options)


SSD = """<?xml version="1.0" encoding="UTF-8"?>
<ssd:SystemStructureDescription xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription"
  xmlns:ssc="http://ssp-standard.org/SSP1/SystemStructureCommon" version="1.0" name="pair">
  <ssd:System name="pair"><ssd:Elements>
    <ssd:Component name="a" type="application/x-fmu-sharedlibrary" source="chain.fmu"><ssd:Connectors>
      <ssd:Connector name="y1" kind="output"><ssc:Real/></ssd:Connector>
      <ssd:Connector name="u2" kind="input"><ssc:Real/></ssd:Connector></ssd:Connectors></ssd:Component>
    <ssd:Component name="b" type="application/x-fmu-sharedlibrary" source="decay.fmu"/>
  </ssd:Elements></ssd:System><ssd:DefaultExperiment startTime="0" stopTime="1"/>
</ssd:SystemStructureDescription>
"""


def prepare(folder):
    """Every kind of file that a command reads."""
    (folder / "tmp").mkdir()
    for fmu in ("chain", "decay"):
        shutil.copy(build / f"tests/fmus/{fmu}.fmu", folder)
    (folder / "pair.ssd").write_text(SSD)
    (folder / "u.csv").write_text("time,a.u1\n0,0\n1,1\n")
    run(folder, "run", "pair.ssd", "--output", "reference.csv")
    for kind in ("systems", "mechanisms", "circuits"):
        (folder / kind).mkdir()
        for name in ("lim-manipulator", "lut1-four-bar"):
            path = source / f"benchmarks/{kind}/{name}.json"
            if path.exists():
                shutil.copy(path, folder / kind)


# Commands with everything that they read and everything that they can write; OUT is where a name goes.
MECHANISM, SYSTEM = "mechanisms/lut1-four-bar.json", "systems/lut1-four-bar.json"
RUN = ("run", "pair.ssd", "--input", "u.csv", "--quiet")
SWEEP = ("sweep", "pair.ssd", "--macro-step", "0.1,0.2", "--reference", "reference.csv", "--quiet")
COMMANDS = [
    (RUN + ("--output", "OUT"), ["pair.ssd", "u.csv", "chain.fmu", "decay.fmu"], "r.csv"),
    (RUN + ("--summary", "OUT"), ["pair.ssd", "u.csv", "chain.fmu", "decay.fmu"], "r.json"),
    (("run", "chain.fmu", "--quiet", "--output", "OUT"), ["chain.fmu"], "r.csv"),
    (("linearize", "pair.ssd", "--input", "u.csv", "--quiet", "--output", "OUT"), ["pair.ssd", "u.csv", "chain.fmu"], "l.json"),
    (("linearize", "pair.ssd", "--input", "u.csv", "--quiet", "--output", "OUT"), ["pair.ssd", "u.csv", "chain.fmu"], "l.mat"),
    (("linearize", "chain.fmu", "--quiet", "--plot", "OUT"), ["chain.fmu"], "l.svg"),
    (("stability", "pair.ssd", "--scan", "5", "--quiet", "--output", "OUT"), ["pair.ssd", "chain.fmu"], "s.json"),
    (("stability", "pair.ssd", "--scan", "5", "--quiet", "--plot", "OUT"), ["pair.ssd", "chain.fmu"], "s.png"),
    (SWEEP + ("--output", "OUT"), ["pair.ssd", "reference.csv", "chain.fmu"], "w.csv"),
    (SWEEP + ("--store", "OUT"), ["pair.ssd", "reference.csv", "decay.fmu"], "w.db"),
    (SWEEP + ("--plot", "OUT"), ["reference.csv"], "w.svg"),
    (("export", MECHANISM, "--output", "OUT"), [MECHANISM], "x.fmu"),
    (("export", "--system", SYSTEM, "--output", "OUT"), [SYSTEM, MECHANISM, "circuits/lut1-four-bar.json"], "x.ssp"),
    (("show", MECHANISM, "--svg", "OUT"), [MECHANISM], "p.svg"),
    (("monolithic", SYSTEM, "--stop-time", "0.01", "--quiet", "--output", "OUT"), [SYSTEM, MECHANISM], "m.csv"),
    (("monolithic", SYSTEM, "--stop-time", "0.01", "--quiet", "--summary", "OUT"), [SYSTEM, MECHANISM], "m.json"),
]


def with_name(words, name):
    return [name if word == "OUT" else word for word in words]


def inputs_are_never_overwritten(folder):
    for words, inputs, name in COMMANDS:
        ending = pathlib.Path(name).suffix
        for read in inputs:
            before = (folder / read).read_bytes()
            ways = {"a link": folder / f"link{ending}", "a second name": folder / f"hard{ending}"}
            ways["a link"].symlink_to(folder / read)
            os.link(folder / read, ways["a second name"])
            if pathlib.Path(read).suffix == ending or words[0] == "show":
                ways["its name"] = folder / read
            for way, out in ways.items():
                done = run(folder, *with_name(words, str(out)))
                check(done.returncode == 2, *words, "on", read, "by", way, "has status", done.returncode, done.stderr)
                check(out.name in done.stderr, *words, "on", read, "by", way, "does not say so:", done.stderr)
                check((folder / read).read_bytes() == before, *words, "has overwritten", read, "by", way)
                if way != "its name":
                    out.unlink()
            check(not list(folder.rglob("*.partial*")), *words, "left something partial")


def failed_writes_fail(folder):
    """A full device behind a link, and a limit for the size of files, with a result of an earlier run in place."""
    for words, _, name in COMMANDS:
        ending = pathlib.Path(name).suffix
        if ending == ".db":
            continue
        out = folder / f"full{ending}"
        out.symlink_to("/dev/full")
        done = run(folder, *with_name(words, str(out)))
        check(done.returncode == 1 and out.name in done.stderr and "No space left" in done.stderr, *words, "to /dev/full:",
              done.returncode, done.stderr)
        out.unlink()
        (folder / name).write_text("old")
        # MPI-less sweeps keep their store beside the output: give it a folder of its own without a limit
        def small():
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
        if words[0] not in ("sweep", "run", "linearize", "stability"):  # those unpack archives, which are files, too
            done = run(folder, *with_name(words, name), preexec_fn=small)
            check(done.returncode == 1 and name in done.stderr and "too large" in done.stderr.lower(), *words, "with a limit:",
                  done.returncode, done.stderr)
            check((folder / name).read_text() == "old", *words, "has lost what was there")
        else:  # with archives, which are files, too: first nothing fits, then everything but the result
            for limit in (100, largest_member(folder / "chain.fmu")):
                more = ("--stop-time", "10", "--macro-step", "1e-3") if words[0] == "run" and "--output" in words else ()
                done = run(folder, *with_name(words, name), *more, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
                fits = limit > 100 and done.returncode == 0  # a small result
                check(fits or (done.returncode == 1 and re.search("too large|does not take any more", done.stderr, re.I)), *words, "with a limit of", limit,
                      done.returncode, done.stderr)
                check(fits or (folder / name).read_text() == "old", *words, "with a limit of", limit, "has lost what was there")
                check(not more or not fits, *words, "is no long result")
                (folder / name).write_text("old")
        (folder / name).unlink()
        for leftover in folder.glob("*.partial"):
            leftover.unlink()


def largest_member(path):
    with zipfile.ZipFile(path) as archive:
        return max(item.file_size for item in archive.infolist()) + 1000


PRINTING = [("run", "chain.fmu"), ("info", "chain.fmu"), ("info", "pair.ssd"), ("info", "chain.fmu", "--json"), ("linearize", "chain.fmu"),
            ("stability", "pair.ssd", "--scan", "5"), ("sweep", "chain.fmu", "--macro-step", "0.1,0.2"), ("help",), ("help", "run"),
            ("--version",), ("export", "--schema", "mechanism"), ("bench", "--list"),
            ("monolithic", SYSTEM, "--stop-time", "0.01")]


def standard_output_that_fails_is_status_1(folder):
    with open("/dev/full", "w") as full:
        for words in PRINTING:
            done = run(folder, *words, stdout=full, stderr=subprocess.PIPE, capture_output=False)
            check(done.returncode == 1 and "standard output" in done.stderr, *words, "to /dev/full:", done.returncode, done.stderr)
            done = run(folder, *words, stderr=subprocess.PIPE, capture_output=False, preexec_fn=lambda: os.close(1))
            check(done.returncode == 1 and "standard output" in done.stderr, *words, "with closed output:", done.returncode, done.stderr)
    # A file of ours must not take the number of a closed stream.
    for stream in (0, 1, 2):
        run(folder, "run", "chain.fmu", "--output", "c.csv", preexec_fn=lambda: os.close(stream), capture_output=False,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        text = (folder / "c.csv").read_text() if (folder / "c.csv").exists() else ""
        check(text.startswith("time,") and text.count("\n") == 202, "stream", stream, "closed:", repr(text[:60]))
        (folder / "c.csv").unlink(missing_ok=True)


def a_reader_that_goes_away_ends_quietly(folder):
    for words in [("run", "chain.fmu", "--macro-step", "1e-5", "--output", "/dev/stdout", "--quiet"), ("info", "chain.fmu"), ("help", "run")]:
        for ignored in (False, True):
            reader, writer = os.pipe()
            os.close(reader)
            done = run(folder, *words, stdout=writer, stderr=subprocess.PIPE, capture_output=False, restore_signals=not ignored)
            os.close(writer)
            check(done.returncode == -signal.SIGPIPE and not done.stderr, *words, "without a reader:", done.returncode, done.stderr)
    check(not list((folder / "tmp").iterdir()), "a folder is left")


def unfinished_runs_keep_their_rows_apart(folder):
    """NAME.partial, or NAME.PID.partial where that name is taken; a link of that name is not followed."""
    (folder / "precious").write_text("precious")
    (folder / "p.csv.partial").symlink_to(folder / "precious")
    child = subprocess.Popen([paso, "run", "chain.fmu", "--stop-time", "1e5", "--macro-step", "1e-4", "--output", "p.csv", "--quiet"],
                             cwd=folder, stderr=subprocess.PIPE, env=dict(os.environ, TMPDIR=str(folder / "tmp")))
    own = folder / f"p.csv.{child.pid}.partial"
    for _ in range(600):
        if own.exists() and own.stat().st_size:
            break
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    said = child.communicate()[1].decode()
    check(child.returncode == 1 and own.name in said, "an interrupted run says", said)
    check(own.exists() and own.read_text().startswith("time,"), "no rows in", own.name)
    check((folder / "precious").read_text() == "precious", "a link was followed")
    check(not (folder / "p.csv").exists(), "an unfinished run has a final name")
    (folder / "p.csv.partial").unlink()


def folders_of_the_dead_are_cleared(folder):
    tmp = folder / "tmp"
    words = [paso, "run", "chain.fmu", "--stop-time", "1e6", "--macro-step", "1e-4", "--quiet"]
    living, dying = (subprocess.Popen(words, cwd=folder, env=dict(os.environ, TMPDIR=str(tmp))) for _ in range(2))
    for _ in range(600):
        if len(list(tmp.glob("paso-*/alive"))) == 2:
            break
        time.sleep(0.05)
    (tmp / "paso-abcdef").mkdir()  # of somebody else: no lock
    dying.kill()
    dying.wait()
    check(len(list(tmp.iterdir())) == 3, "SIGKILL leaves its folder")
    run(folder, "info", "chain.fmu")
    left = list(tmp.iterdir())
    check(len(left) == 2 and living.poll() is None, "after a later run there are", left)
    check(len(list(tmp.glob("paso-*/alive"))) == 1, "the folder of a living process was cleared")
    living.terminate()
    living.wait()
    (tmp / "paso-abcdef").rmdir()
    check(not list(tmp.iterdir()), "left:", list(tmp.iterdir()))


def children_of(pid):
    found = []
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            if int(stat.read_text().rpartition(")")[2].split()[1]) == pid:
                found.append(int(stat.parent.name))
        except (OSError, ValueError):
            pass
    return found


def a_run_that_was_killed_is_repeated(folder):
    words = ("sweep", "chain.fmu", "--stop-time", "50", "--macro-step", "1e-6,0.1", "--jobs", "1", "--store", "k.db", "--quiet",
             "--output", "k.csv")
    sweep = subprocess.Popen([paso, *words], cwd=folder, env=dict(os.environ, TMPDIR=str(folder / "tmp")))
    before, now = [], []
    for _ in range(600):  # the run, not a process of a moment
        before, now = now, children_of(sweep.pid)
        if now and now == before:
            break
        time.sleep(0.2)
    os.kill(now[0], signal.SIGKILL)
    sweep.wait()
    rows = (folder / "k.csv").read_text()
    check("killed from outside" in rows, "the table does not say it:", rows)
    with sqlite3.connect(folder / "k.db") as database:
        kept = database.execute("SELECT status FROM run").fetchall()
    check(kept == [("done",)], "the store keeps", kept)


TESTS = [inputs_are_never_overwritten, failed_writes_fail, standard_output_that_fails_is_status_1, a_reader_that_goes_away_ends_quietly,
         unfinished_runs_keep_their_rows_apart, folders_of_the_dead_are_cleared, a_run_that_was_killed_is_repeated]
for test in TESTS:
    with tempfile.TemporaryDirectory() as name:
        prepare(pathlib.Path(name))
        test(pathlib.Path(name))
    print(test.__name__, "failed" if failures else "passed")
    for failure in failures:
        print("  ", failure)
    if failures:
        sys.exit(1)
