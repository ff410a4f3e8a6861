//! Octrees of OctoMap: what is read, what is refused and where, and thousands of damaged files.

use obbtree_io::{
    LoadedOctree, OctreeFormat, OctreeLeaf, ReadError, read_octree_from, read_octree_nodes,
};

fn head(kind: &str, id: &str, size: usize) -> Vec<u8> {
    format!("# Octomap OcTree {kind}file\n# a comment\n#\nid {id}\nsize {size}\nres 0.25\ndata\n")
        .into_bytes()
}

/// A tree by its leaves: children by their numbers, `Some` of a leaf that is occupied or free.
enum Node {
    Leaf(bool),
    Inner(Vec<(usize, Node)>),
}

impl Node {
    fn count(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Inner(children) => {
                1 + children.iter().map(|(_, node)| node.count()).sum::<usize>()
            }
        }
    }

    fn binary(&self, to: &mut Vec<u8>) {
        let Self::Inner(children) = self else { return };
        let bits = children.iter().fold(0_u16, |bits, (number, node)| {
            let two = match node {
                Self::Leaf(true) => 2,
                Self::Leaf(false) => 1,
                Self::Inner(_) => 3,
            };
            bits | two << (2 * number)
        });
        to.extend(bits.to_le_bytes());
        children.iter().for_each(|(_, node)| node.binary(to));
    }

    fn full(&self, colour: &[u8], to: &mut Vec<u8>) {
        let (odds, children) = match self {
            Self::Leaf(true) => (0.85_f32, &[][..]),
            Self::Leaf(false) => (-0.4, &[][..]),
            Self::Inner(children) => (0.85, &children[..]),
        };
        to.extend(odds.to_le_bytes());
        to.extend(colour);
        to.push(children.iter().fold(0, |bits, (number, _)| bits | 1 << number));
        children.iter().for_each(|(_, node)| node.full(colour, to));
    }
}

/// A branch down to the cells of size one beside the origin, and some leaves above.
fn tree() -> Node {
    let mut node =
        Node::Inner(vec![(0, Node::Leaf(true)), (3, Node::Leaf(false)), (7, Node::Leaf(true))]);
    for _ in 0..14 {
        node = Node::Inner(vec![(0, node), (5, Node::Leaf(false))]);
    }
    Node::Inner(vec![(1, Node::Leaf(true)), (7, node)])
}

fn binary() -> Vec<u8> {
    let mut bytes = head("binary ", "OcTree", tree().count());
    tree().binary(&mut bytes);
    bytes
}

fn full(id: &str, colour: &[u8]) -> Vec<u8> {
    let mut bytes = head("", id, tree().count());
    tree().full(colour, &mut bytes);
    bytes
}

fn read(bytes: &[u8]) -> Result<LoadedOctree, ReadError> {
    read_octree_from(bytes, "a")
}

#[test]
fn all_formats_have_the_same_leaves() {
    let expected = [
        OctreeLeaf { cell: [0, -32768, -32768], size: 32768 },
        OctreeLeaf { cell: [0, 0, 0], size: 1 },
        OctreeLeaf { cell: [1, 1, 1], size: 1 },
    ];
    for (bytes, format) in [
        (binary(), OctreeFormat::Binary),
        (full("OcTree", &[]), OctreeFormat::Full),
        (full("ColorOcTree", &[1, 2, 3]), OctreeFormat::Full),
    ] {
        let loaded = read(&bytes).unwrap_or_else(|error| panic!("{error}"));
        let mut occupied = loaded.occupied.clone();
        occupied.sort_by_key(|leaf| (std::cmp::Reverse(leaf.size), leaf.cell));
        assert_eq!(occupied, expected);
        assert_eq!((loaded.free, loaded.format, loaded.resolution), (15, format, 0.25));
        assert_eq!(loaded.trailing_bytes, 0);
        // All that is not occupied or free, up to the whole.
        let volume = |size: u32| u64::from(size).pow(3);
        let unknown: u64 = loaded.unknown.iter().map(|leaf| volume(leaf.size)).sum();
        let known: u64 = expected.iter().map(|leaf| volume(leaf.size)).sum();
        let free: u64 = (1..15).map(|n| volume(1 << n)).sum::<u64>() + 1;
        assert_eq!(unknown + known + free, volume(1 << 16));
    }
    let trailing = [full("OcTree", &[]), vec![0; 5]].concat();
    assert_eq!(read(&trailing).expect("whole").trailing_bytes, 5);
}

/// The cube of all cells.
const ROOT: OctreeLeaf = OctreeLeaf { cell: [-32768; 3], size: 65536 };

/// A new map knows nothing.
#[test]
fn of_a_file_without_nodes_all_is_unknown() {
    for kind in ["binary ", ""] {
        let empty = read(&head(kind, "OcTree", 0)).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((empty.occupied.len(), &*empty.unknown, empty.free), (0, &[ROOT][..], 0));
    }
}

/// A message has what follows the header of a file.
#[test]
fn nodes_of_a_message_are_those_of_the_file() {
    for (bytes, id, header) in [
        (binary(), "OcTree", head("binary ", "OcTree", 34)),
        (full("OcTree", &[]), "OcTree", head("", "OcTree", 34)),
        (full("ColorOcTree", &[1, 2, 3]), "ColorOcTree", head("", "ColorOcTree", 34)),
    ] {
        let of_file = read(&bytes).unwrap_or_else(|error| panic!("{error}"));
        let nodes = &bytes[header.len()..];
        let read = |nodes: &[u8]| read_octree_nodes(nodes, of_file.format, id, 0.25, "a");
        let found = read(nodes).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((&found.occupied, &found.unknown), (&of_file.occupied, &of_file.unknown));
        assert_eq!((found.free, found.resolution, &*found.id), (of_file.free, 0.25, id));
        for cut in 1..nodes.len() {
            assert!(read(&nodes[..cut]).is_err(), "{cut}");
        }
        let (long, length) = ([nodes, &[0; 2]].concat(), nodes.len());
        let message = format!(
            "a: byte {length}: {} bytes of nodes are announced, there are {length}",
            length + 2
        );
        assert_eq!(read(&long).expect_err("longer").to_string(), message);
    }
    let read = |id, side| read_octree_nodes(&[], OctreeFormat::Full, id, side, "a");
    let empty = read("OcTree", 0.5).expect("empty");
    assert_eq!((empty.occupied.len(), &*empty.unknown, empty.free), (0, &[ROOT][..], 0));
    for (id, side, message) in [
        ("OcTree", 0.0, "a: expected a side of cells above 0, found 0.0"),
        ("OcTree", f64::NAN, "a: expected a side of cells above 0, found NaN"),
        ("Other", 0.5, "a: a tree of log odds of the kind 'Other' is not supported"),
    ] {
        assert_eq!(read(id, side).expect_err(message).to_string(), message);
    }
}

#[test]
fn what_is_wrong_is_told_with_its_place() {
    let check = |bytes: &[u8], message: &str| {
        let error = read(bytes).expect_err(message).to_string();
        assert_eq!(error, format!("a: {message}"));
    };
    check(b"", "byte 0: the file is empty");
    let first = "line 1: expected the first line '# Octomap OcTree file' or '# Octomap OcTree \
        binary file', found";
    check(b"solid a\n", &format!("{first} 'solid a'"));
    let begin = "# Octomap OcTree file\n";
    let text = |rest: &str| format!("{begin}{rest}").into_bytes();
    check(&text("id OcTree\n"), "byte 32: the file ends inside its header, which has no 'data'");
    check(
        &text("id OcTree\nres 1\ndata\n"),
        "line 4: there is no line before 'data' with the word size",
    );
    check(
        &text("size 1\nres 1\ndata\n"),
        "line 4: there is no line before 'data' with the word id",
    );
    check(&text("res -1\n"), "line 2: expected a side of cells above 0, found -1");
    check(&text("res nan\n"), "line 2: expected a side of cells above 0, found nan");
    check(&text("res x\n"), "line 2: 'x' is not a number");
    check(&text("size -3\n"), "line 2: '-3' is not a number");
    check(&text("size\n"), "line 2: expected the number of nodes, found the end of the line");
    let other = text("id OcTreeStamped\nsize 1\nres 1\ndata\n12345");
    check(&other, "a tree of log odds of the kind 'OcTreeStamped' is not supported");

    let length = binary().len();
    check(
        &binary()[..length - 1],
        &format!("byte {}: the file ends inside its tree, after 31 of 34 nodes", length - 1),
    );
    let more = [head("binary ", "OcTree", 9), vec![0b10, 0]].concat();
    check(&more, &format!("byte {}: 9 nodes are announced, there are 2", more.len()));
    // Every child has children, for ever.
    let head_length = head("binary ", "OcTree", 99).len();
    let deep = [head("binary ", "OcTree", 99), vec![0xff; 400]].concat();
    let at = head_length + 32;
    check(&deep, &format!("byte {at}: a tree of more than 16 levels is not supported"));
    let deep = [head("", "OcTree", 99), [0, 0, 0, 0, 0xff].repeat(400)].concat();
    let at = head("", "OcTree", 99).len() + 16 * 5;
    check(&deep, &format!("byte {at}: a tree of more than 16 levels is not supported"));
    let odds = [head("", "OcTree", 1), f32::NAN.to_le_bytes().to_vec(), vec![0]].concat();
    check(&odds, &format!("byte {}: expected the log odds of a node, found NaN", odds.len() - 5));
}

/// Cut anywhere, or with any byte changed: never a panic, and never more leaves than bytes allow.
#[test]
fn damaged_files_are_refused_or_read() {
    let mut state = 1_u64;
    let mut random = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize
    };
    let (mut refused, mut taken) = (0, 0);
    for good in [binary(), full("OcTree", &[]), full("ColorOcTree", &[9, 9, 9])] {
        for cut in 0..good.len() {
            assert!(read(&good[..cut]).is_err(), "{cut}");
        }
        for _ in 0..5_000 {
            let mut bytes = good.clone();
            for _ in 0..1 + random() % 3 {
                let at = random() % bytes.len();
                bytes[at] = random() as u8;
            }
            match read(&bytes) {
                Ok(loaded) => {
                    assert!(loaded.occupied.len() + loaded.unknown.len() <= 8 * bytes.len());
                    taken += 1;
                }
                Err(error) => {
                    assert!(error.to_string().starts_with("a: "));
                    refused += 1;
                }
            }
        }
    }
    assert!(refused > 1000 && taken > 1000, "{refused} {taken}");
}
