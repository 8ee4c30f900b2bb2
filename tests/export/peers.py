"""Shipped and written SSPs keep to what OMSimulator and libcosim read.

    peers.py SOURCE BUILD SCRATCH

The rules are those of their readers: OMSimulator 3.0 (Model.cpp, System.cpp, SystemWC.cpp) looks at the first annotation alone, of the
system and of the default experiment, and refuses unknown children of the root; libcosim 0.11 (ssp_parser.cpp) compares prefixes as text,
takes every attribute of osp:Algorithm for an algorithm, and wants both elements of a connection and the connectors at its ends.
"""
import os
import subprocess
import sys
import unittest
import zipfile
from xml.dom import minidom

SOURCE, BUILD, SCRATCH = (os.path.abspath(p) for p in sys.argv[1:4])


def paso(*words):
    done = subprocess.run([os.path.join(BUILD, "paso"), *words], cwd=SCRATCH, capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(done.stderr)


def read(path):
    with zipfile.ZipFile(path) as archive:
        return minidom.parseString(archive.read("SystemStructure.ssd")).documentElement


def children(node, tag=None):
    return [c for c in node.childNodes if c.nodeType == c.ELEMENT_NODE and tag in (None, c.tagName)]


def only(node, *tags):
    for tag in tags:
        (node,) = children(node, tag)
    return node


class Peers(unittest.TestCase):
    def omsimulator(self, root):
        self.assertLessEqual({c.tagName for c in children(root)},
                             {"ssd:System", "ssd:Units", "ssd:Enumerations", "ssd:DefaultExperiment"})
        system = only(root, "ssd:System")
        first = children(only(system, "ssd:Annotations"), "ssc:Annotation")[0]
        self.assertEqual(first.getAttribute("type"), "org.openmodelica")
        master = only(first, "oms:Annotations", "oms:SimulationInformation", "oms:FixedStepMaster")
        self.assertEqual(master.getAttribute("description"), "oms-ma")
        self.assertGreater(float(master.getAttribute("stepSize")), 0)
        first = children(only(root, "ssd:DefaultExperiment", "ssd:Annotations"), "ssc:Annotation")[0]
        self.assertEqual(first.getAttribute("type"), "org.openmodelica")
        only(first, "oms:Annotations", "oms:SimulationInformation")

    def libcosim_step(self, root):
        (osp,) = [a for a in children(only(root, "ssd:DefaultExperiment", "ssd:Annotations"), "ssc:Annotation")
                  if a.getAttribute("type") == "com.opensimulationplatform"]
        algorithm = only(osp, "osp:Algorithm")
        self.assertEqual(algorithm.attributes.length, 0)
        self.assertEqual([c.tagName for c in children(algorithm)], ["osp:FixedStepAlgorithm"])
        self.assertGreater(float(children(algorithm)[0].getAttribute("baseStepSize")), 0)

    def libcosim_connections(self, root):
        system = only(root, "ssd:System")
        connectors = {}
        for component in children(only(system, "ssd:Elements")):
            self.assertEqual(component.tagName, "ssd:Component")
            for connector in children(only(component, "ssd:Connectors"), "ssd:Connector"):
                (kind,) = children(connector)
                self.assertIn(kind.tagName, ("ssc:Real", "ssc:Integer", "ssc:Boolean", "ssc:String"))
                connectors[component.getAttribute("name"), connector.getAttribute("name")] = True
        for connection in children(only(system, "ssd:Connections")):
            for end in ("start", "end"):
                self.assertIn((connection.getAttribute(end + "Element"), connection.getAttribute(end + "Connector")),
                              connectors)

    def test_shipped_systems(self):
        systems = os.path.join(BUILD, "systems")
        names = [name for name in sorted(os.listdir(systems)) if name.endswith(".ssp")]
        self.assertIn("lim-manipulator.ssp", names)
        for name in names:
            with self.subTest(name):
                root = read(os.path.join(systems, name))
                self.omsimulator(root)
                self.libcosim_step(root)

    def test_connected_systems(self):
        """Without connectors of the system itself all of it is what libcosim reads."""
        fmus = os.path.join(BUILD, "fmus")
        paso("connect", "multibody=" + os.path.join(fmus, "Manipulator.fmu"),
             "hydraulics=" + os.path.join(fmus, "ManipulatorHydraulics.fmu"), "--accept", "-o", "pair.ssp")
        root = read(os.path.join(SCRATCH, "pair.ssp"))
        self.omsimulator(root)
        self.libcosim_step(root)
        self.libcosim_connections(root)

    def test_exported_systems(self):
        paso("export", "--system", os.path.join(SOURCE, "docs/circuits/boom-system.json"), "-o", "boom.ssp")
        root = read(os.path.join(SCRATCH, "boom.ssp"))
        self.omsimulator(root)
        self.libcosim_step(root)
        self.libcosim_connections(root)


if __name__ == "__main__":
    os.makedirs(SCRATCH, exist_ok=True)
    unittest.main(argv=sys.argv[:1])
