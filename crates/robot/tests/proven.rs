//! Pairs of links proven never, always or sometimes colliding: small robots of which the truth is
//! known, and what is said of the arm against random configurations.

mod support;

use obbtree_collider::{Body, Query};
use obbtree_mesh::Mesh;
use obbtree_robot::{
    Collides, PairProof, ProofOptions, ProvenPairs, Random, Reason, Robot, Srdf, prove_allowed,
};

use support::{alone, bare_arm, robot};

fn proven(robot: &Robot) -> ProvenPairs {
    let found = prove_allowed(robot, &ProofOptions::default(), &Query::new().batch());
    let found = found.expect("threads");
    for pair in &found.pairs {
        check_witnesses(robot, pair);
    }
    found
}

/// The two configurations of *sometimes* are within the limits, and the checker says what is said
/// of them.
fn check_witnesses(robot: &Robot, pair: &PairProof) {
    let Collides::Sometimes { colliding, free } = &pair.collides else { return };
    let mut checker = alone(robot.clone().with_pairs(&[pair.links]));
    assert_eq!(checker.colliding_pairs(colliding).expect("within the limits").len(), 1, "{pair:?}");
    assert_eq!(checker.colliding_pairs(free).expect("within the limits").len(), 0, "{pair:?}");
}

/// What is said of the only pair.
fn of(text: &str) -> Collides {
    let found = proven(&robot(text));
    assert_eq!(found.pairs.len(), 1);
    found.pairs[0].collides.clone()
}

fn link(name: &str, xyz: &str, geometry: &str) -> String {
    format!(
        r#"<link name="{name}"><collision><origin xyz="{xyz}"/><geometry>{geometry}</geometry>
            </collision></link>"#
    )
}

fn joint(kind: &str, ends: &str, xyz: &str, axis: &str, rest: &str) -> String {
    let [parent, child] = [&ends[..1], &ends[2..]];
    format!(
        r#"<joint name="{ends}" type="{kind}"><parent link="{parent}"/><child link="{child}"/>
            <origin xyz="{xyz}"/><axis xyz="{axis}"/>{rest}</joint>"#
    )
}

fn limits(low: f64, high: f64) -> String {
    format!(r#"<limit lower="{low}" upper="{high}" effort="1" velocity="1"/>"#)
}

const CUBE: &str = r#"<box size="1 1 1"/>"#;
const SPHERE: &str = r#"<sphere radius="0.5"/>"#;

/// A cube, and another one that slides away from it along z.
fn two_cubes(low: f64, high: f64) -> Collides {
    let links = link("a", "0 0 0", CUBE) + &link("b", "0 0 0", CUBE);
    let slide = joint("prismatic", "a-b", "0 0 0", "0 0 1", &limits(low, high));
    of(&format!(r#"<robot name="r">{links}{slide}</robot>"#))
}

#[test]
fn cubes_on_a_slide() {
    assert_eq!(two_cubes(2.0, 3.0), Collides::Never);
    assert_eq!(two_cubes(1.0_f64.next_up(), 3.0), Collides::Undecided { in_samples: false });
    assert_eq!(two_cubes(1.000_001, 3.0), Collides::Never);
    assert_eq!(two_cubes(0.0, 0.9), Collides::Always);
    assert!(matches!(two_cubes(0.0, 3.0), Collides::Sometimes { .. }));
}

/// Touching at the end of a range is touching.
#[test]
fn cubes_that_touch_at_one_value_collide_sometimes() {
    for (low, high, touching) in [(1.0, 3.0, 1.0), (-4.5, -1.0, -1.0)] {
        let Collides::Sometimes { colliding, .. } = two_cubes(low, high) else {
            panic!("{low} to {high}");
        };
        assert_eq!(colliding, [touching]);
    }
}

/// A sphere that passes another one, and touches it where the value is 0 if it is not higher.
#[test]
fn spheres_that_touch_within_the_range_collide_sometimes() {
    let pass = |height: f64| {
        let links = link("a", "0 0 0", SPHERE) + &link("b", "0 0 0", SPHERE);
        let origin = format!("0 0 {height}");
        let slide = joint("prismatic", "a-b", &origin, "1 0 0", &limits(-1.0, 2.5));
        of(&format!(r#"<robot name="r">{links}{slide}</robot>"#))
    };
    let Collides::Sometimes { colliding, .. } = pass(1.0) else { panic!("they touch at 0") };
    assert_eq!(colliding, [0.0]);
    assert_eq!(pass(1.000_000_1), Collides::Never);
}

/// A sphere on a turning arm of length 3, and a cube as far from the axis on the side of x < 0.
fn turning(kind: &str, rest: &str) -> Collides {
    let links = link("a", "-3 0 0", CUBE) + &link("b", "3 0 0", SPHERE);
    let turn = joint(kind, "a-b", "0 0 0", "0 0 1", rest);
    of(&format!(r#"<robot name="r">{links}{turn}</robot>"#))
}

#[test]
fn turns_are_circles() {
    assert!(matches!(turning("continuous", ""), Collides::Sometimes { .. }));
    assert_eq!(turning("revolute", &limits(-2.7, 2.7)), Collides::Never);
    // More than a whole turn: the witness is within the limits.
    assert!(matches!(turning("revolute", &limits(3.6, 100.0)), Collides::Sometimes { .. }));
    // The same arm in its own plane, half a unit above.
    let links = link("a", "-3 0 0", CUBE) + &link("b", "3 0 1.01", SPHERE);
    let turn = joint("continuous", "a-b", "0 0 0", "0 0 1", "");
    assert_eq!(of(&format!(r#"<robot name="r">{links}{turn}</robot>"#)), Collides::Never);
}

/// A joint that turns half as far as one without limits comes round in two turns of it only: one
/// turn proves nothing.
#[test]
fn half_of_an_unlimited_turn_is_not_periodic() {
    let links = link("a", "-3 0 0", CUBE) + r#"<link name="c"/>"# + &link("b", "3 0 0", SPHERE);
    let followed = joint("continuous", "a-c", "0 0 0", "1 0 0", "");
    let mimic = |by: f64| {
        let rest = format!(r#"<mimic joint="a-c" multiplier="{by}"/>"#);
        let follows = joint("continuous", "a-b", "0 0 0", "0 0 1", &rest);
        of(&format!(r#"<robot name="r">{links}{followed}{follows}</robot>"#))
    };
    assert_ne!(mimic(0.5), Collides::Never);
    assert!(matches!(mimic(-1.0), Collides::Sometimes { .. }));
}

#[test]
fn rigid_pairs_and_free_ones() {
    let fixed = |x: f64, shape: &str| {
        let links = link("a", "0 0 0", CUBE) + &link("b", "0 0 0", shape);
        let held = joint("fixed", "a-b", &format!("{x} 0 0"), "1 0 0", "");
        of(&format!(r#"<robot name="r">{links}{held}</robot>"#))
    };
    assert_eq!(fixed(0.9, CUBE), Collides::Always);
    assert_eq!(fixed(0.9, SPHERE), Collides::Always);
    assert_eq!(fixed(1.1, SPHERE), Collides::Never);
    for kind in ["floating", "planar"] {
        let links = link("a", "0 0 0", CUBE) + &link("b", "0 0 0", SPHERE);
        let free = joint(kind, "a-b", "0 0 0", "0 0 1", "");
        let found = of(&format!(r#"<robot name="r">{links}{free}</robot>"#));
        assert!(matches!(found, Collides::Sometimes { .. }), "{kind} {found:?}");
        // A planar joint that stays above proves nothing, as it has no ends.
        let free = joint("planar", "a-b", "0 0 1.1", "0 0 1", "");
        let found = of(&format!(r#"<robot name="r">{links}{free}</robot>"#));
        assert_eq!(found, Collides::Undecided { in_samples: false });
    }
}

type Soup = Vec<[[f64; 3]; 3]>;

/// What is said of two meshes of which the second turns about the z axis of the first, and slides
/// along it if it says so.
fn of_surfaces(first: Soup, second: Soup, kind: &str, ends: [f64; 2]) -> Collides {
    let mesh = |name: &str| link(name, "0 0 0", &format!(r#"<mesh filename="{name}"/>"#));
    let joint = joint(kind, "a-b", "0 0 0", "0 0 1", &limits(ends[0], ends[1]));
    let text = format!(r#"<robot name="r">{}{}{joint}</robot>"#, mesh("a"), mesh("b"));
    let robot = Robot::from_urdf_with(&text, |name, _| {
        let soup = if name == "a" { &first } else { &second };
        Ok(Body::new(Mesh::from_soup(soup).expect("a mesh")))
    });
    let found = proven(&robot.expect("a robot"));
    assert_eq!(found.pairs.len(), 1);
    found.pairs[0].collides.clone()
}

/// A disc in eight triangles around the z axis, without some of them.
fn disc(z: f64, left_out: std::ops::Range<usize>) -> Soup {
    let corner = |n: usize| {
        let [sin, cos] = [
            (n as f64 * std::f64::consts::FRAC_PI_4).sin(),
            (n as f64 * std::f64::consts::FRAC_PI_4).cos(),
        ];
        [cos, sin, z]
    };
    (0..8)
        .filter(|n| !left_out.contains(n))
        .map(|n| [[0.0, 0.0, z], corner(n), corner(n + 1)])
        .collect()
}

/// A narrow upright strip at half the radius of the disc, from below to a height.
fn blade(height: f64) -> Soup {
    let [p, q] = [-0.05, 0.05].map(|y| [0.5, y, -1.0]);
    let [r, s] = [-0.05, 0.05].map(|y| [0.5, y, height]);
    vec![[p, q, r], [q, s, r]]
}

/// Nothing is inside of an open surface; what goes through it collides all the same.
#[test]
fn what_goes_through_an_open_surface_always_collides() {
    let turn = [-3.0, 3.0];
    assert_eq!(of_surfaces(disc(0.0, 0..0), blade(1.0), "revolute", turn), Collides::Always);
    assert_eq!(of_surfaces(blade(1.0), disc(0.0, 0..0), "revolute", turn), Collides::Always);
    // By a hair, which turning does not change.
    assert_eq!(of_surfaces(disc(0.0, 0..0), blade(1e-9), "revolute", turn), Collides::Always);
    let slide = [-0.9, 0.9];
    assert_eq!(of_surfaces(disc(0.0, 0..0), blade(1.0), "prismatic", slide), Collides::Always);
}

#[test]
fn what_can_leave_an_open_surface_does_not_always_collide() {
    let turn = [-3.0, 3.0];
    let gap = of_surfaces(disc(0.0, 2..3), blade(1.0), "revolute", turn);
    assert!(matches!(gap, Collides::Sometimes { .. }), "{gap:?}");
    let slide = [-1.1, 0.0];
    let left = of_surfaces(disc(0.0, 0..0), blade(1.0), "prismatic", slide);
    assert!(matches!(left, Collides::Sometimes { .. }), "{left:?}");
    // It touches at the end, so it always collides, which no crossing proves.
    let touches = of_surfaces(disc(0.0, 0..0), blade(1.0), "prismatic", [-1.0, 0.0]);
    assert_eq!(touches, Collides::Undecided { in_samples: true });
    // It leaves by an ulp.
    let beyond =
        of_surfaces(disc(0.0, 0..0), blade(1.0), "prismatic", [(-1.0_f64).next_down(), 0.0]);
    assert_ne!(beyond, Collides::Always);
}

/// Two fingers that close by one value: they touch at the end.
#[test]
fn mimics_follow() {
    let links = link("a", "0 0 -9", CUBE) + &link("b", "0 0 0", CUBE) + &link("c", "0 0 0", CUBE);
    let hand = |high: f64| {
        let first = joint("prismatic", "a-b", "-2 0 0", "1 0 0", &limits(0.0, high));
        let rest = r#"<mimic joint="a-b" multiplier="-1"/>"#.to_owned() + &limits(0.0, high);
        let second = joint("prismatic", "a-c", "2 0 0", "1 0 0", &rest);
        let found = proven(&robot(&format!(r#"<robot name="r">{links}{first}{second}</robot>"#)));
        let pair = found.pairs.iter().find(|pair| pair.links == [1, 2]).expect("the fingers");
        pair.collides.clone()
    };
    assert_eq!(hand(1.4), Collides::Never);
    let Collides::Sometimes { colliding, .. } = hand(1.5) else { panic!("they touch") };
    assert_eq!(colliding, [1.5]);
}

/// Random configurations that may contradict.
const SAMPLES: usize = 20_000;

#[test]
fn nothing_contradicts_what_is_said_of_the_arm() {
    let robot = bare_arm();
    let found = proven(&robot);
    let pairs: Vec<[usize; 2]> = found.pairs.iter().map(|pair| pair.links).collect();
    let mut checker = alone(robot.clone().with_pairs(&pairs)).remembering(false);
    let bodies = checker.pairs().to_vec();
    let mut random = Random(11);
    let mut hits = vec![0; pairs.len()];
    for _ in 0..SAMPLES {
        let configuration = robot.random(|| random.uniform());
        for pair in checker.colliding_pairs(&configuration).expect("within the limits") {
            hits[bodies.iter().position(|body| *body == pair).expect("a pair")] += 1;
        }
    }
    let (mut never, mut sometimes) = (0, 0);
    for (pair, hits) in found.pairs.iter().zip(hits) {
        match &pair.collides {
            Collides::Never => {
                never += 1;
                assert_eq!(hits, 0, "{pair:?}");
            }
            Collides::Always => assert_eq!(hits, SAMPLES, "{pair:?}"),
            Collides::Sometimes { .. } => sometimes += 1,
            _ => {}
        }
    }
    assert!(never > 0 && sometimes > 0, "both are tested");
    assert_eq!(found, {
        let one = Query::new().batch().threads(1);
        prove_allowed(&robot, &ProofOptions::default(), &one).expect("a thread")
    });
}

#[test]
fn proven_pairs_are_written_and_read() {
    let robot = bare_arm();
    let found = proven(&robot);
    let srdf: Srdf = found.to_srdf(&robot).parse().expect("an SRDF");
    let allowed = found.allowed();
    assert_eq!(srdf.disabled.len(), allowed.len());
    let left = robot.clone().with_srdf(&srdf).expect("of this robot");
    let is_allowed = |pair: &[usize; 2]| allowed.iter().any(|(allowed, _)| allowed == pair);
    assert!(robot.pairs().iter().all(|pair| is_allowed(pair) != left.pairs().contains(pair)));
    let never = |(links, reason): &([usize; 2], Reason)| {
        *reason != Reason::Never
            || found.pairs.iter().any(|p| p.links == *links && p.collides == Collides::Never)
    };
    assert!(allowed.iter().all(never) && !allowed.is_empty());
    // A pair that the robot checks is told as others are, though one joint joins it.
    let joined = |robot: &Robot| proven(robot).pairs.iter().filter(|pair| pair.is_adjacent).count();
    let enabled = r#"<robot name="arm"><enable_collisions link1="base" link2="upper"/></robot>"#;
    let srdf: Srdf = enabled.parse().expect("an SRDF");
    assert_eq!(joined(&robot), joined(&robot.clone().with_srdf(&srdf).expect("of this robot")) + 1);
}

/// Descents step on the values of joints that have no ends too: to a quaternion without length, and
/// below the only limit of a slide.
#[test]
fn witnesses_are_configurations() {
    let round = r#"<sphere radius="0.01"/>"#;
    let two = |moving: &str| {
        let (a, b) = (link("a", "0 0 0", round), link("b", "0 0 0", round));
        format!(r#"<robot name="r">{a}{b}{moving}</robot>"#)
    };
    let floating = of(&two(&joint("floating", "a_b", "0.2 0 0", "1 0 0", "")));
    assert!(matches!(floating, Collides::Sometimes { .. }), "{floating:?}");
    let up = joint("prismatic", "a_b", "0.2 0 0", "1 0 0", &limits(0.0, f64::INFINITY));
    assert_eq!(of(&two(&up)), Collides::Undecided { in_samples: false });
}

/// However far apart two links are that nothing keeps apart, a collision is found in a few steps.
#[test]
fn what_is_far_away_without_limits_is_reached() {
    for kind in ["planar", "floating"] {
        for away in ["1e2", "1e6", "1e9"] {
            let apart = joint(kind, "b c", &format!("{away} {away} 0"), "0 0 1", "");
            let text = format!(
                r#"<robot name="r">{}{}{apart}</robot>"#,
                link("b", "0 0 0", CUBE),
                link("c", "0 0 0", CUBE)
            );
            assert!(matches!(of(&text), Collides::Sometimes { .. }), "{kind} {away}");
        }
    }
}
