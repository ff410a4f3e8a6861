//! What is timed: pairs of bodies in situations that planners meet.

pub mod framed;
pub mod planner;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use nalgebra::Vector3;
use obbtree::{Body, Engine, Mesh, Pose, Query, classic};
use obbtree_tests::engines::Built;
use obbtree_tests::parry::double;
use obbtree_tests::shapes::{isometry, random, vector};

/// What of a query is timed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Do the surfaces meet?
    Any,
    /// Which pairs of triangles meet? They are counted, not kept.
    All,
}

impl Question {
    /// Both, in the order of reports.
    pub const BOTH: [Self; 2] = [Self::Any, Self::All];

    /// `any` or `all`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
        }
    }

    /// Asks at every pose of B, A at its own coordinates: how many of the poses collide, or how many
    /// pairs of triangles meet in all of them.
    pub fn pass<T: Engine>(
        self,
        query: &mut Query<T>,
        a: &Body<T>,
        b: &Body<T>,
        poses: &[Pose],
    ) -> u64 {
        let here = Pose::identity();
        let mut found = 0;
        for pose in poses {
            match self {
                Self::Any => found += u64::from(query.collide(a, &here, b, pose)),
                Self::All => {
                    let _ = query.for_each_pair(a, &here, b, pose, |_| {
                        found += 1;
                        ControlFlow::Continue(())
                    });
                }
            }
        }
        found
    }
}

/// Was this workload chosen, by a word behind the command that is a part of its name? Without words
/// those with a part of `usual` are.
#[must_use]
pub fn is_chosen(name: &str, usual: &[&str]) -> bool {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        return usual.iter().any(|part| name.contains(part));
    }
    words.iter().any(|word| name.contains(word))
}

/// One pass of a contender over all poses. What it gives keeps the work from being left out.
pub type Pass<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// Seconds of a pass of each contender, the least of those made. The contenders take turns, so that a
/// drift of the machine hits all alike; a turn is passes for a share of `patience`, at least one in
/// all.
pub fn least_seconds(passes: &mut [Pass<'_>], rounds: usize, patience: Duration) -> Vec<f64> {
    let mut least = vec![f64::INFINITY; passes.len()];
    for _ in 0..rounds {
        for (pass, least) in passes.iter_mut().zip(&mut least) {
            let turn = Instant::now();
            while least.is_infinite() || turn.elapsed() < patience / rounds as u32 {
                let start = Instant::now();
                std::hint::black_box(pass());
                *least = least.min(start.elapsed().as_secs_f64());
            }
        }
    }
    least
}

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
        let (body_a, body_b) = (classic::Tree::body(a), classic::Tree::body(b));
        let size = a.report().bounds.sides().norm();
        let reach = size + b.report().bounds.sides().norm();
        let here = Pose::identity();
        let mut query = Query::default();
        let mut random = random(42);
        let mut poses = Vec::new();
        while poses.len() < count {
            let rotation = isometry(&mut random, 0.0).rotation.to_rotation_matrix().into_inner();
            let from = vector(&mut random).normalize();
            let target =
                a.report().bounds.center().coords - rotation * b.report().bounds.center().coords;
            let at = |distance: f64| {
                let t: Vector3<f64> = target + from * distance;
                Pose::new(rotation, t).expect("a rotation")
            };
            let mut hits = |distance| query.collide(&body_a, &here, &body_b, &at(distance));
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
    let (body_a, body_b) = (classic::Tree::body(&workload.a), classic::Tree::body(&workload.b));
    let (peer_a, peer_b) = (double::trimesh(&workload.a), double::trimesh(&workload.b));
    let here = Pose::identity();
    let mut query = Query::default();
    for situation in &workload.situations {
        for (number, pose) in situation.poses.iter().enumerate() {
            let found = query.pairs(&body_a, &here, &body_b, pose);
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
