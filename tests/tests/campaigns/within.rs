//! Triangles and places within a margin, against rational distances of all pairs; triangles that
//! meet a shape, each against the query about that triangle alone.

use obbtree::query::Distance;
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_referee as referee;
use obbtree_tests::is_long;
use obbtree_tests::shapes::{at, cuboid, pose, random, soup, sphere};
use rand::RngExt;

/// Corners on a grid, so that distances tie and triangles touch.
fn on_grid(mesh: &Mesh) -> Mesh {
    obbtree_tests::shapes::bend(mesh, |point| point.map(|x| (x * 4.0).round() / 4.0))
}

#[test]
fn triangles_within_a_margin_are_those_of_rational_arithmetic() {
    let mut random = random(301);
    let mut query = Query::new();
    let (mut within, mut all) = (0, 0);
    for case in 0..if is_long() { 1000 } else { 60 } {
        let meshes = [0, 1].map(|_| soup(&mut random, 12, 1.0));
        let is_grid = case % 3 == 0;
        let meshes = if is_grid { meshes.each_ref().map(on_grid) } else { meshes };
        let [pose_a, pose_b] = match is_grid {
            true => [at(0.0, 0.0, 0.0), at(0.5, 0.25, 0.0)],
            false => [0, 1].map(|_| pose(&mut random, 1.0)),
        };
        let margin = if is_grid { 0.25 } else { random.random_range(0.0..0.6) };
        let [a, b] = meshes.map(Body::new);
        let found = query.triangles_within(&a, &pose_a, &b, &pose_b, margin);
        let mut expected = Vec::new();
        for (i, of_a) in a.mesh().corners().enumerate() {
            for (j, of_b) in b.mesh().corners().enumerate() {
                all += 1;
                if referee::closer(&of_a, &pose_a, &of_b, &pose_b, margin) {
                    expected.push([Some(i as u32), Some(j as u32)]);
                }
            }
        }
        within += expected.len();
        assert_eq!(found.iter().map(|f| f.triangles).collect::<Vec<_>>(), expected, "{case}");
        for Distance { lower, upper, triangles, normal, .. } in &found {
            let [i, j] = triangles.map(|n| n.expect("a mesh") as usize);
            let square = referee::squared_distance(
                &a.mesh().triangle(i),
                &pose_a,
                &b.mesh().triangle(j),
                &pose_b,
            );
            let exact = |x: &f64| referee::BigRational::from_float(*x).expect("finite");
            assert!(exact(lower) * exact(lower) <= square && square <= exact(upper) * exact(upper));
            assert_eq!(normal.is_some(), *lower > 0.0);
        }
        assert_places(&mut query, [&a, &b], [&pose_a, &pose_b], margin, &found);
    }
    assert!(within * 10 > all && within * 10 < 9 * all, "{within} of {all}");
}

/// The places are what the definition says of these pairs.
fn assert_places(
    query: &mut Query,
    [a, b]: [&Body; 2],
    [pose_a, pose_b]: [&Pose; 2],
    margin: f64,
    pairs: &[Distance],
) {
    let places = query.closest_places_within(a, pose_a, b, pose_b, margin);
    let corners = |of: &Distance| {
        let [i, j] = of.triangles.map(|n| n.expect("a mesh") as usize);
        [a.mesh().triangles()[i], b.mesh().triangles()[j]]
    };
    let is_around = |one: &Distance, other: &Distance| {
        let (p, q) = (corners(one), corners(other));
        (0..2).all(|n| p[n].iter().any(|vertex| q[n].contains(vertex)))
    };
    let is_closest = |one: &&Distance| {
        pairs
            .iter()
            .filter(|other| is_around(one, other))
            .all(|other| (one.upper, one.triangles) <= (other.upper, other.triangles))
    };
    let mut expected: Vec<Distance> = pairs.iter().filter(is_closest).copied().collect();
    expected.sort_by(|p, q| p.upper.total_cmp(&q.upper));
    assert_eq!(places, expected);
    let least = query.distance(a, pose_a, b, pose_b);
    match places.first() {
        Some(place) => assert_eq!(place.upper, least.upper),
        None => assert!(least.upper > margin),
    }
}

#[test]
fn a_sphere_between_two_walls_is_close_at_two_places() {
    let walls = obbtree_tests::shapes::joined(&[
        (&cuboid([-1.5, -2.0, -2.0], [-1.25, 2.0, 2.0]), [0.0; 3]),
        (&cuboid([1.125, -2.0, -2.0], [1.5, 2.0, 2.0]), [0.0; 3]),
    ]);
    let (walls, round) = (Body::new(walls), Body::new(sphere(3, 1.0)));
    let (here, there) = (at(0.0, 0.0, 0.0), at(0.0, 0.03, 0.07));
    let mut query = Query::new();
    let found = query.closest_places_within(&walls, &here, &round, &there, 0.3);
    let [right, left] = &found[..] else { panic!("{found:?}") };
    assert!((right.upper - 0.125).abs() < 1e-9 && (left.upper - 0.25).abs() < 1e-9, "{found:?}");
    assert!(right.normal.is_some_and(|n| n.x < -0.999) && left.normal.is_some_and(|n| n.x > 0.999));
    assert_eq!(query.closest_places_within(&walls, &here, &round, &there, 0.2).len(), 1);
    let mut one = Query::new().limit(1);
    assert_eq!(one.closest_places_within(&walls, &here, &round, &there, 0.3), found[..1]);
}

#[test]
fn the_triangles_that_meet_a_shape_are_those_that_do_so_alone() {
    let mut random = random(302);
    let shapes = [
        Shape::sphere([0.1, 0.0, 0.0], 0.7).unwrap(),
        Shape::capsule([0.0, 0.0, -0.5], [0.0, 0.25, 0.5], 0.3).unwrap(),
        Shape::cuboid([0.5, 0.75, 0.25]).unwrap(),
        Shape::hull(&[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.7; 3]])
            .unwrap(),
        Shape::cylinder([0.0, 0.0, -0.5], [0.0, 0.0, 0.5], 0.5).unwrap(),
        Shape::cone([0.0, 0.0, -0.5], [0.0, 0.0, 0.5], 0.75).unwrap(),
        Shape::half_space(),
        Shape::plane(),
    ];
    let mut query = Query::new();
    let (mut met, mut all, mut inside) = (0, 0, 0);
    for case in 0..if is_long() { 4000 } else { 240 } {
        let shape = &shapes[case % shapes.len()];
        let mesh = match case % 5 {
            0 => sphere(2, 0.6),
            1 => on_grid(&soup(&mut random, 20, 0.5)),
            _ => soup(&mut random, 20, 0.5),
        };
        let poses = if case % 5 == 1 { 0.0 } else { 0.4 };
        let [here, there] = match poses {
            0.0 => [at(0.0, 0.25, 0.0), at(0.25, 0.0, 0.0)],
            reach => [0, 1].map(|_| pose(&mut random, reach)),
        };
        let body = Body::new(mesh);
        let found = query.contacts(&body, &here, shape, &there);
        let numbers: Vec<_> = found.iter().filter_map(|contact| contact.triangles[0]).collect();
        let mut expected = Vec::new();
        for (n, corners) in body.mesh().corners().enumerate() {
            let alone = Body::new(Mesh::from_soup(&[corners.map(Into::into)]).unwrap());
            all += 1;
            if query.collide(&alone, &here, shape, &there) {
                expected.push(n as u32);
                let surface = shape.core().filter(|core| core.require_closed().is_ok());
                inside +=
                    usize::from(surface.is_some_and(|core| {
                        query.first_pair(&alone, &here, core, &there).is_none()
                    }));
            }
        }
        met += expected.len();
        assert_eq!(numbers, expected, "{case} {shape:?}");
        for contact in &found {
            let [point] = contact.points() else { panic!("{contact:?}") };
            let corners = body.mesh().triangle(contact.triangles[0].unwrap() as usize);
            let alone = Body::new(Mesh::from_soup(&[corners.map(Into::into)]).unwrap());
            let point = Body::new(Mesh::new(vec![(*point).into()], vec![[0; 3]]).unwrap());
            let world = at(0.0, 0.0, 0.0);
            assert!(query.closer_than(&point, &world, shape, &there, 1e-6), "{case} {contact:?}");
            assert!(query.closer_than(&point, &world, &alone, &here, 1e-9), "{case} {contact:?}");
        }
        let back = query.contacts(shape, &there, &body, &here);
        assert!(back.iter().zip(&found).all(|(p, q)| p.points() == q.points()));
        assert_eq!(back.len(), found.len());
        for limit in [0, 1, 3] {
            let some = Query::new().limit(limit).contacts(&body, &here, shape, &there);
            assert_eq!(some.len(), found.len().min(limit), "{case} {shape:?}");
            assert!(some.iter().is_sorted_by(|p, q| p.triangles < q.triangles));
            for contact in &some {
                assert!(found.iter().any(|one| one.triangles == contact.triangles));
                let [point] = contact.points() else { panic!("{contact:?}") };
                let point = Body::new(Mesh::new(vec![(*point).into()], vec![[0; 3]]).unwrap());
                let world = at(0.0, 0.0, 0.0);
                assert!(query.closer_than(&point, &world, shape, &there, 1e-6), "{case}");
            }
        }
    }
    assert!(met * 10 > 2 * all && met * 10 < 8 * all && inside > 50, "{met} of {all}, {inside}");
}
