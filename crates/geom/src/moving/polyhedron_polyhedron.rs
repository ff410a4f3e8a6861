//! Two convex solids that move without turning, by the separating axes of their faces and edges.

use nalgebra::{Point3, Vector3};

use crate::{ConvexPolyhedron, Real, Span};

/// When two moving convex solids touch, first and last; `None` if they do not.
///
/// Solids and motions are in one frame and unit, the caller's; the solids do not turn. Axes are the
/// normals of all faces and the cross products of all edges of one with all of the other, so the
/// time grows with the product of their numbers: for solids of some dozen faces. Zero axes, of
/// faces without area or parallel edges, are left out. Corner numbers out of range are passed over,
/// and a solid without corners touches nothing. Solids that are flat lack axes in their plane: two
/// in one plane are said to touch when the projections on the axes that they have overlap. The gap
/// at the times found is below 32 ε of (largest length / sine of the smallest angle of a face or
/// between two edges).
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
    // Seen from one of the corners, so that distance from the origin costs no digits.
    let origin = a.vertices.first()?;
    let on = |part: Span<T>, axis: &Vector3<T>| {
        if axis.iter().all(|x| *x == T::zero()) {
            return Some(part);
        }
        let (a_low, a_high) = reach(a, origin, axis)?;
        let (b_low, b_high) = reach(b, origin, axis)?;
        let rate = rate.dot(axis);
        part.cut(b_low - a_high, rate)?.cut(a_low - b_high, -rate)
    };

    b.vertices.first()?;
    let mut part = Span::unit();
    for [from, to, third] in triangles(a).chain(triangles(b)) {
        part = on(part, &(to - from).cross(&(third - from)))?;
    }
    for edge_of_a in edges(a) {
        for edge_of_b in edges(b) {
            part = on(part, &edge_of_a.cross(&edge_of_b))?;
        }
    }
    Some(part)
}

/// Smallest and largest projection of the corners; `None` without corners.
fn reach<T: Real>(
    solid: &ConvexPolyhedron<'_, T>,
    origin: &Point3<T>,
    axis: &Vector3<T>,
) -> Option<(T, T)> {
    let mut along = solid.vertices.iter().map(|vertex| axis.dot(&(vertex - origin)));
    let first = along.next()?;
    Some(along.fold((first, first), |(low, high), x| (low.lesser(x), high.greater(x))))
}

/// The corners of every face whose numbers are in range.
fn triangles<'a, T: Real>(
    solid: &'a ConvexPolyhedron<'_, T>,
) -> impl Iterator<Item = [Point3<T>; 3]> + 'a {
    solid.faces.iter().filter_map(|face| {
        let [a, b, c] = face.map(|i| solid.vertices.get(i as usize).copied());
        Some([a?, b?, c?])
    })
}

/// The edges, once each: on a closed surface every edge has one face that goes it upwards in
/// number.
fn edges<'a, T: Real>(solid: &'a ConvexPolyhedron<'_, T>) -> impl Iterator<Item = Vector3<T>> + 'a {
    solid.faces.iter().flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)]).filter_map(|(i, j)| {
        let corner = |k: u32| solid.vertices.get(k as usize);
        (i < j).then_some(())?;
        Some(corner(j)? - corner(i)?)
    })
}
