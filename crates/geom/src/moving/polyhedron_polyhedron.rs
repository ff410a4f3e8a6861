//! Two convex polyhedra in translational motion, by the separating axes of their faces and edges.

use nalgebra::{Point3, Vector3};

use crate::{ConvexPolyhedron, Real, Span};

/// The times of the first and the last contact of two moving convex polyhedra; `None` if they do
/// not touch.
///
/// Polyhedra and motions are in one frame and unit, the caller's; the polyhedra do not rotate. The
/// axes are the normals of all faces and the cross products of each edge of one with each edge of
/// the other, so the time grows with the product of their numbers: use it for polyhedra of up to a
/// few dozen faces. Zero axes, from faces without area or parallel edges, are ignored. Faces with
/// an index out of range are ignored, and a polyhedron without corners touches nothing. Flat
/// polyhedra lack the axes in their plane: two in the same plane are reported as touching if the
/// projections on the available axes overlap. The gap at the times found is below 32 ε of (largest
/// length / sine of the smallest angle of a face or between two edges).
/// Source: Ericson 5.5.2.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{ConvexPolyhedron, Span, moving};
/// let corners = |x: f64| [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]
///     .map(|p| Point3::new(x + p[0], p[1], p[2]));
/// let faces = [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]];
/// let (here, there) = (corners(0.0), corners(3.0));
/// let a = ConvexPolyhedron { vertices: &here, faces: &faces };
/// let b = ConvexPolyhedron { vertices: &there, faces: &faces };
/// let (right, still) = (Vector3::x() * 4.0, Vector3::zeros());
/// let span = moving::polyhedron_polyhedron(&a, &right, &b, &still);
/// assert_eq!(span, Some(Span { enter: 0.5, exit: 1.0 }));
/// ```
#[must_use]
pub fn polyhedron_polyhedron<T: Real>(
    a: &ConvexPolyhedron<'_, T>,
    a_motion: &Vector3<T>,
    b: &ConvexPolyhedron<'_, T>,
    b_motion: &Vector3<T>,
) -> Option<Span<T>> {
    let rate = b_motion - a_motion;
    // Relative to one of the corners, so that a large distance from the origin costs no digits.
    let origin = a.vertices.first()?;
    let clip_on_axis = |span: Span<T>, axis: &Vector3<T>| {
        if axis.iter().all(|x| *x == T::zero()) {
            return Some(span);
        }
        let (a_low, a_high) = projection(a, origin, axis)?;
        let (b_low, b_high) = projection(b, origin, axis)?;
        let rate = rate.dot(axis);
        span.clip_to_half_space(b_low - a_high, rate)?.clip_to_half_space(a_low - b_high, -rate)
    };

    b.vertices.first()?;
    let mut span = Span::unit();
    for [from, to, third] in triangles(a).chain(triangles(b)) {
        span = clip_on_axis(span, &(to - from).cross(&(third - from)))?;
    }
    for edge_of_a in edges(a) {
        for edge_of_b in edges(b) {
            span = clip_on_axis(span, &edge_of_a.cross(&edge_of_b))?;
        }
    }
    Some(span)
}

/// The smallest and the largest projection of the corners; `None` without corners.
fn projection<T: Real>(
    solid: &ConvexPolyhedron<'_, T>,
    origin: &Point3<T>,
    axis: &Vector3<T>,
) -> Option<(T, T)> {
    let mut along = solid.vertices.iter().map(|vertex| axis.dot(&(vertex - origin)));
    let first = along.next()?;
    Some(along.fold((first, first), |(low, high), x| (low.lesser(x), high.greater(x))))
}

/// The corners of each face whose indices are in range.
fn triangles<'a, T: Real>(
    solid: &'a ConvexPolyhedron<'_, T>,
) -> impl Iterator<Item = [Point3<T>; 3]> + 'a {
    solid.faces.iter().filter_map(|face| {
        let [a, b, c] = face.map(|i| solid.vertices.get(i as usize).copied());
        Some([a?, b?, c?])
    })
}

/// The edges, once each: on a closed surface each edge belongs to exactly one face that has it with
/// increasing indices.
fn edges<'a, T: Real>(solid: &'a ConvexPolyhedron<'_, T>) -> impl Iterator<Item = Vector3<T>> + 'a {
    solid.faces.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]).filter_map(|(i, j)| {
        let corner = |k: u32| solid.vertices.get(k as usize);
        (i < j).then_some(())?;
        Some(corner(j)? - corner(i)?)
    })
}
