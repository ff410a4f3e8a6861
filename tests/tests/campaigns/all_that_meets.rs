//! Whatever meets has points of contact that are in both, and a manifold: without one a solver lets
//! bodies fall through each other.

use nalgebra::{Point3, UnitQuaternion, Vector3};
use obbtree::query::ManifoldOptions;
use obbtree::{Body, Collider, Mesh, Pose, Query, Shape};
use obbtree_assets::nut;
use obbtree_tests::is_long;
use obbtree_tests::shapes::{at, cuboid, random, vector};

const OCTAHEDRON: [[f64; 3]; 6] = [
    [1.0, 0.0, 0.0],
    [-1.0, 0.0, 0.0],
    [0.0, 1.0, 0.0],
    [0.0, -1.0, 0.0],
    [0.0, 0.0, 1.0],
    [0.0, 0.0, -1.0],
];
const TETRAHEDRON: [[f64; 3]; 4] =
    [[1.0, 1.0, 1.0], [1.0, -1.0, -1.0], [-1.0, 1.0, -1.0], [-1.0, -1.0, 1.0]];

fn hull(points: &[[f64; 3]]) -> Shape {
    Shape::hull(points).expect("finite")
}

fn bodies() -> Vec<(&'static str, Collider)> {
    let tetrahedron =
        Mesh::new(TETRAHEDRON.to_vec(), vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]]);
    vec![
        ("octahedron", hull(&OCTAHEDRON).into()),
        ("tetrahedron", hull(&TETRAHEDRON).into()),
        ("tetrahedron of triangles", Body::new(tetrahedron.expect("finite")).into()),
        ("cuboid", Shape::cuboid([1.0; 3]).expect("finite").into()),
        ("cube of triangles", Body::new(cuboid([-1.0; 3], [1.0; 3])).into()),
        ("sphere", Shape::sphere([0.0; 3], 1.0).expect("finite").into()),
        ("small sphere", Shape::sphere([0.0; 3], 0.125).expect("finite").into()),
        ("point", Shape::sphere([0.0; 3], 0.0).expect("finite").into()),
        (
            "capsule",
            Shape::capsule([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.25).expect("finite").into(),
        ),
        (
            "cylinder",
            Shape::cylinder([0.0, 0.0, -1.0], [0.0, 0.0, 1.0], 0.5).expect("finite").into(),
        ),
    ]
}

/// Pairs of all kinds that collide, from a certain distance moved into each other.
fn for_each_overlap(per_pair: usize, visit: &mut dyn FnMut(&str, [&Collider; 2], &Pose)) {
    let (mut random, mut query) = (random(41), Query::new());
    let (all, here) = (bodies(), Pose::identity());
    for (n, (one, a)) in all.iter().enumerate() {
        for (other, b) in &all[n..] {
            for case in 0..per_pair {
                let turn = UnitQuaternion::from_scaled_axis(vector(&mut random) * 3.0);
                let rotation = turn.to_rotation_matrix().into_inner();
                let far = vector(&mut random).normalize() * 5.0;
                let far = Pose::new(rotation, far).expect("finite");
                let apart = query.distance(a, &here, b, &far);
                let normal = apart.normal.expect("they are apart");
                let depth = [1e-6, 0.02, 0.3, 1.0][case % 4];
                let to = far.translation() - normal * (apart.upper + depth);
                let there = Pose::new(rotation, to).expect("finite");
                if query.collide(a, &here, b, &there) {
                    visit(&format!("{one}, {other}, {case}: {there:?}"), [a, b], &there);
                }
            }
        }
    }
}

#[test]
fn whatever_collides_has_a_manifold_that_is_about_as_deep() {
    let (here, mut query) = (Pose::identity(), Query::new());
    let (mut overlapping, mut deep) = (0, 0);
    for_each_overlap(if is_long() { 1000 } else { 24 }, &mut |name, [a, b], there| {
        overlapping += 1;
        let found = query.manifolds(a, &here, b, there, &ManifoldOptions::default());
        assert!(!found.is_empty(), "{name}");
        let deepest = found[0].points.iter().map(|point| point.depth).fold(f64::MIN, f64::max);
        let Ok(certain) = query.depth(a, &here, b, there) else { return };
        // A cylinder is a prism of 64 sides in it here.
        assert!(deepest > 0.25 * certain.lower - 0.002, "{name} {deepest} {certain:?}");
        deep += usize::from(deepest > 0.9 * certain.lower - 0.002);
    });
    assert!(overlapping > 700, "{overlapping}");
    assert!(deep * 10 > overlapping * 9, "{deep} of {overlapping}");
}

#[test]
fn a_sphere_leaves_a_cuboid_through_the_nearest_face() {
    let (sphere, cuboid) =
        (Shape::sphere([0.0; 3], 1.0).unwrap(), Shape::cuboid([1.0, 1.0, 1.0]).unwrap());
    let mut query = Query::new();
    for z in [1.5, 1.0, 0.99, 0.5] {
        let found = query.manifolds(
            &sphere,
            &at(0.0, 0.0, 0.0),
            &cuboid,
            &at(0.0, 0.0, z),
            &ManifoldOptions::default(),
        );
        let [manifold] = &found[..] else { panic!("{z}: {found:?}") };
        assert!((manifold.normal - Vector3::z()).norm() < 1e-9, "{z} {manifold:?}");
        let [point] = &manifold.points[..] else { panic!("{z}: {manifold:?}") };
        let on = [Point3::new(0.0, 0.0, 1.0), Point3::new(0.0, 0.0, z - 1.0)];
        assert!((point.depth - (2.0 - z)).abs() < 1e-9, "{z} {point:?}");
        assert!((0..2).all(|n| (point.on[n] - on[n]).norm() < 1e-9), "{z} {point:?}");
    }
}

#[test]
fn points_of_contact_are_in_both() {
    let (here, mut query) = (Pose::identity(), Query::new());
    let point = Shape::sphere([0.0; 3], 0.0).expect("finite");
    let mut contacts = 0;
    for_each_overlap(if is_long() { 1000 } else { 24 }, &mut |name, [a, b], there| {
        let found = query.contacts(a, &here, b, there);
        assert!(!found.is_empty(), "{name}");
        let close = if name.contains("cylinder") { 0.0007 } else { 1e-12 };
        for contact in &found {
            for place in contact.points() {
                let at_place = Pose::from_translation(place.coords.into()).expect("finite");
                for (collider, pose) in [(a, &here), (b, there)] {
                    let off = query.distance(collider, pose, &point, &at_place);
                    assert!(off.lower <= close, "{name} {contact:?} {off:?}");
                    contacts += 1;
                }
            }
        }
    });
    assert!(contacts > 2000, "{contacts}");
}

#[test]
fn planes_and_what_meets_them_have_a_point_of_both() {
    let (here, mut query, mut random) = (Pose::identity(), Query::new(), random(43));
    let point = Shape::sphere([0.0; 3], 0.0).expect("finite");
    let planes: [Collider; 2] = [Shape::plane().into(), Shape::half_space().into()];
    let mut others = bodies();
    others.retain(|(_, other)| matches!(other, Collider::Shape(_)));
    others.extend(planes.iter().map(|plane| ("plane", plane.clone())));
    let mut met = 0;
    for plane in &planes {
        for (name, other) in &others {
            for case in 0..40 {
                let turn = UnitQuaternion::from_scaled_axis(vector(&mut random) * 3.0);
                let rotation = turn.to_rotation_matrix().into_inner();
                let there = Pose::new(rotation, vector(&mut random)).expect("finite");
                if !query.collide(plane, &here, other, &there) {
                    continue;
                }
                met += 1;
                for ([a, b], poses) in
                    [([plane, other], [&here, &there]), ([other, plane], [&there, &here])]
                {
                    let found = query.contacts(a, poses[0], b, poses[1]);
                    let place = found[0].points()[0];
                    let at_place = Pose::from_translation(place.coords.into()).expect("finite");
                    for (collider, pose) in [(a, poses[0]), (b, poses[1])] {
                        let off = query.distance(collider, pose, &point, &at_place);
                        assert!(off.lower <= 1e-12, "{name} {case} {there:?} {place:?} {off:?}");
                    }
                }
            }
        }
    }
    assert!(met > 300, "{met}");
}

#[test]
fn a_sphere_in_a_nut_has_a_manifold_wherever_its_middle_is() {
    let nut = Body::new(nut());
    let sphere = Shape::sphere([0.0; 3], 0.4).expect("finite");
    let (here, mut query, mut random) = (Pose::identity(), Query::new(), random(44));
    let mut met = 0;
    for case in 0..400 {
        let to = vector(&mut random).component_mul(&Vector3::new(10.0, 9.0, 5.0));
        let there = at(to.x, to.y, to.z + 5.0);
        if !query.collide(&sphere, &there, &nut, &here) {
            continue;
        }
        met += 1;
        let found = query.manifolds(&sphere, &there, &nut, &here, &ManifoldOptions::default());
        assert!(!found.is_empty(), "{case}");
        assert!(found[0].points.iter().all(|p| (0.0..0.8 + 1e-9).contains(&p.depth)), "{case}");
    }
    assert!(met > 50, "{met}");
}
