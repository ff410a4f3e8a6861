//! Contacts of bodies: the pairs that meet, what they share, curves, a translation that parts the
//! bodies and the deepest vertices.

use nalgebra::{Point3, Vector3};
use obbtree::query::{Contact, ContactSummary, SimdLevel, contact_curves};
use obbtree::{Body, Mesh, Pose, Query, contacts};
use obbtree_referee as referee;
use obbtree_tests::scales::exact::square;
use obbtree_tests::shapes::{at, cube, pose, random, soup, sphere};

fn pairs(contacts: &[Contact]) -> Vec<[u32; 2]> {
    let pair = |contact: &Contact| contact.triangles.map(|triangle| triangle.expect("a mesh"));
    contacts.iter().map(pair).collect()
}

fn ask(query: &mut Query, meshes: &[Mesh; 2], poses: &[Pose; 2]) -> Vec<Contact> {
    let [a, b] = meshes.each_ref().map(|mesh| Body::new(mesh.clone()));
    let found = query.contacts(&a, &poses[0], &b, &poses[1]);
    assert_eq!(pairs(&found), query.pairs(&a, &poses[0], &b, &poses[1]));
    found
}

#[test]
fn every_instruction_set_gives_the_same_contacts() {
    let mut random = random(150);
    let mut seen = 0;
    for round in 0..16 {
        let meshes = match round % 4 {
            0 => [sphere(1, 1.0), sphere(1, 1.0)],
            1 => [cube(1.0), cube(1.0)],
            2 => [soup(&mut random, 40, 0.3), cube(0.5)],
            _ => [cube(1.0), sphere(1, 0.5)],
        };
        let poses = if round % 8 == 1 {
            [Pose::identity(), at(0.25 * f64::from(round % 5), 0.5, 0.0)]
        } else {
            [pose(&mut random, 0.3), pose(&mut random, 0.8)]
        };
        let expected = ask(&mut Query::new(), &meshes, &poses);
        let meet = referee::intersecting_pairs(&meshes[0], &poses[0], &meshes[1], &poses[1]);
        assert_eq!(pairs(&expected), meet);
        for level in SimdLevel::all_available() {
            let found = ask(&mut Query::new().level(level), &meshes, &poses);
            assert_eq!(found, expected, "{}", level.name());
        }
        seen += expected.len();
    }
    assert!(seen > 300, "{seen} contacts");
}

#[test]
fn the_limit_is_how_many_contacts_there_are() {
    let (sphere, here, beside) = (Body::new(sphere(3, 1.0)), Pose::identity(), at(0.5, 0.1, 0.0));
    let all = contacts(&sphere, &here, &sphere, &beside);
    assert!(all.len() > 20);
    for limit in [0, 1, 7, 1_000_000] {
        let mut query = Query::new().limit(limit);
        let found = query.contacts(&sphere, &here, &sphere, &beside);
        assert_eq!(found.len(), limit.min(all.len()));
        assert!(found.iter().all(|one| all.contains(one)));
        assert!(found.is_sorted_by_key(|one| one.triangles));
        assert_eq!(found, query.contacts(&sphere, &here, &sphere, &beside));
    }
    assert!(contacts(&sphere, &here, &sphere, &at(3.0, 0.0, 0.0)).is_empty());
    let poses = [beside, at(3.0, 0.0, 0.0)];
    let batch = Query::new().batch().contacts(&sphere, &here, &sphere, &poses);
    assert_eq!(batch, Ok(vec![all, Vec::new()]));
}

/// The summary of two bodies, after checking what it promises.
fn summary(query: &mut Query, bodies: [&Body; 2], poses: [&Pose; 2]) -> ContactSummary {
    let ([a, b], [pose_a, pose_b]) = (bodies, poses);
    let found = query.contact_summary(a, pose_a, b, pose_b);
    assert_eq!(found.contacts, query.contacts(a, pose_a, b, pose_b));
    assert_eq!(contact_curves(&found.contacts), (found.curves.clone(), found.patches.clone()));

    // The translation parts the surfaces, says the referee, and is none where they are apart.
    let by = found.separating_translation.expect("in range");
    let free = Pose::new(*pose_b.rotation(), pose_b.translation() + by).expect("in range");
    assert!(!referee::collide(a.mesh(), pose_a, b.mesh(), &free), "{by:?} {poses:?}");
    assert!(!query.clone().solid(true).collide(a, pose_a, b, &free));
    let collides = query.clone().solid(true).collide(a, pose_a, b, pose_b);
    assert_eq!(by != Vector3::zeros(), collides, "{by:?}");
    // No pair of triangles can be parted by less than its own depth.
    for contact in &found.contacts {
        let rounding = 1.0 + 1e-12;
        assert!(
            contact.local_depth().expect("meshes") <= by.norm() * rounding,
            "{contact:?} {by:?}"
        );
    }

    // Every point of a contact is on a curve or a patch, and in the box.
    let bounds = found.bounds;
    for point in found.contacts.iter().flat_map(|contact| contact.points()) {
        let is_in = bounds.is_some_and(|bounds| bounds.min <= *point && *point <= bounds.max);
        let mut on_lines = found.curves.iter().map(|curve| &curve.points).chain(&found.patches);
        // Neighbouring pairs round the same point.
        let rounding = f64::EPSILON * point.coords.amax();
        let is_near = |other: &Point3<f64>| (other - point).amax() <= rounding;
        assert!(is_in && on_lines.any(|line| line.iter().any(is_near)), "{point:?}");
    }
    found
}

#[test]
fn cubes_pushed_together_come_apart_by_how_far_they_were_pushed() {
    let cube = Body::new(cube(1.0));
    let (here, mut query) = (Pose::identity(), Query::new());
    for (x, depth) in [(0.75, 0.25), (-0.875, 0.125), (1.0 - 1e-9, 1e-9), (1.0, 0.0)] {
        let found = summary(&mut query, [&cube, &cube], [&here, &at(x, 0.1, 0.3)]);
        let by = found.separating_translation.expect("in range");
        assert!((by.norm() - depth).abs() <= depth * 1e-5 + 1e-14, "{x}: {by:?}");
        assert!(by.x * x > 0.0 && by.yz().norm() <= by.norm() * 1e-9, "{x}: {by:?}");
    }
}

#[test]
fn a_ball_through_a_plate_meets_it_in_one_ring() {
    let plate = vec![[[-4.0, -4.0, 0.0], [4.0, -4.0, 0.0], [0.0, 6.0, 0.0]]];
    let plate = Body::new(Mesh::from_soup(&plate).expect("finite"));
    let sphere = Body::new(sphere(3, 1.0));
    let (here, low) = (Pose::identity(), at(0.01, 0.02, 0.5));
    let found = summary(&mut Query::new(), [&plate, &sphere], [&here, &low]);
    let [ring] = &found.curves[..] else { panic!("{} curves", found.curves.len()) };
    assert!(ring.is_closed && found.patches.is_empty());
    // Once around, as far from the middle as the cut of the sphere is.
    let n = ring.points.len();
    let around: f64 = (0..n)
        .map(|i| {
            let [p, q] = [ring.points[i], ring.points[(i + 1) % n]];
            let [p, q] = [p, q].map(|p| Vector3::new(p.x - 0.01, p.y - 0.02, 0.0));
            assert!((0.84..0.88).contains(&p.norm()), "{p:?}");
            p.cross(&q).z.atan2(p.dot(&q))
        })
        .sum();
    assert!((around.abs() - std::f64::consts::TAU).abs() < 1e-9, "{around}");
    // Up and out: the shorter way is the half that is below.
    let by = found.separating_translation.expect("in range");
    assert!(by.z > 0.0 && (by.norm() - 0.5).abs() < 0.01, "{by:?}");
    // The plate is open: nothing is inside it, and none of its corners is in the sphere.
    assert_eq!(found.deepest_points, [None, None]);
}

#[test]
fn a_cube_on_a_cube_has_patches_and_a_corner_on_a_face_is_a_point() {
    let (small, large) = (Body::new(cube(1.0)), Body::new(cube(4.0)));
    let here = Pose::identity();
    let found = summary(&mut Query::new(), [&large, &small], [&here, &at(1.0, 1.5, 4.0)]);
    let area: f64 = found.patches.iter().map(|patch| area(patch)).sum();
    assert!((area - 1.0).abs() < 1e-14, "{area}");
    let below = |patch: &Vec<Point3<f64>>| patch.iter().all(|point| point.z == 4.0);
    assert!(found.patches.iter().all(below));
    let normals = found.contacts.iter().filter(|contact| contact.points().len() > 2);
    assert!(normals.clone().count() > 0);
    for contact in normals {
        assert_eq!((contact.normal(), contact.local_depth()), (Some(Vector3::z()), Some(0.0)));
    }

    let spike = vec![[[0.0, 0.0, 0.0], [0.5, 0.0, 2.0], [0.0, 0.5, 2.0]]];
    let spike = Body::new(Mesh::from_soup(&spike).expect("finite"));
    let found = summary(&mut Query::new(), [&large, &spike], [&here, &at(2.25, 1.0, 4.0)]);
    let [touch] = &found.curves[..] else { panic!("{:?}", found.curves) };
    assert_eq!((&touch.points[..], touch.is_closed), (&[Point3::new(2.25, 1.0, 4.0)][..], false));
}

/// Of a convex polygon.
fn area(patch: &[Point3<f64>]) -> f64 {
    let twice = |i: usize| (patch[i] - patch[0]).cross(&(patch[i + 1] - patch[0])).norm();
    (1..patch.len() - 1).map(twice).sum::<f64>() / 2.0
}

#[test]
fn bodies_inside_each_other_come_apart_too() {
    let (small, large) = (Body::new(cube(1.0)), Body::new(cube(4.0)));
    let (here, within) = (Pose::identity(), at(2.5, 1.0, 1.5));
    let found = summary(&mut Query::new().solid(true), [&large, &small], [&here, &within]);
    assert!(found.contacts.is_empty() && found.curves.is_empty() && found.bounds.is_none());
    let by = found.separating_translation.expect("in range");
    assert!(by.x > 1.5 && by.x < 1.5 + 1e-5 && by.yz().norm() == 0.0, "{by:?}");
    let [of_large, of_small] = found.deepest_points;
    assert_eq!(of_large, None);
    // Corners of the small one are at most 1.5 deep: (2.5, 2, 1.5) is the first of those.
    let deepest = of_small.expect("inside");
    assert!(deepest.lower <= 1.5 && 1.5 <= deepest.upper && deepest.upper - deepest.lower < 1e-15);
    assert_eq!((deepest.point, deepest.vertex), (Point3::new(2.5, 2.0, 1.5), 2));
}

#[test]
fn the_deepest_vertex_is_the_deepest_of_all() {
    let mut random = random(151);
    let mut query = Query::new();
    let mut some = 0;
    for round in 0..12 {
        let meshes = [sphere(1, 1.0), if round % 2 == 0 { cube(0.8) } else { sphere(1, 0.7) }];
        let [a, b] = meshes.each_ref().map(|mesh| Body::new(mesh.clone()));
        let poses = [pose(&mut random, 0.2), pose(&mut random, 1.0)];
        let found = summary(&mut query, [&a, &b], [&poses[0], &poses[1]]);
        let sides = [(&b, &poses[1], &a, &poses[0]), (&a, &poses[0], &b, &poses[1])];
        for (deepest, (other, pose_other, own, pose_own)) in found.deepest_points.iter().zip(sides)
        {
            let own_of = |vertex: usize| Point3::from(own.mesh().vertices()[vertex]);
            let inside: Vec<usize> = (0..own.mesh().vertices().len())
                .filter(|&vertex| other.contains(pose_other, &own_of(vertex), pose_own))
                .collect();
            let Some(deepest) = deepest else {
                assert!(inside.is_empty());
                continue;
            };
            some += 1;
            let depth = |vertex: usize| {
                let point = [own_of(vertex); 3];
                let to =
                    |triangle| referee::squared_distance(&triangle, pose_other, &point, pose_own);
                other.mesh().corners().map(to).min().expect("triangles")
            };
            let deepest_of_all = inside.iter().map(|&vertex| depth(vertex)).max().expect("some");
            let found = depth(deepest.vertex as usize);
            assert!(square(deepest.lower) <= found && found <= square(deepest.upper));
            assert!(deepest_of_all <= square(deepest.upper), "{deepest:?}");
        }
    }
    assert!(some > 4, "{some}");
}

#[test]
fn surfaces_in_any_position_come_apart() {
    let mut random = random(152);
    let (mut query, mut collide) = (Query::new(), 0);
    for round in 0..16 {
        let meshes = match round % 4 {
            0 => [soup(&mut random, 30, 0.4), soup(&mut random, 30, 0.4)],
            1 => [soup(&mut random, 1, 1.0), cube(1.0)],
            2 => [sphere(1, 1.0), soup(&mut random, 10, 0.2)],
            _ => [sphere(2, 1.0), sphere(1, 0.6)],
        };
        let [a, b] = meshes.map(Body::new);
        let far = [0.0, 1e3][round % 2];
        let pose_a = pose(&mut random, far);
        let beside = pose(&mut random, 0.8);
        let pose_b = Pose::new(*beside.rotation(), pose_a.translation() + beside.translation());
        let pose_b = pose_b.expect("a rotation");
        let found = summary(&mut query, [&a, &b], [&pose_a, &pose_b]);
        collide += usize::from(!found.contacts.is_empty());
    }
    assert!(collide > 8, "{collide}");
}
