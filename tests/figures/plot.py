#!/usr/bin/env python3
"""paso plot and paso run --plot: pictures as files, and bad input.   plot.py BUILD_DIR"""
import json
import math
import os
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import tempfile
import zlib

build = pathlib.Path(sys.argv[1]).resolve()
failures = []


def check(condition, *what):
    if not condition:
        failures.append(" ".join(map(str, what)))


def paso(folder, *words, **options):
    return subprocess.run([build / "paso", *map(str, words)], cwd=folder, capture_output=True, encoding="utf-8", **options)


def write(folder, name, columns, rows, units=None):
    lines = [",".join(columns)] + [",".join(repr(v) if isinstance(v, float) else str(v) for v in row) for row in rows]
    (folder / name).write_text("\n".join(lines) + "\n")
    if units:
        (folder / (name + ".json")).write_text(json.dumps({"units": units, "descriptions": {}, "command": None}))


def waves(n=201):
    return [(i / 10, math.sin(i / 10), math.cos(i / 10), 1e5 * math.sin(i / 10)) for i in range(n)]


def prepare(folder):
    write(folder, "w.csv", ["time", "a.s", "a.c", "b.p"], waves(), {"time": "s", "a.s": "m", "a.c": "m", "b.p": "Pa"})


def texts_of(folder, path):
    """The texts of an SVG picture."""
    return re.findall(r"<text>(?:<tspan[^>]*>)?([^<]*)", (folder / path).read_text())


def units_make_panels(folder):
    done = paso(folder, "plot", "w.csv", "--output", "w.svg")
    check(done.returncode == 0 and not done.stderr, done.stderr)
    texts = texts_of(folder, "w.svg")
    for text in ("a.s", "a.c", "m", "b.p, Pa", "time, s", "w"):
        check(text in texts, text, "is not in", texts)
    done = paso(folder, "plot", "w.csv", "--output", "w.svg", "--title", "none", "--record", "a.*", "--x", "b.p")
    texts = texts_of(folder, "w.svg")
    check(done.returncode == 0 and "b.p, Pa" in texts and "w" not in texts and "time, s" not in texts, texts, done.stderr)


def phase_plots_keep_off_the_frame(folder):
    """Over time the axis ends where the rows end, over 1e5 sin(t) it goes on."""
    for x, low, high in (("b.p", -1.07e5, -1.05e5), ("time", None, None)):
        check(paso(folder, "plot", "w.csv", "--record", "a.*", "--x", x, "--output", "phase.html").returncode == 0, x)
        found = re.search(r'"x":\{"log":false,"low":([^,]*),', (folder / "phase.html").read_text())
        check(found and (found.group(1) == "null" if low is None else low < float(found.group(1)) < high), x, found and found.group(1))


def single_points_and_small_changes_are_seen(folder):
    """One row; one number among gaps; a pressure of 101325 Pa that changes by 0.2 mPa."""
    nothing = "nan"
    write(folder, "row.csv", ["time", "x"], [(3.0, 4.0)])
    write(folder, "gaps.csv", ["time", "x"], [(0.1 * i, 3.0 if i == 5 else nothing) for i in range(11)])
    write(folder, "small.csv", ["time", "p"], [(0.1 * i, 101325 + 1e-4 * math.sin(0.1 * i)) for i in range(101)])
    for name in ("row", "gaps"):
        done = paso(folder, "plot", f"{name}.csv", "--output", f"{name}.svg")
        marks = re.findall(r"<use xlink:href='#gpPt\d+' transform='translate", (folder / f"{name}.svg").read_text())
        check(done.returncode == 0 and len(marks) == 1, name, "has", len(marks), "marks", done.stderr)
    for ending in ("svg", "html"):
        check(paso(folder, "plot", "small.csv", "--output", f"small.{ending}").returncode == 0, ending)
    curve = (folder / "small.svg").read_text().split('id="gnuplot_plot_1a"')[1].split("id=")[0]
    heights = {float(y) for y in re.findall(r"[\d.]+,([\d.]+)", curve)}
    check(len(heights) > 50, "a flat line of", len(heights), "heights")
    values = set(json.loads(re.search(r'"y":\[([^\]]*)\]\}', (folder / "small.html").read_text()).group(0)[4:-1]))
    check(len(values) > 90, "the page has", len(values), "values")


def runs_are_overlaid(folder):
    write(folder, "v.csv", ["time", "a.s"], [(0.0, 1.0), (20.0, 2.0)])
    (folder / "other").mkdir()
    shutil.copy(folder / "w.csv", folder / "other")
    check(paso(folder, "plot", "w.csv", "v.csv", "--record", "a.s", "--output", "two.svg").returncode == 0, "two runs")
    check({"w", "v"} <= set(texts_of(folder, "two.svg")), texts_of(folder, "two.svg"))
    check(paso(folder, "plot", "w.csv", "--with", "other/w.csv", "--record", "a.s", "--output", "two.svg").returncode == 0, "--with")
    check({"w.csv", "other/w.csv"} <= set(texts_of(folder, "two.svg")), texts_of(folder, "two.svg"))


def ranges_choose_what_is_drawn(folder):
    """cos t beside 1e-3 e^(10 t) sin t, which passes 1e6 before 3 s: the axis is stretched, and a range shows the cosine again."""
    times = [0.01 * i for i in range(401)]
    write(folder, "calm.csv", ["time", "a", "p"], [(t, math.cos(5 * t), 10 * t) for t in times], {"a": "m", "p": "Pa"})
    write(folder, "wild.csv", ["time", "a", "p"], [(t, 1e-3 * math.exp(10 * t) * math.sin(5 * t), 20 * t) for t in times], {"a": "m", "p": "Pa"})
    done = paso(folder, "plot", "calm.csv", "wild.csv", "--output", "ranges.svg")
    check(done.returncode == 0 and "wild stretches the axis of m" in done.stderr and "all others from -1 to 1" in done.stderr and "of Pa" not in done.stderr, done.stderr)
    done = paso(folder, "plot", "calm.csv", "wild.csv", "--y-range", "m=-1.25:1.25", "--x-range", "1:3", "--output", "ranges.svg")
    check(done.returncode == 0 and "stretches" not in done.stderr and "the curves of m go from" in done.stderr and "-1.25 and 1.25" in done.stderr, done.stderr)
    texts = texts_of(folder, "ranges.svg")
    check({"−1.0", "1.0", "3.0"} <= set(texts) and not {"3.5", "4.0"} & set(texts), texts)
    check({"10", "60"} <= set(texts) and "80" not in texts, "20 t reaches 60 at 3 s:", texts)
    wild = re.search(r"<path stroke='rgb\(213.*?d='([^']*)'", (folder / "ranges.svg").read_text().split('id="gnuplot_plot_2a"')[1], re.S).group(1)
    check(wild.count("M") == 3, "sin 5 t is zero three times from 1 to 3 s, each time a line through the panel:", wild[:200])
    # the values of the page end where the range ends
    for words in ("--x-range", "1:3"), ("--x-range", "1:3", "--y-range", "-2:2"):
        check(paso(folder, "plot", "calm.csv", "--record", "a", *words, "--output", "ranges.html").returncode == 0, words)
        page = (folder / "ranges.html").read_text()
        x = json.loads(re.search(r'"x":(\[[^\]]*\])', page).group(1))
        check(abs(x[0] - 0.99) < 1e-9 and abs(x[-1] - 3.01) < 1e-9 and '"low":1,"high":3' in page, words, x[0], x[-1])
    check('"low":-2,"high":2' in page, "no range of y in the page")
    for words, said in ((("--y-range", "q=0:1"), "no panel has this name"), (("--y-range", "1:0"), "a range like"), (("--y-range", "=0:1"), "a range like"),
                        (("--x-range", "1"), "a range like"), (("--x-range", "a:b"), "a range like")):
        done = paso(folder, "plot", "calm.csv", *words, "--output", "bad.svg")
        check(done.returncode == 2 and said in done.stderr and not (folder / "bad.svg").exists(), words, done.stderr)
    done = paso(folder, "plot", "calm.csv", "wild.csv", "--panels", "run", "--y-range", "wild=-1:1", "--output", "ranges.svg")
    check(done.returncode == 0 and "of wild go" in done.stderr and "calm" not in done.stderr, done.stderr)


def numbers_near_the_largest_are_drawn(folder):
    """The width of an axis from -1e308 to 1e308 is more than a double holds."""
    write(folder, "huge.csv", ["time", "x"], [(0.0, 0.0), (1.0, 1e308), (2.0, -1e308), (3.0, 1.0)])
    for ending in ("svg", "html"):
        done = paso(folder, "plot", "huge.csv", "--output", f"huge.{ending}")
        check(done.returncode == 0 and "go from -1e+308 to 1e+308 and are cut" in done.stderr, done.stderr)
    check(re.search(r"<path[^>]*d='M[\d.]+,[\d.]+ L", (folder / "huge.svg").read_text().split('id="gnuplot_plot_1"')[-1]), "no line in", (folder / "huge.svg").read_text()[-1500:])


def a_run_has_a_panel_for_each_unit(folder):
    check(paso(folder, "plot", "w.csv", "--panels", "run", "--output", "run.html").returncode == 0, "--panels run")
    chart = json.loads(re.search(r'id="chart">(.*?)</script>', (folder / "run.html").read_text(), re.S).group(1))
    found = [(p["title"], p["y"]["label"], len(p["curves"])) for p in chart["panels"]]
    check(found == [("w", "m", 2), ("w", "b.p, Pa", 1)], found)


def every_curve_is_in_the_legend(folder):
    names = [f"x{i}" for i in range(24)]
    write(folder, "many.csv", ["time", *names], [(t, *[t + i for i in range(24)]) for t in (0.0, 1.0)], dict.fromkeys(names, "m"))
    for size in ("88mm", "180mm"):
        check(paso(folder, "plot", "many.csv", "--size", size, "--output", "many.svg").returncode == 0, size)
        texts = texts_of(folder, "many.svg")
        check(not [name for name in names if texts.count(name) != 1], size, texts)


def printed_sizes_are_exact(folder):
    """A column of a journal: 88 mm are 249.4 pt; letters of 7 pt."""
    check(paso(folder, "plot", "w.csv", "--size", "88mmx60mm", "--font-size", "7", "--output", "w.pdf").returncode == 0, "pdf")
    told = subprocess.run(["pdfinfo", "w.pdf"], cwd=folder, capture_output=True, text=True).stdout
    width, height = map(float, re.search(r"Page size:\s+([\d.]+) x ([\d.]+)", told).groups())
    check(abs(width - 88 / 25.4 * 72) < 1 and abs(height - 60 / 25.4 * 72) < 1, "page of", width, height)
    words = subprocess.run(["pdftotext", "-bbox", "w.pdf", "-"], cwd=folder, capture_output=True, text=True).stdout
    box = [float(v) for v in re.search(r'yMin="([\d.]+)" xMax="[\d.]+" yMax="([\d.]+)">a\.s<', words).groups()]
    check(abs((box[1] - box[0]) / 7 - 1.164) < 0.03, "letters of", box)  # DejaVu Sans: ascent and descent are 1.164 em
    fonts = subprocess.run(["pdffonts", "w.pdf"], cwd=folder, capture_output=True, text=True).stdout
    check(" yes " in fonts, "fonts are not embedded:", fonts)
    image = subprocess.run(["pdftoppm", "-r", "50", "-gray", "w.pdf"], cwd=folder, capture_output=True).stdout
    check(len(set(image[20:])) > 10, "the page is empty")
    check(paso(folder, "plot", "w.csv", "--size", "88mm", "--output", "w.png").returncode == 0, "png")
    width = int.from_bytes((folder / "w.png").read_bytes()[16:20], "big")
    check(width == round(88 / 25.4 * 200), "a PNG of", width)


def a_run_draws_itself(folder):
    fmu = build / "tests/fmus/decay.fmu"
    done = paso(folder, "run", fmu, "--plot", "r.svg", "--record", "x", "--quiet")
    check(done.returncode == 0 and "x" in " ".join(texts_of(folder, "r.svg")), done.stderr)
    done = paso(folder, "run", fmu, "--plot", "r.html", "--output", "r.csv", "--quiet")
    check(done.returncode == 0 and (folder / "r.html").exists() and (folder / "r.csv.json").exists(), done.stderr)
    for words in (("--plot", "r.csv", "--output", "r.csv"), ("--plot", "r.txt"), ("--plot", "r.svg", "--output", "/dev/stdout"),
                  ("--plot", "r.svg", "--size", "88kg")):
        check(paso(folder, "run", fmu, *words).returncode == 2, words)
    before = (folder / "r.svg").read_text()
    failing = ("run", build / "tests/fmus/fails.fmu", "--interface", "cs", "--set", "fail_in=fmi2DoStep", "--set", "fail_time=0.3")
    done = paso(folder, *failing, "--plot", "r.svg", "--quiet")
    check(done.returncode == 1 and "/proc" not in done.stderr and (folder / "r.svg").read_text() == before, done.stderr)


def bad_input_is_said(folder):
    write(folder, "nan.csv", ["time", "x", "words"], [(0.0, 1.0, "a"), (1.0, "nan", "b"), (2.0, 3.0, "c")])
    (folder / "empty.csv").write_text("")
    (folder / "header.csv").write_text("time,x\n")
    (folder / "ragged.csv").write_text("time,x\n0,1\n1\n")
    (folder / "binary.csv").write_bytes(b"time,x\n\0\n")
    for words, status, said in (
            (("empty.csv",), 2, "empty.csv: holds no row"), (("header.csv",), 2, "header.csv: holds no row"),
            (("ragged.csv",), 2, "ragged.csv:3: 1 values in a file of 2 columns"), (("binary.csv",), 2, "no text file"),
            (("none.csv",), 2, "none.csv"), (("w.csv", "--record", "a.ss"), 2, 'did you mean "a.s"?'),
            (("w.csv", "--x", "b.q"), 2, 'did you mean "b.p"?'), (("w.csv", "--record", "q*"), 2, 'matches "q*"'),
            (("nan.csv", "--record", "words"), 2, "words holds no finite number"), (("w.csv", "--size", "88kg"), 2, "88kg"),
            (("w.csv", "--size", "88mmx31mm"), 2, "larger --size"), (("w.csv", "--font-size", "400"), 2, "font-size"),
            (("nan.csv",), 0, "1 of 3 rows of x hold no finite number")):
        done = paso(folder, "plot", *words, "--output", "bad.svg")
        check(done.returncode == status and said in done.stderr, words, done.returncode, done.stderr)
        check(status == 0 or not list(folder.glob("bad.svg*")), words, "left something behind")
    for path in ("bad.txt", "missing/p.svg", "w.csv"):
        check(paso(folder, "plot", "w.csv", "--output", path).returncode == 2, "output", path)
    check(paso(folder, "plot", "w.csv").returncode == 2, "no output")
    (folder / "w.html").symlink_to(folder / "w.csv")
    done = paso(folder, "plot", "w.csv", "--output", "w.html")
    check(done.returncode == 2 and "overwritten" in done.stderr, "an input is overwritten:", done.stderr)


def notes_that_are_damaged_are_a_warning(folder):
    for text in ("{", "[[[[" * 1000, '{"units": 3}', '{"units": {"x": {"x": ["m"]}}}'):
        write(folder, "d.csv", ["time", "x"], [(0.0, 1.0), (1.0, 2.0)])
        (folder / "d.csv.json").write_text(text)
        done = paso(folder, "plot", "d.csv", "--output", "d.svg")
        check(done.returncode == 0 and ("no JSON" in done.stderr) == text.startswith(("{", "[[")) * (text.count("}") == 0), text[:20], done.stderr)


def drawing_commands():
    """Those that draw what they have computed: a run, and a sweep with and without a reference."""
    fmu = build / "tests/fmus/decay.fmu"
    sweep = ("sweep", fmu, "--set", "k=1,2,3", "--macro-step", "0.1,0.2", "--record", "y")
    return (("run", fmu), sweep, (*sweep, "--reference", "finest"))


def without_gnuplot_pages_stay(folder):
    empty = dict(os.environ, PATH="/nonexistent")
    for words in drawing_commands():
        done = paso(folder, *words, "--plot", "n.svg", "--quiet", env=empty)
        check(done.returncode == 0 and "gnuplot is not installed" in done.stderr and not (folder / "n.svg").exists(), words, done.stderr)
        done = paso(folder, *words, "--plot", "n.html", "--quiet", env=empty)
        check(done.returncode == 0 and "gnuplot" not in done.stderr and (folder / "n.html").exists(), words, done.stderr)
        (folder / "n.html").unlink()
    done = paso(folder, "plot", "w.csv", "--output", "g.svg", env=empty)
    check(done.returncode == 0 and "gnuplot is not installed" in done.stderr and not (folder / "g.svg").exists(), done.stderr)
    done = paso(folder, "plot", "w.csv", "--output", "g.html", env=empty)
    check(done.returncode == 0 and not done.stderr and (folder / "g.html").exists(), done.stderr)


def a_full_disk_is_said(folder):
    for ending in ("svg", "html"):
        (folder / f"full.{ending}").symlink_to("/dev/full")
        done = paso(folder, "plot", "w.csv", "--output", f"full.{ending}")
        check(done.returncode == 1 and "No space left" in done.stderr, ending, done.returncode, done.stderr)
        for words in drawing_commands():
            done = paso(folder, *words, "--plot", f"full.{ending}", "--quiet")
            check(done.returncode == 1 and "No space left" in done.stderr, words, ending, done.returncode, done.stderr)


def large_results_are_thinned_and_said(folder):
    """200000 rows with one spike between two rows that are drawn; the page stays small."""
    rows = [(i * 1e-4, math.sin(i * 1e-3) + (7.0 if i == 123457 else 0)) for i in range(200000)]
    write(folder, "large.csv", ["time", "x"], rows)
    done = paso(folder, "plot", "large.csv", "--output", "large.html")
    check(done.returncode == 0 and "200000 points of a curve are drawn as" in done.stderr, done.stderr)
    if shutil.which("gnuplot"):
        done = paso(folder, "plot", "large.csv", "--output", "large.svg")
        check(done.returncode == 0 and "200000 points of a curve are drawn as" in done.stderr, "a picture", done.stderr)
    page = (folder / "large.html").read_text()
    check(len(page) < 500000 and f"{rows[123457][1]:.7g}" in page, "of", len(page), "bytes; is the spike there?")


def sweeps_name_all_curves_and_unstable_runs_stretch_nothing(folder):
    """x' = -k x by explicit Euler is unstable for k H > 2; 24 values of k, of which many are unstable at H = 1."""
    fmu = build / "tests/fmus/decay.fmu"
    rates = [f"{0.2 * i:g}" for i in range(1, 25)]
    words = ("sweep", fmu, "--macro-step", "0.1,0.2,0.5,1", "--set", "k=" + ",".join(rates), "--reference", "finest", "--record", "x", "--bound",
             "x=-3:3", "--quiet")
    for more, copies in ((), 1), (("--per-panel", "6"), 2):  # a panel over macro step, a panel over CPU time
        done = paso(folder, *words, *more, "--plot", "s.svg")
        check(done.returncode == 0, done.stderr)
        texts = texts_of(folder, "s.svg")
        check(not [k for k in rates if texts.count(f"k = {k}") != copies], more, texts)
        check(not re.search("10[⁰²³⁴⁵⁶⁷⁸⁹]", " ".join(texts)), more, "errors of at most 3 on an axis with", texts)
        check("macro step, ms" in texts and not [t for t in texts if re.fullmatch(r"[\d.]+e-\d+", t)], more, texts)


def words_of(folder, path):
    """The words of a PDF page with their boxes in points: left, top, right, bottom."""
    told = subprocess.run(["pdftotext", "-bbox", path, "-"], cwd=folder, capture_output=True, encoding="utf-8").stdout
    found = re.findall(r'xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">([^<]*)<', told)
    return [(*map(float, word[:4]), word[4]) for word in found]


def touching(words):
    """Pairs with less than 1.2 pt between them; boxes of lines of 8 pt are 9.3 pt high, letters at most 8."""
    for i, a in enumerate(words):
        for b in words[i + 1:]:
            if min(a[2], b[2]) - max(a[0], b[0]) > -1.2 and min(a[3], b[3]) - max(a[1], b[1]) > 0.5:
                yield a[4], b[4]


def narrow_figures_keep_their_words(folder):
    """A column of a journal: labels that are too long for a line have several, no word is cut, none touches another; names say only what differs."""
    lim, oscillator = build / "systems/lim-manipulator.ssp", build / "systems/oscillator-fs.ssp"
    one, both = "multibody/hydraulics", "multibody/hydraulics,hydraulics/multibody"
    stability = ("stability", lim, "--scan", "20", "--scheme", "jacobi,gauss-seidel", "--feedthrough", "refreshed,stale")
    sweep = ("sweep", oscillator, "--scheme", "jacobi,gauss-seidel", "--extrapolation", "0,1,2", "--iterations", "1,2", "--macro-step", "10ms,20ms",
             "--stop-time", "0.1s", "--reference", "finest", "--record", "mass1.x")
    bode = ("linearize", lim, "--set", "hydraulics.manoeuvre=0", "--vary", "multibody.m=100:300:3", "--bode", "kappa,multibody.s")
    for words, there, absent in ((stability, ["jacobi, stale:", "gauss-seidel, stale:"], one), ((*stability, "--order", both), ["hydraulics/multibody"], "…"),
                                 ((*stability, "--extrapolation", "0,1", "--per-panel", "4"), ["growth |μ|"], "…"),
                                 (sweep, [f"extrapolation = {k}, iterations = 2" for k in range(3)], "…"), (bode, ["gain, dB (0 dB: 1 m)"], "magnitude of"),
                                 (("linearize", lim, "--part", "-60:5,-60:60"), ["−20", "imaginary part, rad/s"], "…")):
        done = paso(folder, *words, "--size", "88mm", "--plot", "narrow.pdf", "--quiet")
        check(done.returncode == 0 and "shortened" not in done.stderr, words, done.stderr)
        found = words_of(folder, "narrow.pdf")
        text = " ".join(word[4] for word in found)
        for label in there:
            check(label in text, label, "is not in", text)
        check(absent not in text, absent, "is in", text)
        check(not list(touching(found)), words, "words touch:", list(touching(found)))


def pixels_of(path):
    """Rows of (red, green, blue) of a PNG picture with 8 bits a colour."""
    data, at, packed = path.read_bytes(), 8, b""
    width, height, depth, kind = struct.unpack(">IIBB", data[16:26])
    n = {2: 3, 6: 4}[kind]
    while at < len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        packed += data[at + 8:at + 8 + length] if data[at + 4:at + 8] == b"IDAT" else b""
        at += length + 12
    raw, rows, above = zlib.decompress(packed), [], bytes(width * n)
    for row in range(height):
        method, line = raw[row * (width * n + 1)], bytearray(raw[row * (width * n + 1) + 1:][:width * n])
        for i in range(width * n):
            a, b, c = line[i - n] if i >= n else 0, above[i], above[i - n] if i >= n else 0
            nearest = min((abs(b - c), 0, a), (abs(a - c), 1, b), (abs(a + b - 2 * c), 2, c))[2]
            line[i] = (line[i] + (0, a, b, (a + b) // 2, nearest)[method]) % 256
        rows.append([tuple(line[i:i + 3]) for i in range(0, width * n, n)])
        above = line
    check(depth == 8, "bits a colour:", depth)
    return rows


def names_in_diagrams_hide_nothing(folder):
    """The corners of the box around a name in a block have the colour of the block: no opaque box lies behind it."""
    for ending in ("pdf", "png"):
        check(paso(folder, "show", build / "systems/lim-manipulator.ssp", "-o", f"blocks.{ending}").returncode == 0, ending)
    pixels = pixels_of(folder / "blocks.png")
    found = [word for word in words_of(folder, "blocks.pdf") if word[4] in ("multibody", "hydraulics")]
    check(len(found) == 2, "blocks without names:", words_of(folder, "blocks.pdf"))
    for left, top, right, bottom, name in found:
        corners = [(x, y) for x in (left - 2, right + 2) for y in (top, bottom)]
        colours = {pixels[round(y * 200 / 72)][round(x * 200 / 72)] for x, y in corners}  # 200 pixels are an inch, as 72 points
        check(len(colours) == 1 and (255, 255, 255) not in colours, name, "has around it", colours)


def titles_say_what_labels_share(folder):
    """Small multiples of a stability plot with two orders: an order is the title of its panel, and stands nowhere else."""
    lim = build / "systems/lim-manipulator.ssp"
    done = paso(folder, "stability", lim, "--scan", "20", "--scheme", "gauss-seidel", "--feedthrough", "refreshed,stale", "--per-panel", "2",
                "--order", "multibody/hydraulics,hydraulics/multibody", "--plot", "orders.svg", "--quiet")
    texts = texts_of(folder, "orders.svg")
    check(done.returncode == 0 and [sum(order in t for t in texts) for order in ("multibody/hydraulics", "hydraulics/multibody")] == [1, 1], texts, done.stderr)
    check(len([t for t in texts if re.fullmatch(r"[\d.]+ ms", t)]) == 2 and len([t for t in texts if re.fullmatch(r"stale: [\d.]+ ms", t)]) == 2, texts)


def a_part_without_eigenvalues_is_said(folder):
    lim = build / "systems/lim-manipulator.ssp"
    for part, is_empty in ("100:200,0:1", True), ("-60:5,-60:60", False):
        done = paso(folder, "linearize", lim, "--part", part, "--plot", "part.svg", "--quiet")
        check(done.returncode == 0 and ("no eigenvalue lies in --part" in done.stderr) == is_empty, part, done.stderr)


def figures_of_other_commands_have_sizes(folder):
    lim = build / "systems/lim-manipulator.ssp"
    for words in (("stability", lim, "--scheme", "jacobi,gauss-seidel", "--scan", "20"),
                  ("linearize", lim, "--set", "hydraulics.manoeuvre=0", "--bode", "kappa,multibody.s", "--frequencies", "0.1:100"),
                  ("linearize", lim, "--part", "-60:5,-60:60"), ("run", lim, "--stop-time", "0.1s", "--record", "multibody.s"), *drawing_commands()):
        for ending in ("pdf", "html"):
            done = paso(folder, *words, "--size", "88mm", "--title", "none", "--plot", f"o.{ending}", "--quiet")
            check(done.returncode == 0 and ("--size 88mm is for pictures" in done.stderr) == (ending == "html"), words, done.stderr)
        told = subprocess.run(["pdfinfo", "o.pdf"], cwd=folder, capture_output=True, text=True).stdout
        check(abs(float(re.search(r"Page size:\s+([\d.]+)", told).group(1)) - 88 / 25.4 * 72) < 1, told)
    for words, said in (("--part", "5:1,0:1"), "two ranges"), (("--bode", "kappa,multibody.s", "--frequencies", "-1:5"), "a range"), (("--frequencies", "1:5"), "--bode"):
        done = paso(folder, "linearize", lim, *words, "--plot", "o.svg", "--quiet")
        check(done.returncode == 2 and said in done.stderr, words, done.stderr)


def figure_options_mean_nothing_without_a_plot(folder):
    lim = build / "systems/lim-manipulator.ssp"
    for words in (("stability", lim, "--scan", "20"), ("linearize", lim), *drawing_commands()):
        for option, value in ("size", "88mm"), ("title", "none"), ("per-panel", "2"), ("font-size", "9"):
            done = paso(folder, *words, "--quiet", f"--{option}", value)
            check(done.returncode == 2 and f"--{option} means nothing without --plot" in done.stderr, words, option, done.stderr)


with tempfile.TemporaryDirectory() as name:
    if not shutil.which("gnuplot"):
        print("no gnuplot here (Debian: apt install gnuplot-nox): nothing is drawn")
        sys.exit(77)
    prepare(pathlib.Path(name))
    for test in (units_make_panels, single_points_and_small_changes_are_seen, phase_plots_keep_off_the_frame, runs_are_overlaid, ranges_choose_what_is_drawn,
                 numbers_near_the_largest_are_drawn, a_run_has_a_panel_for_each_unit, every_curve_is_in_the_legend, printed_sizes_are_exact, a_run_draws_itself,
                 bad_input_is_said, notes_that_are_damaged_are_a_warning, without_gnuplot_pages_stay, a_full_disk_is_said,
                 large_results_are_thinned_and_said, sweeps_name_all_curves_and_unstable_runs_stretch_nothing,
                 narrow_figures_keep_their_words, names_in_diagrams_hide_nothing,
                 titles_say_what_labels_share,
                 a_part_without_eigenvalues_is_said, figures_of_other_commands_have_sizes, figure_options_mean_nothing_without_a_plot):
        test(pathlib.Path(name))
        print(test.__name__, "failed" if failures else "passed")
        for failure in failures:
            print("  ", failure)
        if failures:
            sys.exit(1)
