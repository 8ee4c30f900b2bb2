"""Runs the code of a document, and compares what it prints.

    tutorial.py DOCUMENT PACKAGES FILES SCRATCH

All blocks "python" run in one namespace, one after the other, in a scratch folder where build/ is the folder FILES with systems/. A block
"text" that follows is what the block printed, line by line. "<!-- not run: why -->" before a block leaves it out. The package comes
from the folder PACKAGES.
"""
import contextlib
import io
import os
import re
import shutil
import sys

BLOCK = re.compile(r"^(?P<left_out><!-- not run: .+ -->\n)?```python\n(?P<code>.*?)^```\n(?:```text\n(?P<shown>.*?)^```\n)?",
                   re.MULTILINE | re.DOTALL)


def main():
    document, packages, files, scratch = map(os.path.abspath, sys.argv[1:])
    with open(document, encoding="utf-8") as file:
        text = file.read()
    sys.dont_write_bytecode = True
    sys.path.insert(0, packages)
    shutil.rmtree(scratch, ignore_errors=True)
    os.makedirs(scratch)
    os.chdir(scratch)
    os.symlink(files, "build")
    names, failed, n = {"__name__": "tutorial"}, False, 0
    for block in BLOCK.finditer(text):
        if block["left_out"]:
            continue
        line = text.count("\n", 0, block.start("code"))
        n += 1
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            exec(compile("\n" * line + block["code"], document, "exec"), names)
        if printed.getvalue() != (block["shown"] or ""):
            failed = True
            print(f"{document}:{line + 1}: prints", printed.getvalue(), "where the document shows", block["shown"], sep="\n")
    if os.path.dirname(os.path.dirname(sys.modules["pasodoble"].__file__)) != packages:
        sys.exit(f"the package was not that of {packages}")
    print(f"{document}: {n} blocks")
    sys.exit(failed or n == 0)


main()
