//! Two boxes along the axes of their meshes, each placed by a pose: does a face have the other box
//! on its far side?
//!
//! For bodies that stand on each other under poses in which the same rotation was rounded: their
//! faces are an ulp apart, or cut into each other by one, where `f64` cannot tell. Here numbers
//! have 106 bits ([`crate::numbers::double_double`]).

use nalgebra::{Point3, Vector3};

use super::aabb::Aabb;
use crate::numbers::double_double::{DOUBLE_ROUNDING, Double};
use crate::numbers::rounding::TINY;
use crate::pose::Pose;

/// Does a plane of a face of one box certainly separate the two placed boxes? What touches is not
/// separated. Each box is in the frame of its mesh, and placed by its pose.
///
/// ```
/// use obbtree_predicates::{Aabb, Pose, placed_aabbs_apart};
/// let cube = Aabb { min: [0.0; 3].into(), max: [1.0; 3].into() };
/// let (here, touching) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 1.0])?);
/// let above = Pose::from_translation([0.0, 0.0, 1.0_f64.next_up()])?;
/// assert!(!placed_aabbs_apart(&cube, &here, &cube, &touching));
/// assert!(placed_aabbs_apart(&cube, &here, &cube, &above));
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[must_use]
pub fn placed_aabbs_apart(a: &Aabb, pose_a: &Pose, b: &Aabb, pose_b: &Pose) -> bool {
    some_face_separates(a, pose_a, b, pose_b) || some_face_separates(b, pose_b, a, pose_a)
}

/// A box and its pose.
fn some_face_separates(one: &Aabb, pose: &Pose, other: &Aabb, pose_of_other: &Pose) -> bool {
    (0..3).any(|axis| {
        let normal = normal(pose, axis);
        let ends = [(one.max[axis], 1.0), (one.min[axis], -1.0)];
        ends.into_iter().any(|(end, outwards)| {
            corners(other)
                .all(|corner| is_beyond(pose, axis, &normal, end, outwards, &corner, pose_of_other))
        })
    })
}

/// The cross product of the other two columns of the rotation: the exact normal of the placed face
/// but for rounding. The determinant of a rotation is positive, so it points towards larger
/// coordinates.
fn normal(pose: &Pose, axis: usize) -> [Double; 3] {
    let [u, v] = [1, 2].map(|next| pose.rotation().column((axis + next) % 3).into_owned());
    [0, 1, 2].map(|k| {
        let (p, q) = ((k + 1) % 3, (k + 2) % 3);
        Double::product(u[p], v[q]).minus(Double::product(u[q], v[p]))
    })
}

/// Is a placed corner of the other box on the far side of a face, certainly?
///
/// With `S` the sizes of all that goes in, components of the normal are at most 2.01 and those of
/// the way to the corner at most `2 S`. The height is a sum of three products of these, and some
/// thirty operations are off by at most [`DOUBLE_ROUNDING`] of numbers below `13 S` each:
/// [`HEIGHT`] is above that. [`TINY`] covers underflow.
fn is_beyond(
    pose: &Pose,
    axis: usize,
    normal: &[Double; 3],
    end: f64,
    outwards: f64,
    corner: &Point3<f64>,
    pose_of_other: &Pose,
) -> bool {
    let (rotation, rotation_of_other) = (pose.rotation(), pose_of_other.rotation());
    let mut height = Double::ZERO;
    for k in 0..3 {
        let from = pose.translation()[k];
        let mut way = Double::difference(pose_of_other.translation()[k], from);
        for l in 0..3 {
            way = way.plus(Double::product(rotation_of_other[(k, l)], corner[l]));
        }
        way = way.minus(Double::product(rotation[(k, axis)], end));
        height = height.plus(normal[k].times(way));
    }
    let sum = |v: &Vector3<f64>| v.x.abs() + v.y.abs() + v.z.abs();
    let sizes = sum(pose.translation())
        + sum(pose_of_other.translation())
        + sum(&corner.coords)
        + end.abs();
    outwards * height.high > HEIGHT * sizes + TINY
}

/// See [`is_beyond`].
const HEIGHT: f64 = 1024.0 * DOUBLE_ROUNDING;

fn corners(of: &Aabb) -> impl Iterator<Item = Point3<f64>> {
    (0..8_usize).map(|corner| {
        Point3::from([0, 1, 2].map(|k| if corner >> k & 1 == 0 { of.min[k] } else { of.max[k] }))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::{Contact, exact_contact};
    use nalgebra::{Rotation3, Unit};
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Twelve triangles: two on each face.
    fn surface(of: &Aabb) -> Vec<[Point3<f64>; 3]> {
        let corners: Vec<_> = corners(of).collect();
        let faces =
            [[0, 1, 2, 3], [4, 5, 6, 7], [0, 1, 4, 5], [2, 3, 6, 7], [0, 2, 4, 6], [1, 3, 5, 7]];
        faces
            .into_iter()
            .flat_map(|[p, q, r, s]| [[p, q, r], [q, r, s]])
            .map(|triangle| triangle.map(|corner| corners[corner]))
            .collect()
    }

    #[test]
    fn boxes_within_some_ulps_of_each_other_are_apart_as_exact_arithmetic_says() {
        let random = &mut Pcg64Mcg::seed_from_u64(7);
        let (mut apart, mut meet) = (0, 0);
        for _ in 0..400 {
            let mut number = || random.random_range(-1.0..1.0);
            let axis = Unit::new_normalize(Vector3::new(number(), number(), number()));
            let rotation = Rotation3::from_axis_angle(&axis, 3.0 * number()).into_inner();
            let half = Vector3::new(number(), number(), number()).map(|x: f64| 1.5 + x);
            let a = Aabb { min: Point3::from(-half), max: Point3::from(half) };
            // One stands on the other, moved along the face, up to some ulps off.
            let face = random.random_range(0..3);
            let mut along = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
            along[face] = 2.0 * half[face];
            let base = Vector3::from_fn(|_, _| random.random_range(-1.0..1.0));
            let off = f64::from(random.random_range(-2_i32..3)) * f64::EPSILON;
            let pose_a = Pose::new(rotation, base).expect("a rotation");
            let moved = rotation * along * (1.0 + off) + base;
            let pose_b = Pose::new(rotation, moved).expect("a rotation");
            let found = placed_aabbs_apart(&a, &pose_a, &a, &pose_b);
            let exact = surface(&a).iter().all(|t| {
                surface(&a).iter().all(|u| exact_contact(t, &pose_a, u, &pose_b) == Contact::Free)
            });
            assert_eq!(found, exact, "{pose_a:?} {pose_b:?} {a:?}");
            assert_eq!(found, placed_aabbs_apart(&a, &pose_b, &a, &pose_a));
            apart += u32::from(found);
            meet += u32::from(!found);
        }
        assert!(apart > 100 && meet > 100, "{apart} {meet}");
    }
}
