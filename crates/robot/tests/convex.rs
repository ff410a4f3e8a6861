//! Closed meshes that are convex, or nearly so, are seen as one box, cylinder or hull. They stay
//! surfaces: what moves inside of one is free, and so is what encloses a wall without meeting it.

mod support;

use obbtree_ccd::{Sweep, SweepOptions};
use obbtree_collider::{Body, Collider, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_robot::{Checker, PlanOptions, Random, plan_path};
use obbtree_scene::Scene;

use support::{among, robot};

/// A tool that slides along x, y and z, and turns.
fn slides() -> String {
    let joint = |name: &str, kind: &str, ends: [&str; 2], axis: &str| {
        let [a, b] = ends;
        format!(
            r#"<joint name="{name}" type="{kind}"><parent link="{a}"/><child link="{b}"/>
            <axis xyz="{axis}"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint>"#
        )
    };
    format!(
        r#"<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>
        <link name="tool"/>{}{}{}{}</robot>"#,
        joint("x", "prismatic", ["a", "b"], "1 0 0"),
        joint("y", "prismatic", ["b", "c"], "0 1 0"),
        joint("z", "prismatic", ["c", "d"], "0 0 1"),
        joint("turn", "revolute", ["d", "tool"], "0.6 0 0.8")
    )
}

/// Twelve triangles around a box, their normals outwards, turned about z.
fn box_mesh(at: [f64; 3], half: [f64; 3], turn: f64) -> (Vec<[f64; 3]>, Vec<[u32; 3]>) {
    let (sin, cos) = turn.sin_cos();
    let corner = |n: usize| {
        let [x, y, z] = [0, 1, 2].map(|k| if n >> k & 1 == 0 { -half[k] } else { half[k] });
        [at[0] + cos * x - sin * y, at[1] + sin * x + cos * y, at[2] + z]
    };
    ((0..8).map(corner).collect(), obbtree_assets::CUBOID_FACES.to_vec())
}

/// One mesh of some.
fn of(parts: impl IntoIterator<Item = (Vec<[f64; 3]>, Vec<[u32; 3]>)>) -> Body {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for (some, faces) in parts {
        let first = corners.len() as u32;
        corners.extend(some);
        triangles.extend(faces.into_iter().map(|face| face.map(|v| v + first)));
    }
    Body::new(Mesh::new(corners, triangles).expect("a mesh"))
}

fn hull(points: &[[f64; 3]]) -> Body {
    let shape = Shape::hull(points).expect("a hull");
    shape.core().expect("a hull has a mesh").clone()
}

fn prism(sides: usize, radius: f64, half: f64) -> Body {
    let corner = |n: usize| {
        let (sin, cos) = (std::f64::consts::TAU * (n / 2) as f64 / sides as f64).sin_cos();
        [radius * cos, radius * sin, if n.is_multiple_of(2) { half } else { -half }]
    };
    hull(&(0..2 * sides).map(corner).collect::<Vec<_>>())
}

/// A checker whose tool is a body, among others at the origin.
fn with_tool(tool: impl Into<Collider>, others: &[Body]) -> Checker {
    let mut world = Scene::new();
    world.add("held", tool.into(), Pose::identity()).expect("a new name");
    for (n, other) in others.iter().enumerate() {
        world.add(&format!("other {n}"), other.clone(), Pose::identity()).expect("a new name");
    }
    let mut checker = among(robot(&slides()), &world);
    checker.attach_at("held", "tool", &[], Pose::identity()).expect("both are there");
    checker
}

#[test]
fn what_is_inside_of_a_room_is_free() {
    let room = of([box_mesh([0.0; 3], [2.0, 2.0, 1.5], 0.3)]);
    let (corners, triangles) = box_mesh([0.0; 3], [2.0, 2.0, 1.5], 0.3);
    let inverted = of([(corners, triangles.into_iter().map(|[a, b, c]| [a, c, b]).collect())]);
    for room in [room, inverted, prism(64, 2.5, 1.5)] {
        for tool in
            [Collider::from(prism(9, 0.1, 0.4)), Shape::sphere([0.0; 3], 0.2).unwrap().into()]
        {
            let mut checker = with_tool(tool, std::slice::from_ref(&room));
            assert!(checker.is_motion_valid(&[-1.0, 0.0, 0.5, 0.0], &[1.0, 0.5, -0.5, 1.0]));
            for q in [[2.9, 0.0, 0.0, 0.0], [0.0, 0.5, 2.5, 1.0]] {
                assert!(checker.is_valid(&q) && checker.is_valid(&[0.0; 4]));
                assert!(!checker.is_motion_valid(&[0.0; 4], &q), "it goes through a wall");
                assert!(!checker.is_motion_valid(&q, &[0.0; 4]), "it goes through a wall");
            }
        }
    }
}

/// Two shells that move as one, the one inside of a room and the other outside, meet nothing.
#[test]
fn a_tool_of_two_pieces_may_be_inside_and_outside() {
    let room = of([box_mesh([0.0; 3], [1.0; 3], 0.0)]);
    let tool = of([box_mesh([0.0; 3], [0.3; 3], 0.1), box_mesh([2.0, 0.0, 0.0], [0.3; 3], 0.2)]);
    let mut checker = with_tool(tool, &[room]);
    assert!(checker.is_motion_valid(&[-0.3, 0.0, 0.2, 0.0], &[0.3, 0.3, -0.2, 0.0]));
    assert!(!checker.is_motion_valid(&[-0.3, 0.0, 0.2, 0.0], &[0.9, 0.3, -0.2, 0.0]));
}

/// What a tool encloses all along, or is enclosed by, it does not meet.
#[test]
fn a_hollow_tool_may_go_around_a_pin() {
    let pin = of([box_mesh([0.0; 3], [0.1, 0.1, 0.2], 0.4)]);
    let tool = of([box_mesh([0.0; 3], [0.8; 3], 0.0)]);
    let mut checker = with_tool(tool, &[pin]);
    assert!(checker.is_motion_valid(&[-0.3, 0.0, 0.2, 0.0], &[0.3, 0.3, -0.2, 1.0]));
    assert!(!checker.is_motion_valid(&[-0.3, 0.0, 0.2, 0.0], &[0.9, 0.3, -0.2, 1.0]));
}

/// Meshes that are convex, nearly convex, and not at all; closed and open.
fn others(random: &mut Random) -> Vec<Body> {
    let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
    let mut place = || [number(1.5), number(1.5), number(1.5)];
    let [a, b, c, d] = [place(), place(), place(), place()];
    let moved = |body: &Body, by: [f64; 3]| {
        let (corners, triangles) = body.mesh().clone().into_parts();
        let corners = corners.into_iter().map(|p| [0, 1, 2].map(|k| p[k] + by[k])).collect();
        Body::new(Mesh::new(corners, triangles).expect("a mesh"))
    };
    let turned = of([box_mesh(a, [0.3, 0.5, 0.05], 1.0 + a[0])]);
    let (corners, mut triangles) = box_mesh(b, [0.4, 0.3, 0.2], 0.0);
    triangles.pop();
    let open = of([(corners, triangles)]);
    let (mut corners, triangles) = box_mesh(c, [0.3, 0.3, 0.3], 0.5);
    corners[7] = [0, 1, 2].map(|k| corners[7][k] - 0.2 * (corners[7][k] - c[k]));
    let dented = of([(corners, triangles)]);
    let round = hull(&(0..40).map(|_| [number(0.4), number(0.4), number(0.4)]).collect::<Vec<_>>());
    let walls = of([
        box_mesh(b, [0.1, 0.4, 0.1], 0.2),
        box_mesh([b[0] + 0.5, b[1], b[2]], [0.1, 0.4, 0.1], 0.2),
    ]);
    // A box beside a piece that is not convex, and one that is open.
    let (corners, mut triangles) = box_mesh(d, [0.2, 0.1, 0.3], 0.7);
    triangles.pop();
    let mut ell = box_mesh([d[0] - 0.8, d[1], d[2]], [0.2, 0.3, 0.3], 0.1);
    ell.0[7] = [d[0] - 0.8, d[1], d[2]];
    let far = [d[0], d[1] - 0.9, d[2]];
    let mixed = of([ell, box_mesh(far, [0.1, 0.4, 0.1], 0.2), (corners, triangles)]);
    let prism = moved(&prism(64, 0.1, 0.8), a);
    vec![turned, open, dented, moved(&round, d), prism, walls, mixed]
}

/// What is refused at once has a contact, what is proven has none: both by the search that knows
/// no lanes and by samples.
#[test]
fn lines_among_convex_meshes_are_answered_as_by_search() {
    let rounds = if std::env::var_os("OBBTREE_LONG").is_some() { 400 } else { 3 };
    let mut counts = [0; 2];
    for seed in 0..rounds {
        let mut random = Random(1000 + seed);
        let room = of([box_mesh([0.0; 3], [2.2, 2.2, 2.2], 0.2)]);
        let mut all = others(&mut random);
        all.extend((seed % 2 == 0).then_some(room));
        let tools: [Collider; 5] = [
            hull(&[[0.0; 3], [0.3, 0.0, 0.0], [0.0, 0.3, 0.1], [0.0, 0.1, 0.5]]).into(),
            of([box_mesh([0.0; 3], [0.1; 3], 0.0), box_mesh([0.5, 0.0, 0.2], [0.1; 3], 0.0)])
                .into(),
            Shape::capsule([0.0; 3], [0.2, 0.3, 0.4], 0.05).expect("a capsule").into(),
            of([box_mesh([0.0; 3], [0.02, 0.6, 0.3], 0.0)]).into(),
            prism(12, 0.15, 0.2).into(),
        ];
        for tool in tools {
            let mut checker = with_tool(tool, &all);
            for n in 0..40 {
                let from: Vec<f64> = (0..4).map(|_| 4.0 * random.uniform() - 2.0).collect();
                let share = if n % 2 == 0 { 0.2 } else { 1.0 };
                let to: Vec<f64> =
                    from.iter().map(|x| x + share * (4.0 * random.uniform() - 2.0)).collect();
                let to: Vec<f64> = to.iter().map(|x| x.clamp(-3.0, 3.0)).collect();
                let is_valid = checker.is_motion_valid(&from, &to);
                let found = checker.sweep(&from, &to, &SweepOptions::default()).expect("values");
                assert_eq!(
                    is_valid,
                    matches!(found, Sweep::Free { .. }),
                    "{seed} {from:?} {to:?} {found:?}"
                );
                assert!(!is_valid || checker.is_motion_valid_sampled(&from, &to, 129));
                assert!(is_valid || !checker.is_motion_clear(&from, &to));
                counts[usize::from(is_valid)] += 1;
            }
        }
    }
    let [hit, free] = counts;
    assert!(hit * 10 > free && free * 10 > hit, "{hit} hit, {free} free");
}

/// No line from there shows quickly to be free, as `f32` does not see the gap. A planner does not
/// spend its samples on them.
#[test]
fn a_start_a_hair_above_a_plate_is_left() {
    let plate = of([box_mesh([0.0, 0.0, -0.1], [2.0, 2.0, 0.1], 0.0)]);
    let post = of([box_mesh([0.8, 0.0, 0.5], [0.05, 0.6, 0.5], 0.0)]);
    let tool = of([box_mesh([0.0; 3], [0.2; 3], 0.0)]);
    let mut checker = with_tool(tool, &[plate, post]);
    let (start, goal) = ([0.0, 0.0, 0.2 + 1e-8, 0.0], [1.6, 0.0, 0.6, 0.0]);
    assert!(!checker.is_motion_clear(&start, &[0.0, 0.0, 1.0, 0.0]));
    assert!(checker.is_motion_valid(&start, &[0.0, 0.0, 1.0, 0.0]));
    let mut options = PlanOptions::default();
    options.samples = 2000;
    let robot = checker.robot().clone();
    let path = plan_path(&robot, &mut checker, &start, &goal, &options).expect("a path");
    assert!(path.windows(2).all(|line| checker.is_motion_valid(&line[0], &line[1])));
}
