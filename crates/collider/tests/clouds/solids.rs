//! Shapes that a point can be inside of, planes, and closed meshes as solids: each answer is that
//! of the closest of all points, each taken for itself as a sphere or a point.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_collider::{Body, Collider, ColliderRef, Query, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

use crate::support::{Given, cloud, cube, length, place, vector};

pub(crate) fn shape(random: &mut Pcg64Mcg, on_lattice: bool) -> Shape {
    let mut size = || match on_lattice {
        true => f64::from(random.random_range(1..4)),
        false => random.random_range(0.05..1.5),
    };
    let (x, y, z) = (size(), size(), size());
    let radius = length(random, on_lattice);
    let found = match random.random_range(0..7) {
        0 => Shape::cuboid([x, y, z]),
        1 => Shape::cuboid([x, y, z]).and_then(|cuboid| cuboid.inflated(radius)),
        2 => Shape::cylinder([0.0, 0.0, -z], [0.0, 0.0, z], x),
        3 => Shape::cone([0.0; 3], [0.0, y, z], x),
        4 => Ok(Shape::half_space()),
        5 => Ok(Shape::plane()),
        _ => {
            let mut corner = || -> [f64; 3] { (vector(random) * 2.0).into() };
            Shape::hull(&[(); 6].map(|()| corner()))
        }
    };
    found.expect("finite")
}

/// Each point of the cloud as a sphere in its frame.
fn spheres(given: &Given) -> Vec<Shape> {
    let sphere = |n: usize| Shape::sphere(given.points[n], given.radii[n]).expect("finite");
    (0..given.points.len()).map(sphere).collect()
}

#[test]
fn a_cloud_beside_a_shape_is_its_spheres_beside_it() {
    let mut random = Pcg64Mcg::seed_from_u64(3302);
    let cases = if std::env::var_os("OBBTREE_LONG").is_some() { 20_000 } else { 1_500 };
    let (mut meet, mut apart) = (0, 0);
    for _ in 0..cases {
        let on_lattice = random.random_range(0..2) == 0;
        let given = cloud(&mut random, on_lattice, 40);
        let shape = shape(&mut random, on_lattice);
        let poses = [place(&mut random, on_lattice), place(&mut random, on_lattice)];
        let [pose, other] = &poses;
        let (mut query, spheres) = (Query::new(), spheres(&given));
        let what = || format!("{:?} {:?} {:?} {poses:?}", shape.kind(), given.points, given.radii);

        let hits: Vec<u32> = (0..spheres.len() as u32)
            .filter(|&n| query.collide(&spheres[n as usize], pose, &shape, other))
            .collect();
        let found = query.collide(&given.cloud, pose, &shape, other);
        assert_eq!(found, !hits.is_empty(), "{}", what());
        assert_eq!(query.collide(&shape, other, &given.cloud, pose), found, "{}", what());
        (meet, apart) = (meet + usize::from(found), apart + usize::from(!found));

        let contacts = query.contacts(&shape, other, &given.cloud, pose);
        for contact in &contacts {
            let number = contact.cloud_points[1].expect("a cloud");
            assert!(hits.contains(&number), "{number} {}", what());
        }
        // Of equal points one counts.
        let places = |numbers: &mut dyn Iterator<Item = u32>| {
            let of = |n: u32| given.points[n as usize].map(|x| (x + 0.0).to_bits());
            numbers.map(of).collect::<std::collections::BTreeSet<_>>()
        };
        let of_contacts = contacts.iter().filter_map(|contact| contact.cloud_points[1]);
        assert_eq!(places(&mut of_contacts.clone()), places(&mut hits.iter().copied()));

        let tolerance = random.random_range(0.0..1.0);
        let closer = query.closer_than(&given.cloud, pose, &shape, other, tolerance);
        let some =
            spheres.iter().any(|sphere| query.closer_than(sphere, pose, &shape, other, tolerance));
        assert_eq!(closer, some, "{tolerance} {}", what());

        let found = query.distance(&given.cloud, pose, &shape, other);
        let all: Vec<_> =
            spheres.iter().map(|sphere| query.distance(sphere, pose, &shape, other)).collect();
        let upper = all.iter().map(|one| one.upper).fold(f64::INFINITY, f64::min);
        let lower = all.iter().map(|one| one.lower).fold(f64::INFINITY, f64::min);
        assert_eq!(found.upper == 0.0, upper == 0.0, "{found:?} {}", what());
        assert!(all.iter().all(|one| one.lower <= one.upper), "{}", what());
        assert!(found.lower <= upper && lower <= found.upper, "{found:?} {}", what());
    }
    assert!(meet * 5 > cases && apart * 10 > cases, "{meet} {apart}");
}

/// A closed surface of 48 triangles: a cube with a cube cut out of it.
fn hollow() -> Mesh {
    let cube = cube();
    let (mut vertices, mut triangles) = (cube.vertices().to_vec(), cube.triangles().to_vec());
    let first = vertices.len() as u32;
    vertices.extend(cube.vertices().iter().map(|v| v.map(|x| 0.25 + 0.5 * x)));
    triangles.extend(cube.triangles().iter().map(|&[p, q, r]| [first + p, first + r, first + q]));
    Mesh::new(vertices, triangles).expect("finite")
}

#[test]
fn points_inside_a_solid_meet_it() {
    let mut random = Pcg64Mcg::seed_from_u64(3303);
    let (mut inside, mut outside) = (0, 0);
    for n in 0..600 {
        let body = Body::new(if n % 2 == 0 { cube() } else { hollow() });
        let rotation = *place(&mut random, false).rotation();
        let pose_body = Pose::new(rotation, vector(&mut random)).expect("a rotation");
        // A patch of many points, mostly on one side of the surface.
        let middle = Point3::from((vector(&mut random) * 0.75).add_scalar(0.5));
        let size = 2.0_f64.powi(-random.random_range(1..8));
        let points: Vec<[f64; 3]> = (0..random.random_range(1..600))
            .map(|_| (pose_body.place(&(middle + vector(&mut random) * size))).into())
            .collect();
        let given = Given::new(points.clone(), vec![0.0; points.len()]);
        let (here, mut query) = (Pose::identity(), Query::new().solid(true));
        let collider = Collider::from(given.cloud.clone());
        let is_in = |point: &[f64; 3]| body.contains(&pose_body, &Point3::from(*point), &here);
        let some_inside = points.iter().any(is_in);
        let on_surface = Query::new().collide(&collider, &here, &body, &pose_body);
        let found = query.collide(ColliderRef::from(&body), &pose_body, &collider, &here);
        assert_eq!(found, some_inside || on_surface);
        let distance = query.distance(&collider, &here, &body, &pose_body);
        assert_eq!(distance.upper == 0.0, found, "{distance:?}");
        assert_eq!(distance.one_inside, found && !on_surface);
        (inside, outside) = (inside + usize::from(found), outside + usize::from(!found));
    }
    assert!(inside > 150 && outside > 150, "{inside} {outside}");
}

/// Far from the origin of its frame, with points in `f64` that `f32` cannot tell apart.
#[test]
fn a_cloud_far_from_its_origin_keeps_its_digits() {
    let far = Vector3::new(5e6, -4e6, 3e2);
    let grid = (0..40_000_u32).map(|n| {
        let p = Vector3::new(f64::from(n % 200), f64::from(n / 200), 0.0) * 1e-3 + far;
        [p.x, p.y, p.z]
    });
    let given = Given::new(grid.collect(), vec![0.0; 40_000]);
    let body = Body::new(cube());
    let mut query = Query::new();
    for gap in [1e-7, 1e-6, 1e-3, 0.5] {
        let under = far + Vector3::new(-0.4, -0.4, -1.0 - gap);
        let pose = Pose::new(Matrix3::identity(), under).expect("in range");
        let here = Pose::identity();
        assert!(!query.collide(&body, &pose, &given.cloud, &here), "{gap}");
        let top = Pose::new(Matrix3::identity(), under + Vector3::z() * gap).expect("in range");
        let expected = (far.z - (top.translation().z + 1.0)).abs();
        assert_eq!(query.collide(&body, &top, &given.cloud, &here), expected == 0.0);
        let found = query.distance(&body, &pose, &given.cloud, &here);
        let exact = far.z - (pose.translation().z + 1.0);
        assert!((found.upper - exact).abs() <= 1e-12, "{found:?} {exact}");
    }
}
