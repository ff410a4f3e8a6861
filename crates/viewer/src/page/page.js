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

const REVIEW_KEYS = [
  ["↑ ↓", "to the clash before or after"], ["a r u", "accepted, resolved, open again"],
  ["c", "to the comment"], ["f", "to the text that is looked for"], ["w", "save the states"],
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
    this.poses = engine.scenePoses();
    this.#eachPart((body, n, { mesh }, model) => {
      if (mesh) return;
      const ready = this.bodies.readyShape(`${model} ${n}`, () => engine.sceneOutline(body.id, n));
      this.bodies.setPart(body, n, ready);
    });
    const isReview = this.data.review !== null;
    const trees = isReview ? [] : this.scene.bodies.flatMap(({ model, enabled = true }, id) => enabled
      ? this.scene.models[model].parts.flatMap(({ mesh, offset = IDENTITY }) => mesh
        ? [{ body: this.bodies.all[id], mesh: +mesh.slice(1), offset }] : []) : []);
    this.trees = new Trees(engine, this.view, this.data.palette, trees);
    this.player = new Player(step => this.#goTo(step));
    this.tools = new Tools(this.view, this.bodies, {
      pose: body => this.poses[body.id],
      put: (body, pose) => this.put(body, pose),
      canMove: body => this.#canMove(body),
      hold: (body, point) => this.robot?.hold(body, point) ?? null,
      picked: body => this.#listPicked(body),
      say: text => { element("said").textContent = text; },
    });
    this.marks = new THREE.Group();
    this.view.scene.add(this.marks);
    if (isReview) this.#startReview();
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
    // A link may name a clash behind #.
    const goToNamed = () => {
      const named = this.review?.all.find(({ guid }) => guid === location.hash.slice(1));
      if (named) this.review.select(named);
    };
    window.addEventListener("hashchange", goToNamed);
    goToNamed();
    element("wait").textContent = "";
    this.view.soon();
  }

  #playFirst() {
    const { paths } = this.data;
    this.#loadSteps();
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

  #loadSteps() {
    const { steps, review } = this.data;
    const say = review && (step => `time ${short(review.times[step])}`);
    if (steps.length > 0) this.player.load(steps.length, "pose", say ?? undefined);
  }

  #goTo(step) {
    if (this.isReplay) return this.show();
    if (this.robot) return this.robot.goTo(this.robot.steps[step]);
    for (const [body, pose] of this.data.steps[step]) this.#setPose(body, pose);
    this.chart?.show(this.data.review.times[step]);
    this.show();
  }

  #setPose(body, pose) {
    this.poses[body] = pose;
    const number = this.tested ? this.tested.indexOf(body) : body;
    if (number >= 0) this.engine.sceneSetPose(number, pose);
  }

  // The clashes of a study: the engine is queried about the two bodies of the selected one alone.
  #startReview() {
    const { data, bodies } = this;
    document.body.classList.add("review");
    this.tested = [];
    const review = { ...data.review, colours: data.palette.pair };
    this.review = new Review(review, bodies, { select: one => this.#showClash(one) });
    element("clash").prepend(element("answer"), element("nearest"), element("said"));
    for (const button of document.querySelectorAll("[data-tab]")) {
      button.addEventListener("click", () => this.setTab(button.dataset.tab));
    }
    this.setTab("clashes");
    element("others").addEventListener("input", ({ target }) => {
      bodies.others = target.value;
      bodies.shine();
    });
    if (data.steps.length > 0) {
      element("chart").hidden = false;
      element("chart").prepend(element("poses"));
      this.chart = new Chart(this.review, { goTo: time => this.player.set(this.#stepAt(time)) });
    }
  }

  setTab(tab) {
    document.body.dataset.shows = tab;
    for (const button of document.querySelectorAll("[data-tab]")) {
      button.setAttribute("aria-selected", button.dataset.tab === tab);
    }
  }

  // The step whose time is the nearest.
  #stepAt(time) {
    const { times } = this.data.review;
    let [from, to] = [0, times.length - 1];
    while (to - from > 1) {
      const middle = from + to >> 1;
      if (times[middle] <= time) from = middle;
      else to = middle;
    }
    return time - times[from] <= times[to] - time ? from : to;
  }

  // From now on the engine is queried about these bodies alone, where they are.
  #test(ids) {
    this.tested = ids;
    if (ids.length > 0) this.#readTested((part, model) => this.scene.models[model].parts[part]);
  }

  // Gives the engine the bodies that are tested, of parts by their numbers and those of models.
  #readTested(partOf) {
    const { format, bodies, models } = this.scene;
    const of = this.tested.map(id => ({ id, ...bodies[id] }));
    this.engine.readScene(JSON.stringify({
      format,
      models: of.map(({ model }) => ({
        parts: models[model].parts.map((_, part) => partOf(part, model)).filter(part => part),
      })),
      bodies: of.map(({ id, name }, n) => ({ name, model: n, pose: this.poses[id] })),
    }));
  }

  // The lines along which the drawn triangles meet, of shapes, too: these become meshes for that.
  #linesOfTested() {
    this.outlines ??= new Map();
    const isDrawn = ({ parts }) => parts.some(({ object }) => object.geometry.index.count > 0);
    if (!this.tested.every(id => isDrawn(this.bodies.all[id]))) return []; // unbounded shapes
    this.#readTested((part, model) => {
      const { mesh, offset } = this.scene.models[model].parts[part], key = `${model} ${part}`;
      if (mesh) return { mesh, offset };
      if (!this.outlines.has(key)) {
        const { vertices, triangles } = this.bodies.drawn.get(key);
        const number = triangles.length > 0 ? this.engine.body(vertices, triangles) : null;
        this.outlines.set(key, number);
      }
      const number = this.outlines.get(key);
      return number && { mesh: `#${number}` };
    });
    const lines = this.engine.sceneContacts();
    this.#test(this.tested);
    return lines;
  }

  // Flies to a clash, with both bodies before the others.
  #showClash(one) {
    const { bodies } = this, ids = one?.ids ?? [];
    bodies.focus = one && ids.map(id => bodies.all[id]);
    this.isMoved = false;
    if (this.chart && one) {
      const { contacts, undecided, closest } = one.clash;
      const time = contacts[0]?.first[1] ?? undecided?.[0][0] ?? closest.time;
      this.player.stop();
      for (const [body, pose] of this.data.steps[this.#stepAt(time)]) this.poses[body] = pose;
      this.#test(ids);
      this.player.set(this.#stepAt(time));
    } else {
      this.#test(ids);
      this.show();
    }
    if (one) this.view.flyTo(...this.#placeOf(one));
  }

  // The middle of where a clash is, and how much around it is shown.
  #placeOf({ clash, ids }) {
    const radius = Math.min(...ids.map(id => this.bodies.all[id].bounds.radius));
    if (clash.bounds) {
      const [low, high] = clash.bounds;
      const around = 0.5 * Math.hypot(...minus(high, low));
      return [times(0.5, plus(low, high)), Math.max(clash.reach, around) || radius];
    }
    const middle = clash.contacts[0]?.point
      ?? (clash.closest && times(0.5, plus(...clash.closest.points)));
    const [id] = ids.slice().sort((a, b) =>
      this.bodies.all[a].bounds.radius - this.bodies.all[b].bounds.radius);
    return [middle ?? place(this.poses[id], this.bodies.all[id].bounds.middle), radius];
  }

  // In a review those of the selected clash, if they go alone.
  #canMove({ id }) {
    if (!this.review) return !this.robot?.links.has(id);
    const carries = this.scene.bodies.some(({ parent }) =>
      parent?.name === this.scene.bodies[id].name);
    return this.tested.includes(id) && !this.scene.bodies[id].parent && !carries;
  }

  // Moves a body by hand.
  put(body, pose) {
    this.endReplay();
    this.player.leave();
    this.isMoved = true;
    try {
      this.#setPose(body.id, pose);
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
    const { engine, bodies, trees, tested, palette = this.data.palette } = this;
    const isTested = tested?.length !== 0;
    if (!tested) this.poses = engine.scenePoses();
    this.found = isTested ? engine.scenePairs() : { pairs: [], marks: [] };
    if (tested) this.#ofTested(this.found);
    bodies.setPoses(this.poses);
    this.contacts = !isTested || !element("contacts").checked ? []
      : tested ? this.#linesOfTested() : engine.sceneContacts();
    // Of a pair the lines say where it meets; triangles would be red as far as they reach.
    const isBare = tested && this.contacts.length > 0;
    bodies.setMarks(isBare ? [] : this.found.marks);
    this.boxes = trees.draw(this.poses, this.isReplay ? this.player.step : null);
    this.marks.children.forEach(mark => { mark.geometry.dispose(); mark.material.dispose(); });
    this.marks.clear();
    if (this.nearLabel) this.view.removeLabel(this.nearLabel);
    this.nearLabel = this.near = null;
    if (this.contacts.length > 0) {
      const points = this.contacts.filter(([from, to]) => from.every((x, k) => x === to[k]));
      const colour = isBare ? palette.meeting : palette.contact;
      this.marks.add(linesOf(this.contacts, colour, true));
      if (points.length > 0) this.marks.add(dotsOf(points.map(([at]) => at), colour, 6));
    }
    if (isTested && element("closest").checked) this.#showNearest();
    const one = this.isMoved ? null : this.review?.selected, point = one?.clash.point;
    if (point && one.kind !== "near" && this.contacts.length === 0) this.marks.add(dotsOf([point], palette.meeting, 8));
    this.#say();
    this.tools.showHandles();
    this.view.soon();
  }

  // Of bodies as the page numbers them, without shapes, which are marked whole: lines show more.
  #ofTested(found) {
    const { tested } = this;
    found.pairs = found.pairs.map(pair => pair.map(n => tested[n]));
    found.marks = found.marks.filter(mark => mark[2] !== Engine.WHOLE)
      .map(([n, ...mark]) => [tested[n], ...mark]);
  }

  #showNearest() {
    const near = this.near = this.engine.sceneNearest();
    if (!near || !Number.isFinite(near.points[0][0])) return;
    if (this.tested && near.upper === 0) return;
    this.marks.add(linesOf([near.points], this.data.palette.closest, true));
    this.marks.add(dotsOf(near.points, this.data.palette.closest, 8));
    const middle = times(0.5, plus(...near.points));
    if (near.upper > 0) this.nearLabel = this.view.addLabel(short(near.upper), middle, "near");
  }

  // The answer in words.
  #say() {
    if (this.review) {
      const [words, isRed, more] = this.review.answer(this.found, this.near, this.isMoved);
      element("answer").textContent = words;
      element("answer").className = isRed ? "meets" : "";
      element("nearest").textContent = more;
      this.#labels(new Set(this.found.pairs.flat()));
      element("command").textContent = this.command();
      return;
    }
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
    this.setTool(this.review ? "orbit" : "move");
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
    for (const lines of [this.bodies.edge, this.bodies.faintEdge]) {
      lines.color.set(LOOKS[look].edge);
    }
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
    this.#loadSteps();
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
    if (this.review) {
      this.isMoved = false;
      this.poses = this.scene.bodies.map(({ pose }) => pose);
      this.#test(this.tested);
    } else this.engine.readScene(this.data.scene);
    if (this.data.steps.length > 0) this.player.set(0);
    else this.show();
  }

  sceneFile() {
    const names = this.robot && [...this.robot.links].map(id => this.bodies.all[id].name);
    if (this.review) {
      // All bodies, those that are elsewhere than in the file where they are.
      this.engine.readScene(this.data.scene);
      const before = this.scene.bodies.map(({ pose }) => pose.join());
      this.poses.forEach((pose, id) => {
        if (pose.join() !== before[id]) this.engine.sceneSetPose(id, pose);
      });
    }
    const text = sceneFile(this.engine, this.data, this.meshes, names);
    if (this.review) this.#test(this.tested);
    return text;
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
      looks[link].group.visible = looks[link].isShown = true;
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
        body.isShown = target.checked;
        this.bodies.shine();
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
    for (const [key, what] of [...KEYS, ...this.review ? REVIEW_KEYS : []]) table.insertRow().append(...[key, what].map(text => {
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
      ...this.review && this.#reviewKeys(),
      Escape: () => { this.tools.pick(null); element("help").hidden = true; },
    }[event.key];
    const isOwn = event.target.type === "range" && event.key.startsWith("Arrow");
    if (!act || isOwn) return;
    event.preventDefault();
    act();
  }

  #reviewKeys() {
    const decide = state => () => this.review.decide({ state });
    const focus = id => () => { this.setTab("clashes"); element(id).focus(); };
    return {
      ArrowDown: () => this.review.step(1), ArrowUp: () => this.review.step(-1),
      a: decide("accepted"), r: decide("resolved"), u: decide("open"),
      c: focus("comment"), f: focus("find"), w: () => this.review.save(),
    };
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
    const told = await unpacked("block-data");
    const data = JSON.parse(new TextDecoder().decode(told));
    if (data.review) data.review.key = nameOf(told);
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
