"""The console blocks of a document, run and compared.

    consoles.py DOCUMENT SOURCE BUILD SCRATCH

All commands of a document run in one shell, in a scratch folder where build/, docs/ and benchmarks/ are at hand. Every command must
succeed. Where a block shows what a command prints, that is compared line by line: a line "..." stands for any lines, "..." at the end
of a line for its rest, and run times are not compared. Numbers with more digits than twelve are compared to twelve: the rest is that of
the machine's libraries. What a block does not show is not looked at. A line

    <!-- not run: why -->

before a block leaves it out; "<!-- may fail: why -->" lets its commands end as they like.
"""
import os
import re
import shutil
import subprocess
import sys

COMMENT = re.compile(r"<!-- (not run|may fail): .+ -->$")
NUMBER = r"[0-9][0-9.]*(?:e[+-]?[0-9]+)?"
TIMES = [(re.compile(NUMBER + r" s \(CPU " + NUMBER + r" s\)"), "TIME"), (re.compile("CPU " + NUMBER + " s"), "CPU TIME")]


LONG = re.compile(r"[0-9]+\.[0-9]{12,}(?:e[+-]?[0-9]+)?")
TWELVE = re.compile(r"-?\d\.\d{11}e[+-]\d+")


class Command:
    def __init__(self, line, text, may_fail):
        self.line, self.text, self.may_fail = line, text, may_fail
        self.shown = []


def is_open(text):
    """Whether the shell would read another line."""
    return text.endswith("\\") or text.count('"') % 2 == 1


def commands_of(path):
    commands, block, remark = [], None, None
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if block is None:
            if line == "```console":
                block = []
            elif line:
                found = COMMENT.match(line)
                remark = found.group(1) if found else None
        elif line == "```":
            if remark != "not run":
                commands += block
            block = remark = None
        elif block and is_open(block[-1].text) and not block[-1].shown:
            block[-1].text += "\n" + line
        elif line.startswith("$ "):
            block.append(Command(number, line[2:], remark == "may fail"))
        elif block:
            block[-1].shown.append(line)
        else:
            sys.exit(f"{path}:{number}: output before the first command")
    return commands


def run_all(commands, folder):
    """What each command printed, and its exit status."""
    mark = "\x01"
    script = "".join(f"{c.text}\nprintf '{mark}%d{mark}' $?\n" for c in commands)
    ended = subprocess.run(["bash", "-c", script], cwd=folder, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                           stderr=subprocess.STDOUT, env={**os.environ, "LC_ALL": "C.UTF-8"}, check=False)
    parts = ended.stdout.decode(errors="replace").split(mark)
    return [(parts[2 * i], int(parts[2 * i + 1])) for i in range(len(parts) // 2)]


def comparable(line):
    """The line without run times and without digits beyond the twelfth, which may also move the columns."""
    for pattern, word in TIMES:
        line = pattern.sub(word, line)
    if LONG.search(line):
        line = " ".join(LONG.sub(lambda number: f"{float(number.group()):.11e}", line).split())
    return line.rstrip()


def is_like(shown, printed):
    if shown.endswith("..."):
        return printed.startswith(shown[:-3].rstrip())
    if shown == printed:
        return True
    # A number whose digits end near a half may be rounded either way.
    ours, theirs = TWELVE.findall(shown), TWELVE.findall(printed)
    return TWELVE.sub("#", shown) == TWELVE.sub("#", printed) and all(
        abs(float(a) - float(b)) <= 1.01e-11 * abs(float(a)) for a, b in zip(ours, theirs))


def difference(shown, printed):
    """The first shown line that was not printed in its place, or None."""
    at, anywhere = 0, False
    for line in shown:
        if line == "...":
            anywhere = True
            continue
        while anywhere and at < len(printed) and not is_like(line, printed[at]):
            at += 1
        if at == len(printed):
            return line, "(nothing more)"
        if not is_like(line, printed[at]):
            return line, printed[at]
        at, anywhere = at + 1, False
    return None if anywhere or at == len(printed) else ("(nothing more)", printed[at])


def main():
    document, source, build, scratch = sys.argv[1:]
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    os.symlink(build, os.path.join(scratch, "build"))
    for folder in ("docs", "benchmarks"):
        os.symlink(os.path.join(source, folder), os.path.join(scratch, folder))
    commands = commands_of(os.path.join(source, document))
    results = run_all(commands, scratch)
    failed = len(results) != len(commands)
    if failed:
        print(f"{document}: the shell ended after {len(results)} of {len(commands)} commands")
    for command, (output, status) in zip(commands, results):
        where = f"{document}:{command.line}: {command.text}"
        printed = [comparable(line) for line in output.splitlines()]
        if status != 0 and not command.may_fail:
            print(where, f"status {status}:", output, sep="\n")
            failed = True
        elif command.shown:
            found = difference([comparable(line) for line in command.shown], printed)
            if found:
                print(where, f"shown:   {found[0]}", f"printed: {found[1]}", "all of it:", output, sep="\n")
                failed = True
    print(f"{document}: {len(commands)} commands")
    if not failed:
        shutil.rmtree(scratch)
    sys.exit(failed)


main()
