//! No answer about nothing: a question about what is not there is an error that says what is
//! missing.

use obbtree_collider::{PointCloud, Shape, Sweep, SweepOptions, Translation, Voxels};
use obbtree_predicates::Pose;
use obbtree_scene::{
    BodyId, Groups, Part, Scene, SceneError, SceneQuery, scene_from_json, scene_to_json,
};

fn sphere() -> Part {
    Part::new(Shape::sphere([0.0; 3], 1.0).expect("a sphere"))
}

fn at(x: f64) -> Pose {
    Pose::from_translation([x, 0.0, 0.0]).expect("finite")
}

/// Spheres along x that are called `a`, `b` and so on; neighbours at a distance of 1.
fn spheres<const N: usize>() -> (Scene, [BodyId; N]) {
    let mut scene = Scene::new();
    let ids = std::array::from_fn(|n| {
        let name = char::from(b'a' + n as u8).to_string();
        scene.add(&name, [sphere()], at(3.0 * n as f64)).expect("a new name")
    });
    (scene, ids)
}

/// A number of a scene that is larger: this one has no such body.
fn stranger() -> BodyId {
    let (_, ids) = spheres::<9>();
    ids[8]
}

#[test]
fn bodies_that_are_not_there_are_errors() {
    let (mut scene, [a, b, gone]) = spheres::<3>();
    scene.remove(gone).expect("a body");
    let mut query = SceneQuery::new();
    for id in [gone, stranger()] {
        let missing = SceneError::NoSuchBody(id.number());
        assert_eq!(query.pairs_with(&scene, id), Err(missing.clone()));
        assert_eq!(query.meeting(&scene, [a, id]), Err(missing.clone()));
        assert_eq!(query.meeting(&scene, [id, a]), Err(missing.clone()));
        assert_eq!(scene.is_checked(a, id), Err(missing.clone()));
        assert_eq!(scene.is_checked(id, a), Err(missing.clone()));
        let moves = [(id, &at(1.0) as &dyn obbtree_collider::Motion)];
        assert_eq!(query.sweep(&scene, &moves, &SweepOptions::default()), Err(missing));
    }
    assert_eq!(query.meeting(&scene, [a, a]), Err(SceneError::OneBody("a".into())));
    assert_eq!(scene.is_checked(a, b), Ok(true));
    let missing = SceneError::NoSuchPart { body: "a".into(), part: 1, parts: 1 };
    assert_eq!(missing.to_string(), "body `a` has no part 1: it has 1, from 0 on");
    assert_eq!(scene.part_pose(a, 1), Err(missing));
}

/// They are in no question: *no pair* would say that nothing touches them.
#[test]
fn bodies_that_are_not_enabled_are_not_called_free() {
    let (mut scene, [a, b]) = spheres::<2>();
    scene.set_pose(b, at(1.0)).expect("a body");
    scene.set_enabled(b, false).expect("a body");
    let mut query = SceneQuery::new();
    let disabled = SceneError::NotEnabled("b".into());
    assert_eq!(query.pairs_with(&scene, b), Err(disabled.clone()));
    assert_eq!(query.pairs_with(&scene, a), Ok(vec![]));
    let through = Translation::new(&at(-9.0), [9.0, 0.0, 0.0]).expect("a motion");
    let options = SweepOptions::default();
    assert_eq!(query.sweep(&scene, &[(b, &through)], &options), Err(disabled));
    // One that carries something enabled moves that.
    let c = scene.add("c", [sphere()], at(9.0)).expect("a new name");
    scene.attach(c, b).expect("bodies");
    assert!(query.sweep(&scene, &[(b, &through)], &options).is_ok());
}

#[test]
fn motions_of_nothing_are_not_free() {
    let (scene, [a, _]) = spheres::<2>();
    let (mut query, options, rest) = (SceneQuery::new(), SweepOptions::default(), at(0.0));
    assert_eq!(query.sweep(&scene, &[], &options), Err(SceneError::NoMoves));
    let twice = SceneError::MovedTwice("a".into());
    assert_eq!(query.sweep(&scene, &[(a, &rest), (a, &rest)], &options), Err(twice));
}

#[test]
fn there_is_no_nearest_pair_of_none() {
    let mut query = SceneQuery::new();
    let mut why = |scene: &Scene| {
        let error = query.distance(scene).expect_err("no pair");
        assert_eq!(scene.require_pairs(), Err(error.clone()));
        error.to_string()
    };
    assert_eq!(why(&Scene::new()), "there is no body in the scene");
    assert_eq!(why(&spheres::<1>().0), "there is only one body in the scene");
    let (mut scene, [a, b]) = spheres::<2>();
    assert_eq!(scene.require_pairs(), Ok(()));
    scene.set_enabled(a, false).expect("a body");
    assert_eq!(why(&scene), "no pair is checked: of 2 bodies only one is enabled");
    scene.set_enabled(b, false).expect("a body");
    assert_eq!(why(&scene), "no pair is checked: of 2 bodies none is enabled");
    for id in [a, b] {
        scene.set_enabled(id, true).expect("a body");
    }
    scene.allow("a", "b");
    assert!(why(&scene).starts_with("no pair of the 2 enabled bodies is checked: all are"));
    scene.forbid("b", "a").expect("it is allowed");
    scene.set_groups(a, Groups { member: 1, with: 0 }).expect("a body");
    assert!(why(&scene).contains("groups"));
}

/// Bodies of point clouds and voxels without any are bodies, and meet nothing.
#[test]
fn what_a_sensor_did_not_see_is_a_body_that_meets_nothing() {
    let (mut scene, [a, b]) = spheres::<2>();
    let query = &mut SceneQuery::new();
    let wanted = query.distance(&scene).expect("a pair");
    let none = || PointCloud::new::<f32>(&[], 0.5).expect("a cloud");
    let map = || Voxels::from_cells(&[], [0.0; 3], 0.5).expect("voxels");
    let seen = scene.add("seen", none(), at(0.0)).expect("a new name");
    let both = scene.add("both", [Part::new(map()), sphere()], at(90.0)).expect("a new name");
    scene.set_padding(seen, 1e9).expect("a length");
    assert_eq!(query.distance(&scene), Ok(wanted));
    assert_eq!(query.pairs(&scene), query.pairs_with(&scene, a).expect("a body"));
    assert!(query.pairs_with(&scene, seen).expect("a body").is_empty());
    assert!(query.contacts_between(&scene, [a, seen], 9).expect("bodies").contacts.is_empty());
    // The other part of a body with a map that is free is there.
    scene.set_pose(both, at(0.0)).expect("a pose");
    assert!(query.pairs_with(&scene, both).expect("a body").contains(&[a, both]));
    let options = SweepOptions::default();
    let past = Translation::new(&at(-9.0), [18.0, 0.0, 0.0]).expect("a motion");
    let swept = query.sweep(&scene, &[(seen, &past)], &options).expect("a body");
    assert!(matches!(swept, Sweep::Free { clearance: f64::INFINITY }), "{swept:?}");
    // Files keep it.
    let again = scene_from_json(&scene_to_json(&scene, None), "a.json").expect("a scene");
    assert_eq!(scene_to_json(&again, None), scene_to_json(&scene, None));
    // Where nothing else is there, no pair is the nearest.
    for body in [a, both] {
        scene.remove(body).expect("a body");
    }
    scene.set_parts(b, Part::new(map())).expect("parts");
    assert_eq!((scene.require_pairs(), query.collides(&scene)), (Ok(()), false));
    assert_eq!(query.distance(&scene), Err(SceneError::NoDistance));
}

#[test]
fn thresholds_that_are_none_are_errors() {
    let (scene, _) = spheres::<2>();
    let mut query = SceneQuery::new();
    for threshold in [-1.0, -f64::MIN_POSITIVE, f64::NEG_INFINITY, f64::NAN] {
        let error = query.clearances(&scene, threshold).expect_err("no threshold").to_string();
        assert_eq!(error, format!("the threshold is {threshold}, not a number of at least 0"));
    }
    assert_eq!(query.clearances(&scene, 0.0), Ok(vec![]));
    assert_eq!(query.clearances(&scene, f64::INFINITY).map(|pairs| pairs.len()), Ok(1));
}

/// A margin or a ban of a mistyped name would leave the pair that is meant as it was, with fewer
/// collisions than are set. (An allowance that waits for its bodies gives more.)
#[test]
fn pairs_of_names_that_no_body_has_are_errors() {
    let (mut scene, [_, b]) = spheres::<2>();
    let missing = SceneError::NoSuchName("bee".into());
    scene.allow("a", "b");
    assert_eq!(scene.forbid("a", "bee"), Err(missing.clone()));
    assert_eq!(scene.set_pair_margin("bee", "a", Some(2.0)), Err(missing.clone()));
    assert_eq!(scene.set_pair_margin("a", "bee", None), Err(missing));
    assert_eq!(scene.forbid("a", "a"), Err(SceneError::OneBody("a".into())));
    assert_eq!(scene.set_pair_margin("b", "b", None), Err(SceneError::OneBody("b".into())));
    assert_eq!(scene.allowed().count() + scene.pair_margins().count(), 1);
    // What was said of a body that is no more can be taken back, and changed.
    scene.set_pair_margin("a", "b", Some(2.0)).expect("bodies");
    scene.remove(b).expect("a body");
    scene.set_pair_margin("b", "a", Some(3.0)).expect("it has one");
    scene.set_pair_margin("b", "a", None).expect("it has one");
    scene.forbid("b", "a").expect("it is allowed");
    assert_eq!(scene.allowed().count() + scene.pair_margins().count(), 0);
}

#[test]
fn scene_files_name_pairs_of_two_bodies() {
    let read = |pairs: &str| {
        let text = format!(
            r#"{{ "format": "obbtree scene 1", "models": [{{ "parts": [{{ "sphere": {{ "radius": 1 }} }}] }}],
                "bodies": [{{ "name": "a", "model": 0, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0] }}], {pairs} }}"#
        );
        scene_from_json(&text, "a.json").expect_err("no pair").to_string()
    };
    assert_eq!(
        read(r#""allowed": [["a", "a"]]"#),
        "a.json: allowed[0]: `a` with itself is no pair"
    );
    assert_eq!(
        read(r#""margins": [["a", "a", 1]]"#),
        "a.json: margins[0]: `a` with itself is no pair"
    );
}

/// A padding that is none would let bodies collide unseen.
#[test]
fn paddings_that_are_none_are_errors() {
    let (mut scene, [a, b]) = spheres::<2>(); // 1 apart
    let mut query = SceneQuery::new();
    for padding in [-1.0, f64::NAN, f64::INFINITY] {
        let error = scene.set_padding(a, padding).expect_err("no padding").to_string();
        assert_eq!(error, format!("the padding is {padding}, not a finite number of at least 0"));
    }
    assert_eq!(scene.set_padding(stranger(), 1.0), Err(SceneError::NoSuchBody(8)));
    scene.set_padding(a, 0.25).expect("a length");
    scene.set_padding(b, 0.5).expect("a length");
    scene.set_margin(0.125).expect("a length");
    assert!(!query.collides(&scene));
    scene.set_margin(0.25).expect("a length");
    assert!(query.collides(&scene));
    let again = scene_from_json(&obbtree_scene::scene_to_json(&scene, None), "a.json");
    let again = again.expect("a scene");
    let id = again.id("b").expect("a body");
    assert_eq!((again.padding(id), query.collides(&again)), (Ok(0.5), true));
}
