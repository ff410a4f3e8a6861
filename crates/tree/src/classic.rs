//! The classic tree: binary, `f64`, one oriented box a node, as in Gottschalk, Lin, Manocha,
//! "OBBTree" (SIGGRAPH 1996).

use nalgebra::Point3;
use obbtree_predicates::{Obb, Triangle, length_bound};

use crate::invalid::Invalid;

/// One box and what it holds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Node {
    /// Contains every triangle below this node, in mesh coordinates.
    pub obb: Obb,
    /// An inner node's two children are nodes `first` and `first + 1`; a leaf's triangles are
    /// `first .. first + count` in leaf order.
    pub first: u32,
    /// Triangles in this leaf; 0 for an inner node.
    pub count: u32,
}

impl Node {
    /// Does this node hold triangles rather than children?
    #[inline]
    #[must_use]
    pub fn is_leaf(&self) -> bool {
        self.count > 0
    }
}

/// Boxes and triangles in leaf order, all in mesh coordinates.
#[derive(Clone, Debug, PartialEq)]
pub struct Tree {
    /// The root first; children stand side by side behind their parent.
    pub nodes: Vec<Node>,
    /// Coordinates as the mesh has them.
    pub vertices: Vec<Point3<f64>>,
    /// Vertex indices of each triangle, in leaf order.
    pub corners: Vec<[u32; 3]>,
    /// The caller's triangle number of each triangle, in leaf order.
    pub ids: Vec<u32>,
    /// At least the largest length of a half-side vector over all boxes ([`length_bound`]).
    pub largest_half: f64,
    /// At least the largest distance of a box centre from the mesh's origin ([`length_bound`]).
    pub largest_center: f64,
}

impl Tree {
    /// The triangle at a place in leaf order.
    #[inline]
    #[must_use]
    pub fn triangle(&self, place: u32) -> Triangle {
        self.corners[place as usize].map(|vertex| self.vertices[vertex as usize])
    }

    /// Bytes of everything the tree holds.
    #[must_use]
    pub fn bytes(&self) -> usize {
        size_of_val(&self.nodes[..])
            + size_of_val(&self.vertices[..])
            + size_of_val(&self.corners[..])
            + size_of_val(&self.ids[..])
    }

    /// How many leaves there are.
    #[must_use]
    pub fn leaves(&self) -> usize {
        self.nodes.iter().filter(|node| node.is_leaf()).count()
    }

    /// How many boxes the longest way from the root to a leaf passes, both ends counted.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut deepest = 0;
        let mut stack = vec![(0, 1)];
        while let Some((index, depth)) = stack.pop() {
            let node: &Node = &self.nodes[index as usize];
            deepest = deepest.max(depth);
            if !node.is_leaf() {
                stack.extend([(node.first, depth + 1), (node.first + 1, depth + 1)]);
            }
        }
        deepest
    }

    /// Walks every invariant: children stand behind their parent and nowhere twice, each triangle is
    /// in exactly one leaf, every box contains all triangles below it, axes are orthonormal and
    /// right-handed.
    ///
    /// # Errors
    /// The first thing found wrong, with the node or triangle named.
    pub fn validate(&self) -> Result<(), Invalid> {
        let fail = |text: String| Err(Invalid(text));
        let triangles = self.corners.len();
        if self.ids.len() != triangles || self.nodes.is_empty() {
            return fail(format!(
                "{} nodes, {triangles} triangles, {} ids",
                self.nodes.len(),
                self.ids.len()
            ));
        }
        let mut named = vec![false; triangles];
        for &id in &self.ids {
            match named.get_mut(id as usize) {
                Some(seen) if !*seen => *seen = true,
                _ => return fail(format!("triangle id {id} is out of range or there twice")),
            }
        }
        let mut reached = vec![false; self.nodes.len()];
        let mut held = vec![false; triangles];
        // The boxes above the node on its way from the root must contain its triangles as well.
        let mut stack = vec![(0_u32, Vec::new())];
        while let Some((index, mut above)) = stack.pop() {
            let Some(node) = self.nodes.get(index as usize) else {
                return fail(format!("node {index} does not exist"));
            };
            if std::mem::replace(&mut reached[index as usize], true) {
                return fail(format!("node {index} has two parents"));
            }
            let skew =
                (node.obb.axes.transpose() * node.obb.axes - nalgebra::Matrix3::identity()).norm();
            if !(skew <= MAX_AXES_SKEW && node.obb.axes.determinant() > 0.0) {
                return fail(format!("node {index} has no right-handed orthonormal axes"));
            }
            if length_bound(&node.obb.half) > self.largest_half
                || length_bound(&node.obb.center.coords) > self.largest_center
            {
                return fail(format!("node {index} exceeds the recorded largest box"));
            }
            above.push(index);
            if !node.is_leaf() {
                if node.first <= index {
                    return fail(format!("the children of node {index} stand before it"));
                }
                stack.push((node.first, above.clone()));
                stack.push((node.first + 1, above));
                continue;
            }
            for place in node.first..node.first + node.count {
                match held.get_mut(place as usize) {
                    Some(seen) if !*seen => *seen = true,
                    _ => return fail(format!("leaf {index} names triangle place {place} wrongly")),
                }
                for corner in self.triangle(place) {
                    if let Some(outer) =
                        above.iter().find(|&&n| !self.nodes[n as usize].obb.contains(&corner))
                    {
                        return fail(format!(
                            "the box of node {outer} does not contain triangle {}",
                            self.ids[place as usize]
                        ));
                    }
                }
            }
        }
        if reached.contains(&false) || held.contains(&false) {
            return fail("a node or a triangle is in no place of the tree".to_owned());
        }
        Ok(())
    }
}

/// How far a box's axes may be from orthonormal (Frobenius norm of `A^T A - I`): what the lemma of
/// the box test in `query` assumes. Built frames are within 2^-50.
pub const MAX_AXES_SKEW: f64 = 1.0 / (1_u64 << 48) as f64;
