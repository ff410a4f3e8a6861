//! Vertices on straight lines: the benchmark of Wang, Ferguson, Schneider, Jiang, Attene, Panozzo
//! ("A Large Scale Benchmark and an Inclusion-Based Algorithm for Continuous Collision
//! Detection", TOG 2021), and lattice cases against sampled rational times.

use obbtree::nalgebra::Point3;
use obbtree_predicates::{MovingContact, moving_edges, moving_vertex_face};
use obbtree_tests::{data, is_long};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

type Points = [Point3<f64>; 4];

/// One of the two tests.
type Meet = fn(&Points, &Points) -> Option<MovingContact>;

/// Both kinds of pair, by the benchmark's names.
const KINDS: [(&str, Meet); 2] = [("vertex-face", moving_vertex_face), ("edge-edge", moving_edges)];

/// A point of six whole numbers, numerators and denominators: each quotient is a double.
fn point(row: &str) -> (Point3<f64>, bool) {
    let cells: Vec<&str> = row.split(',').map(str::trim).collect();
    let number = |k: usize| cells[k].parse::<f64>().expect("a whole number");
    let at = |k: usize| number(2 * k) / number(2 * k + 1);
    (Point3::new(at(0), at(1), at(2)), cells[6] == "1")
}

#[test]
#[cfg_attr(not(data = "ccd"), ignore = "needs the developers' data: ccd")]
fn every_answer_of_the_benchmark_is_right() {
    let (mut queries, mut hits) = (0, 0);
    for folder in std::fs::read_dir(data::path("ccd")).expect("a folder").flatten() {
        for (kind, meet) in KINDS {
            let Ok(files) = std::fs::read_dir(folder.path().join(kind)) else { continue };
            for file in files.flatten() {
                let text = std::fs::read_to_string(file.path()).expect("text");
                let rows: Vec<(Point3<f64>, bool)> = text.lines().map(point).collect();
                for (n, query) in rows.chunks_exact(8).enumerate() {
                    let start: Points = std::array::from_fn(|k| query[k].0);
                    let end: Points = std::array::from_fn(|k| query[k + 4].0);
                    let found = meet(&start, &end);
                    assert_eq!(found.is_some(), query[0].1, "{} {n}", file.path().display());
                    (queries, hits) = (queries + 1, hits + usize::from(found.is_some()));
                }
            }
        }
    }
    assert!(queries > 5000 && hits > 200, "{queries} {hits}");
}

/// On a small lattice: where they meet at a sampled time, which is exact, that is found, and not
/// before.
#[test]
fn contacts_at_sampled_times_are_found() {
    const SAMPLES: i32 = 64;
    let mut random = Pcg64Mcg::new(0x51);
    let (mut sampled, mut found_more) = (0, 0);
    for _ in 0..if is_long() { 100_000 } else { 3_000 } {
        let mut points = || -> Points {
            [(); 4].map(|()| Point3::from([(); 3].map(|()| f64::from(random.random_range(0..4)))))
        };
        let (start, end) = (points(), points());
        for (kind, meet) in KINDS {
            let found = meet(&start, &end);
            let first = (0..=SAMPLES).map(|n| f64::from(n) / f64::from(SAMPLES)).find(|&t| {
                let at: Points = std::array::from_fn(|k| start[k] + (end[k] - start[k]) * t);
                meet(&at, &at).is_some()
            });
            match (first, found) {
                (None, _) => found_more += usize::from(found.is_some()),
                (Some(first), Some(found)) => {
                    sampled += 1;
                    assert!(found.earliest <= first, "{kind} {start:?} {end:?} {found:?} {first}");
                    assert!(found.latest - found.earliest < 1e-15);
                }
                (Some(first), None) => panic!("{kind} {start:?} {end:?} {first}"),
            }
        }
    }
    assert!(sampled > 100 && found_more > 100, "{sampled} {found_more}");
}
