"""The tests of the Python package: run.py SOURCE BUILD [--without-numpy] [unittest's arguments]

--without-numpy hides numpy from the package and the tests.
"""
import os
import sys
import unittest

source, build = sys.argv[1:3]
arguments = sys.argv[3:]
if "--without-numpy" in arguments:
    arguments.remove("--without-numpy")
    sys.modules["numpy"] = None  # an import of it fails
sys.dont_write_bytecode = True
sys.path[:0] = [os.path.join(source, "python"), os.path.join(source, "tests", "python")]
os.environ.update(PASO_TEST_BUILD=build, PASO_TEST_SOURCE=source)
os.environ.setdefault("PASO_LIBRARY", build)
unittest.main(module=None, argv=[sys.argv[0], "discover", "-s", os.path.dirname(os.path.abspath(__file__))] + arguments)
