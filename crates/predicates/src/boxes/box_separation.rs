//! Two oriented boxes: the separating-axis test over 15 axes.
//!
//! Method: Gottschalk, Lin, Manocha, "OBBTree" (SIGGRAPH 1996), section 5: two boxes are separate
//! if and only if one of the three face normals of either box, or one of the nine cross products of
//! their axes, separates them. Everything is written in A's frame, where A's axes are the unit
//! vectors and most products vanish.

use nalgebra::{Matrix3, Vector3};

/// Box B in the frame of box A: B's axes and centre relative to A's axes and centre.
#[derive(Clone, Copy, Debug)]
pub struct BoxInFrame {
    /// Columns: B's axes along A's axes.
    pub axes: Matrix3<f64>,
    /// B's centre minus A's centre, along A's axes.
    pub offset: Vector3<f64>,
}

/// The first of the 15 axes that separates two closed boxes, or `None` if they overlap.
///
/// `a_half` and `b_half` are half extents. Axes 0 to 2 are the face normals of A, 3 to 5 those of
/// B, and `6 + 3 i + j` is `A_i x B_j`. On every axis `slack` is added to the projected radii of
/// the boxes. It must cover the rounding of this function and of `b_in_a`; then the answer
/// "separate" is certain. The cross product of parallel edges is a zero axis: the slack alone keeps
/// it from separating, so the absolute values need no epsilon.
///
/// ```
/// use nalgebra::{Matrix3, Vector3};
/// use obbtree_predicates::{BoxInFrame, box_separating_axis};
/// let unit = Vector3::repeat(1.0);
/// let next_to_it = BoxInFrame { axes: Matrix3::identity(), offset: Vector3::new(0.0, 3.0, 0.0) };
/// assert_eq!(box_separating_axis(&unit, &unit, &next_to_it, 0.0), Some(1));
/// let touching = BoxInFrame { axes: Matrix3::identity(), offset: Vector3::new(0.0, 2.0, 0.0) };
/// assert_eq!(box_separating_axis(&unit, &unit, &touching, 0.0), None);
/// ```
#[inline]
#[must_use]
pub fn box_separating_axis(
    a_half: &Vector3<f64>,
    b_half: &Vector3<f64>,
    b_in_a: &BoxInFrame,
    slack: f64,
) -> Option<u8> {
    let (m, t) = (&b_in_a.axes, &b_in_a.offset);
    let abs = m.abs();

    // Faces of A: the axes are unit vectors, B's radius is a row of |M| times its half extents.
    for i in 0..3 {
        let radius = a_half[i]
            + (b_half[0] * abs[(i, 0)] + b_half[1] * abs[(i, 1)] + b_half[2] * abs[(i, 2)]);
        if t[i].abs() > radius + slack {
            return Some(i as u8);
        }
    }
    // Faces of B: columns of M.
    for j in 0..3 {
        let distance = t[0] * m[(0, j)] + t[1] * m[(1, j)] + t[2] * m[(2, j)];
        let radius = b_half[j]
            + (a_half[0] * abs[(0, j)] + a_half[1] * abs[(1, j)] + a_half[2] * abs[(2, j)]);
        if distance.abs() > radius + slack {
            return Some(3 + j as u8);
        }
    }
    // Edge i of A with edge j of B: e_i x M_j has the components -M_vj and M_uj along A's axes u
    // and v; along B's axes k and l it is a 2 x 2 minor of M, which for a rotation is an entry of
    // M.
    for i in 0..3 {
        let (u, v) = ((i + 1) % 3, (i + 2) % 3);
        for j in 0..3 {
            let (k, l) = ((j + 1) % 3, (j + 2) % 3);
            let distance = t[v] * m[(u, j)] - t[u] * m[(v, j)];
            let radius = (a_half[u] * abs[(v, j)] + a_half[v] * abs[(u, j)])
                + (b_half[k] * abs[(i, l)] + b_half[l] * abs[(i, k)]);
            if distance.abs() > radius + slack {
                return Some((6 + 3 * i + j) as u8);
            }
        }
    }
    None
}
