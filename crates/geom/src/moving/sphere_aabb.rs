//! A moving sphere and an axis-aligned box: the path of the centre, as a segment, and the box with
//! rounded edges.
//!
//! The segment is clipped to the box enlarged by the radius. If the point of entry is next to a
//! face of the original box, that is the contact. Next to an edge or a corner the enlarged box is
//! too large, and the capsules around the edges there decide.

use nalgebra::{Point3, Vector3};

use crate::cast::{clip_to_box, clip_to_capsule};
use crate::{Aabb, Capsule, Ray, Real, Segment, Span, Sphere};

/// The time at which a moving sphere first touches an axis-aligned box; `None` if it does not.
///
/// Frame and unit are the caller's. Radius 0 is a point. Degenerate boxes are points, segments or
/// rectangles. The gap at the time found is below 16 ε of the largest length.
/// Source: Ericson 5.5.7, where bits 1, 2 and 4 of the number of a corner stand for x, y and z.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Sphere, moving};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(2.0, 2.0, 2.0) };
/// let sphere = |y| Sphere { center: Point3::new(-5.0, y, 1.0), radius: 1.0 };
/// let right = Vector3::x() * 8.0;
/// assert_eq!(moving::sphere_aabb(&sphere(1.0), &right, &cube), Some(0.5)); // the face
/// // The centre passes 0.8 above an edge and touches it 0.6 before that:
/// let edge: f64 = moving::sphere_aabb(&sphere(2.8), &right, &cube).expect("it touches");
/// assert!((edge - 0.55).abs() < 1e-15);
/// assert_eq!(moving::sphere_aabb(&sphere(3.5), &right, &cube), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_aabb<T: Real>(sphere: &Sphere<T>, motion: &Vector3<T>, aabb: &Aabb<T>) -> Option<T> {
    let radius = sphere.radius;
    let center = Ray { origin: sphere.center, direction: *motion };
    let outer = Aabb { min: aabb.min.map(|x| x - radius), max: aabb.max.map(|x| x + radius) };
    let enter = clip_to_box(&center, &outer, Span::unit())?.enter;
    let entry = center.at(enter);

    // Bit i: the point of entry is below or above the box along axis i.
    let bits = |outside: &dyn Fn(usize) -> bool| {
        (0..3).filter(|i| outside(*i)).fold(0_usize, |bits, i| bits | 1 << i)
    };
    let below = bits(&|i| entry[i] < aabb.min[i]);
    let above = bits(&|i| entry[i] > aabb.max[i]);
    let edge_contact = |from: usize, to: usize| {
        let axis = Segment { start: corner(aabb, from), end: corner(aabb, to) };
        clip_to_capsule(&center, &Capsule { axis, radius }, Span::unit()).map(|span| span.enter)
    };
    match (below | above).count_ones() {
        // Next to an edge. Its first corner is high only in the axes above; its second is low only
        // in the axes below.
        2 => edge_contact(above, !below & 7),
        3 => [1, 2, 4]
            .into_iter()
            .filter_map(|axis| edge_contact(above, above ^ axis))
            .fold(None, |first: Option<T>, t| Some(first.map_or(t, |first| first.lesser(t)))),
        _ => Some(enter),
    }
}

/// The corner with this number: bit `i` chooses the larger coordinate along axis `i`.
fn corner<T: Real>(aabb: &Aabb<T>, number: usize) -> Point3<T> {
    let coordinate = |i: usize| if number >> i & 1 == 1 { aabb.max[i] } else { aabb.min[i] };
    Point3::new(coordinate(0), coordinate(1), coordinate(2))
}
