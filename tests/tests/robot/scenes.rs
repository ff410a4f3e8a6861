//! The panda among the obstacles of 35 scenes: answers of FCL and Coal, and motions against dense
//! samples.

use std::sync::Arc;

use obbtree::robot::{Checker, Random};
use obbtree::scene::Scene;
use obbtree::{Body, Pose};
use obbtree_tests::{data, is_long};

use crate::support::{numbers, robot, rows};

/// Calls with a checker among the obstacles of each scene and the rows of its queries.
fn for_each_scene(mut visit: impl FnMut(&mut Checker, &[Vec<String>])) {
    let robot = Arc::new(robot("panda"));
    let folder = data::path("scenes_panda");
    let rows = rows(&folder.join("queries.txt"));
    assert_eq!(rows.len(), 1120);
    for of_scene in rows.chunk_by(|a, b| a[0] == b[0]) {
        let file = folder.join(format!("{}.obj", of_scene[0][0]));
        let mut world = Scene::new();
        let body = Body::read(file).expect("a mesh");
        world.add("scene", body, Pose::identity()).expect("a new name");
        // Some configurations have fingers that are open wider than the URDF allows.
        let checker = Checker::new(Arc::clone(&robot), &world).expect("no link is called scene");
        visit(&mut checker.ignoring_limits(true), of_scene);
    }
}

#[test]
#[cfg_attr(
    not(all(data = "robots", data = "scenes_panda")),
    ignore = "needs the developers' data: robots and scenes_panda"
)]
fn every_scene_query_is_answered_as_in_the_table() {
    for_each_scene(|checker, rows| {
        for row in rows {
            let found = checker.colliding_pairs(&numbers(&row[2])).expect("an answer");
            let scene = found.iter().filter(|pair| checker.link_of(pair[1]).is_none());
            let mut links: Vec<&str> = scene.map(|pair| checker.names(*pair)[0]).collect();
            links.sort_unstable();
            assert_eq!(!links.is_empty(), row[3] == "1", "{row:?}");
            let mut expected: Vec<&str> =
                row.get(6).map_or(vec![], |c| c.split_whitespace().collect());
            expected.sort_unstable();
            assert_eq!(links, expected, "{row:?}");
        }
    });
}

#[test]
#[cfg_attr(
    not(all(data = "robots", data = "scenes_panda")),
    ignore = "needs the developers' data: robots and scenes_panda"
)]
fn no_motion_called_free_has_a_sample_that_collides() {
    let samples_of_each = if is_long() { 4096 } else { 64 };
    /// Radians in all, in the Euclidean norm of the joints' values.
    const LENGTH: f64 = 0.3;
    let every = if is_long() { 1 } else { 4 };
    let mut random = Random(3);
    let (mut free, mut all) = (0, 0);
    for_each_scene(|checker, rows| {
        let mut sampling = checker.clone().remembering(false);
        for row in rows.iter().step_by(every) {
            let from = numbers(&row[2]);
            let step: Vec<f64> = (0..7).map(|_| random.uniform() - 0.5).collect();
            let norm = step.iter().map(|x| x * x).sum::<f64>().sqrt();
            let mut to = from.clone();
            for (value, step) in to.iter_mut().zip(&step) {
                *value += LENGTH / norm * step;
            }
            let is_free = checker.is_motion_valid(&from, &to);
            if is_free {
                assert!(
                    sampling.is_motion_valid_sampled(&from, &to, samples_of_each),
                    "{row:?} {to:?}"
                );
            }
            free += usize::from(is_free);
            all += 1;
        }
    });
    println!(
        "{all} motions of {LENGTH} rad, {free} free, none with one of {samples_of_each} samples that collides"
    );
    assert!(free * 10 > all * 2 && free < all, "{free} of {all} are free");
}
