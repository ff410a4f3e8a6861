//! Poses of generated meshes have the committed answers and lists of pairs, on both engines and
//! every instruction set, and so do questions about distances.

use std::any::type_name;

use obbtree::{Body, Query};
use obbtree_simd::SimdLevel;
use obbtree_tests::classic;
use obbtree_tests::corpus::pose_sets::{DISTANCE_ERROR, Subject, hash, subjects};
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::is_long;
use obbtree_tests::quick_referee::{Placed, collide, intersecting_pairs};

/// The committed answers are the referee's: of every so manieth pose, or of all with
/// `OBBTREE_LONG=1`.
const SAMPLE: usize = 9;
/// Longer lists are not made again in the short setting.
const SHORT_LIST: usize = 60;

#[test]
fn the_answers_are_those_of_the_referee() {
    for (number, subject) in subjects().iter().enumerate() {
        let step = if is_long() { 1 } else { SAMPLE };
        for row in subject.rows().iter().skip(number % step).step_by(step) {
            let placed_a = Placed::new(&subject.a, &row.pose_a);
            let placed_b = Placed::new(&subject.b, &row.pose_b);
            let what = format!("{}: {row:?}", subject.name);
            if is_long() || row.pairs.is_some_and(|(count, _)| count <= SHORT_LIST) {
                let pairs = intersecting_pairs(&placed_a, &placed_b);
                let found = Some((pairs.len(), hash(&pairs))).filter(|_| !pairs.is_empty());
                assert_eq!(found, row.pairs, "{what}");
            } else {
                assert_eq!(collide(&placed_a, &placed_b), row.pairs.is_some(), "{what}");
            }
        }
    }
}

#[test]
fn poses_have_their_answers() {
    let (mut tested, mut met) = (0, 0);
    for subject in subjects() {
        let (a, b) = (Body::new(subject.a.clone()), Body::new(subject.b.clone()));
        for level in SimdLevel::all_available() {
            let (rows, hits) = check(&subject, &a, &b, &mut Query::new().level(level));
            (tested, met) = (tested + rows, met + hits);
        }
        let (a, b) = (classic::Tree::body(&subject.a), classic::Tree::body(&subject.b));
        check(&subject, &a, &b, &mut ClassicQuery::default());
    }
    assert!((tested * 3 / 10..tested * 7 / 10).contains(&met), "{met} of {tested} meet");
}

/// How many poses there are, and at how many of them the bodies meet.
fn check<B, Q: Asks<B>>(subject: &Subject, a: &B, b: &B, query: &mut Q) -> (usize, usize) {
    let rows = subject.rows();
    for (number, row) in rows.iter().enumerate() {
        let what = format!("{} pose {number} by {}", subject.name, type_name::<Q>());
        let found = query.collide(a, &row.pose_a, b, &row.pose_b);
        assert_eq!(found, row.pairs.is_some(), "{what}");
        let pairs = query.pairs(a, &row.pose_a, b, &row.pose_b);
        let found = Some((pairs.len(), hash(&pairs))).filter(|_| !pairs.is_empty());
        assert_eq!(found, row.pairs, "{what}: {pairs:?}");
    }
    (rows.len(), rows.iter().filter(|row| row.pairs.is_some()).count())
}

#[test]
fn closer_than_agrees_with_distances() {
    let mut measured = 0;
    for subject in subjects() {
        let rows = subject.rows();
        if rows.iter().all(|row| row.distance.is_none()) {
            continue;
        }
        let (a, b) = (Body::new(subject.a.clone()), Body::new(subject.b.clone()));
        let mut query = Query::new();
        for row in rows {
            let mut closer =
                |tolerance| query.closer_than(&a, &row.pose_a, &b, &row.pose_b, tolerance);
            let what = format!("{}: {row:?}", subject.name);
            assert_eq!(closer(0.0), row.pairs.is_some(), "{what}");
            assert!(!closer(-1e-300) && !closer(f64::NAN), "{what}");
            if let Some(distance) = row.distance {
                for share in [0.0, 0.5, 1.0 - DISTANCE_ERROR] {
                    assert!(!closer(share * distance), "{what}, {share} of it");
                }
                for share in [1.0, 1.0 + DISTANCE_ERROR, 2.0, f64::MAX] {
                    assert!(closer(share * distance), "{what}, {share} of it");
                }
                measured += 1;
            } else if row.pairs.is_some() {
                assert!(closer(1e-300), "{what}");
            }
        }
    }
    assert!(measured > 40, "{measured} distances");
}
