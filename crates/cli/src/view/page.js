// What the page of `obbtree view` does: it moves B, asks the engine, and colours what meets.
//
// All answers are the engine's (engine.js), which is as certain here as in the command: the page
// only places and draws.
"use strict";

// A box of a body's tree where the body is.
const placed = (pose, box) => ({
  center: place(pose, box.center), axes: box.axes.map(x => rotate(pose, x)), half: box.half });

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

// Segments as lines for the renderer, a gap behind each.
function linesOf(segments) {
  const along = k => segments.flatMap(([from, to]) => [from[k], to[k], null]);
  return { x: along(0), y: along(1), z: along(2) };
}

// What the command computed for a pose: where the bodies meet, and their closest points.
function marksOf({ contacts, closest }) {
  const drawn = [];
  const look = { type: "scatter3d", hoverinfo: "skip" };
  if (contacts.length > 0) {
    drawn.push({ ...look, mode: "lines+markers", ...linesOf(contacts),
      line: { color: CONTACT, width: 6 }, marker: { color: CONTACT, size: 2 } });
  }
  if (closest) {
    drawn.push({ ...look, mode: "lines+markers", ...linesOf([closest]),
      line: { color: CLOSEST, width: 5 }, marker: { color: CLOSEST, size: 4 } });
  }
  return drawn;
}

const CONTACT = "#200808", CLOSEST = "#0b6b3a";

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

// What the relation of the surfaces is called beside the sliders.
const ANSWERS = {
  separated: "B is free",
  touching: "B touches A, and touching counts as meeting",
  intersecting: "B meets A",
};

// The engine's answer for A and B where they are: the relation, the triangles that meet, and the
// boxes of a level that a search reaches; of A and of B each.
function ask(engine, [a, b], level) {
  const nothing = { relation: "separated", triangles: [new Set(), new Set()],
    boxes: [new Set(), new Set()] };
  if (!b) return nothing;
  const both = [a.id, a.pose, b.id, b.pose];
  const sides = pairs => [0, 1].map(side => new Set(pairs.filter((_, i) => i % 2 === side)));
  return {
    relation: engine.relation(...both),
    triangles: sides(engine.pairs(...both)),
    boxes: level < 0 ? nothing.boxes : sides(engine.boxPairs(...both, level)),
  };
}

// A body for the renderer: its surface, its boxes, and behind them those that a search reaches.
function traces(body, which, boxes, found) {
  const corners = body.triangles;
  const faces = [];
  for (let id = 0; 3 * id < corners.length; id++) {
    faces.push(found.triangles[which].has(id) ? RED : BODIES[which]);
  }
  const every = first => corners.filter((_, i) => i % 3 === first);
  const lines = (reached, color) => {
    const some = boxes.filter(box => found.boxes[which].has(box.key) === reached);
    return { type: "scatter3d", mode: "lines", hoverinfo: "skip",
      ...edgesOf(some.map(box => placed(body.pose, box))), line: { color, width: 3 } };
  };
  return [
    { type: "mesh3d", ...verticesOf(body), i: every(0), j: every(1), k: every(2),
      facecolor: faces, flatshading: true, hoverinfo: "skip", lighting: LIGHTING },
    lines(false, BOXES[which]),
    lines(true, RED),
  ];
}

// Milliseconds from one pose to the next where poses are played.
const PACE = 33;

async function start(data, Plotly, engineBytes) {
  const element = id => document.getElementById(id);
  const answer = element("answer");
  let engine;
  try {
    engine = await Engine.load(Uint8Array.from(atob(engineBytes), c => c.charCodeAt(0)));
    for (const body of data.bodies) body.id = engine.body(body.vertices, body.triangles);
  } catch (error) {
    answer.textContent = `the engine does not run in this browser: ${error.message}`;
    return;
  }
  const bodies = data.bodies;
  const [a, b] = bodies;
  let camera = { eye: { x: 1.1, y: -1.6, z: 0.9 }, up: { x: 0, y: 0, z: 1 } };
  const deepest = Math.max(...bodies.map(body => engine.levels(body.id))) - 1;
  let level = Math.min(2, engine.levels(a.id) - 1);
  let given = 0; // the pose that B is at; null once it is dragged

  const range = (input, last, value) => {
    input.max = last;
    input.value = value;
  };
  range(element("level"), deepest, level);
  element("poses").hidden = !b || data.poses.length < 2;
  element("drag-label").hidden = !b;
  range(element("pose"), data.poses.length - 1, 0);

  function show() {
    const found = ask(engine, bodies, level);
    const drawn = bodies.flatMap((body, which) =>
      traces(body, which, level < 0 ? [] : engine.boxes(body.id, level), found));
    // A body that is dragged is where nobody computed marks.
    const marks = given === null ? undefined : data.marks[given];
    if (b && marks) drawn.push(...marksOf(marks));
    const layout = { showlegend: false, margin: { l: 0, r: 0, t: 0, b: 0 }, uirevision: "camera",
      scene: { aspectmode: "data", camera, xaxis: { title: { text: "x" } },
        yaxis: { title: { text: "y" } }, zaxis: { title: { text: "z" } } } };
    const config = { displayModeBar: false, responsive: true };
    const done = Plotly.react(element("scene"), drawn, layout, config);
    element("level-name").textContent = level < 0 ? "none" : `level ${level}`;
    element("pose-name").textContent =
      given === null ? "dragged" : `${given} of ${data.poses.length}`;
    if (b) {
      const away = marks && marks.distance ? `, ${marks.distance.toPrecision(6)} away` : "";
      answer.textContent = ANSWERS[found.relation] + away;
      answer.className = found.relation === "separated" ? "" : "meets";
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
  function goTo(pose) {
    given = pose;
    b.pose = data.poses[given].slice();
    soon();
  }

  // From the first pose, or on from where it was stopped, to the last one.
  let playing = null;
  function stop() {
    clearInterval(playing);
    playing = null;
    element("play").textContent = "Play";
  }
  element("play").addEventListener("click", event => {
    event.preventDefault();
    if (playing !== null) return stop();
    const last = data.poses.length - 1;
    if (given === null || given === last) goTo(0);
    element("play").textContent = "Stop";
    playing = setInterval(() => {
      goTo(given + 1);
      element("pose").value = given;
      if (given === last) stop();
    }, PACE);
  });

  element("pose").addEventListener("input", event => {
    stop();
    goTo(+event.target.value);
  });
  element("drag").addEventListener("change", event => {
    element("grab").style.display = event.target.checked ? "block" : "none";
  });

  const hold = () => ({ pose: b.pose, about: place(b.pose, middleOf(b.vertices)) });
  onDrag(element("grab"), data.size, () => camera, hold, pose => {
    b.pose = pose;
    stop();
    given = null;
    soon();
  });

  if (b) b.pose = data.poses[0].slice();
  const scene = await show();
  scene.on("plotly_relayout", change => {
    if (change["scene.camera"]) camera = change["scene.camera"];
  });
}
