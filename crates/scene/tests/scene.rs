//! Scenes against all pairs, one after the other, by the queries about two bodies.

use std::ops::ControlFlow;
use std::sync::Arc;

use nalgebra::{Point3, UnitQuaternion, Vector3};
use obbtree_collider::{
    Body, FirstContact, Linear, Motion, Query, Shape, ShapeKind, Sweep, SweepOptions, Translation,
};
use obbtree_predicates::Pose;
use obbtree_scene::{
    BodyId, Groups, Part, PartContact, Scene, SceneError, SceneQuery, scene_from_json,
    scene_to_json,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).expect("finite")
}

fn random_pose(random: &mut Pcg64Mcg, reach: f64) -> Pose {
    let mut number = |most: f64| random.random_range(-most..most);
    let turn =
        UnitQuaternion::from_scaled_axis(Vector3::new(number(3.0), number(3.0), number(3.0)));
    let place = Vector3::new(number(reach), number(reach), number(reach));
    Pose::new(turn.to_rotation_matrix().into_inner(), place).expect("a rotation")
}

fn tetrahedron(size: f64) -> Part {
    let corners = [[0.0; 3], [size, 0.0, 0.0], [0.0, size, 0.0], [0.0, 0.0, size]];
    Part::new(Body::new(obbtree_assets::tetrahedron(corners)))
}

fn shape(kind: ShapeKind) -> Part {
    Part::new(Shape::new(kind).expect("a shape"))
}

fn sphere(radius: f64) -> Part {
    shape(ShapeKind::Sphere { center: [0.0; 3], radius })
}

/// Models of one and of two parts, of meshes and of shapes.
fn models() -> Vec<Arc<[Part]>> {
    let (from, to) = ([0.0, 0.0, -0.4], [0.0, 0.0, 0.4]);
    vec![
        [tetrahedron(1.0)].into(),
        [sphere(0.4)].into(),
        [shape(ShapeKind::Capsule { from, to, radius: 0.2 }), sphere(0.3).at(at(0.5, 0.0, 0.0))]
            .into(),
        [shape(ShapeKind::Cylinder { from, to, radius: 0.3 })].into(),
        [
            shape(ShapeKind::Cuboid { half: [0.3, 0.4, 0.2], radius: 0.0 }),
            tetrahedron(0.5).at(at(0.3, 0.3, 0.0)),
        ]
        .into(),
        [shape(ShapeKind::Cone { base: from, apex: to, radius: 0.4 })].into(),
    ]
}

/// Whether two bodies are at most so far apart, by all pairs of their parts.
fn closer(query: &mut Query, scene: &Scene, [a, b]: [BodyId; 2], margin: f64) -> bool {
    let placed = |id: BodyId| {
        let parts = scene.parts(id).expect("a body").iter().enumerate();
        parts.map(move |(n, part)| (part, *scene.part_pose(id, n).expect("a body")))
    };
    placed(a).any(|(one, pose_a)| {
        placed(b).any(|(other, pose_b)| {
            query.closer_than(one.collider(), &pose_a, other.collider(), &pose_b, margin)
        })
    })
}

fn all_pairs(scene: &Scene) -> impl Iterator<Item = [BodyId; 2]> {
    let ids: Vec<BodyId> = scene.ids().collect();
    (0..ids.len()).flat_map(move |m| {
        let ids = ids.clone();
        (m + 1..ids.len()).map(move |n| [ids[m], ids[n]])
    })
}

/// By all pairs: those that collide.
fn naive_pairs(scene: &Scene, margin: f64) -> Vec<[BodyId; 2]> {
    let mut query = Query::new();
    all_pairs(scene)
        .filter(|[a, b]| scene.is_checked(*a, *b).expect("bodies"))
        .filter(|pair| closer(&mut query, scene, *pair, margin))
        .collect()
}

/// A box of a reach that gives each body about one other to collide with.
fn random_scene(random: &mut Pcg64Mcg, bodies: usize) -> Scene {
    let (models, mut scene) = (models(), Scene::new());
    let reach = 0.6 * (bodies as f64).cbrt();
    for n in 0..bodies {
        let model = Arc::clone(&models[n % models.len()]);
        scene.add(&format!("body {n}"), model, random_pose(random, reach)).expect("a new name");
    }
    scene
}

#[test]
fn no_pair_is_lost_while_bodies_appear_move_and_vanish() {
    let random = &mut Pcg64Mcg::seed_from_u64(11);
    let mut scene = random_scene(random, 600);
    let floor = shape(ShapeKind::HalfSpace {
        points: [[0.0, 0.0, -4.0], [1.0, 0.0, -4.0], [0.0, 1.0, -4.0]],
    });
    scene.add("floor", [floor], Pose::identity()).expect("a new name");
    let (models, mut query) = (models(), SceneQuery::new());
    let mut found_in_all = 0;
    for round in 0..6 {
        let found = query.pairs(&scene);
        assert_eq!(found, naive_pairs(&scene, 0.0));
        assert_eq!(query.collides(&scene), !found.is_empty());
        found_in_all += found.len();
        let ids: Vec<BodyId> = scene.ids().collect();
        let one = ids[random.random_range(0..ids.len())];
        let with_one: Vec<_> = found.iter().copied().filter(|pair| pair.contains(&one)).collect();
        let with = query.pairs_with(&scene, one);
        match scene.is_enabled(one).expect("a body") {
            true => assert_eq!(with, Ok(with_one)),
            false => assert!(matches!(with, Err(SceneError::NotEnabled(_))), "{with:?}"),
        }
        for id in ids {
            match random.random_range(0..12) {
                0 => scene.remove(id).expect("a body"),
                1 => scene.set_enabled(id, false).expect("a body"),
                2 => scene.set_enabled(id, true).expect("a body"),
                3..6 => scene.set_pose(id, random_pose(random, 5.0)).expect("a body"),
                _ => {}
            }
        }
        for n in 0..40 {
            let model = Arc::clone(&models[n % models.len()]);
            let pose = random_pose(random, 5.0);
            scene.add(&format!("new in round {round}: {n}"), model, pose).expect("a new name");
        }
    }
    assert!(found_in_all > 300, "{found_in_all}");
}

#[test]
fn thousands_of_meshes_as_all_pairs_say() {
    let random = &mut Pcg64Mcg::seed_from_u64(12);
    let (part, mut scene) = (tetrahedron(1.0), Scene::new());
    let parts: Arc<[Part]> = [part].into();
    for n in 0..3000 {
        let pose = random_pose(random, 10.0);
        scene.add(&n.to_string(), Arc::clone(&parts), pose).expect("a new name");
    }
    let mut query = SceneQuery::new();
    for _ in 0..2 {
        let found = query.pairs(&scene);
        assert_eq!(found, naive_pairs(&scene, 0.0));
        assert!(found.len() > 100, "{}", found.len());
        let moves: Vec<_> = scene.ids().map(|id| (id, random_pose(random, 10.0))).collect();
        scene.set_poses(moves).expect("bodies");
    }
}

#[test]
fn margins_groups_and_allowances_say_which_pairs_count() {
    let mut scene = Scene::new();
    let [a, b, c] = ["a", "b", "c"].map(|name| {
        let x = match name {
            "a" => 0.0,
            "b" => 3.0,
            _ => 6.5,
        };
        scene.add(name, [sphere(1.0)], at(x, 0.0, 0.0)).expect("a new name")
    });
    let mut query = SceneQuery::new();
    assert_eq!(query.pairs(&scene), [[a, b]; 0]);
    scene.set_margin(1.0).expect("a margin");
    assert_eq!(query.pairs(&scene), [[a, b]]); // exactly 1 apart
    scene.set_pair_margin("c", "b", Some(1.5)).expect("a margin");
    assert_eq!(query.pairs(&scene), [[a, b], [b, c]]);
    scene.set_pair_margin("a", "b", Some(0.5)).expect("a margin");
    assert_eq!(query.pairs(&scene), [[b, c]]);
    scene.set_pair_margin("a", "b", None).expect("no margin");
    scene.allow("b", "a");
    assert_eq!(query.pairs(&scene), [[b, c]]);
    scene.forbid("a", "b").expect("allowed");
    scene.set_groups(b, Groups { member: 2, with: 4 }).expect("a body");
    scene.set_groups(c, Groups { member: 4, with: 2 }).expect("a body");
    assert_eq!(query.pairs(&scene), [[a, b], [b, c]]); // `a` is in all groups, and with all
    scene.set_groups(a, Groups { member: 1, with: u32::MAX }).expect("a body");
    assert_eq!(query.pairs(&scene), [[b, c]]);
    // A name that is removed and given again keeps what was said about it.
    scene.allow("c", "b");
    scene.remove(c).expect("a body");
    let c = scene.add("c", [sphere(1.0)], at(3.0, 0.0, 0.0)).expect("a free name");
    assert_eq!(scene.is_checked(b, c), Ok(false));
    assert_eq!(scene.set_margin(-1.0), Err(SceneError::Margin(-1.0)));
    assert_eq!(
        scene.add("c", [sphere(1.0)], at(0.0, 0.0, 0.0)),
        Err(SceneError::NameInUse("c".into()))
    );
}

#[test]
fn what_is_attached_moves_along() {
    let mut scene = Scene::new();
    let arm = scene.add("arm", [sphere(0.5)], at(0.0, 0.0, 0.0)).expect("a new name");
    let held = scene.add("held", [sphere(0.6)], at(1.0, 0.0, 0.0)).expect("a new name");
    let tip = scene.add("tip", [sphere(0.1)], at(2.0, 0.0, 0.0)).expect("a new name");
    let wall = scene.add("wall", [sphere(1.0)], at(2.0, 9.0, 0.0)).expect("a new name");
    let mut query = SceneQuery::new();
    assert_eq!(query.pairs(&scene), [[arm, held]]);
    scene.attach(held, arm).expect("bodies");
    scene.attach(tip, held).expect("bodies");
    assert_eq!(query.pairs(&scene), [[arm, held]; 0]); // what carries it may touch it
    assert_eq!(scene.attach(arm, tip), Err(SceneError::CarriesItself("arm".into())));
    let before = scene.clone();
    let quarter: Pose = "0 -1 0 2  1 0 0 7  0 0 1 0".parse().expect("a pose");
    scene.set_pose(arm, quarter).expect("a body");
    assert_eq!(scene.pose(held).expect("a body").translation(), &Vector3::new(2.0, 8.0, 0.0));
    assert_eq!(scene.pose(tip).expect("a body").translation(), &Vector3::new(2.0, 9.0, 0.0));
    assert_eq!(query.pairs(&scene), [[held, wall], [tip, wall]]);
    assert_eq!(query.pairs(&before), [[arm, held]; 0]); // a clone is not changed
    scene.detach(held).expect("a body");
    scene.set_pose(arm, at(0.0, 0.0, 0.0)).expect("a body");
    assert_eq!(query.pairs(&scene), [[held, wall], [tip, wall]]);
    scene.remove(held).expect("a body");
    assert_eq!(scene.parent(tip), Ok(None));
    assert_eq!(scene.pose(held), Err(SceneError::NoSuchBody(held.number())));
}

#[test]
fn distances_are_those_of_all_pairs() {
    let random = &mut Pcg64Mcg::seed_from_u64(13);
    for round in 0..10 {
        let mut scene = random_scene(random, 60);
        // Spread out, so that the nearest pair does not touch.
        let moves: Vec<_> = scene.ids().map(|id| (id, random_pose(random, 12.0))).collect();
        scene.set_poses(moves).expect("bodies");
        if round % 2 == 0 {
            let floor = ShapeKind::HalfSpace {
                points: [[0.0, 0.0, -30.0], [1.0, 0.0, -30.0], [0.0, 1.0, -30.0]],
            };
            scene.add("floor", [shape(floor)], Pose::identity()).expect("a new name");
        }
        let (mut query, mut of_two) = (SceneQuery::new(), Query::new());
        let nearest = query.distance(&scene).expect("bodies");
        for pair in all_pairs(&scene) {
            assert!(
                nearest.lower == 0.0 || !closer(&mut of_two, &scene, pair, 0.999 * nearest.lower)
            );
        }
        assert!(closer(&mut of_two, &scene, nearest.bodies, 1.001 * nearest.upper));
        for threshold in [0.5, 2.0] {
            let found = query.clearances(&scene, threshold).expect("a threshold");
            let pairs: Vec<_> = found.iter().map(|pair| pair.bodies).collect();
            assert_eq!(pairs, naive_pairs(&scene, threshold));
            assert!(
                found.iter().all(|pair| pair.lower <= pair.upper && pair.upper < threshold + 1e-6)
            );
        }
    }
}

#[test]
fn contacts_are_points_of_both_bodies() {
    let mut scene = Scene::new();
    let a = scene.add("a", [tetrahedron(1.0)], at(0.0, 0.0, 0.0)).expect("a new name");
    let b = scene.add("b", [tetrahedron(1.0)], at(0.2, 0.2, 0.2)).expect("a new name");
    let c = scene.add("c", [sphere(0.1)], at(0.0, 0.0, 1.05)).expect("a new name");
    let mut query = SceneQuery::new();
    let found = query.contacts(&scene, 2);
    assert_eq!(found.iter().map(|pair| pair.bodies).collect::<Vec<_>>(), [[a, b], [a, c]]);
    assert_eq!(found[0].contacts.len(), 2);
    assert!(found[0].contacts.iter().all(|contact| contact.way_out.is_some()));
    // Two of the three triangles around the tip, which is within the sphere.
    let center = Point3::new(0.0, 0.0, 1.05);
    let is_in_sphere = |contact: &PartContact| (contact.point - center).norm() < 0.1;
    assert!(found[1].contacts.len() == 2 && found[1].contacts.iter().all(is_in_sphere));
    assert_ne!(found[1].contacts[0].triangles, found[1].contacts[1].triangles);
    assert_eq!(query.contacts(&scene, 9)[1].contacts.len(), 3);
    let mut first = None;
    let flow = query.for_each_pair(&scene, |pair| {
        first = Some(pair);
        ControlFlow::Break(())
    });
    assert!(flow.is_break() && first == Some([a, b]));
}

/// Sweeps of scenes never pass a contact that samples find, and say the same as samples well away
/// from one.
#[test]
fn sweeps_agree_with_samples() {
    const SAMPLES: u32 = 200;
    let random = &mut Pcg64Mcg::seed_from_u64(14);
    let (mut free, mut contacts) = (0, 0);
    for _ in 0..40 {
        let mut scene = random_scene(random, 12);
        let moves: Vec<_> = scene.ids().map(|id| (id, random_pose(random, 4.0))).collect();
        scene.set_poses(moves).expect("bodies");
        let ids: Vec<BodyId> = scene.ids().collect();
        let [parent, carried, flying] = [ids[0], ids[1], ids[2]];
        scene.attach(carried, parent).expect("bodies");
        let turning = Linear::new(scene.pose(parent).expect("a body"), &random_pose(random, 4.0));
        let turning = turning.expect("a motion");
        let place = random_pose(random, 4.0).translation().into_owned();
        let straight = Translation::new(scene.pose(flying).expect("a body"), place.into());
        let straight = straight.expect("a motion");
        let moves: [(BodyId, &dyn Motion); 2] = [(parent, &turning), (flying, &straight)];
        let mut query = SceneQuery::new();
        // Only pairs of which one moves are meant.
        let at_rest: Vec<BodyId> = ids[3..].to_vec();
        let rest = Groups { member: 1, with: 2 };
        at_rest.iter().for_each(|id| scene.set_groups(*id, rest).expect("a body"));
        for id in [parent, carried, flying] {
            scene.set_groups(id, Groups { member: 2, with: 3 }).expect("a body");
        }
        let found = query.sweep(&scene, &moves, &SweepOptions::default()).expect("bodies");
        let first = (0..=SAMPLES).map(|n| f64::from(n) / f64::from(SAMPLES)).find(|&time| {
            let poses = moves.map(|(id, motion)| (id, motion.pose_at(time)));
            scene.set_poses(poses).expect("bodies");
            query.collides(&scene)
        });
        match (found.clone(), first) {
            (Sweep::Free { clearance }, None) => {
                assert!(clearance > 0.0);
                free += 1;
            }
            (Sweep::Contact(FirstContact { pair, last_free, first_contact, .. }), first) => {
                assert!(last_free <= first_contact && first_contact - last_free <= 1e-3 + 1e-9);
                assert!(first.is_none_or(|time| last_free <= time));
                let poses = moves.map(|(id, motion)| (id, motion.pose_at(first_contact)));
                scene.set_poses(poses).expect("bodies");
                assert!(query.pairs(&scene).contains(&pair.bodies), "{found:?}");
                contacts += 1;
            }
            other => panic!("{other:?}"),
        }
    }
    assert!(free > 5 && contacts > 5, "{free} {contacts}");
}

#[test]
fn a_scene_that_is_read_again_is_bit_for_bit_the_same() {
    let random = &mut Pcg64Mcg::seed_from_u64(15);
    let mut scene = random_scene(random, 50);
    let ids: Vec<BodyId> = scene.ids().collect();
    scene.attach(ids[3], ids[4]).expect("bodies");
    scene.set_pose(ids[4], random_pose(random, 2.0)).expect("a body");
    scene.set_enabled(ids[5], false).expect("a body");
    scene.set_groups(ids[6], Groups { member: 1, with: 3 }).expect("a body");
    scene.allow("body 7", "body 8");
    scene.set_margin(0.1).expect("a margin");
    scene.set_pair_margin("body 9", "body 10", Some(1e-17)).expect("a margin");
    let text = scene_to_json(&scene, None);
    let again = scene_from_json(&text, "scene.json").expect("a scene");
    assert_eq!(scene_to_json(&again, None), text);
    let (mut query, mut other) = (SceneQuery::new(), SceneQuery::new());
    assert_eq!(query.pairs(&scene), other.pairs(&again));
    assert_eq!(query.contacts(&scene, 3), other.contacts(&again, 3));
    assert_eq!(query.distance(&scene), other.distance(&again));
    assert_eq!(query.clearances(&scene, 1.0), other.clearances(&again, 1.0));
    for id in scene.ids() {
        assert_eq!(scene.pose(id), again.pose(id));
    }
}

#[test]
fn errors_of_scene_files_name_file_body_and_field() {
    let pose = "[1,0,0,0, 0,1,0,0, 0,0,1,0]";
    let document = |parts: &str, pose: &str| {
        format!(
            r#"{{ "format": "obbtree scene 1", "models": [{{ "parts": [{parts}] }}],
                "bodies": [{{ "name": "shelf", "model": 0, "pose": {pose} }}] }}"#
        )
    };
    let error = |text: &str| scene_from_json(text, "a/b.json").expect_err("wrong").to_string();
    let good = document(r#"{ "cuboid": { "half": [1, 2, 3] } }"#, pose);
    assert!(scene_from_json(&good, "b.json").is_ok());
    assert!(error(&good.replace("scene 1", "scene 2")).starts_with("a/b.json: format: "));
    assert!(
        error(&good.replace("\"model\": 0", "\"model\": 1"))
            .starts_with("a/b.json: bodies[0] `shelf`, model: ")
    );
    let skewed = document(r#"{ "cuboid": { "half": [1, 2, 3] } }"#, "[2,0,0,0, 0,1,0,0, 0,0,1,0]");
    assert!(
        error(&skewed).starts_with("a/b.json: bodies[0] `shelf`, pose: "),
        "{}",
        error(&skewed)
    );
    let short = document(r#"{ "cuboid": { "half": [1, 2, 3] } }"#, "[1,0,0]");
    assert!(error(&short).starts_with("a/b.json: bodies[0].pose: "), "{}", error(&short));
    let missing = error(&document(r#"{ "mesh": "none.stl" }"#, pose));
    assert!(
        missing.starts_with("a/b.json: models[0].parts[0]: ") && missing.contains("none.stl"),
        "{missing}"
    );
    let unknown = error(&document(r#"{ "cuboid": { "half": [1, 2, 3], "size": 1 } }"#, pose));
    assert!(unknown.starts_with("a/b.json: models[0].parts[0]"), "{unknown}");
    assert!(error("{").starts_with("a/b.json: "));
}

/// A margin of a name with a typo was not kept, without a word.
#[test]
fn pairs_of_scene_files_are_of_bodies() {
    let read = |pairs: &str| {
        let pose = "[1,0,0,0, 0,1,0,0, 0,0,1,0]";
        let text = format!(
            r#"{{ "format": "obbtree scene 1", "models": [{{ "parts": [{{ "sphere": {{ "radius": 1 }} }}] }}],
                "bodies": [{{ "name": "shelf", "model": 0, "pose": {pose} }},
                    {{ "name": "arm", "model": 0, "pose": {pose} }}], {pairs} }}"#
        );
        scene_from_json(&text, "a.json").map(drop).map_err(|error| error.to_string())
    };
    let good = r#""margins": [["shelf", "arm", 1]], "allowed": [["arm", "shelf"]]"#;
    assert_eq!(read(good), Ok(()));
    for (pairs, expected) in [
        (
            r#""margins": [["shelf", "arm", 1], ["arm", "shefl", 2]]"#,
            "margins[1]: there is no body `shefl`",
        ),
        (r#""allowed": [["am", "shelf"]]"#, "allowed[0]: there is no body `am`"),
    ] {
        assert_eq!(read(pairs), Err(format!("a.json: {expected}")));
    }
}

/// Names may get their bodies later; a file has only those of its own.
#[test]
fn pairs_of_names_without_bodies_are_not_written() {
    let mut scene = Scene::new();
    let gone = scene.add("gone", [sphere(1.0)], at(0.0, 0.0, 0.0)).expect("new");
    for name in ["a", "b"] {
        scene.add(name, [sphere(1.0)], at(0.0, 0.0, 0.0)).expect("new");
        scene.allow(name, "gone");
        scene.set_pair_margin("gone", name, Some(1.0)).expect("a margin");
    }
    scene.allow("a", "b");
    scene.set_pair_margin("a", "b", Some(2.0)).expect("a margin");
    scene.remove(gone).expect("a body");
    let again = scene_from_json(&scene_to_json(&scene, None), "a.json").expect("a scene");
    let pair = ["a", "b"].map(str::to_owned);
    assert_eq!(again.allowed().collect::<Vec<_>>(), [&pair]);
    assert_eq!(again.pair_margins().collect::<Vec<_>>(), [(&pair, 2.0)]);
}

/// They named what the reader is written in.
#[test]
fn errors_of_scene_files_say_what_is_expected() {
    let error = |text: &str| scene_from_json(text, "a.json").expect_err("wrong").to_string();
    let body = |model: usize, models: &str, rest: &str| {
        error(&format!(
            r#"{{ "format": "obbtree scene 1", "models": [{models}], "bodies": [{{ "name": "shelf",
                "model": {model}, "pose": [1,0,0,0, 0,1,0,0, 0,0,1,0] {rest} }}] }}"#
        ))
    };
    let sphere = r#"{ "parts": [{ "sphere": { "radius": 1 } }] }"#;
    for (error, expected) in [
        (error("[]"), "a scene: an object with `format`, `models` and `bodies`"),
        (error("3"), "a scene: an object with"),
        (body(1, sphere, ""), "model: there is no model 1: the only one is model 0"),
        (body(0, "", ""), "model: there is no model 0: `models` is empty"),
        (
            body(7, &[sphere, sphere].join(","), ""),
            "there is no model 7: they are numbered from 0 to 1",
        ),
        (
            body(0, sphere, r#", "parent": "arm""#),
            "parent: invalid type: string \"arm\", expected a parent: ",
        ),
        (body(0, "7", ""), "models[0]: invalid type: integer `7`, expected a model: an object"),
    ] {
        assert!(error.starts_with("a.json: ") && error.contains(expected), "{error}");
        assert!(!error.contains("struct"), "{error}");
    }
}

/// Fields with wrong names, and two shapes in one part, were passed over without a word: the part
/// was somewhere else, or another one.
#[test]
fn parts_of_scene_files_have_no_other_fields() {
    let read = |part: &str| {
        let text = format!(
            r#"{{ "format": "obbtree scene 1", "models": [{{ "parts": [{part}] }}], "bodies": [] }}"#
        );
        scene_from_json(&text, "a.json").map(|_| ()).map_err(|error| error.to_string())
    };
    let sphere = r#""sphere": { "radius": 1.0 }"#;
    let moved = r#"[1, 0, 0, 9, 0, 1, 0, 0, 0, 0, 1, 0]"#;
    assert_eq!(read(&format!("{{ {sphere}, \"offset\": {moved} }}")), Ok(()));
    assert_eq!(read(&format!("{{ \"offset\": null, {sphere} }}")), Ok(()));
    for (part, what) in [
        (format!("{{ {sphere}, \"ofset\": {moved} }}"), "`ofset` beside"),
        (format!("{{ \"ofset\": {moved}, {sphere} }}"), "unknown variant `ofset`"),
        (format!("{{ {sphere}, \"mesh\": \"none.stl\" }}"), "`mesh` beside"),
        (format!("{{ {sphere}, {sphere} }}"), "`sphere` beside"),
        (format!("{{ {sphere}, \"offset\": {moved}, \"offset\": {moved} }}"), "duplicate"),
        (format!("{{ \"offset\": {moved} }}"), "without a mesh"),
        (r#"{ "triangles": { "vertices": [], "triangles": [], "x": 1 } }"#.into(), "unknown field"),
        (r#"{ "triangles": { "vertices": [[0,0,0]], "triangles": [[0,0,9]] } }"#.into(), "9"),
        (r#"{ "sphere": { "radius": 1e999 } }"#.into(), "out of range"),
        (r#"{ "sphere": { "radius": null } }"#.into(), "null"),
        ("[".repeat(100_000), "a part"), // it ends at the first
        ("3".into(), "a part"),
    ] {
        let error = read(&part).expect_err(&part[..part.len().min(99)]);
        let place = "a.json: models[0].parts[0]";
        assert!(error.starts_with(place) && error.contains(what), "{error}");
    }
}

/// A body that was given twice left behind what it carries: at the first pose, not at the last.
#[test]
fn what_is_attached_follows_the_last_of_two_poses() {
    let mut scene = Scene::new();
    let arm = scene.add("arm", [sphere(1.0)], at(0.0, 0.0, 0.0)).expect("new");
    let held = scene.add("held", [sphere(1.0)], at(2.0, 0.0, 0.0)).expect("new");
    scene.attach(held, arm).expect("two bodies");
    scene.set_poses([(arm, at(5.0, 0.0, 0.0)), (arm, at(0.0, 5.0, 0.0))]).expect("bodies");
    assert_eq!(*scene.pose(arm).expect("a body"), at(0.0, 5.0, 0.0));
    assert_eq!(*scene.pose(held).expect("a body"), at(2.0, 5.0, 0.0));
}

/// Two poses within the limit, one relative to the other beyond it: the body had moved all the
/// same.
#[test]
fn nothing_moves_where_an_offset_cannot_be_used() {
    let scaled = |factor: f64| {
        let rows = [factor, 0.0, 0.0, 0.0, 0.0, factor, 0.0, 0.0, 0.0, 0.0, factor, 0.0];
        Pose::try_from(rows).expect("near a rotation")
    };
    let mut scene = Scene::new();
    let arm = scene.add("arm", [sphere(1.0)], scaled(1.00002)).expect("new");
    let held = scene.add("held", [sphere(1.0)], scaled(1.00002)).expect("new");
    scene.attach(held, arm).expect("two bodies");
    let refused = scene.set_pose(held, scaled(0.99998));
    assert!(matches!(refused, Err(SceneError::Pose { .. })), "{refused:?}");
    assert_eq!(*scene.pose(held).expect("a body"), scaled(1.00002));
}

/// The distance of a scene is a bound of every pair's, not only of the nearest one's.
#[test]
fn the_bound_of_the_nearest_pair_is_one_of_every_pair() {
    let mut random = Pcg64Mcg::seed_from_u64(77);
    let mut query = SceneQuery::new();
    let (from, to) = ([0.0, 0.0, -0.4], [0.0, 0.0, 0.4]);
    for _ in 0..40 {
        // Copies of one pair, far from each other: their distances differ by rounding alone.
        let mut scene = Scene::new();
        let [one, other] = [random_pose(&mut random, 0.2), random_pose(&mut random, 0.2)];
        for n in 0..6 {
            let place = at(0.0, 30.0 * f64::from(n), 0.0);
            let cylinder = || shape(ShapeKind::Cylinder { from, to, radius: 0.3 });
            let cone = || shape(ShapeKind::Cone { base: from, apex: to, radius: 0.4 });
            let beside = place.compose(&at(2.0, 0.0, 0.0)).expect("small");
            let [p, q] = [place.compose(&one), beside.compose(&other)].map(|p| p.expect("small"));
            scene.add(&format!("a{n}"), [cylinder()], p).expect("new");
            scene.add(&format!("b{n}"), [cone()], q).expect("new");
        }
        let nearest = query.distance(&scene).expect("pairs");
        let all = query.clearances(&scene, 10.0).expect("a threshold");
        let least = all.iter().map(|pair| pair.lower).fold(f64::INFINITY, f64::min);
        assert!(nearest.lower <= least, "{} {least}", nearest.lower);
    }
}

/// A body that others carry is where their poses lead one after the other: a sweep that takes the
/// product of their offsets at once said that motions are free which touch, by what rounds where
/// offsets lead far away and back.
#[test]
fn what_is_carried_far_away_and_back_is_where_the_scene_has_it() {
    let random = &mut Pcg64Mcg::seed_from_u64(17);
    let (mut query, mut free) = (SceneQuery::new(), 0);
    for far in [1e3, 1e6, 1e9, 1e12] {
        for _ in 0..12 {
            let (near, farther) = (random_pose(random, far), random_pose(random, far));
            let there = near.compose(&farther).expect("a pose");
            let mut scene = Scene::new();
            let mut add = |name, part: Part, pose| scene.add(name, part, pose).expect("a name");
            let frame = || shape(ShapeKind::Sphere { center: [0.0; 3], radius: 0.0 });
            let parent = add("parent", frame(), Pose::identity());
            let middle = add("middle", frame(), near);
            let back = there.inverse().expect("a pose");
            let tool = add("tool", sphere(0.5).at(back), there);
            let wall = add("wall", tetrahedron(9.0), at(0.0, 0.0, 0.0));
            scene.set_enabled(parent, false).expect("a body");
            scene.set_enabled(middle, false).expect("a body");
            scene.attach(tool, middle).expect("bodies");
            scene.attach(middle, parent).expect("bodies");
            // A little along the floor of the wall, which is where it just touches the tool.
            let motion = Translation::new(&at(1.0, 2.0, -0.7), [1.0, 2.0 - 1e-14 * far, -0.7]);
            let motion = motion.expect("a motion");
            scene.set_pose(parent, motion.pose_at(0.5)).expect("a pose");
            let (mut touches, mut apart) = (-2.0, 2.0);
            for _ in 0..60 {
                let height = 0.5 * (touches + apart);
                scene.set_pose(wall, at(0.0, 0.0, height)).expect("a pose");
                *(if query.collides(&scene) { &mut touches } else { &mut apart }) = height;
            }
            let moves: [(BodyId, &dyn Motion); 1] = [(parent, &motion)];
            let mut swept = |height: f64| {
                scene.set_pose(wall, at(0.0, 0.0, height)).expect("a pose");
                query.sweep(&scene, &moves, &SweepOptions::default()).expect("a body")
            };
            let found = swept(touches);
            assert!(!found.is_free(), "{far:e}: {found:?}");
            free += u32::from(swept(apart + 1e-11 * far.max(1e9)).is_free());
        }
    }
    assert_eq!(free, 48);
}
