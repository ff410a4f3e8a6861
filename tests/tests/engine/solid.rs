//! Bodies inside bodies, and how two bodies stand to each other.

use nalgebra::{Point3, Vector3};
use obbtree::query::Relation;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_referee as referee;
use obbtree_tests::shapes::{self, at, cube, joined, random, solid_angle, sphere};

fn inside_out(mesh: &Mesh) -> Mesh {
    let flipped = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
    Mesh::new(mesh.vertices().to_vec(), flipped).unwrap()
}

/// Triangles of the smaller mesh for which the referee is queried too: of larger ones that touch
/// everywhere it takes seconds.
const REFEREED: usize = 100;

/// Checks the solid answer and the relation, with the pair in both orders.
#[track_caller]
fn check(a: &Mesh, pose_a: &Pose, b: &Mesh, pose_b: &Pose, solid: bool, relation: Relation) {
    check_query([a, b], [pose_a, pose_b], solid, relation);
    if a.triangles().len().min(b.triangles().len()) <= REFEREED {
        assert_eq!(referee::relation(a, pose_a, b, pose_b), relation.name());
    }
}

#[track_caller]
fn check_query(meshes: [&Mesh; 2], [pose_a, pose_b]: [&Pose; 2], solid: bool, relation: Relation) {
    let [a, b] = meshes.map(|mesh| Body::new(mesh.clone()));
    let mut surfaces = Query::default();
    let mut solids = Query::default().solid(true);
    let mirrored = match relation {
        Relation::Containing => Relation::Contained,
        Relation::Contained => Relation::Containing,
        other => other,
    };
    assert_eq!(solids.collide(&a, pose_a, &b, pose_b), solid);
    assert_eq!(solids.collide(&b, pose_b, &a, pose_a), solid);
    assert_eq!(solids.classify(&a, pose_a, &b, pose_b), relation);
    assert_eq!(solids.classify(&b, pose_b, &a, pose_a), mirrored);
    let meeting =
        matches!(relation, Relation::Touching | Relation::Intersecting | Relation::Coincident);
    assert_eq!(surfaces.collide(&a, pose_a, &b, pose_b), meeting);
}

/// The case that fcl#78, fcl#492 and trimesh#1875 ask for: a box of 0.2 in the unit sphere.
#[test]
fn a_box_in_a_sphere_is_found() {
    let (large, small) = (sphere(3, 1.0), cube(0.2));
    check(&large, &Pose::identity(), &small, &at(-0.1, -0.1, -0.1), true, Relation::Containing);
    check(&small, &at(3.0, 2.0, 0.9), &large, &at(3.1, 2.1, 1.0), true, Relation::Contained);
    check(&large, &Pose::identity(), &small, &at(1.2, 0.0, 0.0), false, Relation::Separated);
    // In the sphere's bounding box, outside the sphere.
    check(&large, &Pose::identity(), &small, &at(0.75, 0.75, 0.75), false, Relation::Separated);
}

#[test]
fn under_any_two_poses() {
    let (large, small) = (sphere(2, 1.0), cube(0.2));
    let mut random = random(31);
    for _ in 0..50 {
        let motion = shapes::isometry(&mut random, 100.0);
        let inside = nalgebra::Isometry3::translation(0.3, -0.4, 0.2);
        let (pose_a, pose_b) = (motion.try_into().unwrap(), (motion * inside).try_into().unwrap());
        check(&large, &pose_a, &small, &pose_b, true, Relation::Containing);
    }
}

#[test]
fn touching_from_inside_is_touching() {
    let (large, small) = (cube(1.0), cube(0.5));
    let here = Pose::identity();
    check(&large, &here, &small, &at(0.0, 0.25, 0.25), true, Relation::Touching); // face on face
    check(&large, &here, &small, &at(0.5, 0.5, 0.5), true, Relation::Touching); // in the corner
    check(&large, &here, &small, &at(0.25, 0.25, 0.25), true, Relation::Containing);
    check(&large, &here, &small, &at(0.5f64.next_up(), 0.25, 0.25), true, Relation::Intersecting);
    check(&large, &here, &small, &at(0.5f64.next_down(), 0.25, 0.25), true, Relation::Containing);
    check(&large, &here, &small, &at(1.0, 0.25, 0.25), true, Relation::Touching); // from outside
    check(&large, &here, &small, &at(1.0f64.next_up(), 0.25, 0.25), false, Relation::Separated);
}

#[test]
fn several_shells_cavities_and_inverted_shells() {
    let (large, small) = (sphere(2, 1.0), cube(0.1));
    let pair = joined(&[(&large, [0.0; 3]), (&large, [10.0, 0.0, 0.0])]);
    let here = Pose::identity();
    check(&pair, &here, &small, &at(10.0, 0.0, 0.0), true, Relation::Containing);
    check(&pair, &here, &small, &at(5.0, 0.0, 0.0), false, Relation::Separated);
    // One of two small ones inside is enough.
    let crumbs = joined(&[(&small, [50.0, 0.0, 0.0]), (&small, [10.0, 0.0, 0.0])]);
    check(&pair, &here, &crumbs, &here, true, Relation::Containing);
    // A hollow sphere: what is in the cavity is outside.
    let hollow = joined(&[(&large, [0.0; 3]), (&inside_out(&sphere(2, 0.5)), [0.0; 3])]);
    check(&hollow, &here, &small, &here, false, Relation::Separated);
    check(&hollow, &here, &small, &at(0.7, 0.0, 0.0), true, Relation::Containing);
    // Inside out it is still solid; overlapping shells unite.
    check(&inside_out(&large), &here, &small, &here, true, Relation::Containing);
    let overlapping = joined(&[(&large, [0.0; 3]), (&large, [0.5, 0.0, 0.0])]);
    check(&overlapping, &here, &small, &at(0.2, 0.0, 0.0), true, Relation::Containing);
}

#[test]
fn each_in_the_other_is_the_same_from_both_sides() {
    let here = Pose::identity();
    // A cube with a cavity, and one that fills the cavity and ends within the wall.
    let hollow = joined(&[(&cube(4.0), [-2.0; 3]), (&inside_out(&cube(2.0)), [-1.0; 3])]);
    let filling = |side: f64| joined(&[(&cube(side), [-side / 2.0; 3])]);
    check(&hollow, &here, &filling(3.0), &here, true, Relation::Overlapping);
    check(&hollow, &here, &filling(1.0), &here, false, Relation::Separated);
    check(&hollow, &here, &filling(5.0), &here, true, Relation::Contained);
    // A small one of each in the large one of the other.
    let pair = |large: f64, small: f64| {
        joined(&[(&cube(2.0), [large, 0.0, 0.0]), (&cube(0.5), [small, 0.5, 0.5])])
    };
    check(&pair(0.0, 10.5), &here, &pair(10.0, 0.5), &here, true, Relation::Overlapping);
    let [hollow, filling] = [hollow, filling(3.0)].map(Body::new);
    let mut query = Query::new().solid(true);
    let distance = query.distance(&hollow, &here, &filling, &here);
    assert!(distance.upper == 0.0 && distance.one_inside, "{distance:?}");
    assert!(query.closer_than(&hollow, &here, &filling, &here, 0.0));
    assert_eq!(query.overlap(&hollow, &here, &filling, &here).name(), "cutting");
    let volume = query.overlap_volume(&hollow, &here, &filling, &here).expect("closed");
    assert!(volume.lower <= 19.0 && 19.0 <= volume.upper && volume.upper - volume.lower < 1e-8);
    // Free is where it is within the cavity, which it does not fit in, or outside.
    let depth = query.depth(&hollow, &here, &filling, &here).expect("closed");
    assert!(depth.lower <= 3.5 && 3.5 <= depth.upper, "{depth:?}");
    let along = query.depth_along(&hollow, &here, &filling, &here, &Vector3::y()).expect("closed");
    assert!(along.lower <= 3.5 && 3.5 <= along.upper && along.upper < 3.5 + 1e-14, "{along:?}");
}

#[test]
fn unoriented_meshes_go_by_parity_and_open_ones_say_where() {
    let large = sphere(2, 1.0);
    let mut triangles = large.triangles().to_vec();
    triangles.iter_mut().step_by(2).for_each(|t| t.swap(0, 1));
    let mixed = Mesh::new(large.vertices().to_vec(), triangles).unwrap();
    check(&mixed, &Pose::identity(), &cube(0.2), &Pose::identity(), true, Relation::Containing);

    let bowl = Mesh::new(large.vertices().to_vec(), large.triangles()[1..].to_vec()).unwrap();
    check(&bowl, &Pose::identity(), &cube(0.2), &Pose::identity(), false, Relation::Separated);
    let message = Body::new(bowl.clone()).require_closed().unwrap_err().to_string();
    assert!(message.contains("the mesh is open: triangle"), "{message}");
    // An open body can still be inside.
    check(&cube(9.0), &at(-4.5, -4.5, -4.5), &bowl, &Pose::identity(), true, Relation::Containing);
}

#[test]
fn the_same_body_twice_is_coincident() {
    let gear = obbtree_assets::gear(obbtree_assets::PINION);
    let here = Pose::identity();
    check(&gear, &here, &gear, &here, true, Relation::Coincident);
    // The same places by another description: other order of triangles and corners, other pose.
    let reversed: Vec<_> = gear.triangles().iter().rev().map(|&[a, b, c]| [b, c, a]).collect();
    let moved: Vec<_> = gear.vertices().iter().map(|v| [v[0] + 16.0, v[1], v[2]]).collect();
    let other = Mesh::new(moved, reversed).unwrap();
    let exact = gear.vertices().iter().all(|v| v[0] + 16.0 - 16.0 == v[0]);
    if exact {
        check(&gear, &here, &other, &at(-16.0, 0.0, 0.0), true, Relation::Coincident);
    }
    // Some triangles of it are not.
    let (unit, half) = (cube(1.0), cube(0.5));
    check(&unit, &here, &half, &here, true, Relation::Touching);
    let missing = Mesh::new(unit.vertices().to_vec(), unit.triangles()[1..].to_vec()).unwrap();
    check(&unit, &here, &missing, &here, true, Relation::Touching);
}

/// A mesh that goes through itself goes through itself placed on itself: that is intersecting, as
/// the relation says. One that only touches itself is coincident.
#[test]
fn a_body_that_goes_through_itself_is_intersecting_itself() {
    let here = Pose::identity();
    let half = [0.5, 0.25, 0.125];
    let crossing = joined(&[(&cube(1.0), [0.0; 3]), (&cube(1.0), half)]);
    check(&crossing, &here, &crossing, &here, true, Relation::Intersecting);
    let foam = obbtree_assets::named::by_name("foam").unwrap().mesh(1_000);
    check(&foam, &here, &foam, &here, true, Relation::Intersecting);
    let apart = joined(&[(&cube(1.0), [0.0; 3]), (&cube(1.0), [3.0, 0.0, 0.0])]);
    check(&apart, &here, &apart, &here, true, Relation::Coincident);
    let side_by_side = joined(&[(&cube(1.0), [0.0; 3]), (&cube(1.0), [1.0, 0.0, 0.0])]);
    check(&side_by_side, &here, &side_by_side, &here, true, Relation::Coincident);
}

/// The winding number against the solid angle of every triangle (Van Oosterom, Strackee 1983), at
/// points on a lattice that are level with many vertices.
#[test]
fn inside_equals_the_solid_angle() {
    let mut decided = [0, 0];
    for mesh in
        [cube(1.0), sphere(1, 1.0), obbtree_assets::link(), obbtree_assets::torus_knot(40, 8)]
    {
        let body = Body::new(mesh);
        let bounds = body.mesh().report().bounds;
        let point_body = |p: Point3<f64>| Body::new(Mesh::from_soup(&[[p.into(); 3]]).unwrap());
        for i in 0..8 * 8 * 8 {
            let share = Vector3::new((i % 8) as f64, (i / 8 % 8) as f64, (i / 64) as f64) / 8.0;
            let p = bounds.min + bounds.sides().component_mul(&share.add_scalar(0.0625));
            let here = Pose::identity();
            if obbtree::collide(&body, &here, &point_body(p), &here) {
                continue; // on the surface
            }
            let angle: f64 = body.mesh().corners().map(|t| solid_angle(&t, &p)).sum();
            let inside = angle.abs() > 2.0 * std::f64::consts::PI;
            assert_eq!(body.contains(&here, &p, &here), inside, "{p}");
            decided[usize::from(inside)] += 1;
        }
    }
    assert!(decided[0] > 300 && decided[1] > 300, "{decided:?}");
}
