// The page's figures: a picture that can be turned, controls, and time series whose cursor runs along. FILE.html#t=2.5 opens at
// that time; #2d draws without WebGL.
(function () {
  const errors = [];
  window.addEventListener('error', function (e) { errors.push(e.message); });
  const wishes = new URLSearchParams(location.hash.slice(1)), selfTest = wishes.get('self-test') === '';
  // A browser that nobody looks at draws no frames: a test asks for them one by one, 16 ms each.
  const waiting = [], nextFrame = selfTest ? (tick) => waiting.push(tick) : (tick) => requestAnimationFrame(tick);
  const speeds = ['0.05', '0.1', '0.25', '0.5', '1', '2', '5', '10'];

  const make = function (parent, name, attributes, text) {
    const node = parent.appendChild(document.createElement(name));
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    if (text !== undefined) node.textContent = text;
    return node;
  };
  const svg = function (parent, name, attributes) {
    const node = parent.appendChild(document.createElementNS('http://www.w3.org/2000/svg', name));
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    return node;
  };
  const number = function (v) {
    const size = Math.abs(v);
    return isNaN(v) ? '\u2013' : v === 0 || (size >= 1e-3 && size < 1e5) ? String(+v.toPrecision(5)) : v.toExponential(2);
  };
  const edge = (v) => (String(+v.toPrecision(3)).length > 8 ? v.toExponential(2) : String(+v.toPrecision(3))); // beside an axis
  const shownUnit = (unit) => (unit === 'Pa' ? 'MPa' : unit === 'N' ? 'kN' : unit);
  const shown = (v, unit) => v * (unit === 'Pa' ? 1e-6 : unit === 'N' ? 1e-3 : 1);
  const css = (node, name) => getComputedStyle(node).getPropertyValue(name).trim();
  const rgb = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);

  // ---- time series: one panel per unit, a cursor, and a drag that moves the time ----
  const addSeries = function (parent, data, seek, tip) {
    const units = [...new Set(data.runs[0].series.map((s) => s.unit))], updates = [];
    const begin = data.runs[0].t[0], end = Math.max(...data.runs.map((r) => r.t[r.t.length - 1]));
    const W = 460, H = 150, left = 62, right = W - 8, top = 8, bottom = H - 22, px = (t) => left + (t - begin) / (end - begin || 1) * (right - left);
    units.forEach(function (unit) {
      const panel = make(parent, 'div', { class: 'panel' }), legend = make(panel, 'div', { class: 'legend' });
      const picture = svg(panel, 'svg', { viewBox: '0 0 ' + W + ' ' + H, role: 'img', 'aria-label': 'time series in ' + (unit || '1') });
      let low = Infinity, high = -Infinity;
      const curves = data.runs.flatMap((run, r) => run.series.filter((s) => s.unit === unit).map((s, k) => ({ s: s, run: run, r: r, k: k })));
      curves.forEach((c) => c.s.v.forEach(function (v) { if (isFinite(v)) { low = Math.min(low, v); high = Math.max(high, v); } }));
      if (!(low <= high)) low = high = 0;
      const pad = (high - low) * 0.05 || Math.abs(high) * 0.05 || 1, py = (v) => bottom - (v - low + pad) / (high - low + 2 * pad) * (bottom - top);
      svg(picture, 'rect', { x: left, y: top, width: right - left, height: bottom - top, class: 'area' });
      [[low, bottom], [high, top + 8]].forEach(function (e) {
        const text = svg(picture, 'text', { x: left - 5, y: py(e[0]) + 4, 'text-anchor': 'end' });
        if (low < high || e[0] === high) text.textContent = edge(shown(e[0], unit));
      });
      svg(picture, 'text', { x: left, y: H - 6 }).textContent = number(begin) + ' s';
      svg(picture, 'text', { x: right, y: H - 6, 'text-anchor': 'end' }).textContent = number(end) + ' s';
      const look = (c) => 'k' + (c.k % 6) + (c.r ? ' second' : '') + (c.k % 12 >= 6 ? ' again' : ''); // colours come again, dotted
      curves.forEach(function (c) {
        let d = '';
        for (let i = 0, pen = 'M'; i < c.s.v.length; i++) {
          if (!isFinite(c.s.v[i])) { pen = 'M'; continue; }
          d += pen + px(c.run.t[i]).toFixed(1) + ' ' + py(c.s.v[i]).toFixed(1);
          pen = 'L';
        }
        svg(picture, 'path', { d: d, class: 'curve ' + look(c) });
        const entry = make(legend, 'span', { class: 'entry ' + look(c) });
        make(entry, 'i');
        make(entry, 'span', {}, (data.runs.length > 1 ? c.run.name + ': ' : '') + c.s.name + ' ');
        const value = make(entry, 'b');
        updates.push(function (now) { value.textContent = number(shown(machine.mixed(c.s.v, 1, 0, now[c.r].at), unit)) + ' ' + shownUnit(unit); });
      });
      const cursor = svg(picture, 'path', { class: 'cursor' }), pointed = svg(picture, 'path', { class: 'cursor pointed' });
      updates.push(function (now, t) { cursor.setAttribute('d', 'M' + px(t).toFixed(1) + ' ' + top + 'V' + bottom); });
      const drag = function (e) {
        const box = picture.getBoundingClientRect(), x = (e.clientX - box.left) / box.width * W;
        const exact = begin + Math.max(0, Math.min(1, (x - left) / (right - left))) * (end - begin);
        const t = +exact.toFixed(Math.max(0, Math.min(15, Math.ceil(-Math.log10((end - begin || 1) / 2000))))); // no finer than a pixel
        if (e.buttons || e.type === 'pointerdown') seek(t);
        pointed.setAttribute('d', 'M' + px(t).toFixed(1) + ' ' + top + 'V' + bottom);
        tip.show(e, ['t = ' + number(t) + ' s', ...curves.map((c) => (data.runs.length > 1 ? c.run.name + ': ' : '') + c.s.name + ' ' +
          number(shown(machine.mixed(c.s.v, 1, 0, machine.locate(c.run, t)), unit)) + ' ' + shownUnit(unit))]);
      };
      picture.addEventListener('pointerdown', drag);
      picture.addEventListener('pointermove', drag);
      picture.addEventListener('pointerleave', function () { pointed.setAttribute('d', ''); tip.hide(); });
    });
    return (now, t) => updates.forEach((u) => u(now, t));
  };

  // ---- what is told under the pointer ----
  const openTip = function (parent) {
    const node = make(parent, 'div', { class: 'tip', role: 'status' });
    node.hidden = true;
    return {
      node: node,
      hide: function () { node.hidden = true; },
      show: function (e, lines) {
        const box = parent.getBoundingClientRect(), x = e.clientX - box.left, y = e.clientY - box.top;
        node.replaceChildren();
        lines.forEach((text) => make(node, 'div', {}, text));
        node.hidden = false;
        node.style.left = Math.max(0, Math.min(x + 14, box.width - node.offsetWidth)) + 'px';
        node.style.top = Math.max(0, y - node.offsetHeight - 10) + 'px';
      },
    };
  };

  // ---- the camera: turns about a target; drag turns, shift or the right button moves, the wheel and two fingers zoom ----
  const openCamera = function (look) {
    const up = look.data.up, front = look.data.normal;
    const c = { yaw: 0.35, pitch: 0.25, zoom: 1, shift: [0, 0, 0], target: look.centre, follows: false };
    const begin = { yaw: Math.abs(vec.dot(up, front)) > 0.7 ? 0.6 : 0.35, pitch: 0.25 };
    c.reset = function () { c.yaw = begin.yaw; c.pitch = begin.pitch; c.zoom = 1; c.shift = [0, 0, 0]; };
    c.reset();
    const side = vec.unit(vec.cross(up, Math.abs(vec.dot(up, front)) > 0.99 ? [up[1], up[2], up[0]] : front)), ahead = vec.cross(side, up);
    const seen = function (yaw, pitch, distance, target, width, height) {
      const flat = vec.add(vec.scale(ahead, Math.cos(yaw)), vec.scale(side, -Math.sin(yaw)));
      const back = vec.add(vec.scale(flat, Math.cos(pitch)), vec.scale(up, Math.sin(pitch))), right = vec.unit(vec.cross(up, back));
      return { eye: vec.add(target, vec.scale(back, distance)), back: back, right: right, up: vec.cross(back, right), distance: distance,
        width: width, height: height, focal: 1.45 * Math.min(height, width) };
    };
    // As near as usual, or as far as it takes to see the whole motion from where the camera begins; of a machine that is followed on
    // a long way, the machine.
    let fitted = {};
    const farness = function (width, height) {
      const isNear = look.travels && c.follows;
      if (fitted.width === width && fitted.height === height && fitted.isNear === isNear) return fitted.distance;
      let distance = 1.5 * (isNear ? look.reach : look.size);
      for (let k = 0, worst = 2; k < 8 && worst > 1; k++) {
        const v = seen(begin.yaw, begin.pitch, distance, isNear ? [0, 0, 0] : look.centre, width, height);
        worst = (isNear ? look.near : look.points).reduce(function (most, p) {
          const q = painter.project(v, p);
          return Math.max(most, q.depth > 0 ? Math.max(Math.abs(q.x) / width, Math.abs(q.y) / height) / 0.47 : 2);
        }, 0);
        distance *= Math.max(1, worst);
      }
      fitted = { width: width, height: height, isNear: isNear, distance: distance };
      return distance;
    };
    c.view = (width, height) => seen(c.yaw, c.pitch, farness(width, height) / c.zoom, vec.add(c.target, c.shift), width, height);
    return c;
  };
  const addTouch = function (canvas, camera, look, redraw) {
    const fingers = new Map();
    let apart = 0;
    canvas.addEventListener('pointerdown', function (e) { fingers.set(e.pointerId, e); canvas.setPointerCapture(e.pointerId); apart = 0; });
    ['pointerup', 'pointercancel'].forEach((kind) => canvas.addEventListener(kind, function (e) { fingers.delete(e.pointerId); apart = 0; }));
    canvas.addEventListener('pointermove', function (e) {
      const before = fingers.get(e.pointerId);
      if (!before) return;
      const dx = e.clientX - before.clientX, dy = e.clientY - before.clientY;
      fingers.set(e.pointerId, e);
      if (fingers.size === 2) {
        const [a, b] = [...fingers.values()], d = Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
        if (apart) camera.zoom = Math.max(0.1, Math.min(50, camera.zoom * d / apart));
        apart = d;
      } else if (e.shiftKey || e.buttons & 2) {
        const v = camera.view(canvas.clientWidth, canvas.clientHeight), s = v.distance / v.focal;
        camera.shift = vec.add(camera.shift, vec.add(vec.scale(v.right, -dx * s), vec.scale(v.up, dy * s)));
      } else {
        camera.yaw += dx * 0.008;
        camera.pitch = Math.max(-1.5, Math.min(1.5, camera.pitch + dy * 0.008));
      }
      redraw();
    });
    canvas.addEventListener('contextmenu', (e) => e.preventDefault());
    canvas.addEventListener('wheel', function (e) {
      e.preventDefault();
      camera.zoom = Math.max(0.1, Math.min(50, camera.zoom * Math.exp(-e.deltaY * 0.0012)));
      redraw();
    }, { passive: false });
  };

  const openFigure = function (figure) {
    const data = machine.decode(JSON.parse(figure.querySelector('script').textContent));
    const look = machine.measure(data), begin = data.runs[0].t[0], end = Math.max(...data.runs.map((r) => r.t[r.t.length - 1]));
    const state = { t: begin, playing: false, before: null, bending: wishes.has('bending') && parseFloat(wishes.get('bending')) || data.bending };
    const stage = make(figure, 'div', { class: 'stage' }), view = make(stage, 'div', { class: 'view' });
    const canvas = make(view, 'canvas', { tabindex: 0, role: 'img', 'aria-label': data.title + ', in motion' });
    const names = make(view, 'div', { class: 'names' }), beside = make(stage, 'div', { class: 'beside' });
    const paint = painter.open(canvas, wishes.has('2d')), camera = openCamera(look), tip = openTip(stage);
    const moves = end > begin;

    // ---- controls ----
    const controls = make(view, 'div', { class: 'controls' });
    const play = make(controls, 'button', { type: 'button', 'data-part': 'play' }, 'Play');
    const scrub = make(controls, 'input', { type: 'range', min: begin, max: end, step: (end - begin) / 5000 || 1, value: begin, 'aria-label': 'time', 'data-part': 'scrub' });
    const clock = make(controls, 'output', { class: 'clock', 'data-part': 'time' });
    const more = make(view, 'div', { class: 'controls' });
    const choose = function (label, part, options, chosen) {
      const select = make(make(more, 'label', {}, label + ' '), 'select', { 'data-part': part });
      options.forEach(function (o) { make(select, 'option', { value: o[0] }, o[1]); });
      select.value = chosen;
      select.addEventListener('change', redraw);
      return select;
    };
    const bodies = data.bodies.map((b, i) => [String(i), b.name]).filter((b) => !data.bodies[b[0]].bends);
    const points = [...data.markers.map((m) => ({ name: m.name, body: m.body, p: m.p })), ...bodies.map((b) => ({ name: 'centre of ' + b[1], body: +b[0], p: data.bodies[b[0]].com }))];
    const speed = choose('Speed', 'speed', speeds.map((s) => [s, s + '\u00d7']), '1');
    const follow = choose('Follow', 'follow', [['', 'nothing'], ...bodies], look.travels ? '0' : '');
    const trace = choose('Trace', 'trace', [['', 'none'], ...points.map((p, i) => [String(i), p.name])], data.markers.length || data.runs.length > 1 ? '0' : '');
    const bendings = [...new Set([1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, data.bending, state.bending])].sort((a, b) => a - b);
    const bending = choose('Bending', 'bending', bendings.map((k) => [String(k), k + '\u00d7']), String(state.bending));
    bending.parentNode.hidden = !data.beams.length;
    const named = make(make(more, 'label', {}, 'Names '), 'input', { type: 'checkbox', 'data-part': 'names' });
    named.addEventListener('change', redraw);
    make(more, 'button', { type: 'button' }, 'Reset view').addEventListener('click', function () { camera.reset(); redraw(); });
    if (!moves) [play, scrub, speed.parentNode].forEach((n) => { n.hidden = true; });

    // ---- what is told beside the picture ----
    const facts = make(beside, 'dl', { class: 'facts' });
    const fact = function (name) { const row = make(facts, 'div'); make(row, 'dt', {}, name); return make(row, 'dd'); };
    const actuators = data.shapes.filter((s) => s.kind === 'actuator').flatMap((s) => data.runs.map((run, i) => ({ s: s, run: i, node: fact((data.runs.length > 1 ? run.name + ': ' : '') + 'length of ' + s.name) })));
    const apart = data.runs.length > 1 ? fact('') : null;
    if (look.lowest < look.highest) {
      const scale = make(beside, 'div', { class: 'scale' });
      make(scale, 'span', {}, (look.lowest * 1e-6).toPrecision(3));
      const bar = make(scale, 'span', { class: 'bar' });
      bar.style.background = 'linear-gradient(90deg,' + [0, 0.25, 0.5, 0.75, 1].map((s) => 'rgb(' + machine.heat(s).map((v) => Math.round(255 * v)).join(',') + ')').join(',') + ')';
      make(scale, 'span', {}, (look.highest * 1e-6).toPrecision(3) + ' MPa in the cylinders');
    }
    const showSeries = moves ? addSeries(beside, data, seek, tip) : function () {};
    const enlarged = make(beside, 'p', { class: 'note', 'data-part': 'enlarged' });
    data.notes.forEach((text) => make(beside, 'p', { class: 'note' }, text));
    if (paint.kind !== 'WebGL' && !wishes.has('2d')) make(beside, 'p', { class: 'note' }, 'This browser offers no WebGL: the picture is drawn more plainly, and slower.');

    // ---- drawing ----
    const grid = function () {
      const up = data.up, e = vec.unit(vec.cross(up, Math.abs(up[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0])), f = vec.cross(up, e), lines = [];
      const cell = Math.pow(10, Math.round(Math.log10(look.travels ? Math.max(look.reach / 2, look.size / 500) : look.size / 8))), n = Math.ceil(0.6 * look.size / cell);
      const base = vec.sub(look.centre, vec.scale(up, vec.dot(look.centre, up) - look.floor));
      const at = (u, v) => vec.add(base, vec.add(vec.scale(e, u * cell), vec.scale(f, v * cell)));
      for (let k = -n; k <= n; k++) lines.push(at(k, -n), at(k, n), at(-n, k), at(n, k));
      return lines;
    }();
    const traceOf = function (run) {
      const p = points[+trace.value], path = [];
      for (let i = 0; i < run.t.length; i++) path.push(machine.point(machine.place(data, run, run.t[i], state.bending), p.body, p.p));
      return path;
    };
    let traced = null, paths = [], items = [];
    const write = function (now) {
      clock.textContent = 't = ' + state.t.toFixed(3) + ' s';
      actuators.forEach(function (a) {
        a.node.textContent = [machine.between(a.s, now[a.run]).toFixed(4) + ' m', machine.pressures(a.s, now[a.run], look)].filter((t) => t).join(' \u00b7 ');
      });
      if (apart) {
        const p = points[+trace.value || 0], d = vec.length(vec.sub(machine.truly(now[0], p.body, p.p), machine.truly(now[1], p.body, p.p)));
        apart.previousSibling.textContent = 'distance of ' + p.name;
        apart.textContent = number(d * 1e3) + ' mm';
      }
      showSeries(now, state.t);
      scrub.value = state.t;
    };
    const label = function (c, now) {
      names.replaceChildren();
      if (!named.checked) return;
      const put = function (text, p) {
        const q = painter.project(c, p);
        if (q.depth > 0) make(names, 'span', { style: 'left:' + (c.width / 2 + q.x) + 'px;top:' + (c.height / 2 - q.y) + 'px' }, text);
      };
      data.bodies.forEach((b, i) => b.bends || put(b.name, machine.point(now[0], i, b.com)));
      data.shapes.forEach(function (s) { if (s.name && s.kind !== 'link') put(s.name, machine.point(now[0], s.body, s.p)); });
    };
    function redraw() {
      const ratio = window.devicePixelRatio || 1, w = canvas.clientWidth, h = canvas.clientHeight;
      if (!w || !h) return;
      if (canvas.width !== Math.round(w * ratio)) canvas.width = Math.round(w * ratio);
      if (canvas.height !== Math.round(h * ratio)) canvas.height = Math.round(h * ratio);
      state.bending = parseFloat(bending.value);
      enlarged.textContent = state.bending === 1 ? '' : 'The bending of beams is drawn ' + state.bending + ' times as large as it is; lengths and distances are told as they are.';
      const now = data.runs.map((run) => machine.place(data, run, state.t, state.bending)), wished = trace.value + ' ' + state.bending;
      if (traced !== wished) { traced = wished; paths = trace.value === '' ? [] : data.runs.map(traceOf); }
      camera.follows = follow.value !== '';
      camera.target = follow.value === '' ? look.centre : machine.point(now[0], +follow.value, data.bodies[+follow.value].com);
      const c = camera.view(w, h);
      items = now.flatMap((n, i) => machine.list(look, n, i ? 0.35 : 1));
      const lines = [{ points: grid, colour: rgb(css(figure, '--grid')) }];
      paths.forEach((p, i) => lines.push({ points: p, isStrip: true, colour: rgb(css(figure, i ? '--second' : '--trace')) }));
      paint.draw(c, items, lines, rgb(css(figure, '--sky')));
      label(c, now);
      write(now);
    }
    function seek(t) { state.t = Math.max(begin, Math.min(end, t)); redraw(); }
    const tick = function (time) {
      if (!state.playing) return;
      if (state.before !== null) state.t += parseFloat(speed.value) * (time - state.before) / 1000;
      state.before = time;
      if (state.t >= end && data.swings) state.t = begin + (state.t - begin) % (end - begin);
      else if (state.t >= end) { state.t = end; pause(); }
      redraw();
      if (state.playing) nextFrame(tick);
    };
    const pause = function () { state.playing = false; play.textContent = 'Play'; };
    play.addEventListener('click', function () {
      if (state.playing) { pause(); return; }
      if (state.t >= end) state.t = begin;
      state.playing = true; state.before = null; play.textContent = 'Pause';
      nextFrame(tick);
    });
    scrub.addEventListener('input', () => seek(parseFloat(scrub.value)));
    canvas.addEventListener('keydown', function (e) {
      const step = { ArrowRight: 0.01, ArrowLeft: -0.01 }[e.key];
      if (step) { seek(state.t + step * (end - begin)); e.preventDefault(); }
      if (e.key === ' ') { play.click(); e.preventDefault(); }
    });
    const point = function (e) {
      const box = canvas.getBoundingClientRect(), c = camera.view(box.width, box.height);
      const item = painter.pick(c, items, e.clientX - box.left - box.width / 2, box.height / 2 - (e.clientY - box.top));
      if (item) tip.show(e, [item.about()]); else tip.hide();
    };
    canvas.addEventListener('pointerdown', point);
    canvas.addEventListener('pointermove', function (e) { if (e.buttons) tip.hide(); else point(e); });
    canvas.addEventListener('pointerleave', tip.hide);
    addTouch(canvas, camera, look, redraw);
    new ResizeObserver(redraw).observe(canvas);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
    if (wishes.has('view-only')) figure.classList.add('view-only');
    ['yaw', 'pitch', 'zoom'].forEach(function (w) { if (wishes.has(w)) camera[w] = parseFloat(wishes.get(w)); });
    seek(wishes.has('t') ? parseFloat(wishes.get('t')) : begin);
    return { canvas: canvas, seek: seek, play: play, scrub: scrub, camera: camera, redraw: redraw, follow: follow, begin: begin, end: end, kind: paint.kind,
      beams: () => data.beams.map(function (b) {
        const points = machine.line(data, b, machine.place(data, data.runs[0], state.t, state.bending));
        return [points[(points.length - 1) / 2], points[points.length - 1]].map((q) => q.map((v) => v.toFixed(7)).join(' ')).join(' ');
      }).join(' '),
      state: state, apart: apart, tip: tip.node, items: () => items, picture: function () { redraw(); return canvas.toDataURL(); } };
  };

  const players = [...document.querySelectorAll('figure.machine')].map((figure) => ({ figure: figure, player: openFigure(figure) }));

  // ---- #self-test: what a test looks at, written on each figure and on the root element ----
  if (selfTest) try {
    const root = document.documentElement.dataset;
    const rods = function (p) { // from the barrel's bottom to the rod's end, as drawn
      const begins = p.items().filter((i) => i.alpha === 1 && i.name === 'begin'), ends = p.items().filter((i) => i.alpha === 1 && i.name.startsWith('rod '));
      return ends.map((e, i) => vec.length(vec.sub(vec.add(e.frame.o, e.frame.z), begins[i].frame.o)).toFixed(6)).join(' ');
    };
    // texts whose contrast to what is behind them is less than 4.5 (WCAG 2, AA), and colours that the style uses but nobody gives
    const luminance = (colour) => colour.match(/[\d.]+/g).slice(0, 3).map((v) => v / 255).map((v) => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
    const backgroundOf = (node) => !node ? 'rgb(255, 255, 255)' : /, 0\)$|transparent/.test(getComputedStyle(node).backgroundColor) ? backgroundOf(node.parentElement) : getComputedStyle(node).backgroundColor;
    const unreadable = (figure) => [...figure.querySelectorAll('*')].filter((n) => !['OPTION', 'SCRIPT'].includes(n.tagName) && [...n.childNodes].some((c) => c.nodeType === 3 && c.data.trim())).filter(function (n) {
      const style = getComputedStyle(n), bright = [n instanceof SVGElement ? style.fill : style.color, backgroundOf(n)].map(luminance);
      return (Math.max(...bright) + 0.05) / (Math.min(...bright) + 0.05) < 4.5;
    }).map((n) => n.textContent.trim());
    const nobodyGives = (figure) => [...new Set([...document.styleSheets].flatMap((s) => [...s.cssRules]).filter((r) => /^\.machine /.test(r.selectorText)).flatMap((r) => r.cssText.match(/var\(--\w+/g) || []))].map((v) => v.slice(4)).filter((v) => !css(figure, v));
    for (const { figure, player: p } of players) {
      figure.dataset.dim = [...nobodyGives(figure), ...unreadable(figure)].join('; ');
      const d = figure.dataset, first = p.picture();
      d.kind = p.kind;
      d.opens = p.follow.selectedOptions[0].textContent; // what is followed, and how much of the picture's width the way and the machine take
      d.fills = [1, 0].map(function (chosen) {
        if (!chosen) p.follow.value = '';
        p.picture();
        const b = p.canvas.getBoundingClientRect(), v = p.camera.view(b.width, b.height);
        const xs = p.items().map((i) => painter.project(v, i.frame.o).x / b.width);
        return (Math.max(...xs) - Math.min(...xs)).toFixed(3);
      }).join(' ');
      p.follow.value = [...p.follow.options].find((o) => o.textContent === d.opens).value;
      d.paper = getComputedStyle(document.body).backgroundColor;
      d.rods = (wishes.get('at') || '').split(',').filter((t) => t).map(function (t) { p.seek(parseFloat(t)); return rods(p); }).join(';');
      // the middle and the end of each beam as drawn, at the same times
      d.beams = (wishes.get('at') || '').split(',').filter((t) => t).map(function (t) { p.seek(parseFloat(t)); return p.beams(); }).join(';');
      p.scrub.value = (p.begin + p.end) / 2;
      p.scrub.dispatchEvent(new Event('input'));
      d.scrubbed = p.state.t.toFixed(3);
      // the pointer where the last rod or, without one, the first body is seen, then in the middle of the first time series
      const pointAt = function (node, x, y) { node.dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, bubbles: true })); return p.tip.hidden ? '' : [...p.tip.children].map((n) => n.textContent).join('; '); };
      const seen = [...p.items()].reverse().find((i) => i.name.startsWith('rod ')) || p.items()[0], box = p.canvas.getBoundingClientRect();
      const spot = painter.project(p.camera.view(box.width, box.height), frame.point(seen.frame, [0, 0, seen.name ? 0.5 : 0]));
      d.hover = pointAt(p.canvas, box.left + box.width / 2 + spot.x, box.top + box.height / 2 - spot.y);
      d.parts = [...new Set(p.items().map((i) => i.about()))].join('; ');
      d.hoverNothing = pointAt(p.canvas, box.left + 2, box.top + 2);
      const panel = figure.querySelector('.panel svg'), area = panel && panel.querySelector('.area').getBoundingClientRect();
      d.hoverSeries = panel ? pointAt(panel, area.left + area.width / 4, area.top + area.height / 2) : '';
      d.moved = p.picture() !== first ? 'yes' : 'no';
      d.distance = p.apart ? p.apart.textContent : '';
      d.facts = [...figure.querySelectorAll('.facts div')].map((n) => [...n.children].map((t) => t.textContent).join(' ')).join('; ');
      const from = p.state.t;
      p.play.click();
      for (let k = 0; k <= 25; k++) waiting.shift()(16 * k);
      p.play.click();
      waiting.length = 0;
      d.played = (p.state.t - from).toFixed(3);
      const before = p.picture();
      p.camera.yaw += 0.5;
      d.turned = p.picture() !== before ? 'yes' : 'no';
      p.follow.selectedIndex = 1;
      const still = p.picture();
      p.seek(p.begin);
      d.followed = p.picture() !== still ? 'yes' : 'no';
    }
    root.wide = document.documentElement.scrollWidth > window.innerWidth ? 'yes' : 'no';
    root.machineErrors = errors.length + ' ' + errors.join('; ');
    root.machineTest = 'done';
  } catch (e) { document.documentElement.dataset.machineErrors = String(e); }
})();
