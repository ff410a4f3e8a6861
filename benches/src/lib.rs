//! What is timed: pairs of bodies in situations that planners meet.

pub mod framed;

use nalgebra::Vector3;
use obbtree::classic::{self, Scratch};
use obbtree::{Mesh, Pose};
use obbtree_tests::parry::double;
use obbtree_tests::shapes::{isometry, random, vector};

/// How near two bodies are, as the gap between their surfaces over A's size.
pub const SITUATIONS: [(&str, f64); 4] =
    [("far", 0.5), ("near", 0.001), ("touching", 0.0), ("deep", -0.05)];

/// Poses of B against A, all in one situation.
pub struct Situation {
    /// `far`, `near`, `touching` or `deep`.
    pub name: &'static str,
    /// Where B is; A stays at its own coordinates.
    pub poses: Vec<Pose>,
}

/// A pair of bodies with their poses.
pub struct Workload {
    /// Its name in the report.
    pub name: &'static str,
    /// The body at its own coordinates.
    pub a: Mesh,
    /// The body that is placed.
    pub b: Mesh,
    /// Poses, situation by situation.
    pub situations: Vec<Situation>,
}

impl Workload {
    /// Brings B up to A from `count` random directions in random orientations, by bisection to first
    /// contact, and then moves it on to each situation's gap.
    ///
    /// # Panics
    /// Never for bodies of finite size.
    #[must_use]
    pub fn approach(name: &'static str, a: Mesh, b: Mesh, count: usize) -> Self {
        let situations = SITUATIONS
            .iter()
            .map(|&(name, gap)| Situation { name, poses: Self::at_gap(&a, &b, gap, count) })
            .collect();
        Self { name, a, b, situations }
    }

    /// Poses of B at one gap from A, as a share of A's size along the direction of approach, negative
    /// inside and 0 at first contact; from the same `count` random directions for every gap.
    ///
    /// # Panics
    /// Never for bodies of finite size.
    #[must_use]
    pub fn at_gap(a: &Mesh, b: &Mesh, gap: f64, count: usize) -> Vec<Pose> {
        let tree_a = classic::build(a, &Default::default());
        let tree_b = classic::build(b, &Default::default());
        let size = a.report().bounds.sides().norm();
        let reach = size + b.report().bounds.sides().norm();
        let here = Pose::identity();
        let mut scratch = Scratch::new();
        let mut random = random(42);
        let mut poses = Vec::new();
        while poses.len() < count {
            let turn = isometry(&mut random, 0.0).rotation.to_rotation_matrix().into_inner();
            let from = vector(&mut random).normalize();
            let target =
                a.report().bounds.center().coords - turn * b.report().bounds.center().coords;
            let at = |distance: f64| {
                let t: Vector3<f64> = target + from * distance;
                Pose::new(turn, t).expect("a rotation")
            };
            let mut hits =
                |distance| classic::collide(&tree_a, &here, &tree_b, &at(distance), &mut scratch);
            let (mut inside, mut outside) = (0.0, 2.0 * reach);
            if !hits(inside) {
                continue; // bodies with holes can pass through each other from this direction
            }
            while outside - inside > 1e-12 * reach {
                let middle = 0.5 * (inside + outside);
                if hits(middle) { inside = middle } else { outside = middle }
            }
            poses.push(at(if gap == 0.0 { inside } else { outside + gap * size }));
        }
        poses
    }

    /// The pairs whose times are reported.
    #[must_use]
    pub fn standard() -> Vec<Self> {
        let knot = obbtree_assets::torus_knot(220, 16);
        let gear = obbtree_assets::gear(obbtree_assets::WHEEL);
        let link = obbtree_assets::link();
        vec![
            Self::approach("knot-knot", knot.clone(), knot, 24),
            Self::approach("gear-link", gear, link, 24),
        ]
    }
}

/// Checks our answers against parry3d-f64's two-tree descent, pair by pair, away from contact, and
/// against the situation itself: separated poses are free, touching and deep ones mostly hit.
///
/// # Panics
/// If an answer is wrong.
pub fn check_answers(workload: &Workload) {
    let tree_a = classic::build(&workload.a, &Default::default());
    let tree_b = classic::build(&workload.b, &Default::default());
    let (peer_a, peer_b) = (double::trimesh(&workload.a), double::trimesh(&workload.b));
    let here = Pose::identity();
    let mut scratch = Scratch::new();
    for situation in &workload.situations {
        for (number, pose) in situation.poses.iter().enumerate() {
            let found = classic::intersecting_pairs(&tree_a, &here, &tree_b, pose, &mut scratch);
            if situation.name == "touching" {
                assert!(!found.is_empty(), "{} touching {number}", workload.name);
                continue; // within rounding of free: parry may answer either way
            }
            let mut theirs = Vec::new();
            double::two_tree_descent(&peer_a, &peer_b, &double::pose(pose), |a, b| {
                theirs.push([a, b]);
                false
            });
            theirs.sort_unstable();
            assert_eq!(found, theirs, "{} {} {number}", workload.name, situation.name);
        }
    }
}
