//! What is proven of the pairs of panda's and ur5's links, attacked by random configurations and by
//! descents of the distance.

use std::sync::Arc;

use obbtree::Query;
use obbtree::robot::{
    Checker, Collides, PairProof, ProofOptions, ProvenPairs, Random, Robot, prove_allowed,
};
use obbtree::scene::Scene;
use obbtree_tests::is_long;

use crate::support::urdf;

fn proven(robot: &Robot) -> ProvenPairs {
    let batch = Query::new().batch();
    prove_allowed(robot, &ProofOptions::default(), &batch).expect("threads")
}

/// That of one pair alone.
fn checker(robot: &Robot, links: [usize; 2]) -> Checker {
    let robot = Arc::new(robot.clone().with_pairs(&[links]));
    Checker::new(robot, &Scene::new()).expect("a world").remembering(false)
}

/// The least distance that a descent along one value after the other finds.
fn least_distance(checker: &mut Checker, from: Vec<f64>) -> f64 {
    let robot = Arc::clone(checker.robot());
    let mut at = from;
    let mut of = |at: &[f64]| checker.distance(at).expect("a pair").upper;
    let (mut best, mut step) = (of(&at), 0.5);
    while step > 1e-3 {
        let before = best;
        for value in 0..at.len() {
            for by in [-step, step] {
                let mut next = at.clone();
                next[value] += by;
                if robot.is_within_limits(&next) {
                    let distance = of(&next);
                    if distance < best {
                        (at, best) = (next, distance);
                    }
                }
            }
        }
        if best == before {
            step *= 0.5;
        }
    }
    best
}

/// Every *never* and *always* holds at random configurations, *never* at the ends of descents too;
/// every witness is one.
fn attack(robot: &Robot, found: &ProvenPairs) {
    let (samples, descents) = if is_long() { (1_000_000, 40) } else { (100_000, 3) };
    let pairs: Vec<[usize; 2]> = found.pairs.iter().map(|pair| pair.links).collect();
    let all = Arc::new(robot.clone().with_pairs(&pairs));
    let mut all = Checker::new(all, &Scene::new()).expect("a world").remembering(false);
    let bodies = all.pairs().to_vec();
    let mut hits = vec![0; pairs.len()];
    let mut random = Random(23);
    for _ in 0..samples {
        let configuration = robot.random(|| random.uniform());
        for pair in all.colliding_pairs(&configuration).expect("within the limits") {
            hits[bodies.iter().position(|body| *body == pair).expect("a pair")] += 1;
        }
    }
    for (PairProof { links, collides, .. }, hits) in found.pairs.iter().zip(hits) {
        let names = links.map(|link| robot.links()[link].name());
        let mut one = checker(robot, *links);
        match collides {
            Collides::Never => {
                assert_eq!(hits, 0, "{names:?}");
                for _ in 0..descents {
                    let from = robot.random(|| random.uniform());
                    assert!(least_distance(&mut one, from) > 0.0, "{names:?}");
                }
            }
            Collides::Always => assert_eq!(hits, samples, "{names:?}"),
            Collides::Sometimes { colliding, free } => {
                let mut count = |q: &[f64]| one.colliding_pairs(q).expect("within limits").len();
                assert_eq!((count(colliding), count(free)), (1, 0), "{names:?}");
            }
            _ => {}
        }
    }
}

#[test]
#[cfg_attr(not(data = "robots"), ignore = "needs the developers' data: robots")]
fn all_pairs_of_panda_are_decided() {
    let robot = urdf("panda");
    let found = proven(&robot);
    let undecided = |pair: &&PairProof| matches!(pair.collides, Collides::Undecided { .. });
    assert_eq!(found.pairs.iter().find(undecided), None);
    assert_eq!(found.pairs.len(), 55);
    attack(&robot, &found);
}

/// A committed matrix exempts the two, which was found by samples; they collide in one of sixteen
/// configurations.
#[test]
#[cfg_attr(not(data = "robots"), ignore = "needs the developers' data: robots")]
fn panda_link5_and_link7_collide_sometimes() {
    let robot = urdf("panda");
    let links = ["panda_link5", "panda_link7"].map(|name| robot.link(name).expect("a link"));
    let found = proven(&robot.clone().with_pairs(&[links]));
    let pair = found.pairs.iter().find(|pair| pair.links == links).expect("the pair");
    assert!(matches!(pair.collides, Collides::Sometimes { .. }), "{pair:?}");
}

#[test]
#[cfg_attr(not(data = "robots"), ignore = "needs the developers' data: robots")]
fn nothing_contradicts_what_is_said_of_ur5() {
    let robot = urdf("ur5");
    let found = proven(&robot);
    let is_undecided = |pair: &&PairProof| matches!(pair.collides, Collides::Undecided { .. });
    // Adjacent links whose flanges overlap by a hair: *always* is not proven of them.
    assert!(found.pairs.iter().filter(is_undecided).all(|pair| pair.is_adjacent));
    attack(&robot, &found);
}
