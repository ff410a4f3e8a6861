//! Rays: each triangle against rational arithmetic, whole meshes against every triangle tested,
//! and parry3d.

use std::cmp::Ordering;

use nalgebra::{Point3, Vector3};
use obbtree::query::{Ray, RayHit};
use obbtree::{Body, Mesh, Pose};
use obbtree_predicates::{Triangle, order_along_ray, ray_hit};
use obbtree_referee as referee;
use obbtree_tests::engines::{Built, ClassicBody};
use obbtree_tests::is_long;
use obbtree_tests::scales::exact::rational;
use obbtree_tests::shapes::{CORNER_ORDERS, cube, pose, random, soup, sphere, vector};
use obbtree_tests::{classic, wide};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// Any triangle, thin or without area at times.
fn triangle(random: &mut Pcg64Mcg) -> Triangle {
    let mut t = [(); 3].map(|()| vector(random));
    match random.random_range(0..12) {
        0 => t[2] = t[0] + (t[1] - t[0]) * 0.375,
        1 => t[2] = t[1],
        2 => t = [t[0]; 3],
        3 => t[2] = t[0] + (t[1] - t[0]) * 0.3 + t[2] * 2.0_f64.powi(-30),
        _ => {}
    }
    let size = 2.0_f64.powi([0, 0, 0, -12, 8][random.random_range(0..5)]);
    let place = vector(random) * [0.0, 1.0, 100.0][random.random_range(0..3)];
    t.map(|corner| Point3::from(corner * size + place))
}

/// A ray or segment close to a point of a placed triangle: inside, on an edge or a corner, from any
/// direction or in the triangle's plane, missing it by anything down to nothing.
fn ray_near(random: &mut Pcg64Mcg, triangle: &Triangle, pose: &Pose) -> Ray {
    let placed = triangle.map(|corner| pose.place(&corner).coords);
    let [u, v] = [random.random_range(0.1..0.8), random.random_range(0.1..0.2)];
    let weights = [[u, v, 1.0 - u - v], [u, 1.0 - u, 0.0], [1.0, 0.0, 0.0]];
    let weights = weights[random.random_range(0..3)];
    let target = placed[0] * weights[0] + placed[1] * weights[1] + placed[2] * weights[2];
    let mut along = vector(random) * 2.0_f64.powi(random.random_range(-8..8));
    if random.random_range(0..6) == 0 {
        along = (placed[1] - placed[0]) * along.x + (placed[2] - placed[0]) * along.y;
    }
    if random.random_range(0..4) == 0 {
        along = Vector3::from(along.map(|x| if x.abs() < 0.5 { 0.0 } else { x.round() }));
    }
    if along == Vector3::zeros() {
        along = Vector3::x();
    }
    let off = match random.random_range(0..4) {
        0 => Vector3::zeros(),
        _ => vector(random) * 2.0_f64.powi(-random.random_range(0..60)),
    };
    let target = target + off;
    // Mostly in front of the origin; at times at it, or behind it.
    let before = [0.0, 1.0, -1.0, 3.0, 0.7, 2.0][random.random_range(0..6)];
    let origin = if random.random_range(0..8) == 0 { target } else { target - along * before };
    if random.random_range(0..3) == 0 {
        let end = if random.random() { target } else { origin + along * 1.5 };
        if let Ok(segment) = Ray::segment(origin.into(), end.into()) {
            return segment;
        }
    }
    Ray::new(origin.into(), along.into()).expect("a ray")
}

#[test]
fn each_triangle_agrees_with_the_referee() {
    let random = &mut random(141);
    let rounds = if is_long() { 300_000 } else { 6_000 };
    let (mut hits, mut wide) = (0, 0);
    for round in 0..rounds {
        let triangle = triangle(random);
        let pose = if round % 3 == 0 { Pose::identity() } else { pose(random, 2.0) };
        let ray = ray_near(random, &triangle, &pose);
        let expected = referee::ray_parameter(&triangle, &pose, &ray);
        let order = CORNER_ORDERS[random.random_range(0..6)];
        let found = ray_hit(&order.map(|i| triangle[i]), &pose, &ray);
        assert_eq!(found.is_some(), expected.is_some(), "{triangle:?} {pose:?} {ray:?}");
        if let (Some([lower, upper]), Some(t)) = (found, expected) {
            assert!(rational(lower) <= t && t <= rational(upper), "{triangle:?} {pose:?} {ray:?}");
            let is_narrow = upper - lower <= upper * 2.0_f64.powi(-40) || lower.next_up() >= upper;
            assert!(is_narrow, "[{lower:e}, {upper:e}]");
            wide += usize::from(upper - lower > upper * 1e-14);
            hits += 1;
        }
    }
    assert!((rounds / 5..rounds * 7 / 10).contains(&hits), "{hits} of {rounds}");
    // All keep the promise above; what `f64` decides of far and thin triangles is not narrower by
    // much.
    assert!(wide * 2 < hits, "{wide} of {hits} intervals are wide");
}

/// All hits, by a test of every triangle, sorted by exact parameters.
fn expected_hits(mesh: &Mesh, pose: &Pose, ray: &Ray) -> Vec<u32> {
    let mut hits: Vec<u32> = (0..mesh.triangles().len() as u32)
        .filter(|&id| ray_hit(&mesh.triangle(id as usize), pose, ray).is_some())
        .collect();
    hits.sort_by(|&one, &other| {
        let triangles = [one, other].map(|id| mesh.triangle(id as usize));
        order_along_ray([&triangles[0], &triangles[1]], pose, ray).then(one.cmp(&other))
    });
    hits
}

/// The mesh in every form that can be queried.
struct Forms {
    mesh: Mesh,
    wide: Body,
    classic: ClassicBody,
}

impl Forms {
    fn new(mesh: Mesh) -> Self {
        Self { wide: wide::Tree::body(&mesh), classic: classic::Tree::body(&mesh), mesh }
    }

    /// Checks all three questions; the numbers of the triangles hit.
    fn check(&self, pose: &Pose, ray: &Ray) -> Vec<u32> {
        let expected = expected_hits(&self.mesh, pose, ray);
        let all: Vec<RayHit> = self.wide.all_hits(pose, ray);
        let ids: Vec<u32> = all.iter().map(|hit| hit.triangle).collect();
        assert_eq!(ids, expected, "{pose:?} {ray:?}");
        assert_eq!(self.classic.all_hits(pose, ray), all);
        let first = all.first().copied();
        assert_eq!(self.wide.closest_hit(pose, ray), first, "{pose:?} {ray:?}");
        assert_eq!(self.classic.closest_hit(pose, ray), first);
        for any in [self.wide.any_hit(pose, ray), self.classic.any_hit(pose, ray)] {
            assert_eq!(any, first.is_some());
        }
        expected
    }
}

#[test]
fn meshes_have_the_hits_of_their_triangles() {
    let random = &mut random(142);
    for mesh in [soup(random, 200, 0.3), sphere(2, 1.0), cube(1.0)] {
        let forms = Forms::new(mesh);
        let (mut hits, mut several) = (0, 0);
        let rounds = if is_long() { 5_000 } else { 300 };
        for round in 0..rounds {
            let pose = if round % 3 == 0 { Pose::identity() } else { pose(random, 3.0) };
            let id = random.random_range(0..forms.mesh.triangles().len());
            let ray = ray_near(random, &forms.mesh.triangle(id), &pose);
            let found = forms.check(&pose, &ray);
            hits += usize::from(!found.is_empty());
            several += usize::from(found.len() > 1);
        }
        assert!(hits > rounds / 4 && several > rounds / 20, "{hits} {several}");
    }
}

/// From inside of a closed mesh every ray meets it: through corners, through edges, anywhere.
#[test]
fn no_ray_slips_through() {
    let random = &mut random(143);
    for (mesh, center) in [(sphere(2, 1.0), [0.0; 3]), (cube(2.0), [1.0; 3])] {
        let body = Body::new(mesh.clone());
        for _ in 0..if is_long() { 20 } else { 3 } {
            let pose = pose(random, 10.0);
            let from = pose.place(&(Point3::from(center) + vector(random) * 0.3));
            let mut targets: Vec<Vector3<f64>> =
                mesh.vertices().iter().map(|&v| pose.place(&v.into()).coords).collect();
            for [a, b, _] in mesh.triangles() {
                targets.push((targets[*a as usize] + targets[*b as usize]) * 0.5);
            }
            for target in targets {
                let ray = Ray::new(from.into(), (target - from.coords).into()).expect("a ray");
                let hit = body.closest_hit(&pose, &ray).expect("no ray slips through");
                assert!((hit.t() - 1.0).abs() < 1e-13, "{hit:?}");
                assert!((hit.point.coords - target).norm() < 1e-12);
                assert!(body.any_hit(&pose, &ray));
            }
        }
    }
}

#[test]
fn exact_edges_and_corners_give_every_triangle_there() {
    let forms = Forms::new(cube(1.0));
    let here = Pose::identity();
    let check = |from, along, expected: usize| {
        let found = forms.check(&here, &Ray::new(from, along).expect("a ray"));
        assert_eq!(found.len(), expected, "{found:?}");
        found
    };
    // Through two faces, each through its diagonal.
    assert_eq!(check([0.5, 0.5, -1.0], [0.0, 0.0, 1.0], 4).len(), 4);
    // Along the diagonal of the cube: all triangles at one corner, then all at the other.
    let found = check([-1.0; 3], [1.0; 3], 12);
    assert!(found.windows(2).filter(|pair| pair[0] > pair[1]).count() == 1, "{found:?}");
    // Along an edge of the cube: its two faces lie along the ray, the others are met at a corner.
    check([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 8);
    check([-1.0, -5e-324, 0.0], [1.0, 0.0, 0.0], 0);
    // Beginning on a face, both ways; in the middle of it and of its diagonal.
    check([0.25, 0.5, 0.0], [0.0, 0.0, -1.0], 1);
    check([0.5, 0.5, 0.0], [0.0, 0.0, -1.0], 2);
    // A segment that ends on the face, and one that ends just before.
    let ends = |z: f64| Ray::segment([0.25, 0.5, -1.0], [0.25, 0.5, z]).expect("a segment");
    assert_eq!(forms.check(&here, &ends(0.0)).len(), 1);
    assert!(forms.check(&here, &ends(-5e-324)).is_empty());
}

#[test]
fn numbers_of_every_size_are_right() {
    let here = Pose::identity();
    for unit in [8.0 * 5e-324, 1e-300, 1e-30, 1.0, 1e30, 1e74] {
        let scale = |v: [f64; 3]| v.map(|x| x * unit);
        let mesh = cube(unit);
        let forms = Forms::new(mesh);
        for along in [1.0, 1e-200, 1e70] {
            let ray = Ray::new(scale([0.25, 0.5, -2.0]), [0.0, 0.0, along]).expect("a ray");
            assert_eq!(forms.check(&here, &ray).len(), 2, "{unit:e} {along:e}");
        }
        let aside = Ray::new(scale([-1.0, 0.5, -2.0]), [0.0, 0.0, 1.0]).expect("a ray");
        assert!(forms.check(&here, &aside).is_empty());
    }
    for numbers in [[f64::NAN, 0.0, 0.0], [f64::INFINITY, 0.0, 0.0], [0.0, 1e76, 0.0], [0.0; 3]] {
        assert!(Ray::new([0.0; 3], numbers).is_err());
        assert!(Ray::segment(numbers, numbers).is_err());
    }
}

#[test]
fn parry_has_the_same_hits() {
    use parry3d_f64::math::{Pose as ParryPose, Vector};
    use parry3d_f64::query::{Ray as ParryRay, RayCast};
    let random = &mut random(144);
    let mesh = sphere(3, 1.0);
    let body = Body::new(mesh.clone());
    let peer = obbtree_tests::parry::double::trimesh(&mesh);
    let (mut hits, mut misses) = (0, 0);
    for _ in 0..2_000 {
        let (origin, along) = (vector(random) * 3.0, vector(random));
        let ray = Ray::new(origin.into(), along.into()).expect("a ray");
        let to_parry = |v: Vector3<f64>| Vector::new(v.x, v.y, v.z);
        let peer_ray = ParryRay::new(to_parry(origin), to_parry(along));
        let theirs = peer.cast_ray(&ParryPose::IDENTITY, &peer_ray, f64::MAX, false);
        let ours = body.closest_hit(&Pose::identity(), &ray);
        match (ours, theirs) {
            (Some(ours), Some(theirs)) => {
                assert!((ours.t() - theirs).abs() <= 1e-9 * theirs.max(1.0), "{ray:?}");
                hits += 1;
            }
            (None, None) => misses += 1,
            // Random rays do not pass within parry's tolerance of the outline.
            other => panic!("{other:?} {ray:?}"),
        }
    }
    assert!(hits > 100 && misses > 100, "{hits} {misses}");
}

#[test]
fn the_order_is_one_of_exact_parameters() {
    // Two triangles a step of the last place apart, far away from the origin of the ray.
    let at = |z: f64| [[-1.0, -1.0, z], [2.0, -1.0, z], [-1.0, 2.0, z]].map(Point3::from);
    let ray = Ray::new([0.1, 0.1, -1e6], [0.0, 0.0, 0.3]).expect("a ray");
    let here = Pose::identity();
    let (near, far) = (at(1e6), at(1e6_f64.next_up()));
    assert_eq!(order_along_ray([&near, &far], &here, &ray), Ordering::Less);
    let soup = [far, near].map(|t| t.map(|p| [p.x, p.y, p.z]));
    let forms = Forms::new(Mesh::from_soup(&soup).expect("finite"));
    assert_eq!(forms.check(&here, &ray), [1, 0]);
}

/// The direction was brought to the mesh in numbers of a few digits.
#[test]
fn a_ray_along_a_direction_of_the_smallest_length_hits_what_its_line_hits() {
    let corners = vec![
        [-9.744220946880481e-39, -4.16691780760061e-39, 8.476995037644238e-39],
        [-4.174943068754408e-39, 8.253142522151664e-39, 7.687313948222581e-39],
        [7.929401374499192e-39, 2.3061204210390864e-39, 2.3682280626306636e-39],
    ];
    let mesh = Mesh::new(corners, vec![[0, 1, 2]]).expect("a triangle");
    let rows = [
        0.5114517371925785,
        -0.37213070526995184,
        -0.774555265115396,
        -8.560015547542404e-46,
        -0.42421879498760173,
        -0.8932139679092292,
        0.14902087609163156,
        4.494050168290153e-46,
        -0.7472988254386328,
        0.25236391526353075,
        -0.6147006749393571,
        -2.897537579631043e-46,
    ];
    let pose = Pose::from_rows(rows).expect("a pose");
    let body = Body::new(mesh);
    let from = [-1.0579871322468566e-38, 2.3318591900987598e-39, -1.0000000000000002];
    for length in [1.0, 1e-100, 1e-250, 1e-300, 1e-310, 5e-324] {
        let ray = Ray::new(from, [0.0, 0.0, length]).expect("a ray");
        assert!(body.any_hit(&pose, &ray), "{length:e}");
        assert!(body.closest_hit(&pose, &ray).is_some(), "{length:e}");
    }
}
