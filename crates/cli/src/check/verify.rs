//! The engine's answers held against the referee's.

use anyhow::{Result, ensure};
use obbtree::{Mesh, Pose};

/// What the engine said of two surfaces.
pub(super) enum Claim<'a> {
    /// Whether they meet.
    Meet(bool),
    /// Exactly these pairs of triangles meet, ascending.
    Pairs(&'a [[u32; 2]]),
    /// Whether their distance is at most a tolerance.
    CloserThan { tolerance: f64, closer: bool },
    /// Their distance is in this interval.
    Distance([f64; 2]),
}

/// Asks the referee whether a claim is true.
///
/// # Errors
/// If it is not.
pub(super) fn verify(
    [a, b]: [&Mesh; 2],
    [pose_a, pose_b]: [&Pose; 2],
    claim: &Claim<'_>,
) -> Result<()> {
    let agrees = match *claim {
        Claim::Meet(meet) => obbtree_referee::collide(a, pose_a, b, pose_b) == meet,
        Claim::CloserThan { tolerance, closer } => {
            obbtree_referee::mesh_closer(a, pose_a, b, pose_b, tolerance) == closer
        }
        Claim::Distance([lower, upper]) => {
            let closer = |limit| obbtree_referee::mesh_closer(a, pose_a, b, pose_b, limit);
            closer(upper) && (lower == 0.0 || !closer(lower.next_down()))
        }
        Claim::Pairs(pairs) => obbtree_referee::intersecting_pairs(a, pose_a, b, pose_b) == pairs,
    };
    ensure!(agrees, "the engine and the referee disagree: please report this with both meshes");
    Ok(())
}
