"""Tries every way of the table in docs/safety.md: what is promised there, and that nothing is left behind.

    misbehaviours.py SOURCE BUILD [--sanitized] [WAY...]

Every run gets a session of its own, a folder of its own and a temporary folder of its own: afterwards no process of the session may
live, and the temporary folder must be empty. Rows of a result must begin at 0 and go on without a gap or a repetition. With
--sanitized ways that sanitizers take for themselves (limits of memory, stacks, bad frees) are counted as skipped."""

import csv
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

SKIPPED = 77
HANGS = {26, 28, 29, 30, 31, 32, 33, 34, 44}
LIMITS = {58: ["--child-memory", "300M"], 59: ["--child-files", "64"]}
SANITIZERS_OWN = {6, 47, 58, 60}
NO_ROWS = {8, 32}  # before the first row


def read_table(path):
    rows = {}
    with open(path, encoding="utf-8") as page:
        for line in page:
            cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
            if len(cells) == 5 and cells[0].isdigit():
                rows[int(cells[0])] = cells[1:]
    return rows


def living(session):
    """Processes of a session that are not yet gone."""
    found = []
    for entry in os.listdir("/proc"):
        if not entry.isdigit():
            continue
        try:
            with open(f"/proc/{entry}/stat", encoding="ascii", errors="replace") as file:
                fields = file.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] not in "ZX":
            found.append(int(entry))
    return found


class Way:
    def __init__(self, build, number, command, words, folder):
        self.number = number
        self.folder = folder
        self.temporary = os.path.join(folder, "tmp")
        os.makedirs(self.temporary)
        environment = dict(os.environ, TMPDIR=self.temporary)
        if number == 45:
            environment["MISBEHAVES_AT_ONCE"] = "45"
        line = [os.path.join(build, "paso"), command, os.path.join(build, "tests/fmus/misbehaves.fmu"), *words]
        if number in HANGS:
            line += ["--call-limit", "0.5"]
        with open(os.path.join(folder, "said"), "w+", encoding="utf-8") as said:
            process = subprocess.Popen(line, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=said, env=environment,
                                       cwd=folder, start_new_session=True)
            try:
                self.status = process.wait(60)
            except subprocess.TimeoutExpired:
                self.status = "no end"
                process.kill()
                process.wait()
            self.left = living(process.pid)
            for _ in range(100):  # a copy that an FMU has made may end a little later
                if self.left:
                    time.sleep(0.05)
                    self.left = living(process.pid)
            for pid in self.left:
                os.kill(pid, 9)
            said.seek(0)
            self.said = said.read()

    def rows(self, name):
        for path in (name, name + ".partial"):
            path = os.path.join(self.folder, path)
            if os.path.exists(path):
                with open(path, newline="", encoding="utf-8") as file:
                    return list(csv.DictReader(file))
        return None

    def leftovers(self):
        problems = []
        if self.left:
            problems.append(f"{len(self.left)} processes are left")
        if os.listdir(self.temporary):
            problems.append(f"left in the temporary folder: {os.listdir(self.temporary)}")
        return problems


def check_run(way, promise):
    problems = way.leftovers()
    kind, _, words = promise.partition(": ")
    status = 1 if kind == "fails" else 0
    if way.status != status:
        problems.append(f"status {way.status}, not {status}")
    if words and words not in way.said:
        problems.append(f'"{words}" was not said')
    if kind == "done" and way.said:
        problems.append("something was said")
    rows = way.rows("o.csv")
    times = [round(10 * float(row["time"])) for row in rows or []]
    if times != list(range(len(times))):
        problems.append(f"rows at {times}")
    if kind != "fails" and len(times) != 11:
        problems.append(f"{len(times)} rows, not 11")
    if kind == "fails" and way.number not in NO_ROWS and len(times) < 1:
        problems.append("the results so far are lost")
    if kind == "fails" and way.number < 30 and way.number not in NO_ROWS | {7, 9, 10, 11, 24} and len(times) != 6:
        problems.append(f"{len(times)} rows, not the 6 up to 0.5 s")
    return problems


def check_sweep(way, promise):
    problems = way.leftovers()
    rows = way.rows("s.csv") or []
    found = {row["way"]: row["status"] for row in rows}
    if found.get("0") != "done":
        problems.append(f"the run that does not misbehave is {found.get('0')}")
    if found.get(str(way.number)) != promise:
        problems.append(f"the run is {found.get(str(way.number))}, not {promise}")
    return problems


def main():
    source, build, *rest = sys.argv[1:]
    sanitized = "--sanitized" in rest
    wanted = [int(word) for word in rest if word.isdigit()]
    table = read_table(os.path.join(source, "docs/safety.md"))
    if sorted(table) != list(range(1, 61)):
        sys.exit("docs/safety.md does not list the ways 1 to 60")
    tries, n_skipped, n_bad = [], 0, 0
    for number, (what, run, isolated, sweep) in table.items():
        if wanted and number not in wanted:
            continue
        variants = [
            ("run", run, ["--set", f"way={number}", "--output", "o.csv", "--quiet"], check_run),
            ("run --isolate", isolated,
             ["--set", f"way={number}", "--output", "o.csv", "--quiet", "--isolate", "all", *LIMITS.get(number, [])], check_run),
            ("sweep", sweep, ["--set", f"way=0,{number}", "--output", "s.csv", "--quiet"], check_sweep),
        ]
        for name, promise, words, check in variants:
            if promise == "no promise":
                continue
            if sanitized and number in SANITIZERS_OWN:
                n_skipped += 1
                continue
            tries.append((number, what, name, promise, words, check))

    def attempt(a_try):
        number, _, name, promise, words, check = a_try
        folder = tempfile.mkdtemp(prefix="paso-ways-")
        way = Way(build, number, name.split()[0], words, folder)
        problems = check(way, promise)
        shutil.rmtree(folder, ignore_errors=True)
        return problems, way.said

    with ThreadPoolExecutor(3) as workers:  # many of them wait
        for (number, what, name, *_), (problems, said) in zip(tries, workers.map(attempt, tries)):
            if problems:
                n_bad += 1
                said = re.sub(r"\s+", " ", said)[:400]
                print(f"way {number} ({what}), {name}: {'; '.join(problems)}\n    it said: {said}", flush=True)
    print(f"{len(tries)} tried, {n_skipped} skipped, {n_bad} with a broken promise")
    return 1 if n_bad else 0


if __name__ == "__main__":
    sys.exit(main())
