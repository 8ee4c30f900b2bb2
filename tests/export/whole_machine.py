"""`paso export --system X.json --whole`: mechanism and circuits as one FMU, against the co-simulated .ssp and `paso monolithic`.

    whole_machine.py SOURCE BUILD SCRATCH

The reference is `paso monolithic --method cvode` at a tolerance of 1e-11, another integrator (SUNDIALS' CVODE) on the coupled equations; the
.ssp integrates every part on its own. All differences are relative to the range of each variable over the run.
"""
import csv
import json
import os
import re
import shutil
import subprocess
import sys
import unittest
import zipfile

SOURCE, BUILD, SCRATCH = sys.argv[1:4]
BOOM = os.path.join(SOURCE, "docs/circuits/boom-system.json")
LIM = os.path.join(SOURCE, "benchmarks/systems/lim-manipulator.json")


def paso(*words, status=0):
    done = subprocess.run([os.path.join(BUILD, "paso"), *words], capture_output=True, text=True, cwd=SCRATCH)
    if done.returncode != status:
        raise AssertionError(f"{words}: status {done.returncode}: {done.stderr}")
    return done


def table(name):
    with open(os.path.join(SCRATCH, name), newline="") as file:
        rows = list(csv.reader(file))
    return {column: [float(row[i]) for row in rows[1:]] for i, column in enumerate(rows[0])}


def far(a, b, names):
    """The largest difference, relative to each variable's range, and where."""
    worst = (0, "")
    for name in names:
        size = max(b[name]) - min(b[name])
        difference = max(abs(x - y) for x, y in zip(a[name], b[name], strict=True))
        worst = max(worst, (difference / size if size else difference, name))
    return worst


def loaded(name):
    with open(os.path.join(SCRATCH, name)) as file:
        return json.load(file)


class Boom(unittest.TestCase):
    NAMES = ["multibody.O", "multibody.dO", "hydraulics.bottom.p", "hydraulics.top.p", "hydraulics.lift.force"]
    RUN = ["--stop-time", "3", "--macro-step", "10ms", "--quiet", "--record", ",".join(NAMES)]

    @classmethod
    def setUpClass(cls):
        paso("export", "--system", BOOM, "--whole", "-o", "Boom.fmu")
        paso("export", "--system", BOOM, "-o", "boom.ssp")
        paso("monolithic", BOOM, "--method", "cvode", "--tolerance", "1e-11", "--step", "10ms", "--stop-time", "3", "--quiet",
             "--output", "reference.csv")
        cls.reference = table("reference.csv")

    def test_fmus_are_not_compressed_twice(self):
        with zipfile.ZipFile(os.path.join(SCRATCH, "boom.ssp")) as package:
            kinds = {entry.filename.rsplit(".", 1)[-1]: entry.compress_type for entry in package.infolist()}
        self.assertEqual(kinds, {"ssd": zipfile.ZIP_DEFLATED, "fmu": zipfile.ZIP_STORED})

    def test_it_carries_a_picture_of_mechanism_and_circuit(self):
        with zipfile.ZipFile(os.path.join(SCRATCH, "Boom.fmu")) as fmu:
            picture = fmu.read("documentation/picture.svg").decode()
            self.assertIn('src="picture.svg"', fmu.read("documentation/index.html").decode())
        paso("show", "Boom.fmu", "--output", "Boom.svg")
        with open(os.path.join(SCRATCH, "Boom.svg"), encoding="utf-8") as file:
            self.assertEqual(file.read(), picture)
        for part in ("boom.json", "boom-circuit.json"):
            paso("show", os.path.join(SOURCE, "docs/circuits", part), "--output", "part.svg")
            with open(os.path.join(SCRATCH, "part.svg"), encoding="utf-8") as file:
                for text in re.findall("<text[^>]*>([^<]*)</text>", file.read()):
                    self.assertIn(">" + text + "</text>", picture)
        self.assertIn("an FMU of a whole system has pictures alone", paso("show", "Boom.fmu", "--output", "Boom.html", status=2).stderr)

    def test_co_simulation_solves_the_same_equations(self):
        paso("run", "Boom.fmu", "--set", "solver=4", "--set", "rel_tol=1e-10", "--set", "abs_tol=1e-10", *self.RUN, "--output", "cs.csv")
        self.assertLess(far(table("cs.csv"), self.reference, self.NAMES), (1e-8,))

    def test_model_exchange_solves_the_same_equations(self):
        paso("run", "Boom.fmu", "--interface", "me", "--tolerance", "1e-10", *self.RUN, "--output", "me.csv")
        self.assertLess(far(table("me.csv"), self.reference, self.NAMES), (1e-8,))

    def test_the_coupled_system_comes_to_the_same(self):
        """Stand-ins with macro steps by the error at 1e-8 and RK4 micro steps below the stiffest time constant."""
        paso("run", "boom.ssp", "--set", "multibody.solver=4", "--set", "hydraulics.solver=4", "--extrapolation", "model",
             "--error-tolerance", "1e-8", "--macro-step", "10us:10ms", "--output-step", "10ms", "--stop-time", "3", "--quiet",
             "--record", ",".join(self.NAMES), "--output", "coupled.csv")
        rows = table("coupled.csv")
        places = [min(range(len(rows["time"])), key=lambda i: abs(rows["time"][i] - t)) for t in self.reference["time"]]
        self.assertLess(max(abs(rows["time"][i] - t) for i, t in zip(places, self.reference["time"])), 1e-9)
        self.assertLess(far({n: [rows[n][i] for i in places] for n in self.NAMES}, self.reference, self.NAMES), (1e-5,))

    def test_derivatives_are_those_of_the_coupled_system(self):
        """By directional derivatives, a column for as many states as the declared dependencies allow: a dependency that is not declared
        would put a number in a wrong place."""
        paso("linearize", "Boom.fmu", "--output", "whole.json")
        paso("linearize", "boom.ssp", "--output", "coupled.json")
        whole, coupled = loaded("whole.json"), loaded("coupled.json")
        self.assertEqual(whole["method"], "directional")
        self.assertEqual(whole["states"], coupled["states"])
        for mine, theirs in zip(whole["A"], coupled["A"], strict=True):
            for x, y in zip(mine, theirs, strict=True):
                self.assertLessEqual(abs(x - y), 1e-12 * max(map(abs, theirs)))

    def test_it_is_described_like_other_fmus(self):
        info = json.loads(paso("info", "Boom.fmu", "--json").stdout)
        variables = {v["name"]: v for v in info["variables"]}
        self.assertIn("hydraulics.lift.force", variables)
        self.assertNotIn("hydraulics.solver", variables)  # one solver for the whole
        self.assertEqual(info["description"], "Boom and its circuit")

    def test_a_way_to_step_of_one_part_is_refused(self):
        said = paso("run", "Boom.fmu", "--set", "multibody.formulation=2", "--stop-time", "0.1", status=1).stderr
        self.assertIn("multibody: its parameters choose a way to step of its own", said)


class NamedInput(unittest.TestCase):
    """The spool of the boom's valve as an input of the machine, called as the file says."""

    @classmethod
    def setUpClass(cls):
        for name in ("boom.json", "boom-circuit.json"):
            shutil.copy(os.path.join(SOURCE, "docs/circuits", name), SCRATCH)
        with open(BOOM) as file:
            system = json.load(file)
        with open(os.path.join(SCRATCH, "boom-circuit.json")) as file:
            circuit = json.load(file)
        cls.valve = next(iter(circuit["valves"]))
        circuit["valves"][cls.valve].pop("command")
        circuit["valves"][cls.valve]["input"] = True
        with open(os.path.join(SCRATCH, "boom-circuit.json"), "w") as file:
            json.dump(circuit, file)
        system["inputs"] = {"lever": {"to": f"hydraulics.{cls.valve}.command"}}
        system["outputs"] = {"angle": {"from": "multibody.O"}}
        with open(os.path.join(SCRATCH, "named.json"), "w") as file:
            json.dump(system, file)

    def test_names_of_the_file_are_names_of_the_fmu(self):
        paso("export", "--system", "named.json", "--whole", "-o", "Named.fmu")
        info = json.loads(paso("info", "Named.fmu", "--json").stdout)
        inputs = [v["name"] for v in info["variables"] if v["causality"] == "input"]
        self.assertEqual(inputs, ["lever"])
        self.assertIn("angle", [v["name"] for v in info["variables"] if v["causality"] == "output"])
        with open(os.path.join(SCRATCH, "lever.csv"), "w") as file:
            file.write("time,lever\n0,0\n0.2,0\n0.4,3\n2,3\n")
        paso("export", "--system", "named.json", "-o", "named.ssp")
        outputs = json.loads(paso("info", "named.ssp", "--json").stdout)["outputs"]
        self.assertEqual([o["name"] for o in outputs], ["angle"])
        run = ["--input", "lever.csv", "--stop-time", "1", "--quiet"]
        paso("run", "Named.fmu", "--set", "solver=4", "--macro-step", "1ms", *run, "--record", "angle", "--output", "named-whole.csv")
        paso("run", "named.ssp", "--set", "multibody.solver=4", "--set", "hydraulics.solver=4", "--scheme", "jacobi",
             "--extrapolation", "1", "--macro-step", "1ms", *run, "--record", "multibody.O", "--output", "named-coupled.csv")
        whole, coupled = table("named-whole.csv")["angle"], table("named-coupled.csv")["multibody.O"]
        self.assertGreater(max(whole) - min(whole), 1e-3)
        self.assertLess(far({"angle": coupled}, {"angle": whole}, ["angle"]), (1e-3,))


class TwoNames(unittest.TestCase):
    """A state and an output, each under two names: the same numbers in results, and the same rows of C and D."""

    def test_each_is_an_output(self):
        with open(BOOM) as file:
            system = json.load(file)
        for part in system["components"].values():
            part["file"] = os.path.join(SOURCE, "docs/circuits", part["file"])
        system["outputs"] = {name: {"from": of} for name, of in (("angle", "multibody.O"), ("force", "hydraulics.lift.force"),
                                                                 ("lift", "multibody.O"), ("push", "hydraulics.lift.force"))}
        with open(os.path.join(SCRATCH, "two.json"), "w") as file:
            json.dump(system, file)
        paso("export", "--system", "two.json", "--whole", "-o", "Two.fmu")
        paso("export", "--system", "two.json", "-o", "two.ssp")
        whole, coupled = (json.loads(paso("info", name, "--json").stdout) for name in ("Two.fmu", "two.ssp"))
        names = [output["name"] for output in coupled["outputs"]]
        self.assertEqual(names, ["angle", "force", "lift", "push"])
        self.assertLessEqual(set(names), {v["name"] for v in whole["variables"] if v["causality"] == "output"})
        for interface in ("cs", "me"):
            paso("run", "Two.fmu", "--interface", interface, "--stop-time", "4", "--quiet", "--record", ",".join(names), "--output", "two.csv")
            rows = table("two.csv")
            self.assertEqual(rows["angle"], rows["lift"])
            self.assertEqual(rows["force"], rows["push"])
            self.assertGreater(max(rows["force"]) - min(rows["force"]), 1)
        paso("linearize", "Two.fmu", "--output", "two-lines.json")
        matrices = loaded("two-lines.json")
        self.assertEqual(matrices["method"], "directional")
        for one, other in (("angle", "lift"), ("force", "push")):
            one, other = matrices["outputs"].index(one), matrices["outputs"].index(other)
            self.assertEqual((matrices["C"][one], matrices["D"][one]), (matrices["C"][other], matrices["D"][other]))
            self.assertGreater(max(map(abs, matrices["C"][one])), 0)


class BadWords(unittest.TestCase):
    def refused(self, message, *words):
        said = paso("export", *words, status=2).stderr
        self.assertIn(message, said)
        self.assertFalse(os.path.exists(os.path.join(SCRATCH, "bad.fmu")))

    def test_what_is_wrong_is_said(self):
        self.refused("--whole means nothing without --system", BOOM, "--whole", "-o", "bad.fmu")
        self.refused("a file name that ends in .fmu is needed", "--system", BOOM, "--whole", "-o", "bad.ssp")
        with open(os.path.join(SCRATCH, "machine.json"), "w") as file:
            json.dump({"type": "machine", "name": "m", "parts": {"a": {"kind": "circuit", "document": "{\n}"}}}, file)
        self.refused("a:1:", "machine.json", "-o", "bad.fmu")
        with open(os.path.join(SCRATCH, "machine.json"), "w") as file:
            json.dump({"type": "machine", "name": "m", "parts": {}}, file)
        self.refused("a machine needs parts", "machine.json", "-o", "bad.fmu")

    def test_errors_name_the_file_of_the_system(self):
        with open(BOOM) as file:
            system = json.load(file)
        for part in system["components"].values():
            part["file"] = os.path.join(SOURCE, "docs/circuits", part["file"])
        system["outputs"] = {"solver": {"from": "multibody.O"}}
        with open(os.path.join(SCRATCH, "taken.json"), "w") as file:
            json.dump(system, file)
        self.refused("taken.json:1: there is already a variable \"solver\"", "--system", "taken.json", "--whole", "-o", "bad.fmu")


if __name__ == "__main__":
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(SCRATCH)
    unittest.main(argv=sys.argv[:1])
