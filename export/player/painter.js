// Draws a list of meshes, each with a frame and a colour, and lines: by WebGL, or where there is none by filling triangles from
// the farthest to the nearest on a plain canvas.
const painter = (function () {
  const light = vec.unit([0.35, 0.8, 0.6]); // in the camera's axes: from above, a little from the side

  // What of a point of the ground goes right, up and towards the viewer, seen from `eye`; and where on the picture it is.
  const project = function (camera, p) {
    const d = vec.sub(p, camera.eye), depth = -vec.dot(d, camera.back), s = camera.focal / Math.max(depth, 1e-9);
    return { x: vec.dot(d, camera.right) * s, y: vec.dot(d, camera.up) * s, depth: depth };
  };

  const withGl = function (canvas, gl) {
    const shader = function (kind, text) {
      const s = gl.createShader(kind);
      gl.shaderSource(s, text);
      gl.compileShader(s);
      if (!gl.getShaderParameter(s, gl.COMPILE_STATUS)) throw new Error(gl.getShaderInfoLog(s));
      return s;
    };
    const program = gl.createProgram();
    gl.attachShader(program, shader(gl.VERTEX_SHADER,
      'attribute vec3 p, n; uniform mat4 m; uniform mat3 turn; uniform mat4 view; varying vec3 v;' +
      'void main() { v = turn * n; gl_Position = view * (m * vec4(p, 1.0)); }'));
    gl.attachShader(program, shader(gl.FRAGMENT_SHADER,
      'precision mediump float; uniform vec4 c; uniform vec3 light; uniform float flat_; varying vec3 v;' +
      'void main() { float s = flat_ > 0.5 ? 1.0 : 0.62 + 0.46 * max(dot(normalize(v), light), 0.0) + 0.12 * normalize(v).y;' +
      'gl_FragColor = vec4(c.rgb * s, c.a); }'));
    gl.linkProgram(program);
    gl.useProgram(program);
    const at = (name) => gl.getUniformLocation(program, name);
    const places = { m: at('m'), turn: at('turn'), view: at('view'), c: at('c'), light: at('light'), flat_: at('flat_') };
    const p = gl.getAttribLocation(program, 'p'), n = gl.getAttribLocation(program, 'n');
    const lines = gl.createBuffer(), buffers = new Map();
    gl.enable(gl.DEPTH_TEST);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    const bind = function (m) {
      if (!buffers.has(m)) buffers.set(m, [m.p, m.n].map(function (numbers) {
        const b = gl.createBuffer();
        gl.bindBuffer(gl.ARRAY_BUFFER, b);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(numbers), gl.STATIC_DRAW);
        return b;
      }));
      [p, n].forEach(function (place, i) {
        gl.bindBuffer(gl.ARRAY_BUFFER, buffers.get(m)[i]);
        gl.enableVertexAttribArray(place);
        gl.vertexAttribPointer(place, 3, gl.FLOAT, false, 0, 0);
      });
    };
    const view = function (c) {
      const near = c.distance / 100, far = c.distance * 100, f = c.focal * 2, e = c.eye;
      const row = (a, s) => [a[0] * s, a[1] * s, a[2] * s, -vec.dot(a, e) * s];
      const x = row(c.right, f / c.width), y = row(c.up, f / c.height), z = row(c.back, 1);
      const deep = z.map((v) => -v * (far + near) / (far - near)), w = z.map((v) => -v);
      deep[3] -= 2 * far * near / (far - near);
      return [0, 1, 2, 3].flatMap((i) => [x[i], y[i], deep[i], w[i]]);
    };
    // Normals in the camera's axes; a stretched frame bends them by its inverse.
    const normals = function (c, f) {
      const area = [vec.cross(f.y, f.z), vec.cross(f.z, f.x), vec.cross(f.x, f.y)];
      return area.flatMap((a) => [vec.dot(a, c.right), vec.dot(a, c.up), vec.dot(a, c.back)]);
    };
    const one = function (c, item) {
      const f = item.frame;
      bind(item.mesh);
      gl.uniformMatrix4fv(places.m, false, [...f.x, 0, ...f.y, 0, ...f.z, 0, ...f.o, 1]);
      gl.uniformMatrix3fv(places.turn, false, normals(c, f));
      gl.uniform4f(places.c, ...item.colour, item.alpha);
      gl.drawArrays(gl.TRIANGLES, 0, item.mesh.p.length / 3);
    };
    return function (camera, items, paths, background) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clearColor(...background, 1);
      gl.depthMask(true);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      gl.uniformMatrix4fv(places.view, false, view(camera));
      gl.uniform3f(places.light, ...light);
      gl.uniform1f(places.flat_, 1);
      gl.disable(gl.BLEND);
      gl.disableVertexAttribArray(n);
      gl.vertexAttrib3f(n, 0, 0, 1);
      gl.uniformMatrix4fv(places.m, false, [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]);
      for (const path of paths) {
        gl.bindBuffer(gl.ARRAY_BUFFER, lines);
        gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(path.points.flat()), gl.STREAM_DRAW);
        gl.enableVertexAttribArray(p);
        gl.vertexAttribPointer(p, 3, gl.FLOAT, false, 0, 0);
        gl.uniform4f(places.c, ...path.colour, 1);
        gl.drawArrays(path.isStrip ? gl.LINE_STRIP : gl.LINES, 0, path.points.length);
      }
      gl.uniform1f(places.flat_, 0);
      items.filter((i) => i.alpha === 1).forEach((i) => one(camera, i));
      gl.enable(gl.BLEND);
      gl.depthMask(false);
      items.filter((i) => i.alpha < 1).forEach((i) => one(camera, i));
    };
  };

  const withoutGl = function (canvas) {
    const paper = canvas.getContext('2d'), css = (c, s) => 'rgb(' + c.map((v) => Math.round(255 * Math.min(1, v * s))).join(',') + ')';
    return function (camera, items, paths, background) {
      const w = canvas.width, h = canvas.height, k = w / camera.width;
      const place = function (p) { const q = project(camera, p); return [w / 2 + k * q.x, h / 2 - k * q.y, q.depth]; };
      paper.globalAlpha = 1;
      paper.fillStyle = css(background, 1);
      paper.fillRect(0, 0, w, h);
      for (const path of paths) {
        paper.strokeStyle = css(path.colour, 1);
        paper.lineWidth = k;
        paper.beginPath();
        path.points.forEach(function (p, i) { const [x, y] = place(p); if (path.isStrip ? i : i % 2) paper.lineTo(x, y); else paper.moveTo(x, y); });
        paper.stroke();
      }
      const faces = [];
      for (const item of items) for (let i = 0; i < item.mesh.p.length; i += 9) {
        const corner = (j) => frame.point(item.frame, item.mesh.p.slice(i + j, i + j + 3));
        const a = corner(0), b = corner(3), c = corner(6), n = vec.unit(vec.cross(vec.sub(b, a), vec.sub(c, a)));
        if (vec.dot(n, vec.sub(a, camera.eye)) >= 0) continue;
        const seen = [vec.dot(n, camera.right), vec.dot(n, camera.up), vec.dot(n, camera.back)], at = [a, b, c].map(place);
        faces.push({ at: at, depth: at[0][2] + at[1][2] + at[2][2], alpha: item.alpha,
          fill: css(item.colour, 0.62 + 0.46 * Math.max(vec.dot(seen, light), 0) + 0.12 * seen[1]) });
      }
      faces.sort((a, b) => b.depth - a.depth);
      for (const face of faces) {
        paper.globalAlpha = face.alpha;
        paper.fillStyle = paper.strokeStyle = face.fill;
        paper.lineWidth = 0.7;
        paper.beginPath();
        face.at.forEach(([x, y], i) => (i ? paper.lineTo(x, y) : paper.moveTo(x, y)));
        paper.closePath();
        paper.fill();
        if (face.alpha === 1) paper.stroke();
      }
    };
  };

  // Which of the items is seen at a place of the picture, counted from its middle; null: none.
  const pick = function (camera, items, x, y) {
    let nearest = null, depth = Infinity;
    for (const item of items) for (let i = 0; i < item.mesh.p.length; i += 9) {
      const [a, b, c] = [0, 3, 6].map((j) => project(camera, frame.point(item.frame, item.mesh.p.slice(i + j, i + j + 3))));
      const side = (p, q) => (q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x), u = side(b, c), v = side(c, a), w = side(a, b), sum = u + v + w;
      if (!(u * sum >= 0 && v * sum >= 0 && w * sum >= 0) || sum === 0) continue;
      const d = (u * a.depth + v * b.depth + w * c.depth) / sum;
      if (d > 0 && d < depth) { depth = d; nearest = item; }
    }
    return nearest;
  };

  const open = function (canvas, plain) {
    const gl = plain ? null : canvas.getContext('webgl', { antialias: true, alpha: false });
    return { draw: gl ? withGl(canvas, gl) : withoutGl(canvas), kind: gl ? 'WebGL' : '2-D' };
  };
  return { open: open, project: project, pick: pick };
})();
