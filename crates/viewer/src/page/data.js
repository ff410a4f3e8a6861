// What a page carries: blocks of bytes, deflated and in base64, in elements of its own.
"use strict";

// The bytes of a block.
async function unpacked(id) {
  const block = document.getElementById(id);
  const packed = await fetch(`data:application/octet-stream;base64,${block.textContent}`);
  block.remove();
  const bytes = packed.body.pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(bytes).arrayBuffer());
}

// Numbers of so many bytes each, whose first bytes come first, then their second bytes: so they are
// packed better.
function fromPlanes(bytes, at, count, width) {
  const numbers = new Uint8Array(count * width);
  for (let plane = 0, from = at; plane < width; plane++) {
    for (let to = plane; to < numbers.length; to += width) numbers[to] = bytes[from++];
  }
  return numbers.buffer;
}

// The meshes of a page: vertices (f64, three a vertex) and triangles (u32, three a triangle, each
// number as its difference to the one before).
function meshesIn(bytes) {
  const counts = new DataView(bytes.buffer);
  let at = 4;
  return Array.from({ length: counts.getUint32(0, true) }, () => {
    const [n, m] = [3 * counts.getUint32(at, true), 3 * counts.getUint32(at + 4, true)];
    const vertices = new Float64Array(fromPlanes(bytes, at + 8, n, 8));
    const triangles = new Uint32Array(fromPlanes(bytes, at + 8 + 8 * n, m, 4));
    for (let i = 1; i < m; i++) triangles[i] += triangles[i - 1];
    at += 8 + 8 * n + 4 * m;
    return { vertices, triangles };
  });
}
