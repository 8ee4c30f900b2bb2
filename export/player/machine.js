// A machine of the page's data at any time: where its bodies are, and the list of what is drawn of them.
const machine = (function () {
  const palette = ['#4878a8', '#c4803c', '#5a9a68', '#a85a78', '#7a6ab0', '#8a7a50'];
  const rgb = (text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16) / 255);
  const steel = rgb('#8b9097'), dark = rgb('#3c4046'), red = rgb('#c03030'), light = rgb('#c9ccd0'), coil = rgb('#767b82');
  // Low pressure blue, high pressure red, in between yellow: also told apart without red and green.
  const heat = function (s) {
    const stops = [[0.23, 0.36, 0.72], [0.45, 0.68, 0.86], [0.96, 0.88, 0.55], [0.93, 0.56, 0.25], [0.75, 0.12, 0.15]];
    const at = Math.max(0, Math.min(1, s)) * 4, i = Math.min(3, Math.floor(at));
    return vec.mix(stops[i], stops[i + 1], at - i);
  };

  const bytes = function (text) {
    const plain = atob(text), b = new Uint8Array(plain.length);
    for (let i = 0; i < plain.length; i++) b[i] = plain.charCodeAt(i);
    return b.buffer;
  };

  const decode = function (data) {
    data.runs.forEach(function (run) {
      run.t = new Float64Array(bytes(run.t));
      run.frames = new Float32Array(bytes(run.frames));
      run.loads = new Float32Array(bytes(run.loads));
      run.pressures = new Float32Array(bytes(run.pressures));
      run.series.forEach(function (s) { s.v = new Float32Array(bytes(s.v)); });
    });
    return data;
  };

  // The rows around a time, and how far it is from the first to the second.
  const locate = function (run, t) {
    const last = run.t.length - 1;
    let low = 0, high = last;
    while (low < high) { const middle = (low + high + 1) >> 1; if (run.t[middle] <= t) low = middle; else high = middle - 1; }
    const next = Math.min(low + 1, last), span = run.t[next] - run.t[low];
    return { row: low, next: next, share: span > 0 ? Math.max(0, Math.min(1, (t - run.t[low]) / span)) : 0 };
  };
  const mixed = (values, width, i, at) => values[at.row * width + i] + at.share * (values[at.next * width + i] - values[at.row * width + i]);

  // How far a coordinate of a beam is from its rest: `in_parent` is the frame of its body, seen from its parent.
  const bent = function (c, in_parent) {
    if (!c.turns) return vec.dot(vec.sub(in_parent.o, c.rest), c.axis);
    const u = Math.abs(c.axis[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], across = vec.unit(vec.cross(c.axis, u)), turned = frame.turn(in_parent, across);
    return Math.atan2(vec.dot(c.axis, vec.cross(across, turned)), vec.dot(across, turned));
  };

  // The frames of all bodies with beams that are bent so many times as much; what is fixed to a beam goes with it, what hangs on
  // it moves and does not turn.
  const enlarge = function (data, exact, times) {
    const drawn = [], of = (b) => (b < 0 ? frame.ground : drawn[b] || (drawn[b] = made(b)));
    const made = function (b) {
      const body = data.bodies[b], c = body.bends, seen = frame.seen(exact(body.parent), exact(b)), q = c && times * bent(c, seen);
      if (body.hangs) return { ...exact(b), o: frame.point(of(body.parent), seen.o) };
      return frame.inside(of(body.parent), !c ? seen : c.turns ? frame.about(c.rest, c.axis, q) : { ...frame.ground, o: vec.add(c.rest, vec.scale(c.axis, q)) });
    };
    return of;
  };

  // Points along a beam as it is drawn.
  const line = function (data, beam, now) {
    const n = beam.axes.length, q = beam.axes.map(function (_, j) {
      const b = beam.first + j;
      return now.bending * bent(data.bodies[b].bends, frame.seen(now.exact(data.bodies[b].parent), now.exact(b)));
    });
    return beam.x.map(function (x, i) {
      const p = [x, 0, 0];
      beam.axes.forEach(function (axis, j) { p[axis] += beam.shapes[i * n + j] * q[j]; });
      return frame.point(now.of(beam.body), p);
    });
  };

  // Frames of all bodies at a time; the ground is body -1. `exact` is what the result says, `of` is what is drawn.
  const place = function (data, run, t, bending) {
    const at = locate(run, t), width = 7 * data.bodies.length, bodies = [];
    for (let b = 0; b < data.bodies.length; b++) {
      const q = [3, 4, 5, 6].map((i) => run.frames[at.row * width + 7 * b + i]), r = [3, 4, 5, 6].map((i) => run.frames[at.next * width + 7 * b + i]);
      const sign = q[0] * r[0] + q[1] * r[1] + q[2] * r[2] + q[3] * r[3] < 0 ? -1 : 1;
      const m = q.map((v, i) => v + at.share * (sign * r[i] - v)), l = Math.hypot(...m) || 1;
      bodies.push(frame.of([0, 1, 2].map((i) => mixed(run.frames, width, 7 * b + i, at)), m.map((v) => v / l)));
    }
    const exact = (b) => (b < 0 ? frame.ground : bodies[b]), times = data.beams.length && bending || 1;
    return { at: at, run: run, exact: exact, bending: times, of: times === 1 ? exact : enlarge(data, exact, times) };
  };

  const point = (now, body, p) => frame.point(now.of(body), p);
  const truly = (now, body, p) => frame.point(now.exact(body), p);

  // ---- what is drawn ----
  const solids = new WeakMap();
  const solid = function (s) {
    if (s.type === 'profile' && !solids.has(s)) solids.set(s, mesh.prism(s.points, s.thickness));
    switch (s.type) {
      case 'box': return [mesh.box, frame.stretched(frame.turned(s.at, s.orientation), s.size)];
      case 'cylinder': return [mesh.bar, frame.along(s.from, s.to, s.radius)];
      case 'sphere': return [mesh.sphere, frame.stretched({ ...frame.ground, o: s.at }, [s.radius, s.radius, s.radius])];
      case 'profile': return [solids.get(s), frame.turned(s.at, s.orientation)];
    }
    return null;
  };

  const pressure = (s, i, now, look) => mixed(now.run.pressures, 2 * look.cylinders, 2 * s.cylinder + i, now.at);
  const oil = function (s, i, now, look) {
    const p = pressure(s, i, now, look);
    return isNaN(p) ? light : heat((p - look.lowest) / (look.highest - look.lowest || 1));
  };

  // A load against its largest in the run; of a machine that stands still all are shown where they act.
  const shareOf = function (s, now, look) {
    if (!(look.largest[s.load] > 0)) return now.run.t.length > 1 ? 0 : 1;
    return mixed(now.run.loads, look.data.loads, s.load, now.at) / look.largest[s.load];
  };

  const drawers = {
    link: function (add, s, now, look) {
      if (look.data.bodies[s.body].shape || s.bends) return;
      const a = point(now, s.body, s.p), b = point(now, s.to, s.q);
      add(mesh.bar, frame.along(a, b, look.bar), look.colours[s.body]);
      add(mesh.sphere, frame.stretched({ ...frame.ground, o: b }, [look.bar, look.bar, look.bar]), look.colours[s.body]);
    },
    disc: function (add, s, now, look) {
      const c = point(now, s.body, s.p), n = vec.unit(frame.turn(now.of(s.to), s.q)), half = vec.scale(n, look.bar / 2);
      add(mesh.bar, frame.along(vec.sub(c, half), vec.add(c, half), s.radius), look.colours[s.body]);
      const spoke = frame.turn(now.of(s.body), vec.unit(vec.cross(s.q, Math.abs(s.q[0]) < 0.9 * vec.length(s.q) ? [1, 0, 0] : [0, 1, 0])));
      add(mesh.bar, frame.along(vec.sub(c, vec.scale(spoke, s.radius)), vec.add(c, vec.scale(spoke, s.radius)), look.bar * 0.6), light);
    },
    // The barrel from a, its two chambers coloured by their pressures; the piston between them, and the rod from it to b.
    actuator: function (add, s, now, look) {
      const a = point(now, s.body, s.p), b = point(now, s.to, s.q), length = vec.length(vec.sub(b, a)), n = vec.unit(vec.sub(b, a));
      const on = (d) => vec.add(a, vec.scale(n, d));
      const piston = Math.max(0.02 * s.barrel, Math.min(0.98 * s.barrel, length - s.rod));
      const r = 1.5 * look.bar;
      add(mesh.bar, frame.along(a, on(piston), r), oil(s, 0, now, look));
      add(mesh.bar, frame.along(on(piston), on(s.barrel), r), oil(s, 1, now, look));
      for (const d of [0, piston, s.barrel]) // bottom, piston, head
        add(mesh.bar, frame.along(on(Math.max(0, d - 0.25 * r)), on(d + 0.25 * r), 1.12 * r), dark, d === 0 ? 'begin' : '');
      add(mesh.bar, frame.along(on(piston), b, 0.6 * look.bar), steel, 'rod ' + s.name);
    },
    spring: function (add, s, now, look) {
      const a = point(now, s.body, s.p), b = point(now, s.to, s.q), f = frame.along(a, b, 1.6 * look.bar), turns = 8, steps = 12 * turns;
      const at = function (k) {
        const w = Math.max(0, Math.min(1, (k / steps - 0.08) / 0.84)), angle = 2 * Math.PI * turns * w, r = w > 0 && w < 1 ? 1 : 0;
        return frame.point(f, [r * Math.cos(angle), r * Math.sin(angle), k / steps]);
      };
      for (let k = 0; k < steps; k++) add(mesh.bar, frame.along(at(k), at(k + 1), 0.3 * look.bar), coil);
    },
    damper: function (add, s, now, look) {
      const a = point(now, s.body, s.p), b = point(now, s.to, s.q);
      add(mesh.bar, frame.along(a, vec.mix(a, b, 0.55), 1.1 * look.bar), light);
      add(mesh.bar, frame.along(a, b, 0.4 * look.bar), coil);
    },
    distance: function (add, s, now, look) { add(mesh.bar, frame.along(point(now, s.body, s.p), point(now, s.to, s.q), 0.3 * look.bar), red); },
    ground: function (add, s, now, look) {
      const p = s.p, up = look.data.up;
      add(mesh.cone, frame.along(vec.sub(p, vec.scale(up, 4 * look.bar)), p, 3 * look.bar), light);
    },
    revolute: function (add, s, now, look) {
      const c = point(now, s.body, s.p), half = vec.scale(vec.unit(frame.turn(now.of(s.to), s.q)), 1.7 * look.bar);
      add(mesh.bar, frame.along(vec.sub(c, half), vec.add(c, half), 1.25 * look.bar), s.loop ? red : dark);
    },
    prismatic: function (add, s, now, look) {
      const c = point(now, s.body, s.p), n = vec.unit(frame.turn(now.of(s.to), s.q)), f = frame.along(c, vec.add(c, n), 1);
      const r = look.bar;
      add(mesh.box, frame.stretched(f, [3.2 * r, 3.2 * r, 5 * r]), s.loop ? red : dark);
    },
    spherical: function (add, s, now, look) {
      const r = 1.8 * look.bar;
      add(mesh.sphere, frame.stretched({ ...frame.ground, o: point(now, s.body, s.p) }, [r, r, r]), s.loop ? red : dark);
    },
    fixed: function () {},
    // Its length says how large it is now, against its largest in the run.
    force: function (add, s, now, look) {
      const share = shareOf(s, now, look);
      const tip = point(now, s.body, s.p), n = vec.scale(vec.unit(frame.turn(now.of(s.to), s.q)), look.reach * 0.25 * share);
      if (!(Math.abs(share) > 0.01)) return;
      const tail = vec.sub(tip, n), neck = vec.mix(tip, tail, Math.min(0.9, 3 * look.bar / vec.length(n)));
      add(mesh.bar, frame.along(tail, neck, 0.5 * look.bar), red);
      add(mesh.cone, frame.along(neck, tip, 1.4 * look.bar), red);
    },
    // An arc about the axis, longer with the torque, against its largest in the run; the other way round where it is negative.
    torque: function (add, s, now, look) {
      const share = shareOf(s, now, look), n = vec.unit(frame.turn(now.of(s.to), s.q)), c = point(now, s.body, s.p), f = frame.along(c, vec.add(c, n), 6 * look.bar), steps = 18;
      if (!(Math.abs(share) > 0.01)) return;
      const at = function (k) { const a = 1.5 * Math.PI * share * k / steps; return frame.point(f, [Math.cos(a), Math.sin(a), 0]); };
      for (let k = 0; k < steps; k++) add(mesh.bar, frame.along(at(k), at(k + 1), 0.5 * look.bar), red);
      const ahead = vec.unit(vec.sub(at(steps), at(steps - 0.5)));
      add(mesh.cone, frame.along(at(steps), vec.add(at(steps), vec.scale(ahead, 3 * look.bar)), 1.4 * look.bar), red);
    },
    // A drum about the joint, its halves coloured by the pressures, and a pointer that turns with the body.
    motor: function (add, s, now, look) {
      const c = point(now, s.body, s.p), n = vec.unit(frame.turn(now.of(s.to), s.q)), on = (d) => vec.add(c, vec.scale(n, d * look.bar));
      add(mesh.bar, frame.along(on(-2.4), on(0), 3.2 * look.bar), oil(s, 0, now, look));
      add(mesh.bar, frame.along(on(0), on(2.4), 3.2 * look.bar), oil(s, 1, now, look));
      const across = frame.turn(now.of(s.body), [1, 0, 0]), pointer = vec.unit(vec.sub(across, vec.scale(n, vec.dot(across, n))));
      add(mesh.bar, frame.along(on(2.6), vec.add(on(2.6), vec.scale(pointer, 3.2 * look.bar)), 0.5 * look.bar), dark);
    },
    // A point mass is a ball, the heavier the larger; what has a shape or bars is seen anyway.
    mass: function (add, s, now, look) {
      if (look.data.bodies[s.body].shape || !s.ball) return;
      const r = look.bar * (1.5 + 2 * s.ball);
      add(mesh.sphere, frame.stretched({ ...frame.ground, o: point(now, s.body, s.p) }, [r, r, r]), look.colours[s.body]);
    },
    // Rubber about the first side's place, and where the other side is.
    bushing: function (add, s, now, look) {
      const a = point(now, s.body, s.p), b = point(now, s.to, s.q), r = 2.2 * look.bar;
      add(mesh.sphere, frame.stretched({ ...frame.ground, o: a }, [r, r, r]), coil);
      if (vec.length(vec.sub(b, a)) > 1e-9) add(mesh.bar, frame.along(a, b, 0.5 * look.bar), dark);
    },
    // The sphere, or a dot where it is a corner, and the piece of the plane that is below it.
    contact: function (add, s, now, look) {
      const c = point(now, s.body, s.p), n = vec.unit(frame.turn(now.of(s.to), s.n)), r = s.radius || 0.8 * look.bar, thick = 0.3 * look.bar;
      const foot = vec.sub(c, vec.scale(n, vec.dot(vec.sub(c, point(now, s.to, s.q)), n))), w = Math.max(2 * s.radius, 8 * look.bar), f = frame.along(foot, vec.add(foot, n), w);
      add(mesh.sphere, frame.stretched({ ...frame.ground, o: c }, [r, r, r]), s.radius ? look.colours[s.body] : dark);
      add(mesh.box, { o: vec.sub(foot, vec.scale(n, thick / 2)), x: f.x, y: f.y, z: vec.scale(n, thick) }, light);
    },
    payload: function (add, s, now, look) {
      const r = 3 * look.bar;
      add(mesh.sphere, frame.stretched({ ...frame.ground, o: point(now, s.body, s.p) }, [r, r, r]), rgb('#8a7a50'));
    },
    marker: function (add, s, now, look) {
      const r = 0.7 * look.bar;
      add(mesh.sphere, frame.stretched({ ...frame.ground, o: point(now, s.body, s.p) }, [r, r, r]), red);
    },
  };

  // What somebody reads who points at it.
  const digits = (v) => String(+v.toPrecision(5));
  const pressures = function (s, now, look) {
    const p = [0, 1].map((i) => pressure(s, i, now, look)).filter((v) => !isNaN(v));
    return p.length ? p.map((v) => (v * 1e-6).toFixed(2)).join(' and ') + ' MPa' : '';
  };
  const between = (s, now) => vec.length(vec.sub(truly(now, s.to, s.q), truly(now, s.body, s.p)));
  const describe = function (look, s, now) {
    const load = () => digits(mixed(now.run.loads, look.data.loads, s.load, now.at) * vec.length(s.q));
    switch (s.kind) {
      case 'link': case 'disc': case 'mass': return look.data.bodies[s.body].name;
      case 'actuator': return s.name + ': ' + [between(s, now).toFixed(4) + ' m', pressures(s, now, look)].filter((t) => t).join(', ');
      case 'motor': return [s.name, pressures(s, now, look)].filter((t) => t).join(': ');
      case 'spring': case 'damper': case 'distance': return s.name + ': ' + between(s, now).toFixed(4) + ' m';
      case 'force': return s.name + ': ' + load() + ' N';
      case 'torque': return s.name + ': ' + load() + ' N m';
      case 'bushing': return 'bushing ' + s.name + ': ' + between(s, now).toFixed(5) + ' m';
      case 'contact': return 'contact ' + s.name + ': ' + digits(vec.dot(vec.sub(truly(now, s.body, s.p), truly(now, s.to, s.q)), vec.unit(frame.turn(now.exact(s.to), s.n))) - s.radius) + ' m away';
      case 'payload': return 'payload ' + s.name;
      case 'ground': return 'ground';
      case 'marker': return 'marker ' + s.name + ': ' + truly(now, s.body, s.p).map((v) => v.toFixed(4)).join(', ') + ' m';
    }
    return (s.loop ? 'loop joint ' : 'joint ') + s.name;
  };

  // A bar along its line, or one of the section that its shape has.
  const drawBeam = function (add, look, beam, now) {
    const shape = look.data.bodies[beam.body].shape || {}, colour = look.colours[beam.body], points = line(look.data, beam, now), f = now.of(beam.body);
    if (shape.type === 'none') return;
    const r = shape.type === 'cylinder' ? shape.radius : look.bar, isBox = shape.type === 'box', name = 'beam ' + look.data.bodies[beam.body].name;
    points.slice(1).forEach(function (b, i) {
      const a = points[i], z = vec.sub(b, a), y = vec.unit(vec.cross(z, vec.cross(f.y, z)));
      if (isBox) add(mesh.box, { o: vec.mix(a, b, 0.5), x: vec.scale(vec.unit(vec.cross(y, z)), shape.size[2]), y: vec.scale(y, shape.size[1]), z: z }, colour, name);
      else add(mesh.bar, frame.along(a, b, r), colour, name);
      if (!isBox) add(mesh.sphere, frame.stretched({ ...frame.ground, o: b }, [r, r, r]), colour);
    });
  };

  const list = function (look, now, alpha) {
    let about;
    const items = [], add = function (m, f, colour, name) { items.push({ mesh: m, frame: f, colour: colour, alpha: alpha, name: name || '', about: about }); };
    look.data.bodies.forEach(function (b, i) {
      const drawn = b.shape && solid(b.shape);
      about = () => b.name;
      if (drawn && !look.beams[i]) add(drawn[0], frame.inside(now.of(i), drawn[1]), look.colours[i]);
      if (look.beams[i]) drawBeam(add, look, look.beams[i], now);
    });
    const isHidden = (b) => b >= 0 && look.data.bodies[b].shape && look.data.bodies[b].shape.type === 'none';
    look.data.shapes.forEach(function (s) {
      about = () => describe(look, s, now);
      if (s.kind === 'actuator' || !isHidden(s.body)) drawers[s.kind](add, s, now, look);
    });
    return items;
  };

  // ---- sizes, from the whole motion ----
  const measure = function (data) {
    const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
    const points = [];
    const include = function (p) { points.push(p); for (let i = 0; i < 3; i++) { low[i] = Math.min(low[i], p[i]); high[i] = Math.max(high[i], p[i]); } };
    const spread = function (list) { // the diagonal of what holds them
      const extent = [0, 1, 2].map((i) => list.reduce((e, q) => [Math.min(e[0], q[i]), Math.max(e[1], q[i])], [Infinity, -Infinity]));
      return vec.length(extent.map((e) => Math.max(0, e[1] - e[0])));
    };
    const near = [];
    const look = { data: data, points: points, near: near, reach: 1e-6, lowest: Infinity, highest: -Infinity, cylinders: data.cylinders, largest: new Array(data.loads).fill(0) };
    const actuators = data.shapes.filter((s) => s.kind === 'actuator');
    actuators.forEach(function (s) { s.least = Infinity; s.most = 0; });
    for (const run of data.runs) {
      const step = Math.max(1, Math.floor(run.t.length / 200));
      for (let k = 0; k < run.t.length; k++) {
        const now = k % step === 0 || k === run.t.length - 1 ? place(data, run, run.t[k]) : null;
        if (!now) continue;
        const own = []; // what does not stand on the ground
        const includeOf = function (body, q) { include(q); if (body >= 0) own.push(q); };
        data.shapes.forEach(function (s) {
          const p = point(now, s.body, s.p), r = s.radius || 0;
          includeOf(s.body, vec.sub(p, [r, r, r])); includeOf(s.body, vec.add(p, [r, r, r]));
        });
        actuators.forEach(function (s) {
          const l = vec.length(vec.sub(point(now, s.to, s.q), point(now, s.body, s.p)));
          s.least = Math.min(s.least, l); s.most = Math.max(s.most, l);
          includeOf(s.to, point(now, s.to, s.q));
        });
        data.shapes.filter((s) => s.kind === 'link').forEach((s) => includeOf(s.to, point(now, s.to, s.q)));
        const home = data.bodies.length ? point(now, 0, data.bodies[0].com) : [0, 0, 0];
        look.reach = Math.max(look.reach, spread(own));
        own.forEach((q) => near.push(vec.sub(q, home)));
      }
      run.pressures.forEach(function (p) { if (!isNaN(p)) { look.lowest = Math.min(look.lowest, p); look.highest = Math.max(look.highest, p); } });
      run.loads.forEach(function (v, i) { look.largest[i % data.loads] = Math.max(look.largest[i % data.loads], Math.abs(v)); });
    }
    // Rod and barrel: by the stroke and the retracted length where they are known, else so that the motion has room.
    actuators.forEach(function (s) {
      const known = s.stroke > 0 && s.retracted > 0 && s.retracted <= s.least * 1.001;
      s.rod = known ? s.retracted : 0.94 * s.least;
      s.barrel = Math.min(known ? s.stroke : Math.max(s.most - s.rod, 0.75 * s.least), 0.97 * s.least);
    });
    look.centre = vec.mix(low, high, 0.5);
    look.size = Math.max(vec.length(vec.sub(high, low)), 1e-6);
    // A machine that goes far in comparison with itself is followed; its parts are drawn for its own size.
    look.travels = look.size > 4 * look.reach;
    if (!look.travels) { look.reach = look.size; near.length = 0; } // only those who follow a machine look at it from near
    look.bar = 0.012 * look.reach;
    look.floor = data.up.reduce((sum, u, i) => sum + Math.min(u * low[i], u * high[i]), 0) - 0.06 * look.reach;
    // What is no body of the file has no colour of its own.
    let next = 0;
    look.colours = [];
    data.bodies.forEach(function (b) { look.colours.push(b.bends ? look.colours[b.parent] : rgb(b.shape && b.shape.colour ? b.shape.colour : palette[next % palette.length])); next += !b.bends; });
    look.beams = {};
    data.beams.forEach(function (b) { look.beams[b.body] = b; });
    return look;
  };
  return { decode: decode, place: place, point: point, truly: truly, line: line, list: list, measure: measure, heat: heat, mixed: mixed, locate: locate, pressures: pressures, between: between };
})();
