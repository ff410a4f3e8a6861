//! The exact answers at all poses of a set: every pair of triangles that meets, by the referee for
//! large meshes (`obbtree_tests::quick_referee`), which shares no predicate and no bound with any
//! engine here.
//!
//! They cost more than all timing, so they are kept in a folder, under a hash of bodies and poses.

use std::io;
use std::path::Path;

use obbtree::{Mesh, Pose};
use obbtree_assets::named::hash;
use obbtree_tests::quick_referee::{Placed, intersecting_pairs};
use rayon::prelude::*;

use super::files::{read_pairs, write_pairs};
use crate::scenes::Poses;

/// Pairs `[of A, of B]` that meet, ascending, for each pose.
pub type Pairs = Vec<Vec<[u32; 2]>>;

/// All pairs at all poses, taken from the folder if they were found before.
pub fn pairs(folder: &Path, [a, b]: [&Mesh; 2], poses: &[Poses]) -> io::Result<Pairs> {
    let path = folder.join(format!("{:016x}.pairs", key([a, b], poses)));
    if let Ok(found) = read_pairs(&path, poses.len()) {
        return Ok(found);
    }
    let found = find([a, b], poses);
    // Whole or not at all: a run that is broken off leaves no short list behind.
    let unfinished = path.with_extension("unfinished");
    write_pairs(&unfinished, &found)?;
    std::fs::rename(unfinished, path)?;
    Ok(found)
}

fn find([a, b]: [&Mesh; 2], poses: &[Poses]) -> Pairs {
    // A mostly stays where it is.
    let first = poses.first().map(|[at, _]| (*at, Placed::new(a, at)));
    let at_pose = |[at_a, at_b]: &Poses| {
        let placed_b = Placed::new(b, at_b);
        match &first {
            Some((at, placed)) if at.to_rows() == at_a.to_rows() => {
                intersecting_pairs(placed, &placed_b)
            }
            _ => intersecting_pairs(&Placed::new(a, at_a), &placed_b),
        }
    };
    poses.par_iter().map(at_pose).collect()
}

/// FNV-1a, as that of meshes, over the hashes of both and all numbers of the poses.
fn key([a, b]: [&Mesh; 2], poses: &[Poses]) -> u64 {
    let numbers = poses.iter().flatten().flat_map(Pose::to_rows).map(f64::to_bits);
    let words = [hash(a), hash(b)].into_iter().chain(numbers);
    words.flat_map(u64::to_le_bytes).fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
