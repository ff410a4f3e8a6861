//! What every kind of tree can be asked, so that solids and classes are written once.

use std::ops::ControlFlow;

use obbtree_geom::{Pose, Triangle};

use crate::line::Line;

/// A tree that queries can descend.
pub trait Engine: Sized {
    /// The memory of its queries.
    type Scratch: Default;

    /// Calls back with each pair of triangles that meet, by the caller's numbers (of A, of B).
    fn for_each_pair(
        a: &Self,
        pose_a: &Pose,
        b: &Self,
        pose_b: &Pose,
        scratch: &mut Self::Scratch,
        on_pair: impl FnMut(u32, u32) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Calls back with every triangle that the line's forward half may meet, and perhaps others.
    fn for_each_triangle_near(&self, line: &Line, on_triangle: impl FnMut(&Triangle));
}
