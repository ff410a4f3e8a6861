//! What queries about a robot answer, as the classes that a scene answers with.

use obbtree::motion::Sweep as EngineSweep;
use obbtree::robot::{Checker, configuration_at};
use obbtree::scene::{BodyDistance as EngineDistance, BodyId, PartPair};

use crate::answers::{BodyDistance, Names, Sweep};

pub(super) fn names(checker: &Checker, pair: [BodyId; 2]) -> Names {
    checker.names(pair).map(str::to_owned).into()
}

pub(super) fn distance(checker: &Checker, found: &EngineDistance) -> BodyDistance {
    BodyDistance::new(found, names(checker, found.bodies))
}

/// Of the motion between two configurations.
pub(super) fn verdict(
    checker: &Checker,
    found: EngineSweep<PartPair>,
    [from, to]: [&[f64]; 2],
) -> Sweep {
    let last_valid = (!found.is_free()).then(|| configuration_at(from, to, found.last_free()));
    let pair = found.pair().map(|pair| names(checker, pair.bodies));
    Sweep { configuration: last_valid, ..Sweep::of_parts(found, pair) }
}
