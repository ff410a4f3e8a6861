// The boxes of the bodies' trees: a level of them, or how a search descends the trees of two
// bodies, step by step.
"use strict";

const MOST_BOXES = 20000, MOST_STEPS = 5000;

// The twelve edges of a box of a body's tree where the body is.
function edgesOf({ center, axes, half }, pose) {
  const corner = bits => place(pose, [0, 1, 2].map(k => center[k] + [0, 1, 2].reduce((sum, a) =>
    sum + (bits >> a & 1 ? half[a] : -half[a]) * axes[a][k], 0)));
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap(from =>
    [1, 2, 4].filter(bit => !(from & bit)).map(bit => [corner(from), corner(from | bit)]));
}

class Trees {
  // `trees` are the parts that are meshes: the body, its number in the engine, and the offset.
  constructor(engine, view, palette, trees) {
    Object.assign(this, { engine, view, palette, trees });
    this.deepest = Math.max(0, ...trees.map(({ mesh }) => engine.levels(mesh))) - 1;
    this.level = -1; // for no boxes
    this.steps = null;
    this.lines = new THREE.Group();
    view.scene.add(this.lines);
  }

  // Two bodies of one mesh each are searched.
  get isPair() { return this.trees.length === 2 && this.trees[0].body !== this.trees[1].body; }

  #both(poses) {
    return this.trees.flatMap(tree => [tree.mesh, this.#pose(tree, poses)]);
  }

  #pose({ body, offset }, poses) {
    const of = poses[body.id];
    return [0, 1, 2].flatMap(k => [0, 1, 2, 3].map(l =>
      dot(of.slice(4 * k, 4 * k + 3), column(offset, l)) + (l === 3 ? of[4 * k + 3] : 0)));
  }

  // What two meshes do: separated, touching or intersecting.
  relation(poses) {
    return this.isPair ? this.engine.relation(...this.#both(poses)) : null;
  }

  // The steps of a search at these poses.
  search(poses) {
    this.steps = this.engine.search(...this.#both(poses), MOST_STEPS);
    this.boxes = this.trees.map(({ mesh }) =>
      new Map(this.engine.allBoxes(mesh).map(box => [box.key, box])));
    return this.steps.length;
  }

  // Draws the level, those boxes that a search reaches in red; of a replay the boxes of a step, and
  // the pairs of leaves that it had found. How many boxes.
  draw(poses, step = null) {
    this.lines.children.forEach(lines => { lines.geometry.dispose(); lines.material.dispose(); });
    this.lines.clear();
    const counts = [];
    const add = (which, boxes, color, isMark) => {
      const pose = this.#pose(this.trees[which], poses);
      counts.push(boxes.length);
      if (boxes.length === 0) return;
      this.lines.add(linesOf(boxes.flatMap(box => edgesOf(box, pose)), color, isMark));
    };
    if (this.steps && step !== null) {
      const [inA, inB, outcome] = this.steps[step];
      const colour = outcome === 1 ? this.palette.closest : this.palette.meeting;
      const ends = this.steps.slice(0, step).filter(one => one[2] === 2);
      [0, 1].forEach(which => {
        add(which, [...new Set(ends.map(one => one[which]))].map(key => this.boxes[which].get(key)),
          this.palette.boxes[which]);
        add(which, [this.boxes[which].get([inA, inB][which])], colour, true);
      });
      return counts;
    }
    if (this.level < 0) return counts;
    const reached = this.isPair ? this.engine.boxPairs(...this.#both(poses), this.level) : [];
    this.trees.forEach(({ mesh }, which) => {
      const keys = new Set(reached.filter((_, i) => this.isPair && i % 2 === which));
      const boxes = this.engine.boxes(mesh, this.level).slice(0, MOST_BOXES);
      [false, true].forEach(isReached =>
        add(which, boxes.filter(box => keys.has(box.key) === isReached),
          isReached ? this.palette.meeting : this.palette.boxes[which % 2]));
    });
    return counts;
  }
}
