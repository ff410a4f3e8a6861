//! Bodies in contact have the committed answers, on both engines, every instruction set and both
//! ways.

use obbtree::Query;
use obbtree::query::Relation;
use obbtree_predicates::{Contact, Pose};
use obbtree_simd::SimdLevel;
use obbtree_tests::corpus::Answers;
use obbtree_tests::corpus::touching::{by_referee, groups};
use obbtree_tests::engines::{Asks, Built, ClassicQuery};
use obbtree_tests::is_long;
use obbtree_tests::{classic, wide};

/// The committed answers are the referee's: of every so manieth case, or of all with
/// `OBBTREE_LONG=1`.
const SAMPLE: usize = 7;

#[test]
fn the_answers_are_those_of_the_referee() {
    let answers = Answers::read("touching.txt");
    let step = if is_long() { 1 } else { SAMPLE };
    for (number, group) in groups().iter().enumerate() {
        let expected = answers.of(&group.name);
        assert_eq!(expected.len(), group.poses.len(), "{}", group.name);
        for i in (number % step..expected.len()).step_by(step) {
            let found = by_referee(&group.a, &group.b, &group.poses[i]);
            assert_eq!(found, expected[i], "{} {i}", group.name);
        }
    }
}

#[test]
fn bodies_meet_as_written() {
    fn check<T: Built>(
        queries: &[T::Query],
        check_relation: impl Fn(&T::Body, &T::Body, &Pose, Contact),
    ) {
        let answers = Answers::read("touching.txt");
        let (here, mut tally) = (Pose::identity(), [0; 3]);
        for group in groups() {
            let (a, b) = (T::body(&group.a), T::body(&group.b));
            for (pose, &expected) in group.poses.iter().zip(answers.of(&group.name)) {
                check_relation(&a, &b, pose, expected);
                for mut query in queries.iter().cloned() {
                    let what = format!("{}: {pose:?} {}", group.name, T::NAME);
                    let meet = expected != Contact::Free;
                    assert_eq!(query.collide(&a, &here, &b, pose), meet, "{what}");
                    assert_eq!(query.collide(&b, pose, &a, &here), meet, "{what}");
                    assert_eq!(!query.pairs(&a, &here, &b, pose).is_empty(), meet, "{what}");
                    assert_eq!(query.closer_than(&a, &here, &b, pose, 0.0), meet, "{what}");
                }
                tally[expected as usize] += 1;
            }
        }
        eprintln!("free, touching, proper: {tally:?}");
        assert!(tally.iter().all(|&count| count > 100), "{tally:?}");
    }
    let levels = SimdLevel::all_available().into_iter();
    let queries: Vec<Query> = levels.map(|level| Query::new().level(level)).collect();
    check::<wide::Tree>(&queries, |a, b, pose, expected| {
        for mut query in queries.iter().cloned() {
            let relation = query.classify(a, &Pose::identity(), b, pose);
            match expected {
                Contact::Proper => assert_eq!(relation, Relation::Intersecting, "{pose:?}"),
                Contact::Touch => assert!(
                    [Relation::Touching, Relation::Coincident].contains(&relation),
                    "{pose:?}: {relation}"
                ),
                _ => assert!(
                    ![Relation::Touching, Relation::Coincident, Relation::Intersecting]
                        .contains(&relation),
                    "{pose:?}: {relation}"
                ),
            }
        }
    });
    check::<classic::Tree>(&[ClassicQuery::default()], |_, _, _, _| ());
}
