// What a page does (page/mod.rs says what it is made of): it moves bodies of a scene, by hand or
// along what is played, asks the engine which of them collide, and colours what meets.
//
// All answers are the engine's (engine.js), which is as certain here as in the command: the page
// only places and draws.
"use strict";

// Without limits of its own the renderer takes small triangles for degenerate ones: they stay dark.
const LIGHTING =
  { ambient: 0.6, diffuse: 0.6, specular: 0.05, facenormalsepsilon: 0, vertexnormalsepsilon: 0 };

// Milliseconds from one step to the next where steps are played, and of a frame.
const PACE = 33, FRAME = 16;

// What the relation of two meshes is called.
const RELATIONS = {
  separated: "B is free",
  touching: "B touches A, and touching counts as meeting",
  intersecting: "B meets A",
};

// The enabled bodies, each with its triangles, part after part, in its own frame.
function bodiesOf(engine, scene, data) {
  const bodies = scene.bodies.map(({ name, model, enabled = true }, id) => {
    const parts = scene.models[model].parts.map((_, part) => engine.sceneOutline(id, part));
    const corners = parts.flatMap(part => Array.from(part));
    const counts = parts.map(part => part.length / 9);
    return { id, name, enabled, corners, counts, which: data.colours[id], middle: middleOf(corners) };
  });
  return bodies.filter(body => body.enabled);
}

// Where a body's corners are; kept until its pose changes.
function cornersAt(body, pose) {
  if (body.at && pose.every((x, k) => x === body.at.pose[k])) return body.at;
  const from = body.corners, count = from.length / 3;
  const along = row => {
    const [a, b, c, t] = pose.slice(4 * row, 4 * row + 4), to = new Array(count);
    for (let n = 0; n < count; n++) {
      to[n] = a * from[3 * n] + b * from[3 * n + 1] + c * from[3 * n + 2] + t;
    }
    return to;
  };
  return body.at = { pose, x: along(0), y: along(1), z: along(2) };
}

// The colours of a body's triangles, by what was marked last.
function coloursOf(body, marks, colour, red) {
  const colours = body.counts.map(count => new Array(count).fill(colour));
  for (const [id, part, triangle] of marks) {
    if (id !== body.id) continue;
    if (triangle === Engine.WHOLE) colours[part].fill(red);
    else colours[part][triangle] = red;
  }
  return colours.flat();
}

// A body for the renderer.
function surface(body, pose, marks, colour, red) {
  const { x, y, z } = cornersAt(body, pose);
  const corner = first => Array.from({ length: body.corners.length / 9 }, (_, n) => 3 * n + first);
  return { type: "mesh3d", name: body.name, showlegend: true, hoverinfo: "name", flatshading: true,
    color: colour, facecolor: coloursOf(body, marks, colour, red), x, y, z,
    i: corner(0), j: corner(1), k: corner(2), lighting: LIGHTING };
}

// Segments for the renderer, a gap behind each.
function linesOf(segments, more) {
  const along = k => segments.flatMap(([from, to]) => [from[k], to[k], null]);
  return { type: "scatter3d", mode: "lines", hoverinfo: "skip", showlegend: false,
    x: along(0), y: along(1), z: along(2), ...more };
}

// The twelve edges of a box of a body's tree where the body is.
function edgesOf({ center, axes, half }, pose) {
  const corner = bits => place(pose, [0, 1, 2].map(k => center[k] + [0, 1, 2].reduce((sum, a) =>
    sum + (bits >> a & 1 ? half[a] : -half[a]) * axes[a][k], 0)));
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap(from =>
    [1, 2, 4].filter(bit => !(from & bit)).map(bit => [corner(from), corner(from | bit)]));
}

// The trees of one or two bodies of one mesh each: their boxes, and how the meshes stand to each
// other.
class Trees {
  constructor(engine, bodies) {
    [this.engine, this.bodies] = [engine, bodies];
    this.ids = bodies.map(({ corners }) =>
      engine.body(corners, Uint32Array.from({ length: corners.length / 3 }, (_, n) => n)));
    this.deepest = Math.max(...this.ids.map(id => engine.levels(id))) - 1;
    this.level = Math.min(2, engine.levels(this.ids[0]) - 1); // -1 for no boxes
  }

  #both(poses) {
    return this.bodies.flatMap((body, n) => [this.ids[n], poses[body.id]]);
  }

  // The answer about two meshes in words, and whether they are apart; no words about one alone.
  relation(poses) {
    if (this.ids.length < 2) return ["", true];
    const relation = this.engine.relation(...this.#both(poses));
    return [RELATIONS[relation], relation === "separated"];
  }

  // The boxes of the level as lines for the renderer, those that a search reaches in red.
  lines(poses, palette) {
    const reached = this.ids.length < 2 || this.level < 0 ? []
      : this.engine.boxPairs(...this.#both(poses), this.level);
    return this.bodies.flatMap((body, which) => {
      const keys = new Set(reached.filter((_, i) => i % 2 === which));
      const boxes = this.level < 0 ? [] : this.engine.boxes(this.ids[which], this.level);
      return [false, true].map(isReached => linesOf(
        boxes.filter(box => keys.has(box.key) === isReached)
          .flatMap(box => edgesOf(box, poses[body.id])),
        { line: { color: isReached ? palette.meeting : palette.boxes[which], width: 3 } }));
    });
  }
}

// What the command computed for a step: where the bodies meet, and their closest points.
function marksOf({ contacts, closest }, palette) {
  const drawn = (segments, color, width, size) => segments.length === 0 ? []
    : [linesOf(segments, { mode: "lines+markers", line: { color, width }, marker: { color, size } })];
  return [...drawn(contacts, palette.contact, 6, 2),
    ...drawn(closest ? [closest] : [], palette.closest, 5, 4)];
}

// Room for all that was drawn so far, so that the axes stand still; it only grows.
class Room {
  constructor() {
    [this.low, this.high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  }

  add({ x, y, z }) {
    [x, y, z].forEach((along, k) => {
      for (const value of along) {
        if (value < this.low[k]) this.low[k] = value;
        if (value > this.high[k]) this.high[k] = value;
      }
    });
  }

  sides() {
    return this.low.map((low, k) => Math.max(this.high[k] - low, 0));
  }

  // The diagonal, for the pace of dragging.
  size() {
    return Math.hypot(...this.sides()) || 1;
  }

  // Proportions as they are; the longest side is what the first camera has room for.
  axes() {
    const sides = this.sides(), longest = Math.max(...sides) || 1;
    const [x, y, z] = sides.map(side => Math.max(side / longest, 1e-3));
    const axis = (k, text) => ({ title: { text }, autorange: false,
      range: this.low[k] <= this.high[k] ? [this.low[k], this.high[k]] : [-1, 1] });
    return { aspectmode: "manual", aspectratio: { x, y, z },
      xaxis: axis(0, "x"), yaxis: axis(1, "y"), zaxis: axis(2, "z") };
  }
}

// The scene as it is now in the words of its file: mesh files by their names, as `named` has them.
function savedScene(engine, named) {
  const now = engine.sceneText();
  const bodiesAt = text => text.indexOf('\n  "bodies": '); // no such line can be in a name
  return named.slice(0, bodiesAt(named)) + now.slice(bodiesAt(now));
}

async function start(data, Plotly, engineBytes) {
  const element = id => document.getElementById(id);
  const answer = element("answer");
  const { palette, steps } = data;
  document.title = data.title;
  let engine, bodies, trees;
  const scene = JSON.parse(data.scene);
  try {
    engine = await Engine.load(Uint8Array.from(atob(engineBytes), c => c.charCodeAt(0)));
    engine.readScene(data.scene);
    bodies = bodiesOf(engine, scene, data);
    trees = data.boxes ? new Trees(engine, bodies) : null;
  } catch (error) {
    answer.textContent = `the engine does not run in this browser: ${error.message}`;
    return;
  }
  const drawn = bodies.filter(body => body.corners.length > 0);
  const room = new Room();
  const makeRoom = () => {
    const poses = engine.scenePoses();
    for (const body of drawn) room.add(cornersAt(body, poses[body.id]));
  };
  let camera = { eye: { x: 1.1, y: -1.6, z: 0.9 }, up: { x: 0, y: 0, z: 1 } };
  let picked = (trees && drawn[1]) || drawn[0] || bodies[0];
  let given = null; // the step that bodies are at; null once one was dragged

  const putAt = step => {
    given = step;
    for (const [body, pose] of steps[step]) engine.sceneSetPose(body, pose);
  };
  for (let step = 0; step < steps.length; step++) {
    putAt(step);
    makeRoom();
  }
  if (steps.length > 0) putAt(0);

  for (const body of bodies) element("body").add(new Option(body.name, body.id));
  const range = (input, last, value) => {
    input.max = last;
    input.value = value;
  };
  element("poses").hidden = steps.length < 2;
  range(element("pose"), steps.length - 1, 0);
  element("levels").hidden = !trees;
  if (trees) range(element("level"), trees.deepest, trees.level);
  element("save").hidden = !data.saved;

  function say(poses, { pairs }) {
    const count = pairs.length;
    const [words, isFree] = trees ? trees.relation(poses)
      : [count === 0 ? "nothing collides" : count === 1 ? "1 pair collides:"
        : `${count} pairs collide:`, count === 0];
    const marks = given === null ? undefined : data.marks[given];
    const away = marks && marks.distance ? `, ${marks.distance.toPrecision(6)} away` : "";
    answer.textContent = words + away;
    answer.className = isFree ? "" : "meets";
    element("pairs").replaceChildren(...(trees ? [] : pairs).map(pair => {
      const item = document.createElement("li");
      item.textContent = pair.map(id => scene.bodies[id].name).join(" and ");
      return item;
    }));
    if (trees) element("level-name").textContent = trees.level < 0 ? "none" : `level ${trees.level}`;
    element("pose-name").textContent = given === null ? "dragged" : `${given} of ${steps.length}`;
    if (picked) element("body").value = picked.id;
  }

  function show() {
    const [poses, found] = [engine.scenePoses(), engine.scenePairs()];
    makeRoom();
    const colour = body =>
      body === picked && !trees ? palette.picked : palette.bodies[body.which];
    const traces = drawn.map(body =>
      surface(body, poses[body.id], found.marks, colour(body), palette.meeting));
    if (trees) traces.push(...trees.lines(poses, palette));
    // Where a body was dragged to, nobody computed marks.
    const marks = given === null ? undefined : data.marks[given];
    if (marks) traces.push(...marksOf(marks, palette));
    const layout = { margin: { l: 0, r: 0, t: 0, b: 0 }, uirevision: "camera",
      showlegend: !trees, legend: { x: 0, y: 1 }, scene: { camera, ...room.axes() } };
    const done = Plotly.react(element("scene"), traces, layout,
      { displayModeBar: false, responsive: true });
    say(poses, found);
    return done;
  }

  // One drawing a frame, however fast the events come.
  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    setTimeout(() => { waiting = false; show(); }, FRAME);
  }

  // From the first step, or on from where it was stopped, to the last one.
  let playing = null;
  function stop() {
    clearInterval(playing);
    playing = null;
    element("play").textContent = "Play";
  }
  function goTo(step) {
    putAt(step);
    element("pose").value = step;
    soon();
  }
  element("play").addEventListener("click", event => {
    event.preventDefault();
    if (playing !== null) return stop();
    const last = steps.length - 1;
    if (given === null || given === last) goTo(0);
    element("play").textContent = "Stop";
    playing = setInterval(() => {
      goTo(given + 1);
      if (given === last) stop();
    }, PACE);
  });
  element("pose").addEventListener("input", event => {
    stop();
    goTo(+event.target.value);
  });
  element("level").addEventListener("input", event => {
    trees.level = +event.target.value;
    soon();
  });

  function pick(id) {
    picked = bodies.find(body => body.id === id);
    soon();
  }
  element("body").addEventListener("input", event => pick(+event.target.value));
  element("drag").addEventListener("change", event => {
    element("grab").style.display = event.target.checked ? "block" : "none";
  });
  element("back").addEventListener("click", () => {
    stop();
    engine.readScene(data.scene);
    if (steps.length > 0) goTo(0);
    soon();
  });
  element("save").addEventListener("click", () => {
    const link = document.createElement("a");
    const text = new Blob([savedScene(engine, data.saved[0])], { type: "application/json" });
    link.href = URL.createObjectURL(text);
    link.download = data.saved[1];
    link.click();
    URL.revokeObjectURL(link.href);
  });

  makeRoom();
  if (picked) {
    const hold = () => {
      const pose = engine.scenePoses()[picked.id];
      return { pose, about: place(pose, picked.middle) };
    };
    onDrag(element("grab"), room.size(), () => camera, hold, pose => {
      stop();
      given = null;
      engine.sceneSetPose(picked.id, pose);
      soon();
    });
  }

  const plot = await show();
  plot.on("plotly_relayout", change => {
    if (change["scene.camera"]) camera = change["scene.camera"];
  });
  plot.on("plotly_click", ({ points: [point] }) => {
    const body = drawn[point.curveNumber];
    if (body) pick(body.id);
  });
}
