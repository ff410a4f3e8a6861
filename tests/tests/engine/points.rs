//! Points: closest point, side and signed distance against rational arithmetic and parry3d.

use nalgebra::{Point3, Vector3};
use obbtree::query::{PointError, PointSide};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_referee as referee;
use obbtree_tests::is_long;
use obbtree_tests::scales::exact::square;
use obbtree_tests::shapes::{cube, pose, random, soup, sphere, vector};
use rand::RngExt;

#[test]
fn closest_points_are_certified() {
    let random = &mut random(151);
    let point_mesh = Mesh::new(vec![[0.0; 3]], vec![[0; 3]]).expect("a point");
    let mut query = Query::new();
    for mesh in [soup(random, 60, 0.3), cube(1.0), sphere(1, 1.0)] {
        let body = Body::new(mesh.clone());
        let mut on_surface = 0;
        for round in 0..if is_long() { 1_000 } else { 60 } {
            let pose = if round % 2 == 0 { Pose::identity() } else { pose(random, 2.0) };
            // On a vertex, in a triangle up to rounding and a little off it, or anywhere.
            let id = random.random_range(0..mesh.triangles().len());
            let corners = mesh.triangle(id).map(|corner| pose.place(&corner).coords);
            let off = vector(random) * 2.0_f64.powi(-random.random_range(0..60));
            let point = match round % 3 {
                0 => corners[0],
                1 => (corners[0] + corners[1] + corners[2]) / 3.0 + off,
                _ => vector(random) * 3.0,
            };
            let found = query.closest_point(&body, &pose, point.into()).expect("in range");
            let place = Pose::from_translation(point.into()).expect("in range");
            let exact = referee::mesh_squared_distance(&mesh, &pose, &point_mesh, &place);
            let exact = exact.expect("triangles");
            assert!(square(found.lower) <= exact && exact <= square(found.upper), "{point:?}");
            assert_eq!(found.upper == 0.0, exact == square(0.0));
            assert!((found.point.coords - point).norm() - found.upper <= 1e-14);
            // The point is on its triangle, up to rounding.
            let of_triangle =
                Mesh::from_soup(&[mesh.triangle(found.triangle as usize).map(Into::into)]);
            let alone = Body::new(of_triangle.expect("finite"));
            let from_it = query.closest_point(&alone, &pose, found.point.into()).expect("in range");
            assert!(from_it.upper < 1e-14, "{found:?}");
            on_surface += usize::from(found.upper == 0.0);
        }
        assert!(on_surface > 5, "{on_surface}");
    }
}

#[test]
fn sides_are_exact() {
    let mut query = Query::new();
    let (body, here) = (Body::new(cube(1.0)), Pose::identity());
    let mut counts = [0; 3];
    // At the heights of corners, edges and faces, and a step of the last place beside them.
    let steps = [-0.5, -5e-324, 0.0, 5e-324, 0.5, 1.0_f64.next_down(), 1.0, 1.0_f64.next_up(), 1.5];
    for x in steps {
        for y in steps {
            for z in steps {
                let p = [x, y, z];
                let side = query.point_side(&body, &here, p).expect("closed, in range");
                let expected = if p.iter().any(|x| !(0.0..=1.0).contains(x)) {
                    PointSide::Outside
                } else if p.iter().any(|&x| x == 0.0 || x == 1.0) {
                    PointSide::OnSurface
                } else {
                    PointSide::Inside
                };
                assert_eq!(side, expected, "{p:?}");
                counts[side as usize] += 1;
                let signed = query.signed_distance(&body, &here, p).expect("closed, in range");
                assert!(signed.lower <= signed.upper);
                match side {
                    PointSide::Inside => assert!(signed.upper < 0.0),
                    PointSide::OnSurface => assert_eq!([signed.lower, signed.upper], [0.0; 2]),
                    PointSide::Outside => assert!(signed.lower > 0.0),
                }
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

#[test]
fn what_has_no_answer_is_an_error() {
    let (closed, here) = (Body::new(cube(1.0)), Pose::identity());
    let open = Body::new(
        Mesh::from_soup(&[[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]).expect("finite"),
    );
    // A query about solids asks about the same surface here.
    let mut query = Query::new().solid(true);
    let error = |result: Result<PointSide, PointError>| result.expect_err("no side");
    assert!(matches!(error(query.point_side(&open, &here, [0.0; 3])), PointError::Open(_)));
    let nan = query.point_side(&closed, &here, [f64::NAN, 0.0, 0.0]);
    assert!(matches!(error(nan), PointError::Point(_)));
    assert!(query.signed_distance(&open, &here, [0.0; 3]).is_err());
    assert!(query.closest_point(&open, &here, [0.0, 1e76, 0.0]).is_err());
    let inside = query.closest_point(&closed, &here, [0.5, 0.5, 0.25]).expect("in range");
    assert!(inside.lower <= 0.25 && 0.25 <= inside.upper && inside.upper < 0.2501);
    assert!(query.options().solid);
}

#[test]
fn parry_has_the_same_distances() {
    use parry3d_f64::math::Vector;
    use parry3d_f64::query::PointQuery;
    let random = &mut random(152);
    let mesh = sphere(3, 1.0);
    let (body, peer) = (Body::new(mesh.clone()), obbtree_tests::parry::double::trimesh(&mesh));
    let mut query = Query::new();
    for _ in 0..1_000 {
        let p: Vector3<f64> = vector(random) * 2.0;
        let found = query.signed_distance(&body, &Pose::identity(), p.into()).expect("closed");
        let theirs = peer.distance_to_local_point(Vector::new(p.x, p.y, p.z), false);
        assert!((found.closest.upper - theirs.abs()).abs() <= 1e-9, "{p}");
        // The sphere is inside the unit sphere, and its faces are not far from it.
        let outside = Point3::from(p).coords.norm() - 1.0;
        assert!(outside > 0.0 || found.upper < 0.01, "{p}");
        assert!(outside < 0.0 || found.lower > 0.0, "{p}");
    }
}
