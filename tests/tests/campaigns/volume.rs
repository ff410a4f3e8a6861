//! Volumes of overlap against exact ones: of star-shaped bodies as sums over pairs of tetrahedra
//! that are cut by planes in rational arithmetic, of bodies of unit cubes by counting.

use nalgebra::{Point3, Vector3};
use num_traits::{Signed, Zero};
use obbtree::query::VolumeError;
use obbtree::{Body, Mesh, Pose, Query, Shape};
use obbtree_referee::{BigRational, half_spaces, placed};
use obbtree_tests::is_long;
use obbtree_tests::scales::exact::rational;
use obbtree_tests::shapes::{at, cubes, pose, random, surface_of_cubes, vector};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

type Exact = [BigRational; 3];
type Tetrahedron = [Exact; 4];

/// The faces of an octahedron, each from outside.
const FACES: [[u32; 3]; 8] =
    [[0, 2, 4], [2, 1, 4], [1, 3, 4], [3, 0, 4], [2, 0, 5], [1, 2, 5], [3, 1, 5], [0, 3, 5]];

/// A body that its origin sees all of: an octahedron whose corners are at any distance.
fn star(random: &mut Pcg64Mcg, on_grid: bool) -> Mesh {
    let mut corner = |axis: usize, side: f64| {
        let far = match on_grid {
            true => f64::from(random.random_range(1..5)) * 0.25,
            false => random.random_range(0.1..1.5),
        };
        let mut corner = if on_grid { Vector3::zeros() } else { vector(random) * (0.3 * far) };
        corner[axis] = side * far;
        corner.into()
    };
    let ends = [(0, 1.0), (0, -1.0), (1, 1.0), (1, -1.0), (2, 1.0), (2, -1.0)];
    let corners = ends.map(|(axis, side)| corner(axis, side));
    Mesh::new(corners.to_vec(), FACES.to_vec()).expect("finite")
}

fn tetrahedra(mesh: &Mesh, pose: &Pose) -> Vec<Tetrahedron> {
    let origin = placed(&[Point3::origin(); 3], pose)[0].clone();
    mesh.corners()
        .map(|corners| {
            let [p, q, r] = placed(&corners, pose);
            [origin.clone(), p, q, r]
        })
        .collect()
}

/// Six times the volume, positive if the last corner sees the others counterclockwise.
fn six_volumes([o, p, q, r]: &Tetrahedron) -> BigRational {
    let [u, v, w] = [p, q, r].map(|corner| half_spaces::minus(corner, o));
    half_spaces::dot(&half_spaces::cross(&u, &v), &w)
}

/// The prism between two triangles as tetrahedra.
fn prism([a, b, c]: [Exact; 3], [p, q, r]: [Exact; 3]) -> Vec<Tetrahedron> {
    vec![[a, b.clone(), c.clone(), p.clone()], [b, c.clone(), p.clone(), q.clone()], [c, p, q, r]]
}

/// The part of a tetrahedron where a height is not negative.
fn cut(whole: Tetrahedron, height: impl Fn(&Exact) -> BigRational) -> Vec<Tetrahedron> {
    let corners = whole.map(|corner| (height(&corner), corner));
    let (inside, outside): (Vec<_>, Vec<_>) =
        corners.into_iter().partition(|(height, _)| !height.is_negative());
    let between = |(h, p): &(BigRational, Exact), (k, q): &(BigRational, Exact)| {
        let part = h / (h - k);
        [0, 1, 2].map(|n| &p[n] + (&q[n] - &p[n]) * &part)
    };
    let point = |corner: &(BigRational, Exact)| corner.1.clone();
    match (&inside[..], &outside[..]) {
        ([], _) => Vec::new(),
        ([a], [p, q, r]) => vec![[point(a), between(a, p), between(a, q), between(a, r)]],
        ([a, b], [p, q]) => prism(
            [point(a), between(a, p), between(a, q)],
            [point(b), between(b, p), between(b, q)],
        ),
        ([a, b, c], [p]) => {
            prism([point(a), point(b), point(c)], [between(a, p), between(b, p), between(c, p)])
        }
        _ => vec![[0, 1, 2, 3].map(|n| point(&inside[n]))],
    }
}

/// Six times the volume that two tetrahedra have in common.
fn common(a: &Tetrahedron, b: &Tetrahedron) -> BigRational {
    let mut left = vec![a.clone()];
    for face in [[0, 1, 2, 3], [0, 1, 3, 2], [0, 2, 3, 1], [1, 2, 3, 0]] {
        let [o, p, q, beyond] = face.map(|n| &b[n]);
        let [u, v] = [p, q].map(|corner| half_spaces::minus(corner, o));
        let normal = half_spaces::cross(&u, &v);
        let height = |x: &Exact| half_spaces::dot(&normal, &half_spaces::minus(x, o));
        let side = height(beyond).signum();
        if side.is_zero() {
            return BigRational::zero();
        }
        left = left.into_iter().flat_map(|part| cut(part, |x| height(x) * &side)).collect();
    }
    left.iter().map(|part| six_volumes(part).abs()).sum()
}

#[test]
fn volumes_of_star_shaped_bodies_hold_the_exact_one() {
    let (random, mut query) = (&mut random(146), Query::new());
    let cases = if is_long() { 2_000 } else { 20 };
    let (mut answered, mut widest) = (0, 0.0_f64);
    while answered < cases {
        let on_grid = random.random_range(0..2) == 0;
        let meshes = [(); 2].map(|()| star(random, on_grid));
        let far = [0.0, 0.5, 1.0][random.random_range(0..3)];
        let poses = [(); 2].map(|()| match on_grid {
            true => Pose::from_translation(
                [(); 3].map(|()| f64::from(random.random_range(-3..4)) * 0.25),
            )
            .expect("in range"),
            false => pose(random, far),
        });
        let parts = [0, 1].map(|n| tetrahedra(&meshes[n], &poses[n]));
        if parts.iter().flatten().any(|part| six_volumes(part) <= BigRational::zero()) {
            continue; // the origin does not see all
        }
        answered += 1;
        let six: BigRational =
            parts[0].iter().flat_map(|a| parts[1].iter().map(move |b| common(a, b))).sum();
        let exact = six / rational(6.0);
        let [a, b] = meshes.each_ref().map(|mesh| Body::new(mesh.clone()));
        let found = query.overlap_volume(&a, &poses[0], &b, &poses[1]).expect("closed");
        let is_inside = rational(found.lower) <= exact && exact <= rational(found.upper);
        assert!(is_inside, "{found:?} {exact} {meshes:?} {poses:?}");
        assert!(found.upper - found.lower < 1e-9, "{found:?} {meshes:?} {poses:?}");
        let turned = query.overlap_volume(&b, &poses[1], &a, &poses[0]).expect("closed");
        assert!(turned.lower <= found.upper && found.lower <= turned.upper);
        widest = widest.max(found.upper - found.lower);
    }
    eprintln!("widest: {widest:e}");
}

#[test]
fn volumes_of_bodies_of_cubes_are_counted() {
    let (random, mut query) = (&mut random(147), Query::new());
    for case in 0..if is_long() { 10_000 } else { 300 } {
        let all = [(); 2].map(|()| cubes(random));
        let moved = [(); 3].map(|()| random.random_range(-2..3));
        let shared =
            all[0].iter().filter(|&p| all[1].contains(&[0, 1, 2].map(|k| p[k] - moved[k])));
        let expected = shared.count() as f64;
        let inwards = |mesh: &Mesh| {
            let turned = mesh.triangles().iter().map(|&[a, b, c]| [a, c, b]).collect();
            Mesh::new(mesh.vertices().to_vec(), turned).expect("the same")
        };
        let mut meshes = all.each_ref().map(surface_of_cubes);
        if case % 3 == 0 {
            meshes[0] = inwards(&meshes[0]);
        }
        let [a, b] = meshes.map(Body::new);
        let common = pose(random, 1.0);
        let there = Vector3::from(moved.map(f64::from));
        let [pose_a, pose_b] = match case % 2 {
            0 => [at(0.0, 0.0, 0.0), at(there.x, there.y, there.z)],
            _ => {
                let to = common.rotation() * there + common.translation();
                [common, Pose::new(*common.rotation(), to).expect("in range")]
            }
        };
        let found = query.overlap_volume(&a, &pose_a, &b, &pose_b).expect("closed");
        let (lower, upper) = (found.lower - 1e-12, found.upper + 1e-12); // the pose is rounded
        assert!(lower <= expected && expected <= upper, "{found:?} {expected} {all:?} {moved:?}");
        assert!(found.upper - found.lower < 1e-9, "{found:?}");
    }
}

#[test]
fn volumes_of_a_body_with_itself_and_of_cavities_are_known() {
    let mut query = Query::new();
    let block = |half: f64| {
        let shape = Shape::cuboid([half; 3]).expect("a box");
        shape.core().expect("bounded").mesh().clone()
    };
    // A box with a cavity: its inner shell looks the other way.
    let (outer, inner) = (block(2.0), block(1.0));
    let mut vertices = outer.vertices().to_vec();
    let count = vertices.len() as u32;
    vertices.extend(inner.vertices());
    let mut triangles = outer.triangles().to_vec();
    triangles.extend(inner.triangles().iter().map(|&[a, b, c]| [a + count, c + count, b + count]));
    let hollow = Body::new(Mesh::new(vertices, triangles).expect("finite"));
    let here = at(0.0, 0.0, 0.0);
    for (a, b, pose_b, expected) in [
        (&hollow, &hollow, here, 56.0),
        (&hollow, &Body::new(inner.clone()), here, 0.0),
        (&hollow, &Body::new(inner.clone()), at(0.5, 0.0, 0.0), 2.0),
        (&hollow, &Body::new(inner), at(3.0, 0.0, 0.0), 0.0),
        (&hollow, &Body::new(outer.clone()), at(3.0, 3.0, 3.0), 1.0),
        (&hollow, &Body::new(outer.clone()), at(4.5, 0.0, 0.0), 0.0),
    ] {
        let found = query.overlap_volume(a, &here, b, &pose_b).expect("closed");
        assert!(found.lower <= expected && expected <= found.upper, "{found:?} {expected}");
        assert!(found.upper - found.lower < 1e-9, "{found:?}");
        assert_eq!(found.upper == 0.0, !query.clone().solid(true).collide(a, &here, b, &pose_b));
    }
    let open = Body::new(
        Mesh::new(outer.vertices().to_vec(), outer.triangles()[1..].to_vec()).expect("finite"),
    );
    let refused = query.overlap_volume(&hollow, &here, &open, &here);
    assert!(matches!(refused, Err(VolumeError::Open(_))));
    let mut triangles = outer.triangles().to_vec();
    triangles[0].swap(0, 1);
    let twisted = Body::new(Mesh::new(outer.vertices().to_vec(), triangles).expect("finite"));
    let refused = query.overlap_volume(&hollow, &here, &twisted, &here);
    assert_eq!(refused, Err(VolumeError::NotOriented));
    let sphere = Shape::sphere([0.0; 3], 1.0).expect("a sphere");
    let refused = query.overlap_volume(&hollow, &here, &sphere, &here);
    assert_eq!(refused, Err(VolumeError::NotPolyhedral));
}
