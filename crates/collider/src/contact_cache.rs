//! Temporal coherence: what collided a moment ago is tried first.
//!
//! Along a path of small steps the pair of triangles that met last usually meets again. Trying it
//! first costs one triangle test; if it meets, the trees are not opened at all. The answer is
//! never another than without.

use std::collections::HashMap;

use obbtree_predicates::{Placement, Stages, Triangle, triangles_meet};

use crate::body::Body;

/// The last contact of each pair of bodies. A fresh cache knows nothing.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactCache {
    /// By the keys of the two bodies. A key may come to belong to another body: what is found is
    /// always tested.
    last: HashMap<[usize; 2], [u32; 2]>,
    /// The closest triangles, likewise.
    closest: HashMap<[usize; 2], [u32; 2]>,
}

impl ContactCache {
    /// The last contact of two bodies, if these triangles meet again.
    pub(crate) fn find(&self, a: &Body, b: &Body, placement: &Placement) -> Option<[u32; 2]> {
        let pair @ [in_a, in_b] = *self.last.get(&[a.key(), b.key()])?;
        let exists = |body: &Body, id: u32| (id as usize) < body.mesh().triangles().len();
        let meets = exists(a, in_a) && exists(b, in_b) && {
            let stages = &mut Stages::default();
            triangles_meet(&a.triangle(in_a), &b.triangle(in_b), placement, stages)
        };
        meets.then_some(pair)
    }

    pub(crate) fn remember(&mut self, a: &Body, b: &Body, pair: [u32; 2]) {
        self.last.insert([a.key(), b.key()], pair);
    }

    /// The triangles of two bodies that were closest last.
    pub(crate) fn closest(&self, a: &Body, b: &Body) -> Option<([u32; 2], [Triangle; 2])> {
        let pair @ [in_a, in_b] = *self.closest.get(&[a.key(), b.key()])?;
        let exists = |body: &Body, id: u32| (id as usize) < body.mesh().triangles().len();
        (exists(a, in_a) && exists(b, in_b)).then(|| (pair, [a.triangle(in_a), b.triangle(in_b)]))
    }

    pub(crate) fn remember_closest(&mut self, a: &Body, b: &Body, pair: [u32; 2]) {
        self.closest.insert([a.key(), b.key()], pair);
    }
}
