//! panda and ur5: link poses, and 500 configurations each with colliding pairs and distances by
//! FCL and Coal.

use std::sync::Arc;

use obbtree::robot::{Checker, Kinematics, Random};
use obbtree::scene::{BodyId, Scene};
use obbtree_tests::data;

use crate::support::{numbers, robot, rows};

/// Names of links with a slash between them, sorted within and among each other, as the tables
/// have them.
fn names(checker: &Checker, pairs: &[[BodyId; 2]]) -> Vec<String> {
    let name = |pair: &[BodyId; 2]| {
        let mut names = checker.names(*pair);
        names.sort_unstable();
        names.join("/")
    };
    let mut names: Vec<String> = pairs.iter().map(name).collect();
    names.sort_unstable();
    names
}

/// How good the distances of the tables are, in metres: FCL's distance to a shape ends at some
/// 1e-6.
const TABLE: f64 = 1e-5;

#[test]
#[cfg_attr(not(data = "robots"), ignore = "needs the developers' data: robots")]
fn every_answer_pair_and_distance_is_that_of_the_table() {
    for name in ["panda", "ur5"] {
        let mut checker = Checker::new(Arc::new(robot(name)), &Scene::new()).expect("a world");
        let rows = rows(&data::path("robots").join(format!("{name}.self.txt")));
        assert_eq!(rows.len(), 500);
        for row in rows {
            let configuration = numbers(&row[0]);
            let collides = row[1] == "1";
            assert_eq!(checker.is_valid(&configuration), !collides, "{name} {row:?}");
            let found = checker.colliding_pairs(&configuration).expect("an answer");
            let found = names(&checker, &found);
            let expected: Vec<&str> = row.get(4).map_or(vec![], |c| c.split_whitespace().collect());
            assert_eq!(found, expected, "{name} {row:?}");
            if !collides {
                let distance: f64 = row[3].parse().expect("a distance");
                let closest = checker.distance(&configuration).expect("there are pairs");
                let fits = closest.lower <= distance + TABLE && distance - TABLE <= closest.upper;
                assert!(fits, "{name} {row:?} {closest:?}");
            }
        }
    }
}

#[test]
#[cfg_attr(not(data = "robots"), ignore = "needs the developers' data: robots")]
fn link_poses_are_those_of_the_table() {
    for name in ["panda", "ur5"] {
        let robot = robot(name);
        let file = data::path("robots").join(format!("{name}.fk.json"));
        let text = std::fs::read_to_string(file).expect("a table");
        let table: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let mut kinematics = Kinematics::default();
        for case in table["cases"].as_array().expect("cases") {
            let value = |joint: &obbtree::robot::Joint| case["q"][joint.name()].as_f64().unwrap();
            let configuration: Vec<f64> = robot.active_joints().map(value).collect();
            let poses = kinematics.link_poses(&robot, &configuration).expect("poses");
            for (link, expected) in case["links"].as_object().expect("links") {
                let found = &poses[robot.link(link).expect("a link")];
                let expected: Vec<f64> =
                    expected.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
                for k in 0..12 {
                    // The table has the rotation first, row by row.
                    let at = if k % 4 == 3 { 9 + k / 4 } else { 3 * (k / 4) + k % 4 };
                    assert!((found[k] - expected[at]).abs() < 1e-9, "{name} {link}");
                }
            }
        }
    }
}

#[test]
#[cfg_attr(not(data = "robots"), ignore = "needs the developers' data: robots")]
fn memory_changes_no_answer_on_smooth_paths() {
    for name in ["panda", "ur5"] {
        let robot = Arc::new(robot(name));
        let mut with = Checker::new(Arc::clone(&robot), &Scene::new()).expect("a world");
        let mut without = with.clone().remembering(false);
        let mut random = Random(7);
        let mut from = robot.random(|| random.uniform());
        for _ in 0..6 {
            let to = robot.random(|| random.uniform());
            for step in 0..400 {
                let t = f64::from(step) / 400.0;
                let at: Vec<f64> = from.iter().zip(&to).map(|(a, b)| a + t * (b - a)).collect();
                assert_eq!(with.is_valid(&at), without.is_valid(&at), "{name} {at:?}");
            }
            from = to;
        }
    }
}
