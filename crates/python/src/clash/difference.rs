//! The class `ClashDifference`: what changed from one report to the next.

use obbtree::clash::{Report, difference};
use pyo3::prelude::*;

use super::found::Clash;
use crate::answers::answer;

answer! {
/// What changed from one report to another: see ``ClashReport.difference``.
///
/// >>> import obbtree
/// >>> scene = obbtree.Scene.read("assets/building.json")
/// >>> before = obbtree.clash("assets/building.toml", scene)
/// >>> scene.remove("level 1/pipe 0-0")
/// >>> after = obbtree.clash("assets/building.toml", scene)
/// >>> [clash.bodies for clash in before.difference(after).gone]
/// [('level 1/slab', 'level 1/pipe 0-0')]
/// >>> difference = before.difference(after)
/// >>> len(difference.new), len(difference.changed), len(difference.unchanged)
/// (0, 0, 27)
#[pyclass(frozen, module = "obbtree")]
pub(crate) struct ClashDifference {
    /// Clashes of the new report that the old one has not.
    new: Vec<Clash>,
    /// Clashes of the old report that the new one has not.
    gone: Vec<Clash>,
    /// Clashes of both whose class or place has changed: as each was, and as it is.
    changed: Vec<(Clash, Clash)>,
    /// Clashes of both that are as they were, in the new report.
    unchanged: Vec<Clash>,
}
}

impl ClashDifference {
    pub(super) fn between(old: &Report, new: &Report, moved: f64) -> Self {
        let found = difference(old, new, moved);
        let of = |report: &Report, n: usize| Clash(report.clashes[n].clone());
        Self {
            new: found.new.iter().map(|n| of(new, *n)).collect(),
            gone: found.gone.iter().map(|n| of(old, *n)).collect(),
            changed: found.changed.iter().map(|[m, n]| (of(old, *m), of(new, *n))).collect(),
            unchanged: found.unchanged.iter().map(|[_, n]| of(new, *n)).collect(),
        }
    }
}

#[pymethods]
impl ClashDifference {
    fn __repr__(&self) -> String {
        let Self { new, gone, changed, unchanged } = self;
        let [new, gone, changed] = [new.len(), gone.len(), changed.len()];
        let unchanged = unchanged.len();
        format!("ClashDifference({new} new, {gone} gone, {changed} changed, {unchanged} unchanged)")
    }
}
