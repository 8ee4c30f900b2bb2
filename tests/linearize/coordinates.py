"""`paso linearize MECHANISM.json --coordinates minimal|mcs|rcs|ucs`: published mechanisms, and what it refuses.

    coordinates.py SOURCE BUILD SCRATCH

Expected numbers: Gonzalez et al. 2017 and LIM's linearization benchmark, recomputed with 40 digits and more; the bicycle of Meijaard
et al. 2007 and the rolling disc from their equations. Where methods must agree by theory, they are compared with each other.
"""
import csv
import json
import math
import os
import subprocess
import sys
import unittest

SOURCE, BUILD, SCRATCH = sys.argv[1:4]
CRANE = os.path.join(SOURCE, "docs/mechanisms/flexible-crane.json")
SETS = ("minimal", "mcs", "rcs", "ucs")

ROD = {"mass": 1, "com": [0.5, 0, 0], "inertia": [0, "1/12", "1/12", 0, 0, 0]}
NOTHING = {"mass": 0, "com": [0, 0, 0], "inertia": [0, 0, 0, 0, 0, 0]}


def mechanism(name):
    return os.path.join(SOURCE, "benchmarks/mechanisms", name + ".json")


def paso(*words, status=0):
    done = subprocess.run([os.path.join(BUILD, "paso"), "linearize", *words], capture_output=True, text=True, cwd=SCRATCH)
    if done.returncode != status:
        raise AssertionError(f"{words}: status {done.returncode}: {done.stderr}")
    return done


def linearize(path, coordinates, *words):
    name = f"coordinates-{coordinates}.json"
    paso(path, "--coordinates", coordinates, "--output", name, "--quiet", *words)
    with open(os.path.join(SCRATCH, name)) as file:
        return json.load(file)


def write(name, document):
    path = os.path.join(SCRATCH, name)
    with open(path, "w") as file:
        json.dump(document, file)
    return path


def values(found, kind="true"):
    return [complex(*v) for v, k in zip(found["eigenvalues"], found["kind"], strict=True) if k == kind]


def far(a, b):
    """The largest distance of a value of a to its nearest of b, relative to the largest."""
    size = max(abs(x) for x in a + b)
    return max(min(abs(x - y) for y in b) for x in a) / size


def transfer(found, s=1 + 3j):
    """From the first input to every output: D + C (s E - A)^-1 B, by elimination."""
    n = len(found["A"])
    E = found.get("E", [[float(i == j) for j in range(n)] for i in range(n)])
    rows = [[s * e - a for e, a in zip(E[i], found["A"][i])] + [found["B"][i][0]] for i in range(n)]
    for k in range(n):
        pivot = max(range(k, n), key=lambda i: abs(rows[i][k]))
        rows[k], rows[pivot] = rows[pivot], rows[k]
        for i in range(n):
            if i != k and rows[i][k] != 0:
                factor = rows[i][k] / rows[k][k]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[k])]
    x = [rows[i][n] / rows[i][i] for i in range(n)]
    return {name: d[0] + sum(c * y for c, y in zip(C, x)) for name, C, d in zip(found["outputs"], found["C"], found["D"])}


class Coordinates(unittest.TestCase):
    def test_the_four_bar_with_a_spring_has_its_eigenvalues_in_every_set(self):
        exact = [2.14767663850228j, -2.14767663850228j]
        for coordinates in SETS:
            found = linearize(mechanism("four-bar-spring"), coordinates)
            self.assertEqual(found["coordinates"], coordinates)
            self.assertEqual(found["method"], "directional")
            self.assertEqual(len(found["kind"]), len(found["eigenvalues"]))
            self.assertEqual(len(values(found)), 2)
            # penalties err by about 1/alpha of what they hold
            self.assertLess(far(values(found), exact), 1e-6 if coordinates == "ucs" else 1e-14)
            self.assertEqual(len(found["A"]), len(found["states"]))

    def test_numbers_of_infinite_and_spurious_eigenvalues_follow_from_n_and_m(self):
        # n = 2 N + 1 relative coordinates, m = 2 N rows that count
        for loops in (1, 5, 10):
            path = os.path.join(BUILD, f"mechanisms/n-loop-{loops}.json")
            n, m = 2 * loops + 1, 2 * loops
            rcs, ucs = linearize(path, "rcs", "--set", "constants.c=1"), linearize(path, "ucs", "--set", "constants.c=1")
            self.assertEqual(rcs["constraints"]["rank"], m)
            self.assertEqual(rcs["kind"], ["true"] * (2 * (n - m)) + ["infinite"] * (3 * m))
            self.assertEqual(rcs["eigenvalues"][2 * (n - m):], [None] * (3 * m))
            self.assertEqual(len(rcs["states"]), 2 * n + m)
            self.assertEqual(len(rcs["raw_eigenvalues"]), 2 * n + m)
            self.assertEqual(len(rcs["E"]), 2 * n + m)
            self.assertEqual(sorted(ucs["kind"]), ["spurious"] * (2 * m) + ["true"] * (2 * (n - m)))

    def test_the_sets_agree_in_equilibrium(self):
        damped = {1: (-0.242385809310505, 2.13395502834838), 5: (-0.234982523907560, 1.52755411012668),
                  20: (-0.231157741522796, 1.35541675002764)}
        for loops, (re, im) in damped.items():
            path = os.path.join(BUILD, f"mechanisms/n-loop-{loops}.json")
            for coordinates in ("minimal", "mcs", "rcs"):
                found = values(linearize(path, coordinates, "--set", "constants.c=1"))
                self.assertLess(far(found, [complex(re, im), complex(re, -im)]), 1e-12)
        for name in ("agundez-four-bar", "lut1-four-bar", "lut1-quick-return", "lut2-four-bar", "lim-manipulator"):
            minimal = linearize(mechanism(name), "minimal")
            for coordinates in ("mcs", "rcs"):
                other = linearize(mechanism(name), coordinates)
                self.assertTrue(other["equilibrium"])
                self.assertLess(far(values(minimal), values(other)), 1e-9, (name, coordinates))

    def test_slow_modes_beside_stiff_ones_keep_their_digits(self):
        # the crane's pencil, solved with 34 digits by inverse iteration; the fastest mode is 8e3 times as fast
        exact = [complex(-0.0040825499500952437, 0.82155483561551490), complex(-0.022873090684340662, 2.8810436324755327)]
        for coordinates in ("minimal", "mcs", "rcs"):
            found = values(linearize(CRANE, coordinates))
            for value in exact:
                nearest = min(found, key=lambda other: abs(other - value))
                self.assertLess(abs(nearest - value), 1e-9 * abs(value), coordinates)

    def test_mcs_has_the_state_space_of_the_fmu(self):
        moving = ("--set", "joints.z1.start_rate=0.3")  # in motion, too: the same coordinates
        for path, words in ((mechanism("lut2-four-bar"), ()), (mechanism("lut2-four-bar"), moving), (self.observed(), moving),
                            (CRANE, ()), (self.observed("bicycle"), ())):
            minimal = linearize(path, "minimal", *words)
            mcs = linearize(path, "mcs", *words)
            for key in ("states", "inputs", "outputs"):
                self.assertEqual(minimal[key], mcs[key])
            for key in "ABCD":
                for expected, found in zip(minimal[key], mcs[key], strict=True):
                    size = max((abs(x) for x in expected), default=0)
                    for x, y in zip(expected, found, strict=True):
                        self.assertLessEqual(abs(x - y), 1e-9 * max(size, 1), key)

    def observed(self, name="lut2-four-bar"):
        """With all that can be measured: reactions where something is carried, accelerations."""
        with open(mechanism(name)) as file:
            document = json.load(file)
        carrying = [j for j in document["joints"].values() if j["type"] != "free"] if name != "bicycle" else []
        for joint in carrying + list(document.get("loops", {}).values()):
            joint["reaction"] = "ground"
        for body in document["bodies"].values():
            body["motion"] = True
        return write(f"observed-{name}.json", document)

    def test_bushings_and_contacts_are_springs_in_every_set(self):
        # a rod on a bushing b and a contact c near the horizontal, whose weight is negligible beside them: (k_b + 0.49 k_c)/I, I = 0.6;
        # the contact's force is k_c (-0.7 phi) where its sphere has no radius
        path = write("mounted.json", {
            "type": "mechanism", "name": "Mounted", "gravity": [0, -9.81, 0], "start": "equilibrium",
            "bodies": {"rod": {"mass": 2, "com": [0.5, 0, 0], "inertia": [0, 0.1, 0.1, 0, 0, 0]}},
            "joints": {"A": {"type": "revolute", "parent": "ground", "child": "rod", "axis": [0, 0, 1]}},
            "bushings": {"b": {"from": {"body": "ground", "at": [1, 0, 0]}, "to": {"body": "rod", "at": [1, 0, 0]},
                               "stiffness": [1e6, 1e6, 1e6]}},
            "contacts": {"c": {"body": "rod", "at": [0.7, 0, 0], "plane": {"normal": [0, 1, 0]}, "stiffness": 1e6, "onset": 0}}})
        for coordinates in SETS:
            found = linearize(path, coordinates)
            omega = max(v.imag for v in values(found))
            self.assertLess(abs(omega / math.sqrt(1e6 * 1.49 / 0.6) - 1), 1e-4)
            force = found["C"][found["outputs"].index("c.normal_force")][0]
            self.assertLess(abs(force / (-0.7 * 1e6) - 1), 1e-4)

    def test_prescribed_motions_are_for_minimal_coordinates(self):
        with open(mechanism("lut2-four-bar")) as file:
            document = dict(json.load(file), motions={"m": {"coordinate": "z1", "law": 1}})
        for name in ("actuators", "start"):
            document.pop(name, None)
        path = write("driven.json", document)
        for coordinates in ("mcs", "rcs", "ucs"):
            self.assertIn("it has prescribed motions, which only minimal coordinates follow",
                          paso(path, "--coordinates", coordinates, status=1).stderr)

    def test_every_set_moves_the_same_outputs_by_its_inputs(self):
        # transfer functions are those of the FMU, whatever the states are; penalties err by about 1/alpha
        paso(os.path.join(SOURCE, "docs/mechanisms/crane.json"), "--coordinates", "mcs", "--bode", "cylinder.force,tip.y", "--plot", "b.svg")
        for path in (self.observed(), CRANE):
            expected = transfer(linearize(path, "minimal"))
            for coordinates, tolerance in (("mcs", 1e-9), ("rcs", 1e-9), ("ucs", 1e-5)):
                found = transfer(linearize(path, coordinates))
                self.assertEqual(found.keys(), expected.keys())
                for name, value in expected.items():
                    self.assertLess(abs(found[name] - value), tolerance * max(abs(value), 1e-6), (coordinates, name))

    def test_penalties_converge_to_the_exact_values(self):
        exact = [2.14767663850228j, -2.14767663850228j]
        errors = [far(values(linearize(mechanism("four-bar-spring"), "ucs", "--ucs-alpha", alpha)), exact)
                  for alpha in ("1e4", "1e5", "1e6", "1e7")]
        for coarse, fine in zip(errors, errors[1:]):
            self.assertAlmostEqual(coarse / fine, 10, delta=0.1)

    def test_a_singular_position_has_the_paper_s_eigenvalues(self):
        # Gonzalez et al., figure 4: sqrt(11.772) and sqrt(19.62) 1/s; the coupler hangs between two joints, as it does in the paper
        path = write("straight.json", {
            "type": "mechanism", "name": "Straight", "gravity": [9.81, 0, 0],
            "bodies": {"left": ROD, "right": ROD, "slide": NOTHING, "lift": NOTHING,
                       "coupler": dict(ROD, com=[0, 0, 0])},
            "joints": {
                "A0": {"type": "revolute", "parent": "ground", "child": "left", "axis": [0, 0, 1]},
                "A1": {"type": "revolute", "parent": "ground", "child": "right", "at": [1, 0, 0], "axis": [0, 0, 1]},
                "x": {"type": "prismatic", "parent": "ground", "child": "slide", "axis": [1, 0, 0], "start": 1.5},
                "y": {"type": "prismatic", "parent": "slide", "child": "lift", "axis": [0, 1, 0]},
                "phi": {"type": "revolute", "parent": "lift", "child": "coupler", "axis": [0, 0, 1]}},
            "loops": {
                "B0": {"type": "spherical", "a": {"body": "coupler", "at": [-0.5, 0, 0]}, "b": {"body": "left", "at": [1, 0, 0]}},
                "B1": {"type": "spherical", "a": {"body": "coupler", "at": [0.5, 0, 0]}, "b": {"body": "right", "at": [1, 0, 0]}}}})
        exact = [s * w * 1j for s in (1, -1) for w in (math.sqrt(11.772), math.sqrt(19.62))]
        for coordinates in ("mcs", "rcs", "ucs"):
            found = linearize(path, coordinates)
            self.assertTrue(found["constraints"]["singular"])
            self.assertEqual(len(values(found)), 4)
            self.assertLess(far(values(found), exact), 1e-7 if coordinates == "ucs" else 1e-13)
        self.assertIn("a singular position", paso(path, "--coordinates", "mcs").stdout)
        self.assertIn("a singular position", paso(path).stdout)  # the FMU leaves rows out, and it is said
        self.assertFalse(linearize(mechanism("four-bar-spring"), "mcs")["constraints"]["singular"])  # merely redundant rows

    def test_rolling_contacts_are_taken_by_all_but_penalties(self):
        bicycle = [-14.0783896927982, -0.775341882195842 + 4.46486771378823j, -0.775341882195842 - 4.46486771378823j,
                   -0.322866429004087] + [0] * 6
        disc = [2.46900789792175, -2.46900789792175] + [0] * 6
        for name, exact in (("bicycle", bicycle), ("rolling-disc", disc)):
            for coordinates in ("minimal", "mcs", "rcs"):
                found = linearize(mechanism(name), coordinates)
                self.assertEqual(len(values(found)), len(exact))
                self.assertEqual(sum(v == 0 for v in values(found)), 6)
                self.assertLess(far(values(found), exact), 1e-12, (name, coordinates))
            said = paso(mechanism(name), "--coordinates", "ucs", status=2).stderr
            self.assertIn("rolls: the penalties of ucs hold positions", said)
        # bicycle: n = 9, two heights and four slips: 3 * 2 + 2 * 4 infinite ones
        self.assertEqual(linearize(mechanism("bicycle"), "rcs")["kind"].count("infinite"), 14)

    def test_away_from_an_equilibrium_it_says_that_eigenvalues_depend_on_the_coordinates(self):
        path, words = mechanism("lut2-four-bar"), ("--set", "actuators.cylinder.force=0")
        found = {c: linearize(path, c, *words) for c in SETS}
        self.assertLess(far(values(found["minimal"]), values(found["mcs"])), 1e-12)  # the same coordinates
        self.assertGreater(far(values(found["minimal"]), values(found["rcs"])), 1e-3)  # others
        for coordinates in ("mcs", "rcs", "ucs"):
            self.assertFalse(found[coordinates]["equilibrium"])
            said = paso(path, "--coordinates", coordinates, *words).stdout
            self.assertIn("not an equilibrium: eigenvalues depend on the coordinates chosen", said)
        self.assertEqual(len(values(found["ucs"])), 2)
        # the constraints' own equations, with the multipliers of the motion, are those of rcs: penalties come near to them
        self.assertLess(far(values(found["ucs"]), values(found["rcs"])), 1e-3)

    def test_penalties_of_a_mechanism_that_accelerates_need_a_larger_omega(self):
        # two arms that hold each other, let go: true eigenvalues near 7 1/s beside spurious ones near -10
        joint = lambda parent, child, at, start: {"type": "revolute", "parent": parent, "child": child, "at": [at, 0, 0], "start": start}
        document = {
            "type": "mechanism", "name": "Arms", "gravity": [0, -9.81, 0], "bodies": dict.fromkeys(("a", "b", "c", "d"), ROD),
            "joints": {"A": joint("ground", "a", 0, 0.3), "B": joint("a", "b", 1, -0.5),
                       "C": joint("ground", "c", 2, 2.2), "D": joint("c", "d", 1, 0.6)},
            "loops": {"E": {"type": "spherical", "a": {"body": "b", "at": [1, 0, 0]}, "b": {"body": "d", "at": [1, 0, 0]}}},
            "drives": {"M": {"coordinate": "A"}}}
        for torque in (30, -20):  # the iteration that parts them settles nowhere; it overflows
            document["drives"]["M"]["law"] = torque
            path = write("arms.json", document)
            rcs, ucs = values(linearize(path, "rcs")), values(linearize(path, "ucs", "--ucs-omega", "1000"))
            self.assertEqual(len(rcs), 4)
            self.assertLess(far(ucs, rcs), 1e-4)
            said = paso(path, "--coordinates", "ucs", status=1).stderr
            self.assertIn("true eigenvalues cannot be told from spurious ones: a larger --ucs-omega or --ucs-alpha may help", said)

    def test_a_payload_is_a_body_of_its_mass_in_every_set(self):
        """The spring's four-bar with 0.4 kg on its coupler, where the spring holds it."""
        with open(mechanism("four-bar-spring")) as file:
            bare = dict(json.load(file), start="equilibrium")
        laden = write("laden.json", dict(bare, payloads={"p": {"body": "CD", "at": [0.3, 0.1, 0], "mass": 0.4}}))
        load = {"type": "fixed", "parent": "CD", "child": "load", "at": [0.3, 0.1, 0]}
        fixed = write("fixed.json", dict(bare, bodies=dict(bare["bodies"], load={"mass": 0.4}), joints=dict(bare["joints"], l=load)))
        for coordinates in SETS:
            expected, found = (values(linearize(path, coordinates)) for path in (fixed, laden))
            self.assertEqual(len(found), 2)
            self.assertLess(far(found, expected), 1e-6 if coordinates == "ucs" else 1e-10)
            self.assertGreater(far(found, [2.14767663850228j, -2.14767663850228j]), 0.01)

    def test_a_mechanism_without_an_equilibrium_is_refused(self):
        path = write("falling.json", {
            "type": "mechanism", "name": "Falling", "gravity": [0, -9.81, 0], "start": "equilibrium",
            "bodies": {"mass": dict(ROD)},
            "joints": {"y": {"type": "prismatic", "parent": "ground", "child": "mass", "axis": [0, 1, 0]}}})
        for coordinates in SETS:
            said = paso(path, "--coordinates", coordinates, "--output", "falling-result.json", status=2).stderr
            self.assertIn("no equilibrium was found near the start: joint 'y' still accelerates", said)
            self.assertFalse(os.path.exists(os.path.join(SCRATCH, "falling-result.json")))

    def test_the_unit_of_a_gain_has_one_meaning(self):
        paso(os.path.join(SOURCE, "docs/mechanisms/crane.json"), "--bode", "cylinder.force,tip.vy", "--plot", "gain.svg")
        with open(os.path.join(SCRATCH, "gain.svg")) as file:
            self.assertIn("gain, dB (0 dB: 1 (m/s)/N)", file.read())

    def test_what_does_not_go_together_is_refused(self):
        spring = mechanism("four-bar-spring")
        cases = (
            ((spring, "--coordinates", "mcs", "--at", "1"), "--at means nothing with --coordinates mcs"),
            ((spring, "--coordinates", "rcs", "--vary", "constants.k=1:2:2"), "--vary means nothing with --coordinates rcs"),
            ((spring, "--ucs-alpha", "1e7"), "means nothing without --coordinates ucs"),
            ((spring, "--coordinates", "ucs", "--ucs-xi", "-1"), "--ucs-xi cannot be"),
            ((spring, "--coordinates", "dae"), "--coordinates cannot be"),
            ((os.path.join(BUILD, "systems/lim-manipulator.ssp"), "--coordinates", "mcs"), "needs the equations of one mechanism"),
            ((os.path.join(SOURCE, "docs/circuits/boom-circuit.json"), "--coordinates", "mcs"), "which has no constraints"),
            ((os.path.join(BUILD, "fmus/Manipulator.fmu"), "--coordinates", "rcs"), "was not made of a file by paso export"),
            ((mechanism("lut2-four-bar"), "--coordinates", "rcs", "--plot", "x.svg", "--bode", "a,b"),
             "--bode means nothing with --coordinates rcs"),
        )
        for words, said in cases:
            self.assertIn(said, paso(*words, status=2).stderr)
        said = paso(spring, "--coordinates", "ucs", "--ucs-alpha", "1e-3", status=1).stderr
        self.assertIn("--ucs-alpha", said)

    def test_pistons_push_unless_their_friction_has_states(self):
        piston = {"areas": [5e-3, 4e-3], "stroke": 1, "start_length": 0.5}
        change = lambda friction: ("--set", "actuators.cylinder.coupling=pressures", "--set",
                                   "actuators.cylinder.piston=" + json.dumps(dict(piston, friction=friction)))
        laws = {"F_c": 210, "F_s": 830, "sigma2": 330, "v_s": 0.0125}
        smooth = dict(laws, type="Brown-McPhee")
        path = mechanism("lut2-four-bar")
        minimal, mcs = linearize(path, "minimal", *change(smooth)), linearize(path, "mcs", *change(smooth))
        self.assertLess(far(values(minimal), values(mcs)), 1e-9)
        bristles = dict(laws, type="LuGre", n=0.5, sigma0=7.3e6, sigma1=3.2e4)
        of_a_joint = ("--set", "joints.z2.friction=" + json.dumps(bristles))
        for words in change(bristles), of_a_joint:
            said = paso(path, "--coordinates", "mcs", *words, status=2).stderr
            self.assertIn("friction with states of its own (LuGre), of a piston or a joint", said)

    def test_an_fmu_of_a_mechanism_file_is_as_good_as_the_file(self):
        a = values(linearize(os.path.join(BUILD, "fmus/FourBarSpring.fmu"), "rcs"))
        self.assertLess(far(a, [2.14767663850228j, -2.14767663850228j]), 1e-14)

    def test_csv_has_the_matrix_E_and_the_kinds(self):
        paso(mechanism("four-bar-spring"), "--coordinates", "rcs", "--output", "rcs.csv", "--quiet")
        with open(os.path.join(SCRATCH, "rcs_E.csv"), newline="") as file:
            rows = list(csv.reader(file))
        self.assertEqual(len(rows), 1 + 8)
        with open(os.path.join(SCRATCH, "rcs_eigenvalues.csv"), newline="") as file:
            rows = list(csv.DictReader(file))
        self.assertEqual([row["kind"] for row in rows], ["true", "true"])

    def test_other_tools_read_nothing_new_of_a_plain_fmu(self):
        found = linearize(os.path.join(BUILD, "fmus/FourBarSpring.fmu"), "minimal")
        self.assertEqual(found["coordinates"], "minimal")
        self.assertEqual(found["kind"], ["true", "true"])
        self.assertNotIn("E", found)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
