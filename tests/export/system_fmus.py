"""Systems in JSON with FMUs of others beside mechanisms and circuits, and exported systems inside of others.

    system_fmus.py SOURCE BUILD SCRATCH

The controller is the FMU `decay` of the tests: y' = -2 y + u, solved exactly while u is held, so that every step of its own is known:
y(t + H) = u/2 + (y - u/2) exp(-2 H). It starts at 0, where the valve is closed and the boom in equilibrium.
"""
import csv
import json
import math
import os
import shutil
import subprocess
import sys
import unittest
import zipfile

SOURCE, BUILD, SCRATCH = sys.argv[1:4]
RUN = ["--set", "controller.x=0", "--scheme", "jacobi", "--macro-step", "1ms", "--stop-time", "0.5", "--quiet"]


def paso(*words, status=0):
    done = subprocess.run([os.path.join(BUILD, "paso"), *words], capture_output=True, text=True, cwd=SCRATCH)
    if done.returncode != status:
        raise AssertionError(f"{words}: status {done.returncode}: {done.stderr}")
    return done


def write(name, document):
    with open(os.path.join(SCRATCH, name), "w") as file:
        json.dump(document, file)


def rows(name):
    with open(os.path.join(SCRATCH, name), newline="") as file:
        return [{k: float(v) for k, v in row.items()} for row in csv.DictReader(file)]


def setUpModule():
    shutil.rmtree(SCRATCH, ignore_errors=True)
    os.makedirs(SCRATCH)
    shutil.copy(os.path.join(SOURCE, "docs/circuits/boom.json"), SCRATCH)
    for name in ("decay", "types"):
        shutil.copy(os.path.join(BUILD, f"tests/fmus/{name}.fmu"), SCRATCH)
    with open(os.path.join(SOURCE, "docs/circuits/boom-circuit.json")) as file:
        circuit = json.load(file)
    del circuit["valves"]["valve"]["command"]
    circuit["valves"]["valve"]["input"] = True
    write("boom-circuit.json", circuit)


def plant():
    return {"type": "system", "name": "plant",
            "components": {"multibody": {"file": "boom.json"}, "hydraulics": {"file": "boom-circuit.json"}},
            "cylinders": [{"actuator": "multibody.lift", "cylinder": "hydraulics.lift"}],
            "experiment": {"stop_time": 1, "step_size": 0.001}}


def closed_loop():
    system = plant()
    system["components"]["controller"] = {"file": "decay.fmu"}
    system["connections"] = [{"from": "multibody.O", "to": "controller.u"}, {"from": "controller.y", "to": "hydraulics.valve.command"}]
    system["outputs"] = {"angle": {"from": "multibody.O"}, "lever": {"from": "controller.y"}}
    return system


class Together(unittest.TestCase):
    def test_an_fmu_steps_beside_mechanism_and_circuit(self):
        write("loop.json", closed_loop())
        paso("export", "--system", "loop.json", "-o", "loop.ssp")
        info = json.loads(paso("info", "loop.ssp", "--json").stdout)
        self.assertEqual([o["name"] for o in info["outputs"]], ["angle", "lever"])
        paso("run", "loop.ssp", *RUN, "--record", "multibody.O,controller.y", "--output", "loop.csv")
        recorded = rows("loop.csv")
        self.assertEqual(len(recorded), 501)
        for before, after in zip(recorded, recorded[1:]):
            u, y = before["multibody.O"], before["controller.y"]
            self.assertAlmostEqual(after["controller.y"], u / 2 + (y - u / 2) * math.exp(-2e-3), delta=1e-12)
        self.assertNotAlmostEqual(recorded[-1]["multibody.O"], recorded[0]["multibody.O"], delta=1e-6)

    def test_an_exported_system_is_a_plant_inside_of_another(self):
        write("loop.json", closed_loop())
        system = plant()
        system["inputs"] = {"lever": {"to": "hydraulics.valve.command"}}
        system["outputs"] = {"angle": {"from": "multibody.O"}}
        write("plant.json", system)
        paso("export", "--system", "plant.json", "-o", "plant.ssp")
        paso("export", "--system", "loop.json", "-o", "flat.ssp")
        with open(os.path.join(SCRATCH, "nested.ssd"), "w") as file:
            file.write("""<ssd:SystemStructureDescription version="1.0" name="nested"
    xmlns:ssd="http://ssp-standard.org/SSP1/SystemStructureDescription">
  <ssd:System name="nested"><ssd:Elements>
    <ssd:Component name="plant" source="plant.ssp" type="application/x-ssp-package"/>
    <ssd:Component name="controller" source="decay.fmu"/>
  </ssd:Elements><ssd:Connections>
    <ssd:Connection startElement="plant" startConnector="angle" endElement="controller" endConnector="u"/>
    <ssd:Connection startElement="controller" startConnector="y" endElement="plant" endConnector="lever"/>
  </ssd:Connections></ssd:System>
</ssd:SystemStructureDescription>
""")
        paso("connect", "plant.ssp", "controller=decay.fmu", "--link", "plant.angle=controller.u", "--link", "controller.y=plant.lever",
             "--system-output", "angle=plant.angle", "-o", "connected.ssp")
        paso("run", "flat.ssp", *RUN, "--record", "multibody.O,controller.y", "--output", "flat.csv")
        for nested in ["nested.ssd", "connected.ssp"]:
            paso("run", nested, *RUN, "--record", "plant.multibody.O,controller.y", "--output", "nested.csv")
            for flat, deep in zip(rows("flat.csv"), rows("nested.csv"), strict=True):
                self.assertEqual(flat["multibody.O"], deep["plant.multibody.O"])
                self.assertEqual(flat["controller.y"], deep["controller.y"])
        (angle,) = json.loads(paso("info", "connected.ssp", "--json").stdout)["outputs"]
        self.assertEqual(angle["name"], "angle")
        for word, message in [("plant.angel=controller.u", 'plant.ssp has no variable "angel"; did you mean "angle"?'),
                              ("plant.multibody.O=controller.u", 'plant.ssp has no variable "multibody.O"'),
                              ("plant.lever=controller.u", '"plant.lever" is of causality input; an output is needed'),
                              ("controller.y=plant.angle", '"plant.angle" is of causality output; an input is needed')]:
            said = paso("connect", "plant.ssp", "controller=decay.fmu", "--link", word, "-o", "bad.ssp", status=2).stderr
            self.assertIn(message, said)
        self.assertIn("would be overwritten", paso("connect", "plant.ssp", "controller=decay.fmu", "--link", "plant.angle=controller.u", "-o", "plant.ssp",
                                            status=2).stderr)


class Power(unittest.TestCase):
    def test_every_cylinder_of_every_system_has_its_own_energy(self):
        """Two circuits that call their cylinders the same, and two such systems in another one."""
        system = plant()
        system["components"]["second"] = {"file": "boom.json", "changes": ["name=second"]}
        system["components"]["pump"] = {"file": "boom-circuit.json", "changes": ["name=pump"]}
        system["cylinders"].append({"actuator": "second.lift", "cylinder": "pump.lift"})
        write("twice.json", system)
        paso("export", "--system", "twice.json", "-o", "twice.ssp")
        self.assertEqual(self.ports("twice.ssp"), ["hydraulics.lift", "pump.lift"])
        write("plant.json", {**plant(), "outputs": {"angle": {"from": "multibody.O"}}})
        paso("export", "--system", "plant.json", "-o", "plant.ssp")
        self.assertEqual(self.ports("plant.ssp"), ["lift"])
        paso("connect", "left=plant.ssp", "right=plant.ssp", "decay.fmu", "--link", "left.angle=decay.u", "-o", "nested.ssp")
        self.assertEqual(self.ports("nested.ssp"), ["left.lift", "right.lift"])

    def ports(self, name):
        paso("run", name, "--stop-time", "1ms", "--macro-step", "1ms", "--scheme", "jacobi", "--quiet", "--summary", "s.json")
        with open(os.path.join(SCRATCH, "s.json")) as file:
            pairs = json.load(file, object_pairs_hook=list)
        return [port for port, _ in dict(pairs)["energy_residual_J"]]


class BadInput(unittest.TestCase):
    def refused(self, system, message, *words):
        write("bad.json", system)
        words = words or ("export", "--system", "bad.json", "-o", "bad.ssp")
        self.assertIn(message, paso(*words, status=2).stderr)
        self.assertFalse(os.path.exists(os.path.join(SCRATCH, "bad.ssp")) or os.path.exists(os.path.join(SCRATCH, "bad.fmu")))

    def test_what_is_wrong_is_said(self):
        system = closed_loop()
        system["components"]["controller"]["file"] = "bad.json"
        self.refused(system, "the system contains itself")
        system["components"]["controller"] = {"file": "decay.fmu", "changes": ["k=1"]}
        self.refused(system, "decay.fmu is an FMU without a document: it cannot have changes")
        system = closed_loop()
        self.refused(system, "which --set controller.k=1 cannot change; paso run --set can", "export", "--system", "bad.json", "--set",
                     "controller.k=1", "-o", "bad.ssp")
        self.refused(system, "controller (decay.fmu) is an FMU, whose equations nobody knows", "export", "--system", "bad.json", "--whole",
                     "-o", "bad.fmu")
        self.refused(system, "controller (decay.fmu) is an FMU, whose equations nobody knows", "monolithic", "bad.json")
        system["connections"][1]["from"] = "controller.yy"
        self.refused(system, "controller (decay.fmu) has no output \"yy\"; did you mean \"y\"?")
        system = closed_loop()
        system["cylinders"][0]["cylinder"] = "controller.lift"
        self.refused(system, "controller (decay.fmu) is an FMU: a mechanism and a circuit expected")
        system = closed_loop()
        system["components"]["controller"]["file"] = "none.fmu"
        self.refused(system, "none.fmu: cannot be opened: No such file or directory")

    def test_connections_that_do_not_fit_are_refused_with_their_line(self):
        everywhere = (("export", "--system", "bad.json", "-o", "bad.ssp"), ("export", "--system", "bad.json", "--whole", "-o", "bad.fmu"),
                      ("monolithic", "bad.json"))
        system = plant()
        system["connections"] = [{"from": "multibody.lift.length", "to": "hydraulics.lift.rate"}]
        del system["cylinders"]
        line = json.dumps(system, indent=1).split("\n").index('   "from": "multibody.lift.length",')  # the brace before it, from 1
        with open(os.path.join(SCRATCH, "bad.json"), "w") as file:
            json.dump(system, file, indent=1)
        for words in everywhere:
            self.assertIn(f'bad.json:{line}: connections[1]: the units of multibody.lift.length and hydraulics.lift.rate do not fit: "m" and "m/s" measure '
                          "different things", paso(*words, status=2).stderr)
        system["components"]["types"] = {"file": "types.fmu"}
        for port, message in (("string_out", "the types of types.string_out and hydraulics.lift.length do not fit: String and Real"),
                              ("real_out", "the units of types.real_out and hydraulics.lift.rate do not fit: \"m\" and \"m/s\" measure")):
            to = "hydraulics.lift.length" if port == "string_out" else "hydraulics.lift.rate"
            self.refused({**system, "connections": [{"from": f"types.{port}", "to": to}]}, message)
        self.refused({**system, "connections": [{"from": "multibody.lift.length", "to": "types.string_in"}]}, "Real and String")
        write("good.json", {**system, "connections": [{"from": "types.boolean_out", "to": "hydraulics.valve.command"},
                                                      {"from": "types.real_out", "to": "hydraulics.lift.length"}]})
        paso("export", "--system", "good.json", "-o", "good.ssp")
        paso("info", "good.ssp")
        for kind, entry in (("inputs", {"to": "hydraulics.valve.command"}), ("outputs", {"from": "multibody.O"})):
            for words in everywhere[:2]:
                self.refused({**plant(), kind: {"time": entry}}, '"time" is the independent variable: another name is needed', *words)

    def test_a_package_of_a_system_is_named_as_such(self):
        write("plant.json", plant())
        paso("export", "--system", "plant.json", "-o", "package.ssp")
        self.refused({"type": "system", "name": "outer", "components": {"plant": {"file": "package.ssp"}}},
                     "package.ssp: is a package of a whole system")

    def test_an_fmu_for_another_platform_is_packed_and_not_run(self):
        with zipfile.ZipFile(os.path.join(SCRATCH, "decay.fmu")) as here, zipfile.ZipFile(os.path.join(SCRATCH, "elsewhere.fmu"), "w") as there:
            there.writestr("modelDescription.xml", here.read("modelDescription.xml"))
            there.writestr("binaries/win64/decay.dll", b"MZ")
        why = "there is no binary for this platform"
        cannot = "the system cannot be run on this machine"
        self.assertIn(why, paso("run", "elsewhere.fmu", status=2).stderr)
        system = closed_loop()
        system["components"]["controller"]["file"] = "elsewhere.fmu"
        write("elsewhere.json", system)
        for words in (["export", "--system", "elsewhere.json"], ["connect", "a=decay.fmu", "b=elsewhere.fmu", "--link", "a.y=b.u"]):
            said = paso(*words, "-o", "elsewhere.ssp").stderr
            self.assertEqual((said.count(why), said.count(cannot), said.count("the FMU has: win64")), (1, 1, 1))
            self.assertIn(why, paso("run", "elsewhere.ssp", status=2).stderr)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
