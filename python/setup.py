"""The version is that of the project: CMakeLists.txt has it, or, in a source archive of this package alone, its PKG-INFO."""
import pathlib
import re

import setuptools

here = pathlib.Path(__file__).resolve().parent
project = here.parent / "CMakeLists.txt"
text = (project if project.exists() else here / "PKG-INFO").read_text(encoding="utf-8")
found = re.search(r"project\(pasodoble VERSION ([0-9.]+)|^Version: (\S+)", text, re.MULTILINE)
setuptools.setup(version=found.group(1) or found.group(2))
