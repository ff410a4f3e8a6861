// What the page of `obbtree scene FILE view` does: it moves the body that is picked, asks the engine
// about the whole scene, and marks what meets.
//
// All answers are the engine's (engine.js): those of `obbtree scene FILE check` for the same poses.
"use strict";

// The enabled bodies, each with its triangles, part after part, in its own frame.
function bodiesOf(engine, scene) {
  const bodies = scene.bodies.map(({ name, model, enabled = true }, id) => {
    const parts = scene.models[model].parts.map((_, part) => engine.sceneOutline(id, part));
    const corners = parts.flatMap(part => Array.from(part));
    const counts = parts.map(part => part.length / 9);
    return { id, name, enabled, corners, counts, middle: middleOf(corners) };
  });
  return bodies.filter(body => body.enabled);
}

// The colours of a body's triangles, by the marks of the last question.
function coloursOf(body, marks, colour) {
  const colours = body.counts.map(count => new Array(count).fill(colour));
  for (const [id, part, triangle] of marks) {
    if (id !== body.id) continue;
    if (triangle === Engine.WHOLE) colours[part].fill(RED);
    else colours[part][triangle] = RED;
  }
  return colours.flat();
}

// Where a body's corners are; kept until its pose changes.
function cornersAt(body, pose) {
  if (body.at && pose.every((x, k) => x === body.at.pose[k])) return body.at;
  const at = { pose, x: [], y: [], z: [] };
  for (let i = 0; i < body.corners.length; i += 3) {
    const [x, y, z] = place(pose, body.corners.slice(i, i + 3));
    at.x.push(x);
    at.y.push(y);
    at.z.push(z);
  }
  return body.at = at;
}

// A body for the renderer.
function trace(body, pose, marks, colour) {
  const { x, y, z } = cornersAt(body, pose);
  const corner = first => Array.from({ length: body.corners.length / 9 }, (_, n) => 3 * n + first);
  return { type: "mesh3d", name: body.name, showlegend: true, hoverinfo: "name", flatshading: true,
    color: colour, facecolor: coloursOf(body, marks, colour), x, y, z,
    i: corner(0), j: corner(1), k: corner(2), lighting: LIGHTING };
}

// The diagonal of the bounds of all that is drawn, for the pace of dragging.
function sizeOf(bodies, poses) {
  const [low, high] = [[Infinity, Infinity, Infinity], [-Infinity, -Infinity, -Infinity]];
  for (const { id, corners } of bodies) {
    for (let i = 0; i < corners.length; i += 3) {
      place(poses[id], corners.slice(i, i + 3)).forEach((x, k) => {
        low[k] = Math.min(low[k], x);
        high[k] = Math.max(high[k], x);
      });
    }
  }
  return low[0] > high[0] ? 1 : Math.hypot(...high.map((x, k) => x - low[k]));
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
  let engine;
  try {
    engine = await Engine.load(Uint8Array.from(atob(engineBytes), c => c.charCodeAt(0)));
    engine.readScene(data.scene);
  } catch (error) {
    answer.textContent = `the engine does not run in this browser: ${error.message}`;
    return;
  }
  const scene = JSON.parse(data.scene);
  const bodies = bodiesOf(engine, scene);
  const drawn = bodies.filter(body => body.corners.length > 0);
  const size = sizeOf(drawn, engine.scenePoses());
  let camera = { eye: { x: 1.1, y: -1.6, z: 0.9 }, up: { x: 0, y: 0, z: 1 } };
  let picked = drawn[0] || bodies[0];

  for (const body of bodies) element("body").add(new Option(body.name, body.id));

  function show() {
    const [poses, found] = [engine.scenePoses(), engine.sceneAsk()];
    const traces = drawn.map((body, n) =>
      trace(body, poses[body.id], found.marks, body === picked ? PICKED : BODIES[n % 2]));
    const layout = { margin: { l: 0, r: 0, t: 0, b: 0 }, uirevision: "camera",
      legend: { x: 0, y: 1 }, scene: { aspectmode: "data", camera } };
    const done = Plotly.react(element("scene"), traces, layout,
      { displayModeBar: false, responsive: true });
    const count = found.pairs.length;
    answer.textContent = count === 0 ? "nothing collides"
      : count === 1 ? "1 pair collides:" : `${count} pairs collide:`;
    answer.className = count === 0 ? "" : "meets";
    element("pairs").replaceChildren(...found.pairs.map(pair => {
      const item = document.createElement("li");
      item.textContent = pair.map(id => scene.bodies[id].name).join(" and ");
      return item;
    }));
    if (picked) element("body").value = picked.id;
    return done;
  }

  // One drawing a frame, however fast the events come.
  let waiting = false;
  function soon() {
    if (waiting) return;
    waiting = true;
    setTimeout(() => { waiting = false; show(); }, 16);
  }

  function pick(id) {
    picked = bodies.find(body => body.id === id);
    soon();
  }
  element("body").addEventListener("input", event => pick(+event.target.value));
  element("drag").addEventListener("change", event => {
    element("grab").style.display = event.target.checked ? "block" : "none";
  });
  element("back").addEventListener("click", () => {
    engine.readScene(data.scene);
    soon();
  });
  element("save").addEventListener("click", () => {
    const link = document.createElement("a");
    const text = new Blob([savedScene(engine, data.named)], { type: "application/json" });
    link.href = URL.createObjectURL(text);
    link.download = data.file;
    link.click();
    URL.revokeObjectURL(link.href);
  });

  function hold() {
    const pose = engine.scenePoses()[picked.id];
    return { pose, about: place(pose, picked.middle) };
  }
  if (picked) {
    onDrag(element("grab"), size, () => camera, hold, pose => {
      engine.sceneSetPose(picked.id, pose);
      soon();
    });
  }

  const plot = await show();
  plot.on("plotly_relayout", change => {
    if (change["scene.camera"]) camera = change["scene.camera"];
  });
  plot.on("plotly_click", ({ points: [point] }) => pick(drawn[point.curveNumber].id));
}
