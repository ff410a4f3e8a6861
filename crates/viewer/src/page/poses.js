// Poses, and how a drag changes one. A pose is the rows of [R | t].
//
// Drags change no number that they need not: along one axis the others keep their bits. So what lies
// flat on another body stays in contact.
"use strict";

const cross = (a, b) =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const times = (s, v) => v.map(x => s * x);
const plus = (a, b) => a.map((x, k) => x + b[k]);
const minus = (a, b) => a.map((x, k) => x - b[k]);
const unit = v => times(1 / (Math.hypot(...v) || 1), v);

const IDENTITY = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
const column = (p, k) => [p[k], p[4 + k], p[8 + k]];
const rotate = (p, x) => [0, 1, 2].map(k => dot(p.slice(4 * k, 4 * k + 3), x));
const place = (p, x) => plus(rotate(p, x), column(p, 3));

// A vector's largest coordinate alone.
function mostOf(v) {
  const most = Math.max(...v.map(Math.abs));
  return v.map(x => Math.abs(x) === most ? x : 0);
}

// A pose moved by a vector.
function moved(pose, by) {
  return pose.map((x, n) => n % 4 === 3 ? x + by[(n - 3) / 4] : x);
}

// A pose turned by an angle about an axis of length one through a point of the world.
function turned(pose, about, axis, angle) {
  const [sin, rest] = [Math.sin(angle), 1 - Math.cos(angle)];
  // What the turn adds to a vector: Rodrigues' formula without the vector itself.
  const added = x => {
    const beside = cross(axis, x);
    return plus(times(sin, beside), times(rest, cross(axis, beside)));
  };
  const to = pose.slice();
  for (let k = 0; k < 4; k++) {
    added(minus(column(pose, k), k === 3 ? about : [0, 0, 0])).forEach((y, row) => {
      to[4 * row + k] += y;
    });
  }
  return to;
}

const matrixOf = pose => new THREE.Matrix4().set(...pose, 0, 0, 0, 1);
