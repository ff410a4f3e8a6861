// What the pointer does: it orbits, picks, drags the body under it, moves and turns by handles, and
// measures.
"use strict";

// Pixels that a click may wander.
const CLICK = 4;

class Tools {
  // `act` has what a drag needs: `pose(body)`, `put(body, pose)`, `canMove(body)`,
  // `hold(body, point)` for a link, and `picked(body)`.
  constructor(view, bodies, act) {
    Object.assign(this, { view, bodies, act });
    this.tool = "move";
    this.picked = null;
    this.measured = [];
    this.drag = null;
    this.handles = new THREE.TransformControls(view.camera, view.canvas);
    this.handles.setSize(0.8);
    this.proxy = new THREE.Object3D();
    view.scene.add(this.proxy, this.handles.getHelper());
    this.handles.addEventListener("change", () => view.soon());
    this.handles.addEventListener("dragging-changed", ({ value }) => {
      view.controls.enabled = !value;
      if (value) this.held = this.#hold(this.picked);
    });
    this.handles.addEventListener("objectChange", () => this.#follow());
    const canvas = view.canvas;
    // Before the orbit's own listener, which must not turn the view while a body is dragged.
    canvas.addEventListener("pointerdown", event => this.#down(event), { capture: true });
    canvas.addEventListener("pointermove", event => this.#move(event));
    window.addEventListener("pointerup", event => this.#up(event));
    canvas.addEventListener("contextmenu", event => event.preventDefault());
  }

  setTool(tool) {
    this.tool = tool;
    this.view.canvas.style.cursor = tool === "measure" ? "crosshair" : "";
    if (tool !== "measure") this.clearMeasure();
    this.showHandles();
  }

  pick(body) {
    for (const other of this.bodies.all) other.isPicked = other === body;
    this.picked = body;
    this.bodies.shine();
    this.showHandles();
    this.act.picked(body);
  }

  // Handles are where the middle of the picked body is.
  showHandles() {
    const canShow = this.picked && ["handles", "turn"].includes(this.tool)
      && this.act.canMove(this.picked);
    if (!canShow) return this.handles.detach();
    const { middle, pose } = this.#hold(this.picked);
    this.proxy.position.set(...middle);
    this.proxy.quaternion.setFromRotationMatrix(matrixOf(pose));
    this.handles.setMode(this.tool === "turn" ? "rotate" : "translate");
    this.handles.attach(this.proxy);
  }

  #hold(body) {
    const pose = this.act.pose(body);
    return { pose, middle: place(pose, body.bounds.middle) };
  }

  // The body goes where its handles went; what they did not change keeps its bits.
  #follow() {
    const { pose, middle } = this.held ?? this.#hold(this.picked);
    if (this.tool === "handles") {
      this.act.put(this.picked, moved(pose, minus(this.proxy.position.toArray(), middle)));
      return;
    }
    const turn = new THREE.Matrix4().makeRotationFromQuaternion(this.proxy.quaternion).elements;
    const to = [0, 1, 2].flatMap(k => [turn[k], turn[4 + k], turn[8 + k], 0]);
    this.act.put(this.picked, moved(to, minus(middle, rotate(to, this.picked.bounds.middle))));
  }

  #down(event) {
    this.from = { x: event.clientX, y: event.clientY };
    this.drag = null;
    if (this.handles.axis || event.button === 1 || this.tool === "measure") return;
    if (this.tool === "orbit") return;
    const hit = this.bodies.pick(event);
    if (!hit) return;
    const { body, point } = hit;
    const turns = event.ctrlKey || event.button === 2;
    if (this.act.canMove(body)) {
      const eye = this.view.camera.getWorldDirection(new THREE.Vector3());
      this.drag = { ...this.#hold(body), body, point, turns, eye,
        plane: new THREE.Plane().setFromNormalAndCoplanarPoint(eye, new THREE.Vector3(...point)) };
    } else {
      const link = !turns && this.act.hold(body, point);
      if (link) this.drag = { body, link };
    }
    if (this.drag) this.view.controls.enabled = false;
  }

  #move(event) {
    const { drag } = this;
    if (!drag || !this.#isDrag(event)) return;
    if (this.picked !== drag.body) this.pick(drag.body);
    if (drag.link) return drag.link(this.view.rayAt(event).ray, event);
    if (drag.turns) return this.#turn(event);
    const to = this.view.rayAt(event).ray.intersectPlane(drag.plane, new THREE.Vector3());
    if (!to) return;
    const by = minus(to.toArray(), drag.point);
    this.act.put(drag.body, moved(drag.pose, event.shiftKey ? mostOf(by) : by));
    this.showHandles();
  }

  // As a trackball: across the window is half a turn.
  #turn(event) {
    const { drag, view } = this;
    const side = Math.min(view.element.clientWidth, view.element.clientHeight);
    const by = [event.clientX - this.from.x, event.clientY - this.from.y].map(x => x / side);
    const right = column(view.camera.matrixWorld.clone().transpose().elements, 0);
    const above = column(view.camera.matrixWorld.clone().transpose().elements, 1);
    const all = plus(times(by[0], above), times(by[1], right));
    const axis = event.shiftKey ? mostOf(all) : all, size = Math.hypot(...axis);
    if (size === 0) return;
    this.act.put(drag.body, turned(drag.pose, drag.middle, times(1 / size, axis), Math.PI * size));
    this.showHandles();
  }

  #isDrag({ clientX, clientY }) {
    this.from.far ||= Math.hypot(clientX - this.from.x, clientY - this.from.y) > CLICK;
    return this.from.far;
  }

  #up(event) {
    this.view.controls.enabled = true;
    const isClick = this.from && event.target === this.view.canvas && !this.#isDrag(event);
    this.drag = null;
    this.held = null;
    if (!isClick || event.button !== 0 || this.handles.axis) return;
    const hit = this.bodies.pick(event);
    if (this.tool === "measure") {
      if (hit) this.#measure(hit.point);
    } else this.pick(hit ? hit.body : null);
    this.from = null;
  }

  // The distance between two points that were clicked, and its parts along the axes.
  #measure(point) {
    if (this.measured.length > 1) this.clearMeasure();
    this.measured.push(point);
    const add = object => {
      this.view.scene.add(object);
      this.rulers.push(object);
    };
    this.rulers ??= [];
    add(dotsOf([point], "#b3461e", 8));
    if (this.measured.length === 2) {
      const [from, to] = this.measured, by = minus(to, from);
      add(linesOf([[from, to]], "#b3461e", true));
      const parts = by.map((x, k) => `${"xyz"[k]} ${short(x)}`).join("  ");
      this.ruler = this.view.addLabel(`${short(Math.hypot(...by))}`, times(0.5, plus(from, to)),
        "ruler");
      this.ruler.element.title = parts;
      this.act.say(`measured ${short(Math.hypot(...by))}  (${parts})`);
    } else this.act.say("measure: click on the second point");
    this.view.soon();
  }

  clearMeasure() {
    this.rulers?.forEach(object => object.removeFromParent());
    if (this.ruler) this.view.removeLabel(this.ruler);
    [this.rulers, this.ruler, this.measured] = [[], null, []];
    this.act.say("");
    this.view.soon();
  }
}

// A number to be read.
function short(x) {
  return Number(x.toPrecision(6)).toString();
}
