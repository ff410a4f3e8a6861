// The window: camera, light, ground, and what is drawn when.
//
// The camera looks once at all there is, and then stays where the user leaves it: nothing rescales
// when something moves. It is drawn when something changed, and not otherwise.
"use strict";

// Colours of the two looks: what is behind everything, lines of the ground, edges.
const LOOKS = {
  light: { back: "#f4f6f8", ground: "#c3ccd4", far: "#dde3e8", edge: "#1d2731", ink: "#11181f" },
  dark: { back: "#171b20", ground: "#39434e", far: "#262d35", edge: "#05080b", ink: "#e8edf2" },
};

// Milliseconds that the camera takes to another place.
const FLIGHT = 400;

// The least and the largest coordinates of what is put into it.
class Bounds {
  low = [Infinity, Infinity, Infinity];
  high = [-Infinity, -Infinity, -Infinity];

  add(point) {
    point.forEach((x, k) => {
      this.low[k] = Math.min(this.low[k], x);
      this.high[k] = Math.max(this.high[k], x);
    });
  }

  corners() {
    return this.isEmpty ? [] : [0, 1, 2, 3, 4, 5, 6, 7].map(bits =>
      [0, 1, 2].map(k => bits >> k & 1 ? this.high[k] : this.low[k]));
  }

  get isEmpty() { return !(this.low[0] <= this.high[0]); }
  get middle() { return this.isEmpty ? [0, 0, 0] : times(0.5, plus(this.low, this.high)); }
  get radius() { return this.isEmpty ? 1 : 0.5 * Math.hypot(...minus(this.high, this.low)) || 1; }
}

class View {
  constructor(element) {
    this.element = element;
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    element.append(this.renderer.domElement);
    this.canvas = this.renderer.domElement;
    this.scene = new THREE.Scene();
    this.camera = new THREE.PerspectiveCamera(30, 1, 0.1, 100);
    this.camera.up.set(0, 0, 1);
    // A sky that fades into the ground, and two lamps that go with the eye, as at a drawing table.
    const lamp = (strength, x, y, z) => {
      const light = new THREE.DirectionalLight("#fff", strength);
      light.position.set(x, y, z);
      this.camera.add(light, light.target);
      light.target.position.set(0, 0, -1);
    };
    lamp(1.7, -0.5, 0.8, 0.75);
    lamp(0.5, 0.9, 0.1, 0.4);
    const sky = new THREE.HemisphereLight("#ffffff", "#8d8376", 1.15);
    sky.position.set(0, 0, 1);
    this.scene.add(this.camera, sky);
    this.controls = new THREE.OrbitControls(this.camera, this.canvas);
    this.controls.addEventListener("change", () => this.soon());
    // Who turns the view wants no flight.
    this.controls.addEventListener("start", () => { this.flight = null; });
    this.labels = [];
    this.isWaiting = false;
    this.onDraw = () => {};
    this.frames = [];
    new ResizeObserver(() => this.resize()).observe(element);
  }

  // Looks at all that is within bounds, from a direction: degrees from x towards y, and above the
  // xy plane.
  lookAt(bounds, azimuth = -60, elevation = 25) {
    this.flight = null;
    const [a, e] = [azimuth, elevation].map(degrees => degrees * Math.PI / 180);
    const to = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
    const right = [-Math.sin(a), Math.cos(a), 0], above = cross(to, right);
    const slope = Math.tan(0.5 * this.camera.fov * Math.PI / 180);
    // So far away that every point is within the window.
    const far = bounds.points.reduce((far, point) => {
      const from = minus(point, bounds.middle);
      const beside = Math.max(Math.abs(dot(from, right)) / this.camera.aspect,
        Math.abs(dot(from, above)));
      return Math.max(far, dot(from, to) + 1.12 * beside / slope);
    }, 1.1 * bounds.radius);
    this.bounds = bounds;
    this.controls.target.set(...bounds.middle);
    this.camera.position.set(...plus(bounds.middle, times(far, to)));
    this.controls.update();
    this.soon();
  }

  // Moves the camera, in a moment, to where a sphere fills most of the window, as it looks now.
  flyTo(middle, radius) {
    const half = 0.5 * this.camera.fov * Math.PI / 180;
    const away = radius / (0.8 * Math.sin(half) * Math.min(1, this.camera.aspect));
    const eye = this.camera.position.toArray(), target = this.controls.target.toArray();
    const to = plus(middle, times(away, unit(minus(eye, target))));
    const flight = this.flight = {}, start = performance.now();
    const between = (from, to, share) => plus(from, times(share, minus(to, from)));
    const step = () => {
      if (this.flight !== flight) return;
      const time = Math.min((performance.now() - start) / FLIGHT, 1);
      const share = time * time * (3 - 2 * time);
      this.controls.target.set(...between(target, middle, share));
      this.camera.position.set(...between(eye, to, share));
      this.controls.update();
      this.soon();
      if (time < 1) requestAnimationFrame(step);
    };
    step();
  }

  // The ground below all there is, with lines at a round distance; and where the axes point.
  layGround() {
    if (this.ground) this.scene.remove(this.ground);
    const { radius, middle, isEmpty } = this.bounds, low = isEmpty ? middle : this.bounds.low;
    const step = 10 ** Math.floor(Math.log10(radius / 2));
    const cell = radius / step > 10 ? 5 * step : radius / step > 4 ? 2 * step : step;
    const count = 2 * Math.ceil(2.2 * radius / cell);
    const { ground, far } = LOOKS[this.look];
    const grid = new THREE.GridHelper(count * cell, count, ground, far);
    grid.rotation.x = Math.PI / 2;
    const floor = low[2] - 1e-3 * radius;
    grid.position.set(...[0, 1].map(k => cell * Math.round(middle[k] / cell)), floor);
    this.cell = cell;
    this.ground = new THREE.Group();
    this.ground.add(grid);
    const ends = [];
    const corner = [0, 1].map(k => cell * Math.floor(low[k] / cell - 0.5)).concat(floor);
    [[1, 0, 0], [0, 1, 0], [0, 0, 1]].forEach(axis =>
      ends.push([corner, plus(corner, times(cell, axis))]));
    ["#c0392b", "#3c8d40", "#2f6fb5"].forEach((colour, k) =>
      this.ground.add(linesOf([ends[k]], colour)));
    this.axisLabels?.forEach(label => this.removeLabel(label));
    this.axisLabels = ["x", "y", "z"].map((text, k) => this.addLabel(text, ends[k][1], "axis"));
    this.ground.traverse(object => { object.raycast = () => {}; });
    this.scene.add(this.ground);
  }

  setLook(look) {
    this.look = look;
    document.documentElement.dataset.look = look;
    this.scene.background = new THREE.Color(LOOKS[look].back);
    if (this.bounds) this.layGround();
    this.soon();
  }

  resize() {
    const [width, height] = [this.element.clientWidth || 1, this.element.clientHeight || 1];
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  // One drawing a frame, however fast the events come.
  soon() {
    if (this.isWaiting) return;
    this.isWaiting = true;
    requestAnimationFrame(() => {
      this.isWaiting = false;
      this.draw();
    });
  }

  draw() {
    if (!this.bounds) return;
    const from = performance.now();
    const away = this.camera.position.distanceTo(new THREE.Vector3(...this.bounds.middle));
    const reach = 6 * this.bounds.radius;
    // Not so near that it cuts what the camera turns about.
    const near = 0.05 * this.camera.position.distanceTo(this.controls.target);
    this.camera.near = Math.max(away - reach,
      Math.min(near, Math.max(1e-3 * away, 1e-4 * this.bounds.radius)));
    this.camera.far = away + reach;
    this.camera.updateProjectionMatrix();
    this.onDraw();
    this.renderer.render(this.scene, this.camera);
    for (const { element, at } of this.labels) {
      const [x, y, depth] = this.onScreen(at);
      element.style.transform = `translate(${x}px, ${y}px) translate(-50%, -130%)`;
      element.hidden = depth > 1;
    }
    this.frames.push(performance.now() - from);
    if (this.frames.length > 100) this.frames.shift();
  }

  // Where a point of the world is in the window, in pixels; beyond depth 1 it is not seen.
  onScreen(point) {
    const { x, y, z } = new THREE.Vector3(...point).project(this.camera);
    return [(x + 1) / 2 * this.element.clientWidth, (1 - y) / 2 * this.element.clientHeight, z];
  }

  // The ray under a pointer.
  rayAt({ clientX, clientY }) {
    const { left, top, width, height } = this.canvas.getBoundingClientRect();
    const at = new THREE.Vector2((clientX - left) / width * 2 - 1, 1 - (clientY - top) / height * 2);
    const caster = new THREE.Raycaster();
    caster.setFromCamera(at, this.camera);
    return caster;
  }

  addLabel(text, at, kind = "") {
    const element = document.createElement("div");
    element.className = `label ${kind}`;
    element.textContent = text;
    this.element.append(element);
    const label = { element, at };
    this.labels.push(label);
    return label;
  }

  removeLabel(label) {
    label.element.remove();
    this.labels = this.labels.filter(other => other !== label);
  }
}

// Segments as lines; marks are seen through everything.
function linesOf(segments, color, isMark = false) {
  const geometry = new THREE.BufferGeometry();
  const middle = segments.length ? segments[0][0] : [0, 0, 0];
  const corners = segments.flatMap(ends => ends.flatMap(end => minus(end, middle)));
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(corners), 3));
  const material = new THREE.LineBasicMaterial({ color, depthTest: !isMark, transparent: isMark });
  const lines = new THREE.LineSegments(geometry, material);
  lines.position.set(...middle);
  lines.raycast = () => {};
  if (isMark) lines.renderOrder = 20;
  return lines;
}

// Points as dots, seen through everything.
function dotsOf(points, color, size = 7) {
  const geometry = new THREE.BufferGeometry();
  const middle = points.length ? points[0] : [0, 0, 0];
  const at = points.flatMap(point => minus(point, middle));
  geometry.setAttribute("position", new THREE.BufferAttribute(new Float32Array(at), 3));
  const dots = new THREE.Points(geometry, new THREE.PointsMaterial(
    { color, size, sizeAttenuation: false, depthTest: false, transparent: true }));
  dots.position.set(...middle);
  dots.raycast = () => {};
  dots.renderOrder = 21;
  return dots;
}
