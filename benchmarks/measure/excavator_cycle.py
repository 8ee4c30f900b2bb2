"""The excavator's cycle of 20 s: coupled in both ways by the default coupling, and as one set of equations with error control. What
differs, and how energy closes.

    excavator_cycle.py SOURCE BUILD SCRATCH [STOP_TIME]
"""
import bisect
import csv
import math
import os
import subprocess
import sys


def columns(path):
    with open(path, encoding="utf-8") as file:
        rows = csv.reader(file)
        names = next(rows)
        values = list(zip(*[[float(x) for x in row] for row in rows]))
    return dict(zip(names, values))


class Machine:
    def __init__(self, source, build, scratch):
        self.files = os.path.join(source, "export", "examples", "excavator")
        self.build, self.scratch = build, scratch

    def paso(self, *words):
        done = subprocess.run([os.path.join(self.build, "paso"), *words], capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise RuntimeError(done.stderr)
        return done.stdout

    def run(self, system, stop, *words):
        result = os.path.join(self.scratch, "cycle.csv")
        self.paso("run", system, "--input", os.path.join(self.files, "cycle.csv"), "--stop-time", str(stop), "--output", result, *words)
        return columns(result)

    def coupled(self, name, stop):
        return self.run(os.path.join(self.build, "systems", name + ".ssp"), stop)

    def monolithic(self, stop):
        """One model, implicit Runge-Kutta of order 5: at a tolerance of 1e-7 its own error is far below what is compared."""
        fmu = os.path.join(self.scratch, "Excavator.fmu")
        self.paso("export", "--system", os.path.join(self.files, "system.json"), "--whole", "--output", fmu)
        return self.run(fmu, stop, "--macro-step", "1.2ms", "--set", "solver=4", "--set", "rel_tol=1e-7", "--set", "abs_tol=1e-7",
                        "--record", "*.length,*.p,*energy,*.work,*.loss,*.power,*.shaft_power,*.size,*.bulk_modulus,*.v?,multibody.load.z,multibody.swing,multibody.boom,multibody.stick,multibody.bucket")

    def without_fmu(self, stop):
        """The same model at the same tolerance by `paso monolithic`."""
        result = os.path.join(self.scratch, "equations.csv")
        self.paso("monolithic", os.path.join(self.files, "system.json"), "--method", "cvode", "--tolerance", "1e-7", "--step", "1.2ms",
                  "--stop-time", str(stop), "--input", os.path.join(self.files, "cycle.csv"), "--record", "*.length,*.p", "--output", result)
        return columns(result)


def differences(reference, result):
    """Largest differences of lengths and pressures, and when: {name: (difference, time)}."""
    times, found = result["time"], {}
    for name in result:
        if name not in reference or not (name.endswith(".length") or name.endswith(".p")):
            continue
        largest = (0.0, 0.0)
        for t, value in zip(reference["time"], reference[name]):
            k = min(max(bisect.bisect_left(times, t - 1e-9), 1), len(times) - 1)
            part = (t - times[k - 1]) / (times[k] - times[k - 1])
            other = result[name][k - 1] + part * (result[name][k] - result[name][k - 1])
            largest = max(largest, (abs(other - value), t))
        found[name] = largest
    return found


def integral(times, values):
    return sum((b - a) * (u + v) / 2 for a, b, u, v in zip(times, times[1:], values, values[1:]))


CONTENTS = (".p", ".size", ".bulk_modulus")
CYLINDERS = ("boom_left", "boom_right", "stick", "bucket")


def mechanical_energy(c, inputs):
    """What the mechanism has gained, what cylinders, motor and soil have given, and what the cylinders and the motor have moved to and fro."""
    gained = sum(c["multibody.%s_energy" % kind][-1] - c["multibody.%s_energy" % kind][0] for kind in ("kinetic", "potential"))
    works = [c["multibody.%s.work" % name][-1] for name in (*CYLINDERS, "swing")]
    return gained, sum(works) + soil_work(c, inputs), sum(abs(w) for w in works)


def soil_work(c, inputs):
    """Of the forces at the teeth, which turn with the bucket; and what the load brings and takes: its mass has the bucket's height and velocity."""
    power, masses, specific = [], [], []
    for k, t in enumerate(c["time"]):
        dig, push, mass = (at(inputs, name, t) for name in ("dig", "push", "soil_mass"))
        angle = sum(c["multibody." + name][k] for name in ("boom", "stick", "bucket"))
        swing = c["multibody.swing"][k]
        out = c["multibody.teeth.vx"][k] * math.cos(swing) + c["multibody.teeth.vy"][k] * math.sin(swing)
        up = c["multibody.teeth.vz"][k]
        power.append(dig * (-math.sin(angle) * out + math.cos(angle) * up) - push * (math.cos(angle) * out + math.sin(angle) * up))
        masses.append(mass)
        specific.append(9.81 * c["multibody.load.z"][k] + sum(c["multibody.load.v" + axis][k] ** 2 for axis in "xyz") / 2)
    return integral(c["time"], power) + integral(masses, specific)


def at(table, name, t):
    k = min(max(bisect.bisect_left(table["time"], t), 1), len(table["time"]) - 1)
    a, b = table["time"][k - 1], table["time"][k]
    return table[name][k - 1] + (t - a) / (b - a) * (table[name][k] - table[name][k - 1])


TANK = 2e5


def specific_volume(p):
    """Of HLP 46 at 50 degC with its air, against that under the atmosphere: the formula of docs/circuits.md, and its slope."""
    lg = math.log10
    w = lambda nu: lg(lg(nu + 0.7))
    nu_20 = 10 ** 10 ** (w(46) + (w(6.7) - w(46)) * lg(293.15 / 313.15) / lg(373.15 / 313.15)) - 0.7
    K, k = 1e9 * (1.57 + 0.15 * lg(nu_20)) * 10 ** (0.0024 * (20 - 50)), 5.6
    q, missing = p - 101325, max(0.0, 1 - p / 101325)
    gas = (101325 / p) ** (1 / 1.4)
    air = 0.005 / 0.995 + 0.09 * missing**2
    return 1 - q / (K + k * q) + air * gas, -K / (K + k * q) ** 2 - air * gas / (1.4 * p) - 2 * 0.09 * missing / 101325 * gas


def enthalpy(p, panels=400):
    """The integral of v dp from the tank's pressure on, Simpson's rule over the logarithm: what oil brings from the tank has none."""
    step = math.log(p / TANK) / panels
    points = [TANK * math.exp(k * step) for k in range(panels + 1)]
    return step / 3 * sum((1 if k in (0, panels) else 4 if k % 2 else 2) * specific_volume(x)[0] * x for k, x in enumerate(points))


def energy_in_volume(p, size, modulus):
    """Of its oil, which carries what was needed to squeeze it, and of its walls, which give way in proportion to the pressure."""
    v, slope = specific_volume(p)
    return size / v * (enthalpy(p) - p * v) + (size / modulus + size * slope / v) * p * p / 2


def hydraulic_energy(c):
    """What the pump's shaft has given, and where it went: losses, cylinders and swing motor, what oil and hoses store."""
    times = c["time"]
    shaft = integral(times, c["hydraulics.pump.shaft_power"])
    losses = sum(integral(times, c[name]) for name in c if name.startswith("hydraulics.") and name.endswith(".loss"))
    work = sum(integral(times, c["hydraulics.%s.power" % name]) for name in CYLINDERS)
    motor = -integral(times, c["hydraulics.swing_drive.shaft_power"])
    volumes = [name[:-len(".size")] for name in c if name.endswith(".size")]
    stored = sum(energy_in_volume(*(c[v + what][-1] for what in CONTENTS)) - energy_in_volume(*(c[v + what][0] for what in CONTENTS)) for v in volumes)
    return shaft, losses, work + motor, stored


def main(source, build, scratch, stop=20.0):
    os.makedirs(scratch, exist_ok=True)
    machine = Machine(source, build, scratch)
    whole = machine.monolithic(stop)
    inputs = columns(os.path.join(machine.files, "cycle.csv"))
    for what, result in (("coupled by force", machine.coupled("excavator", stop)), ("coupled by pressures", machine.coupled("excavator-ps", stop)),
                         ("by paso monolithic", machine.without_fmu(stop))):
        found = differences(whole, result)
        for kind, unit, scale in ((".length", "mm", 1e3), (".p", "bar", 1e-5)):
            worst = max((error, n, t) for n, (error, t) in found.items() if n.endswith(kind))
            print("%s, largest difference of a %s: %.3g %s (%s at %.3f s)" % (
                what, "length" if unit == "mm" else "pressure", scale * worst[0], unit, worst[1], worst[2]))
    gained, given, moved = mechanical_energy(whole, inputs)
    print("mechanism: gained %.6g J, given %.6g J: %.2g %% of %.6g J are left over" % (gained, given, 100 * abs(gained - given) / moved, moved))
    shaft, losses, work, stored = hydraulic_energy(whole)
    print("hydraulics: shaft %.6g J, losses %.6g J, work %.6g J, stored %.6g J: %.2g %% are left over" % (
        shaft, losses, work, stored, 100 * abs(shaft - losses - work - stored) / shaft))
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:4], *map(float, sys.argv[4:5])))
