//! Which pairs of links never collide, always do, or sometimes: proven for all values of the joints
//! within their limits, or shown by configurations.
//!
//! | file | content |
//! |---|---|
//! | `path` | the joints between two links, and what they can do to a sphere |
//! | `cover` | a link as a tree of spheres over patches |
//! | `pair` | what all searches about a pair share |
//! | `never` | branch and bound over boxes of joint values: apart in all of them? |
//! | `always` | branch and bound: does one stay within the other, or through its surface? |
//! | `crossing` | a segment of one that goes through a triangle of the other |
//! | `boxes` | boxes of joint values, and those that wait |
//! | `descent` | coordinate descent of the distance to a collision |

mod always;
mod boxes;
mod cover;
mod crossing;
mod descent;
mod never;
mod pair;
mod path;

use obbtree_collider::{Batch, BatchError};
use obbtree_simd::SimdLevel;

use crate::items::Item;
use crate::kinematics::{JacobianBound, JointLengths, Kinematics};
use crate::model::Robot;
use crate::random::Random;
use cover::Cover;
use descent::{closest_samples, descend};
use never::{Found, NeverSearch};
use pair::{Pair, Shared, ranges};

/// How hard [`prove_allowed`] tries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ProofOptions {
    /// For each pair: boxes of joint values, and pairs of patches in them, at most.
    pub effort: usize,
    /// Random configurations that are tested first.
    pub samples: usize,
    /// The same seed gives the same samples.
    pub seed: u64,
}

impl Default for ProofOptions {
    fn default() -> Self {
        Self { effort: 100_000, samples: 256, seed: 1 }
    }
}

/// When two links collide.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Collides {
    /// At no configuration within the limits; proven.
    Never,
    /// At every configuration within the limits; proven.
    Always,
    /// At one configuration, and not at another.
    Sometimes {
        /// One at which they collide.
        colliding: Vec<f64>,
        /// One at which they do not.
        free: Vec<f64>,
    },
    /// Not proven within the effort: nothing tested contradicts *never* or *always*.
    Undecided {
        /// They collided in all samples, not in none.
        in_samples: bool,
    },
}

/// What is known of a pair of links.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PairProof {
    /// By their numbers, the smaller first.
    pub links: [usize; 2],
    /// Does one joint join them, and does the robot leave them out?
    pub is_adjacent: bool,
    /// When they collide.
    pub collides: Collides,
    /// What was spent.
    pub effort: usize,
}

/// What [`prove_allowed`] found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ProvenPairs {
    /// Ascending.
    pub pairs: Vec<PairProof>,
}

/// For each pair of links that the robot checks, or leaves out as one joint joins them: do they
/// collide never, always or sometimes, within the limits of all joints?
///
/// # Errors
/// If the batch was cancelled, or had no threads.
pub fn prove_allowed(
    robot: &Robot,
    options: &ProofOptions,
    batch: &Batch<'_>,
) -> Result<ProvenPairs, BatchError> {
    let shared = Shared::new(robot, options);
    let joined = robot.joined_pairs();
    let all = pairs_to_prove(robot);
    let pairs = batch.clone().at_a_time(1).map(&all, |&links, _| {
        let (collides, effort) = decided(&shared, links, options);
        PairProof { links, is_adjacent: joined.contains(&links), collides, effort }
    })?;
    Ok(ProvenPairs { pairs })
}

/// The pairs of links that [`prove_allowed`] decides, ascending: as many answers are reported.
#[must_use]
pub fn pairs_to_prove(robot: &Robot) -> Vec<[usize; 2]> {
    let mut pairs = robot.joined_pairs();
    pairs.extend(&robot.pairs);
    pairs.into_iter().collect()
}

impl<'r> Shared<'r> {
    fn new(robot: &'r Robot, options: &ProofOptions) -> Self {
        let of_link = |(n, link): (usize, &crate::model::Link)| -> Vec<Item> {
            link.elements.iter().map(|element| Item::of_link(element, n)).collect()
        };
        let items: Vec<Vec<Item>> = robot.links.iter().enumerate().map(of_link).collect();
        let covers = items.iter().map(|items| Cover::of(items)).collect();
        let lengths = std::sync::Arc::new(JointLengths::of(robot));
        let none: [&[f64]; 0] = [];
        let all: Vec<Item> = items.iter().flatten().cloned().collect();
        let rounding = JacobianBound::new(robot, &lengths, &all, none.into_iter()).rounding;
        let mut random = Random(options.seed);
        let mut samples = vec![robot.zero()];
        samples.retain(|zero| robot.is_within_limits(zero));
        samples.extend((0..options.samples.max(1)).map(|_| robot.random(|| random.uniform())));
        let mut kinematics = Kinematics::default();
        let frames = samples.iter().map(|sample| {
            kinematics.compute(robot, sample, SimdLevel::detect());
            kinematics.frames.clone()
        });
        let frames = frames.collect();
        let ranges = ranges(robot, &lengths.ends);
        Self { robot, items, covers, ranges, rounding, samples, frames }
    }
}

/// When a pair collides, and what it took to know.
fn decided(shared: &Shared<'_>, links: [usize; 2], options: &ProofOptions) -> (Collides, usize) {
    let mut pair = Pair::new(shared, links);
    let (mut colliding, mut free) = (None, None);
    for sample in 0..shared.samples.len() {
        let Some(collides) = pair.collides_in(sample) else { continue };
        let side = if collides { &mut colliding } else { &mut free };
        side.get_or_insert(sample);
        if let (Some(colliding), Some(free)) = (colliding, free) {
            let [colliding, free] = [colliding, free].map(|n| shared.samples[n].clone());
            return (Collides::Sometimes { colliding, free }, 0);
        }
    }
    match (colliding, free) {
        (None, Some(free)) => never_or_sometimes(&mut pair, &shared.samples[free], options),
        (Some(colliding), _) => {
            let (found, effort) = always::search(&mut pair, options.effort / ALWAYS_SHARE);
            let collides = match found {
                always::Found::Always => Collides::Always,
                always::Found::Free(free) => {
                    Collides::Sometimes { colliding: shared.samples[colliding].clone(), free }
                }
                always::Found::Nothing => Collides::Undecided { in_samples: true },
            };
            (collides, effort)
        }
        (None, None) => (Collides::Undecided { in_samples: false }, 0),
    }
}

/// Distances of points from surfaces take longer than what is counted elsewhere.
const ALWAYS_SHARE: usize = 2;

/// Of a pair that collides in no sample.
fn never_or_sometimes(
    pair: &mut Pair<'_>,
    free: &[f64],
    options: &ProofOptions,
) -> (Collides, usize) {
    let sometimes = |colliding| Collides::Sometimes { colliding, free: free.to_vec() };
    let mut random = Random(options.seed);
    let mut search = NeverSearch::new(pair);
    let (mut limit, mut closest) = (FIRST_EFFORT, None);
    loop {
        match search.run(limit.min(options.effort)) {
            Found::Never => return (Collides::Never, search.effort),
            Found::Colliding(colliding) => return (sometimes(colliding), search.effort),
            Found::Nothing => {}
        }
        let mut starts: Vec<Vec<f64>> = search.most_promising().into_iter().collect();
        if limit >= EFFORT_BEFORE_DESCENTS || search.is_done() {
            let closest = closest.get_or_insert_with(|| closest_samples(search.pair));
            starts.extend(closest.drain(closest.len().saturating_sub(DESCENTS)..).cloned());
        }
        let found = starts.iter().find_map(|start| descend(search.pair, start, &mut random));
        if let Some(colliding) = found {
            return (sometimes(colliding), search.effort);
        }
        if limit >= options.effort || search.is_done() {
            return (Collides::Undecided { in_samples: false }, search.effort);
        }
        limit *= 2;
    }
}

/// After so much, and each time that it has doubled, descents are begun.
const FIRST_EFFORT: usize = 1000;
/// After so much they begin from samples too, from so many each time.
const EFFORT_BEFORE_DESCENTS: usize = 8000;
const DESCENTS: usize = 3;
