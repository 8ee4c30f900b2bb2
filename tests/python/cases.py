"""What the tests share: files, and options of published runs."""
import math
import os

from pasodoble import System

BUILD = os.environ["PASO_TEST_BUILD"]
SOURCE = os.environ["PASO_TEST_SOURCE"]

# f-s coupling, Jacobi, stale feedthrough, manoeuvre M1, H = h_H = 0.2 ms.
PUBLISHED = {"macro_step": "0.2ms", "feedthrough": "stale",
             "set": {"multibody.coupling": 1, "hydraulics.manoeuvre": 1, "hydraulics.step_size": 2e-4}}
# LIM's published actuator length for them, their result file hydraulicManipulator_fsJ_s1.csv, column sfsJ_02: eight digits.
PUBLISHED_S = {5.99: 0.59572187, 6.0: 0.59605183, 6.02: 0.59628629}
LAST_DIGIT = 0.5001e-8

# The oscillator's masses, so accurate that only the coupling errs (Runge-Kutta, w h < 0.004).
ACCURATE = {"mass1.solver": 2, "mass2.solver": 2, "mass1.step_size": 1e-4, "mass2.step_size": 1e-4}


def manipulator():
    return System(os.path.join(BUILD, "systems", "lim-manipulator.ssp"))


def oscillator():
    return System(os.path.join(BUILD, "systems", "oscillator-fs.ssp"))


def mass():
    return System(os.path.join(BUILD, "fmus", "OscillatorMass.fmu"))


def test_fmu(name):
    return System(os.path.join(BUILD, "tests", "fmus", name + ".fmu"))


test_fmu.__test__ = False


def oscillate(x, v, u, H, k=10.0):
    """m x'' = -k x + u with m = 1 and u held: x and v after H, in closed form."""
    w = math.sqrt(k)
    a = x - u / k
    return (a * math.cos(w * H) + v / w * math.sin(w * H) + u / k, -a * w * math.sin(w * H) + v * math.cos(w * H))
