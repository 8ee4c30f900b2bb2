"""Linearization and limits."""
import math
import unittest

import cases
from pasodoble import PasoError

try:
    import numpy
except ImportError:
    numpy = None
try:
    from scipy import signal  # needs numpy
except ImportError:
    signal = None


class Linearization(unittest.TestCase):
    def test_two_masses(self):
        # Masses of 1 kg, springs of 10 and 1000 N/m to the ground, 100 N/m between: omega^2 = 605 -+ 505.
        linear = cases.oscillator().linearize()
        self.assertEqual(linear.states, ["mass1.x", "mass1.dx", "mass2.x", "mass2.dx"])
        found = sorted(value.imag for value in linear.eigenvalues)
        for value, expected in zip(found, (-math.sqrt(1110), -10, 10, math.sqrt(1110))):
            self.assertAlmostEqual(value, expected, delta=1e-11)
        rows = [[0, 1, 0, 0], [-110, 0, 100, 0], [0, 0, 0, 1], [100, 0, -1100, 0]]
        for i in range(4):
            for j in range(4):
                self.assertAlmostEqual(linear.A[i][j], rows[i][j], delta=1e-11)
        self.assertEqual(linear.time, 0)
        self.assertEqual(type(linear.A), list if numpy is None else numpy.ndarray)

    def test_one_mass_with_chosen_signals(self):
        # m x'' = -k x - c x' + f
        linear = cases.mass().linearize(at=0.5, macro_step="10ms", set={"m": 2, "k": 10, "c": 3}).select("f", ["dx", "x"])
        self.assertEqual((linear.inputs, linear.outputs, linear.time), (["f"], ["dx", "x"], 0.5))
        as_lists = [[list(row) for row in matrix] for matrix in linear.matrices]
        self.assertEqual(as_lists, [[[0, 1], [-5, -1.5]], [[0], [0.5]], [[0, 1], [1, 0]], [[0], [0]]])
        with self.assertRaisesRegex(KeyError, "no output.*f_c"):
            linear = cases.mass().linearize().select("f", "y")

    @unittest.skipIf(signal is None or numpy is None, "needs scipy")
    def test_scipy_takes_it(self):
        # The frequency response 1/(k - m w^2 + i c w).
        linear = cases.mass().linearize(set={"m": 2, "k": 10, "c": 3}).select("f", "x")
        w = numpy.array([0.1, 2.0, 30.0])
        _, response = signal.freqresp(signal.StateSpace(*linear.matrices), w)
        numpy.testing.assert_allclose(response, 1 / (10 - 2 * w**2 + 3j * w), rtol=1e-12)

    def test_a_point_beyond_the_end_is_told(self):
        with self.assertRaises(PasoError) as caught:
            cases.oscillator().linearize(at=11)
        self.assertEqual((caught.exception.code, caught.exception.status), ("LINEARIZE_RUN_ENDED", 1))

    def test_the_largest_macro_step_is_that_of_runs(self):
        # Runs with growing macro steps (docs/linearization.md) fail beyond 17.7 ms; the document promises 2 %.
        options = {"feedthrough": "stale", "set": {"multibody.coupling": 1}}
        limit = cases.manipulator().stability((1e-3, 80e-3), **options)
        self.assertEqual(limit.kind, "found")
        self.assertAlmostEqual(limit.macro_step, 17.7e-3, delta=0.02 * 17.7e-3)
        limit = cases.manipulator().stability((1e-3, 5e-3), **options)
        self.assertEqual((limit.kind, limit.macro_step), ("above", 5e-3))
        with self.assertRaisesRegex(PasoError, "from 2 s to 1 s"):
            cases.manipulator().stability((2, 1))
