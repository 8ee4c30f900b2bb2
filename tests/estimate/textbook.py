"""paso estimate against the textbook, computed here with numpy: simulated noise number by number, and the filter of a mass on a
spring. Then FMUs that can do less than ours.

    textbook.py PASO FMU SCRATCH
"""
import csv
import os
import re
import subprocess
import sys
import zipfile

try:
    import numpy as np
except ImportError:
    print("no numpy here")
    sys.exit(77)

PASO, FMU, SCRATCH = sys.argv[1:4]
os.makedirs(SCRATCH, exist_ok=True)
os.chdir(SCRATCH)

FILTER = """{
  "type": "filter",
  "sensors": {
    "ruler": {"output": "x", "sigma": 0.002, "rate": 50},
    "cell":  {"output": "f_wall", "sigma": 0.5, "rate": 20}
  },
  "states": [
    {"name": "x", "sigma": 0.1},
    {"name": "v", "sigma": 0.5, "noise": 0.3}
  ],
  "gate": 0
}
"""
with open("filter.json", "w") as file:
    file.write(FILTER)


def paso(*words, status=0):
    done = subprocess.run([PASO, *words], capture_output=True, text=True)
    assert done.returncode == status, (words, done.returncode, done.stdout, done.stderr)
    return done


def table(path):
    with open(path) as file:
        rows = list(csv.reader(file))
    numbers = np.array([[float(cell) if cell else np.nan for cell in row] for row in rows[1:]])
    return {name: numbers[:, i] for i, name in enumerate(rows[0])}


# ---- the generator, by its description in estimate/noise.h ----

MASK = (1 << 64) - 1


class Noise:
    def __init__(self, seed, stream):
        name = 0xcbf29ce484222325
        for byte in stream.encode():
            name = ((name ^ byte) * 0x100000001b3) & MASK
        self.state = self.mix(seed) ^ name

    @staticmethod
    def mix(z):
        z = ((z ^ (z >> 30)) * 0xbf58476d1ce4e5b9) & MASK
        z = ((z ^ (z >> 27)) * 0x94d049bb133111eb) & MASK
        return z ^ (z >> 31)

    def bits(self):
        self.state = (self.state + 0x9e3779b97f4a7c15) & MASK
        return self.mix(self.state)

    def uniform(self):
        return (self.bits() >> 11) / (1 << 53)

    def happens(self, p):
        length = 0
        while (u := self.uniform()) < p:
            p = u
            length += 1
        return length % 2 == 0

    def normal(self):
        while True:
            k = 0
            while self.happens(0.5):
                k += 1
            if not all(self.happens(0.5) for _ in range(k * (k - 1))):
                continue
            x = self.uniform()
            if all(self.happens(x) for _ in range(k)) and self.happens(x * x / 2):
                return -(k + x) if self.bits() >> 63 else k + x


# ---- a mass on a spring: m, k, d and the micro step as the FMU has them, solver 2 (Runge-Kutta 4) ----

M, K, D, L, MICRO, STEP, STOP = 2.0, 50.0, 4.0, 0.5, 0.001, 0.01, 5.0
A = np.array([[0, 1], [-K / M, -D / M]])
C = np.array([[1.0, 0.0], [K, D]])
SIGMA = np.array([0.002, 0.5])
RUN = ["--set", "solver=2"]


def power_series(z, terms):
    total, term = np.eye(len(z)), np.eye(len(z))
    for j in range(1, terms + 1):
        term = term @ z / j
        total = total + term
    return total


def model_step(h):
    """A linear system's step by Runge-Kutta 4: the series of the exponential, up to its fourth term."""
    n = max(1, int(np.ceil(h / MICRO - 1e-9)))
    return np.linalg.matrix_power(power_series(A * h / n, 4), n)


def noise_of_step(h):
    """exp(A h), and its noise by Gauss's quadrature (five nodes on each of eight parts)."""
    nodes, weights = np.polynomial.legendre.leggauss(5)
    total = np.zeros((2, 2))
    for part in range(8):
        for node, weight in zip(nodes, weights):
            s = (part + (node + 1) / 2) * h / 8
            e = power_series(A * s, 25)
            total += weight * h / 16 * e @ np.diag([0, 0.3**2]) @ e.T
    return power_series(A * h, 25), total


def simulated_noise_is_that_of_the_description():
    paso("estimate", FMU, "--filter", "filter.json", "--simulate", "--output", "measured.csv", "--truth", "truth.csv",
         "--set", "x_0=0.25", "--seed", "42", *RUN)
    measured, truth = table("measured.csv"), table("truth.csv")
    true = {"ruler": truth["x"], "cell": K * truth["x"] + D * truth["v"]}
    assert len(measured["time"]) == 301  # 50 Hz and 20 Hz over 5 s share every tenth of a second
    for sensor, sigma in zip(["ruler", "cell"], SIGMA):
        noise = Noise(42, sensor)
        n = 0
        for t, value in zip(measured["time"], measured[sensor]):
            if np.isnan(value):
                continue
            row = np.argmin(abs(truth["time"] - t))
            expected = true[sensor][row] + sigma * noise.normal()
            assert abs(value - expected) <= 1e-12 * max(1, abs(expected)), (sensor, t, value, expected)
            n += 1
        assert n == {"ruler": 251, "cell": 101}[sensor], n
    paso("estimate", FMU, "--filter", "filter.json", "--simulate", "--output", "again.csv", "--set", "x_0=0.25", "--seed", "42",
         *RUN)
    with open("measured.csv") as one, open("again.csv") as two:
        assert one.read() == two.read()


def filter_around_an_fmu_equals_the_textbook():
    paso("estimate", FMU, "--filter", "filter.json", "--measurements", "measured.csv", "--output", "estimate.csv", *RUN)
    measured, result = table("measured.csv"), table("estimate.csv")
    x, P = np.array([0.1, 0.0]), np.diag([0.1**2, 0.5**2])
    times, at = result["time"], 0
    for i, t in enumerate(times):
        if i > 0:
            h = t - times[i - 1]
            phi, added = noise_of_step(h)
            x, P = model_step(h) @ x, phi @ P @ phi.T + added
        if at < len(measured["time"]) and abs(measured["time"][at] - t) < 1e-9:
            y = np.array([measured["ruler"][at], measured["cell"][at]])
            there = ~np.isnan(y)
            c, r = C[there], np.diag(SIGMA[there]**2)
            innovation, S = y[there] - c @ x, c @ P @ c.T + r
            gain = P @ c.T @ np.linalg.inv(S)
            if there[0]:
                assert abs(result["innovation:ruler"][i] - innovation[0]) < 1e-12
                assert abs(result["innovation_sd:ruler"][i] - np.sqrt(S[0, 0])) < 1e-12
            assert abs(result["nis"][i] - innovation @ np.linalg.inv(S) @ innovation) < 1e-9
            x, P = x + gain @ innovation, (np.eye(2) - gain @ c) @ P
            at += 1
        for name, value, sd in zip(["x", "v"], x, np.sqrt(np.diag(P))):
            assert abs(result[name][i] - value) < 1e-12, (t, name, result[name][i], value)
            assert abs(result["sd:" + name][i] - sd) < 1e-12, (t, name)
    assert at == len(measured["time"])


# ---- FMUs with less: our own, whose description says less than it could ----

def masked(name, *removals):
    with zipfile.ZipFile(FMU) as old, zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as new:
        for item in old.infolist():
            data = old.read(item)
            if item.filename == "modelDescription.xml":
                text = data.decode()
                for removal in removals:
                    text, n = re.subn(removal, "", text, flags=re.S)
                    assert n > 0, removal
                data = text.encode()
            new.writestr(item, data)
    return name


SETTABLE = ' statesSettableBetweenSteps="true"'
EXCHANGE = r"<ModelExchange.*?</ModelExchange>"


def fmu_of_others_is_integrated_here():
    fmu = masked("foreign.fmu", SETTABLE)
    done = paso("estimate", fmu, "--filter", "filter.json", "--measurements", "measured.csv", "--output", "me.csv",
                "--me-relative-tolerance", "1e-9")
    assert "Model Exchange: in Co-Simulation the states of this FMU cannot be set between steps" in done.stdout
    ours, theirs = table("estimate.csv"), table("me.csv")
    for name in ["x", "v", "sd:x", "sd:v"]:  # Runge-Kutta 4 at 1 ms and CVODE at 1e-9 are that near
        assert np.max(abs(ours[name] - theirs[name])) < 1e-7, (name, np.max(abs(ours[name] - theirs[name])))


def fmu_that_cannot_be_set_is_refused_with_the_reason():
    fmu = masked("slave.fmu", SETTABLE, EXCHANGE)
    done = paso("estimate", fmu, "--filter", "filter.json", "--measurements", "measured.csv", "--output", "no.csv", status=2)
    assert "its states cannot be set between steps of Co-Simulation, so it cannot be corrected" in done.stderr
    assert not os.path.exists("no.csv") and not os.path.exists("no.csv.partial")
    foreign = paso("estimate", "foreign.fmu", "--interface", "cs", "--filter", "filter.json", "--measurements", "measured.csv",
                   status=2)
    assert "--interface me" in foreign.stderr


def fmu_without_derivatives_is_linearized_by_differences_and_says_so():
    fmu = masked("underived.fmu", ' providesDirectionalDerivative="true"')
    done = paso("estimate", fmu, "--filter", "filter.json", "--measurements", "measured.csv", "--output", "d.csv", *RUN)
    assert "has no directional derivatives: it is linearized by differences" in done.stderr
    exact, differences = table("estimate.csv"), table("d.csv")
    for name in ["x", "v", "sd:x", "sd:v"]:
        assert np.max(abs(exact[name] - differences[name])) < 1e-8, name


for test in [simulated_noise_is_that_of_the_description, filter_around_an_fmu_equals_the_textbook,
             fmu_of_others_is_integrated_here, fmu_that_cannot_be_set_is_refused_with_the_reason,
             fmu_without_derivatives_is_linearized_by_differences_and_says_so]:
    test()
    print("ok", test.__name__)
