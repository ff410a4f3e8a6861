//! Self-intersection: both engines and the pair test against rational arithmetic, on meshes full of
//! neighbours, folds, duplicates and triangles without area.

use std::ops::ControlFlow;

use nalgebra::{Point3, Rotation3, Vector3};
use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Query};
use obbtree_predicates::{Stages, Triangle, meet_beyond_common_corners};
use obbtree_referee as referee;
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::is_long;
use obbtree_tests::shapes::{
    CORNER_ORDERS, awkward, bend, cube, random, scaled, soup, sphere, vector,
};
use obbtree_tests::{classic, wide};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The pairs by both engines, and every instruction set, which must agree.
fn pairs(mesh: &Mesh, context: &str) -> Vec<[u32; 2]> {
    let body = wide::Tree::body(mesh);
    let expected = Query::new().self_intersections(&body);
    let by_classic = ClassicQuery::default().self_intersections(&classic::Tree::body(mesh));
    assert_eq!(expected, by_classic, "{context}");
    for level in SimdLevel::all_available() {
        let found = Query::new().level(level).self_intersections(&body);
        assert_eq!(expected, found, "{context} on {level}");
    }
    assert_eq!(Query::new().self_intersects(&body), !expected.is_empty(), "{context}");
    expected
}

fn joined(meshes: &[&Mesh]) -> Mesh {
    let corners = meshes.iter().flat_map(|mesh| mesh.corners());
    let soup: Vec<_> = corners.map(|t| t.map(|corner| [corner.x, corner.y, corner.z])).collect();
    Mesh::from_soup(&soup).expect("finite")
}

fn moved(mesh: &Mesh, by: [f64; 3]) -> Mesh {
    bend(mesh, |v| [0, 1, 2].map(|k| v[k] + by[k]))
}

/// Few vertices on a small grid, so that triangles share corners, edges, lines and planes.
fn on_grid(random: &mut Pcg64Mcg) -> Mesh {
    let (size, count) = (random.random_range(2..4), random.random_range(4..10));
    let unit = [1.0, 0.1, 1e-200][random.random_range(0..3)];
    let vertices: Vec<[f64; 3]> = (0..count)
        .map(|_| [0; 3].map(|_| f64::from(random.random_range(0..size)) * unit))
        .collect();
    let triangles = (0..random.random_range(2..24))
        .map(|_| [0; 3].map(|_| random.random_range(0..count as u32)))
        .collect();
    Mesh::new(vertices, triangles).expect("indices in range")
}

#[test]
fn meshes_on_grids_agree_with_the_referee() {
    let random = &mut random(131);
    let (mut some, rounds) = (0, if is_long() { 20_000 } else { 200 });
    for round in 0..rounds {
        let mesh = on_grid(random);
        let expected = referee::self_intersections(&mesh);
        assert_eq!(pairs(&mesh, "a mesh on a grid"), expected, "round {round}: {mesh:?}");
        some += usize::from(!expected.is_empty());
    }
    assert!(some > rounds / 2, "{some} of {rounds}");
}

/// Two triangles with common corners, thin, folded, or turned about what they share by an angle
/// down to one roundoff, and cut at a corner by anything down to nothing.
fn neighbours(random: &mut Pcg64Mcg) -> [Triangle; 2] {
    let size = 2.0_f64.powi([0, 0, 0, -20, 30][random.random_range(0..5)]);
    let place = vector(random) * [0.0, 1.0, 1e3][random.random_range(0..3)];
    let mut points = [(); 6].map(|()| vector(random));
    let small = [0.0, 2.0_f64.powi(-random.random_range(0..60))][random.random_range(0..2)];
    let [p, q, c, ..] = points;
    let mut share = random.random_range(0.1..0.9);
    if random.random_range(0..4) == 0 {
        share = [-0.5, 0.0, 0.5, 1.0, 1.5][random.random_range(0..5)];
    }
    match random.random_range(0..10) {
        // Folded: `d` in the plane of `p q c`, on either side of `p q`, or nearly so.
        0 => points[3] = p + (q - p) * share + (c - p) * random.random_range(-1.0..1.0),
        1 => points[3] = p + (q - p) * share + (c - p) * small,
        2 => points[3] = c + vector(random) * small,
        // On the line of the edge.
        3 => points[3] = p + (q - p) * share,
        4 => (points[2], points[3]) = (p + (q - p) * (share + 1.0), p + (q - p) * share),
        // Turned a little about the edge.
        5 => {
            let axis = nalgebra::Unit::new_normalize(q - p);
            points[3] = p + Rotation3::from_axis_angle(&axis, small) * (c - p);
        }
        // Across from a corner: the side comes near the other triangle.
        6 => points[3] = p + (q - p) * share + (c - p) * (1.0 - share) + vector(random) * small,
        7 => points[4] = points[3] + (c - p) * small,
        _ => {}
    }
    let points = points.map(|x| Point3::from((x + place) * size));
    let [p, q, c, d, e, f] = points;
    let mut pair = match random.random_range(0..10) {
        0..4 => [[p, q, c], [p, q, d]],
        4..8 => [[p, q, c], [p, d, e]],
        8 => [[p, q, c], [d, e, f]],
        _ => [[p, q, q], [p, d, d]],
    };
    for triangle in &mut pair {
        let order = CORNER_ORDERS[random.random_range(0..6)];
        *triangle = order.map(|i| triangle[i]);
    }
    pair
}

#[test]
fn neighbours_agree_with_the_referee() {
    let random = &mut random(132);
    let (mut yes, mut stages) = (0, Stages::default());
    let rounds = if is_long() { 500_000 } else { 6_000 };
    for _ in 0..rounds {
        let [a, b] = neighbours(random);
        let expected = referee::share_beyond_common_corners(&a, &b);
        assert_eq!(meet_beyond_common_corners(&a, &b, &mut stages), expected, "{a:?} {b:?}");
        assert_eq!(meet_beyond_common_corners(&b, &a, &mut stages), expected, "{b:?} {a:?}");
        yes += usize::from(expected);
    }
    assert!((rounds / 10..rounds * 6 / 10).contains(&yes), "{yes} of {rounds}");
    assert!(stages.big > 100, "{stages:?}");
}

/// A flat fan of wide and narrow triangles around a vertex, as large faces have them.
#[test]
fn neighbours_in_one_plane_need_no_exact_arithmetic() {
    let degrees = [0.0_f64, 100.0, 130.0, 170.0, 260.0, 300.0];
    let corner = |n: usize| {
        let (sine, cosine) = degrees[n % 6].to_radians().sin_cos();
        Point3::new(cosine, sine, 0.0) * (1.0 + (n % 6) as f64)
    };
    let fan: Vec<Triangle> = (0..6).map(|n| [Point3::origin(), corner(n), corner(n + 1)]).collect();
    let mut stages = Stages::default();
    for (n, a) in fan.iter().enumerate() {
        for b in &fan[n + 1..] {
            assert!(!meet_beyond_common_corners(a, b, &mut stages), "{a:?} {b:?}");
        }
    }
    assert_eq!((stages.total(), stages.exact()), (15, 0), "{stages:?}");
}

#[test]
fn meshes_of_solids_do_not_cut_themselves() {
    for mesh in
        [cube(1.0), cube(0.1), sphere(3, 1.0), obbtree_assets::nut(), obbtree_assets::bolt()]
    {
        assert_eq!(pairs(&mesh, "a solid"), Vec::<[u32; 2]>::new());
        // The same as separate triangles, as STL has them.
        assert_eq!(pairs(&joined(&[&mesh]), "a soup"), Vec::<[u32; 2]>::new());
    }
}

#[test]
fn two_spheres_in_one_mesh_cut_each_other_where_they_would_apart() {
    let (one, shift) = (sphere(2, 1.0), [0.7, 0.2, 0.1]);
    let other = moved(&one, shift);
    let (here, count) = (obbtree::Pose::identity(), one.triangles().len() as u32);
    let apart = referee::intersecting_pairs(&one, &here, &other, &here);
    let expected: Vec<_> = apart.iter().map(|&[i, j]| [i, j + count]).collect();
    assert!(expected.len() > 30);
    assert_eq!(pairs(&joined(&[&one, &other]), "two spheres"), expected);
}

/// A sphere put into another unit, also one beyond the `f32` kernels.
#[test]
fn a_soup_has_the_same_pairs_in_every_unit() {
    let mesh = soup(&mut random(133), 150, 0.3);
    let expected = referee::self_intersections(&mesh);
    assert!(expected.len() > 50);
    for exponent in [-300, -60, 0, 30, 60, 200] {
        let scaled = scaled(&mesh, 2.0_f64.powi(exponent));
        assert_eq!(pairs(&scaled, "a soup"), expected, "in units of 2^{exponent}");
    }
}

#[test]
fn named_cases() {
    let points = vec![
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [2.0, 2.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, -2.0, 0.0],
        [0.0, 0.0, 0.0], // vertex 0 again, under another number
        [-1.0, 1.0, 0.0],
    ];
    let of = |triangles: &[[u32; 3]]| {
        let mesh = Mesh::new(points.clone(), triangles.to_vec()).expect("indices in range");
        let found = pairs(&mesh, "a named case");
        assert_eq!(found, referee::self_intersections(&mesh));
        found
    };
    let none = Vec::<[u32; 2]>::new();
    assert_eq!(of(&[[0, 1, 2], [3, 2, 1]]), none, "a square");
    assert_eq!(of(&[[0, 1, 2], [0, 1, 3]]), [[0, 1]], "folded onto its neighbour");
    assert_eq!(of(&[[0, 1, 2], [2, 1, 0]]), [[0, 1]], "a duplicate");
    assert_eq!(of(&[[0, 1, 2], [0, 4, 5]]), [[0, 1]], "a T-junction");
    assert_eq!(of(&[[0, 1, 2], [6, 2, 7]]), none, "an edge by coordinates, not by numbers");
    assert_eq!(of(&[[0, 0, 0], [0, 1, 2]]), none, "a point that is a corner");
    assert_eq!(of(&[[4, 4, 4], [0, 1, 2]]), [[0, 1]], "a point on an edge");
    assert_eq!(of(&[[0, 1, 4], [0, 1, 2]]), none, "a segment that is an edge");
    assert_eq!(of(&[[0, 4, 4], [0, 1, 2]]), [[0, 1]], "a segment that is half of an edge");
    assert_eq!(of(&[[0, 0, 1], [0, 1, 1]]), none, "two segments that are one edge");
    assert_eq!(of(&[[0, 1, 4], [4, 1, 0]]), [[0, 1]], "three corners in common, on a line");
}

/// Real meshes that cut themselves in hundreds of places.
#[test]
#[cfg_attr(not(data = "meshes"), ignore = "needs the developers' data: meshes")]
fn real_meshes_agree_with_the_referee() {
    for file in ["rob.obj", "env.obj"] {
        let mesh = obbtree_tests::data::mesh(file);
        let found = pairs(&mesh, file);
        assert!(found.len() > 200, "{file}: {}", found.len());
        assert_eq!(found, referee::self_intersections(&mesh), "{file}");
    }
}

#[test]
fn awkward_meshes_have_the_pairs_of_both_engines() {
    for (name, mesh) in awkward() {
        // All pairs of thousands of triangles that lie on each other are too many to list.
        if mesh.triangles().len() <= 300 {
            pairs(&mesh, name);
        }
    }
}

#[test]
fn a_search_can_be_broken_off_and_is_counted() {
    let mesh = soup(&mut random(134), 300, 0.2);
    let body = Body::new(mesh);
    let all = Query::new().self_intersections(&body);
    assert!(all.len() > 10);
    let mut seen = Vec::new();
    let ended = Query::new().for_each_self_intersection(&body, |pair| {
        seen.push(pair);
        if seen.len() == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(ended.is_break() && seen.len() == 3 && seen.iter().all(|pair| all.contains(pair)));
    let mut query = Query::new().limit(3).counted(true);
    seen.sort_unstable();
    assert_eq!(query.self_intersections(&body), seen);
    assert!(query.counts().triangle_tests > 0);
    // Neighbours aside, each pair of triangles is looked at once.
    let mut query = Query::new().counted(true);
    let _ = query.self_intersections(&body);
    assert!(query.counts().triangle_tests <= 300 * 299 / 2, "{:?}", query.counts());
    assert!(Query::new().limit(0).self_intersections(&body).is_empty());
    let far = Vector3::new(5.0, 0.0, 0.0);
    assert!(!Query::new().self_intersects(&Body::new(moved(&cube(1.0), far.into()))));
}
