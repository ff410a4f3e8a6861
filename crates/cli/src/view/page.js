// What the page of `obbtree view` does: it moves B, asks the trees, and colours what meets.
//
// The search is the engine's: down both trees of oriented boxes, pairs that are apart dropped, by
// the fifteen axes of Gottschalk, Lin, Manocha, "OBBTree" (1996). Everything here is rounded, with
// a small slack for boxes; touching to the last bit is for the command to decide, whose answers at
// the given poses stand in the data and are shown beside.
"use strict";

const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sub = (a, b) => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const cross = (a, b) =>
  [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// A pose is the rows of [R | t].
const turn = (p, x) =>
  [0, 1, 2].map(k => p[4 * k] * x[0] + p[4 * k + 1] * x[1] + p[4 * k + 2] * x[2]);
const place = (p, x) => turn(p, x).map((y, k) => y + p[4 * k + 3]);

// Child bits as in the tree: the top one marks a leaf, all ones an empty place.
const EMPTY = 0xffffffff, LEAF = 0x80000000;
const isLeaf = child => child >= LEAF;

// The box of a child in world coordinates.
function boxOf(body, node, c) {
  const tree = body.tree;
  const row = a => [0, 1, 2].map(k => tree.frame[48 * node + 16 * k + 4 * a + c]);
  return {
    center: place(body.pose, row(3).map((x, k) => x + tree.origin[k])),
    axes: [0, 1, 2].map(a => turn(body.pose, row(a))),
    half: [0, 1, 2].map(a => tree.half[12 * node + 4 * a + c]),
    child: tree.child[4 * node + c],
    key: 4 * node + c,
  };
}

function childrenOf(body, node) {
  return [0, 1, 2, 3].filter(c => body.tree.child[4 * node + c] !== EMPTY)
    .map(c => boxOf(body, node, c));
}

// For rounding, in half sides: sums of a dozen products and the boxes' own 24 bits.
const SLACK = 1e-6;

function boxesOverlap(a, b) {
  const t = sub(b.center, a.center);
  const reach = (box, n) =>
    [0, 1, 2].reduce((sum, i) => sum + box.half[i] * Math.abs(dot(box.axes[i], n)), 0);
  const size = Math.max(...a.half, ...b.half);
  const apart = n => Math.abs(dot(t, n)) > reach(a, n) + reach(b, n) + SLACK * size;
  if (a.axes.some(apart) || b.axes.some(apart)) return false;
  return !a.axes.some(u => b.axes.some(v => apart(cross(u, v))));
}

// All boxes of a level, and those of leaves above it.
function boxesOfLevel(body, level) {
  const found = [], stack = [[0, 0]];
  while (stack.length) {
    const [node, depth] = stack.pop();
    for (const box of childrenOf(body, node)) {
      if (depth === level || isLeaf(box.child)) found.push(box);
      else stack.push([box.child, depth + 1]);
    }
  }
  return found;
}

// Pairs of boxes that a search meets at a level: every pair above them overlaps too.
function search(a, b, level, onPair) {
  const stack = [];
  const push = (as, bs, depth) => {
    for (const x of as) for (const y of bs) if (boxesOverlap(x, y)) stack.push([x, y, depth]);
  };
  push(childrenOf(a, 0), childrenOf(b, 0), 0);
  while (stack.length) {
    const [x, y, depth] = stack.pop();
    const last = box => depth === level || isLeaf(box.child);
    if (last(x) && last(y)) {
      onPair(x, y);
    } else {
      const below = (body, box) => last(box) ? [box] : childrenOf(body, box.child);
      push(below(a, x), below(b, y), depth + 1);
    }
  }
}

// Does a segment meet a triangle? By signs of volumes; nothing is said of segments in its plane.
function pierces(p, q, [a, b, c]) {
  const n = cross(sub(b, a), sub(c, a));
  const at = dot(n, sub(p, a)), to = dot(n, sub(q, a));
  if ((at > 0 && to > 0) || (at < 0 && to < 0) || at === to) return false;
  const side = (u, v) => dot(sub(q, p), cross(sub(u, p), sub(v, p)));
  const s = [side(a, b), side(b, c), side(c, a)];
  return s.every(x => x >= 0) || s.every(x => x <= 0);
}

function trianglesMeet(s, t) {
  const edges = ([a, b, c]) => [[a, b], [b, c], [c, a]];
  return edges(s).some(([p, q]) => pierces(p, q, t)) || edges(t).some(([p, q]) => pierces(p, q, s));
}

function triangleOf(body, id) {
  return [0, 1, 2].map(v => {
    const vertex = body.triangles[3 * id + v];
    return place(body.pose, [0, 1, 2].map(k => body.vertices[3 * vertex + k]));
  });
}

// The triangles of A and of B that meet, by the search down to the leaves.
function meeting(a, b) {
  const found = [new Set(), new Set()];
  const idsOf = (body, box) => {
    const first = 4 * (box.child - LEAF);
    return body.tree.ids.slice(first, first + 4).filter(id => id !== EMPTY);
  };
  search(a, b, Infinity, (x, y) => {
    const placedB = idsOf(b, y).map(id => [id, triangleOf(b, id)]);
    for (const idA of idsOf(a, x)) {
      const placedA = triangleOf(a, idA);
      for (const [idB, t] of placedB) {
        if (trianglesMeet(placedA, t)) {
          found[0].add(idA);
          found[1].add(idB);
        }
      }
    }
  });
  return found;
}

// The twelve edges of boxes as lines for the renderer, a gap behind each.
function edgesOf(boxes) {
  const line = { x: [], y: [], z: [] };
  for (const { center, axes, half } of boxes) {
    const corner = bits => [0, 1, 2].map(k => center[k] + [0, 1, 2].reduce((sum, a) =>
      sum + (bits >> a & 1 ? half[a] : -half[a]) * axes[a][k], 0));
    for (let from = 0; from < 8; from++) {
      for (const bit of [1, 2, 4]) {
        if (from & bit) continue;
        for (const end of [corner(from), corner(from | bit), [null, null, null]]) {
          line.x.push(end[0]);
          line.y.push(end[1]);
          line.z.push(end[2]);
        }
      }
    }
  }
  return line;
}

const RED = "#d8221c", BODIES = ["#86a9c9", "#e3cfa4"], BOXES = ["#174066", "#7a5510"];

function verticesOf(body) {
  const at = { x: [], y: [], z: [] };
  for (let i = 0; i < body.vertices.length; i += 3) {
    const [x, y, z] = place(body.pose, body.vertices.slice(i, i + 3));
    at.x.push(x);
    at.y.push(y);
    at.z.push(z);
  }
  return at;
}

function depthOf(body) {
  let deepest = 0;
  const stack = [[0, 0]];
  while (stack.length) {
    const [node, depth] = stack.pop();
    deepest = Math.max(deepest, depth);
    for (let c = 0; c < 4; c++) {
      const child = body.tree.child[4 * node + c];
      if (child !== EMPTY && !isLeaf(child)) stack.push([child, depth + 1]);
    }
  }
  return deepest;
}

function start(data, Plotly) {
  const element = id => document.getElementById(id);
  const bodies = data.bodies;
  const [a, b] = bodies;
  let camera = { eye: { x: 1.1, y: -1.6, z: 0.9 }, up: { x: 0, y: 0, z: 1 } };
  let level = Math.min(2, depthOf(a));
  let given = 0; // the pose that B is at; null once it is dragged

  const range = (input, last, value) => {
    input.max = last;
    input.value = value;
  };
  range(element("level"), Math.max(...bodies.map(depthOf)), level);
  element("poses").hidden = !b || data.poses.length < 2;
  element("drag-label").hidden = !b;
  range(element("pose"), data.poses.length - 1, 0);

  // Two traces a body for its boxes, calm and red, behind one for its surface.
  function traces() {
    const red = b ? meeting(a, b) : [new Set()];
    const redBoxes = bodies.map(() => new Set());
    if (b && level >= 0) {
      search(a, b, level, (x, y) => {
        redBoxes[0].add(x.key);
        redBoxes[1].add(y.key);
      });
    }
    const list = [];
    bodies.forEach((body, part) => {
      const corners = body.triangles;
      const faces = [];
      for (let id = 0; 3 * id < corners.length; id++) {
        faces.push(red[part].has(id) ? RED : BODIES[part]);
      }
      const every = first => corners.filter((_, i) => i % 3 === first);
      list.push({ type: "mesh3d", ...verticesOf(body), i: every(0), j: every(1), k: every(2),
        facecolor: faces, flatshading: true, hoverinfo: "skip",
        lighting: { ambient: 0.6, diffuse: 0.6, specular: 0.05 } });
      const boxes = level >= 0 ? boxesOfLevel(body, level) : [];
      const line = (which, color) => ({ type: "scatter3d", mode: "lines", hoverinfo: "skip",
        ...edgesOf(which), line: { color, width: 3 } });
      list.push(line(boxes.filter(box => !redBoxes[part].has(box.key)), BOXES[part]));
      list.push(line(boxes.filter(box => redBoxes[part].has(box.key)), RED));
    });
    return { list, meets: red[0].size > 0, red, redBoxes };
  }

  function show() {
    const drawn = traces();
    const layout = { showlegend: false, margin: { l: 0, r: 0, t: 0, b: 0 }, uirevision: "camera",
      scene: { aspectmode: "data", camera, xaxis: { title: { text: "x" } },
        yaxis: { title: { text: "y" } }, zaxis: { title: { text: "z" } } } };
    const config = { displayModeBar: false, responsive: true };
    const done = Plotly.react(element("scene"), drawn.list, layout, config);
    element("level-name").textContent = level < 0 ? "none" : `level ${level}`;
    element("pose-name").textContent =
      given === null ? "dragged" : `${given} of ${data.poses.length}`;
    const answer = element("answer");
    if (b) {
      const certain = data.collides[given] ? "they meet" : "they do not meet";
      const exact = given === null ? "" : `; certainly: ${certain}`;
      answer.textContent = (drawn.meets ? "B meets A" : "B is free") + exact;
      answer.className = drawn.meets ? "meets" : "";
      answer.dataset.redTriangles = drawn.red[0].size + drawn.red[1].size;
      answer.dataset.redBoxes = drawn.redBoxes[0].size + drawn.redBoxes[1].size;
    }
    return done;
  }

  // One drawing a frame, however fast the events come.
  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    setTimeout(() => { waiting = false; show(); }, 16);
  }

  element("level").addEventListener("input", event => { level = +event.target.value; soon(); });
  element("pose").addEventListener("input", event => {
    given = +event.target.value;
    b.pose = data.poses[given].slice();
    soon();
  });
  element("drag").addEventListener("change", event => {
    element("grab").style.display = event.target.checked ? "block" : "none";
  });

  // Across the window moves B by the size of the scene, in the plane that the eye sees.
  const grab = element("grab");
  let last = null;
  grab.addEventListener("pointerdown", event => { last = [event.clientX, event.clientY]; });
  window.addEventListener("pointerup", () => { last = null; });
  window.addEventListener("pointermove", event => {
    if (!last) return;
    const dx = event.clientX - last[0], dy = event.clientY - last[1];
    last = [event.clientX, event.clientY];
    const unit = v => v.map(x => x / Math.hypot(...v));
    const eye = unit([camera.eye.x, camera.eye.y, camera.eye.z]);
    const up = [camera.up.x, camera.up.y, camera.up.z];
    const right = unit(cross(up, eye)), above = cross(eye, right);
    const scale = data.size / Math.min(grab.clientWidth, grab.clientHeight);
    for (let k = 0; k < 3; k++) b.pose[4 * k + 3] += (dx * right[k] - dy * above[k]) * scale;
    given = null;
    soon();
  });

  if (b) b.pose = data.poses[0].slice();
  show().then(scene => {
    scene.on("plotly_relayout", change => {
      if (change["scene.camera"]) camera = change["scene.camera"];
    });
  });
}

if (typeof module !== "undefined") {
  module.exports = { boxesOverlap, boxesOfLevel, meeting, search, depthOf };
}
