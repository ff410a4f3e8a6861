//! Tree files, `.obbt`: a mesh and its wide tree, so that it need not be built again.
//!
//! Own format, version 1. All numbers are little-endian and unaligned. In this order:
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `89 4F 42 42 54 0D 0A 1A`: no text, and damaged by converted line ends (as in PNG) |
//! | 4 | version, `u32` |
//! | 4 | bytes of a coordinate, `u32`: 4 if all vertices are `f32` numbers, else 8 |
//! | 12 | number of vertices, triangles and nodes, `u32` |
//! | 64 | origin, bounding sphere (centre, radius), `f64`; largest half side and centre, `f32` |
//! | 12 or 24 a vertex | coordinates |
//! | 12 a triangle | vertex indices, `u32` |
//! | 244 a node | `frame` and `half` as in [`Node`], `f32`; then a byte for each child |
//! | 4 a triangle | triangle indices in the order of the leaves, `u32` |
//! | 8 | CRC-64/XZ of all bytes above (ECMA-182, Annex B, reflected) |
//!
//! The byte of a child is 0 for an empty slot, 1 to 4 for a leaf of that many triangles, 5 for a
//! node. Nodes are in depth-first order and leaves in the order in which nodes refer to them, so no
//! reference is stored. Corners of leaves are taken from the mesh.
//!
//! A CRC of 64 bits detects every changed bit and any damage within 64 bits for certain, and of
//! other damage all but one case in 2^64 (Peterson, Brown, "Cyclic Codes for Error Detection",
//! 1961). It does not detect a forged file: loading checks everything but what boxes contain, so
//! such a file can give wrong answers, though never undefined behaviour. For a file from a
//! stranger, call [`Tree::validate`], which takes a quarter of the time of building; the command
//! line does, unless told to `--trust` the file.
//!
//! The file is read, not mapped: mapping is `unsafe`, which this project restricts to its vector
//! lanes, and nodes would have to be copied from the map anyway. Reading is a small part of
//! loading.

use crc64fast::Digest;
use obbtree_mesh::Mesh;
use obbtree_tree::wide::{Child, Leaf, MAX_DEPTH, Node, Tree, TreeParts};
use thiserror::Error;

use crate::error::{Fault, Problem};

/// The first bytes of every tree file.
const MAGIC: &[u8; 8] = b"\x89OBBT\r\n\x1a";

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;

/// Bytes before the first vertex: magic, five `u32`, seven `f64`, two `f32`.
const HEADER: usize = 8 + 5 * 4 + 7 * 8 + 2 * 4;

/// Bytes of a node: 48 numbers of its frames, 12 half sides, four children.
const NODE: usize = 48 * 4 + 12 * 4 + 4;

/// Bytes of the checksum.
const CHECKSUM: usize = 8;

/// The byte of a child that is a node.
const IS_NODE: u8 = 5;

/// The error of saving a mesh with a tree that does not belong to it.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the tree does not belong to this mesh: {0}")]
pub struct MeshMismatch(String);

/// Are these the first bytes of a tree file?
pub(crate) fn is_tree(bytes: &[u8]) -> bool {
    bytes.starts_with(MAGIC)
}

/// A mesh and its tree as the bytes of a tree file, which [`read_mesh`](crate::read_mesh) and
/// [`read_mesh_from`](crate::read_mesh_from) read back bit for bit.
///
/// A mesh of `f32` numbers and its tree take about half of their bytes in memory (at most 55 %);
/// other meshes less than 65 %, or 75 % where triangles hardly share vertices.
///
/// # Errors
/// If the tree was not built from (or refitted to) this mesh.
///
/// ```
/// use obbtree_mesh::Mesh;
/// # fn build(_: &Mesh) -> obbtree_tree::wide::Tree {
/// #     use obbtree_tree::wide::{Child, Leaf, Node, Tree, TreeParts};
/// #     let frame = [0, 1, 2].map(|k| [0, 1, 2, 3].map(|a| [f32::from(u8::from(k == a)); 4]));
/// #     let child = [Child::leaf(0), Child::EMPTY, Child::EMPTY, Child::EMPTY];
/// #     let node = Node { frame, half: [[2.0; 4]; 3], child };
/// #     let leaf = Leaf::of(&[0], |_| [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
/// #     let (nodes, leaves) = (vec![node], vec![leaf]);
/// #     let (sphere_radius, largest_half, rest) = (1.0, 4.0, TreeParts::default());
/// #     let parts = TreeParts { nodes, leaves, sphere_radius, largest_half, ..rest };
/// #     Tree::from_parts(parts).unwrap()
/// # }
/// let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
/// let mesh = Mesh::new(corners, vec![[0, 1, 2]])?;
/// let tree = build(&mesh); // obbtree::build
///
/// let bytes = obbtree_io::tree_bytes(&mesh, &tree)?;
/// let loaded = obbtree_io::read_mesh_from(&bytes, "a.obbt", None)?;
/// assert_eq!(loaded.mesh, mesh);
/// assert_eq!(loaded.tree, Some(tree));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn tree_bytes(mesh: &Mesh, tree: &Tree) -> Result<Vec<u8>, MeshMismatch> {
    let single = is_single(mesh);
    check_belongs(mesh, tree, single)?;
    let size = if single { 4 } else { 8 };
    let counts = [mesh.vertices().len(), mesh.triangles().len(), tree.nodes().len()];
    let length = length(size, counts.map(|count| count as u64));
    let mut bytes = Vec::with_capacity(length as usize);

    bytes.extend(MAGIC);
    // A mesh has at most 2^32 - 1 vertices and 2^30 triangles, a valid tree fewer nodes than
    // triangles.
    for number in [VERSION, size as u32].into_iter().chain(counts.map(|count| count as u32)) {
        bytes.extend(number.to_le_bytes());
    }
    let sphere = tree.sphere_center().into_iter().chain([tree.sphere_radius()]);
    for number in tree.origin().into_iter().chain(sphere) {
        bytes.extend(number.to_le_bytes());
    }
    bytes.extend(tree.largest_half().to_le_bytes());
    bytes.extend(tree.largest_center().to_le_bytes());
    for &x in mesh.vertices().as_flattened() {
        if single {
            bytes.extend((x as f32).to_le_bytes());
        } else {
            bytes.extend(x.to_le_bytes());
        }
    }
    for vertex in mesh.triangles().as_flattened() {
        bytes.extend(vertex.to_le_bytes());
    }
    for node in tree.nodes() {
        let numbers = node.frame.as_flattened().as_flattened().iter();
        for number in numbers.chain(node.half.as_flattened()) {
            bytes.extend(number.to_le_bytes());
        }
        bytes.extend(node.child.map(|child| match child {
            Child::EMPTY => 0,
            leaf if leaf.is_leaf() => tree.leaves()[leaf.index() as usize].used() as u8,
            _ => IS_NODE,
        }));
    }
    for leaf in tree.leaves() {
        for id in &leaf.ids[..leaf.used()] {
            bytes.extend(id.to_le_bytes());
        }
    }
    bytes.extend(checksum(&bytes));
    debug_assert_eq!(bytes.len() as u64, length);
    Ok(bytes)
}

/// Reads a tree file.
pub(crate) fn read(bytes: &[u8]) -> Result<(Mesh, Tree), Fault> {
    if !is_tree(bytes) {
        return Err(Fault::byte(0, Problem::NotATreeFile));
    }
    let wrong_length = |needed: u64| Problem::TreeLength { needed, found: bytes.len() as u64 };
    let (Some(header), Some(version)) = (bytes.get(..HEADER), bytes.get(8..12)) else {
        return Err(Fault::byte(bytes.len(), wrong_length((HEADER + CHECKSUM) as u64)));
    };
    let version = u32_at(version, 0);
    if version != VERSION {
        return Err(Fault::byte(8, Problem::TreeVersion { version, supported: VERSION }));
    }
    let size = match u32_at(header, 12) {
        size @ (4 | 8) => size as usize,
        size => return Err(Fault::byte(12, Problem::Tree(format!("coordinates of {size} bytes")))),
    };
    let counts = [16, 20, 24].map(|at| u64::from(u32_at(header, at)));
    let needed = length(size, counts);
    if needed != bytes.len() as u64 {
        return Err(Fault::byte(bytes.len(), wrong_length(needed)));
    }
    let (body, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if checksum(body) != sum {
        return Err(Fault::anywhere(Problem::Checksum));
    }

    // The counts match the length of the file, so they fit into `usize`.
    let [n_vertices, n_triangles, n_nodes] = counts.map(|count| count as usize);
    let (vertices, rest) = body[HEADER..].split_at(n_vertices * 3 * size);
    let (triangles, rest) = rest.split_at(n_triangles * 12);
    let (nodes, ids) = rest.split_at(n_nodes * NODE);
    let vertices = match size {
        4 => threes(vertices, |x| f64::from(f32::from_le_bytes(x))),
        _ => threes(vertices, f64::from_le_bytes),
    };
    let mesh = Mesh::new(vertices, threes(triangles, u32::from_le_bytes))?;
    if is_single(&mesh) != (size == 4) {
        return Err(wrong("coordinates are longer than necessary".to_owned()));
    }

    let (nodes, sizes) = read_nodes(nodes).map_err(wrong)?;
    let origin = [28, 36, 44].map(|at| f64_at(header, at));
    let leaf_origin = if size == 4 { [0.0; 3] } else { origin };
    let leaves = read_leaves(ids, &sizes, &mesh, leaf_origin).map_err(wrong)?;
    let parts = TreeParts {
        nodes,
        leaves,
        exact: (size != 4).then(|| mesh.clone()),
        origin,
        sphere_center: [52, 60, 68].map(|at| f64_at(header, at)),
        sphere_radius: f64_at(header, 76),
        largest_half: f32_at(header, 84),
        largest_center: f32_at(header, 88),
    };
    let tree = Tree::from_parts(parts).map_err(|invalid| wrong(invalid.to_string()))?;
    Ok((mesh, tree))
}

/// Numbers of `SIZE` bytes, in groups of three.
fn threes<const SIZE: usize, T: Copy + Default>(
    bytes: &[u8],
    number: impl Fn([u8; SIZE]) -> T,
) -> Vec<[T; 3]> {
    let three = |bytes: &[u8]| {
        let mut three = [T::default(); 3];
        for (own, &bytes) in three.iter_mut().zip(bytes.as_chunks().0) {
            *own = number(bytes);
        }
        three
    };
    bytes.chunks_exact(3 * SIZE).map(three).collect()
}

/// Nodes with their references, and the number of triangles of each leaf.
fn read_nodes(bytes: &[u8]) -> Result<(Vec<Node>, Vec<u8>), String> {
    let mut nodes: Vec<Node> = Vec::with_capacity(bytes.len() / NODE);
    // A node refers to at most four children, and all nodes but the first are children.
    let mut sizes = Vec::with_capacity(3 * (bytes.len() / NODE) + 1);
    // The slots for the next nodes, the next one last: node, child, depth of that child.
    let mut waiting = Vec::with_capacity(4 * MAX_DEPTH);
    for (index, bytes) in bytes.chunks_exact(NODE).enumerate() {
        let mut depth = 1;
        if index > 0 {
            let (parent, c, own_depth) = waiting.pop().ok_or("a node to which no other refers")?;
            let parent: &mut Node = &mut nodes[parent];
            parent.child[c] = Child::node(index as u32);
            depth = own_depth;
        }
        if depth > MAX_DEPTH {
            return Err(format!("the tree is deeper than {MAX_DEPTH}"));
        }
        let mut child = [Child::EMPTY; 4];
        for c in (0..4).rev() {
            match bytes[NODE - 4 + c] {
                0 => {}
                IS_NODE => waiting.push((index, c, depth + 1)),
                1..=4 => {}
                kind => return Err(format!("a child of kind {kind} in node {index}")),
            }
        }
        for (child, &size) in child.iter_mut().zip(&bytes[NODE - 4..]) {
            if (1..=4).contains(&size) {
                *child = Child::leaf(sizes.len() as u32);
                sizes.push(size);
            }
        }
        let mut node = Node { frame: [[[0.0; 4]; 4]; 3], half: [[0.0; 4]; 3], child };
        let frame = node.frame.as_flattened_mut().as_flattened_mut();
        let numbers = frame.iter_mut().chain(node.half.as_flattened_mut());
        for (number, &bytes) in numbers.zip(bytes.as_chunks().0) {
            *number = f32::from_le_bytes(bytes);
        }
        nodes.push(node);
    }
    if waiting.is_empty() { Ok((nodes, sizes)) } else { Err("nodes are missing".to_owned()) }
}

/// Leaves from the triangle indices in their order.
fn read_leaves(
    bytes: &[u8],
    sizes: &[u8],
    mesh: &Mesh,
    origin: [f64; 3],
) -> Result<Vec<Leaf>, String> {
    let triangles = mesh.triangles();
    let in_leaves: usize = sizes.iter().map(|&size| usize::from(size)).sum();
    if in_leaves != triangles.len() {
        return Err(format!("{in_leaves} triangles in leaves, {} in the mesh", triangles.len()));
    }
    let corners = |id: u32| corners_around(mesh, id, origin);
    let mut ids = bytes.as_chunks().0.iter().map(|&id| u32::from_le_bytes(id));
    let mut leaves = Vec::with_capacity(sizes.len());
    for &size in sizes {
        let mut own = [0; 4];
        for (id, next) in own.iter_mut().zip(ids.by_ref().take(usize::from(size))) {
            if next as usize >= triangles.len() {
                return Err(format!("a leaf refers to triangle {next} of {}", triangles.len()));
            }
            *id = next;
        }
        leaves.push(Leaf::of(&own[..usize::from(size)], corners));
    }
    Ok(leaves)
}

/// The corners of a triangle relative to an origin.
fn corners_around(mesh: &Mesh, id: u32, origin: [f64; 3]) -> [[f64; 3]; 3] {
    mesh.triangles()[id as usize].map(|v| {
        let x = mesh.vertices()[v as usize];
        [x[0] - origin[0], x[1] - origin[1], x[2] - origin[2]]
    })
}

/// Bytes of a tree file with coordinates of `size` bytes, and this many vertices, triangles and
/// nodes. Counts of 32 bits cannot overflow it.
fn length(size: usize, [vertices, triangles, nodes]: [u64; 3]) -> u64 {
    let fixed = (HEADER + CHECKSUM) as u64;
    fixed + vertices * 3 * size as u64 + triangles * 16 + nodes * NODE as u64
}

/// The last bytes of a file.
fn checksum(bytes: &[u8]) -> [u8; CHECKSUM] {
    let mut digest = Digest::new();
    digest.write(bytes);
    digest.sum64().to_le_bytes()
}

/// Are all coordinates `f32` numbers?
fn is_single(mesh: &Mesh) -> bool {
    mesh.vertices().as_flattened().iter().all(|&x| f64::from(x as f32) == x)
}

/// Checks that loading will give this tree.
fn check_belongs(mesh: &Mesh, tree: &Tree, single: bool) -> Result<(), MeshMismatch> {
    let other = |what: String| Err(MeshMismatch(what));
    tree.validate_shape().map_err(|invalid| MeshMismatch(invalid.to_string()))?;
    let (in_leaves, triangles) = (tree.triangle_count(), mesh.triangles().len());
    if in_leaves != triangles || tree.exact().is_none() != single {
        return other(format!("it has {in_leaves} triangles, the mesh {triangles}"));
    }
    for leaf in tree.leaves() {
        // The triangle indices of a valid tree with as many triangles are in range.
        let relative = |id| corners_around(mesh, id, tree.leaf_origin());
        if *leaf != Leaf::of(&leaf.ids[..leaf.used()], relative) {
            return other(format!("triangle {} has other corners", leaf.ids[0]));
        }
    }
    let Some(exact) = tree.exact().filter(|&exact| exact != mesh) else { return Ok(()) };
    match exact.corners().zip(mesh.corners()).position(|(held, own)| held != own) {
        Some(id) => other(format!("triangle {id} has other corners")),
        None => Ok(()),
    }
}

fn wrong(what: String) -> Fault {
    Fault::anywhere(Problem::Tree(what))
}

/// Four bytes at a position, which must be in range.
fn four(bytes: &[u8], at: usize) -> [u8; 4] {
    std::array::from_fn(|i| bytes[at + i])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(four(bytes, at))
}

fn f32_at(bytes: &[u8], at: usize) -> f32 {
    f32::from_le_bytes(four(bytes, at))
}

fn f64_at(bytes: &[u8], at: usize) -> f64 {
    f64::from_le_bytes(std::array::from_fn(|i| bytes[at + i]))
}
