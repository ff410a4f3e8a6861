//! Bodies by number, and the queries about them: the safe part of the module.
//!
//! Numbers, because a page cannot hold a Rust value. A number is never given twice, so that a freed
//! body is an error text and not another body.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use obbtree_collider::{Body, Query, Relation};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;

use crate::boxes;

/// Everything that one instance of the module holds.
#[derive(Default)]
pub(crate) struct Bodies {
    bodies: BTreeMap<u32, Body>,
    last: u32,
    query: Query,
    /// What the last question found: pairs of triangle numbers, or pairs of box numbers.
    pub(crate) pairs: Vec<[u32; 2]>,
    /// What the last [`Bodies::search_steps`] found.
    pub(crate) steps: Vec<[u32; 3]>,
    /// What the last [`Bodies::boxes`] found.
    pub(crate) boxes: Vec<[f64; boxes::NUMBERS]>,
}

/// A body and its pose, the twelve numbers row by row of `[R | t]`.
pub(crate) struct Placed {
    pub(crate) body: u32,
    pub(crate) pose: [f64; 12],
}

impl Bodies {
    /// Checks a mesh, builds its tree and gives the body's number, which is not 0.
    pub(crate) fn add(
        &mut self,
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<u32, String> {
        let mesh = Mesh::new(vertices, triangles).map_err(|error| error.to_string())?;
        let number = self.last.checked_add(1).ok_or("no number is left for another body")?;
        self.bodies.insert(number, Body::new(mesh));
        self.last = number;
        Ok(number)
    }

    /// Frees a body. Nothing happens if there is none of this number.
    pub(crate) fn remove(&mut self, body: u32) {
        self.bodies.remove(&body);
    }

    /// The body that a scene of the page calls `#NUMBER`.
    pub(crate) fn named(&self, name: &str) -> Result<Body, String> {
        let number = name.strip_prefix('#').and_then(|number| number.parse().ok());
        let number = number.ok_or_else(|| format!("`{name}` is a file: embed the mesh"))?;
        body_of(&self.bodies, number).cloned()
    }

    /// What a scene of the page calls a body, if it is one of these.
    pub(crate) fn name(&self, body: &Body) -> Option<String> {
        let is_it = |(_, own): &(&u32, &Body)| std::ptr::eq(own.mesh(), body.mesh());
        self.bodies.iter().find(is_it).map(|(number, _)| format!("#{number}"))
    }

    /// Do the surfaces meet? Touching counts.
    pub(crate) fn collide(&mut self, a: &Placed, b: &Placed) -> Result<bool, String> {
        let (a, pose_a) = placed(&self.bodies, a)?;
        let (b, pose_b) = placed(&self.bodies, b)?;
        Ok(self.query.collide(a, &pose_a, b, &pose_b))
    }

    /// All pairs of triangles that meet, ascending, in `self.pairs`; of more than `limit`, the
    /// first `limit` that the search finds.
    pub(crate) fn pairs(&mut self, a: &Placed, b: &Placed, limit: usize) -> Result<usize, String> {
        let (a, pose_a) = placed(&self.bodies, a)?;
        let (b, pose_b) = placed(&self.bodies, b)?;
        let pairs = &mut self.pairs;
        pairs.clear();
        let _ = self.query.for_each_pair(a, &pose_a, b, &pose_b, |pair| {
            if pairs.len() == limit {
                return ControlFlow::Break(());
            }
            pairs.push(pair);
            ControlFlow::Continue(())
        });
        pairs.sort_unstable();
        Ok(pairs.len())
    }

    /// 0 if the surfaces are separated, 1 if they touch (no edge of one goes through the inside of
    /// a triangle of the other), 2 if they intersect.
    pub(crate) fn relation(&mut self, a: &Placed, b: &Placed) -> Result<usize, String> {
        let (a, pose_a) = placed(&self.bodies, a)?;
        let (b, pose_b) = placed(&self.bodies, b)?;
        Ok(match self.query.classify(a, &pose_a, b, &pose_b) {
            Relation::Touching | Relation::Coincident => 1,
            Relation::Intersecting => 2,
            _ => 0,
        })
    }

    /// How many levels of boxes a body's tree has.
    pub(crate) fn levels(&self, body: u32) -> Result<usize, String> {
        Ok(body_of(&self.bodies, body)?.tree().depth())
    }

    /// The boxes of one level of a body's tree, with the leaves above it, in `self.boxes`.
    pub(crate) fn boxes(&mut self, body: u32, level: usize) -> Result<usize, String> {
        self.boxes = boxes::of_level(body_of(&self.bodies, body)?.tree(), level);
        Ok(self.boxes.len())
    }

    /// All boxes of a body's tree, in `self.boxes`.
    pub(crate) fn all_boxes(&mut self, body: u32) -> Result<usize, String> {
        self.boxes = boxes::all(body_of(&self.bodies, body)?.tree());
        Ok(self.boxes.len())
    }

    /// Pairs of boxes of a level that a search reaches, in `self.pairs`.
    pub(crate) fn box_pairs(
        &mut self,
        a: &Placed,
        b: &Placed,
        level: usize,
    ) -> Result<usize, String> {
        let (a, pose_a) = placed(&self.bodies, a)?;
        let (b, pose_b) = placed(&self.bodies, b)?;
        let mut found = Vec::new();
        boxes::search([a.tree(), b.tree()], [&pose_a, &pose_b], level, |step| {
            if step.is_end {
                found.push(step.boxes);
            }
            true
        });
        self.pairs = found;
        Ok(self.pairs.len())
    }

    /// The pairs of boxes that a search tests, one after the other, in `self.steps`: at most so
    /// many. The third number is 1 if they are separated, 2 if both are leaves, else 0.
    pub(crate) fn search_steps(
        &mut self,
        a: &Placed,
        b: &Placed,
        limit: usize,
    ) -> Result<usize, String> {
        let (a, pose_a) = placed(&self.bodies, a)?;
        let (b, pose_b) = placed(&self.bodies, b)?;
        let mut steps = Vec::new();
        boxes::search([a.tree(), b.tree()], [&pose_a, &pose_b], usize::MAX, |step| {
            let [in_a, in_b] = step.boxes;
            let outcome = if step.is_separated { 1 } else { 2 * u32::from(step.is_end) };
            steps.push([in_a, in_b, outcome]);
            steps.len() < limit
        });
        self.steps = steps;
        Ok(self.steps.len())
    }
}

fn body_of(bodies: &BTreeMap<u32, Body>, number: u32) -> Result<&Body, String> {
    bodies.get(&number).ok_or_else(|| format!("there is no body {number}"))
}

fn placed<'b>(
    bodies: &'b BTreeMap<u32, Body>,
    placed: &Placed,
) -> Result<(&'b Body, Pose), String> {
    let pose = Pose::from_rows(placed.pose).map_err(|error| error.to_string())?;
    Ok((body_of(bodies, placed.body)?, pose))
}
