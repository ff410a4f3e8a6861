//! The point of a placed frustum that is closest to another: a plane problem.
//!
//! The frustum is what a trapezium sweeps about the axis: `0 <= along <= length` and at each
//! place at most the radius there `across`. So in the half-plane through the axis and the point
//! the closest point is the point itself, or that of one of the three sides off the axis.

use nalgebra::{Point3, Vector2};
use obbtree_predicates::{Pose, unit_vector};

use super::convex::placed_direction;

/// Rounded; the point itself, if it is within.
pub(super) fn closest_of_frustum(
    point: &Point3<f64>,
    axis: &[Point3<f64>; 2],
    radii: [f64; 2],
    pose: &Pose,
) -> Point3<f64> {
    let start = pose.place(&axis[0]);
    let direction = placed_direction(axis, pose);
    let length = (pose.place(&axis[1]) - start).dot(&direction);
    let way = point - start;
    let along = way.dot(&direction);
    let outward = way - direction * along;
    let at = Vector2::new(along, outward.norm());
    let rims = [Vector2::new(0.0, radii[0]), Vector2::new(length, radii[1])];
    let ends = [Vector2::new(0.0, 0.0), Vector2::new(length, 0.0)];
    let radius_there = radii[0] + (radii[1] - radii[0]) * along / length;
    if (0.0..=length).contains(&along) && at.y <= radius_there {
        return *point;
    }
    let sides = [[ends[0], rims[0]], rims, [rims[1], ends[1]]];
    let closest = sides.map(|side| closest_of_segment(&at, side));
    let nearest = closest
        .into_iter()
        .min_by(|p, q| (p - at).norm_squared().total_cmp(&(q - at).norm_squared()));
    let found = nearest.unwrap_or(ends[0]);
    start + direction * found.x + unit_vector(&outward).unwrap_or_default() * found.y
}

fn closest_of_segment(point: &Vector2<f64>, [from, to]: [Vector2<f64>; 2]) -> Vector2<f64> {
    let side = to - from;
    let share = (point - from).dot(&side) / side.norm_squared();
    // Of a side without length the share is not a number.
    from + side * if share > 0.0 { share.min(1.0) } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closest_point_is_on_the_side_that_is_near() {
        let axis = [[0.0, 0.0, 0.0], [0.0, 0.0, 2.0]].map(Point3::from);
        let pose = Pose::from_translation([10.0, 0.0, 0.0]).expect("small");
        let of = |radii: [f64; 2], point: [f64; 3]| {
            let point = Point3::from(point) + pose.translation();
            (closest_of_frustum(&point, &axis, radii, &pose) - pose.translation()).coords
        };
        for (radii, point, expected) in [
            ([1.0, 1.0], [0.25, 0.5, 1.0], [0.25, 0.5, 1.0]), // within
            ([1.0, 1.0], [3.0, 0.0, 1.0], [1.0, 0.0, 1.0]),   // beside
            ([1.0, 1.0], [0.5, 0.0, 5.0], [0.5, 0.0, 2.0]),   // above the end
            ([1.0, 1.0], [0.0, 3.0, -4.0], [0.0, 1.0, 0.0]),  // the rim
            ([1.0, 1.0], [0.0, 0.0, -4.0], [0.0, 0.0, 0.0]),  // on the axis
            ([2.0, 0.0], [0.0, 0.0, 3.0], [0.0, 0.0, 2.0]),   // the apex of a cone
            ([2.0, 0.0], [2.0, 0.0, 2.0], [1.0, 0.0, 1.0]),   // its side
        ] {
            let off = (of(radii, point) - nalgebra::Vector3::from(expected)).norm();
            assert!(off < 1e-12, "{radii:?}, {point:?}: {:?}", of(radii, point));
        }
    }
}
