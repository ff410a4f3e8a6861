//! The inputs of both sides.

use nalgebra::{Point3, Rotation3, UnitQuaternion, Vector3};
use obbtree_geom::{Ray, Segment, Sphere};
use obbtree_predicates::{Aabb, Obb, Triangle};
use obbtree_tests::shapes::vector;
use parry3d_f64::bounding_volume::Aabb as PeerAabb;
use parry3d_f64::math::{Pose as PeerPose, Rotation as PeerRotation, Vector};
use parry3d_f64::query::Ray as PeerRay;
use parry3d_f64::shape;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

pub(crate) type Scene = Pcg64Mcg;

pub(crate) fn v(p: &Point3<f64>) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

pub(crate) fn vv(p: &Vector3<f64>) -> Vector {
    Vector::new(p.x, p.y, p.z)
}

pub(crate) fn place(scene: &mut Scene, reach: f64) -> Point3<f64> {
    Point3::from(vector(scene) * reach)
}

pub(crate) fn spot(scene: &mut Scene, reach: f64) -> (Point3<f64>, Vector) {
    let p = place(scene, reach);
    (p, v(&p))
}

pub(crate) fn sides(scene: &mut Scene) -> Vector3<f64> {
    vector(scene).abs().add_scalar(0.1)
}

pub(crate) fn obb(scene: &mut Scene, reach: f64) -> (Obb, (PeerPose, shape::Cuboid)) {
    let turn = Rotation3::new(vector(scene) * 3.0);
    let (center, half) = (place(scene, reach), sides(scene));
    let q = UnitQuaternion::from_rotation_matrix(&turn).into_inner().coords;
    let pose = PeerPose::from_parts(v(&center), PeerRotation::from_xyzw(q[0], q[1], q[2], q[3]));
    (Obb { axes: turn.into_inner(), center, half }, (pose, shape::Cuboid::new(vv(&half))))
}

pub(crate) fn aabb(scene: &mut Scene, reach: f64) -> (Aabb, PeerAabb) {
    let (center, half) = (place(scene, reach), sides(scene));
    let (min, max) = (center - half, center + half);
    (Aabb { min, max }, PeerAabb::new(v(&min), v(&max)))
}

pub(crate) fn triangle(scene: &mut Scene, reach: f64) -> (Triangle, shape::Triangle) {
    let middle = place(scene, reach);
    let [p, q, r] = [(); 3].map(|()| middle + vector(scene));
    ([p, q, r], shape::Triangle::new(v(&p), v(&q), v(&r)))
}

pub(crate) fn segment(scene: &mut Scene, reach: f64) -> (Segment, shape::Segment) {
    let middle = place(scene, reach);
    let (start, end) = (middle + vector(scene), middle + vector(scene));
    (Segment { start, end }, shape::Segment::new(v(&start), v(&end)))
}

pub(crate) fn sphere(scene: &mut Scene, reach: f64) -> (Sphere, (Vector, shape::Ball)) {
    let (center, radius) = (place(scene, reach), scene.random_range(0.1..1.0));
    (Sphere { center, radius }, (v(&center), shape::Ball::new(radius)))
}

/// Two inputs for each side, within so far of the middle.
pub(crate) fn both<A, B, P, Q>(
    make_a: fn(&mut Scene, f64) -> (A, P),
    reach_a: f64,
    make_b: fn(&mut Scene, f64) -> (B, Q),
    reach_b: f64,
) -> impl Fn(&mut Scene) -> ((A, B), (P, Q)) + Copy {
    move |scene| {
        let ((a, of_a), (b, of_b)) = (make_a(scene, reach_a), make_b(scene, reach_b));
        ((a, b), (of_a, of_b))
    }
}

/// From some distance towards the middle.
pub(crate) fn ray(scene: &mut Scene, spread: f64) -> (Ray, PeerRay) {
    let origin = Point3::from(vector(scene).normalize() * 4.0);
    let direction = place(scene, spread) - origin;
    (Ray { origin, direction }, PeerRay::new(v(&origin), vv(&direction)))
}

/// Upright, as the peer has it, and about the origin.
pub(crate) fn upright(scene: &mut Scene) -> (Segment, f64, f64) {
    let (half, radius) = (scene.random_range(0.2..1.0), scene.random_range(0.1..1.0));
    let end = Point3::new(0.0, half, 0.0);
    (Segment { start: -end, end }, half, radius)
}
