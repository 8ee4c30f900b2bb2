#!/usr/bin/env python3
"""SIGKILL at random moments of run, sweep and export. What is promised afterwards: the result of an earlier run as it was, or the complete
new one; a store that opens, with every run in it whole; a later run that clears the folders.   kills.py BUILD_DIR SOURCE_DIR [N, default 100 [SEED]]"""
import os
import pathlib
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time

build, source = (pathlib.Path(p).resolve() for p in sys.argv[1:3])
n = int(sys.argv[3]) if len(sys.argv) > 3 else 100
chance = random.Random(int(sys.argv[4]) if len(sys.argv) > 4 else 1)
chain = build / "tests/fmus/chain.fmu"
SCENARIOS = {
    "run": (["run", chain, "--macro-step", "1e-4", "--output", "r.csv", "--summary", "r.json", "--quiet"], ["r.csv", "r.json"]),
    "sweep": (["sweep", chain, "--macro-step", ",".join(f"{0.1 + 0.01 * k:.3g}" for k in range(20)), "--jobs", "2", "--store", "s.db",
               "--output", "s.csv", "--quiet"], ["s.csv"]),
    "export": (["export", source / "benchmarks/mechanisms/four-bar-spring.json", "--output", "x.fmu"], ["x.fmu"]),
}
failures, killed, finished = [], 0, 0


def timeless(name, data):
    """Without what differs from run to run: times, and the archive is the same byte for byte."""
    if name == "r.json":
        return b"\n".join(line for line in data.splitlines() if b"_s" not in line)
    if name == "s.csv":
        rows = [line.split(b",") for line in data.splitlines()]
        columns = [i for i, word in enumerate(rows[0]) if word not in (b"cpu_s", b"wall_s")]
        return b"\n".join(b",".join(row[i] for i in columns) for row in rows)
    return data


def start(folder, words):
    return subprocess.Popen([build / "paso", *map(str, words)], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                            stdin=subprocess.DEVNULL, env=dict(os.environ, TMPDIR=str(folder / "tmp")), start_new_session=True)


def survivors(session):
    """Processes that a killed one has left; ten seconds are enough to die with it."""
    for _ in range(1000):
        alive = []
        for entry in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                state, _, _, its_session = entry.read_text().rpartition(")")[2].split()[:4]
            except (OSError, ValueError):
                continue  # gone meanwhile
            if int(its_session) == session and state != "Z":
                alive.append(int(entry.parent.name))
        if not alive:
            break
        time.sleep(0.01)
    return alive


for name, (words, results) in SCENARIOS.items():
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        (folder / "tmp").mkdir()
        begin = time.monotonic()
        if start(folder, words).wait() != 0:
            sys.exit(f"{name} fails without being killed")
        duration = time.monotonic() - begin
        whole = {r: timeless(r, (folder / r).read_bytes()) for r in results}
        for k in range(n):
            for result in results:
                (folder / result).write_text("old")
            if k % 4 == 0:  # else it goes on with the store of the one before
                for store in folder.glob("s.db*"):
                    store.unlink()
            process = start(folder, words)
            time.sleep(chance.uniform(0, 1.1 * duration))
            process.kill()
            status = process.wait()
            killed += status == -signal.SIGKILL
            finished += status == 0
            if survivors(process.pid):
                failures.append(f"{name} {k}: processes stay: {survivors(process.pid)}")
            for result in results:
                data = (folder / result).read_bytes()
                if data != b"old" and timeless(result, data) != whole[result]:
                    failures.append(f"{name} {k}: {result} is half-written: {data[-60:]!r}")
                if data == b"old" and status == 0:
                    failures.append(f"{name} {k}: finished without {result}")
            if (folder / "s.db").exists() and (folder / "s.db").stat().st_size:
                with sqlite3.connect(folder / "s.db") as database:
                    sound = database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
                    bad = database.execute("SELECT count(*) FROM run WHERE status <> 'done'").fetchall() if sound and database.execute(
                        "SELECT count(*) FROM sqlite_master WHERE name = 'run'").fetchone()[0] else [(0,)]
                database.close()
                if not sound or bad != [(0,)]:
                    failures.append(f"{name} {k}: the store is {'sound' if sound else 'damaged'}, runs not done: {bad}")
        for result in results:
            (folder / result).write_text("old")
        if start(folder, words).wait() != 0 or any(timeless(r, (folder / r).read_bytes()) != whole[r] for r in results):
            failures.append(f"{name}: a run after all the kills is not what it was")
        time.sleep(0.2)
        if list((folder / "tmp").glob("paso-*/alive")):
            failures.append(f"{name}: folders stay: {list((folder / 'tmp').iterdir())}")
    print(f"{name}: {n} moments within {duration:.2f} s", flush=True)
print(f"{killed} killed, {finished} finished before; {len(failures)} broken promises")
for failure in failures:
    print(failure)
sys.exit(1 if failures else 0)
