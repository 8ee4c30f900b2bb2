"""Filters: dictionaries and columns in, columns out."""
import math
import os
import tempfile
import unittest

import cases
from pasodoble import PasoError, System

FILTER = {
    "sensors": {"ruler": {"output": "x", "sigma": 0.002, "rate": 50}},
    "states": [{"name": "x", "sigma": 0.1}, {"name": "v", "sigma": 0.5}],
}


def mass():
    return System(os.path.join(cases.BUILD, "fmus", "SpringMass.fmu"))


class Estimating(unittest.TestCase):
    def test_a_machine_that_starts_elsewhere_is_found(self):
        measured, truth = mass().measure(FILTER, seed=3, set={"x_0": 0.25})
        self.assertEqual(measured.names, ["time", "ruler"])
        self.assertEqual(truth.names, ["time", "x", "v"])
        found = mass().estimate(FILTER, measured, truth=truth, smooth=True)
        self.assertIn("consistent", found.report)
        self.assertEqual(len(found["time"]), len(truth["time"]))
        self.assertLess(abs(found["x"][-1] - truth["x"][-1]), 4 * found["sd:x"][-1])
        self.assertGreater(abs(found["x"][0] - truth["x"][0]), abs(found["smooth:x"][0] - truth["x"][0]))  # the later ones help

    def test_files_do_as_well_and_gaps_are_nan(self):
        measured, _ = mass().measure(FILTER, set={"x_0": 0.25})
        columns = {name: list(measured[name]) for name in measured}
        columns["ruler"][5] = math.nan
        found = mass().estimate(FILTER, columns)
        row = [abs(t - columns["time"][5]) < 1e-9 for t in found["time"]].index(True)
        self.assertTrue(math.isnan(found["innovation:ruler"][row]))
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "m.csv")
            with open(path, "w") as file:
                file.write("time,ruler\n" + "".join(f"{float(t)!r},{'' if math.isnan(y) else repr(float(y))}\n" for t, y in zip(*map(columns.get, ("time", "ruler")))))
            again = mass().estimate(FILTER, path)
        self.assertEqual(list(again["x"]), list(found["x"]))

    def test_what_is_wrong_is_an_error(self):
        with self.assertRaisesRegex(PasoError, "the system has no state"):
            mass().estimate({**FILTER, "states": [{"name": "w", "sigma": 1}]}, {"time": [0.0], "ruler": [0.1]})

    def test_columns_that_do_not_fit_are_an_error(self):
        columns = {"time": [0.0, 0.02, 0.04], "ruler": [0.1, 0.1]}
        with self.assertRaisesRegex(ValueError, 'measurements: the column "ruler" has 2 values, and "time" has 3'):
            mass().estimate(FILTER, columns)
        with self.assertRaisesRegex(ValueError, 'measurements: there is no column "time", but: t, ruler'):
            mass().estimate(FILTER, {"t": [0.0], "ruler": [0.1]})
        with self.assertRaisesRegex(ValueError, 'truth: the column "x" has 1 values, and "time" has 2'):
            mass().estimate(FILTER, {"time": [0.02], "ruler": [0.1]}, truth={"time": [0.0, 5.0], "x": [0.1]})


if __name__ == "__main__":
    unittest.main()
