//! What is timed, and how.

pub mod compare;
pub mod framed;
pub mod growth_chart;
pub mod rays;
pub mod scenes;

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use nalgebra::Vector3;
use obbtree::{Mesh, Pose};
use obbtree_tests::classic;
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
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
    pub fn name(self) -> &'static str {
        match self {
            Self::Any => "any",
            Self::All => "all",
        }
    }

    /// Asks at one pose of both: 0 or 1, or how many pairs of triangles meet.
    #[inline]
    pub fn ask<B>(
        self,
        query: &mut impl Asks<B>,
        [a, b]: [&B; 2],
        [at_a, at_b]: &[Pose; 2],
    ) -> u64 {
        match self {
            Self::Any => u64::from(query.collide(a, at_a, b, at_b)),
            Self::All => {
                let mut found = 0;
                let _ = query.for_each_pair(a, at_a, b, at_b, |_| {
                    found += 1;
                    ControlFlow::Continue(())
                });
                found
            }
        }
    }

    /// Asks at every pose of B, A at its own coordinates: how many of the poses collide, or how
    /// many pairs of triangles meet in all of them.
    pub fn pass<B>(self, query: &mut impl Asks<B>, a: &B, b: &B, poses: &[Pose]) -> u64 {
        let here = Pose::identity();
        let mut found = 0;
        for pose in poses {
            found += self.ask(query, [a, b], &[here, *pose]);
        }
        found
    }
}

/// Was this workload chosen, by a word behind the command that is a part of its name? Without words
/// those with a part of `usual` are.
pub fn is_chosen(name: &str, usual: &[&str]) -> bool {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if words.is_empty() {
        return usual.iter().any(|part| name.contains(part));
    }
    words.iter().any(|word| name.contains(word))
}

/// One pass of a contender over all poses. What it gives keeps the work from being left out.
pub type Pass<'a> = Box<dyn FnMut() -> u64 + 'a>;

/// Seconds of a pass of each contender, the least of those made. The contenders take turns, so
/// that a swept_frame of the machine hits all alike; a turn is passes for a share of `patience`,
/// at least one in all.
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

/// Poses of B at one gap from A, as a share of A's size along the direction of approach, negative
/// inside and 0 at first contact; from the same `count` random directions for every gap.
pub fn at_gap(a: &Mesh, b: &Mesh, gap: f64, count: usize) -> Vec<Pose> {
    let (body_a, body_b) = (classic::Tree::body(a), classic::Tree::body(b));
    let size = a.report().bounds.sides().norm();
    let reach = size + b.report().bounds.sides().norm();
    let here = Pose::identity();
    let mut query = ClassicQuery::default();
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
