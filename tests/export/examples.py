"""`paso new`: each example runs, exports and is coupled, as its README.md says.

    examples.py SOURCE BUILD SCRATCH
"""
import csv
import math
import os
import re
import shutil
import subprocess
import sys
import unittest

SOURCE, BUILD, SCRATCH = (os.path.abspath(p) for p in sys.argv[1:4])
PASO = os.path.join(BUILD, "paso")


def paso(*words, folder=SCRATCH):
    return subprocess.run([PASO, *words], cwd=folder, capture_output=True, text=True)


def columns(path):
    with open(path, encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    return {name: [float(row[name]) for row in rows] for name in rows[0]}


class Examples(unittest.TestCase):
    def lay(self, name, run="", more=()):
        done = paso("new", name, "my " + name)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("paso run %s.ssp %s--output" % (name, run), done.stdout)
        folder = os.path.join(SCRATCH, "my " + name)
        self.assertEqual(sorted(os.listdir(folder)), sorted(["README.md", "circuit.json", "mechanism.json", "system.json", *more]))
        return folder

    def follow(self, folder, shorten=lambda command: command):
        """Every command of the README succeeds, in its order, without a warning."""
        shell = dict(os.environ, PATH=BUILD + os.pathsep + os.environ["PATH"])
        with open(os.path.join(folder, "README.md"), encoding="utf-8") as file:
            commands = re.findall(r"^\$ (.*)$", file.read(), re.M)
        self.assertGreaterEqual(len(commands), 7)
        for command in map(shorten, commands):
            done = subprocess.run(command, shell=True, cwd=folder, env=shell, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (0, ""), command)

    def test_crane_rises_as_its_oil_says(self):
        folder = self.lay("crane")
        self.follow(folder)
        c = columns(os.path.join(folder, "crane.csv"))
        # The volume below the piston takes what flows through the throttle: at 2.5 s the valve's command has stood at 4 for 1.5 s,
        # so that A v = 4 C sqrt(p_pump - p_line), and the same through the throttle, C_d a sqrt(2/rho) dp/sqrt(dp_lam) below 2 bar.
        k = c["time"].index(2.5)
        area, valve = math.pi / 4 * 0.08**2, 4 * 2.1e-8
        flow = valve * math.sqrt(16e6 - c["hydraulics.line.p"][k])
        drop = c["hydraulics.line.p"][k] - c["hydraulics.bottom.p"][k]
        self.assertTrue(0 < drop < 2e5)
        through = 0.8 * 3e-5 * math.sqrt(2 / 850) * drop / math.sqrt(2e5)
        self.assertAlmostEqual(through / flow, 1, delta=0.01)
        self.assertAlmostEqual(c["multibody.cylinder.rate"][k] * area / flow, 1, delta=0.01)
        self.assertGreater(max(c["multibody.tip.y"]), c["multibody.tip.y"][0] + 0.5)

    def test_manipulator_is_the_published_one(self):
        folder = self.lay("manipulator")
        self.follow(folder)
        # The converged solution of benchmarks/reference, LIM_S1_M1_AT_10; the coupling's tolerance is 1e-4 of the exchanged length.
        for file in ("m1.csv", "one.csv"):
            self.assertAlmostEqual(columns(os.path.join(folder, file))["multibody.s"][-1], 0.515367564202, delta=1e-4 * 0.515, msg=file)

    def test_servo_follows_by_its_velocity_gain(self):
        folder = self.lay("servo")
        self.follow(folder)
        c = columns(os.path.join(folder, "servo.csv"))
        k = c["time"].index(2)
        # At constant speed v the piston takes A v; it flows through K e at half of what friction leaves of the pressure:
        # A v = C K e sqrt((p_P - p_T - sigma2 v/A)/2).
        v, area = 0.1, 2e-3
        error = area * v / (1.5e-7 * 100 * math.sqrt((14e6 - 0.1e6 - 2e4 * v / area) / 2))
        # The coupling's tolerance is 1e-4 of the exchanged length, 55 mm.
        self.assertAlmostEqual(c["multibody.r"][k] - c["multibody.x"][k], error, delta=1e-4 * 0.055)
        self.assertAlmostEqual(c["multibody.x"][-1], 0, delta=1e-4 * 0.055)

    def test_excavator_does_what_its_page_says(self):
        folder = self.lay("excavator", "--input cycle.csv ", ["section.json", "cycle.csv"])
        # 20 s are for people: test_excavator_cycle compares results.
        self.follow(folder, lambda command: command.replace("--input cycle.csv", "--input cycle.csv --stop-time 0.3"))
        # Until 0.48 s no lever is moved: everything stands where it started.
        c = columns(os.path.join(folder, "excavator.csv"))
        for name in c:
            if name.endswith(".length"):
                self.assertAlmostEqual(c[name][-1], c[name][0], delta=1e-9, msg=name)

    def test_nothing_of_somebody_is_touched(self):
        taken = os.path.join(SCRATCH, "taken")
        os.makedirs(taken)
        with open(os.path.join(taken, "notes.txt"), "w", encoding="utf-8") as file:
            file.write("mine")
        cases = [
            (("new", "crane", "taken"), "paso: taken: is not empty; an example goes to a new folder or to an empty one\n"),
            (("new", "crain", "x"), 'paso: there is no example "crain"; did you mean "crane"?\n'),
            (("new", "crane", "a/b/c"), "paso: a/b/c: the folder cannot be made or read: No such file or directory\n"),
            (("new", "crane", "taken/notes.txt"), "paso: taken/notes.txt: the folder cannot be made or read: Not a directory\n"),
        ]
        for words, message in cases:
            done = paso(*words)
            self.assertEqual((done.returncode, done.stderr), (2, message), words)
        for words in (("new",), ("new", "crane"), ("new", "crane", "x", "y")):
            done = paso(*words)
            self.assertEqual(done.returncode, 2, words)
            self.assertRegex(done.stderr, "^paso: paso new (needs|takes) ")
        self.assertEqual(os.listdir(taken), ["notes.txt"])
        self.assertFalse(os.path.exists(os.path.join(SCRATCH, "x")))

    def test_an_empty_folder_is_taken(self):
        os.makedirs(os.path.join(SCRATCH, "empty"))
        self.assertEqual(paso("new", "servo", "empty").returncode, 0)

    def test_a_full_disk_leaves_nothing(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        os.makedirs(os.path.join(SCRATCH, "small"))
        limited = subprocess.run(["sh", "-c", 'ulimit -f 1; trap "" XFSZ; exec "$0" new crane small/crane', PASO], cwd=SCRATCH,
                                 capture_output=True, text=True)
        self.assertNotEqual(limited.returncode, 0)
        self.assertIn("small/crane/", limited.stderr)
        self.assertEqual(os.listdir(os.path.join(SCRATCH, "small")), [])


if __name__ == "__main__":
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(SCRATCH)
    unittest.main(argv=sys.argv[:1])
