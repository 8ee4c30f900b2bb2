'use strict';
// Values on hover, and the moving manipulator. The page is complete without this script: it only adds to it.
(function () {
  const errors = [];
  window.addEventListener('error', function (e) { errors.push(e.message); });
  // A browser that nobody looks at draws no frames: there a clock takes their place.
  const selfTest = /^#self-test(=|$)/.test(location.hash); // #self-test=plots: the machines leave theirs out
  const nextFrame = selfTest ? function (tick) { setTimeout(function () { tick(performance.now()); }, 16); }
    : function (tick) { requestAnimationFrame(tick); };
  const svg = function (name, parent, attributes) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.appendChild(node);
    return node;
  };
  const number = function (v) {
    const size = Math.abs(v);
    return v === 0 || (size >= 1e-3 && size < 1e5) ? String(+v.toPrecision(6)) : v.toExponential(3);
  };

  // ---- figures ----
  document.querySelectorAll('figure.plot').forEach(function (figure) {
    const data = JSON.parse(figure.querySelector('script').textContent);
    const picture = figure.querySelector('svg');
    const tip = figure.appendChild(document.createElement('div'));
    tip.className = 'tip';
    const cursor = svg('path', picture, { class: 'cursor' });
    const scale = function (v, log) { return log ? Math.log10(v) : v; };
    const place = function (v, log, range, from, to) {
      const a = scale(range[0], log), b = scale(range[1], log);
      return from + (scale(v, log) - a) / (b - a) * (to - from);
    };
    const show = function (event) {
      const box = picture.getBoundingClientRect();
      const at = (event.clientX - box.left) / box.width * data.width;
      let best = null;
      const lines = [];
      data.curves.forEach(function (c, k) {
        let nearest = -1, distance = Infinity;
        for (let i = 0; i < c.x.length; i++) {
          const d = Math.abs(place(c.x[i], data.xLog, data.xRange, data.left, data.right) - at);
          if (d < distance) { distance = d; nearest = i; }
        }
        if (nearest < 0 || distance > 12) return;
        if (best === null || distance < best.distance) best = { distance: distance, x: c.x[nearest] };
        const line = document.createElement('div');
        const swatch = document.createElement('span');
        swatch.className = 'k' + (c.k % 8);
        swatch.textContent = '\u25cf ';
        line.append(swatch, c.label + ': ', Object.assign(document.createElement('b'), { textContent: number(c.y[nearest]) }));
        lines.push(line);
      });
      if (!best) { hide(); return; }
      const x = place(best.x, data.xLog, data.xRange, data.left, data.right);
      cursor.setAttribute('d', 'M' + x + ' ' + data.top + 'V' + data.bottom);
      tip.replaceChildren(Object.assign(document.createElement('div'), { textContent: data.xLabel + ' = ' + number(best.x) }), ...lines);
      tip.style.display = 'block';
      const within = figure.getBoundingClientRect();
      const left = event.clientX - within.left + 14;
      tip.style.left = Math.max(0, left + tip.offsetWidth > within.width ? left - tip.offsetWidth - 28 : left) + 'px';
      tip.style.top = event.clientY - within.top + 10 + 'px';
    };
    const hide = function () { tip.style.display = 'none'; cursor.removeAttribute('d'); };
    picture.addEventListener('pointermove', show);
    picture.addEventListener('pointerdown', show);
    picture.addEventListener('pointerleave', hide);
    figure.hover = show;
  });

  // ---- the manipulator ----
  document.querySelectorAll('figure.motion').forEach(function (figure) {
    const data = JSON.parse(figure.querySelector('script').textContent);
    const part = function (name) { return figure.querySelector('[data-part="' + name + '"]'); };
    const last = data.frames.length - 1, duration = last * data.interval;
    const state = { t: 0, playing: false, before: null };
    const px = function (x) { return data.x0 + data.scale * x; };
    const py = function (y) { return data.y0 - data.scale * y; };
    const line = function (name, a, b) {
      const node = part(name);
      node.setAttribute('x1', a[0].toFixed(2)); node.setAttribute('y1', a[1].toFixed(2));
      node.setAttribute('x2', b[0].toFixed(2)); node.setAttribute('y2', b[1].toFixed(2));
    };
    const circle = function (name, c) {
      part(name).setAttribute('cx', c[0].toFixed(2));
      part(name).setAttribute('cy', c[1].toFixed(2));
    };
    const write = function (name, text) { part(name).textContent = text; };
    const draw = function () {
      const at = Math.min(last, state.t / data.interval), k = Math.min(last - 1, Math.floor(at)), f = at - k;
      const v = data.frames[k].map(function (a, i) { return a + f * (data.frames[k + 1][i] - a); });
      const theta1 = v[0], theta2 = v[1], s = v[2], p1 = v[3], p2 = v[4], kappa = v[5], force = v[6];
      const A = [px(0), py(0)], B = [px(data.xB), py(data.yB)];
      const Q = [px(data.L * Math.cos(theta1)), py(data.L * Math.sin(theta1))];
      const P = [(A[0] + Q[0]) / 2, (A[1] + Q[1]) / 2];
      const R = [Q[0] + data.scale * data.Lh * Math.cos(theta2), Q[1] - data.scale * data.Lh * Math.sin(theta2)];
      const reach = Math.hypot(P[0] - B[0], P[1] - B[1]), u = [(P[0] - B[0]) / reach, (P[1] - B[1]) / reach];
      const barrel = 0.33 * data.scale;
      line('link1', A, Q); line('link2', Q, R);
      line('barrel', B, [B[0] + barrel * u[0], B[1] + barrel * u[1]]); line('rod', B, P);
      circle('P', P); circle('Q', Q); circle('R', R);
      // The cylinder: chamber 2 pushes the piston out, chamber 1 pulls it back.
      const piston = 60 + (s - 0.45) / 0.2 * 180;
      part('oil2').setAttribute('width', (piston - 40).toFixed(2));
      part('oil1').setAttribute('x', (piston + 12).toFixed(2));
      part('oil1').setAttribute('width', (280 - piston - 12).toFixed(2));
      part('piston').setAttribute('x', piston.toFixed(2));
      part('stem').setAttribute('x', (piston + 12).toFixed(2));
      part('oil1').setAttribute('fill-opacity', (0.1 + 0.8 * p1 / 7.6).toFixed(3));
      part('oil2').setAttribute('fill-opacity', (0.1 + 0.8 * p2 / 7.6).toFixed(3));
      part('spool').setAttribute('transform', 'translate(' + ((kappa - 0.45434559) * 700).toFixed(2) + ' 0)');
      [['bar1', p1], ['bar2', p2]].forEach(function (b) {
        const height = 90 * b[1] / 7.6;
        part(b[0]).setAttribute('y', (215 - height).toFixed(2));
        part(b[0]).setAttribute('height', height.toFixed(2));
      });
      write('t', state.t.toFixed(2) + ' s'); write('s', s.toFixed(4) + ' m');
      write('p1', p1.toFixed(3) + ' MPa'); write('p2', p2.toFixed(3) + ' MPa');
      write('kappa', kappa.toFixed(4)); write('f', force.toFixed(3) + ' kN');
      part('scrub').value = state.t;
    };
    const tick = function (now) {
      if (!state.playing) return;
      const speed = parseFloat(part('speed').value);
      if (state.before !== null) state.t += speed * (now - state.before) / 1000;
      state.before = now;
      if (state.t >= duration) { state.t = duration; pause(); }
      draw();
      if (state.playing) nextFrame(tick);
    };
    const play = function () {
      if (state.t >= duration) state.t = 0;
      state.playing = true; state.before = null;
      write('play', 'Pause');
      nextFrame(tick);
    };
    const pause = function () { state.playing = false; write('play', 'Play'); };
    part('play').addEventListener('click', function () { if (state.playing) pause(); else play(); });
    part('scrub').addEventListener('input', function () { state.t = parseFloat(part('scrub').value); draw(); });
    figure.seek = function (t) { state.t = t; draw(); };
    figure.duration = duration;
    draw();
  });

  // ---- index.html#self-test: what a test looks at, written on the root element ----
  if (selfTest) {
    const root = document.documentElement.dataset;
    const hover = function (figure) {
      const box = figure.querySelector('svg').getBoundingClientRect();
      for (let part = 0.2; part < 0.95; part += 0.05) {
        figure.hover({ clientX: box.left + part * box.width, clientY: box.top + box.height / 2 });
        if (/\d/.test(figure.querySelector('.tip').textContent)) return true;
      }
      return false;
    };
    const test = async function () {
      if (document.readyState !== 'complete') await new Promise(function (done) { window.addEventListener('load', done); }); // machines have a test of their own
      const plots = [...document.querySelectorAll('figure.plot')];
      root.plots = plots.length;
      root.emptyPlots = plots.filter(function (f) {
        const curves = [...f.querySelectorAll('.curve, .points')];
        return !curves.length || curves.some(function (c) { return !/^M[\d.]/.test(c.getAttribute('d')); });
      }).map(function (f) { return f.id; }).join(' ');
      root.mutePlots = plots.filter(function (f) { return !hover(f); }).map(function (f) { return f.id; }).join(' ');
      root.ids = plots.map(function (f) { return f.id; }).join(' ');
      // Texts of a figure: none lies on another one or outside, each axis has two numbers, each curve of the legend is drawn.
      const overlaps = [], numberless = [], unseen = [];
      plots.forEach(function (f) {
        const picture = f.querySelector('svg'), outer = picture.getBoundingClientRect();
        const boxes = [...picture.querySelectorAll('text')].filter(function (t) { return t.textContent; }).map(function (t) { return t.getBoundingClientRect(); });
        boxes.forEach(function (b, i) {
          const meets = boxes.slice(0, i).some(function (o) { return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom; });
          if (meets || b.left < outer.left - 1 || b.right > outer.right + 1 || b.bottom > outer.bottom + 1) overlaps.push(f.id);
        });
        ['middle', 'end'].forEach(function (anchor) {
          if ([...picture.querySelectorAll('text.tick[text-anchor=' + anchor + ']')].filter(function (t) { return /\d/.test(t.textContent); }).length < 2) numberless.push(f.id);
        });
        const drawn = new Set([...picture.querySelectorAll('.curve, .points')].map(function (c) { return c.getAttribute('d').length > 3; }));
        const gaps = [...picture.querySelectorAll('.curve')].map(function (c) { return getComputedStyle(c).strokeDasharray !== 'none'; });
        if (drawn.has(false) || gaps.indexOf(true) >= 0 && gaps.lastIndexOf(false) > gaps.indexOf(true)) unseen.push(f.id); // a line without gaps hides others
      });
      root.overlaps = [...new Set(overlaps)].join(' ');
      root.numberless = [...new Set(numberless)].join(' ');
      root.unseen = unseen.join(' ');
      root.brokenLinks = [...document.querySelectorAll('nav a')].filter(function (a) { return !document.getElementById(a.getAttribute('href').slice(1)); }).length;
      root.cutTables = [...document.querySelectorAll('.scroll')].filter(function (t) { return t.scrollWidth > t.clientWidth + 1; }).length;
      const head = document.querySelector('.kinds').parentNode;
      root.cutHead = head.scrollWidth > head.clientWidth + 1 ? 'yes' : 'no';
      root.wide = document.documentElement.scrollWidth > window.innerWidth ? 'yes' : 'no';
      for (const figure of document.querySelectorAll('figure.motion')) {
        const piston = figure.querySelector('[data-part="P"]');
        figure.seek(figure.duration * 0.45);
        const from = piston.getAttribute('cy');
        const play = figure.querySelector('[data-part="play"]'), scrub = figure.querySelector('[data-part="scrub"]');
        const begin = parseFloat(scrub.value);
        play.click();
        await new Promise(function (done) { setTimeout(done, 700); });
        play.click();
        root[figure.id + 'Moved'] = parseFloat(scrub.value) > begin && piston.getAttribute('cy') !== from ? 'yes' : 'no';
        scrub.value = scrub.max;
        scrub.dispatchEvent(new Event('input'));
        root[figure.id + 'Last'] = figure.querySelector('[data-part="s"]').textContent;
      }
      root.errors = errors.length + ' ' + errors.join('; ');
      root.selfTest = 'done';
    };
    test().catch(function (e) { root.errors = String(e); root.selfTest = 'failed'; });
  }
})();
