"""`paso linearize` of beams of many elements without modes: slow swings beside axial modes that are 1e5 times as fast.

    stiff_beams.py SOURCE BUILD SCRATCH

Expected numbers: the pendulum of Gonzalez et al. 2017, recomputed in other coordinates and with more digits
(benchmarks/reference/recomputed.h). The crane is compared with itself: its slow modes have converged with ten elements.
"""
import json
import os
import re
import subprocess
import sys
import unittest

SOURCE, BUILD, SCRATCH = sys.argv[1:4]


def recomputed():
    with open(os.path.join(SOURCE, "benchmarks/reference/recomputed.h")) as file:
        return {name: float(value) for name, value in re.findall(r"#define (PENDULUM_\w+) +([-+.\de]+)", file.read())}


def linearize(name, document, *words):
    path = os.path.join(SCRATCH, f"stiff-{name}.json")
    output = os.path.join(SCRATCH, f"stiff-{name}-result.json")
    with open(path, "w") as file:
        json.dump(document, file)
    done = subprocess.run([os.path.join(BUILD, "paso"), "linearize", path, "--output", output, *words],
                          capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{name}: status {done.returncode}: {done.stderr}")
    with open(output) as file:
        return json.load(file), done.stdout


def pendulum(elements, **changes):
    """It hangs; without "start" it has not settled, the beams are without tension, and P1 is free."""
    with open(os.path.join(SOURCE, "benchmarks/mechanisms/flexible-pendulum.json")) as file:
        document = json.load(file)
    document["constants"].update(q1=0, q2=0)
    for body in document["bodies"].values():
        body["flexible"]["elements"] = elements
        del body["flexible"]["modes"]
    return dict(document, **changes)


def crane(elements):
    with open(os.path.join(SOURCE, "docs/mechanisms/flexible-crane.json")) as file:
        document = json.load(file)
    document["bodies"]["boom"]["flexible"]["elements"] = elements
    del document["bodies"]["boom"]["flexible"]["modes"]
    return document


def slowest(found, n):
    """Of each pair the one with a positive imaginary part; zeros do not count."""
    values = [complex(*value) for value in found["eigenvalues"]]
    return sorted((v for v in values if v != 0 and v.imag >= 0), key=abs)[:n]


class StiffBeams(unittest.TestCase):
    def expect(self, found, expected, tolerance):
        for a, b in zip(found, expected, strict=True):
            self.assertLess(abs(a - b), tolerance * abs(b), (a, b))

    def test_the_pendulum_keeps_its_swings(self):
        # A itself is known to a rounding of its largest elements: 1e5 times 1e5 of the slowest mode's
        known = recomputed()
        for elements, like in ((35, 50), (50, 50)):  # the values with 25 and 50 elements differ by 3e-7
            found, said = linearize(f"pendulum-{elements}", pendulum(elements, start="equilibrium"))
            self.assertNotIn("neutral", found)
            self.expect(slowest(found, 4), [1j * known[f"PENDULUM_{like}_S{k}"] for k in (1, 2, 3, 4)], 5e-5)
            swing = next(line.split() for line in said.splitlines() if " P0 0.37" in line)
            self.assertEqual(swing[3:5], ["0", "inf"])  # nothing damps it

    def test_zeros_beside_slow_swings_are_still_told(self):
        # P1 is free without tension: a chain of two; the others as with ten elements, which err by 1e-5
        few, many = (linearize(f"free-{elements}", pendulum(elements))[0] for elements in (10, 35))
        self.assertEqual(many["neutral"]["eigenvalues"], 2)
        self.assertEqual(many["neutral"]["free_directions"], [["P1"]])
        self.expect(slowest(many, 3), [v for v in slowest(few, 4) if abs(v) > 1], 1e-4)

    def test_the_crane_is_the_same_with_more_elements(self):
        (few, _), (many, said) = (linearize(f"crane-{elements}", crane(elements)) for elements in (30, 50))
        self.assertNotIn("neutral", many)
        self.assertNotIn("not at rest", said)
        self.assertIn("digits are lost: one rounding of the elements of A moves the eigenvalue at 0.1307", said)
        # the slowest one is as wrong as some roundings of each element make it (16 of them in linearize/modes.c)
        told = many["eigenvalue_accuracy"]
        self.assertLess(told, 1e-3)
        self.expect(slowest(many, 1), slowest(few, 1), 16 * told)
        self.expect(slowest(many, 4)[1:], slowest(few, 4)[1:], 1e-4)
        self.assertNotIn("eigenvalue_accuracy", few)

    def test_rounding_of_the_positions_is_rest(self):
        # one rounding of a radian or metre accelerates the end of the boom by 0.0017 m/s2
        for words in (), ("--coordinates", "mcs"), ("--coordinates", "rcs"):
            _, said = linearize("rest", crane(30), *words)
            self.assertIn("at rest: no state changes by more than 0.0", said)
            self.assertNotIn("not at rest", said)
            self.assertNotIn("not an equilibrium", said)

    def test_a_slow_fall_beside_stiff_modes_is_no_rest(self):
        # nothing holds the boom against a ten thousandth of gravity
        for words in (), ("--coordinates", "mcs"), ("--coordinates", "rcs"):
            _, said = linearize("fall", dict(crane(30), start="given", gravity=[0, -9.81e-4, 0]), *words)
            self.assertIn("not at rest: d/dt dfoot = -", said)
            self.assertEqual("not an equilibrium" in said, bool(words))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
