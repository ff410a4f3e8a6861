// The determinism hash by the WebAssembly module: of all pairs of triangles that meet in all
// scenes.
//
//   node determinism.js engine.wasm < scenes
//
// prints the hash and how many scenes meet. The scenes come from tests/tests/determinism.rs, which
// runs this script and has the same hash for every other instruction set. All numbers are little
// endian: u32 count of meshes; each mesh: u32 n, u32 m, 3 n f64, 3 m u32; u32 count of scenes; each
// scene: u32 a, 12 f64, u32 b, 12 f64.
"use strict";

const { readFileSync } = require("node:fs");
const { join } = require("node:path");
const { Engine } = require(join(__dirname, "../../viewer/src/page/engine.js"));

// Fowler, Noll, Vo: FNV-1a, 64 bits.
const START = 0xcbf29ce484222325n, PRIME = 0x100000001b3n;
const hash = (from, numbers, bytes) => {
  let to = from;
  for (const number of numbers) {
    for (let rest = BigInt(number), i = 0; i < bytes; i++, rest >>= 8n) {
      to = BigInt.asUintN(64, (to ^ (rest & 0xffn)) * PRIME);
    }
  }
  return to;
};

// What is still to be read.
class Input {
  constructor(bytes) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.at = 0;
  }
  u32() {
    this.at += 4;
    return this.view.getUint32(this.at - 4, true);
  }
  f64() {
    this.at += 8;
    return this.view.getFloat64(this.at - 8, true);
  }
  many(count, read) {
    return Array.from({ length: count }, () => read.call(this));
  }
}

async function main() {
  const engine = await Engine.load(readFileSync(process.argv[2]));
  const input = new Input(readFileSync(0));
  const bodies = input.many(input.u32(), () => {
    const [n, m] = [input.u32(), input.u32()];
    return engine.body(input.many(3 * n, input.f64), input.many(3 * m, input.u32));
  });
  let all = START, met = 0;
  for (let scenes = input.u32(); scenes > 0; scenes--) {
    const [a, poseA] = [bodies[input.u32()], input.many(12, input.f64)];
    const [b, poseB] = [bodies[input.u32()], input.many(12, input.f64)];
    const pairs = engine.pairs(a, poseA, b, poseB);
    const meets = pairs.length > 0;
    if (engine.collide(a, poseA, b, poseB) !== meets) throw new Error("collide against pairs");
    if ((engine.relation(a, poseA, b, poseB) !== "separated") !== meets) {
      throw new Error("relation against pairs");
    }
    const of = hash(hash(START, [pairs.length / 2], 8), pairs, 4);
    all = hash(all, [of], 8);
    met += meets;
  }
  console.log(`0x${all.toString(16)} ${met}`);
}

main().catch(error => {
  console.error(error);
  process.exit(1);
});
