// Vectors, frames and the few bodies that everything is drawn of. Meshes are lists of triangles with normals, in a unit frame.
const vec = {
  add: (a, b) => [a[0] + b[0], a[1] + b[1], a[2] + b[2]],
  sub: (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]],
  scale: (a, s) => [a[0] * s, a[1] * s, a[2] * s],
  dot: (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2],
  cross: (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]],
  length: (a) => Math.hypot(a[0], a[1], a[2]),
  unit: (a) => { const l = Math.hypot(a[0], a[1], a[2]) || 1; return [a[0] / l, a[1] / l, a[2] / l]; },
  mix: (a, b, s) => [a[0] + s * (b[0] - a[0]), a[1] + s * (b[1] - a[1]), a[2] + s * (b[2] - a[2])],
};

// A frame: an origin and three axes, which may be stretched. Points go from it to the ground.
const frame = {
  ground: { o: [0, 0, 0], x: [1, 0, 0], y: [0, 1, 0], z: [0, 0, 1] },
  of: function (o, q) { // from a unit quaternion w, x, y, z
    const [w, x, y, z] = q;
    return {
      o: o,
      x: [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
      y: [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
      z: [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)],
    };
  },
  turn: (f, p) => [0, 1, 2].map((i) => f.x[i] * p[0] + f.y[i] * p[1] + f.z[i] * p[2]),
  point: (f, p) => vec.add(f.o, frame.turn(f, p)),
  inside: (f, g) => ({ o: frame.point(f, g.o), x: frame.turn(f, g.x), y: frame.turn(f, g.y), z: frame.turn(f, g.z) }),
  seen: function (f, g) { // g as a frame of f, whose axes are of length 1
    const back = (v) => [vec.dot(f.x, v), vec.dot(f.y, v), vec.dot(f.z, v)];
    return { o: back(vec.sub(g.o, f.o)), x: back(g.x), y: back(g.y), z: back(g.z) };
  },
  about: (o, axis, angle) => frame.of(o, [Math.cos(angle / 2), ...vec.scale(axis, Math.sin(angle / 2))]),
  // turns about x, the new y and the new z, as documents give them
  turned: function (o, angles) {
    const q = [[1, 0, 0], [0, 1, 0], [0, 0, 1]].reduce(function (q, axis, i) {
      const c = Math.cos(angles[i] / 2), s = Math.sin(angles[i] / 2), r = [c, s * axis[0], s * axis[1], s * axis[2]];
      return [q[0] * r[0] - q[1] * r[1] - q[2] * r[2] - q[3] * r[3], q[0] * r[1] + q[1] * r[0] + q[2] * r[3] - q[3] * r[2],
        q[0] * r[2] - q[1] * r[3] + q[2] * r[0] + q[3] * r[1], q[0] * r[3] + q[1] * r[2] - q[2] * r[1] + q[3] * r[0]];
    }, [1, 0, 0, 0]);
    return frame.of(o, q);
  },
  stretched: (f, s) => ({ o: f.o, x: vec.scale(f.x, s[0]), y: vec.scale(f.y, s[1]), z: vec.scale(f.z, s[2]) }),
  // z from a to b in full length, x and y beside it of length r
  along: function (a, b, r) {
    const z = vec.sub(b, a), n = vec.unit(vec.length(z) > 1e-12 ? z : [0, 0, 1]);
    const x = vec.unit(vec.cross(Math.abs(n[0]) < 0.9 ? [1, 0, 0] : [0, 1, 0], n));
    return { o: a, x: vec.scale(x, r), y: vec.scale(vec.cross(n, x), r), z: z };
  },
};

const mesh = (function () {
  const begin = () => ({ p: [], n: [] });
  const triangle = function (m, a, b, c, na, nb, nc) {
    m.p.push(...a, ...b, ...c);
    const n = vec.unit(vec.cross(vec.sub(b, a), vec.sub(c, a)));
    m.n.push(...(na || n), ...(nb || n), ...(nc || n));
  };
  const circle = (n, k) => [Math.cos(2 * Math.PI * k / n), Math.sin(2 * Math.PI * k / n)];
  const round = function (sides, top) { // a bar of radius 1 from z = 0 to z = 1; top 0: a cone
    const m = begin();
    for (let k = 0; k < sides; k++) {
      const [c, s] = circle(sides, k), [d, t] = circle(sides, k + 1);
      const n1 = vec.unit([c, s, 1 - top]), n2 = vec.unit([d, t, 1 - top]);
      triangle(m, [c, s, 0], [d, t, 0], [d * top, t * top, 1], n1, n2, n2);
      if (top) triangle(m, [c, s, 0], [d * top, t * top, 1], [c * top, s * top, 1], n1, n2, n1);
      triangle(m, [0, 0, 0], [d, t, 0], [c, s, 0]);
      if (top) triangle(m, [0, 0, 1], [c * top, s * top, 1], [d * top, t * top, 1]);
    }
    return m;
  };
  const box = function () { // centred, sides of length 1
    const m = begin();
    for (let axis = 0; axis < 3; axis++) for (const side of [-1, 1]) {
      const corner = function (u, v) { const p = [0, 0, 0]; p[axis] = side / 2; p[(axis + 1) % 3] = u / 2; p[(axis + 2) % 3] = v / 2; return p; };
      const a = corner(-1, -1), b = corner(1, -1), c = corner(1, 1), d = corner(-1, 1);
      if (side > 0) { triangle(m, a, b, c); triangle(m, a, c, d); } else { triangle(m, a, c, b); triangle(m, a, d, c); }
    }
    return m;
  };
  const sphere = function () {
    const m = begin(), at = function (i, k) { const [c, s] = circle(20, k), t = Math.PI * i / 10; return [Math.sin(t) * c, Math.sin(t) * s, Math.cos(t)]; };
    for (let i = 0; i < 10; i++) for (let k = 0; k < 20; k++) {
      const a = at(i, k), b = at(i + 1, k), c = at(i + 1, k + 1), d = at(i, k + 1);
      if (i < 9) triangle(m, a, b, c, a, b, c);
      if (i > 0) triangle(m, a, c, d, a, c, d);
    }
    return m;
  };
  // Corners of a simple polygon to triangles: ears are cut off until three corners are left.
  const ears = function (points) {
    const area = points.reduce((sum, p, i) => { const q = points[(i + 1) % points.length]; return sum + p[0] * q[1] - q[0] * p[1]; }, 0);
    const left = area < 0 ? points.slice().reverse() : points.slice(), found = [];
    const side = (a, b, c) => (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    for (let i = 0, patience = 0; left.length > 2 && patience <= left.length; i++) {
      const n = left.length, a = left[(i + n - 1) % n], b = left[i % n], c = left[(i + 1) % n];
      const free = left.every((p) => p === a || p === b || p === c || side(a, b, p) < 0 || side(b, c, p) < 0 || side(c, a, p) < 0);
      if (side(a, b, c) > 0 && free) { found.push([a, b, c]); left.splice(i % n, 1); patience = 0; } else patience++;
    }
    return { triangles: found, edge: area < 0 ? points.slice().reverse() : points };
  };
  const prism = function (points, thickness) {
    const m = begin(), h = thickness / 2, cut = ears(points), at = (p, z) => [p[0], p[1], z];
    for (const [a, b, c] of cut.triangles) { triangle(m, at(a, h), at(b, h), at(c, h)); triangle(m, at(a, -h), at(c, -h), at(b, -h)); }
    cut.edge.forEach(function (p, i) {
      const q = cut.edge[(i + 1) % cut.edge.length];
      triangle(m, at(p, -h), at(q, -h), at(q, h)); triangle(m, at(p, -h), at(q, h), at(p, h));
    });
    return m;
  };
  return { bar: round(20, 1), cone: round(20, 0), box: box(), sphere: sphere(), prism: prism };
})();
