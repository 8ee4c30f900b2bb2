'use strict';
// Draws the charts of this page again for every width, zoom and choice of curves. The data stand in the element #chart.
(function () {
  const data = JSON.parse(document.getElementById('chart').textContent);
  const margin = { right: 14, top: 8, bottom: 42 };
  const svgNode = function (name, parent, attributes) {
    const node = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key in attributes) node.setAttribute(key, attributes[key]);
    parent.appendChild(node);
    return node;
  };
  const element = function (name, parent, className, text) {
    const node = parent.appendChild(document.createElement(name));
    if (className) node.className = className;
    if (text !== undefined) node.textContent = text;
    return node;
  };

  // ---- numbers ----
  const power = function (e) {
    return '10' + String(e).replace(/-/, '⁻').replace(/\d/g, function (d) { return '⁰¹²³⁴⁵⁶⁷⁸⁹'[d]; });
  };
  // With as many digits more than six as all values within the span begin alike.
  const shown = function (v, span) {
    if (v === 0) return '0';
    const size = Math.abs(v), sign = v < 0 ? '−' : '';
    const digits = span > 0 && size > span ? Math.min(15, 6 + Math.floor(Math.log10(size / span))) : 6;
    if (size >= 1e-3 && size < 1e5) return sign + String(+size.toPrecision(digits));
    const e = Math.floor(Math.log10(size) + 1e-12);
    return sign + +(size / Math.pow(10, e)).toPrecision(digits) + '·' + power(e);
  };
  const linearTicks = function (low, high, most) {
    const rough = (high - low) / most, unit = Math.pow(10, Math.floor(Math.log10(rough))), part = rough / unit;
    const step = unit * (part <= 1 ? 1 : part <= 2 ? 2 : part <= 5 ? 5 : 10);
    const largest = Math.max(Math.abs(low), Math.abs(high)), e = Math.floor(Math.log10(largest) + 1e-9);
    const hasPower = largest >= 1e5 || largest < 1e-3, scale = hasPower ? Math.pow(10, e) : 1;
    const decimals = Math.min(20, Math.max(0, Math.ceil(-Math.log10(step / scale) - 1e-9)));
    const list = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step && list.length < 60; k++) {
      const v = k * step;
      const text = (Math.abs(v) / scale).toFixed(decimals) + (hasPower ? '·' + power(e) : '');
      list.push({ at: v, label: k === 0 ? '0' : (v < 0 ? '−' : '') + text });
    }
    return list;
  };
  const logTicks = function (low, high, most) {
    const decades = Math.log10(high / low), every = Math.max(1, Math.ceil(decades / most));
    const plain = low >= 0.9e-3 && high < 1.1e4, list = [];
    for (let e = Math.floor(Math.log10(low)); e <= Math.ceil(Math.log10(high)); e++)
      for (const m of decades * 3 <= most ? [1, 2, 5] : [1]) {
        const at = m * Math.pow(10, e);
        if (at < low * (1 - 1e-9) || at > high * (1 + 1e-9)) continue;
        const label = plain ? String(+at.toPrecision(9)) : (m > 1 ? m + '·' : '') + power(e);
        list.push({ at: at, label: m > 1 || e % every === 0 ? label : '' });
      }
    return list.length > 1 ? list : linearTicks(low, high, most);
  };
  // From 0 to either side each label keeps its distance from the one before; those that do not fit are lines of the grid alone.
  const givenTicks = function (axis, low, high, most) {
    const gap = axis.names ? 0 : (high - low) / (most + 1), all = axis.ticks, middle = Math.max(0, all.findIndex(function (t) { return t.at === 0; }));
    const fits = {};
    [1, -1].forEach(function (way) {
      for (let i = middle, before = middle; i >= 0 && i < all.length; i += way)
        if (i === middle || Math.abs(all[i].at - all[before].at) >= gap) { fits[i] = true; before = i; }
    });
    return all.map(function (t, i) { return { at: t.at, label: fits[i] ? t.label : '' }; }).filter(function (t) { return t.at >= low && t.at <= high; });
  };
  const ticksOf = function (axis, low, high, most) {
    if (axis.ticks) return givenTicks(axis, low, high, most);
    return axis.log ? logTicks(low, high, most) : linearTicks(low, high, most);
  };
  const textWidth = function (text) { return 7 * Array.from(text).length; };
  const labelWidth = function (text) { return 7.6 * Array.from(text).length; };

  // ---- curves ----
  const marks = [ // as in print: circle, square, triangle, diamond, filled or open
    ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', 1], ['M-3.5-3.5h7v7h-7z', 0], ['M0-5l4.6 8h-9.2z', 1], ['M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0', 0],
    ['M0-5l4.5 5l-4.5 5l-4.5-5z', 1], ['M0-5l4.6 8h-9.2z', 0], ['M-3.5-3.5h7v7h-7z', 1], ['M0-5l4.5 5l-4.5 5l-4.5-5z', 0]];
  const dashes = ['', '9 4', '3 3', '9 4 3 4', '16 5'];
  const look = function (c) {
    return { 'stroke-dasharray': c.faint ? '' : dashes[c.style % dashes.length], style: '--k:var(--k' + (c.faint ? 'f' : c.style % 7) + ')' };
  };
  const isGrowing = function (list) {
    for (let i = 1; i < list.length; i++) if (list[i] !== null && list[i - 1] !== null && list[i] < list[i - 1]) return false;
    return true;
  };
  // The index of the nearest value in a growing list.
  const nearest = function (list, v) {
    let a = 0, b = list.length - 1;
    while (b - a > 1) { const m = (a + b) >> 1; if (list[m] < v) a = m; else b = m; }
    return Math.abs(list[a] - v) <= Math.abs(list[b] - v) ? a : b;
  };
  const drawMark = function (parent, c, x, y) {
    const m = marks[c.style % marks.length];
    svgNode('path', parent, { d: m[0], class: m[1] ? 'mark full' : 'mark', transform: 'translate(' + x.toFixed(1) + ' ' + y.toFixed(1) + ')', style: look(c).style });
  };

  // ---- panels ----
  const host = document.getElementById('panels');
  const views = {}; // x ranges that were zoomed, by group: panels of one group move together
  const panels = data.panels.map(function (panel, number) {
    const section = element('section', host, 'panel');
    const head = element('h2', section, '', panel.title);
    const legend = element('div', section, 'legend');
    const stage = element('div', section, 'stage');
    const picture = svgNode('svg', stage, { class: 'axes', role: 'img', tabindex: '0' });
    picture.setAttribute('aria-label', panel.y.label + ' over ' + panel.x.label);
    const tip = element('div', stage, 'tip');
    const p = { panel: panel, number: number, picture: picture, tip: tip, head: head, group: data.sharesX ? 0 : number, y: null, hover: null };
    panel.curves.forEach(function (c) {
      c.on = true;
      c.growing = isGrowing(c.x);
      if (!c.label) return;
      const button = element('button', legend, 'key');
      button.type = 'button';
      button.title = (c.about ? c.about + '. ' : '') + 'Show or hide';
      button.setAttribute('aria-pressed', 'true');
      const sample = svgNode('svg', button, { width: 34, height: 12, viewBox: '0 0 34 12' });
      if (c.kind !== 'points') svgNode('path', sample, Object.assign({ d: 'M0 6H34', class: 'curve' }, look(c)));
      if (c.kind !== 'lines' || (panel.curves.length > 1 && !c.faint)) drawMark(sample, c, 17, 6);
      button.append(c.label);
      button.addEventListener('click', function () {
        c.on = !c.on;
        button.setAttribute('aria-pressed', String(c.on));
        draw(p);
      });
    });
    return p;
  });

  const usable = function (panel, x, y) {
    return x !== null && y !== null && (!panel.x.log || x > 0) && (!panel.y.log || y > 0);
  };
  const extent = function (panel, isX, within) {
    let low = Infinity, high = -Infinity;
    panel.curves.forEach(function (c) {
      if (!c.on && !isX) return;
      for (let i = 0; i < c.x.length; i++) {
        if (!usable(panel, c.x[i], c.y[i]) || (within && (c.x[i] < within[0] || c.x[i] > within[1]))) continue;
        const v = isX ? c.x[i] : c.y[i];
        if (v < low) low = v;
        if (v > high) high = v;
      }
    });
    low = Math.max(low, -1e305); high = Math.min(high, 1e305); // the width of an axis is a number, too
    const axis = isX ? panel.x : panel.y;
    if (!(low <= high)) { low = axis.log ? 0.1 : 0; high = 1; }
    if (axis.log) { const pad = Math.max(1.05, Math.pow(high / low, 0.04)); return [low / pad, high * pad]; }
    if (isX && high > low) return [low, high];
    const flat = high - low <= 1e-9 * Math.max(Math.abs(low), Math.abs(high));
    const pad = flat ? 0.05 * Math.abs(high) || 1 : 0.05 * (high - low);
    return [low - pad, high + pad];
  };
  const fullRange = function (panel, isX, within) {
    const axis = isX ? panel.x : panel.y, by = extent(panel, isX, within);
    return [axis.low === null ? by[0] : axis.low, axis.high === null ? by[1] : axis.high];
  };
  const scaleOf = function (axis, range, from, to) {
    const f = axis.log ? Math.log10 : function (v) { return v; }, a = f(range[0]), b = f(range[1]);
    const place = function (v) { return from + (f(v) - a) / (b - a) * (to - from); };
    place.back = function (at) { const v = a + (at - from) / (to - from) * (b - a); return axis.log ? Math.pow(10, v) : v; };
    return place;
  };

  const groupRange = function (p) {
    let low = Infinity, high = -Infinity;
    panels.forEach(function (q) {
      if (q.group !== p.group) return;
      const r = fullRange(q.panel, true, null);
      low = Math.min(low, r[0]); high = Math.max(high, r[1]);
    });
    return [low, high];
  };

  const drawCurve = function (p, parent, c) {
    const panel = p.panel;
    let d = '', open = false, lastX = NaN, lastY = NaN;
    const seen = [];
    const isDrawn = function (i) { return i >= 0 && i < c.x.length && usable(panel, c.x[i], c.y[i]); };
    const left = p.x(p.xRange[0]) - 5000, right = p.x(p.xRange[1]) + 5000;
    for (let i = 0; i < c.x.length; i++) {
      if (!usable(panel, c.x[i], c.y[i])) { open = false; continue; }
      const x = Math.min(right, Math.max(left, p.x(c.x[i]))), y = Math.min(20000, Math.max(-20000, p.y(c.y[i])));
      if (open && i + 1 < c.x.length && Math.abs(x - lastX) + Math.abs(y - lastY) < 0.3) continue;
      d += (open ? 'L' : 'M') + x.toFixed(1) + ' ' + y.toFixed(1);
      open = true; lastX = x; lastY = y;
      if (x >= p.left && x <= p.right) seen.push([x, y]);
      if (c.kind === 'lines' && !isDrawn(i - 1) && !isDrawn(i + 1)) drawMark(parent, c, x, y); // no line goes there
    }
    if (c.kind !== 'points') svgNode('path', parent, Object.assign({ d: d, class: 'curve' + (c.faint ? ' faint' : '') }, look(c)));
    if (c.kind === 'lines' && (c.faint || panel.curves.length < 2)) return;
    const every = c.kind === 'lines' ? Math.max(1, Math.floor(seen.length / 7)) : 1;
    for (let i = c.kind === 'lines' ? Math.floor(every * (0.2 + 0.13 * (c.style % 5))) : 0; i < seen.length; i += every) drawMark(parent, c, seen[i][0], seen[i][1]);
  };

  const doTouch = function (ticks, p) {
    let end = -Infinity; // of the label before
    return ticks.some(function (t) {
      const half = textWidth(t.label) / 2, at = p.x(t.at);
      if (t.label && at - half < end + 14) return true;
      if (t.label) end = at + half;
      return false;
    });
  };

  const draw = function (p) {
    const panel = p.panel, picture = p.picture, width = Math.max(260, picture.parentNode.clientWidth);
    const axesHeight = panel.rows ? 24 * (panel.rows + 1) : Math.round(Math.min(420, Math.max(170, width * (panels.length > 2 ? 0.3 : 0.45))));
    const height = margin.top + axesHeight + margin.bottom;
    p.xRange = views[p.group] || groupRange(p);
    const yRange = p.zoomY || fullRange(panel, false, p.xRange);
    const yTicks = ticksOf(panel.y, yRange[0], yRange[1], Math.max(2, Math.floor(axesHeight / (panel.y.ticks ? 18 : 40))));
    p.left = 24 + Math.max.apply(null, [24].concat(yTicks.map(function (t) { return textWidth(t.label) + 8; })));
    p.right = width - margin.right; p.top = margin.top; p.bottom = margin.top + axesHeight;
    p.x = scaleOf(panel.x, p.xRange, p.left, p.right);
    p.y = scaleOf(panel.y, yRange, p.bottom, p.top);
    p.yRange = yRange;
    let xTicks = [];
    for (let most = panel.x.ticks ? 200 : 10; most >= 2; most--) {
      xTicks = ticksOf(panel.x, p.xRange[0], p.xRange[1], most);
      if (!doTouch(xTicks, p)) break;
    }
    picture.replaceChildren();
    picture.setAttribute('width', width); picture.setAttribute('height', height);
    picture.setAttribute('viewBox', '0 0 ' + width + ' ' + height);
    const clip = svgNode('clipPath', picture, { id: 'clip' + p.number });
    svgNode('rect', clip, { x: p.left, y: p.top, width: p.right - p.left, height: p.bottom - p.top });
    yTicks.forEach(function (t) {
      const y = p.y(t.at);
      svgNode('path', picture, { class: 'grid', d: 'M' + p.left + ' ' + y.toFixed(1) + 'H' + p.right });
      svgNode('text', picture, { x: p.left - 6, y: y + 4, 'text-anchor': 'end', class: 'tick' }).textContent = t.label;
    });
    xTicks.forEach(function (t) {
      const x = p.x(t.at);
      svgNode('path', picture, { class: 'grid', d: 'M' + x.toFixed(1) + ' ' + p.top + 'V' + p.bottom });
      if (x > p.right + 1) return;
      const node = svgNode('text', picture, { x: Math.min(x, width - textWidth(t.label) / 2 - 1), y: p.bottom + 19, 'text-anchor': 'middle', class: 'tick' });
      node.textContent = t.label;
    });
    svgNode('rect', picture, { class: 'frame', x: p.left, y: p.top, width: p.right - p.left, height: p.bottom - p.top });
    svgNode('text', picture, { x: (p.left + p.right) / 2, y: p.bottom + 37, 'text-anchor': 'middle', class: 'label' }).textContent = panel.x.label;
    // a label that is too long to stand beside the axis is the title, as in print
    const middle = (p.top + p.bottom) / 2, fits = labelWidth(panel.y.label) <= height;
    p.head.textContent = fits ? panel.title : panel.title + (panel.title && ': ') + panel.y.label;
    if (fits) svgNode('text', picture, { x: 13, y: middle, 'text-anchor': 'middle', class: 'label', transform: 'rotate(-90 13 ' + middle + ')' }).textContent = panel.y.label;
    const inside = svgNode('g', picture, { 'clip-path': 'url(#clip' + p.number + ')' });
    (panel.rules || []).forEach(function (r) {
      const at = r.vertical ? p.x(r.at) : p.y(r.at);
      svgNode('path', inside, { class: 'rule', d: r.vertical ? 'M' + at + ' ' + p.top + 'V' + p.bottom : 'M' + p.left + ' ' + at + 'H' + p.right });
      svgNode('text', inside, r.vertical ? { x: at - 4, y: p.top + 12, 'text-anchor': 'end', class: 'tick' } : { x: p.left + 5, y: at - 4, class: 'tick' }).textContent = r.label;
    });
    [true, false].forEach(function (faint) {
      panel.curves.forEach(function (c) { if (c.on && c.faint === faint) drawCurve(p, inside, c); });
    });
    p.cursor = svgNode('path', inside, { class: 'cursor' });
    p.dots = svgNode('g', inside, {});
    p.band = svgNode('rect', inside, { class: 'band', width: 0, height: 0 });
  };
  const drawAll = function () { panels.forEach(draw); };

  // ---- values ----
  const hide = function (p) {
    p.tip.style.display = 'none';
    panels.forEach(function (q) { q.cursor.removeAttribute('d'); q.dots.replaceChildren(); });
  };
  const candidates = function (p, at, up) {
    const list = [];
    p.panel.curves.forEach(function (c) {
      if (!c.on || !c.x.length || (!c.label && p.panel.curves.length > 1)) return;
      let best = -1, distance = Infinity;
      if (c.growing && c.kind !== 'points') {
        best = nearest(c.x, p.x.back(at));
        distance = 0;
        if (!usable(p.panel, c.x[best], c.y[best])) return;
      } else {
        for (let i = 0; i < c.x.length; i++) {
          if (!usable(p.panel, c.x[i], c.y[i])) continue;
          const d = Math.hypot(p.x(c.x[i]) - at, p.y(c.y[i]) - up);
          if (d < distance) { distance = d; best = i; }
        }
        if (distance > 30) return;
      }
      list.push({ c: c, i: best, growing: c.growing && c.kind !== 'points' });
    });
    return list;
  };
  const show = function (p, event) {
    const box = p.picture.getBoundingClientRect(), at = event.clientX - box.left, up = event.clientY - box.top;
    const list = at < p.left || at > p.right ? [] : candidates(p, at, up);
    if (!list.length) { hide(p); return; }
    const first = list[0], x = first.c.x[first.i], spanX = p.xRange[1] - p.xRange[0], spanY = p.yRange[1] - p.yRange[0];
    panels.forEach(function (q) {
      if (q.group !== p.group) return;
      q.cursor.setAttribute('d', 'M' + p.x(x) + ' ' + q.top + 'V' + q.bottom);
      q.dots.replaceChildren();
    });
    p.tip.replaceChildren();
    element('div', p.tip, 'at', p.panel.x.label + ': ' + shown(x, spanX));
    list.forEach(function (hit) {
      const line = element('div', p.tip, '');
      const dot = element('span', line, 'dot', '● ');
      dot.style.color = 'var(--k' + (hit.c.faint ? 'f' : hit.c.style % 7) + ')';
      line.append((hit.c.label || p.panel.y.label) + ': ');
      element('b', line, '', shown(hit.c.y[hit.i], spanY));
      if (!hit.growing && hit.c.x[hit.i] !== x) line.append(' at ' + shown(hit.c.x[hit.i], spanX));
      svgNode('circle', p.dots, { cx: p.x(hit.c.x[hit.i]), cy: p.y(hit.c.y[hit.i]), r: 4, class: 'hit', style: look(hit.c).style });
    });
    p.tip.style.display = 'block';
    const room = p.picture.parentNode.clientWidth, width = p.tip.offsetWidth;
    p.tip.style.left = Math.max(0, at + 16 + width > room ? at - width - 16 : at + 16) + 'px';
    p.tip.style.top = Math.max(0, Math.min(up + 12, p.bottom - p.tip.offsetHeight)) + 'px';
  };

  // ---- zoom ----
  const zoomX = function (p, from, to) {
    const full = groupRange(p);
    if (!(to > from) || (p.panel.x.log && from <= 0)) return;
    const span = p.panel.x.log ? Math.log10(to / from) : (to - from) / (full[1] - full[0]);
    if (span < 1e-9) return;
    views[p.group] = [from, to];
  };
  const around = function (p, at, factor) {
    const a = p.x(p.xRange[0]), b = p.x(p.xRange[1]), full = groupRange(p);
    zoomX(p, Math.max(full[0], p.x.back(at - (at - a) * factor)), Math.min(full[1], p.x.back(at + (b - at) * factor)));
    drawAll();
  };
  const reset = function () {
    for (const key in views) delete views[key];
    panels.forEach(function (p) { p.zoomY = null; });
    drawAll();
  };
  panels.forEach(function (p) {
    let from = null;
    const place = function (event) {
      const box = p.picture.getBoundingClientRect();
      return { x: Math.min(p.right, Math.max(p.left, event.clientX - box.left)), y: Math.min(p.bottom, Math.max(p.top, event.clientY - box.top)) };
    };
    p.picture.addEventListener('pointerdown', function (event) {
      show(p, event);
      if (event.button !== 0 || event.pointerType === 'touch') return;
      from = place(event);
      try { p.picture.setPointerCapture(event.pointerId); } catch (ignored) { /* the pointer is gone already */ }
    });
    p.picture.addEventListener('pointermove', function (event) {
      if (!from) { show(p, event); return; }
      const to = place(event), both = Math.abs(to.y - from.y) > 25;
      p.band.setAttribute('x', Math.min(from.x, to.x)); p.band.setAttribute('width', Math.abs(to.x - from.x));
      p.band.setAttribute('y', both ? Math.min(from.y, to.y) : p.top); p.band.setAttribute('height', both ? Math.abs(to.y - from.y) : p.bottom - p.top);
    });
    p.picture.addEventListener('pointerup', function (event) {
      if (!from) return;
      const to = place(event), start = from;
      from = null;
      p.band.setAttribute('width', 0);
      if (Math.abs(to.x - start.x) < 6) return;
      zoomX(p, p.x.back(Math.min(start.x, to.x)), p.x.back(Math.max(start.x, to.x)));
      if (Math.abs(to.y - start.y) > 25) p.zoomY = [p.y.back(Math.max(start.y, to.y)), p.y.back(Math.min(start.y, to.y))];
      drawAll();
    });
    p.picture.addEventListener('pointerleave', function () { if (!from) hide(p); });
    p.picture.addEventListener('dblclick', reset);
    p.picture.addEventListener('wheel', function (event) {
      const at = event.clientX - p.picture.getBoundingClientRect().left;
      if (at < p.left || at > p.right) return;
      event.preventDefault();
      around(p, at, event.deltaY < 0 ? 0.8 : 1.25);
    }, { passive: false });
    p.picture.addEventListener('keydown', function (event) {
      const middle = (p.left + p.right) / 2;
      if (event.key === '+') around(p, middle, 0.5);
      else if (event.key === '-') around(p, middle, 2);
      else if (event.key === '0') reset();
    });
  });
  document.getElementById('closer').addEventListener('click', function () {
    const groups = {};
    panels.forEach(function (p) { if (!groups[p.group]) { groups[p.group] = true; around(p, (p.left + p.right) / 2, 0.5); } });
  });
  document.getElementById('reset').addEventListener('click', reset);
  let width = 0;
  new ResizeObserver(function () {
    if (host.clientWidth === width) return;
    width = host.clientWidth;
    requestAnimationFrame(drawAll); // later: a title may change the height, and so the width beside a bar to scroll
  }).observe(host);
  drawAll();
})();
