//! Every function on pairs of triangles gives the committed answers, in every order of corners.

use obbtree_predicates::{
    Contact, Placement, Stages, TrianglePairs, classify_triangles, exact_contact, triangles_meet,
};
use obbtree_tests::corpus::Answers;
use obbtree_tests::corpus::triangles::{CASES, Case, by_referee, cases, categories};
use obbtree_tests::integer_referee;
use obbtree_tests::is_long;
use obbtree_tests::shapes::CORNER_ORDERS;

/// The committed answers are the referee's: of every so manieth case, or of all with
/// `OBBTREE_LONG=1`.
const SAMPLE: usize = 11;

#[test]
fn the_answers_are_those_of_the_referee() {
    let answers = Answers::read("tri_tri.txt");
    for (number, category) in categories().iter().enumerate() {
        let (cases, answers) = (cases(category), answers.of(category));
        let step = if is_long() { 1 } else { SAMPLE };
        for i in (number % step..CASES).step_by(step) {
            assert_eq!(by_referee(&cases[i]), answers[i], "{category} {i}: {:?}", cases[i]);
        }
    }
}

#[test]
fn every_category_has_what_it_is_named_for() {
    let answers = Answers::read("tri_tri.txt");
    let (mut all, mut met) = (0, 0);
    for category in categories() {
        let answers = answers.of(&category);
        assert_eq!(answers.len(), CASES, "{category}");
        let count = |contact| answers.iter().filter(|&&answer| answer == contact).count();
        let [free, touch, proper] = [Contact::Free, Contact::Touch, Contact::Proper].map(count);
        eprintln!("{category:18} {free:4} free {touch:4} touching {proper:4} proper");
        match category.as_str() {
            "coplanar" => assert!(proper == 0 && free.min(touch) > CASES / 10),
            "shared_edge" | "shared_vertex" | "vertex_on_face" => assert_eq!(free, 0),
            "edge_on_edge" => assert!(free == 0 && touch.min(proper) > CASES / 10),
            "degenerate" => assert!(free.min(touch) > CASES / 10),
            "vertex_near_face" | "sliver" | "posed" => {
                assert!(free.min(proper) > CASES / 10, "{category}");
            }
            "vertex_face_ulp" | "edge_edge_ulp" => assert!(free.min(proper) > CASES / 30),
            _ => assert!(free.min(touch).min(proper) > CASES / 100, "{category}"),
        }
        (all, met) = (all + CASES, met + touch + proper);
    }
    // Four of the categories are nothing but contact.
    assert!((all * 3 / 10..all * 3 / 4).contains(&met), "{met} of {all} meet");
}

#[test]
fn every_pair_has_its_answer_in_every_order() {
    let answers = Answers::read("tri_tri.txt");
    let mut stages = Stages::default();
    for category in categories() {
        for (case, &expected) in cases(&category).iter().zip(answers.of(&category)) {
            let Case { a, pose_a, b, pose_b } = case;
            for order_a in CORNER_ORDERS {
                for order_b in CORNER_ORDERS {
                    let (a, b) = (order_a.map(|i| a[i]), order_b.map(|i| b[i]));
                    for (a, pose_a, b, pose_b) in [(a, pose_a, b, pose_b), (b, pose_b, a, pose_a)] {
                        let placement = Placement::new(pose_a, pose_b);
                        let found = classify_triangles(&a, &b, &placement);
                        assert_eq!(
                            found, expected,
                            "{category}: {a:?} {pose_a:?} {b:?} {pose_b:?}"
                        );
                        let meet = triangles_meet(&a, &b, &placement, &mut stages);
                        assert_eq!(meet, expected != Contact::Free, "{category}: {a:?} {b:?}");
                    }
                }
            }
            let placement = Placement::new(pose_a, pose_b);
            assert_eq!(exact_contact(a, pose_a, b, pose_b), expected, "{category}: {case:?}");
            let meet = integer_referee::meet(a, pose_a, b, pose_b);
            assert_eq!(meet, expected != Contact::Free, "{category}: {case:?}");
            let mut pairs = TrianglePairs::<1>::new(&placement);
            let meet = pairs.meet([0, 0], || *a, || *b, &mut stages);
            assert_eq!(meet, expected != Contact::Free, "{category}: {case:?}");
        }
    }
    assert!(stages.exact() > 0, "{stages:?}");
}
