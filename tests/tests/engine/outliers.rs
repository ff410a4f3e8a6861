//! Bodies of which a few triangles reach far beyond all others: answers are those of rational
//! arithmetic, and the others keep a tree with a size of its own.

use nalgebra::Vector3;
use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_referee as referee;
use obbtree_tests::scales::exact::square;
use obbtree_tests::shapes::{at, bend, cube, pose, random, scaled, soup, sphere, vector};

/// How far a vertex is moved, in units of a body's size.
const AWAY: [f64; 5] = [100.0, 1e3, 1e9, 1e12, 1e38];

/// The mesh with some vertices moved out, each along itself.
fn with_outliers(mesh: &Mesh, moved: &[usize], away: f64) -> Mesh {
    let mut vertices = mesh.vertices().to_vec();
    for &vertex in moved {
        vertices[vertex] = vertices[vertex].map(|x| x * away);
        if mesh.vertices().as_flattened().iter().all(|&x| f64::from(x as f32) == x) {
            vertices[vertex] = vertices[vertex].map(|x| f64::from(x as f32));
        }
    }
    Mesh::new(vertices, mesh.triangles().to_vec()).expect("finite")
}

/// Beside the body, in it, and along the way to its first outlier.
fn poses(random: &mut rand_pcg::Pcg64Mcg, spike: Vector3<f64>) -> Vec<Pose> {
    let along = spike.normalize();
    let mut poses = vec![at(0.9, 0.3, -0.2), at(1.7, 0.2, 0.1)];
    for far in [1.1, 1e4] {
        for aside in [0.05, 1.0] {
            let near = Vector3::from(far * along + aside * vector(random));
            let turned = pose(random, 1.0);
            poses.push(Pose::new(*turned.rotation(), near).expect("a rotation"));
        }
    }
    poses
}

fn cases() -> Vec<(String, Mesh, Mesh, Vec<Pose>)> {
    let random = &mut random(29);
    let small = sphere(1, 0.7);
    let thirds = bend(&scaled(&small, 1.0 / 3.0), |[x, y, z]| [x + 0.1, y - 0.2, z]);
    let mut cases = Vec::new();
    for away in AWAY {
        let others = [cube(0.5), soup(random, 12, 0.4)];
        for (n, (mesh, moved)) in
            [(&small, &[3][..]), (&small, &[3, 4]), (&thirds, &[0]), (&small, &[0, 5, 9])]
                .into_iter()
                .enumerate()
        {
            let a = with_outliers(mesh, moved, away);
            let spike = Vector3::from(mesh.vertices()[moved[0]]);
            let b =
                if n == 3 { with_outliers(&others[0], &[7], away) } else { others[n % 2].clone() };
            cases.push((format!("{n} {away:e}"), a, b, poses(random, spike)));
        }
    }
    cases
}

#[test]
fn pairs_that_meet_are_those_of_the_referee() {
    let (mut hits, mut of_outliers, mut placed) = (0, 0, 0);
    for (name, a, b, poses) in cases() {
        let (body_a, body_b) = (Body::new(a.clone()), Body::new(b.clone()));
        let outliers = body_a.tree().outliers();
        assert!(outliers.is_some() || name.ends_with("e2"), "{name}");
        let is_outlier =
            |id: u32| outliers.is_some_and(|parts| parts.triangles.iter().any(|one| one.0 == id));
        let here = Pose::identity();
        for there in poses {
            let expected = referee::intersecting_pairs(&a, &here, &b, &there);
            for level in SimdLevel::all_available() {
                let query = &mut Query::new().level(level);
                let mut pairs = query.pairs(&body_a, &here, &body_b, &there);
                pairs.sort_unstable();
                assert_eq!(pairs, expected, "{name} {there:?}");
                let mut pairs = query.pairs(&body_b, &there, &body_a, &here);
                pairs.iter_mut().for_each(|pair| pair.reverse());
                pairs.sort_unstable();
                assert_eq!(pairs, expected, "{name} {there:?}, swapped");
                let any = query.collide(&body_a, &here, &body_b, &there);
                assert_eq!(any, !expected.is_empty(), "{name}");
            }
            placed += 1;
            hits += usize::from(!expected.is_empty());
            of_outliers += usize::from(expected.iter().any(|pair| is_outlier(pair[0])));
        }
    }
    assert!(hits > placed / 4 && hits < placed && of_outliers > placed / 8, "{hits} of {placed}");
}

#[test]
fn distances_are_those_of_the_referee() {
    let (mut apart, mut narrow, mut of_all) = (0, 0, 0);
    for (name, a, b, poses) in cases() {
        let (body_a, body_b) = (Body::new(a.clone()), Body::new(b.clone()));
        let here = Pose::identity();
        for there in poses.iter().step_by(2) {
            let exact = referee::mesh_squared_distance(&a, &here, &b, there).expect("triangles");
            let mut first = None;
            for level in SimdLevel::all_available() {
                let query = &mut Query::new().level(level);
                let found = query.distance(&body_a, &here, &body_b, there);
                assert!(square(found.lower) <= exact && exact <= square(found.upper), "{name}");
                assert_eq!(*first.get_or_insert(found), found, "{name} {level:?}");
                let bodies = [&body_a, &body_b];
                let mut closer = |d| query.closer_than(bodies[0], &here, bodies[1], there, d);
                assert!(closer(found.upper), "{name}");
                let less = found.lower * (1.0 - 1e-12);
                assert!(less == 0.0 || !closer(less), "{name}");
                apart += usize::from(less > 0.0);
                let mut before = [0.0, f64::INFINITY];
                for effort in [0, 3, 16, 64, 200, 2_000, 1_000_000] {
                    let least = query.clearance(&body_a, &here, &body_b, there, effort);
                    assert!(square(least.lower) <= exact && exact <= square(least.upper), "{name}");
                    assert!(
                        before[0] <= least.lower && least.upper <= before[1],
                        "{name} {effort}: {least:?} after {before:?}, {found:?}"
                    );
                    before = [least.lower, least.upper];
                }
                // Lengths of 1e38 are in no box of `f64` to better than themselves.
                let is_narrow = before[0] >= found.lower * 0.999 - 1e-4;
                narrow += usize::from(is_narrow);
                of_all += 1;
            }
        }
    }
    assert!(apart > 30, "{apart}");
    assert!(10 * narrow > 9 * of_all, "{narrow} of {of_all} clearances");
}

#[test]
fn a_body_meets_itself_where_the_referee_says() {
    let random = &mut random(31);
    let soups = [soup(random, 40, 0.4), soup(random, 30, 0.2)];
    let mut found = 0;
    for (mesh, away) in soups.iter().flat_map(|mesh| AWAY.map(|away| (mesh, away))) {
        let mesh = with_outliers(mesh, &[1, 40], away);
        let mut pairs = Query::new().self_intersections(&Body::new(mesh.clone()));
        pairs.sort_unstable();
        assert_eq!(pairs, referee::self_intersections(&mesh), "{away:e}");
        let is_outlier = |pair: &[u32; 2]| pair.iter().any(|id| [0, 13].contains(id));
        found += usize::from(pairs.iter().any(is_outlier));
    }
    assert!(found > 4, "{found}");
}
