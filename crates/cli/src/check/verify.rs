//! The engine's answers held against the referee's.

use std::cell::OnceCell;

use anyhow::{Result, ensure};
use obbtree::query::Relation;
use obbtree::{Mesh, Pose};
use obbtree_referee as referee;

/// What the engine said of two placed bodies.
pub(super) enum Claim<'a> {
    /// These pairs of triangles meet; none only if no pair does.
    Meet(&'a [[u32; 2]]),
    /// Exactly these pairs of triangles meet, ascending.
    Pairs(&'a [[u32; 2]]),
    /// Whether they collide; as solids, if they are.
    Collide(bool),
    /// How they lie.
    Relation(Relation),
    /// Whether their distance is at most a tolerance.
    CloserThan { tolerance: f64, closer: bool },
    /// Their distance is in this interval; 0 if one of two solids is inside the other, which is
    /// said too.
    Distance { interval: [f64; 2], one_inside: bool },
    /// Their distance is in this interval, which may be wide.
    Bounds([f64; 2]),
}

/// The referee about two placed bodies; what it found once is kept.
pub(super) struct Judge<'b> {
    bodies: [(&'b Mesh, &'b Pose); 2],
    solid: bool,
    meet: OnceCell<bool>,
    one_inside: OnceCell<bool>,
}

impl<'b> Judge<'b> {
    pub(super) fn new(bodies: [(&'b Mesh, &'b Pose); 2], solid: bool) -> Self {
        Self { bodies, solid, meet: OnceCell::new(), one_inside: OnceCell::new() }
    }

    /// Asks whether a claim is true.
    ///
    /// # Errors
    /// If it is not.
    pub(super) fn verify(&self, claim: &Claim<'_>) -> Result<()> {
        let [(a, pose_a), (b, pose_b)] = self.bodies;
        let within = |limit| referee::mesh_closer(a, pose_a, b, pose_b, limit);
        let holds = |[lower, upper]: [f64; 2]| {
            within(upper) && (lower == 0.0 || !within(lower.next_down()))
        };
        let agrees = match *claim {
            Claim::Meet([]) => !self.meet(),
            Claim::Meet(pairs) => pairs.iter().all(|[i, j]| {
                let [of_a, of_b] = [a.triangle(*i as usize), b.triangle(*j as usize)];
                referee::meet(&of_a, pose_a, &of_b, pose_b)
            }),
            Claim::Pairs(pairs) => referee::intersecting_pairs(a, pose_a, b, pose_b) == pairs,
            Claim::Collide(collide) => (self.meet() || self.one_inside()) == collide,
            Claim::Relation(relation) => referee::relation(a, pose_a, b, pose_b) == relation.name(),
            Claim::CloserThan { tolerance, closer } => {
                (within(tolerance) || (tolerance >= 0.0 && self.one_inside())) == closer
            }
            Claim::Distance { interval, one_inside } if self.one_inside() => {
                one_inside && interval == [0.0; 2]
            }
            Claim::Distance { interval, one_inside } => !one_inside && holds(interval),
            Claim::Bounds([lower, upper]) if self.one_inside() => lower == 0.0 && upper >= 0.0,
            Claim::Bounds(interval) => holds(interval),
        };
        ensure!(agrees, "the engine and the referee disagree: please report this with both meshes");
        Ok(())
    }

    fn meet(&self) -> bool {
        let [(a, pose_a), (b, pose_b)] = self.bodies;
        *self.meet.get_or_init(|| referee::collide(a, pose_a, b, pose_b))
    }

    /// Is one of two solids inside the other, their surfaces apart?
    fn one_inside(&self) -> bool {
        let [(a, pose_a), (b, pose_b)] = self.bodies;
        let inside = || {
            referee::has_part_inside(a, pose_a, b, pose_b)
                || referee::has_part_inside(b, pose_b, a, pose_a)
        };
        self.solid && *self.one_inside.get_or_init(|| !self.meet() && inside())
    }
}
