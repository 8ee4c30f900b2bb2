"""The excavator's working cycle, coupled by forces and by pressures, and as one set of equations. Over its first seconds, or over all 20 s.

    excavator_cycle.py SOURCE BUILD SCRATCH [all]
"""
import os
import shutil
import sys
import unittest

SOURCE, BUILD, SCRATCH = (os.path.abspath(p) for p in sys.argv[1:4])
sys.path.insert(0, os.path.join(SOURCE, "benchmarks", "measure"))
import excavator_cycle as cycle

STOP = 20.0 if sys.argv[4:] == ["all"] else 1.8


class Cycle(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.machine = cycle.Machine(SOURCE, BUILD, SCRATCH)
        cls.whole = cls.machine.monolithic(STOP)

    def test_default_coupling_is_as_exact_as_promised(self):
        self.assertGreater(max(self.whole["multibody.stick.length"]) - min(self.whole["multibody.stick.length"]), 0.05)
        for system in ("excavator", "excavator-ps"):
            found = cycle.differences(self.whole, self.machine.coupled(system, STOP))
            self.assertGreater(len(found), 20)
            for name, (error, t) in found.items():
                self.assertLess(error, 1e-3 if name.endswith(".length") else 1e5, f"{system}: {name} at {t} s")

    def test_paso_monolithic_follows_the_levers_as_the_whole_fmu_does(self):
        """The same equations: at a tolerance of 1e-7 they are 6e-6 mm and 1.4e-4 bar from those at 1e-10."""
        found = cycle.differences(self.whole, self.machine.without_fmu(STOP))
        self.assertGreater(len(found), 20)
        for name, (error, _) in found.items():
            self.assertLess(error, 1e-7 if name.endswith(".length") else 1e3, name)

    def test_mechanical_energy_is_the_work_of_cylinders_motor_and_soil(self):
        inputs = cycle.columns(os.path.join(self.machine.files, "cycle.csv"))
        gained, given, moved = cycle.mechanical_energy(self.whole, inputs)
        self.assertGreater(moved, 1e3)
        self.assertLess(abs(gained - given), 1e-3 * moved)

    def test_hydraulic_energy_closes(self):
        """Of oil that gives way: what it carries by its own formula, integrated by Simpson's rule."""
        shaft, losses, work, stored = cycle.hydraulic_energy(self.whole)
        self.assertGreater(shaft, 1e3)
        self.assertLess(abs(shaft - losses - work - stored), 1e-3 * shaft)


if __name__ == "__main__":
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(SCRATCH)
    unittest.main(argv=sys.argv[:1])
