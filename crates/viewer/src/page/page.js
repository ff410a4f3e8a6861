// What a page does: it shows a scene, moves bodies or joints by hand or along what is played, asks the
// engine which bodies collide, and colours what meets.
//
// All answers are the engine's (engine.js), which is as certain here as in the command: the page
// only places and draws.
"use strict";

const element = id => document.getElementById(id);

// What the relation of two meshes is called.
const RELATIONS = {
  separated: "B is free",
  touching: "B touches A, and touching counts as meeting",
  intersecting: "B meets A",
};

// Of more bodies the list and the names are cut off.
const MOST_LISTED = 500;

const KEYS = [
  ["drag", "turn the view; on a body: move it, or the joint of a link"],
  ["Shift + drag", "move along one axis alone"],
  ["Ctrl + drag, right drag", "on a body: turn it; elsewhere: shift the view"],
  ["wheel", "nearer or farther"],
  ["click", "pick a body"],
  ["o g m t d", "orbit, drag, move by handles, turn by handles, measure"],
  ["h 1 2 3", "home; along x, y, z"],
  ["x", "X-ray"], ["e", "edges"], ["n", "names"], ["l", "dark or light"],
  ["space", "play or stop"], ["← →", "a step back or on"],
  ["Esc", "pick nothing"], ["s", "save the scene"], ["p", "save a picture"], ["?", "these keys"],
];

class Page {
  constructor(data, meshes) {
    Object.assign(this, { data, meshes });
    document.title = data.title;
    element("title").textContent = data.title;
    this.view = new View(element("scene"));
    this.view.renderer.clippingPlanes = [];
    this.view.setLook(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  }

  // Shows the meshes where they are at first, before the engine has made their trees.
  drawFirst() {
    const scene = JSON.parse(this.data.scene);
    this.scene = scene;
    this.bodies = new Bodies(this.view, this.data, scene, this.meshes);
    this.#eachPart((body, n, { mesh, offset }) => {
      if (mesh) this.bodies.setPart(body, n, this.bodies.readyMesh(mesh.slice(1) - 1), offset);
    });
    this.bodies.setPoses(scene.bodies.map(({ pose }) => pose));
    this.view.resize();
    this.#settle();
  }

  #eachPart(call) {
    this.scene.bodies.forEach(({ model }, id) => this.scene.models[model].parts.forEach(
      (part, n) => call(this.bodies.all[id], n, part, model)));
  }

  #settle() {
    this.view.lookAt(this.bodies.boundsOfAll());
    this.view.layGround();
    this.view.draw();
  }

  // Makes the trees, and all that questions need.
  async startEngine(bytes) {
    const engine = this.engine = await Engine.load(bytes);
    this.meshes.slice(0, this.data.solid)
      .forEach(({ vertices, triangles }) => engine.body(vertices, triangles));
    if (this.data.robot) this.told = engine.readRobot(this.data.robot);
    else engine.readScene(this.data.scene);
    this.#eachPart((body, n, { mesh }, model) => {
      if (mesh) return;
      const ready = this.bodies.readyShape(`${model} ${n}`, () => engine.sceneOutline(body.id, n));
      this.bodies.setPart(body, n, ready);
    });
    const trees = this.scene.bodies.flatMap(({ model, enabled = true }, id) => enabled
      ? this.scene.models[model].parts.flatMap(({ mesh, offset = IDENTITY }) => mesh
        ? [{ body: this.bodies.all[id], mesh: +mesh.slice(1), offset }] : []) : []);
    this.trees = new Trees(engine, this.view, this.data.palette, trees);
    this.player = new Player(step => this.#goTo(step));
    this.tools = new Tools(this.view, this.bodies, {
      pose: body => this.poses[body.id],
      put: (body, pose) => this.put(body, pose),
      canMove: body => !this.robot?.links.has(body.id),
      hold: (body, point) => this.robot?.hold(body, point) ?? null,
      picked: body => this.#listPicked(body),
      say: text => { element("said").textContent = text; },
    });
    this.marks = new THREE.Group();
    this.view.scene.add(this.marks);
    this.#controls();
    if (this.told) {
      element("robot").hidden = false;
      this.robot = new RobotPanel(engine, this.told, this.data, this.view, this.bodies,
        this.player, problem => problem ? this.#fail(problem) : this.show());
      this.#addVisuals();
      this.robot.goTo(this.robot.q);
    } else this.show();
    this.#settle();
    this.bodies.addEdges();
    this.#playFirst();
    element("wait").textContent = "";
    this.view.soon();
  }

  #playFirst() {
    const { steps, paths } = this.data;
    if (steps.length > 0) this.player.load(steps.length, "pose");
    for (const [name] of paths) element("path").add(new Option(name));
    element("paths").hidden = paths.length < 2;
    element("path").addEventListener("input", () => {
      const [name, path] = paths[element("path").selectedIndex];
      this.robot.play(name, path);
    });
    if (paths.length > 0) {
      this.robot.play(...paths[0]);
      this.robot.goTo(paths[0][1][0]);
      this.robot.setEnd("start");
      this.robot.goTo(paths[0][1].at(-1));
      this.robot.setEnd("goal");
      this.player.set(0);
    }
  }

  #goTo(step) {
    if (this.isReplay) return this.show();
    if (this.robot) return this.robot.goTo(this.robot.steps[step]);
    for (const [body, pose] of this.data.steps[step]) this.engine.sceneSetPose(body, pose);
    this.show();
  }

  // Moves a body by hand.
  put(body, pose) {
    this.endReplay();
    this.player.leave();
    try {
      this.engine.sceneSetPose(body.id, pose);
    } catch (error) {
      return this.#fail(error.message);
    }
    this.#showSoon();
  }

  #showSoon() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.show();
    });
  }

  #fail(problem) {
    element("answer").textContent = problem;
    element("answer").className = "meets";
  }

  // Asks the engine, and shows where bodies are and what meets.
  show() {
    const { engine, bodies, trees, palette = this.data.palette } = this;
    this.poses = engine.scenePoses();
    this.found = engine.scenePairs();
    bodies.setPoses(this.poses);
    bodies.setMarks(this.found.marks);
    this.boxes = trees.draw(this.poses, this.isReplay ? this.player.step : null);
    this.marks.children.forEach(mark => { mark.geometry.dispose(); mark.material.dispose(); });
    this.marks.clear();
    if (this.nearLabel) this.view.removeLabel(this.nearLabel);
    this.nearLabel = this.near = null;
    this.contacts = element("contacts").checked ? engine.sceneContacts() : [];
    if (this.contacts.length > 0) {
      const points = this.contacts.filter(([from, to]) => from.every((x, k) => x === to[k]));
      this.marks.add(linesOf(this.contacts, palette.contact, true));
      if (points.length > 0) this.marks.add(dotsOf(points.map(([at]) => at), palette.contact, 6));
    }
    if (element("closest").checked) this.#showNearest();
    this.#say();
    this.tools.showHandles();
    this.view.soon();
  }

  #showNearest() {
    const near = this.near = this.engine.sceneNearest();
    if (!near || !Number.isFinite(near.points[0][0])) return;
    this.marks.add(linesOf([near.points], this.data.palette.closest, true));
    this.marks.add(dotsOf(near.points, this.data.palette.closest, 8));
    const middle = times(0.5, plus(...near.points));
    if (near.upper > 0) this.nearLabel = this.view.addLabel(short(near.upper), middle, "near");
  }

  // The answer in words.
  #say() {
    const { pairs } = this.found, count = pairs.length;
    const isPlain = !this.robot && this.data.command.kind === "pair";
    const relation = isPlain && this.trees.isPair ? this.trees.relation(this.poses) : null;
    const isFree = count === 0;
    const words = relation ? RELATIONS[relation] : isFree ? "nothing collides"
      : count === 1 ? "1 pair collides:" : `${count} pairs collide:`;
    element("answer").textContent = isPlain && !relation && isFree ? "" : words;
    element("answer").className = isFree ? "" : "meets";
    const name = id => this.bodies.all[id].name;
    element("pairs").replaceChildren(...(relation ? [] : pairs.slice(0, MOST_LISTED)).map(pair => {
      const item = document.createElement("li");
      item.textContent = pair.map(name).join(" and ");
      item.addEventListener("click", () => this.tools.pick(this.bodies.all[pair[0]]));
      return item;
    }));
    const { near } = this;
    element("nearest").textContent = !near ? "" : near.upper === 0 ? ""
      : `nearest: ${near.bodies.map(name).join(" and ")}, ${near.upper.toPrecision(6)} apart`;
    const collide = new Set(pairs.flat());
    for (const { item, id } of this.items) item.classList.toggle("meets", collide.has(id));
    this.robot?.mark(collide);
    element("level-name").textContent = this.trees.level < 0 ? "none" : `level ${this.trees.level}`;
    if (this.isReplay) this.#sayStep();
    this.#labels(collide);
    element("command").textContent = this.command();
  }

  #sayStep() {
    const [inA, inB, outcome] = this.trees.steps[this.player.step];
    element("said").textContent = `boxes ${inA} of A and ${inB} of B ${
      ["overlap: their children are next", "are separated", "overlap, and are leaves"][outcome]}`;
  }

  // Names beside bodies, of those that collide in red; without a wish for all of those alone, in a
  // robot's page.
  #labels(collide) {
    this.names?.forEach(label => this.view.removeLabel(label));
    const isAll = element("names").checked, isSome = this.robot !== undefined;
    const shown = this.bodies.all.filter(({ id, enabled, bounds }) =>
      enabled && !bounds.isEmpty && (isAll || isSome && collide.has(id)));
    this.names = shown.slice(0, MOST_LISTED).map(({ id, name, bounds, pose }) =>
      this.view.addLabel(name, place(pose, bounds.middle), collide.has(id) ? "meets" : ""));
  }

  #controls() {
    const { view, bodies, data } = this;
    const on = (id, call) => element(id).addEventListener("input", () => call(element(id)));
    on("xray", ({ checked }) => { bodies.isXray = checked; bodies.shine(); });
    on("opacity", ({ value }) => { bodies.opacity = +value; bodies.shine(); });
    on("edges", ({ checked }) => { bodies.showEdges(checked); view.soon(); });
    for (const id of ["names", "contacts", "closest"]) on(id, () => this.show());
    element("contacts").checked = data.contacts;
    element("closest").checked = data.closest;
    on("section", () => this.#cut());
    on("cut", () => this.#cut());
    on("level", ({ value }) => { this.endReplay(); this.trees.level = +value; this.show(); });
    element("level").max = this.trees.deepest;
    element("level").value = this.trees.level;
    element("levels").hidden = this.trees.deepest < 0;
    element("replay").hidden = !this.trees.isPair;
    element("replay").addEventListener("click", () => this.replay());
    for (const button of document.querySelectorAll("[data-tool]")) {
      button.addEventListener("click", () => this.setTool(button.dataset.tool));
    }
    this.setTool("move");
    const click = (id, call) => element(id).addEventListener("click", call);
    click("home", () => view.lookAt(bodies.boundsOfAll()));
    click("back", () => this.putBack());
    click("save", () => download(data.saved, new Blob([this.sceneFile()])));
    click("png", () => this.savePicture());
    click("copy", () => navigator.clipboard?.writeText(this.command()));
    click("look", () => this.toggleLook());
    click("ask", () => { element("help").hidden = !element("help").hidden; });
    click("help", () => { element("help").hidden = true; });
    this.#help();
    this.#list();
    window.addEventListener("keydown", event => this.#key(event));
    this.toggleLook(view.look);
  }

  toggleLook(look = this.view.look === "light" ? "dark" : "light") {
    this.view.setLook(look);
    this.bodies.edge.color.set(LOOKS[look].edge);
    element("look").textContent = look === "light" ? "Dark" : "Light";
  }

  setTool(tool) {
    this.tools.setTool(tool);
    for (const button of document.querySelectorAll("[data-tool]")) {
      button.setAttribute("aria-pressed", button.dataset.tool === tool);
    }
  }

  // What is on one side of a plane is left out.
  #cut() {
    const axis = element("section").value, { low, high } = this.view.bounds;
    element("cut").hidden = axis === "";
    this.view.renderer.clippingPlanes = [];
    if (axis) {
      const k = "xyz".indexOf(axis.at(-1)), sign = axis.startsWith("-") ? -1 : 1;
      const at = low[k] + element("cut").value * (high[k] - low[k]);
      const normal = new THREE.Vector3().setComponent(k, -sign);
      this.view.renderer.clippingPlanes = [new THREE.Plane(normal, sign * at)];
    }
    this.view.soon();
  }

  // The search of two trees, step by step.
  replay() {
    const count = this.trees.search(this.poses);
    this.isReplay = true;
    this.player.load(count, "test of boxes");
  }

  endReplay() {
    if (!this.isReplay) return;
    this.isReplay = false;
    this.trees.steps = null;
    element("said").textContent = "";
    this.player.load(this.data.steps.length, "pose");
  }

  putBack() {
    this.endReplay();
    this.player.stop();
    if (this.robot) {
      this.scene.bodies.forEach(({ pose, parent }, id) => {
        if (!this.robot.links.has(id) && !parent) this.engine.sceneSetPose(id, pose);
      });
      this.robot.goTo(this.data.start ?? this.robot.q.map(() => 0));
      return;
    }
    this.engine.readScene(this.data.scene);
    if (this.data.steps.length > 0) this.player.set(0);
    else this.show();
  }

  sceneFile() {
    const names = this.robot && [...this.robot.links].map(id => this.bodies.all[id].name);
    return sceneFile(this.engine, this.data, this.meshes, names);
  }

  command() {
    return commandLine(this.data.command, { poses: this.poses, joints: this.robot?.q,
      sceneName: this.data.saved, bodies: this.bodies.all.length });
  }

  savePicture() {
    this.view.draw();
    this.view.canvas.toBlob(blob => download(this.data.saved.replace(/\.json$/, ".png"), blob));
  }

  #addVisuals() {
    const { visuals } = this.data.robot;
    if (visuals.length === 0) return;
    const looks = this.told.links.map(([, body]) => this.bodies.all[body]);
    for (const [link, mesh, offset, color] of visuals) {
      const ready = this.bodies.readyMesh(mesh);
      const object = new THREE.Mesh(ready.geometry, new THREE.MeshLambertMaterial(
        { color: color ?? "#d5d9dd", flatShading: true, side: THREE.DoubleSide }));
      object.matrixAutoUpdate = false;
      object.matrix = matrixOf(offset).multiply(new THREE.Matrix4().setPosition(...ready.middle));
      object.visible = false;
      object.raycast = () => {};
      looks[link].group.add(object);
      (looks[link].visuals ??= []).push(object);
      // A link without collision elements has a look all the same.
      looks[link].group.visible = true;
    }
    element("visuals").hidden = false;
    element("visual").addEventListener("input", ({ target }) => this.showVisuals(target.checked));
  }

  // The visual meshes in place of those that are checked; what collides is red in either.
  showVisuals(isVisual) {
    for (const { visuals, parts } of this.bodies.all) {
      if (!visuals) continue;
      visuals.forEach(object => { object.visible = isVisual; });
      parts.forEach(({ object }) => { object.visible = !isVisual; });
    }
    this.bodies.showEdges(!isVisual && element("edges").checked);
    this.view.soon();
  }

  #list() {
    this.items = this.bodies.all.filter(({ enabled }) => enabled).slice(0, MOST_LISTED).map(body => {
      const item = document.createElement("li");
      item.innerHTML = `<i></i><span></span><input type="checkbox" checked title="shown">`;
      item.firstChild.style.background = body.colour;
      item.children[1].textContent = body.name;
      item.children[2].addEventListener("input", ({ target }) => {
        body.group.visible = target.checked;
        this.view.soon();
      });
      item.addEventListener("click", ({ target }) => {
        if (target.tagName !== "INPUT") this.tools.pick(body);
      });
      return { item, id: body.id };
    });
    element("bodies").replaceChildren(...this.items.map(({ item }) => item));
  }

  #listPicked(body) {
    for (const { item, id } of this.items) item.classList.toggle("picked", id === body?.id);
    this.items.find(({ id }) => id === body?.id)?.item.scrollIntoView({ block: "nearest" });
    this.view.soon();
  }

  #help() {
    const table = document.createElement("table");
    for (const [key, what] of KEYS) table.insertRow().append(...[key, what].map(text => {
      const cell = document.createElement("td");
      cell.textContent = text;
      return cell;
    }));
    element("help").replaceChildren(table);
  }

  #key(event) {
    if (/INPUT|SELECT|TEXTAREA/.test(event.target.tagName) && event.key !== "Escape"
      && event.target.type !== "range" && event.target.type !== "checkbox") return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const check = id => () => element(id).click();
    const step = by => () => this.player.count > 1 && this.player.set(
      Math.min(Math.max((this.player.step ?? 0) + by, 0), this.player.count - 1));
    const from = (azimuth, elevation) => () =>
      this.view.lookAt(this.bodies.boundsOfAll(), azimuth, elevation);
    const act = {
      o: () => this.setTool("orbit"), g: () => this.setTool("move"),
      m: () => this.setTool("handles"), t: () => this.setTool("turn"),
      d: () => this.setTool("measure"), h: check("home"), x: check("xray"), e: check("edges"),
      n: check("names"), l: check("look"), s: check("save"), p: check("png"), "?": check("ask"),
      1: from(0, 0), 2: from(-90, 0), 3: from(-90, 89.9),
      " ": () => this.player.toggle(), ArrowLeft: step(-1), ArrowRight: step(1),
      Escape: () => { this.tools.pick(null); element("help").hidden = true; },
    }[event.key];
    const isOwn = event.target.type === "range" && event.key.startsWith("Arrow");
    if (!act || isOwn) return;
    event.preventDefault();
    act();
  }
}

async function start() {
  const from = performance.now(), times = {};
  const said = element("wait");
  try {
    // The library is a script like others.
    const script = document.createElement("script");
    script.textContent = new TextDecoder().decode(await unpacked("block-three"));
    document.head.append(script);
    const data = JSON.parse(new TextDecoder().decode(await unpacked("block-data")));
    const page = new Page(data, meshesIn(await unpacked("block-meshes")));
    window.page = page;
    page.drawFirst();
    times.drawn = performance.now() - from;
    said.textContent = "building trees ...";
    await new Promise(done => setTimeout(done, 0));
    await page.startEngine(await unpacked("block-engine"));
    times.answered = performance.now() - from;
    page.times = times;
  } catch (error) {
    said.textContent = `this page does not run in this browser: ${error.message}`;
    throw error;
  }
}
