// The bodies of the scene as they are drawn: surfaces, edges, and what meets in red.
"use strict";

// Edges are drawn between faces at more than 25 degrees; of no more triangles than that in all.
const FOLD = Math.cos(25 * Math.PI / 180), MOST_WITH_EDGES = 400000;

// Opacities: of all in X-ray; beside two bodies in focus of the others, and where these are many; of
// the two themselves, so that one in the other is seen.
const XRAY = 0.16, FAINT = 0.07, FAINT_OF_MANY = 0.03, MANY = 500, IN_FOCUS = 0.6;

// A mesh for the renderer, about its middle: single precision is enough around there.
function geometryOf(vertices, triangles) {
  const bounds = new Bounds();
  for (let i = 0; i < vertices.length; i += 3) bounds.add(vertices.subarray(i, i + 3));
  const middle = bounds.middle, at = new Float32Array(vertices.length);
  for (let i = 0; i < at.length; i++) at[i] = vertices[i] - middle[i % 3] + 0; // no -0
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("position", new THREE.BufferAttribute(at, 3));
  geometry.setIndex(new THREE.BufferAttribute(triangles, 1));
  return { geometry, middle, bounds, vertices, triangles };
}

// Numbers of vertices, the same for those at the same place.
function places(at) {
  const size = 2 ** Math.ceil(Math.log2(at.length + 2));
  const slots = new Int32Array(size).fill(-1), bits = new Int32Array(at.buffer);
  return Int32Array.from({ length: at.length / 3 }, (_, n) => {
    const [x, y, z] = bits.subarray(3 * n, 3 * n + 3);
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) >>> 0;
    for (slot = ((slot ^ slot >>> 15) >>> 0) % size; slots[slot] >= 0; slot = (slot + 1) % size) {
      const m = 3 * slots[slot];
      if (at[m] === at[3 * n] && at[m + 1] === at[3 * n + 1] && at[m + 2] === at[3 * n + 2]) {
        return slots[slot];
      }
    }
    return slots[slot] = n;
  });
}

// The edges of a mesh at which it folds or ends, as corners two by two.
function foldsOf({ geometry, triangles }) {
  const at = geometry.getAttribute("position").array, same = places(at);
  const edges = new Map(), folds = [], corner = n => at.subarray(3 * n, 3 * n + 3);
  for (let t = 0; t < triangles.length; t += 3) {
    const [p, q, r] = [0, 1, 2].map(k => corner(triangles[t + k]));
    const across = (k, l) => (q[k] - p[k]) * (r[l] - p[l]) - (q[l] - p[l]) * (r[k] - p[k]);
    const normal = unit([across(1, 2), across(2, 0), across(0, 1)]);
    for (let k = 0; k < 3; k++) {
      const [a, b] = [same[triangles[t + k]], same[triangles[t + (k + 1) % 3]]];
      const key = Math.min(a, b) * 4294967296 + Math.max(a, b), other = edges.get(key);
      if (!other) edges.set(key, normal);
      else {
        edges.set(key, true);
        if (other === true || dot(other, normal) < FOLD) folds.push(a, b);
      }
    }
  }
  for (const [key, normal] of edges) {
    if (normal !== true) folds.push(Math.floor(key / 4294967296), key % 4294967296);
  }
  const lines = new Float32Array(3 * folds.length);
  folds.forEach((n, i) => lines.set(corner(n), 3 * i));
  const edgeGeometry = new THREE.BufferGeometry();
  edgeGeometry.setAttribute("position", new THREE.BufferAttribute(lines, 3));
  return edgeGeometry;
}

class Bodies {
  constructor(view, data, scene, meshes) {
    Object.assign(this, { view, palette: data.palette });
    this.opacity = 1;
    this.isXray = false;
    this.focus = null; // two bodies, the others stand back
    this.others = "translucent"; // or hidden, or solid
    this.drawn = new Map(); // meshes that were made ready
    this.meshes = meshes;
    this.all = scene.bodies.map(({ name, enabled = true, parent }, id) => {
      const group = new THREE.Group();
      group.matrixAutoUpdate = false;
      view.scene.add(group);
      const colour = data.colours[id] ?? data.palette.many[id % data.palette.many.length];
      const surface = new THREE.MeshLambertMaterial(
        { color: colour, flatShading: true, side: THREE.DoubleSide, polygonOffset: true,
          polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
      group.visible = enabled;
      return { id, name, enabled, isShown: enabled, group, colour, surface, parts: [], pose: IDENTITY,
        isCarried: !!parent, bounds: new Bounds() };
    });
    this.edge = new THREE.LineBasicMaterial({ color: "#1d2731", transparent: true, opacity: 0.55 });
    this.faintEdge = new THREE.LineBasicMaterial({ color: "#1d2731", transparent: true });
    const red = data.palette.meeting;
    this.red = new THREE.MeshLambertMaterial(
      { color: red, emissive: red, emissiveIntensity: 0.25, flatShading: true,
        side: THREE.DoubleSide });
    // What is hidden shines through.
    this.redBehind = new THREE.MeshBasicMaterial(
      { color: red, transparent: true, opacity: 0.3, depthTest: false, side: THREE.DoubleSide });
    this.redEdges = new THREE.LineBasicMaterial(
      { color: data.palette.red_edge, transparent: true, opacity: 0.6 });
  }

  // A mesh of the page by its number, made ready once.
  readyMesh(number) {
    return this.ready(number, () => this.meshes[number]);
  }

  // A shape as triangles, nine numbers each, made ready once for all that have the same key.
  readyShape(key, corners) {
    return this.ready(key, () => {
      const vertices = corners();
      return { vertices, triangles: Uint32Array.from({ length: vertices.length / 3 }, (_, n) => n) };
    });
  }

  ready(key, make) {
    if (!this.drawn.has(key)) {
      const { vertices, triangles } = make();
      this.drawn.set(key, geometryOf(vertices, triangles));
    }
    return this.drawn.get(key);
  }

  // Sets the part of a number.
  setPart(body, n, ready, offset = IDENTITY) {
    const object = new THREE.Mesh(ready.geometry, body.surface);
    object.matrixAutoUpdate = false;
    object.matrix = matrixOf(offset).multiply(new THREE.Matrix4().setPosition(...ready.middle));
    object.userData.body = body;
    body.group.add(object);
    body.parts[n] = { ready, object };
    this.grow(body.bounds, ready.bounds, offset);
  }

  // Makes bounds contain others that are placed.
  grow(bounds, others, pose) {
    others.corners().forEach(corner => bounds.add(place(pose, corner)));
  }

  // The bounds of all there is, and the corners of the bounds of each body.
  boundsOfAll() {
    const bounds = new Bounds();
    bounds.points = this.all.filter(({ group }) => group.visible)
      .flatMap(({ bounds, pose }) => bounds.corners().map(corner => place(pose, corner)));
    bounds.points.forEach(point => bounds.add(point));
    return bounds;
  }

  get triangles() {
    return this.all.reduce((sum, { parts }) =>
      parts.reduce((sum, { ready }) => sum + ready.triangles.length / 3, sum), 0);
  }

  addEdges() {
    if (this.triangles > MOST_WITH_EDGES) return;
    for (const body of this.all) {
      const { group, parts } = body;
      for (const { ready, object } of parts.values()) {
        ready.edges ??= foldsOf(ready);
        const edges = new THREE.LineSegments(ready.edges, this.edge);
        edges.matrixAutoUpdate = false;
        edges.matrix.copy(object.matrix);
        edges.raycast = () => {};
        edges.userData.isEdge = true;
        group.add(edges);
        (body.edges ??= []).push(edges);
      }
    }
  }

  showEdges(isShown) {
    this.view.scene.traverse(object => { if (object.userData.isEdge) object.visible = isShown; });
  }

  setPoses(poses) {
    poses.forEach((pose, id) => {
      const body = this.all[id];
      body.pose = pose;
      body.group.matrix = matrixOf(pose);
      body.group.matrixWorldNeedsUpdate = true;
    });
  }

  // Makes red what of the bodies meets: rows of body, part, and triangle or all of the part.
  setMarks(marks) {
    const ofPart = new Map();
    for (const [id, part, triangle] of marks) {
      const key = `${id} ${part}`;
      if (!ofPart.has(key)) ofPart.set(key, { id, part, triangles: [] });
      ofPart.get(key).triangles.push(triangle);
    }
    for (const body of this.all) {
      body.reds?.forEach(red => { red.removeFromParent(); red.geometry.dispose(); });
      body.reds = [];
      body.red = 0;
    }
    for (const { id, part, triangles } of ofPart.values()) {
      const body = this.all[id], drawn = body.parts[part];
      if (!drawn) continue;
      const all = drawn.ready.triangles, at = drawn.ready.geometry.getAttribute("position");
      const which = triangles[0] === Engine.WHOLE ? all
        : Uint32Array.from(triangles.flatMap(n => [...all.subarray(3 * n, 3 * n + 3)]));
      body.red += which.length / 3;
      const add = (object, order) => {
        object.matrixAutoUpdate = false;
        object.matrix.copy(drawn.object.matrix);
        object.renderOrder = order;
        object.raycast = () => {};
        body.group.add(object);
        body.reds.push(object);
      };
      const geometry = new THREE.BufferGeometry();
      geometry.setAttribute("position", at);
      geometry.setIndex(new THREE.BufferAttribute(which, 1));
      add(new THREE.Mesh(geometry, this.red), 1);
      add(new THREE.Mesh(geometry, this.redBehind), 10);
      if (which.length < 30000) {
        const edges = new THREE.BufferGeometry();
        edges.setAttribute("position", at);
        const ends = new Uint32Array(2 * which.length);
        which.forEach((n, i) => {
          ends[2 * i] = n;
          ends[2 * i + 1] = which[i % 3 === 2 ? i - 2 : i + 1];
        });
        edges.setIndex(new THREE.BufferAttribute(ends, 1));
        add(new THREE.LineSegments(edges, this.redEdges), 11);
      }
    }
    this.shine();
  }

  // Opacity, and X-ray: surfaces fade, and what meets is drawn over them. Beside a pair in focus
  // the others fade or are hidden.
  shine() {
    const { focus, others, palette } = this;
    const isAside = focus && others !== "solid";
    const plain = this.isXray ? Math.min(XRAY, this.opacity) : this.opacity;
    const faint = Math.min(plain, this.all.length > MANY ? FAINT_OF_MANY : FAINT);
    for (const body of this.all) {
      const { surface, isPicked } = body, place = focus ? focus.indexOf(body) : -1;
      const isBeside = isAside && place < 0;
      const opacity = isBeside ? faint : isAside ? Math.min(IN_FOCUS, plain) : plain;
      const isClear = opacity < 1;
      if (surface.transparent !== isClear) surface.needsUpdate = true;
      Object.assign(surface, { transparent: isClear, opacity, depthWrite: !isClear });
      surface.emissive.set(isPicked ? "#2d5a2a" : "#000000");
      surface.color.set(place < 0 ? body.colour : palette.pair[place]);
      body.edges?.forEach(edges => { edges.material = isBeside ? this.faintEdge : this.edge; });
      body.group.visible = body.isShown && !(isBeside && others === "hidden");
    }
    const isClear = this.isXray || isAside;
    this.red.depthTest = !isClear;
    this.redBehind.opacity = isClear ? 0.55 : 0.3;
    this.edge.opacity = this.isXray ? 0.25 : 0.55;
    this.faintEdge.opacity = this.all.length > MANY ? 0.03 : 0.12;
    this.view.soon();
  }

  // The body under a pointer that is in front, and where; null if there is none.
  pick(event) {
    const caster = this.view.rayAt(event);
    const some = this.focus && this.others !== "solid" ? this.focus : this.all;
    const objects = some.filter(body => body.group.visible)
      .flatMap(body => body.parts.map(part => part.object));
    const planes = this.view.renderer.clippingPlanes;
    const hit = caster.intersectObjects(objects, false)
      .find(({ point }) => planes.every(plane => plane.distanceToPoint(point) >= 0));
    return hit ? { body: hit.object.userData.body, point: hit.point.toArray() } : null;
  }
}
