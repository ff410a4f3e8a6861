//! What changed from one report to the next.

use std::collections::HashMap;

use serde::Serialize;
use uuid::Uuid;

use crate::clash::{Clash, Report};

/// What changed from an old report to a new one. A clash is the same if the rule and the names of
/// both bodies are, whatever their order.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// Clashes of the new report that the old one has not, by their places there.
    pub new: Vec<usize>,
    /// Clashes of the old report that are gone, by their places there.
    pub gone: Vec<usize>,
    /// Those of both whose class or place has changed: their places in the old and the new one.
    pub changed: Vec<[usize; 2]>,
    /// Those of both that are as they were.
    pub unchanged: Vec<[usize; 2]>,
}

/// What changed. The place of a clash has changed if the boxes of the two are farther apart than
/// `moved`, along an axis.
#[must_use]
pub fn difference(old: &Report, new: &Report, moved: f64) -> Difference {
    let mut left: HashMap<Uuid, usize> =
        old.clashes.iter().enumerate().map(|(n, clash)| (clash.guid, n)).collect();
    let mut found = Difference::default();
    for (n, clash) in new.clashes.iter().enumerate() {
        match left.remove(&clash.guid) {
            None => found.new.push(n),
            Some(before) if is_same(&old.clashes[before], clash, moved) => {
                found.unchanged.push([before, n]);
            }
            Some(before) => found.changed.push([before, n]),
        }
    }
    found.gone = left.into_values().collect();
    found.gone.sort_unstable();
    found
}

fn is_same(old: &Clash, new: &Clash, moved: f64) -> bool {
    let [[min, max], [new_min, new_max]] = [old.bounds, new.bounds];
    let is_near = (0..3).all(|k| new_min[k] - max[k] <= moved && min[k] - new_max[k] <= moved);
    // The order of the bodies may have changed.
    let class = if old.bodies == new.bodies { new.class } else { new.class.swapped() };
    old.class == class && is_near
}
