//! Which pairs of links need no check, as the setup assistant of MoveIt finds them by samples:
//! pairs that collide at rest, that always collide, and that never do.

use obbtree_collider::BatchError;

use super::proven::{Collides, ProvenPairs};
use crate::checker::{CheckBatch, Checker};
use crate::model::Robot;
use crate::random::Random;

/// Why a pair need not be checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// One joint joins the two links, which the robot leaves out.
    Adjacent,
    /// They collide when all values are 0, so that a planner could not start there.
    Default,
    /// They collided in (almost) every sample.
    Always,
    /// They collided in no sample.
    Never,
}

impl Reason {
    /// As SRDF files say it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Adjacent => "Adjacent",
            Self::Default => "Default",
            Self::Always => "Always",
            Self::Never => "Never",
        }
    }
}

/// Pairs of links that need no check, and how they were found.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Allowed {
    /// By the numbers of the links, the smaller first, ascending.
    pub pairs: Vec<([usize; 2], Reason)>,
    /// Configurations that were sampled.
    pub samples: usize,
}

/// Of the samples: a pair that collides in so many always does. MoveIt takes the same share.
const ALWAYS: f64 = 0.95;

/// Samples configurations within the limits and finds the pairs that need no check, of those that
/// the checker's robot checks; and the other pairs that one joint joins. Colliding "never" is a
/// guess from samples: a pair that collides rarely is found only by many of them.
///
/// # Errors
/// If the batch was cancelled, or had no threads.
pub fn allowed_pairs(
    checker: &Checker,
    samples: usize,
    seed: u64,
    batch: &CheckBatch<'_>,
) -> Result<Allowed, BatchError> {
    let robot = checker.robot();
    let mut random = Random(seed);
    let configurations: Vec<Vec<f64>> =
        (0..samples).map(|_| robot.random(|| random.uniform())).collect();
    let mut hits = std::collections::BTreeMap::new();
    // Samples are within the limits and have a place, but for joints whose range is beyond all
    // numbers.
    for pair in batch.colliding_pairs(&configurations)?.into_iter().flatten().flatten() {
        *hits.entry(pair).or_insert(0_usize) += 1;
    }
    // At rest, which limits may leave out.
    let mut resting = checker.clone().ignoring_limits(true);
    let at_rest = resting.colliding_pairs(&robot.zero()).unwrap_or_default();
    let reason = |&[a, b]: &[usize; 2]| {
        let pair = [checker.link_body(a)?, checker.link_body(b)?];
        let count = hits.get(&pair).copied().unwrap_or(0);
        if at_rest.contains(&pair) {
            Some(Reason::Default)
        } else if count == 0 {
            Some(Reason::Never)
        } else {
            (count as f64 >= ALWAYS * samples as f64).then_some(Reason::Always)
        }
    };
    let sampled = robot.pairs().iter().filter_map(|pair| Some((*pair, reason(pair)?)));
    let joined = robot.joined_pairs().into_iter().map(|pair| (pair, Reason::Adjacent));
    let mut pairs: Vec<([usize; 2], Reason)> = sampled.chain(joined).collect();
    pairs.sort_by_key(|(pair, _)| *pair);
    Ok(Allowed { pairs, samples })
}

impl Allowed {
    /// As an SRDF file.
    #[must_use]
    pub fn to_srdf(&self, checker: &Checker) -> String {
        srdf(checker.robot(), &self.pairs, &format!("pairs from {} samples", self.samples))
    }
}

impl ProvenPairs {
    /// The pairs that need no check, with reasons that are proven: those that never collide, that
    /// always do, and that one joint joins, whatever these do.
    #[must_use]
    pub fn allowed(&self) -> Vec<([usize; 2], Reason)> {
        let reason = |collides: &Collides, is_adjacent: bool| match collides {
            _ if is_adjacent => Some(Reason::Adjacent),
            Collides::Never => Some(Reason::Never),
            Collides::Always => Some(Reason::Always),
            Collides::Sometimes { .. } | Collides::Undecided { .. } => None,
        };
        let pairs = self.pairs.iter();
        pairs.filter_map(|p| Some((p.links, reason(&p.collides, p.is_adjacent)?))).collect()
    }

    /// These as an SRDF file.
    #[must_use]
    pub fn to_srdf(&self, robot: &Robot) -> String {
        srdf(robot, &self.allowed(), "proven for all values of the joints within their limits")
    }
}

fn srdf(robot: &Robot, pairs: &[([usize; 2], Reason)], comment: &str) -> String {
    let name = |link: usize| escaped(robot.links()[link].name());
    let mut text = format!(
        "<?xml version=\"1.0\"?>\n<!-- {comment} -->\n<robot name=\"{}\">\n",
        escaped(robot.name())
    );
    for ([a, b], reason) in pairs {
        let (a, b, reason) = (name(*a), name(*b), reason.name());
        text +=
            &format!("    <disable_collisions link1=\"{a}\" link2=\"{b}\" reason=\"{reason}\"/>\n");
    }
    text + "</robot>\n"
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
