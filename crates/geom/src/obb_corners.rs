//! An oriented box from its eight corners.
//!
//! CAD and manufacturing programs often store the bounding box of a part as its corners. For the
//! opposite direction use [`Obb::corners`].

use nalgebra::{Matrix3, Point3, Vector3};

use crate::range::scale_for;
use crate::vectors::{largest_component, length};
use crate::{Obb, Real};

/// An edge whose direction has a smaller sine with the longest edge is not an edge but rounding:
/// edges of a box are perpendicular, and any value well inside 0 to 1 distinguishes the two.
const LEAST_SINE: f64 = 0.5;

/// If the x component of a unit vector is below this, the x axis is far enough from parallel to it;
/// otherwise the y axis is, as then the y component is at most 0.67.
const MAX_COSINE: f64 = 0.75;

/// Eight points are not the corners of a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("corner {corner} of 8 is not at the corner of a box")]
#[non_exhaustive]
pub struct NotABox {
    /// The index of the point that is farthest from a corner of the box.
    pub corner: usize,
}

/// The box with these eight corners. If they are in the order of [`Obb::corners`], the axes are
/// found in their order, up to sign, for boxes of any proportions. Corners in another order are
/// sorted first; this works if no side is shorter than a millionth of the largest coordinate.
/// Thinner boxes, whose edges are tilted by rounding, may be rejected.
///
/// If a box is flat, a segment or a point, the undetermined axes are chosen so that the frame is
/// right-handed.
///
/// # Errors
/// If a point is farther than `tolerance`, in the caller's unit, from the corresponding corner of
/// the box. Rounding alone moves corners by up to 16 `EPSILON` of the largest coordinate; printing
/// with six digits by more. A coordinate that is not finite is an error too.
///
/// ```
/// use nalgebra::{Matrix3, Point3, Vector3};
/// use obbtree_geom::{Obb, obb_from_corners};
/// let half = Vector3::new(1.0, 2.0, 3.0);
/// let part = Obb { axes: Matrix3::identity(), center: Point3::new(5.0, 0.0, 0.0), half };
/// let mut corners = part.corners();
/// assert_eq!(obb_from_corners(&corners, 1e-12), Ok(part));
/// corners[7].z += 0.1;
/// assert_eq!(obb_from_corners(&corners, 1e-12).unwrap_err().corner, 7);
/// ```
pub fn obb_from_corners<T: Real>(
    corners: &[Point3<T>; 8],
    tolerance: T,
) -> Result<Obb<T>, NotABox> {
    let size = corners.iter().fold(T::zero(), |size, p| size.greater(largest_component(&p.coords)));
    if let Some(corner) =
        corners.iter().position(|p| !(p.coords.sum() - p.coords.sum() == T::zero()))
    {
        return Err(NotABox { corner });
    }
    let scale = scale_for(size).unwrap_or(T::one());
    let scaled = corners.map(|p| p * scale);
    let found = box_from_edges(&scaled, [1, 2, 4], tolerance * scale)
        .or_else(|_| box_from_edges(&scaled, neighbours(&scaled), tolerance * scale))?;
    Ok(Obb { axes: found.axes, center: found.center / scale, half: found.half / scale })
}

/// The three corners that share an edge with corner 0: the closest one; the second closest; and, of
/// the four corners that are not in one face with these two, the one whose direction is most nearly
/// perpendicular to both.
///
/// If one side is much shorter than another, an edge and a diagonal have the same length up to
/// rounding, so lengths cannot distinguish them. Directions can.
fn neighbours<T: Real>(corners: &[Point3<T>; 8]) -> [usize; 3] {
    let cheapest = |used: [usize; 4], cost: &dyn Fn(&Point3<T>) -> T| {
        let mut best = (T::INFINITY, 0);
        for i in (0..8).filter(|i| !used.contains(i)) {
            let cost = cost(&corners[i]);
            if cost < best.0 {
                best = (cost, i);
            }
        }
        best.1
    };
    let square = |v: Vector3<T>| v.dot(&v);
    let start = corners[0];
    let along = |i: usize, p: &Point3<T>| {
        let edge = corners[i] - start;
        let norm = length(&edge);
        if norm > T::zero() { (edge / norm).dot(&(p - start)) } else { T::zero() }
    };
    let u = cheapest([0; 4], &|p| square(p - start));
    let mut v = cheapest([0, u, u, u], &|p| square(p - start));
    let mut diagonal = cheapest([0, u, v, v], &|p| square(p - corners[u] - (corners[v] - start)));
    if along(u, &corners[diagonal]).abs() < along(u, &corners[v]).abs() {
        (v, diagonal) = (diagonal, v);
    }
    let w = cheapest([0, u, v, diagonal], &|p| along(u, p).abs().greater(along(v, p).abs()));
    [u, v, w]
}

/// The box whose edges from corner 0 lead to three other corners, if all eight points are its
/// corners.
fn box_from_edges<T: Real>(
    corners: &[Point3<T>; 8],
    ends: [usize; 3],
    tolerance: T,
) -> Result<Obb<T>, NotABox> {
    let edges = ends.map(|end| corners[end] - corners[0]);
    let lengths = edges.map(|edge| length(&edge));
    let mut order = [0, 1, 2];
    order
        .sort_by(|&i, &j| lengths[j].partial_cmp(&lengths[i]).unwrap_or(std::cmp::Ordering::Equal));
    let [i, j, k] = order;
    // The longest edge as it is, the next made perpendicular; undetermined directions are chosen.
    let unit = |v: Vector3<T>| {
        let norm = length(&v);
        (norm > T::zero()).then(|| v / norm)
    };
    let first = unit(edges[i]).unwrap_or_else(Vector3::x);
    // Edges of a box are perpendicular up to rounding. If this edge is far from perpendicular it is
    // too short, and its direction is mostly rounding.
    let made_perpendicular = |v: Vector3<T>| {
        let v = unit(v)?;
        let perpendicular = v - first * first.dot(&v);
        if length(&perpendicular) > T::from_f64(LEAST_SINE) { unit(perpendicular) } else { None }
    };
    let other = if first.x.abs() < T::from_f64(MAX_COSINE) { Vector3::x() } else { Vector3::y() };
    let second = made_perpendicular(edges[j])
        .or_else(|| made_perpendicular(other))
        .unwrap_or_else(Vector3::z);
    let third = first.cross(&second);
    let right_handed = (i + 1) % 3 == j;
    let mut axes = Matrix3::identity();
    axes.set_column(i, &first);
    axes.set_column(j, &second);
    axes.set_column(k, &if right_handed { third } else { -third });

    let eighth = T::from_f64(0.125);
    let center = corners
        .iter()
        .fold(Point3::origin(), |sum: Point3<T>, corner| sum + corner.coords * eighth);
    // The mean over all corners, so that one wrong corner does not shift the box much.
    let mut half = Vector3::zeros();
    for corner in corners {
        half += axes.tr_mul(&(corner - center)).map(|along| along.abs() * eighth);
    }
    let mut used = [false; 8];
    let mut farthest = (T::zero(), 0);
    for (number, corner) in corners.iter().enumerate() {
        let mut nearest = (T::INFINITY, 0);
        for bits in (0..8_usize).filter(|&bits| !used[bits]) {
            let sign = |axis: usize| if bits >> axis & 1 == 1 { half[axis] } else { -half[axis] };
            let box_corner = center + axes * Vector3::new(sign(0), sign(1), sign(2));
            let distance = length(&(box_corner - corner));
            if distance < nearest.0 {
                nearest = (distance, bits);
            }
        }
        used[nearest.1] = true;
        if nearest.0 > farthest.0 {
            farthest = (nearest.0, number);
        }
    }
    if !(farthest.0 <= tolerance) {
        return Err(NotABox { corner: farthest.1 });
    }
    Ok(Obb { axes, center, half })
}
