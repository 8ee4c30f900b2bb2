"""The examples of docs/library: what they print, against numbers from elsewhere.

    examples.py PROGRAMS BUILD

PROGRAMS is the folder of the built examples, BUILD that with systems/ and fmus/.
"""
import math
import os
import subprocess
import sys

programs, build = sys.argv[1:]


def run(name, *arguments, status=0):
    done = subprocess.run([os.path.join(programs, name), *arguments], capture_output=True, text=True)
    assert done.returncode == status, f"{name}: {done.returncode}, {done.stderr}"
    return done


def near(value, expected, tolerance, what):
    assert abs(value - expected) <= tolerance, f"{what}: {value}, expected {expected} within {tolerance}"


# LIM's published actuator length, f-s coupling, Jacobi, H = h_H = 0.2 ms: hydraulicManipulator_fsJ_s1.csv, column sfsJ_02.
lines = run("run", f"{build}/systems/lim-manipulator.ssp", "multibody.s", "macro-step", "0.2ms", "feedthrough", "stale", "set",
            "multibody.coupling=1", "set", "hydraulics.step_size=2e-4", "stop-time", "6.02").stdout.splitlines()
rows = [tuple(map(float, line.split())) for line in lines]
assert [t for t, _ in rows] == [0, 1, 2, 3, 4, 5, 6, 6.02], rows
near(dict(rows)[6], 0.59605183, 1.0001e-8, "s at 6 s")
near(dict(rows)[6.02], 0.59628629, 1.0001e-8, "s at 6.02 s")

# The sampled PD loop around m x'' = -k x + u, k = 10 N/m, m = 1 kg: between samples in closed form.
x, v, w, H = 0.1, 0.0, math.sqrt(10), 0.02
lines = run("control_loop", f"{build}/fmus/OscillatorMass.fmu").stdout.splitlines()
assert len(lines) == 150
for line in lines:
    _, shown, force = map(float, line.split())
    near(shown, x, 1e-9, "x")
    u = -20 * x - 5 * v
    near(force, u, 1e-9, "force")
    a = x - u / 10
    x, v = a * math.cos(w * H) + v / w * math.sin(w * H) + u / 10, -a * w * math.sin(w * H) + v * math.cos(w * H)

# Two masses of 1 kg on springs of 10, 100 (between them) and 1000 N/m: omega^2 = 605 -+ 505.
lines = run("eigenvalues", f"{build}/systems/oscillator-fs.ssp").stdout.splitlines()
assert lines[0] == "states: mass1.x mass1.dx mass2.x mass2.dx", lines[0]
values = sorted(complex(line.replace(" ", "").replace("i", "j")).imag for line in lines[1:])
for value, expected in zip(values, [-math.sqrt(1110), -10, 10, math.sqrt(1110)], strict=True):
    near(value, expected, 1e-8, "omega")

# Failures are told by the library's messages.
said = run("run", "no/such.ssp", "x", status=1).stderr
assert "no/such.ssp" in said, said
said = run("eigenvalues", f"{build}/systems/oscillator-fs.ssp", "99", status=1).stderr
assert "99" in said, said
assert run("control_loop", status=1).stderr.startswith("usage:")
