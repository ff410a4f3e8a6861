//! Obstacles that are changed in place: what a checker is told of them is what it goes by, and what
//! it was not told changes nothing.

mod support;

use obbtree_collider::{Collider, PointCloud, Voxels};
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random};
use obbtree_scene::{Part, Scene, SceneError, SceneQuery};

use support::sensed::points;
use support::{among, bare_arm, random_configurations, world};

const SIDE: f64 = 0.08;

fn cells(random: &mut Random, count: u32) -> Vec<[i32; 3]> {
    points(random, count).iter().map(|c| c.map(|x| (x / SIDE).floor() as i32)).collect()
}

/// Validity of configurations, and of the lines between them.
fn told(checker: &mut Checker, configurations: &[Vec<f64>]) -> Vec<(bool, bool)> {
    let lines = configurations.windows(2);
    lines
        .map(|line| {
            let motion = checker.is_motion_valid(&line[0], &line[1]);
            (checker.is_valid(&line[0]), motion)
        })
        .collect()
}

/// Voxels of a scene come and go; a checker that is told so each time answers as a new one in a
/// world that is made at once.
#[test]
fn a_checker_in_a_changed_world_is_a_new_one() {
    let random = &mut Random(31);
    let map = Voxels::from_cells(&cells(random, 8), [0.0; 3], SIDE).expect("cells");
    let mut scene = world([("map", Part::new(map), Pose::identity())]);
    let id = scene.id("map").expect("there");
    let mut kept = among(bare_arm(), &scene);
    let configurations = random_configurations(kept.robot(), 60, 5);
    let (mut changes, mut last) = (0, Vec::new());
    for step in 0..20 {
        let (some, occupied) = (cells(random, 6), step % 3 != 2);
        // What was not said to the checker is nothing to it.
        let before = told(&mut kept, &configurations);
        let there: Vec<[i32; 3]> = match scene.parts(id).expect("there")[0].collider() {
            Collider::Voxels(voxels) => {
                some.iter().copied().filter(|&cell| voxels.contains(cell) == Some(true)).collect()
            }
            _ => unreachable!("it is a map"),
        };
        let change = |voxels: &mut Voxels| {
            voxels.set(if occupied { &some } else { &there }, occupied).expect("some are left");
            voxels.kept()
        };
        let kept_voxels = scene.change_voxels(id, 0, change).expect("there");
        assert_eq!(told(&mut kept, &configurations), before);
        kept.set_world(&scene).expect("a world");
        let fresh = Voxels::of_cubes(&kept_voxels.cubes).expect("cells");
        let mut of_fresh = among(bare_arm(), &world([("map", Part::new(fresh), Pose::identity())]));
        let now = told(&mut kept, &configurations);
        assert_eq!(now, told(&mut of_fresh, &configurations), "step {step}");
        changes += usize::from(now != last);
        last = now;
    }
    assert!(changes > 5, "the world mattered {changes} times");
}

/// Frames that follow each other, as other parts of the same body and as points that come and go.
#[test]
fn a_frame_in_place_of_another() {
    let random = &mut Random(32);
    let cloud = |points: &[[f64; 3]]| PointCloud::new(points, 0.03).expect("finite");
    let first = points(random, 60);
    let mut scene = world([("seen", Part::new(cloud(&first)), Pose::identity())]);
    let id = scene.id("seen").expect("there");
    let mut kept = among(bare_arm(), &scene);
    let configurations = random_configurations(kept.robot(), 12, 6);
    let mut different = 0;
    for step in 0..12 {
        let frame = points(random, 60);
        let before = told(&mut kept, &configurations);
        match step % 2 {
            0 => scene.set_parts(id, cloud(&frame)).expect("there"),
            _ => scene
                .change_cloud(id, 0, |cloud| {
                    let old = cloud.kept().numbers;
                    cloud.insert(&frame, 0.03).expect("finite");
                    cloud.remove(&old).expect("the new ones are left");
                })
                .expect("there"),
        }
        assert_eq!(told(&mut kept, &configurations), before);
        kept.set_world(&scene).expect("a world");
        let at_once = world([("seen", Part::new(cloud(&frame)), Pose::identity())]);
        let now = told(&mut kept, &configurations);
        assert_eq!(now, told(&mut among(bare_arm(), &at_once), &configurations), "step {step}");
        different += usize::from(now != before);
    }
    assert!(different > 3, "the frame mattered {different} times");
}

/// A frame in which nothing is seen, and a map that is free, leave a robot as free as no body.
#[test]
fn a_world_that_is_not_seen_is_free() {
    let random = &mut Random(32);
    let none = PointCloud::new::<f32>(&[], 0.1).expect("a cloud");
    let map = Voxels::from_cells(&[], [0.0; 3], 0.05).expect("voxels");
    let mut scene = world([
        ("seen", Part::new(none), Pose::identity()),
        ("map", Part::new(map), Pose::identity()),
    ]);
    let mut free = among(bare_arm(), &Scene::new());
    let mut checker = among(bare_arm(), &scene);
    let configurations = random_configurations(checker.robot(), 60, 5);
    assert_eq!(told(&mut checker, &configurations), told(&mut free, &configurations));
    assert_eq!(checker.element_pairs(), free.element_pairs());
    // Something is seen, and it goes away again.
    let points = points(random, 500);
    let id = scene.id("seen").expect("there");
    let change = |scene: &mut Scene, checker: &mut Checker, change: &dyn Fn(&mut PointCloud)| {
        let changed = scene.change_part(id, 0, |collider| match collider {
            Collider::Points(cloud) => change(cloud),
            _ => unreachable!("a cloud"),
        });
        changed.expect("there");
        checker.set_world(scene).expect("a world");
    };
    change(&mut scene, &mut checker, &|cloud| cloud.insert(&points[..], 0.1).expect("finite"));
    assert_ne!(told(&mut checker, &configurations), told(&mut free, &configurations));
    let numbers: Vec<u32> = (0..500).collect();
    change(&mut scene, &mut checker, &|cloud| {
        assert_eq!(cloud.remove(&numbers), Ok(500));
    });
    assert_eq!(told(&mut checker, &configurations), told(&mut free, &configurations));
    let nothing = PointCloud::new::<f64>(&[], 0.1).expect("a cloud");
    let zero = checker.robot().zero();
    let near = checker.points_near_robot(&zero, &nothing, &Pose::identity(), 9.0);
    assert!(near.expect("a length").is_empty());
    let far = checker.points_out_of_reach(&nothing, &Pose::identity(), 9.0);
    assert!(far.expect("a length").is_empty());
}

/// The boxes that a scene searches by follow at once; a clone and another body of the same parts
/// stay as they are.
#[test]
fn a_scene_searches_by_what_there_is() {
    let sphere = obbtree_collider::Shape::sphere([0.0; 3], 0.5).expect("a sphere");
    let mut scene = Scene::new();
    scene.add("sphere", sphere, Pose::identity()).expect("new");
    let parts: std::sync::Arc<[Part]> =
        [Part::new(PointCloud::new(&[[40.0, 0.0, 0.0]], 0.25).expect("finite"))].into();
    let id = scene.add("seen", parts.clone(), Pose::identity()).expect("new");
    let other = scene.add("other", parts, Pose::identity()).expect("new");
    scene.allow("seen", "other");
    let before = scene.clone();
    let mut query = SceneQuery::new();
    assert!(!query.collides(&scene));
    let add = |collider: &mut Collider| {
        let Collider::Points(cloud) = collider else { unreachable!("a cloud") };
        cloud.insert(&[[0.75, 0.0, 0.0]], 0.25).expect("finite");
    };
    scene.change_part(id, 0, add).expect("there");
    assert!(query.collides(&scene) && !query.collides(&before));
    assert!(!query.collides_with(&scene, other).expect("there"));
    let take = |collider: &mut Collider| {
        let Collider::Points(cloud) = collider else { unreachable!("a cloud") };
        cloud.remove(&[1]).expect("the first is left");
    };
    scene.change_part(id, 0, take).expect("there");
    assert!(!query.collides(&scene));
    scene.set_padding(id, 39.5).expect("a padding");
    assert!(query.collides(&scene));
    assert!(scene.change_part(id, 1, |_| ()).is_err());
    let text = |error: SceneError| error.to_string();
    let of_voxels = scene.change_voxels(id, 0, |_| ()).map_err(text);
    assert_eq!(of_voxels, Err("part 0 of body `seen` is not voxels".into()));
    let of_none = scene.change_cloud(id, 1, |_| ()).map_err(text);
    assert_eq!(of_none, Err("body `seen` has no part 1: it has 1, from 0 on".into()));
    let sphere = scene.id("sphere").expect("there");
    let of_sphere = scene.change_cloud(sphere, 0, |_| ()).map_err(text);
    assert_eq!(of_sphere, Err("part 0 of body `sphere` is not a point cloud".into()));
    assert!(scene.set_parts(id, Vec::new()).is_err());
}
