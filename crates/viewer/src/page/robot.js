// The robot of a page: a slider for each joint, groups and named states, start and goal, a plan, and
// paths of which each piece is certified or refuted.
"use strict";

// Pieces of a path that is played, each proven or refuted on its own.
const PIECES = 120;

// Between which values a slider goes: turns without limits a whole one, slides without limits 1.
function rangeOf({ kind, limits }) {
  const turns = kind === "continuous" || kind === "revolute";
  const wide = turns ? [-Math.PI, Math.PI] : [-1, 1];
  const [low, high] = limits ?? wide;
  return [Number.isFinite(low) ? low : high - wide[1] * 2, Number.isFinite(high) ? high
    : low + wide[1] * 2];
}

// So many configurations along a path, evenly by the length of its lines, corners among them.
function along(path, count) {
  const length = (a, b) => Math.hypot(...a.map((x, k) => x - b[k]));
  const lengths = path.slice(1).map((q, n) => length(q, path[n]));
  const total = lengths.reduce((sum, x) => sum + x, 0) || 1;
  const steps = [path[0]];
  lengths.forEach((of, n) => {
    const pieces = Math.max(1, Math.round(count * of / total));
    for (let k = 1; k <= pieces; k++) {
      steps.push(k === pieces ? path[n + 1]
        : path[n].map((x, i) => x + k / pieces * (path[n + 1][i] - x)));
    }
  });
  return steps;
}

class RobotPanel {
  // `show` draws anew after the joints moved.
  constructor(engine, told, data, view, bodies, player, show) {
    Object.assign(this, { engine, told, data, view, bodies, player, show });
    this.links = new Set(told.links.map(([, body]) => body));
    this.joints = told.joints;
    const dof = this.joints.reduce((sum, { values }) => sum + values, 0);
    this.q = data.start ?? new Array(dof).fill(0);
    if (!data.start) {
      for (const { kind, first } of this.joints) if (kind === "floating") this.q[first + 6] = 1;
    }
    this.group = null;
    this.#sliders();
    this.#choices();
    this.ghosts = {};
    this.ends = { start: null, goal: null };
    for (const end of ["start", "goal"]) {
      element(`set-${end}`).addEventListener("click", () => this.setEnd(end));
      element(`go-${end}`).addEventListener("click", () => this.ends[end] && this.goTo(this.ends[end]));
    }
    element("plan").addEventListener("click", () => this.plan());
  }

  #sliders() {
    const list = element("joints");
    this.rows = [];
    for (const joint of this.joints) {
      const [low, high] = rangeOf(joint);
      for (let k = 0; k < joint.values; k++) {
        const isOne = joint.values === 1, value = joint.first + k;
        const row = document.createElement("label");
        row.className = "joint";
        const name = isOne ? joint.name : `${joint.name} [${k}]`;
        const span = isOne ? [low, high] : [-1, 1];
        row.innerHTML = `<span class="name"></span><input class="number" type="number" step="any">
          <input type="range" step="any"><span class="limits"><span></span><span></span></span>`;
        row.querySelector(".name").textContent = name;
        row.querySelector(".name").title = `${name}, ${joint.kind}`;
        const [number, slider] = row.querySelectorAll("input");
        [slider.min, slider.max] = span;
        slider.id = `joint-${value}`;
        const ends = row.querySelectorAll(".limits span");
        const said = joint.limits && isOne ? joint.limits.map(short) : ["no limit", ""];
        ends.forEach((end, n) => { end.textContent = said[n]; });
        const put = text => {
          const x = Number(text);
          if (!Number.isFinite(x)) return;
          this.player.leave();
          this.goTo(this.q.map((old, n) => n === value ? x : old));
        };
        slider.addEventListener("input", () => put(slider.value));
        number.addEventListener("change", () => put(number.value));
        list.append(row);
        this.rows.push({ row, number, slider, value, joint });
      }
    }
    this.rows.sort((a, b) => a.value - b.value);
  }

  #choices() {
    const { states, groups } = this.told;
    const fill = (id, names) => names.forEach((name, n) => element(id).add(new Option(name, n)));
    fill("state", states.map(([name]) => name));
    fill("group", groups.map(([name]) => name));
    element("states").hidden = states.length === 0;
    element("groups").hidden = groups.length === 0;
    element("state").addEventListener("input", event => {
      const chosen = states[event.target.value];
      if (!chosen) return;
      this.player.leave();
      this.goTo(chosen[1]);
      event.target.value = "";
    });
    element("group").addEventListener("input", event => this.setGroup(groups[event.target.value]));
  }

  // The joints of a group alone are shown and planned for.
  setGroup(group) {
    this.group = group ? group[1] : null;
    for (const { row, joint } of this.rows) {
      row.hidden = this.group !== null && !this.group.includes(joint.number);
    }
  }

  // Moves the joints, to values that the engine takes.
  goTo(q) {
    try {
      this.engine.setJoints(q);
    } catch (error) {
      this.show(error.message);
      return;
    }
    this.q = q;
    for (const { number, slider, value } of this.rows) {
      slider.value = q[value];
      if (document.activeElement !== number) number.value = short(q[value]);
    }
    this.show();
  }

  // Red are the sliders of joints that move a link which collides.
  mark(bodiesThatCollide) {
    for (const { row, joint } of this.rows) {
      const [, body] = this.told.links[joint.child];
      row.classList.toggle("meets", bodiesThatCollide.has(body));
    }
  }

  // What a drag of a link does: its joint follows the pointer. Null for what no joint moves.
  hold(body, point) {
    const link = this.told.links.findIndex(([, of]) => of === body.id);
    const joint = this.#jointOf(link);
    if (!joint || joint.values !== 1) return null;
    const pose = this.bodies.all[this.told.links[joint.child][1]].pose;
    const [axis, at, q] = [unit(rotate(pose, joint.axis)), column(pose, 3), this.q];
    const normal = new THREE.Vector3(...axis);
    const isSlide = joint.kind === "prismatic";
    const eye = this.view.camera.getWorldDirection(new THREE.Vector3());
    const isSteep = Math.abs(eye.dot(normal)) < 0.15;
    const facing = isSlide || isSteep ? eye : normal;
    const plane = new THREE.Plane().setFromNormalAndCoplanarPoint(facing,
      new THREE.Vector3(...point));
    const from = minus(point, at), flat = v => minus(v, times(dot(v, axis), axis));
    return ray => {
      const hit = ray.intersectPlane(plane, new THREE.Vector3())?.toArray();
      if (!hit) return;
      const by = minus(hit, point), [a, b] = [flat(from), flat(minus(hit, at))];
      const around = cross(axis, unit(from));
      const change = isSlide ? dot(by, axis)
        : isSteep ? dot(by, unit(around)) / (Math.hypot(...a) || 1)
          : Math.atan2(dot(axis, cross(a, b)), dot(a, b));
      const [low, high] = joint.limits ?? [-Infinity, Infinity];
      const value = Math.min(Math.max(q[joint.first] + change, low), high);
      this.player.leave();
      this.goTo(this.q.map((old, n) => n === joint.first ? value : old));
    };
  }

  // The joint that moves a link, over links that are fixed to it.
  #jointOf(link) {
    const own = this.joints.find(({ child }) => child === link);
    if (own || link < 0) return own;
    const parent = this.told.parents[link];
    return parent === null ? undefined : this.#jointOf(parent);
  }

  setEnd(end) {
    this.ends[end] = this.q.slice();
    element(`go-${end}`).disabled = false;
    element("plan").disabled = !(this.ends.start && this.ends.goal);
    this.#ghost(end, end === "start" ? "#4f86b8" : "#5d9a58");
  }

  // The robot as it is now, pale.
  #ghost(end, color) {
    this.ghosts[end]?.removeFromParent();
    const ghost = this.ghosts[end] = new THREE.Group();
    const material = new THREE.MeshLambertMaterial(
      { color, transparent: true, opacity: 0.25, depthWrite: false, flatShading: true });
    for (const { id, group, parts } of this.bodies.all) {
      const link = this.told.links.findIndex(([, body]) => body === id);
      if (!this.#jointOf(link)) continue; // nothing moves it
      for (const { object } of parts) {
        const copy = new THREE.Mesh(object.geometry, material);
        copy.matrixAutoUpdate = false;
        copy.matrix.copy(group.matrix).multiply(object.matrix);
        copy.raycast = () => {};
        ghost.add(copy);
      }
    }
    this.view.scene.add(ghost);
    this.view.soon();
  }

  plan() {
    const { start, goal } = this.ends;
    element("plan-said").textContent = "searching ...";
    // After the words are drawn.
    setTimeout(() => {
      try {
        const from = performance.now();
        const path = this.engine.plan(start, goal, this.group ?? []);
        const ms = performance.now() - from;
        this.play("plan", path);
        element("plan-said").textContent = `${path.length} corners, ${this.verdict()}, ${short(
          Math.round(ms))} ms`;
      } catch (error) {
        element("plan-said").textContent = error.message;
      }
    }, 30);
  }

  // Plays a path: each piece of it is proven free, or refuted, or neither.
  play(name, path) {
    const q = this.q;
    this.steps = along(path, PIECES);
    this.pieces = this.steps.slice(1).map((q, n) => this.engine.sweep(this.steps[n], q));
    const colours = { free: "#3c9a4e", contact: this.data.palette.meeting, undecided: "#e0a020" };
    const stops = this.pieces.flatMap((verdict, n) => {
      const at = k => `${colours[verdict]} ${100 * k / this.pieces.length}%`;
      return [at(n), at(n + 1)];
    });
    this.#trail(colours);
    this.player.load(this.steps.length, name);
    element("track").style.background = `linear-gradient(90deg, ${stops.join(", ")})`;
    if (this.steps.length === 0) this.goTo(q);
  }

  // Where the last link goes, in the colours of the pieces.
  #trail(colours) {
    this.trail?.removeFromParent();
    this.trail = new THREE.Group();
    const tip = this.told.links[this.#tip()][1];
    const at = this.steps.map(q => {
      this.engine.setJoints(q);
      return place(this.engine.scenePoses()[tip], this.bodies.all[tip].bounds.middle);
    });
    for (const [verdict, colour] of Object.entries(colours)) {
      const pieces = this.pieces.flatMap((of, n) => of === verdict ? [[at[n], at[n + 1]]] : []);
      if (pieces.length > 0) this.trail.add(linesOf(pieces, colour, true));
    }
    this.view.scene.add(this.trail);
  }

  // The last link with a shape that moves along what is played.
  #tip() {
    const moves = this.joints.filter(({ first, values }) => this.steps.some(q =>
      q.slice(first, first + values).some((x, k) => x !== this.steps[0][first + k])));
    const below = link => {
      const children = this.told.parents.flatMap((parent, n) => parent === link ? [n] : []);
      return children.length ? below(children[0]) : link;
    };
    const last = moves.at(-1)?.child ?? 0;
    let tip = below(last);
    while (tip !== last && this.bodies.all[this.told.links[tip][1]].parts.length === 0) {
      tip = this.told.parents[tip];
    }
    return tip;
  }

  // What the pieces of the path say together.
  verdict() {
    const count = what => this.pieces.filter(of => of === what).length;
    if (count("free") === this.pieces.length) return "proven free";
    return [["contact", "refuted"], ["undecided", "not proven"]].filter(([what]) => count(what) > 0)
      .map(([what, said]) => `${count(what)} of ${this.pieces.length} pieces ${said}`).join(", ");
  }
}
