// Poses, and how a drag in the window changes one. A pose is the rows of [R | t].
//
// Drags change no number that they need not: with Shift a body moves along one axis alone, or turns
// about one, and its other numbers keep their bits. So what lies flat on another body stays in
// contact.
"use strict";

const cross = (a, b) =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const times = (s, v) => v.map(x => s * x);
const plus = (a, b) => a.map((x, k) => x + b[k]);

const rotate = (p, x) =>
  [0, 1, 2].map(k => p[4 * k] * x[0] + p[4 * k + 1] * x[1] + p[4 * k + 2] * x[2]);
const place = (p, x) => rotate(p, x).map((y, k) => y + p[4 * k + 3]);

// The axes of the window in the world.
function windowAxes({ eye, up }) {
  const unit = v => times(1 / Math.hypot(...v), v);
  const to = unit([eye.x, eye.y, eye.z]);
  const right = unit(cross([up.x, up.y, up.z], to));
  return { right, above: cross(to, right) };
}

// A vector's largest coordinate alone.
function mostOf(v) {
  const most = Math.max(...v.map(Math.abs));
  return v.map(x => Math.abs(x) === most ? x : 0);
}

// A pose, moved in the plane that the eye sees: across the window is `size`.
function moved(pose, { right, above }, [dx, dy], size, oneAxis) {
  const all = plus(times(dx * size, right), times(-dy * size, above));
  const to = pose.slice();
  (oneAxis ? mostOf(all) : all).forEach((x, k) => { to[4 * k + 3] += x; });
  return to;
}

// A pose, turned about a point of the world as a trackball does: across the window is half a turn.
function turned(pose, { right, above }, [dx, dy], about, oneAxis) {
  const all = plus(times(dx, above), times(dy, right));
  const direction = oneAxis ? mostOf(all) : all;
  const part = Math.hypot(...direction);
  if (part === 0) return pose.slice();
  const axis = times(1 / part, direction);
  const [sin, rest] = [Math.sin(Math.PI * part), 1 - Math.cos(Math.PI * part)];
  // What the turn adds to a vector: Rodrigues' formula without the vector itself.
  const added = x => {
    const beside = cross(axis, x);
    return plus(times(sin, beside), times(rest, cross(axis, beside)));
  };
  const to = pose.slice();
  for (let column = 0; column < 4; column++) {
    const x = [0, 1, 2].map(k => pose[4 * k + column] - (column === 3 ? about[k] : 0));
    added(x).forEach((y, k) => { to[4 * k + column] += y; });
  }
  return to;
}

// Drags over an element: `hold` gives the pose that a drag begins with and the point that it turns
// about, `put` takes the pose that it leads to. With Ctrl or the right button a drag turns, else it
// moves; with Shift about or along one axis alone.
function onDrag(element, size, camera, hold, put) {
  let from = null; // where the drag began
  element.addEventListener("pointerdown", event => {
    const turns = event.ctrlKey || event.button === 2;
    from = { x: event.clientX, y: event.clientY, turns, ...hold() };
  });
  element.addEventListener("contextmenu", event => event.preventDefault());
  window.addEventListener("pointerup", () => { from = null; });
  window.addEventListener("pointermove", event => {
    if (!from) return;
    const side = Math.min(element.clientWidth, element.clientHeight);
    const by = [(event.clientX - from.x) / side, (event.clientY - from.y) / side];
    const axes = windowAxes(camera());
    put(from.turns ? turned(from.pose, axes, by, from.about, event.shiftKey)
      : moved(from.pose, axes, by, size, event.shiftKey));
  });
}

// The middle of points' bounds; three coordinates each, one after the other. The origin without
// any.
function middleOf(coordinates) {
  if (coordinates.length === 0) return [0, 0, 0];
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  coordinates.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  return times(0.5, plus(low, high));
}
