//! Random edits of a checker's world, of kinds that stand in each other's way: bodies that carry
//! bodies, other parts under the same name, names that go and come back, groups, paddings of
//! links, copies. After each, answers are those of a checker that is made of the whole at once, and
//! of queries pair by pair.

mod support;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use obbtree_collider::{Body, Collider, PointCloud, Query, Shape, Voxels};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, Random, Robot};
use obbtree_scene::{BodyId, Groups, Part, Scene, SceneError};

use support::{among, at, data, names, on_a_mast};

/// A base and a mast that no joint moves, an arm that turns and slides out, and two fingers, of
/// which one follows the other the opposite way and farther.
const LINKS_AND_JOINTS: &str = r#"
  <link name="base"><collision><origin xyz="0 0 -0.2"/><geometry><box size="1.2 0.4 0.1"/>
    </geometry></collision></link>
  <link name="arm"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry>
    </collision><collision><origin xyz="0.1 0 0.1"/><geometry><sphere radius="0.07"/></geometry>
    </collision></link>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="hand"/>
    <origin xyz="0.7 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.5" effort="1" velocity="1"/>
    </joint>
  <link name="hand"/>
  <joint name="left" type="prismatic"><parent link="hand"/><child link="left"/>
    <origin xyz="0 0.1 0"/><axis xyz="0 1 0"/><limit lower="0" upper="0.2" effort="1" velocity="1"/>
    </joint>
  <link name="left"><collision><geometry><sphere radius="0.05"/></geometry></collision></link>
  <joint name="right" type="revolute"><parent link="hand"/><child link="right"/>
    <origin xyz="0 -0.1 0"/><axis xyz="0 0 1"/>
    <mimic joint="left" multiplier="-3.5" offset="0.2"/></joint>
  <link name="right"><collision><origin xyz="0.15 0 0"/><geometry><box size="0.3 0.05 0.05"/>
    </geometry></collision></link>
"#;

const LINKS: [&str; 6] = ["base", "mast", "arm", "hand", "left", "right"];
const THINGS: [&str; 6] = ["a", "b", "c", "d", "e", "f"];

fn the_robot() -> Arc<Robot> {
    Robot::from_urdf_str(&on_a_mast(LINKS_AND_JOINTS), data("edits.urdf"), &[])
        .expect("a robot")
        .into()
}

/// What a body can be made of.
fn parts(kind: usize) -> Arc<[Part]> {
    let corners = vec![[-0.4, -0.4, 0.0], [0.4, -0.4, 0.0], [0.0, 0.5, 0.1], [0.0, 0.0, 0.3]];
    let plate = Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3]]).expect("a mesh");
    let points = [0, 1, 2, 3, 4].map(|n| [0.1 * f64::from(n) - 0.2, 0.05, 0.02 * f64::from(n)]);
    let sphere = Part::new(Shape::sphere([0.0; 3], 0.1).expect("a shape"));
    let board = Part::new(Shape::cuboid([0.2, 0.02, 0.2]).expect("a shape"));
    match kind {
        0 => [Part::new(Body::new(plate))].into(),
        1 => [Part::new(PointCloud::new(&points, 0.03).expect("finite"))].into(),
        2 => {
            let cells: Vec<[i32; 3]> = (0..12).map(|n| [n % 4, n / 4, n % 3]).collect();
            [Part::new(Voxels::from_cells(&cells, [-0.1; 3], 0.06).expect("finite"))].into()
        }
        3 => [sphere].into(),
        4 => [sphere.at(at([0.2, 0.0, 0.0])), board.at(at([-0.1, 0.1, 0.0]))].into(),
        5 => [Part::new(Shape::half_space()).at(at([0.0, 0.0, -0.6]))].into(),
        _ => [board].into(),
    }
}

const KINDS: usize = 7;

/// What carries a body, and where it is in that frame.
type Place = (Option<&'static str>, Pose);

#[derive(Clone)]
struct Thing {
    name: &'static str,
    parts: Arc<[Part]>,
    place: Place,
    enabled: bool,
}

/// What the world is, in words of its own.
#[derive(Clone, Default)]
struct Model {
    /// In the order in which they were added.
    things: Vec<Thing>,
    padding: Vec<(&'static str, f64)>,
    groups: Vec<(&'static str, Groups)>,
    margin: f64,
    margins: Vec<([&'static str; 2], f64)>,
    allowed: Vec<[&'static str; 2]>,
}

fn set<K: PartialEq, V>(table: &mut Vec<(K, V)>, key: K, value: Option<V>) {
    table.retain(|(of, _)| *of != key);
    table.extend(value.map(|value| (key, value)));
}

fn id(scene: &Scene, name: &str) -> BodyId {
    scene.id(name).expect("a body")
}

fn change<R>(checker: &mut Checker, edit: impl FnOnce(&mut Scene) -> Result<R, SceneError>) -> R {
    checker.change(edit).expect("names and numbers are in order")
}

impl Model {
    fn thing(&mut self, name: &str) -> &mut Thing {
        self.things.iter_mut().find(|thing| thing.name == name).expect("it is there")
    }

    fn has(&self, name: &str) -> bool {
        self.things.iter().any(|thing| thing.name == name)
    }

    /// How many bodies are between it and what is carried by nothing, or by a link.
    fn depth(&self, name: &str) -> usize {
        let of = self.things.iter().find(|thing| thing.name == name);
        of.and_then(|thing| thing.place.0).map_or(0, |parent| 1 + self.depth(parent))
    }

    /// Is it this one, or does that one carry it?
    fn is_below(&self, name: &str, other: &str) -> bool {
        let of = self.things.iter().find(|thing| thing.name == name);
        name == other
            || of.and_then(|thing| thing.place.0).is_some_and(|above| self.is_below(above, other))
    }

    /// Of bodies alone, with what they carry of each other.
    fn scene(&self) -> Scene {
        let mut scene = Scene::new();
        for thing in &self.things {
            scene.add(thing.name, thing.parts.clone(), Pose::identity()).expect("a new name");
        }
        // The innermost first: whoever carries is at the identity then.
        let mut carried: Vec<&Thing> = self.things.iter().collect();
        carried.sort_by_key(|thing| usize::MAX - self.depth(thing.name));
        for Thing { name, place: (parent, pose), .. } in carried {
            let body = id(&scene, name);
            if !parent.is_some_and(|parent| LINKS.contains(&parent)) {
                scene.set_pose(body, *pose).expect("a pose");
            }
            if let Some(parent) = parent.filter(|parent| !LINKS.contains(parent)) {
                scene.attach(body, id(&scene, parent)).expect("no circle");
            }
        }
        scene.set_margin(self.margin).expect("a length");
        for thing in &self.things {
            scene.set_enabled(id(&scene, thing.name), thing.enabled).expect("a body");
        }
        for [a, b] in &self.allowed {
            scene.allow(a, b);
        }
        scene
    }

    fn fresh(&self) -> Checker {
        let mut checker = among(the_robot(), &self.scene()).ignoring_limits(true);
        for Thing { name, place: (parent, pose), .. } in &self.things {
            if let Some(link) = parent.filter(|parent| LINKS.contains(parent)) {
                checker.attach_at(name, link, &[], *pose).expect("a link");
            }
        }
        change(&mut checker, |world| {
            for (name, padding) in &self.padding {
                world.set_padding(world.id(name)?, *padding)?;
            }
            for (name, groups) in &self.groups {
                world.set_groups(world.id(name)?, *groups)?;
            }
            let is_there = |name: &&str| LINKS.contains(name) || self.has(name);
            for ([a, b], margin) in self.margins.iter().filter(|(of, _)| of.iter().all(is_there)) {
                world.set_pair_margin(a, b, Some(*margin))?;
            }
            Ok(())
        });
        checker
    }

    /// Changes one thing, here and in a checker.
    fn edit(&mut self, random: &mut Random, checker: &mut Checker) {
        let mut pick = |n: usize| (random.uniform() * n as f64) as usize % n;
        let (what, link) = (pick(17), LINKS[pick(6)]);
        let name = THINGS[pick(6)];
        let length = [0.0, 0.01, 0.05, 0.2][pick(4)];
        let spot = [[0.0, 0.0, 0.35], [0.9, 0.1, 0.6], [-0.7, 0.6, 0.3], [0.1, 0.2, 1.3]][pick(4)];
        let pose = at([0, 1, 2].map(|k| spot[k] + 0.1 * pick(5) as f64));
        let q = [0.1 * pick(60) as f64 - 3.0, 0.1 * pick(6) as f64, 0.05 * pick(4) as f64];
        let (kind, other) = (pick(KINDS), THINGS[pick(6)]);
        let any = if pick(2) == 0 { link } else { name };
        let groups = Groups { member: 1 << pick(2), with: [3, 3, 1, 2][pick(4)] };
        let (shows, touches) = (pick(2) == 0, pick(2) == 0);
        if !self.has(name) {
            // It appears, or comes back.
            let parts = parts(kind);
            change(checker, |world| world.add(name, parts.clone(), pose));
            self.things.push(Thing { name, parts, place: (None, pose), enabled: true });
            return;
        }
        let is_carried = self.thing(name).place.0.is_some();
        let body = id(checker.world(), name);
        let is_pair = any != other && self.has(other);
        let pair = if any < other { [any, other] } else { [other, any] };
        match what {
            0 | 1 => {
                // In the frame of what carries it, as that is where all values are zero.
                let parent = self.thing(name).place.0;
                change(checker, |world| world.set_pose(body, pose));
                let world = checker.world();
                let under = |parent: &str| *world.pose(id(world, parent)).expect("a body");
                let offset =
                    parent.map_or(pose, |parent| pose.relative_to(&under(parent)).expect("near"));
                self.thing(name).place.1 = offset;
            }
            2 => {
                change(checker, |world| world.set_enabled(body, shows));
                self.thing(name).enabled = shows;
            }
            3 => {
                change(checker, |world| world.set_padding(world.id(any)?, 0.5 * length));
                set(&mut self.padding, any, Some(0.5 * length));
            }
            4 => {
                change(checker, |world| world.set_margin(0.5 * length));
                self.margin = 0.5 * length;
            }
            5 if is_pair && (shows || self.margins.iter().any(|(of, _)| *of == pair)) => {
                let margin = shows.then_some(length);
                change(checker, |world| world.set_pair_margin(pair[1], pair[0], margin));
                set(&mut self.margins, pair, margin);
            }
            6 if is_pair && self.allowed.contains(&pair) => {
                change(checker, |world| world.forbid(pair[0], pair[1]));
                self.allowed.retain(|of| *of != pair);
            }
            6 if is_pair => {
                change(checker, |world| {
                    world.allow(pair[0], pair[1]);
                    Ok(())
                });
                self.allowed.push(pair);
            }
            7 => {
                change(checker, |world| world.set_groups(world.id(any)?, groups));
                set(&mut self.groups, any, Some(groups));
            }
            8 => {
                let world = checker.world_at(&q).expect("a place");
                let [place, under] = [body, id(&world, link)].map(|id| *world.pose(id).unwrap());
                let touch: &[&str] = if touches { &["left"] } else { &[] };
                checker.attach(name, link, touch, &q).expect("a link");
                let pair = [name, "left"];
                if touches && !self.allowed.contains(&pair) {
                    self.allowed.push(pair);
                }
                self.thing(name).place = (Some(link), place.relative_to(&under).expect("near"));
            }
            9 => {
                checker.attach_at(name, link, &[], pose).expect("a link");
                self.thing(name).place = (Some(link), pose);
            }
            10 | 11 if self.has(other) && !self.is_below(other, name) => {
                let world = checker.world();
                let [place, under] =
                    [name, other].map(|name| *world.pose(id(world, name)).unwrap());
                change(checker, |world| world.attach(body, world.id(other)?));
                self.thing(name).place = (Some(other), place.relative_to(&under).expect("near"));
            }
            12 if is_carried => {
                let world = checker.world_at(&q).expect("a place");
                let place = *world.pose(body).expect("a body");
                checker.detach(name, &q).expect("a body");
                self.thing(name).place = (None, place);
            }
            13 => {
                let parts = parts(kind);
                change(checker, |world| world.set_parts(body, parts.clone()));
                self.thing(name).parts = parts;
            }
            14 => {
                let fill = |collider: &mut Collider| {
                    if let Collider::Points(cloud) = collider {
                        cloud.insert(&[[0.0, 0.3, 0.1 * spot[2]]], 0.04).expect("finite");
                    } else {
                        *collider = Shape::sphere([0.0; 3], 0.3 * (0.1 + length)).unwrap().into();
                    }
                };
                change(checker, |world| world.change_part(body, 0, fill));
                let mut parts = self.thing(name).parts.to_vec();
                parts[0].change(fill);
                self.thing(name).parts = parts.into();
            }
            15 => {
                let world = checker.world().clone();
                change(checker, |world| world.remove(body));
                self.things.retain(|thing| thing.name != name);
                self.padding.retain(|(of, _)| *of != name);
                self.groups.retain(|(of, _)| *of != name);
                for thing in &mut self.things {
                    if thing.place.0 == Some(name) {
                        thing.place = (None, *world.pose(id(&world, thing.name)).expect("a body"));
                    }
                }
            }
            16 => {
                // Another world: what links carried is put down, and nothing is known of links.
                let world = checker.world().clone();
                for thing in &mut self.things {
                    if thing.place.0.is_some_and(|parent| LINKS.contains(&parent)) {
                        thing.place = (None, *world.pose(id(&world, thing.name)).expect("a body"));
                    }
                }
                (self.padding, self.groups, self.margins) = Default::default();
                let scene = self.scene();
                match shows {
                    true => checker.set_world(&scene).expect("no link's name"),
                    false => *checker = checker.in_world(&scene).expect("no link's name"),
                }
            }
            _ => {}
        }
    }
}

/// The pairs that collide, by name, from queries about each two parts.
fn pair_by_pair(checker: &Checker, q: &[f64], query: &mut Query) -> BTreeSet<[String; 2]> {
    let world = checker.world_at(q).expect("a place");
    let link_of = |body: BodyId| {
        let mut above = Some(body);
        while let Some(one) = above.filter(|one| checker.link_of(*one).is_none()) {
            above = world.parent(one).expect("a body");
        }
        above.and_then(|link| checker.link_of(link))
    };
    let bodies: Vec<BodyId> = world.ids().collect();
    let mut found = BTreeSet::new();
    for (n, &a) in bodies.iter().enumerate() {
        for &b in &bodies[n + 1..] {
            let links = [a, b].map(link_of);
            let is_both_carried =
                links[0] == links[1] && [a, b].iter().all(|one| checker.link_of(*one).is_none());
            if links == [None; 2] || is_both_carried || !world.is_checked(a, b).expect("bodies") {
                continue;
            }
            let margin = world.margin_between(a, b).expect("bodies");
            let parts = |body: BodyId| {
                let parts = world.parts(body).expect("a body").iter().enumerate();
                parts
                    .map(|(n, part)| (part.collider(), world.part_pose(body, n).expect("a part")))
                    .collect::<Vec<_>>()
            };
            let mut meet = false;
            for (one, at) in parts(a) {
                for (other, there) in parts(b) {
                    meet |= match margin {
                        0.0 => query.collide(one, at, other, there),
                        _ => query.closer_than(one, at, other, there, margin),
                    };
                }
            }
            if meet {
                found.insert(sorted(checker.names([a, b]).map(str::to_owned)));
            }
        }
    }
    found
}

fn sorted([a, b]: [String; 2]) -> [String; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// Compares the answers of a checker with those of a new one, and with queries pair by pair; how
/// often something collides, and how often nothing does.
fn compare(checker: &mut Checker, model: &Model, random: &mut Random) -> [usize; 2] {
    let (mut fresh, mut query) = (model.fresh(), Query::new());
    let places = |checker: &Checker| -> BTreeMap<String, Pose> {
        let world = checker.world();
        let of = |body| (world.name(body).unwrap().to_owned(), *world.pose(body).unwrap());
        world.ids().map(of).collect()
    };
    let [of_checker, of_fresh] = [&*checker, &fresh].map(places);
    assert!(of_checker.keys().eq(of_fresh.keys()));
    for (a, b) in of_checker.values().zip(of_fresh.values()) {
        let (a, b) = (a.to_rows(), b.to_rows());
        assert!(a.iter().zip(b).all(|(x, y)| (x - y).abs() < 1e-12), "{a:?} {b:?}");
    }
    let mut count = [0; 2];
    let mut at = vec![6.2 * random.uniform() - 3.1, 0.5 * random.uniform(), 0.2 * random.uniform()];
    for step in 0..7 {
        let size = if step < 3 { 4.0 } else { 0.01 };
        for value in &mut at {
            *value += size * (random.uniform() - 0.5) * if step < 3 { 0.3 } else { 1.0 };
        }
        let collide = pair_by_pair(checker, &at, &mut query);
        let is_free = collide.is_empty();
        for one in [&mut *checker, &mut fresh] {
            let is_valid = one.is_valid(&at);
            assert_eq!(is_valid, is_free, "{at:?}");
            let found = one.colliding_pairs(&at).expect("a place");
            let found: BTreeSet<_> = names(one, &found).into_iter().map(sorted).collect();
            assert_eq!(found, collide, "{at:?}");
        }
        count[usize::from(is_free)] += 1;
    }
    match [&mut *checker, &mut fresh].map(|one| one.distance(&at)) {
        [Ok(a), Ok(b)] => {
            let off = (a.lower - b.lower).abs().max((a.upper - b.upper).abs());
            assert!(off < 1e-9, "{at:?} {a:?} {b:?}");
        }
        [a, b] => assert_eq!(a.is_err(), b.is_err(), "{at:?}"),
    }
    let to: Vec<f64> = at.iter().map(|x| x + 0.2 * (random.uniform() - 0.5)).collect();
    let is_free = checker.is_motion_valid(&at, &to);
    assert_eq!(is_free, fresh.is_motion_valid(&at, &to), "{at:?} {to:?}");
    if is_free {
        for k in 0..=6 {
            let q = obbtree_robot::configuration_at(&at, &to, f64::from(k) / 6.0);
            let found = pair_by_pair(checker, &q, &mut query);
            assert_eq!(found, BTreeSet::new(), "{at:?} {to:?}");
        }
    }
    count
}

#[test]
fn after_any_edits_answers_are_those_of_a_world_that_is_made_at_once() {
    let edits = if std::env::var_os("OBBTREE_LONG").is_some() { 20_000 } else { 300 };
    let mut random = Random(41);
    let mut model = Model::default();
    let mut checker = model.fresh();
    let mut count = [0; 2];
    for edit in 0..edits {
        let mut of_compare = Random(1000 + edit);
        let before = (edit % 4 == 0).then(|| (checker.clone(), model.clone()));
        for _ in 0..1 + edit % 3 {
            model.edit(&mut random, &mut checker);
        }
        let of_edit = compare(&mut checker, &model, &mut of_compare);
        // A copy hears of nothing.
        if let Some((mut copy, model)) = before {
            compare(&mut copy, &model, &mut of_compare);
        }
        count = [0, 1].map(|n| count[n] + of_edit[n]);
    }
    let [collide, free] = count;
    println!("{collide} collide, {free} are free");
    assert!(collide > free / 6 && free > collide / 6, "{count:?}");
}
