//! Pairs that no joint moves are decided once: whatever changes in between, every answer is that of
//! a checker that is made anew, and of one that remembers nothing.

mod support;

use obbtree_ccd::SweepOptions;
use obbtree_collider::{Body, PointCloud, Shape, Voxels};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_robot::{
    CheckBatch, Checker, PlanOptions, Random, Robot, Trajectory, configuration_at, plan_path,
};
use obbtree_scene::{BodyId, Part, Scene};

use support::{among, at, data, names, on_a_mast, robot, triangle, world};

/// A base and a mast that stands on it, which no joint moves, and an arm that turns on the mast and
/// slides out, with a tip that is fixed to it.
const LINKS_AND_JOINTS: &str = r#"
  <link name="base">
    <collision><origin xyz="-0.5 -0.5 0"/><geometry>
      <mesh filename="../../../../assets/l_piece.stl" scale="1 1 0.5"/></geometry></collision>
    <collision><origin xyz="0 0 -0.2"/><geometry><box size="1.2 0.4 0.1"/></geometry></collision>
  </link>
  <link name="arm"><collision><origin xyz="0.3 0 0"/><geometry><box size="0.6 0.1 0.1"/></geometry>
    </collision></link>
  <joint name="slide" type="prismatic"><parent link="arm"/><child link="hand"/>
    <origin xyz="0.7 0 0"/><axis xyz="1 0 0"/><limit lower="0" upper="0.5" effort="1" velocity="1"/>
    </joint>
  <link name="hand"><collision><geometry><sphere radius="0.08"/></geometry></collision></link>
  <joint name="mount" type="fixed"><parent link="hand"/><child link="tip"/>
    <origin xyz="0.2 0 0"/></joint>
  <link name="tip"><collision><geometry><box size="0.05 0.05 0.05"/></geometry></collision></link>
"#;

const LINKS: [&str; 5] = ["base", "mast", "arm", "hand", "tip"];
const THINGS: [&str; 5] = ["plate", "cloud", "voxels", "globe", "post"];

fn the_robot() -> Robot {
    Robot::from_urdf_str(&on_a_mast(LINKS_AND_JOINTS), data("fixed.urdf"), &[]).expect("a robot")
}

fn parts() -> [Part; 5] {
    let corners = vec![[-0.4, -0.4, 0.0], [0.4, -0.4, 0.0], [0.0, 0.5, 0.1], [0.0, 0.0, 0.3]];
    let plate = Mesh::new(corners, vec![[0, 1, 2], [0, 1, 3]]).expect("a mesh");
    let point = |n: i32| {
        let [x, y] = [f64::from(n % 10), f64::from(n / 10)].map(|x| 0.06 * x - 0.3);
        [x, y, 0.3 * x * y]
    };
    let points: Vec<[f64; 3]> = (0..100).map(point).collect();
    let cells: Vec<[i32; 3]> = (0..30).map(|n| [n % 6, n / 6, (n * n) % 3]).collect();
    [
        Part::new(Body::new(plate)),
        Part::new(PointCloud::new(&points, 0.01).expect("finite")),
        Part::new(Voxels::from_cells(&cells, [-0.15; 3], 0.05).expect("finite")),
        Part::new(Shape::sphere([0.0; 3], 0.1).expect("a shape")),
        Part::new(Shape::cylinder([0.0; 3], [0.0, 0.0, 0.4], 0.05).expect("a shape")),
    ]
}

/// What the world is, in words of its own: a checker is made of it as a whole.
#[derive(Clone)]
struct Model {
    poses: [Pose; 5],
    enabled: [bool; 5],
    padding: [f64; 5],
    margin: f64,
    margins: Vec<([&'static str; 2], f64)>,
    allowed: Vec<[&'static str; 2]>,
    /// By thing: the link that carries it; the pose is in its frame.
    carried: [Option<&'static str>; 5],
}

impl Model {
    fn id(checker: &Checker, thing: usize) -> BodyId {
        checker.world().id(THINGS[thing]).expect("a body")
    }

    fn fresh(&self) -> Checker {
        let bodies = THINGS.into_iter().zip(parts()).zip(self.poses);
        let mut scene = world(bodies.map(|((name, part), pose)| (name, part, pose)));
        self.settings(&mut scene);
        let mut checker = among(the_robot(), &scene).ignoring_limits(true);
        for (thing, link) in self.carried.iter().enumerate() {
            if let Some(link) = link {
                let attached = checker.attach_at(THINGS[thing], link, &[], self.poses[thing]);
                attached.expect("a link");
            }
        }
        checker
            .change(|world| {
                self.pairs(world);
                Ok(())
            })
            .expect("names of bodies");
        checker
    }

    fn settings(&self, scene: &mut Scene) {
        scene.set_margin(self.margin).expect("a length");
        for (thing, name) in THINGS.into_iter().enumerate() {
            let id = scene.id(name).expect("a body");
            scene.set_enabled(id, self.enabled[thing]).expect("a body");
            scene.set_padding(id, self.padding[thing]).expect("a length");
        }
    }

    /// Margins and allowances of pairs; those of links need the links.
    fn pairs(&self, scene: &mut Scene) {
        for ([a, b], margin) in &self.margins {
            scene.set_pair_margin(a, b, Some(*margin)).expect("names");
        }
        for [a, b] in &self.allowed {
            scene.allow(a, b);
        }
    }

    /// Changes one thing, here and in a checker.
    fn change(&mut self, random: &mut Random, checker: &mut Checker) {
        let mut pick = |n: usize| (random.uniform() * n as f64) as usize % n;
        let (what, thing) = (pick(9), pick(5));
        let link = LINKS[if pick(2) == 0 { pick(2) } else { pick(5) }];
        let length = [0.0, 0.01, 0.05, 0.2][pick(4)];
        let place = [[0.0, 0.0, 0.35], [0.9, 0.1, 0.1], [-0.7, 0.6, 0.3], [0.1, 0.2, 1.3]][pick(4)];
        let place = [0, 1, 2].map(|k| place[k] + 0.1 * pick(5) as f64);
        let id = Self::id(checker, thing);
        let name = THINGS[thing];
        match what {
            0 | 1 if self.carried[thing].is_none() => {
                self.poses[thing] = at(place);
                checker.change(|world| world.set_pose(id, at(place))).expect("a pose");
            }
            0 | 1 => {
                let zero = checker.robot().zero();
                checker.detach(name, &zero).expect("a body");
                self.carried[thing] = None;
                self.poses[thing] = *checker.world().pose(id).expect("a body");
            }
            2 => {
                let is_on = !self.enabled[thing];
                self.enabled[thing] = is_on;
                checker.change(|world| world.set_enabled(id, is_on)).expect("a body");
            }
            3 => {
                self.padding[thing] = 0.5 * length;
                checker.change(|world| world.set_padding(id, 0.5 * length)).expect("a length");
            }
            4 => {
                self.margin = 0.5 * length;
                checker.change(|world| world.set_margin(0.5 * length)).expect("a length");
            }
            5 => {
                self.margins.retain(|(pair, _)| *pair != [link, name]);
                self.margins.push(([link, name], length));
                checker
                    .change(|world| world.set_pair_margin(link, name, Some(length)))
                    .expect("names");
            }
            6 | 7 if self.allowed.contains(&[link, name]) => {
                self.allowed.retain(|pair| *pair != [link, name]);
                checker.change(|world| world.forbid(link, name)).expect("names");
            }
            6 | 7 => {
                self.allowed.push([link, name]);
                checker
                    .change(|world| {
                        world.allow(link, name);
                        Ok(())
                    })
                    .expect("names");
            }
            _ => {
                let pose = at(place.map(|x| 0.5 * x));
                checker.attach_at(name, link, &[], pose).expect("a link");
                (self.carried[thing], self.poses[thing]) = (Some(link), pose);
            }
        }
    }
}

/// Compares all answers of a checker with those of a new one; returns whether the configurations
/// are free.
fn compare(checker: &mut Checker, fresh: &mut Checker, random: &mut Random) -> [bool; 3] {
    let mut forgetful = fresh.clone().remembering(false);
    assert_eq!(names(checker, checker.pairs()), names(fresh, fresh.pairs()));
    // Within the ranges of what is known of one turn, beyond them, and beyond the limits.
    let mut turn = || 6.2 * random.uniform() - 3.1;
    let all = [vec![turn(), 0.2], vec![turn() + 7.0, 0.4], vec![turn(), 0.9]];
    let batch = CheckBatch::new(checker).threads(2).is_valid(&all).expect("not cancelled");
    let free = [0, 1, 2].map(|n| {
        let q = &all[n];
        let is_free = checker.is_valid(q);
        assert_eq!([is_free, batch[n], fresh.is_valid(q)], [forgetful.is_valid(q); 3], "{q:?}");
        let pairs = forgetful.colliding_pairs(q).expect("a place");
        assert_eq!(checker.colliding_pairs(q).expect("a place"), pairs, "{q:?}");
        assert_eq!(fresh.colliding_pairs(q).expect("a place"), pairs, "{q:?}");
        assert_eq!(pairs.is_empty(), is_free);
        let distance = forgetful.distance(q);
        assert_eq!(checker.distance(q), distance, "{q:?}");
        assert_eq!(checker.distance(q), distance, "once more: {q:?}");
        for threshold in [0.0, 0.03, 0.4] {
            let near = forgetful.distances_within(q, threshold).expect("a place");
            assert_eq!(checker.distances_within(q, threshold).expect("a place"), near, "{q:?}");
        }
        let contacts = forgetful.contacts(q, 3).expect("a place");
        assert_eq!(checker.contacts(q, 3).expect("a place"), contacts);
        is_free
    });
    for (n, q) in all.iter().enumerate() {
        let to = configuration_at(q, &[q[0] + 1.0, 0.1], 0.3);
        let is_free = checker.is_motion_valid(q, &to);
        assert_eq!(is_free, fresh.is_motion_valid(q, &to), "{q:?} {to:?}");
        assert_eq!(is_free, forgetful.is_motion_valid(q, &to), "{q:?} {to:?}");
        assert!(!is_free || forgetful.is_motion_valid_sampled(q, &to, 9), "{q:?} {to:?}");
        assert_eq!(checker.is_motion_clear(q, &to), fresh.is_motion_clear(q, &to));
        let options = SweepOptions::default();
        // Which pair is found of those that collide depends on what collided before.
        let swept = fresh.clone().sweep(q, &to, &options);
        assert_eq!(checker.clone().sweep(q, &to, &options), swept, "{q:?} {to:?}");
        let along = Trajectory::linear(&[0.0, 1.0], &[q.clone(), to]).expect("rows");
        let is_free = forgetful.is_trajectory_valid(&along);
        assert_eq!(checker.is_trajectory_valid(&along), is_free, "{along:?}");
        let clearances = forgetful.clearances_along(&along, 2);
        assert_eq!(checker.clearances_along(&along, 2), clearances, "{along:?}");
        if free[n] {
            assert_eq!(checker.free_region(q, 8), fresh.free_region(q, 8), "{q:?}");
        }
    }
    free
}

#[test]
fn pairs_that_no_joint_moves_are_decided_anew_when_something_changes() {
    const CHANGES: usize = 400;
    let mut random = Random(5);
    let mut model = Model {
        poses: [at([0.9, 0.1, 0.1]); 5],
        enabled: [true; 5],
        padding: [0.0; 5],
        margin: 0.0,
        margins: Vec::new(),
        allowed: Vec::new(),
        carried: [None; 5],
    };
    let mut checker = model.fresh();
    let mut free = [0; 3];
    for _ in 0..CHANGES {
        model.change(&mut random, &mut checker);
        let mut fresh = model.fresh();
        let found = compare(&mut checker, &mut fresh, &mut random);
        for (count, is_free) in free.iter_mut().zip(found) {
            *count += usize::from(is_free);
        }
    }
    assert!(free.iter().all(|free| (CHANGES / 10..CHANGES * 9 / 10).contains(free)), "{free:?}");
}

/// A base that touches something collides at every configuration, one ulp beside it at none: also
/// where what frames round, of an arm that slides far, is more than the gap.
#[test]
fn a_fixed_pair_is_decided_to_an_ulp() {
    let text = r#"<robot name="r"><link name="base"><collision><geometry><box size="1 1 1"/>
      </geometry></collision></link>
      <link name="tool"><collision><origin xyz="0 0 20"/><geometry><sphere radius="0.5"/></geometry>
      </collision></link>
      <joint name="j" type="prismatic"><parent link="base"/><child link="tool"/><axis xyz="0 0 1"/>
      <limit lower="0" upper="100000" effort="1" velocity="1"/></joint></robot>"#;
    let point = PointCloud::new(&[[0.0; 3]], 0.25).expect("finite");
    let sheet = triangle([[0.25, -9.0, -9.0], [0.25, 9.0, -9.0], [0.25, 0.0, 9.0]]);
    // What it has at -x is at -0.25, or at 0.25.
    let things = [(Part::new(point), 0.75), (Part::new(sheet), 0.25)];
    for (part, touching) in things {
        for (x, is_free) in [
            (touching, false),
            (touching * (1.0 + f64::EPSILON), true),
            (touching * (1.0 - f64::EPSILON), false),
        ] {
            let scene = world([("thing", part.clone(), at([x, 0.0, 0.0]))]);
            let mut checker = among(robot(text), &scene);
            let mut forgetful = checker.clone().remembering(false);
            for q in [0.0, 3.0, 99_999.0] {
                assert_eq!(checker.is_valid(&[q]), is_free, "{x} {q}");
                assert_eq!(forgetful.is_valid(&[q]), is_free, "{x} {q}");
                assert_eq!(checker.is_motion_valid(&[q], &[q + 1.0]), is_free, "{x} {q}");
                assert_eq!(checker.is_motion_clear(&[q], &[q + 1.0]), is_free, "{x} {q}");
            }
            // Not from where the tool meets the base.
            let path = plan_path(
                &checker.robot().clone(),
                &mut checker,
                &[1.0],
                &[5.0],
                &PlanOptions::default(),
            );
            assert_eq!(path.is_ok(), is_free, "{x}");
        }
    }
}
