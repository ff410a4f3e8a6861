//! The oriented box as an object: made from its eight corners, moved, turned and scaled.
//!
//! The corners of a solid part's box are how CAD and manufacturing programs hand it over. Going
//! back, see [`Obb::corners`].

use nalgebra::{Matrix3, Point3, Vector3};

use crate::range::{largest, length, scale_for};
use crate::{Obb, Real};

/// Eight points that are no box's corners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("corner {corner} of 8 is not where a box would have it")]
pub struct NotABox {
    /// The one farthest from its place, counted from 0.
    pub corner: usize,
}

/// The box with these eight corners. In the order of [`Obb::corners`] they give back its axes
/// in their order, up to their signs, for boxes of any proportions. In another order they are
/// sorted out if no side is shorter than a millionth of the largest coordinate; of thinner
/// boxes, whose edges rounding tilts, some are refused.
///
/// A flat box, whose corners coincide in pairs, and one that is a segment or a point get the
/// axes that they leave open filled up to a right-handed frame.
///
/// # Errors
/// If a corner is farther than `tolerance`, in the caller's unit, from where the box has it.
/// Rounding alone moves corners by 16 `EPSILON` of the largest coordinate; six printed digits
/// by more. A coordinate that is not finite is an error too.
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
    let size = corners.iter().fold(T::zero(), |size, p| size.greater(largest(&p.coords)));
    if let Some(corner) =
        corners.iter().position(|p| !(p.coords.sum() - p.coords.sum() == T::zero()))
    {
        return Err(NotABox { corner });
    }
    let scale = scale_for(size).unwrap_or(T::one());
    let scaled = corners.map(|p| p * scale);
    let found = spanned(&scaled, [1, 2, 4], tolerance * scale)
        .or_else(|_| spanned(&scaled, neighbours(&scaled), tolerance * scale))?;
    Ok(Obb { axes: found.axes, center: found.center / scale, half: found.half / scale })
}

/// The three corners that share an edge with corner 0: the nearest; the next; and of the four that
/// are not in one face with those, the one most nearly upright on them.
///
/// Where one side is far shorter than another, lengths do not tell an edge from a diagonal, as
/// their difference is rounded away. Directions do.
fn neighbours<T: Real>(corners: &[Point3<T>; 8]) -> [usize; 3] {
    let least = |taken: [usize; 4], cost: &dyn Fn(&Point3<T>) -> T| {
        let mut best = (T::INFINITY, 0);
        for i in (0..8).filter(|i| !taken.contains(i)) {
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
    let u = least([0; 4], &|p| square(p - start));
    let mut v = least([0, u, u, u], &|p| square(p - start));
    let mut across = least([0, u, v, v], &|p| square(p - corners[u] - (corners[v] - start)));
    if along(u, &corners[across]).abs() < along(u, &corners[v]).abs() {
        (v, across) = (across, v);
    }
    let w = least([0, u, v, across], &|p| along(u, p).abs().greater(along(v, p).abs()));
    [u, v, w]
}

/// The box whose edges from corner 0 lead to three others, if it has all eight.
fn spanned<T: Real>(
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
    // The longest edge as it is, the next made perpendicular; open directions are filled.
    let unit = |v: Vector3<T>| {
        let norm = length(&v);
        (norm > T::zero()).then(|| v / norm)
    };
    let first = unit(edges[i]).unwrap_or_else(Vector3::x);
    // Edges of a box lean on each other by rounding only; one that leans more is rounding itself.
    let upright = |v: Vector3<T>| {
        let v = unit(v)?;
        let across = v - first * first.dot(&v);
        if length(&across) > T::from_f64(0.5) { unit(across) } else { None }
    };
    let away = if first.x.abs() < T::from_f64(0.75) { Vector3::x() } else { Vector3::y() };
    let second = upright(edges[j]).or_else(|| upright(away)).unwrap_or_else(Vector3::z);
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
    // The mean over all corners, so that one that is wrong does not take the others along.
    let mut half = Vector3::zeros();
    for corner in corners {
        half += axes.tr_mul(&(corner - center)).map(|along| along.abs() * eighth);
    }
    let mut taken = [false; 8];
    let mut farthest = (T::zero(), 0);
    for (number, corner) in corners.iter().enumerate() {
        let mut nearest = (T::INFINITY, 0);
        for bits in (0..8_usize).filter(|&bits| !taken[bits]) {
            let sign = |axis: usize| if bits >> axis & 1 == 1 { half[axis] } else { -half[axis] };
            let place = center + axes * Vector3::new(sign(0), sign(1), sign(2));
            let off = length(&(place - corner));
            if off < nearest.0 {
                nearest = (off, bits);
            }
        }
        taken[nearest.1] = true;
        if nearest.0 > farthest.0 {
            farthest = (nearest.0, number);
        }
    }
    if !(farthest.0 <= tolerance) {
        return Err(NotABox { corner: farthest.1 });
    }
    Ok(Obb { axes, center, half })
}
