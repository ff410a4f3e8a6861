// The engine for web pages: the functions of engine.wasm (crates/wasm) in terms of JavaScript.
//
//   const engine = await Engine.load(bytes of engine.wasm);
//   const part = engine.body([0,0,0, 1,0,0, 0,1,0], [0,1,2]);
//   const here = [1,0,0,0, 0,1,0,0, 0,0,1,0], there = [1,0,0,0.5, 0,1,0,0, 0,0,1,0];
//   engine.collide(part, here, part, there); // true: the triangles overlap in their plane
//
// Answers are certain: those of exact arithmetic on the numbers given, touching counts. A pose is
// the twelve numbers of [R | t], row by row. Nothing here depends on a page: it runs in workers and
// in Node as well. Memory of WebAssembly grows on demand and is freed with the engine.
"use strict";

class Engine {
  // Asynchronous, as browsers compile no large module while the page waits.
  static async load(bytes) {
    const { instance } = await WebAssembly.instantiate(bytes);
    return new Engine(instance.exports);
  }

  constructor(wasm) {
    this.wasm = wasm;
    this.poses = [this.#put(new Float64Array(12)), this.#put(new Float64Array(12))];
  }

  // A body from coordinates (x y z of each vertex) and vertex indices (three a triangle): a number
  // that the other functions take. Throws if the mesh is not valid, saying what is wrong where.
  body(vertices, triangles) {
    if (vertices.length % 3 || triangles.length % 3) throw new Error("not three numbers each");
    const v = vertices instanceof Float64Array ? vertices : Float64Array.from(vertices);
    const t = triangles instanceof Uint32Array ? triangles : Uint32Array.from(triangles);
    const at = [this.#put(v), this.#put(t)];
    const body = this.wasm.obbtree_body(at[0], v.length / 3, at[1], t.length / 3);
    this.wasm.obbtree_free(at[0], v.byteLength);
    this.wasm.obbtree_free(at[1], t.byteLength);
    if (!body) throw new Error(this.#text());
    return body;
  }

  // Frees a body; its number is not given again.
  free(body) {
    this.wasm.obbtree_body_free(body);
  }

  // Do the surfaces of two placed bodies meet?
  collide(a, poseA, b, poseB) {
    return this.#query("obbtree_collide", a, poseA, b, poseB) === 1;
  }

  // "separated", "touching" (no edge of one goes through the inside of a triangle of the other) or
  // "intersecting".
  relation(a, poseA, b, poseB) {
    const number = this.#query("obbtree_relation", a, poseA, b, poseB);
    return ["separated", "touching", "intersecting"][number];
  }

  // All pairs of triangles that meet, ascending: numbers of A and of B in turn. Of more than
  // `limit`, the first `limit` that the search finds.
  pairs(a, poseA, b, poseB, limit = 0x7fffffff) {
    const count = this.#query("obbtree_pairs", a, poseA, b, poseB, limit);
    return new Uint32Array(this.#memory(), this.wasm.obbtree_pairs_at(), 2 * count).slice();
  }

  // How many levels of boxes a body's tree has.
  levels(body) {
    return this.#checked(this.wasm.obbtree_levels(body));
  }

  // The boxes of a level, 0 being the highest, with the leaves above it, in the frame of the mesh.
  boxes(body, level) {
    return this.#boxesAt(this.#checked(this.wasm.obbtree_boxes(body, level)));
  }

  #boxesAt(count) {
    const at = new Float64Array(this.#memory(), this.wasm.obbtree_boxes_at(), 16 * count).slice();
    return Array.from({ length: count }, (_, i) => {
      const [key, ...n] = at.subarray(16 * i, 16 * i + 16);
      const three = first => n.slice(first, first + 3);
      return { key, center: three(0), axes: [three(3), three(6), three(9)], half: three(12) };
    });
  }

  // The boxes of a level that a search reaches: their keys, of A and of B in turn.
  boxPairs(a, poseA, b, poseB, level) {
    const count = this.#query("obbtree_box_pairs", a, poseA, b, poseB, level);
    return new Uint32Array(this.#memory(), this.wasm.obbtree_pairs_at(), 2 * count).slice();
  }

  // All boxes of a body, from the root down.
  allBoxes(body) {
    return this.#boxesAt(this.#checked(this.wasm.obbtree_all_boxes(body)));
  }

  // The pairs of boxes that a search tests, one after the other, at most so many: the keys of both,
  // and 1 if they are separated, 2 if both are leaves, else 0.
  search(a, poseA, b, poseB, limit) {
    const count = this.#query("obbtree_search", a, poseA, b, poseB, limit);
    return this.#rows(Uint32Array, this.wasm.obbtree_search_at(), count, 3);
  }

  // Reads the scene that the functions below are about, from the text of a scene file whose meshes
  // are in it, or named "#" and the number of a body. How many bodies it has: they are numbered in
  // the order of the file, from 0, and so are parts.
  readScene(text) {
    return this.#withText("obbtree_scene", text);
  }

  // Reads a robot and its world, which is the scene then: see obbtree_robot. What it is made of.
  readRobot(description) {
    this.#withText("obbtree_robot", JSON.stringify(description));
    this.#checked(this.wasm.obbtree_robot_told());
    return JSON.parse(this.#text());
  }

  // Moves the robot's joints.
  setJoints(configuration) {
    const at = this.#putAll(configuration);
    this.#checked(this.wasm.obbtree_robot_set(at, configuration.length));
  }

  // The straight line between two configurations: "free" is proven, "contact" certain, else
  // "undecided".
  sweep(from, to) {
    const at = this.#putAll([...from, ...to]);
    return ["free", "contact", "undecided"][
      this.#checked(this.wasm.obbtree_robot_sweep(at, from.length))];
  }

  // A path between two configurations, proven free, along which joints of these numbers alone move;
  // all of them if there are none. Throws if none is found, saying why.
  plan(start, goal, joints = [], seed = 1) {
    const ends = this.#put(Float64Array.from([...start, ...goal]));
    const group = this.#put(Uint32Array.from([...joints, 0]));
    const [dof, n] = [start.length, joints.length];
    const count = this.wasm.obbtree_robot_plan(ends, dof, group, n, seed);
    this.wasm.obbtree_free(ends, 16 * dof);
    this.wasm.obbtree_free(group, 4 * n + 4);
    return this.#rows(Float64Array, this.#checked(count) && this.wasm.obbtree_numbers(), count, dof);
  }

  // Moves a body, and all that it carries.
  sceneSetPose(body, pose) {
    new Float64Array(this.#memory(), this.poses[0], 12).set(pose);
    this.#checked(this.wasm.obbtree_scene_set_pose(body, this.poses[0]));
  }

  // Where all bodies are.
  scenePoses() {
    const count = this.#checked(this.wasm.obbtree_scene_poses());
    const at = this.wasm.obbtree_scene_poses_at();
    return this.#rows(Float64Array, at, count, 12);
  }

  // Which bodies collide, in pairs, by the groups, allowed pairs and margins of the scene; and what
  // of them meets: body, part, and the triangle of a mesh or `Engine.WHOLE`.
  scenePairs() {
    const pairs = this.#checked(this.wasm.obbtree_scene_find_pairs());
    const marks = this.#checked(this.wasm.obbtree_scene_marks());
    return {
      pairs: this.#rows(Uint32Array, this.wasm.obbtree_scene_pairs_at(), pairs, 2),
      marks: this.#rows(Uint32Array, this.wasm.obbtree_scene_marks_at(), marks, 3),
    };
  }

  // Where meshes that collide meet: segments, of points twice where two touch in one.
  sceneContacts() {
    const count = this.#checked(this.wasm.obbtree_scene_contacts());
    return this.#rows(Float64Array, this.wasm.obbtree_numbers(), count, 6)
      .map(ends => [ends.slice(0, 3), ends.slice(3)]);
  }

  // The nearest pair: bodies, the least and the largest distance, closest points. Null if no pair
  // is checked.
  sceneNearest() {
    if (!this.#checked(this.wasm.obbtree_scene_nearest())) return null;
    const [numbers] = this.#rows(Float64Array, this.wasm.obbtree_numbers(), 1, 10);
    return { bodies: numbers.slice(0, 2), lower: numbers[2], upper: numbers[3],
      points: [numbers.slice(4, 7), numbers.slice(7)] };
  }

  // In place of a triangle: all of a shape.
  static WHOLE = 0xffffffff;

  // Triangles to draw a part by: nine coordinates each, in the frame of the body. None for a shape
  // that is unbounded.
  sceneOutline(body, part) {
    const count = this.#checked(this.wasm.obbtree_scene_outline(body, part));
    const at = this.wasm.obbtree_scene_outline_at();
    return new Float64Array(this.#memory(), at, 9 * count).slice();
  }

  // The text of a scene file of the scene as it is now; meshes that are bodies are named "#" and
  // their numbers.
  sceneText() {
    this.#checked(this.wasm.obbtree_scene_text());
    return this.#text();
  }

  #withText(name, text) {
    const bytes = new TextEncoder().encode(text);
    const at = this.#put(bytes);
    const result = this.wasm[name](at, bytes.byteLength);
    this.wasm.obbtree_free(at, bytes.byteLength);
    return this.#checked(result);
  }

  // Numbers in memory that is kept for them.
  #putAll(numbers) {
    if (!this.room || this.room.length < numbers.length) {
      this.room = { length: 2 * numbers.length, at: this.#put(new Float64Array(2 * numbers.length)) };
    }
    new Float64Array(this.#memory(), this.room.at, numbers.length).set(numbers);
    return this.room.at;
  }

  #rows(Numbers, at, count, width) {
    const all = new Numbers(this.#memory(), at, width * count);
    return Array.from({ length: count }, (_, n) =>
      Array.from(all.subarray(width * n, width * n + width)));
  }

  #query(name, a, poseA, b, poseB, ...more) {
    new Float64Array(this.#memory(), this.poses[0], 12).set(poseA);
    new Float64Array(this.#memory(), this.poses[1], 12).set(poseB);
    return this.#checked(this.wasm[name](a, this.poses[0], b, this.poses[1], ...more));
  }

  // Anew for every use: the buffer is another one after the memory has grown.
  #memory() {
    return this.wasm.memory.buffer;
  }

  #put(numbers) {
    const at = this.wasm.obbtree_alloc(numbers.byteLength);
    if (!at) throw new Error(`no memory for ${numbers.byteLength} bytes`);
    new numbers.constructor(this.#memory(), at, numbers.length).set(numbers);
    return at;
  }

  #checked(result) {
    if (result < 0) throw new Error(this.#text());
    return result;
  }

  // The reason of a failure, or the text of the scene.
  #text() {
    const [at, bytes] = [this.wasm.obbtree_text(), this.wasm.obbtree_text_bytes()];
    return new TextDecoder().decode(new Uint8Array(this.#memory(), at, bytes));
  }
}

if (typeof module !== "undefined") module.exports = { Engine };
