#!/usr/bin/env python3
"""Fault injection: in every scenario each allocation, write, fsync, rename, mmap and fork fails in turn, also inside of libraries. What is
promised afterwards: no crash and no hang, no memory lost, status 0, 1 or 2; with another status than 0 a message; with status 0 the complete result; the
result of an earlier run as it was, or the complete new one, never less; no temporary folder, no process left.
   faults.py BUILD_DIR SOURCE_DIR faults.so [POINTS_PER_KIND, 0: all [SCENARIO...]]"""
import collections
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

build, source, preload = (pathlib.Path(p).resolve() for p in sys.argv[1:4])
most = int(sys.argv[4]) if len(sys.argv) > 4 else 0
KINDS = ["memory", "write", "fsync", "rename", "mmap", "fork"]
oscillator, chain = build / "systems/oscillator-fs.ssp", build / "tests/fmus/chain.fmu"
SCENARIOS = {
    "run": (["run", oscillator, "--stop-time", "0.1", "--output", "r.csv", "--summary", "r.json"], ["r.csv", "r.json"]),
    "sweep": (["sweep", chain, "--macro-step", "0.5,1", "--jobs", "1", "--store", "s.db", "--output", "s.csv"], ["s.csv"]),
    "export": (["export", source / "benchmarks/mechanisms/four-bar-spring.json", "--output", "x.fmu"], ["x.fmu"]),
    "linearize": (["linearize", chain, "--output", "l.json"], ["l.json"]),
    "plot": (["linearize", chain, "--quiet", "--plot", "p.svg"], ["p.svg"]),
    # Calls of a sweep's children, and of the processes of isolated FMUs.
    "children": (["sweep", chain, "--macro-step", "0.5,1", "--jobs", "1", "--store", "s.db", "--output", "s.csv"], ["s.csv"]),
    "isolated": (["run", oscillator, "--stop-time", "0.1", "--isolate", "all", "--output", "r.csv"], ["r.csv"]),
}
SETTINGS = {"children": {"PASO_FAULT_CHILDREN": "1"}, "isolated": {"PASO_FAULT_PROGRAM": "isolated-fmu"}}

LAPACK = ("linearize", "plot")  # they load it

# What cannot be helped: kind, status, what is said, library and reason. Counted and named, never silent.
BEYOND_HELP = [
    ("memory", -signal.SIGABRT, b"Memory allocation failed\n",
     "libgfortran (loaded with LAPACK): its constructor calls exit() without memory, and its destructor then frees what was never set"),
]


# Blocks that nobody frees, and that are none of ours: kind, scenarios, status, how many at most, what is said, library and reason.
LIBRARY_BLOCKS = [
    ("mmap", LAPACK, (0,), 1, b"", "OpenBLAS: its working memory comes from malloc() where mmap() fails, and stays"),
    ("memory", LAPACK, (0,), 5, b"", "OpenBLAS starts threads where setenv() fails"),
    ("memory", ("plot",), (1,), 1, b"were not found", "LAPACKE says on standard output that it has no memory; the C library keeps the buffer"),
    ("memory", LAPACK, (0, 1, 2), 1000, b"Operating system error: Cannot allocate memory",
     "libgfortran (loaded with LAPACK): its constructor calls exit() without memory"),
    ("memory", tuple(SCENARIOS), (1, 2), 1, b"Malloc failure", "libzip loses one block of two allocations with which it opens an entry"),
]


def run(folder, words, fault, count=None, settings=None):
    tmp = folder / "tmp"
    tmp.mkdir(exist_ok=True)
    env = dict(os.environ, TMPDIR=str(tmp), LD_PRELOAD=str(preload), PASO_FAULT=fault, **(settings or {}))
    if count:
        env["PASO_FAULT_COUNT"] = str(count)
    process = subprocess.Popen([build / "paso", *map(str, words)], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        out, err = process.communicate(timeout=120)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        return "hangs", b"", b""
    try:
        os.killpg(process.pid, signal.SIGKILL)
        return "leaves a process", b"", err
    except ProcessLookupError:
        pass
    return process.returncode, out, err


def complete(name, data):
    """Whole, by its own form."""
    if name.endswith(".csv"):
        return data.startswith((b"time,", b"macro-step,")) and data.endswith(b"\n")
    if name.endswith(".json"):
        return data.rstrip().endswith(b"}")
    if name.endswith(".svg"):
        return data.rstrip().endswith(b"</svg>")
    return data.startswith(b"PK") and b"PK\x05\x06" in data[-1024:]


def broken_promises(folder, name, fault, most_blocks):
    words, results = SCENARIOS[name]
    for result in results:
        (folder / result).write_text("old")
    for old in folder.glob("s.db*"):
        old.unlink()
    seen = folder / "seen"
    seen.unlink(missing_ok=True)
    status, out, err = run(folder, words, fault, seen, SETTINGS.get(name))
    broken = []
    helpless = [reason for kind, code, words, reason in BEYOND_HELP
                if fault.startswith(kind + ":") and status == code and words in err]
    if helpless:
        beyond[helpless[0]] += 1
    elif status not in (0, 1, 2):
        broken.append(f"status {status}")
    if status in (1, 2) and not err.strip():
        broken.append("no message")
    if name not in SETTINGS and status in (0, 1, 2) and seen.exists():
        blocks = int(read_counts(seen)["blocks"])
        theirs = [reason for kind, names, statuses, n, words, reason in LIBRARY_BLOCKS
                  if fault.startswith(kind + ":") and name in names and status in statuses and blocks - most_blocks <= n and words in err]
        if blocks > most_blocks and theirs:
            beyond[theirs[0]] += 1
        elif blocks > most_blocks:
            broken.append(f"{blocks} blocks of memory are not freed, {most_blocks} without faults")
    for result in results:
        data = (folder / result).read_bytes() if (folder / result).exists() else b""
        if data != b"old" and not complete(result, data):
            broken.append(f"{result} is half-written: {data[-40:]!r}")
        if data == b"old" and status == 0 and b"not drawn" not in err:
            broken.append(f"status 0 and no {result}")
    left = list((folder / "tmp").iterdir())
    if left:
        broken.append(f"left: {[p.name for p in left]}")
        shutil.rmtree(folder / "tmp")
    for partial in folder.glob("*.partial"):
        partial.unlink()
    return broken, err


def read_counts(path):
    return dict(line.split() for line in path.read_text().splitlines())


def points(n):
    if most == 0 or n <= most:
        return list(range(1, n + 1))
    return sorted({1 + i * (n - 1) // (most - 1) for i in range(most)})


total, bad, beyond = 0, collections.Counter(), collections.Counter()
for name, (words, _) in SCENARIOS.items():
    if sys.argv[5:] and name not in sys.argv[5:]:
        continue
    with tempfile.TemporaryDirectory() as path:
        folder = pathlib.Path(path)
        status, out, err = run(folder, words, "memory:0", folder / "counts", SETTINGS.get(name))
        if status != 0:
            sys.exit(f"{name}: without faults: {status} {err.decode()}")
        counts = read_counts(folder / "counts")
        if any(int(counts[kind]) == 0 for kind in (("memory", "write", "fsync", "rename") if name != "isolated" else ("memory",))):
            sys.exit(f"{name}: no calls are seen: {counts}")
        for kind in KINDS:
            tried = points(int(counts[kind]))
            for n in tried:
                broken, said = broken_promises(folder, name, f"{kind}:{n}", int(counts["blocks"]))
                for what in broken:
                    bad[name] += 1
                    print(f"{name} {kind}:{n} of {counts[kind]}: {what}: {said.decode(errors='replace').strip()[-200:]}", flush=True)
            total += len(tried)
            print(f"{name}: {kind}: {len(tried)} of {counts[kind]} points", flush=True)
for reason, n in beyond.items():
    print(f"{n} points beyond help: {reason}")
print(f"{total} points, {sum(bad.values())} with a broken promise")
sys.exit(1 if bad else 0)
