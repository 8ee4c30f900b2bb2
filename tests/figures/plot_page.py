#!/usr/bin/env python3
"""Pages of paso plot in Chromium: nothing on the console, values under the pointer, curves off and on, zoom and back.
   plot_page.py BUILD_DIR"""
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

build = pathlib.Path(sys.argv[1]).resolve()
browser = next((name for name in ("chromium", "chromium-browser", "google-chrome") if shutil.which(name)), None)
failures = []

# What somebody does with the page, written down as JSON in an element of its own.
SCRIPT = """
<script>
(function () {
  const seen = { errors: [] };
  window.addEventListener('error', function (e) { seen.errors.push(e.message); });
  const axes = [...document.querySelectorAll('svg.axes')];
  const tick = function (node) { return [...node.querySelectorAll('text.tick')].map(function (t) { return t.textContent; }); };
  const point = function (node, type, x, y, more) {
    const box = node.getBoundingClientRect();
    node.dispatchEvent(new PointerEvent(type, Object.assign({ clientX: box.left + x, clientY: box.top + y, bubbles: true, button: 0, pointerId: 1 }, more)));
  };
  const frame = function (node) {
    const f = node.querySelector('.frame');
    return { left: +f.getAttribute('x'), width: +f.getAttribute('width'), top: +f.getAttribute('y'), height: +f.getAttribute('height') };
  };
  const work = function () {
    seen.panels = axes.length;
    seen.marks = axes.map(function (x) { return x.querySelectorAll('.mark').length; });
    seen.width = window.innerWidth;
    seen.wide = document.documentElement.scrollWidth > window.innerWidth;
    seen.curves = axes.map(function (a) { return [...a.querySelectorAll('.curve')].filter(function (c) { return /^M[-\\d.]+ [-\\d.]+L/.test(c.getAttribute('d')); }).length; });
    // texts of the axes: inside of the picture, and none on another
    seen.collisions = [];
    axes.forEach(function (a) {
      const outer = a.getBoundingClientRect(), boxes = [...a.querySelectorAll('text')].filter(function (t) { return t.textContent; }).map(function (t) { return [t.textContent, t.getBoundingClientRect()]; });
      boxes.forEach(function (b, i) {
        if (b[1].left < outer.left - 1 || b[1].right > outer.right + 1 || b[1].bottom > outer.bottom + 1 || b[1].top < outer.top - 1) seen.collisions.push('outside: ' + b[0]);
        boxes.slice(0, i).forEach(function (o) {
          if (b[1].left < o[1].right && o[1].left < b[1].right && b[1].top < o[1].bottom && o[1].top < b[1].bottom) seen.collisions.push(b[0] + ' on ' + o[0]);
        });
      });
    });
    // marks lie on no text either, and every axis of numbers has its label: beside it, or above it where it is too long
    axes.forEach(function (a) {
      const marks = [...a.querySelectorAll('.mark')].map(function (m) { return m.getBoundingClientRect(); });
      [...a.querySelectorAll('text')].forEach(function (t) {
        const b = t.getBoundingClientRect();
        if (t.textContent && marks.some(function (m) { return b.left < m.right && m.left < b.right && b.top < m.bottom && m.top < b.bottom; })) seen.collisions.push('a mark on ' + t.textContent);
      });
    });
    seen.labels = axes.map(function (a) { return [...a.querySelectorAll('text.label'), a.closest('.panel').querySelector('h2')].map(function (t) { return t.textContent; }).filter(Boolean); });
    const a = axes[0], f = frame(a);
    point(a, 'pointermove', f.left + f.width / 2, f.top + f.height / 2);
    seen.tip = [...a.parentNode.querySelectorAll('.tip > div')].map(function (d) { return d.textContent; });
    seen.tipShown = getComputedStyle(a.parentNode.querySelector('.tip')).display;
    seen.cursors = axes.map(function (x) { return x.querySelector('.cursor').hasAttribute('d'); });
    point(a, 'pointerleave', -5, -5);
    seen.tipGone = getComputedStyle(a.parentNode.querySelector('.tip')).display;
    const key = a.closest('.panel').querySelector('.key');
    if (key) {
      key.click();
      seen.off = [a.querySelectorAll('.curve').length, key.getAttribute('aria-pressed')];
      key.click();
      seen.on = [a.querySelectorAll('.curve').length, key.getAttribute('aria-pressed')];
    }
    seen.before = axes.map(tick);
    point(a, 'pointerdown', f.left + 0.25 * f.width, f.top + 30);
    point(a, 'pointermove', f.left + 0.5 * f.width, f.top + 32);
    seen.band = +a.querySelector('.band').getAttribute('width') > 10;
    point(a, 'pointerup', f.left + 0.5 * f.width, f.top + 32);
    seen.zoomed = axes.map(tick);
    const g = frame(a);
    point(a, 'pointermove', g.left + 0.02, g.top + g.height / 2);
    const edge = a.parentNode.querySelector('.tip .at'); // among points there may be none
    seen.leftEdge = edge ? edge.textContent : '';
    a.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }));
    seen.after = axes.map(tick);
    a.dispatchEvent(new WheelEvent('wheel', { deltaY: -100, clientX: a.getBoundingClientRect().left + f.left + f.width / 2, clientY: 200, bubbles: true, cancelable: true }));
    seen.wheel = tick(a);
    document.getElementById('reset').click();
    seen.reset = axes.map(tick);
    seen.paper = getComputedStyle(document.body).backgroundColor;
    seen.loads = performance.getEntriesByType('resource').map(function (r) { return r.name; }).filter(function (n) { return !n.startsWith('data:'); });
  };
  try { work(); } catch (e) { seen.errors.push(String(e)); }
  const out = document.createElement('pre');
  out.id = 'seen';
  out.textContent = JSON.stringify(seen);
  document.body.append(out);
})();
</script></body>"""


FRAME = """<!doctype html><iframe id="frame" style="width:WIDTHpx;height:900px;border:0" src="PAGE"></iframe><script>
const wait = setInterval(function () {
  const inside = document.getElementById('frame').contentDocument, found = inside && inside.getElementById('seen');
  if (!found) return;
  clearInterval(wait);
  document.body.append(Object.assign(document.createElement('pre'), { id: 'seen', textContent: found.textContent }));
}, 50);
</script>"""


def check(condition, *what):
    if not condition:
        failures.append(" ".join(map(str, what)))


def look(folder, page, width, dark=False):
    tested = folder / f"tested-{page}"
    tested.write_text((folder / page).read_text().replace("</body>", SCRIPT))
    if width < 500:  # the window of a headless browser does not get narrower: a frame does
        framed = tested
        tested = folder / f"phone-{page}"
        tested.write_text(FRAME.replace("WIDTH", str(width)).replace("PAGE", framed.name))
    command = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--v=0", "--virtual-time-budget=5000",
               "--allow-file-access-from-files", f"--user-data-dir={folder}/profile", f"--window-size={width},1000", "--dump-dom"]
    if dark:
        command.append("--blink-settings=preferredColorScheme=0")
    done = subprocess.run([*command, f"file://{tested}"], capture_output=True, text=True, timeout=120)
    check("CONSOLE" not in done.stderr, "on the console:", done.stderr[-400:])
    found = re.search(r'<pre id="seen">(.*?)</pre>', done.stdout, re.S)
    check(found, "nothing was seen:", done.stdout[-300:], done.stderr[-300:])
    return json.loads(found.group(1).replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")) if found else None


def numbers(texts):
    return [float(t.replace("−", "-")) for t in texts if re.fullmatch(r"[−\d.]+", t)]


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    if not browser:
        print("no Chromium here (Debian: apt install chromium): pages are not looked at")
        sys.exit(77)
    rows = [(i / 100, math.sin(i / 100), math.cos(i / 100), 1e6 + i) for i in range(1001)]
    (folder / "w.csv").write_text("time,a.s,</script>&'\",b.p\n" + "\n".join(",".join(map(repr, row)) for row in rows) + "\n")
    (folder / "w.csv.json").write_text(json.dumps({"units": {"a.s": "m", "</script>&'\"": "m", "b.p": "Pa"}, "descriptions": {"a.s": "<b>sine</b>"}}))
    done = subprocess.run([build / "paso", "plot", "w.csv", "--output", "w.html"], cwd=folder, capture_output=True, text=True)
    check(done.returncode == 0, done.stderr)
    check("http" not in (folder / "w.html").read_text().replace("http://www.w3.org/2000/svg", ""), "the page names the network")
    papers = set()
    for width, dark in ((390, False), (1280, False), (1280, True)):
        seen = look(folder, "w.html", width, dark)
        if not seen:
            break
        papers.add(seen["paper"])
        check(seen["width"] == width, "a window of", seen["width"])
        check(not seen["errors"] and not seen["loads"], seen["errors"], seen["loads"])
        check(seen["panels"] == 2 and seen["curves"] == [2, 1], seen["panels"], seen["curves"])
        check(not seen["wide"], "wider than", width)
        check(not seen["collisions"], "at", width, seen["collisions"])
        check(seen["tipShown"] == "block" and seen["tipGone"] == "none" and all(seen["cursors"]), "tip", seen["tipShown"], seen["cursors"])
        t = float(seen["tip"][0].split(": ")[1])
        values = [float(line.split(": ")[-1].replace("−", "-")) for line in seen["tip"][1:]]
        check(abs(t - 5) < 0.05 and len(values) == 2, seen["tip"])  # the middle of 0 to 10 s
        check(abs(values[0] - math.sin(t)) < 1e-5 and abs(values[1] - math.cos(t)) < 1e-5, "values at", t, values)
        check(seen["off"] == [1, "false"] and seen["on"] == [2, "true"], "curves", seen["off"], seen["on"])
        check(seen["band"] and seen["zoomed"] != seen["before"], "no zoom")
        low = float(seen["leftEdge"].split(": ")[1])
        check(abs(low - 2.5) < 0.05, "zoomed from a quarter of 10 s, but begins at", low)
        times = numbers(seen["zoomed"][1])
        check(times and all(2.4 <= v <= 5.1 for v in times[-3:]), "the second panel did not follow:", seen["zoomed"][1])
        check(seen["after"] == seen["before"] == seen["reset"] and seen["wheel"] != seen["before"][0], "back to the whole")
    # a number between gaps has a mark; of values that begin alike the pointer tells more digits
    (folder / "n.csv").write_text("time,x,p\n" + "".join(f"{i},{7 if i == 3 else 'nan'},{101325 + 1e-4 * (i % 3)!r}\n" for i in range(11)))
    subprocess.run([build / "paso", "plot", "n.csv", "--output", "n.html"], cwd=folder, capture_output=True)
    seen = look(folder, "n.html", 1280)
    check(seen and not seen["errors"] and seen["marks"] == [1, 0], "a number between gaps:", seen and seen["marks"])
    (folder / "n.csv").write_text("time,p\n" + "".join(f"{i},{101325 + 1e-4 * (i % 3)!r}\n" for i in range(11)))
    subprocess.run([build / "paso", "plot", "n.csv", "--output", "n.html"], cwd=folder, capture_output=True)
    seen = look(folder, "n.html", 1280)
    check(seen and seen["tip"][1:] == ["● p: 1.013250002·10⁵"], "under the pointer:", seen and seen["tip"])  # 5 s: 101325.0002
    # sweeps without a reference: over numbers with a run that is unstable, and over words
    decay, oscillator = build / "tests/fmus/decay.fmu", build / "systems/oscillator-fs.ssp"
    for words, panels in ((("sweep", decay, "--set", "k=0.5,1,2", "--set", "d=0,1", "--macro-step", "0.1", "--record", "y", "--bound", "y=0.2:2"), None),
                          (("sweep", oscillator, "--scheme", "jacobi,gauss-seidel", "--macro-step", "1ms", "--stop-time", "0.2s", "--record", "mass1.x"), 5)):
        done = subprocess.run([build / "paso", *words, "--plot", "s.html", "--quiet"], cwd=folder, capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)
        for width, dark in ((390, True), (1280, False)):
            seen = look(folder, "s.html", width, dark)
            check(seen and not seen["errors"] and not seen["loads"], words, seen)
            check(seen and not seen["wide"] and not seen["collisions"], words, width, seen and seen["collisions"])
            if not panels:  # between two words there is nothing to point at
                check(seen and seen["tipShown"] == "block" and len(seen["tip"]) > 1, words, "no value under the pointer:", seen and seen["tip"])
            check(seen and panels in (None, seen["panels"]), words, seen and seen["panels"])
    # what other commands draw: a y label longer than its axis, unstable runs, eigenvalues over many powers of ten
    lim = build / "systems/lim-manipulator.ssp"
    error, eigenvalues = "largest error of multibody.s, m", ("real part, 1/s", "imaginary part, rad/s")
    estimate = ("estimate", lim, "--filter", pathlib.Path(__file__).resolve().parents[2] / "docs/estimate/crane.json", "--stop-time", "1s",
                "--set", "multibody.coupling=2", "--set", "hydraulics.start_in_equilibrium=false")
    subprocess.run([build / "paso", *estimate, "--simulate", "--output", "measured.csv", "--truth", "truth.csv", "--quiet"], cwd=folder, check=True)
    for words, labels in (
            ((*estimate, "--measurements", "measured.csv"), ()),
            (("sweep", lim, "--scheme", "jacobi,gauss-seidel", "--feedthrough", "stale,refreshed", "--macro-step", "1ms,2ms,5ms,10ms,20ms,40ms,100ms",
              "--reference", "finest", "--record", "multibody.s", "--bound", "multibody.s=0.4:0.7"), (("macro step, ms", error), ("CPU time of the run, s", error))),
            (("stability", lim, "--scheme", "jacobi,gauss-seidel", "--scan", "20"), (("macro step, ms", "growth |μ|"),)),
            (("linearize", lim, "--set", "hydraulics.manoeuvre=0", "--bode", "kappa,multibody.s"),
             (eigenvalues, ("frequency, rad/s", "gain, dB (0 dB: 1 m)"), ("frequency, rad/s", "phase, degrees"))),
            (("linearize", build / "systems/excavator.ssp"), (eigenvalues,))):
        done = subprocess.run([build / "paso", *words, "--plot", "o.html", "--quiet"], cwd=folder, capture_output=True, text=True)
        check(done.returncode == 0, done.stderr)
        for width in (390, 1280):
            seen = look(folder, "o.html", width)
            check(seen and not seen["errors"] and not seen["loads"] and not seen["wide"], words, width, seen)
            check(seen and not seen["collisions"], words, width, seen and seen["collisions"])
            for there, wanted in zip(seen["labels"], labels):
                check(set(wanted) <= set(there) | {text.split(": ")[-1] for text in there}, words, width, wanted, "is not in", there)
    check(len(papers) == 2, "light and dark look alike:", papers)
    print("pages", "failed" if failures else "passed")
    for failure in failures:
        print("  ", failure)
    sys.exit(1 if failures else 0)
