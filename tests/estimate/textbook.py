"""paso estimate against the textbook, computed here with numpy: simulated noise number by number, and the filter of a mass on a
spring. Then FMUs that can do less than ours.

    textbook.py PASO FMU ARM SCRATCH

ARM: the manipulator's mechanism, whose masses are tunable.
"""
import csv
import functools
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

PASO, FMU, ARM, SCRATCH = sys.argv[1:5]
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


@functools.lru_cache(maxsize=None)  # steps differ by rounding alone: there are few
def model_step(h):
    """A linear system's step by Runge-Kutta 4: the series of the exponential, up to its fourth term."""
    n = max(1, int(np.ceil(h / MICRO - 1e-9)))
    return np.linalg.matrix_power(power_series(A * h / n, 4), n)


@functools.lru_cache(maxsize=None)
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


def smoothed_estimate_equals_that_of_rauch_tung_and_striebel():
    """Forward as above, then backward with their gain P phi^T P-^-1; P is never singular here."""
    done = paso("estimate", FMU, "--filter", "filter.json", "--measurements", "measured.csv", "--output", "smooth.csv", "--smooth",
                "--truth", "truth.csv", *RUN)
    measured, result = table("measured.csv"), table("smooth.csv")
    x, P = np.array([0.1, 0.0]), np.diag([0.1**2, 0.5**2])
    times, at, rows = result["time"], 0, []
    for i, t in enumerate(times):
        phi = np.eye(2)
        if i > 0:
            phi, added = noise_of_step(t - times[i - 1])
            x, P = model_step(t - times[i - 1]) @ x, phi @ P @ phi.T + added
        before = x, P
        if at < len(measured["time"]) and abs(measured["time"][at] - t) < 1e-9:
            y = np.array([measured["ruler"][at], measured["cell"][at]])
            there = ~np.isnan(y)
            c, r = C[there], np.diag(SIGMA[there]**2)
            gain = P @ c.T @ np.linalg.inv(c @ P @ c.T + r)
            x, P = x + gain @ (y[there] - c @ x), (np.eye(2) - gain @ c) @ P
            at += 1
        rows.append((phi, *before, x, P))
    smooth, S = rows[-1][3], rows[-1][4]
    for i in range(len(rows) - 1, -1, -1):
        if i < len(rows) - 1:
            phi, predicted, P_predicted = rows[i + 1][:3]
            x, P = rows[i][3:]
            G = P @ phi.T @ np.linalg.inv(P_predicted)
            smooth, S = x + G @ (smooth - predicted), P + G @ (S - P_predicted) @ G.T
        for name, value, sd in zip(["x", "v"], smooth, np.sqrt(np.diag(S))):
            assert abs(result["smooth:" + name][i] - value) < 1e-10, (times[i], name, result["smooth:" + name][i], value)
            assert abs(result["smooth_sd:" + name][i] - sd) < 1e-10, (times[i], name)
    truth = table("truth.csv")
    for name in ["x", "v"]:  # at the end nothing came later; before, what did helps
        assert result["smooth:" + name][-1] == result[name][-1]
        rms = [np.sqrt(np.mean((np.interp(times, truth["time"], truth[name]) - result[column])**2)) for column in (name, "smooth:" + name)]
        assert rms[1] < rms[0], (name, rms)
    assert "rms smoothed" in done.stdout


# ---- the settled filter ----

def settled_gain():
    """The textbook's recursion until nothing changes any more."""
    phi, added = noise_of_step(0.02)
    P, before = np.eye(2), None
    for _ in range(20000):
        gain = P @ C.T @ np.linalg.inv(C @ P @ C.T + np.diag(SIGMA**2))
        P, before = phi @ (np.eye(2) - gain @ C) @ P @ phi.T + added, P
        if np.array_equal(P, before):
            break
    return phi, P @ C.T @ np.linalg.inv(C @ P @ C.T + np.diag(SIGMA**2))


def observer_fmu_has_the_settled_gain():
    with open("even.json", "w") as file:
        file.write(FILTER.replace('"rate": 20', '"rate": 50'))
    done = paso("estimate", FMU, "--filter", "even.json", "--export", "Observer.fmu", *RUN)
    phi, gain = settled_gain()
    printed = [[float(cell) for cell in line.split()[2:]] for line in done.stdout.splitlines() if line.startswith(("x ", "v "))]
    assert np.allclose(printed, gain, rtol=1e-8, atol=1e-12), (printed, gain)
    with zipfile.ZipFile("Observer.fmu") as archive:
        page = archive.read("documentation/index.html").decode()
    assert "<code>measured.NAME</code>" in page and "every 0.02 s" in page and "plain number" not in page, page
    radius = np.max(abs(np.linalg.eigvals(phi @ (np.eye(2) - gain @ C))))
    assert abs(float(re.search(r"falls to (\S+) in a period", done.stdout).group(1)) / radius - 1) < 0.01

    paso("estimate", FMU, "--filter", "even.json", "--simulate", "--output", "even.csv", "--set", "x_0=0.25", *RUN)
    with open("even.csv") as old, open("sensors.csv", "w") as new:
        new.write(old.read().replace("time,ruler,cell", "time,measured.ruler,measured.cell"))
    measured = table("even.csv")
    x = np.array([0.1, 0.0])  # of the model that it was made of
    expected = []
    for y in zip(measured["ruler"], measured["cell"]):
        x = x + gain @ (np.array(y) - C @ x)
        expected.append(x)
        x = phi @ x
    with open("held.csv", "w") as file:  # a sampled sensor holds its value; a time that stands twice is a jump
        file.write("time,measured.ruler,measured.cell\n")
        for k, t in enumerate(measured["time"]):
            for value in ([k - 1] if k > 0 else []) + [k]:
                file.write(",".join(repr(float(number)) for number in (t, measured["ruler"][value], measured["cell"][value])) + "\n")
    for interface, inputs in [("cs", "sensors.csv"), ("cs", "held.csv"), ("me", "held.csv")]:
        for macro_step in ["0.02", "0.01", "0.005"] if interface == "cs" else ["0.005"]:  # samples are taken in between, too
            paso("run", "Observer.fmu", "--input", inputs, "--interface", interface, "--macro-step", macro_step, "--stop-time", "5.005",
                 "--output", "observed.csv")
            observed = table("observed.csv")
            late = 0 if interface == "cs" else 0.005  # in Model Exchange the row of an event may stand before it
            rows = [np.argmin(abs(observed["time"] - t - late)) for t in measured["time"]]
            for k, name in enumerate(["x", "v"]):
                worst = np.max(abs(observed[name][rows] - np.array(expected)[:, k]))
                assert worst < 1e-9, (interface, inputs, macro_step, name, worst)


def has_units(path, wanted):
    with zipfile.ZipFile(path) as fmu:
        description = fmu.read("modelDescription.xml").decode()
    units = dict(re.findall(r'<ScalarVariable name="([^"]*)"[^>]*>\s*<Real[^>]* unit="([^"]*)"', description))
    return {name: units.get(name) for name in wanted} == wanted


def observer_fmu_has_the_units_of_its_machine():
    assert has_units("Observer.fmu", {"measured.ruler": "m", "measured.cell": "N", "x": "m", "v": "m/s"})
    with zipfile.ZipFile("Observer.fmu") as fmu, open("millimetres.json", "w") as file:
        file.write(fmu.read("resources/model.json").decode().replace('"m"', '"mm"'))
    assert 'the unit "mm" is none' in paso("export", "millimetres.json", "-o", "None.fmu", status=1).stderr
    assert not os.path.exists("None.fmu")
    with open("arm.json", "w") as file:
        file.write("""{"type": "filter", "sensors": {"stroke": {"output": "s", "sigma": 0.0005, "rate": 100}},
  "states": [{"name": "theta1", "sigma": 0.001}, {"name": "dtheta1", "sigma": 0.001, "noise": 0.1}]}""")
    paso("estimate", ARM, "--filter", "arm.json", "--export", "Arm.fmu")
    assert has_units("Arm.fmu", {"measured.stroke": "m", "input.f_h": "N", "input.p1": "Pa", "theta1": "rad", "dtheta1": "rad/s"})


def observer_in_a_loop_finds_its_machine():
    """Nothing is wrong but the start, and nothing is noisy: the observer's error falls as its gain says, down to rounding."""
    paso("connect", "plant=" + FMU, "observer=Observer.fmu", "--link", "plant.x=observer.measured.ruler", "--link",
         "plant.f_wall=observer.measured.cell", "--output", "loop.ssp")
    paso("run", "loop.ssp", "--scheme", "jacobi", "--set", "plant.x_0=0.25", "--set", "plant.solver=2", "--macro-step", "0.02", "--stop-time", "4",
         "--record", "plant.x,plant.v,observer.x,observer.v", "--output", "loop.csv")
    loop = table("loop.csv")
    assert abs(loop["observer.x"][0] - loop["plant.x"][0]) > 1e-4
    for name in ["x", "v"]:
        assert abs(loop["observer." + name][-1] - loop["plant." + name][-1]) < 1e-9, name


def filter_that_does_not_settle_has_no_observer():
    with open("idle.json", "w") as file:
        file.write(FILTER.replace('"rate": 20', '"rate": 50').replace('"cell":  {"output": "f_wall", "sigma": 0.5, "rate": 50}',
                                                                       '"speed": {"output": "v", "sigma": 0.1, "rate": 50}')
                   .replace('"ruler": {"output": "x", "sigma": 0.002, "rate": 50},', ""))
    free = ["--set", "k=0", "--set", "d=0"]  # nothing tells where it is, and nothing brings it back
    done = paso("estimate", FMU, "--filter", "idle.json", "--export", "None.fmu", *free, status=2)
    assert "there is no filter with a constant gain here" in done.stderr
    with open("quiet.json", "w") as file:  # the mass comes to rest by itself, and nothing makes its estimate worse: P goes to zero
        file.write(FILTER.replace('"rate": 20', '"rate": 50').replace(', "noise": 0.3', ""))
    done = paso("estimate", FMU, "--filter", "quiet.json", "--export", "None.fmu", status=2)
    assert "the filter's constant gain at t = 0 s is zero: the observer would be the model alone" in done.stderr
    done = paso("estimate", FMU, "--filter", "filter.json", "--export", "None.fmu", status=2)
    assert 'all sensors need the same "rate"' in done.stderr and "cell" in done.stderr
    with open("steps.json", "w") as file:
        file.write(FILTER.replace('"rate": 20', '"rate": 50').replace('"noise": 0.3', '"noise_per_step": 0.03'))
    done = paso("estimate", FMU, "--filter", "steps.json", "--export", "None.fmu", status=2)
    assert 'give v a "noise" in the place of its "noise_per_step"' in done.stderr
    done = paso("estimate", FMU, "--filter", "even.json", "--export", "None.fmu", "--smooth", status=2)
    assert "--smooth has no place beside it" in done.stderr
    done = paso("estimate", FMU, "--filter", "even.json", "--export", "None.zip", status=2)
    assert "ends in .fmu" in done.stderr
    assert not os.path.exists("None.fmu")


# ---- FMUs with less: our own, whose description says less than it could ----

def masked(name, *removals, fmu=FMU):
    with zipfile.ZipFile(fmu) as old, zipfile.ZipFile(name, "w", zipfile.ZIP_DEFLATED) as new:
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
                "--me-relative-tolerance", "1e-9", "--no-probe")  # a trial would find out what the description conceals
    assert "Model Exchange: in Co-Simulation the states of this FMU cannot be set between steps" in done.stdout
    ours, theirs = table("estimate.csv"), table("me.csv")
    for name in ["x", "v", "sd:x", "sd:v"]:  # Runge-Kutta 4 at 1 ms and CVODE at 1e-9 are that near
        assert np.max(abs(ours[name] - theirs[name])) < 1e-7, (name, np.max(abs(ours[name] - theirs[name])))


def fmu_that_cannot_be_set_is_refused_with_the_reason():
    fmu = masked("slave.fmu", SETTABLE, EXCHANGE)
    done = paso("estimate", fmu, "--filter", "filter.json", "--measurements", "measured.csv", "--output", "no.csv", "--no-probe", status=2)
    assert "its states cannot be set between steps of Co-Simulation, so it cannot be corrected" in done.stderr
    assert not os.path.exists("no.csv") and not os.path.exists("no.csv.partial")
    foreign = paso("estimate", "foreign.fmu", "--interface", "cs", "--filter", "filter.json", "--measurements", "measured.csv",
                   "--no-probe", status=2)
    assert "--interface me" in foreign.stderr


def fmu_without_derivatives_is_linearized_by_differences_and_says_so():
    fmu = masked("underived.fmu", ' providesDirectionalDerivative="true"')
    done = paso("estimate", fmu, "--filter", "filter.json", "--measurements", "measured.csv", "--output", "d.csv", *RUN)
    assert "has no directional derivatives: it is linearized by differences" in done.stderr
    exact, differences = table("estimate.csv"), table("d.csv")
    for name in ["x", "v", "sd:x", "sd:v"]:
        assert np.max(abs(exact[name] - differences[name])) < 1e-8, name


def parameters_without_derivatives_come_by_differences_and_it_is_said():
    """Of a payload of 112 kg, which the model takes for 100 kg, from the stroke of the arm that a force moves."""
    with open("payload.json", "w") as file:
        file.write("""{"type": "filter", "sensors": {"stroke": {"output": "s", "sigma": 0.0005, "rate": 100}},
  "states": [{"name": "theta1", "sigma": 0.001}, {"name": "theta2", "sigma": 0.001},
    {"name": "dtheta1", "sigma": 0.001}, {"name": "dtheta2", "sigma": 0.001}], "parameters": [{"name": "m_h", "sigma": 10}]}""")
    with open("force.csv", "w") as file:
        file.write("time,f_h\n0,8829\n1,9400\n2,8200\n")
    driven = ["--filter", "payload.json", "--input", "force.csv", "--stop-time", "2"]
    paso("estimate", ARM, *driven, "--set", "m_h=112", "--simulate", "--output", "stroke.csv")
    fmu = masked("untuned.fmu", ' differentiatesParameters="true"', fmu=ARM)
    for interface in [["cs"], ["me", "--me-relative-tolerance", "1e-12"]]:  # each difference starts CVODE anew
        rows = []
        for path, word in [(ARM, None), (fmu, "has no directional derivatives with respect to parameters: those come by differences")]:
            done = paso("estimate", path, *driven, "--interface", *interface, "--measurements", "stroke.csv", "--output", "weighed.csv")
            assert word in done.stderr if word else done.stderr == "", done.stderr
            rows.append(table("weighed.csv"))
        exact, differences = rows
        for name in ["m_h", "sd:m_h"]:
            assert np.max(abs(exact[name] - differences[name])) < 1e-6, (interface, name, np.max(abs(exact[name] - differences[name])))
        assert abs(exact["m_h"][-1] - 112) < 4 * exact["sd:m_h"][-1] and exact["sd:m_h"][-1] < 0.2, interface


for test in [simulated_noise_is_that_of_the_description, filter_around_an_fmu_equals_the_textbook,
             smoothed_estimate_equals_that_of_rauch_tung_and_striebel, observer_fmu_has_the_settled_gain, observer_fmu_has_the_units_of_its_machine,
             observer_in_a_loop_finds_its_machine, filter_that_does_not_settle_has_no_observer,
             fmu_of_others_is_integrated_here, fmu_that_cannot_be_set_is_refused_with_the_reason,
             fmu_without_derivatives_is_linearized_by_differences_and_says_so,
             parameters_without_derivatives_come_by_differences_and_it_is_said]:
    test()
    print("ok", test.__name__)
