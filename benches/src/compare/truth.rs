//! What is known of the distance at a pose, and whether an answer agrees with it.
//!
//! The interval is obbtree's own, so it is proven here, with the referee's whole and rational
//! numbers: it is 0 if and only if some pair of triangles meets; its upper end is reached by the
//! pair of triangles that it names; and, where both meshes are small, no pair of triangles is
//! closer than its lower end. On large meshes the last is left to agreement: the other engines
//! search with their own boxes, so one that finds a closer pair of triangles shows up as an answer
//! below the interval.

use obbtree::query::Distance;
use obbtree::{Body, Mesh, Query};
use obbtree_tests::referee::{mesh_closer, squared_distance};
use obbtree_tests::scales::exact::square;

use super::question::Measure;
use crate::scenes::Poses;

/// Meshes with so many pairs of triangles are searched whole, by exact arithmetic.
const SEARCHED_PAIRS: usize = 2_000_000;
/// What an engine in `f64` may err by: a share of the distance;
const RELATIVE: f64 = 1e-9;
/// and a share of the largest coordinate of a placed body, some tens of ulps.
const OF_COORDINATES: f64 = 1e-14;

/// Of one pose.
#[derive(Clone)]
pub struct Truth {
    /// The distance is in `lower ..= upper`.
    pub lower: f64,
    /// Both are 0 where the surfaces meet.
    pub upper: f64,
    /// What is allowed to engines that round.
    slack: f64,
}

/// How far the intervals of a set are proven.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct Proof {
    /// Poses at which 0 is given for surfaces that are apart, or another distance where they meet.
    pub wrong_contacts: usize,
    /// Poses at which the triangles that are named are not as far apart as the interval says.
    pub wrong_witnesses: usize,
    /// Poses at which some pair of triangles is closer than the lower end.
    pub wrong_lower_ends: usize,
    /// Poses at which all pairs of triangles were searched for the last.
    pub searched: usize,
}

impl Proof {
    /// Is nothing wrong?
    pub fn is_right(&self) -> bool {
        self.wrong_contacts + self.wrong_witnesses + self.wrong_lower_ends == 0
    }
}

/// The interval at each pose, held against exact arithmetic; `meets` says where the surfaces meet.
pub fn truths([a, b]: [&Mesh; 2], poses: &[Poses], meets: &[bool]) -> (Vec<Truth>, Proof) {
    let bodies = [a, b].map(|mesh| Body::new(mesh.clone()));
    let mut query = Query::new();
    let mut proof = Proof::default();
    let of_pose = |(at, &meets): (&Poses, &bool)| {
        let [at_a, at_b] = at;
        let found = query.distance(&bodies[0], at_a, &bodies[1], at_b);
        proof.wrong_contacts += usize::from((found.upper == 0.0) != meets);
        proof.wrong_witnesses += usize::from(!is_reached([a, b], at, &found));
        if found.lower > 0.0 && a.triangles().len() * b.triangles().len() <= SEARCHED_PAIRS {
            proof.searched += 1;
            let below = found.lower.next_down();
            proof.wrong_lower_ends += usize::from(mesh_closer(a, at_a, b, at_b, below));
        }
        let slack = OF_COORDINATES * largest_coordinate([a, b], at);
        Truth { lower: found.lower, upper: found.upper, slack }
    };
    (poses.iter().zip(meets).map(of_pose).collect(), proof)
}

/// Are the named triangles as far apart as the interval says, exactly?
fn is_reached(
    [a, b]: [&Mesh; 2],
    [at_a, at_b]: &Poses,
    Distance { lower, upper, triangles, .. }: &Distance,
) -> bool {
    let [Some(in_a), Some(in_b)] = *triangles else { return false };
    let (of_a, of_b) = (a.triangle(in_a as usize), b.triangle(in_b as usize));
    let squared = squared_distance(&of_a, at_a, &of_b, at_b);
    square(*lower) <= squared && squared <= square(*upper)
}

/// Of both bodies, at their own coordinates and placed.
fn largest_coordinate([a, b]: [&Mesh; 2], [at_a, at_b]: &Poses) -> f64 {
    let of = |(mesh, at): (&Mesh, &obbtree::Pose)| {
        let bounds = mesh.report().bounds;
        let own = bounds.min.coords.abs().sup(&bounds.max.coords.abs()).norm();
        own + at.translation().amax()
    };
    of((a, at_a)).max(of((b, at_b)))
}

impl Truth {
    /// Do the surfaces meet?
    pub fn meets(&self) -> bool {
        self.upper == 0.0
    }

    /// Is this the answer to the question, for an engine of this project (`certain`) or one that
    /// rounds?
    pub fn agrees(&self, measure: Measure, answer: f64, certain: bool) -> bool {
        let Self { lower, upper, slack } = *self;
        let slack = if certain { 0.0 } else { slack + RELATIVE * upper };
        match measure {
            Measure::Distance | Measure::Kept if self.meets() => answer <= slack,
            Measure::Distance | Measure::Kept => {
                answer > 0.0 && lower - slack <= answer && answer <= upper + slack
            }
            // Twice the error: the upper end is this far above the lower one, which is rounded too.
            Measure::Rough => lower <= answer && answer <= upper * (1.0 + 2.0 * Measure::ERROR),
            Measure::Half => (answer != 0.0) == self.meets(),
            Measure::Twice => answer == 1.0,
            Measure::Clearance => (0.0..=upper).contains(&answer),
        }
    }
}
