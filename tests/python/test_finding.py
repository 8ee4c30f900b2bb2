"""Where the library is looked for."""
import ctypes.util
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import cases
import pasodoble

LIBRARY = os.path.join(cases.BUILD, "libpaso.so.0")
PACKAGE = os.path.dirname(os.path.abspath(pasodoble.__file__))


def version_from(folder, **environment):
    """What a Python of its own says, with the package in this folder and nothing else to go by."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PASO_", "PYTHON", "LD_"))}
    return subprocess.run([sys.executable, "-B", "-c", "import pasodoble; print(pasodoble.__version__)"], capture_output=True,
                          text=True, env={**clean, "PYTHONPATH": folder, **environment}, check=False)


class Finding(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        with open(os.path.join(cases.SOURCE, "CMakeLists.txt"), encoding="utf-8") as file:
            self.version = re.search(r"project\(pasodoble VERSION ([0-9.]+)", file.read()).group(1)

    def install(self, package, library=None):
        """Copies the package and perhaps the library to these places in the folder; gives the folder of the package."""
        place = os.path.join(self.folder.name, package)
        shutil.copytree(PACKAGE, os.path.join(place, "pasodoble"))
        if library:
            os.makedirs(os.path.join(self.folder.name, library), exist_ok=True)
            shutil.copy(LIBRARY, os.path.join(self.folder.name, library, "libpaso.so.0"))
        return place

    def test_the_version_is_that_of_the_project(self):
        self.assertEqual(pasodoble.version(), self.version)

    @unittest.skipUnless(importlib.util.find_spec("setuptools"), "needs setuptools")
    def test_pip_gives_the_package_the_version_of_the_project(self):
        tree = self.folder.name
        shutil.copytree(os.path.join(cases.SOURCE, "python"), os.path.join(tree, "python"))
        shutil.copy(os.path.join(cases.SOURCE, "CMakeLists.txt"), tree)
        said = subprocess.run([sys.executable, "-B", "setup.py", "--quiet", "--version"], cwd=os.path.join(tree, "python"),
                              capture_output=True, text=True, check=False)
        self.assertEqual(said.stdout.split()[-1:], [self.version], said.stderr)

    def test_beside_the_package(self):
        for package, library in (("a/lib/python3/dist-packages", "a/lib"), ("b/lib/python3.11/site-packages", "b/lib64"),
                                 ("c/lib/python3/dist-packages", "c/lib/python3/dist-packages/pasodoble"),
                                 ("d/python", "d/build")):
            with self.subTest(library=library):
                said = version_from(self.install(package, library))
                self.assertEqual(said.stdout.strip(), self.version, said.stderr)

    def test_where_the_variable_says(self):
        place = self.install("a")
        for asked in (LIBRARY, cases.BUILD):
            said = version_from(place, PASO_LIBRARY=asked)
            self.assertEqual(said.stdout.strip(), self.version, said.stderr)

    def test_by_the_loader(self):
        said = version_from(self.install("a"), LD_LIBRARY_PATH=cases.BUILD)
        self.assertEqual(said.stdout.strip(), self.version, said.stderr)

    def test_where_it_is_missing(self):
        place = self.install("a")
        said = version_from(place, PASO_LIBRARY="/no/such/place")
        self.assertIn("LibraryNotFound: libpaso cannot be loaded (/no/such/place", said.stderr)
        self.assertIn("set PASO_LIBRARY", said.stderr)
        other = version_from(place, PASO_LIBRARY=ctypes.util.find_library("m") or "libm.so.6")  # a library, but not this one
        self.assertIn("LibraryNotFound", other.stderr)
