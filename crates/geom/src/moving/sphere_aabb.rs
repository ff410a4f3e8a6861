//! A moving ball and an axis-aligned box: a segment and the box with rounded edges.
//!
//! The segment is cut by the box that is larger by the radius. Where it enters beside a face of the
//! original box, that is the contact; beside an edge or a corner the larger box has too much, and
//! the capsules around the edges there decide.

use nalgebra::{Point3, Vector3};

use crate::cast::{box_part, capsule_part};
use crate::{Aabb, Capsule, Ray, Real, Segment, Span, Sphere};

/// When a moving ball first touches an axis-aligned box; `None` if it does not.
///
/// Frame and unit are the caller's. Radius 0 is a point. A box without extent is the point, segment
/// or rectangle that it is. The gap at the time found is below 16 ε of the largest length.
/// Source: Ericson 5.5.7, where a corner's number has bits 1, 2 and 4 for x, y and z.
///
/// ```
/// use nalgebra::{Point3, Vector3};
/// use obbtree_geom::{Aabb, Sphere, moving};
/// let cube = Aabb { min: Point3::origin(), max: Point3::new(2.0, 2.0, 2.0) };
/// let ball = |y| Sphere { center: Point3::new(-5.0, y, 1.0), radius: 1.0 };
/// let right = Vector3::x() * 8.0;
/// assert_eq!(moving::sphere_aabb(&ball(1.0), &right, &cube), Some(0.5)); // the face
/// // 0.8 over the edge, reached 0.6 before it:
/// let edge: f64 = moving::sphere_aabb(&ball(2.8), &right, &cube).expect("it touches");
/// assert!((edge - 0.55).abs() < 1e-15);
/// assert_eq!(moving::sphere_aabb(&ball(3.5), &right, &cube), None);
/// ```
#[inline]
#[must_use]
pub fn sphere_aabb<T: Real>(sphere: &Sphere<T>, motion: &Vector3<T>, aabb: &Aabb<T>) -> Option<T> {
    let radius = sphere.radius;
    let center = Ray { origin: sphere.center, direction: *motion };
    let outer = Aabb { min: aabb.min.map(|x| x - radius), max: aabb.max.map(|x| x + radius) };
    let enter = box_part(&center, &outer, Span::unit())?.enter;
    let place = center.at(enter);

    // Bit i: the place is below or above the box along axis i.
    let bits = |outside: &dyn Fn(usize) -> bool| {
        (0..3).filter(|i| outside(*i)).fold(0_usize, |bits, i| bits | 1 << i)
    };
    let below = bits(&|i| place[i] < aabb.min[i]);
    let above = bits(&|i| place[i] > aabb.max[i]);
    let edge_contact = |from: usize, to: usize| {
        let axis = Segment { start: corner(aabb, from), end: corner(aabb, to) };
        capsule_part(&center, &Capsule { axis, radius }, Span::unit()).map(|span| span.enter)
    };
    match (below | above).count_ones() {
        // Beside an edge: its ends are low in all that is below or not outside, and the other way.
        2 => edge_contact(above, !below & 7),
        3 => [1, 2, 4]
            .into_iter()
            .filter_map(|axis| edge_contact(above, above ^ axis))
            .fold(None, |first: Option<T>, t| Some(first.map_or(t, |first| first.lesser(t)))),
        _ => Some(enter),
    }
}

/// Corner by number: bit `i` chooses the larger coordinate along axis `i`.
fn corner<T: Real>(aabb: &Aabb<T>, number: usize) -> Point3<T> {
    let coordinate = |i: usize| if number >> i & 1 == 1 { aabb.max[i] } else { aabb.min[i] };
    Point3::new(coordinate(0), coordinate(1), coordinate(2))
}
