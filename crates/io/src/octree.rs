//! Octrees of OctoMap: `.bt`, which knows of each leaf whether it is occupied, and `.ot`, with its
//! log odds (A. Hornung, K. M. Wurm and others, "OctoMap: An Efficient Probabilistic 3D Mapping
//! Framework Based on Octrees", 2013; the library's documentation of its files).
//!
//! A header of text ends with the line `data`; its lines are comments, `id`, `size` (the nodes) and
//! `res` (the side of the smallest cells). The tree follows, depth first from the root, which is a
//! cube of 2^16 cells a side around the origin; child `i` of a node is on the upper side along x
//! if bit 0 of `i` is set, along y for bit 1, z for bit 2. In a `.bt` each node with children has
//! two bytes, two bits a child from the lowest up: 0 unknown, 1 a free leaf, 2 an occupied one, 3 a
//! node with children, which follow in this order. In a `.ot` each node has its log odds, `f32` in
//! little endian, colours if the tree has some, and a byte with a bit for each child that there is;
//! these follow in their order. A leaf is occupied where its log odds are at least 0, which is the
//! library's threshold of one half, unless another was set.
//!
//! Own reader: no crate that is maintained reads these files.

use std::path::Path;

use crate::bytes::bytes_of;
use crate::error::{Fault, Problem, ReadError};
use crate::text::{number, shown, words};

/// The leaves of an octree.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct LoadedOctree {
    /// The leaves that are occupied, in the order of the file.
    pub occupied: Vec<OctreeLeaf>,
    /// Cubes of which nothing is known, up to the cube of 2^16 cells a side: children that nodes
    /// do not have; of a tree without nodes the whole cube.
    pub unknown: Vec<OctreeLeaf>,
    /// So many leaves are free.
    pub free: usize,
    /// The side of the smallest cells, in metres by convention. Cell (0, 0, 0) has its lowest
    /// corner at the origin.
    pub resolution: f64,
    /// What the tree is called: `OcTree`, `ColorOcTree`.
    pub id: String,
    /// The format that the file was read as.
    pub format: OctreeFormat,
    /// Bytes after the last node.
    pub trailing_bytes: usize,
}

/// A cube of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OctreeLeaf {
    /// The cell of its lowest corner.
    pub cell: [i32; 3],
    /// So many cells a side: a power of two.
    pub size: u32,
}

/// A format of octrees that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum OctreeFormat {
    /// `.bt` of OctoMap: occupied, free or unknown.
    Binary,
    /// `.ot` of OctoMap: log odds.
    Full,
}

impl std::fmt::Display for OctreeFormat {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Binary => "OctoMap, binary",
            Self::Full => "OctoMap, log odds",
        })
    }
}

const BINARY: &[u8] = b"# Octomap OcTree binary file";
const FULL: &[u8] = b"# Octomap OcTree file";

/// The depth of the smallest cells.
const DEPTH: u32 = 16;
/// The lowest cell along each axis.
const LOWEST: i32 = -(1 << (DEPTH - 1));

impl OctreeFormat {
    /// The format of a file, by its first line; `None` if it is not one of these.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(BINARY) {
            Some(Self::Binary)
        } else if bytes.starts_with(FULL) {
            Some(Self::Full)
        } else {
            None
        }
    }
}

/// Reads an octree of OctoMap, `.bt` or `.ot`; its format is determined by its first line. Memory
/// stays within 80 times the size of the file.
///
/// # Errors
/// If the file cannot be read, is no such file or violates the rules of its format.
pub fn read_octree(path: impl AsRef<Path>) -> Result<LoadedOctree, ReadError> {
    let path = path.as_ref();
    read_octree_from(&bytes_of(path)?, &path.display().to_string())
}

/// The same from memory; `name` is used for the file in errors.
///
/// # Errors
/// As [`read_octree`].
///
/// ```
/// // The root has two children: the first is occupied, the second is free.
/// let head = b"# Octomap OcTree binary file\nid OcTree\nsize 3\nres 0.5\ndata\n";
/// let tree = obbtree_io::read_octree_from(&[&head[..], &[0b0110, 0]].concat(), "a.bt")?;
/// assert_eq!(tree.occupied[0].cell, [-32768; 3]);
/// assert_eq!((tree.occupied[0].size, tree.free, tree.unknown.len()), (32768, 1, 6));
/// let wrong = obbtree_io::read_octree_from(head, "a.bt").unwrap_err().to_string();
/// assert_eq!(wrong, "a.bt: byte 59: the file ends inside its tree, after 1 of 3 nodes");
/// # Ok::<(), obbtree_io::ReadError>(())
/// ```
pub fn read_octree_from(bytes: &[u8], name: &str) -> Result<LoadedOctree, ReadError> {
    read(bytes).map_err(|fault| fault.in_file(name))
}

/// The octree of a message of ROS (`octomap_msgs/Octomap`), which has the nodes of a file and not
/// its header: `format` is [`OctreeFormat::Binary`] where the message's `binary` is true, `id` and
/// `resolution` are its own. Without bytes the tree is empty: all is unknown. `name` stands for the
/// file in errors.
///
/// # Errors
/// As [`read_octree`], and if bytes follow after the last node.
///
/// ```
/// use obbtree_io::{OctreeFormat, read_octree_nodes};
/// let read = |nodes| read_octree_nodes(nodes, OctreeFormat::Binary, "OcTree", 0.5, "map");
/// let tree = read(&[0b0110, 0])?;
/// assert_eq!((tree.occupied[0].size, tree.free, tree.unknown.len()), (32768, 1, 6));
/// let wrong = read(&[0b0110]).unwrap_err().to_string();
/// assert_eq!(wrong, "map: byte 1: the file ends inside its tree, after 1 nodes");
/// # Ok::<(), obbtree_io::ReadError>(())
/// ```
pub fn read_octree_nodes(
    nodes: &[u8],
    format: OctreeFormat,
    id: &str,
    resolution: f64,
    name: &str,
) -> Result<LoadedOctree, ReadError> {
    let read = || {
        if !(resolution > 0.0 && resolution.is_finite()) {
            let found = format!("{resolution:?}");
            return Err(Fault::anywhere(Problem::Expected { expected: SIDE, found }));
        }
        let header = Header { id: id.to_owned(), size: None, resolution, end: 0 };
        let octree = tree(nodes, format, header)?;
        match octree.trailing_bytes {
            0 => Ok(octree),
            more => {
                let (announced, found) = (nodes.len() as u64, (nodes.len() - more) as u64);
                let problem = Problem::WrongCount { what: "bytes of nodes", announced, found };
                Err(Fault::byte(nodes.len() - more, problem))
            }
        }
    };
    read().map_err(|fault: Fault| fault.in_file(name))
}

struct Header {
    id: String,
    /// So many nodes, where that is said.
    size: Option<u64>,
    resolution: f64,
    /// The byte after it.
    end: usize,
}

/// What a side is expected to be.
const SIDE: &str = "a side of cells above 0";

fn read(bytes: &[u8]) -> Result<LoadedOctree, Fault> {
    if bytes.is_empty() {
        return Err(Fault::byte(0, Problem::Empty));
    }
    let format = OctreeFormat::of(bytes).ok_or_else(|| {
        let expected = "the first line '# Octomap OcTree file' or '# Octomap OcTree binary file'";
        let first = bytes.split(|&byte| byte == b'\n').next().unwrap_or_default();
        Fault::line(1, Problem::Expected { expected, found: format!("'{}'", shown(first)) })
    })?;
    tree(bytes, format, header(bytes)?)
}

/// The tree after a header.
fn tree(bytes: &[u8], format: OctreeFormat, header: Header) -> Result<LoadedOctree, Fault> {
    let Header { id, size, resolution, end } = header;
    // Bytes of a node beside its log odds.
    let more = match (format, id.as_str()) {
        (OctreeFormat::Binary, _) | (OctreeFormat::Full, "OcTree" | "1") => 0,
        (OctreeFormat::Full, "ColorOcTree") => 3,
        (OctreeFormat::Full, other) => {
            let what = format!("a tree of log odds of the kind '{}'", shown(other.as_bytes()));
            return Err(Fault::anywhere(Problem::NotSupported(what)));
        }
    };
    let leaves = Leaves::default();
    let mut tree = Tree { bytes, at: end, nodes: 0, announced: size, more, leaves };
    let is_empty = size.map_or(bytes.is_empty(), |size| size == 0);
    match format {
        _ if is_empty => tree.leaves.unknown.push(ROOT),
        OctreeFormat::Binary => {
            tree.nodes = 1;
            tree.binary()?;
        }
        OctreeFormat::Full => tree.full()?,
    }
    if let Some(announced) = size.filter(|&size| size != tree.nodes) {
        let problem = Problem::WrongCount { what: "nodes", announced, found: tree.nodes };
        return Err(Fault::byte(tree.at, problem));
    }
    let Leaves { occupied, unknown, free } = tree.leaves;
    let trailing_bytes = bytes.len() - tree.at;
    Ok(LoadedOctree { occupied, unknown, free, resolution, id, format, trailing_bytes })
}

fn header(bytes: &[u8]) -> Result<Header, Fault> {
    let (mut id, mut size, mut resolution) = (None, None, None);
    let (mut at, mut line) = (0, 0);
    while at < bytes.len() {
        line += 1;
        let end = bytes[at..].iter().position(|&byte| byte == b'\n').map(|length| at + length);
        let Some(end) = end else { break };
        let text = &bytes[at..end];
        at = end + 1;
        let fault = |problem| Fault::line(line, problem);
        let mut words = words(text);
        let first = words.next().unwrap_or_default();
        let mut value = |expected| {
            let missing =
                || fault(Problem::Expected { expected, found: "the end of the line".into() });
            words.next().ok_or_else(missing)
        };
        match first {
            b"data" => {
                let missing = |name: &'static str| {
                    let name = name.to_owned();
                    fault(Problem::Missing { what: "line before 'data' with the word", name })
                };
                return Ok(Header {
                    id: id.ok_or_else(|| missing("id"))?,
                    size: Some(size.ok_or_else(|| missing("size"))?),
                    resolution: resolution.ok_or_else(|| missing("res"))?,
                    end: at,
                });
            }
            b"id" => id = Some(shown(value("the kind of the tree")?)),
            b"size" => {
                let word = value("the number of nodes")?;
                let text = std::str::from_utf8(word).ok();
                let count = text.and_then(|text| text.parse().ok());
                size = Some(count.ok_or_else(|| fault(Problem::NotANumber(shown(word))))?);
            }
            b"res" => {
                let word = value("the side of a cell")?;
                let side = number(word).map_err(fault)?;
                if !(side > 0.0 && side.is_finite()) {
                    let found = shown(word);
                    return Err(fault(Problem::Expected { expected: SIDE, found }));
                }
                resolution = Some(side);
            }
            // Comments, and what the library skips too.
            _ => {}
        }
    }
    Err(Fault::byte(bytes.len(), Problem::EndsInside("its header, which has no 'data'".into())))
}

#[derive(Default)]
struct Leaves {
    occupied: Vec<OctreeLeaf>,
    unknown: Vec<OctreeLeaf>,
    free: usize,
}

struct Tree<'b> {
    bytes: &'b [u8],
    at: usize,
    nodes: u64,
    announced: Option<u64>,
    more: usize,
    leaves: Leaves,
}

/// The whole.
const ROOT: OctreeLeaf = OctreeLeaf { cell: [LOWEST; 3], size: 1 << DEPTH };

impl OctreeLeaf {
    fn child(self, number: usize) -> Self {
        let size = self.size / 2;
        let cell =
            [0, 1, 2].map(|k| self.cell[k] + if number >> k & 1 == 1 { size as i32 } else { 0 });
        Self { cell, size }
    }
}

impl<'b> Tree<'b> {
    fn take(&mut self, count: usize) -> Result<&'b [u8], Fault> {
        let found = self.bytes.get(self.at..).and_then(|rest| rest.get(..count));
        let Some(found) = found else {
            let of = self.announced.map_or(String::new(), |size| format!(" of {size}"));
            let what = format!("its tree, after {}{of} nodes", self.nodes);
            return Err(Fault::byte(self.bytes.len(), Problem::EndsInside(what)));
        };
        self.at += count;
        Ok(found)
    }

    /// A node with children must have room for them.
    fn check(&self, at: usize, node: OctreeLeaf) -> Result<(), Fault> {
        if node.size > 1 {
            return Ok(());
        }
        let what = format!("a tree of more than {DEPTH} levels");
        Err(Fault::byte(at, Problem::NotSupported(what)))
    }

    /// Nodes wait on a stack, as deep as seven for each level.
    fn binary(&mut self) -> Result<(), Fault> {
        let mut waiting = vec![ROOT];
        while let Some(node) = waiting.pop() {
            self.check(self.at, node)?;
            let two = self.take(2)?;
            let bits = u16::from_le_bytes([two[0], two[1]]);
            // The first is popped first.
            for number in (0..8).rev() {
                if bits >> (2 * number) & 3 == 3 {
                    waiting.push(node.child(number));
                }
            }
            for number in 0..8 {
                let child = node.child(number);
                match bits >> (2 * number) & 3 {
                    0 => self.leaves.unknown.push(child),
                    1 => self.leaves.free += 1,
                    2 => self.leaves.occupied.push(child),
                    _ => {}
                }
                self.nodes += u64::from(bits >> (2 * number) & 3 != 0);
            }
        }
        Ok(())
    }

    fn full(&mut self) -> Result<(), Fault> {
        let mut waiting = vec![ROOT];
        while let Some(node) = waiting.pop() {
            let begin = self.at;
            let of_node = self.take(5 + self.more)?;
            self.nodes += 1;
            let odds = f32::from_le_bytes([of_node[0], of_node[1], of_node[2], of_node[3]]);
            let children = of_node[4 + self.more];
            if odds.is_nan() {
                let expected = "the log odds of a node";
                let found = "NaN".to_owned();
                return Err(Fault::byte(begin, Problem::Expected { expected, found }));
            }
            if children == 0 {
                match odds >= 0.0 {
                    true => self.leaves.occupied.push(node),
                    false => self.leaves.free += 1,
                }
                continue;
            }
            self.check(begin, node)?;
            for number in (0..8).rev() {
                match children >> number & 1 {
                    1 => waiting.push(node.child(number)),
                    _ => self.leaves.unknown.push(node.child(number)),
                }
            }
        }
        Ok(())
    }
}
