//! Poses of generated meshes of 1,000 to 100,000 triangles, deep in each other, a hair's breadth
//! apart and at contact, with the answers of the exact referee: whether they meet, how many pairs
//! of triangles do, a hash of the list, and for small meshes how far apart they are.
//!
//! A file of a set has a line `a` for where A is, then lines `b` for where B is and what is so
//! there: twelve numbers, the rows of [R | t], then `free`, or `meet`, the number of pairs and
//! the hash.

use std::fmt::Write as _;

use crate::shapes::bend;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_assets::named;

use super::folder;
use crate::bisection::{Approach, Numbers};
use crate::quick_referee::{self, Placed};
use crate::{referee, shapes};

/// Two meshes, and how they are called.
pub struct Subject {
    /// The name of the file.
    pub name: &'static str,
    /// The mesh that is named first.
    pub a: Mesh,
    /// The other one.
    pub b: Mesh,
}

/// Two poses and what is so there.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Where A is.
    pub pose_a: Pose,
    /// Where B is.
    pub pose_b: Pose,
    /// The number of pairs of triangles that meet, and the hash of the list; `None` if none do.
    pub pairs: Option<(usize, u64)>,
    /// Of meshes that do not meet, a distance that is right to [`DISTANCE_ERROR`], if it was
    /// measured.
    pub distance: Option<f64>,
}

/// How far a stored distance is off at most, as a share of it.
pub const DISTANCE_ERROR: f64 = 1e-9;

/// Meshes with more pairs of triangles than this have no distance in the corpus: the referee
/// tries all.
const PAIRS_FOR_DISTANCE: usize = 4_000_000;

/// Gaps from first contact, both ways, as a share of the size of both bodies.
const GAPS: [f64; 5] = [0.02, 1e-3, 1e-6, 1e-9, 1e-13];

/// All pairs of meshes.
pub fn subjects() -> Vec<Subject> {
    let of = |name: &str, triangles| named::by_name(name).expect("a mesh").mesh(triangles);
    let subject = |name, a, b| Subject { name, a, b };
    vec![
        subject("blob-blob", of("blob", 20_000), of("blob", 20_000)),
        subject("coral-plate", of("coral", 10_000), of("plate", 5_000)),
        subject("knot-rod", of("knot", 20_000), of("rod", 5_000)),
        subject("scan-foam", of("scan", 50_000), of("foam", 5_000)),
        subject("terrain-shaft", of("terrain", 100_000), of("shaft", 1_000)),
        subject("soup-needles", of("soup", 10_000), of("needles", 2_000)),
        subject("chain-chain", of("chain", 5_000), of("chain", 5_000)),
        subject("coral-knot", of("coral", 1_000), of("knot", 1_000)),
        // All bits in use, moved by a million times the size.
        subject("far-blob-knot", in_f64(&of("blob", 1_000), 1e6), in_f64(&of("knot", 1_000), -1e6)),
        // So far out that an edge is a hundred roundings long. Small: the quick referee, whose
        // margin follows the coordinates, can rule out no pair.
        subject(
            "rounded-sphere-sphere",
            in_f64(&shapes::sphere(1, 1.0), 1e13),
            in_f64(&shapes::sphere(1, 1.0), 0.0),
        ),
    ]
}

/// A third of the size, and moved by a number of sizes: numbers that are not in `f32`, rounded by
/// `f64`.
fn in_f64(mesh: &Mesh, sizes: f64) -> Mesh {
    let size = mesh.report().bounds.sides().amax();
    bend(mesh, |[x, y, z]| [x / 3.0 + sizes * size, y / 3.0, z / 3.0 - sizes * size])
}

impl Subject {
    /// The stored rows.
    pub fn rows(&self) -> Vec<Row> {
        let path = folder().join("poses").join(format!("{}.txt", self.name));
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let (mut pose_a, mut rows) = (Pose::identity(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let words: Vec<&str> = line.split(' ').collect();
            let pose: Pose = words[1..13].join(" ").parse().expect("a pose");
            if words[0] == "a" {
                pose_a = pose;
                continue;
            }
            let pairs = (words[13] == "meet").then(|| {
                let hash = u64::from_str_radix(words[15], 16).expect("a hash");
                (words[14].parse().expect("a count"), hash)
            });
            let distance = pairs.is_none().then(|| words.get(14)).flatten();
            let distance = distance.map(|word| word.parse().expect("a distance"));
            rows.push(Row { pose_a, pose_b: pose, pairs, distance });
        }
        rows
    }

    /// Makes poses and asks the referee: the text of the file.
    pub fn make(&self) -> String {
        let Self { name, a, b } = self;
        let bodies = [a, b].map(|mesh| Body::new(mesh.clone()));
        let mut query = Query::new();
        let mut text = format!("# {name}: src/corpus/pose_sets.rs says what a line means.\n");
        let seed = name.bytes().fold(9000, |seed, byte| 31 * (seed % 1_000_000) + u64::from(byte));
        for (number, numbers) in Numbers::ALL.into_iter().enumerate() {
            let mut random = shapes::random(seed + number as u64);
            let away = [0.0, 1.0, 1000.0][number];
            let (approach, [contact, free]) = loop {
                let approach = Approach::random(&mut random, numbers, away, a, b);
                let meets = |s: f64| {
                    query.collide(&bodies[0], &approach.pose_a, &bodies[1], &approach.pose_b(s))
                };
                if let Some(found) = approach.first_contact(meets) {
                    break (approach, found);
                }
            };
            let placed_a = Placed::new(a, &approach.pose_a);
            writeln!(text, "a {}", numbers_of(&approach.pose_a)).expect("text");
            let mut at = vec![contact, free];
            for gap in GAPS {
                at.extend([contact - gap * approach.size, free + gap * approach.size]);
            }
            for s in at {
                let pose_b = approach.pose_b(s);
                let pairs = quick_referee::intersecting_pairs(&placed_a, &Placed::new(b, &pose_b));
                writeln!(text, "b {} {}", numbers_of(&pose_b), {
                    if pairs.is_empty() {
                        let distance = self.distance(&bodies, &approach.pose_a, &pose_b);
                        distance.map_or("free".to_owned(), |d| format!("free {d:e}"))
                    } else {
                        format!("meet {} {:016x}", pairs.len(), hash(&pairs))
                    }
                })
                .expect("text");
            }
        }
        text
    }

    /// The distance of small meshes: found by the engine, shown by the referee.
    fn distance(&self, [a, b]: &[Body; 2], pose_a: &Pose, pose_b: &Pose) -> Option<f64> {
        if self.a.triangles().len() * self.b.triangles().len() > PAIRS_FOR_DISTANCE {
            return None;
        }
        let mut query = Query::new();
        let mut closer = |d: f64| query.closer_than(a, pose_a, b, pose_b, d);
        let mut above = f64::MIN_POSITIVE;
        while !closer(above) {
            above *= 1024.0;
        }
        let mut below = above / 1024.0;
        while above - below > 0.25 * DISTANCE_ERROR * above {
            let middle = 0.5 * (above + below);
            if closer(middle) { above = middle } else { below = middle }
        }
        let by_referee = |d: f64| referee::mesh_closer(&self.a, pose_a, &self.b, pose_b, d);
        assert!(by_referee(above) && !by_referee(below), "{}: {below:e} to {above:e}", self.name);
        Some(above)
    }
}

/// Twelve numbers that are read back exactly.
fn numbers_of(pose: &Pose) -> String {
    pose.to_rows().iter().map(|x| format!("{x:?}")).collect::<Vec<_>>().join(" ")
}

/// FNV-1a of 64 bits over the numbers of the triangles, little-endian.
pub fn hash(pairs: &[[u32; 2]]) -> u64 {
    let bytes = pairs.as_flattened().iter().flat_map(|id| id.to_le_bytes());
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
