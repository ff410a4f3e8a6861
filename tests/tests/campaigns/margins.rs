//! Pairs within margins against rational arithmetic: scenes of small meshes and shapes, a margin
//! for each pair, all pairs one by one; and directions, by moving along them.

use std::ops::ControlFlow;

use nalgebra::{Matrix3, Vector3};
use obbtree::scene::{BodyId, Scene, SceneQuery, Within};
use obbtree::{Body, Collider, Pose, Query, Shape};
use obbtree_referee::BigRational;
use obbtree_tests::scales::exact::{rational, square};
use obbtree_tests::shapes::{cube, pose, random, soup, vector};
use obbtree_tests::{is_long, referee};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// What is within a radius of a core, which is solid or a surface.
struct Rounded {
    collider: Collider,
    core: Body,
    radius: f64,
    is_solid: bool,
}

impl Rounded {
    fn any(random: &mut Pcg64Mcg) -> Self {
        let of_shape = |shape: Shape, radius: f64| Self {
            core: shape.core().expect("bounded").clone(),
            collider: shape.into(),
            radius,
            is_solid: true,
        };
        let of_mesh = |mesh| {
            let core = Body::new(mesh);
            Self { collider: core.clone().into(), core, radius: 0.0, is_solid: false }
        };
        let radius = f64::from(random.random_range(1..8)) * 0.125;
        let point = |random: &mut Pcg64Mcg| vector(random).into();
        match random.random_range(0..6) {
            0 => of_mesh(cube(1.0)),
            1 => of_mesh(soup(random, 6, 0.5)),
            2 => of_shape(Shape::sphere([0.0; 3], radius).expect("a sphere"), radius),
            3 => {
                let shape = Shape::capsule(point(random), point(random), radius);
                of_shape(shape.expect("a capsule"), radius)
            }
            4 => of_shape(Shape::cuboid([0.5, radius, 1.0]).expect("a box"), 0.0),
            _ => {
                let corners = [(); 6].map(|()| point(random));
                of_shape(Shape::hull(&corners).expect("a hull"), 0.0)
            }
        }
    }

    /// The square of the distance of the cores; 0 if one is inside the other that is solid.
    fn cores_apart(&self, pose: &Pose, other: &Self, pose_other: &Pose) -> BigRational {
        let [a, b] = [self.core.mesh(), other.core.mesh()];
        let apart = referee::mesh_squared_distance(a, pose, b, pose_other).expect("triangles");
        let is_inside = |closed: &Self, pose, other, pose_other| {
            closed.is_solid && referee::has_part_inside(closed.core.mesh(), pose, other, pose_other)
        };
        // What is on a surface is not inside.
        let zero = rational(0.0);
        let meet = apart == zero
            || is_inside(self, pose, b, pose_other)
            || is_inside(other, pose_other, a, pose);
        if meet { zero } else { apart }
    }
}

/// On a lattice, so that margins are met exactly, or anywhere.
fn place(random: &mut Pcg64Mcg, reach: f64) -> Pose {
    let at = vector(random) * reach;
    if random.random_range(0..2) == 0 {
        let quarter = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
        let rotation = [Matrix3::identity(), quarter][random.random_range(0..2)];
        return Pose::new(rotation, at.map(f64::round)).expect("a rotation");
    }
    Pose::new(*pose(random, 0.0).rotation(), at).expect("a rotation")
}

#[test]
fn pairs_within_margins_are_those_of_rational_arithmetic() {
    const BODIES: usize = 8;
    let (random, mut query) = (&mut random(141), SceneQuery::new());
    let questions = if is_long() { 100_000 } else { 1_000 };
    let (mut answered, mut near) = (0, 0);
    while answered < questions {
        let (mut scene, mut bodies) = (Scene::new(), Vec::new());
        for n in 0..BODIES {
            let (body, pose) = (Rounded::any(random), place(random, 1.5));
            let id = scene.add(&n.to_string(), body.collider.clone(), pose).expect("placed");
            bodies.push((id, body, pose));
        }
        let margins = [(); BODIES * BODIES].map(|()| match random.random_range(0..3) {
            0 => f64::from(random.random_range(-1..5)) * 0.5,
            _ => random.random_range(0.0..2.5),
        });
        let number = |id: BodyId| id.number() as usize;
        let margin = |[a, b]: [BodyId; 2]| margins[number(a) * BODIES + number(b)];
        let within = Within::Each { most: 2.0, of: &margin };
        let mut found = Vec::new();
        let flow = query.for_each_near_pair(&scene, within, |pair| {
            found.push(*pair);
            ControlFlow::Continue(())
        });
        assert!(flow.expect("a length").is_continue());
        let mut known = found.iter();
        for (m, (a, one, pose_a)) in bodies.iter().enumerate() {
            for (b, other, pose_b) in &bodies[m + 1..] {
                let cores = one.cores_apart(pose_a, other, pose_b);
                let (radii, length) =
                    (rational(one.radius) + rational(other.radius), margin([*a, *b]).min(2.0));
                answered += 1;
                if length < 0.0 || cores > (&radii + rational(length)).pow(2) {
                    continue;
                }
                near += 1;
                let pair = known.next().expect("the pair is near");
                assert_eq!(pair.bodies, [*a, *b], "{pose_a:?} {pose_b:?}");
                let is_below = pair.lower == 0.0 || (&radii + rational(pair.lower)).pow(2) <= cores;
                assert!(is_below && cores <= (&radii + rational(pair.upper)).pow(2), "{pair:?}");
                assert_eq!(pair.normal.is_some(), pair.lower > 0.0, "{pair:?}");
            }
        }
        assert_eq!(known.next(), None);
        // One against the others: the same pairs, until it is broken off.
        let (one, limit) = (bodies[3].0, random.random_range(1..4));
        let with_one = found.iter().filter(|pair| pair.bodies.contains(&one)).take(limit);
        let mut told = Vec::new();
        let _ = query.for_each_near_pair_with(&scene, one, within, |pair| {
            told.push(*pair);
            if told.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert!(told.iter().eq(with_one), "{told:?} {found:?}");
    }
    assert!(near * 10 > answered * 3 && near * 10 < answered * 7, "{near} of {answered}");
}

/// B moved along the direction is as much farther away as it moves. Of a mesh its closest triangle
/// is meant, which is convex as shapes are.
#[test]
fn moving_along_the_direction_parts() {
    let (random, mut query) = (&mut random(142), Query::new());
    let questions = if is_long() { 100_000 } else { 1_500 };
    let (mut answered, mut close) = (0, 0);
    while answered < questions {
        let (one, other) = (Rounded::any(random), Rounded::any(random));
        let (pose_a, mut pose_b) = (place(random, 3.0), place(random, 3.0));
        for _ in 0..4 {
            let found = query.distance(&one.collider, &pose_a, &other.collider, &pose_b);
            let Some(normal) = found.normal else { break };
            assert!((normal.norm() - 1.0).abs() < 1e-12, "{found:?}");
            let part = |body: &Rounded, triangle: Option<u32>| {
                let mesh = body.core.mesh();
                let corners = triangle.map(|triangle| mesh.triangle(triangle as usize));
                corners.map_or(mesh.clone(), |corners| {
                    obbtree::Mesh::from_soup(&[corners.map(Into::into)]).expect("finite")
                })
            };
            let parts = [part(&one, found.triangles[0]), part(&other, found.triangles[1])];
            let size = 4.0 + pose_a.translation().amax() + pose_b.translation().amax();
            for step in [found.lower * 2.0_f64.powi(-20), found.lower, 1e-3, 1.0] {
                let to = pose_b.translation() + normal * step;
                let moved = Pose::new(*pose_b.rotation(), to).expect("in range");
                let [a, b] = &parts;
                let apart = referee::mesh_squared_distance(a, &pose_a, b, &moved);
                let apart = apart.expect("triangles");
                let least = one.radius + other.radius + found.lower + step;
                let rounding = size * 2.0_f64.powi(-48) + least * 2.0_f64.powi(-38);
                let is_parted = apart >= square((least - rounding).max(0.0));
                assert!(is_parted, "{step:e} {found:?} {pose_a:?} {pose_b:?} {parts:?}");
            }
            answered += 1;
            close += usize::from(found.upper < 1e-12);
            // From there closer and closer, down to an ulp.
            let gap = 2.0_f64.powi(-random.random_range(3..56));
            let to = pose_b.translation() + normal * (gap - found.upper);
            pose_b = Pose::new(*pose_b.rotation(), to).expect("in range");
        }
    }
    assert!(close * 20 > answered, "{close} of {answered}");
}

/// Closest points at the origin, 1e-13 apart, of bodies placed a unit away: what they were rounded
/// by shows in their difference, not in their coordinates.
#[test]
fn closest_points_near_the_origin_do_not_hide_what_they_round() {
    let corners = vec![[0.0, 0.0, 1.0], [1.0, 0.0, 1.0], [1.0, 1.0, 1.0]];
    let triangle = Body::new(obbtree::Mesh::new(corners, vec![[0, 1, 2]]).expect("a triangle"));
    let hull = Shape::hull(&[
        [-0.6461954867081352, -0.3171574586914274, 0.4983084669427784],
        [-0.3377275158380004, 0.04848164539489863, 0.7193237157815795],
        [-0.18096084438747173, -0.42098914654893527, -0.28928302936186423],
        [-0.038909319367712136, -0.3562113411783745, -0.049549000159797796],
        [0.40469229726314904, 0.8661472127001062, -0.840253292532605],
        [0.45486407916942007, 0.43158860288372214, -0.44620683718907106],
    ]);
    let hull = hull.expect("a hull");
    let quarter = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let here = Pose::new(quarter, Vector3::new(1.0, -1.0, -1.0)).expect("a pose");
    let there = Vector3::new(0.4677737902341672, -0.22343050262826797, 0.669725975951952);
    let mut query = Query::new();
    let mut at = |by: Vector3<f64>| {
        let there = Pose::new(quarter, there + by).expect("a pose");
        query.distance(&triangle, &here, &hull, &there)
    };
    let found = at(Vector3::zeros());
    let normal = found.normal.expect("they are apart");
    let moved = at(normal * 1e-3);
    assert!(moved.lower >= (found.lower + 1e-3) * (1.0 - 2.0_f64.powi(-36)), "{moved:?}");
}

/// Cylinders, cones, planes and half-spaces, by the engine's own distances.
#[test]
fn moving_along_the_direction_parts_round_shapes_and_planes() {
    let (random, mut query) = (&mut random(143), Query::new());
    let top: [f64; 3] = [0.0, 0.0, 1.0];
    let shapes = [
        Shape::cylinder([0.0; 3], top, 0.5),
        Shape::cone([0.0; 3], top, 0.75),
        Shape::frustum([0.0; 3], top, [0.5, 0.25]),
        Shape::half_space_through([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        Shape::plane_through([0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]),
        Shape::cuboid([0.5; 3]),
        Shape::sphere([0.0; 3], 0.25),
    ];
    let mut colliders: Vec<Collider> =
        shapes.into_iter().map(|shape| shape.expect("a shape").into()).collect();
    colliders.push(Body::new(cube(1.0)).into());
    let mut answered = 0;
    for _ in 0..if is_long() { 300 } else { 6 } {
        for a in &colliders {
            for b in &colliders {
                let (pose_a, pose_b) = (place(random, 2.0), place(random, 2.0));
                let found = query.distance(a, &pose_a, b, &pose_b);
                assert_eq!(found.normal.is_some(), found.lower > 0.0, "{found:?}");
                let Some(normal) = found.normal else { continue };
                assert!((normal.norm() - 1.0).abs() < 1e-12, "{found:?}");
                for step in [1e-3, 0.5] {
                    let by: Vector3<f64> = normal * step;
                    let moved = Pose::new(*pose_b.rotation(), pose_b.translation() + by);
                    let moved = query.distance(a, &pose_a, b, &moved.expect("in range"));
                    let least = found.lower + step - 1e-6;
                    assert!(moved.upper >= least, "{a:?} {pose_a:?} {b:?} {pose_b:?} {found:?}");
                }
                answered += 1;
            }
        }
    }
    assert!(answered > 100, "{answered}");
}

/// A gap of 1e-200 beside coordinates of about one: the difference of the points is zero.
#[test]
fn the_direction_of_bodies_that_nearly_touch_is_known() {
    let (body, mut query) = (Body::new(cube(1.0)), Query::new());
    let bottom = cube(1.0).vertices().iter().map(|v| [v[0], v[1], v[2] + 1e-200]).collect();
    let lifted = obbtree::Mesh::new(bottom, cube(1.0).triangles().to_vec()).expect("in range");
    let below = Pose::from_translation([0.25, 0.5, -1.0]).expect("in range");
    let found = query.distance(&body, &below, &Body::new(lifted), &Pose::identity());
    assert!(found.lower > 0.0 && found.upper < 1.1e-200, "{found:?}");
    assert_eq!(found.normal, Some(Vector3::z()));
    let found = query.distance(&body, &below, &body, &Pose::identity());
    assert_eq!((found.upper, found.normal), (0.0, None));
}
