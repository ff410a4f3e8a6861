//! Searches for violations of the lemmas of `chain` and `node`: places and motions in `f32` lanes
//! against those of `f64` kinematics, on random robots, on every instruction set; and what covers
//! contain.

use obbtree_assets::CUBOID_FACES;
use obbtree_collider::{Body, Collider, PointSide, Query, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::{Pose, UpperBound};
use obbtree_simd::SimdLevel;

use super::block::{Block, LANES, PlaceFrames, PlaceVelocities, ROWS};
use super::chain::{Chain, ROOT, VelocityError, deviation, speed};
use super::node::{Node, placed, placed_points};
use crate::frames::Frame;
use crate::kinematics::Kinematics;
use crate::model::{Cover, Robot, whole_cover};
use crate::random::Random;

/// A chain of turns and slides, of which one follows another, with some links beside it.
pub(super) fn random_robot(random: &mut Random) -> Robot {
    let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
    let (mut links, mut joints) = (r#"<link name="l0"/>"#.to_owned(), String::new());
    for n in 1..8 {
        let kind = ["revolute", "prismatic", "continuous"][n % 3];
        let [x, y, z, r, p, w] = [0.5, 0.5, 0.5, 3.0, 3.0, 3.0].map(&mut number);
        let [u, v, s] = [1.0; 3].map(&mut number);
        let limit = r#"<limit lower="-2" upper="2" effort="1" velocity="1"/>"#;
        let limit = if kind == "continuous" { "" } else { limit };
        let mimic =
            if n == 5 { r#"<mimic joint="j1" multiplier="-1.5" offset="0.2"/>"# } else { "" };
        let kind = if n == 5 { "prismatic" } else { kind };
        let parent = if n == 6 { 3 } else { n - 1 };
        links += &format!(r#"<link name="l{n}"/>"#);
        joints += &format!(
            r#"<joint name="j{n}" type="{kind}"><parent link="l{parent}"/><child link="l{n}"/>
            <origin xyz="{x} {y} {z}" rpy="{r} {p} {w}"/><axis xyz="{u} {v} {s}"/>{limit}{mimic}
            </joint>"#
        );
    }
    let text = format!(r#"<robot name="r">{links}{joints}</robot>"#);
    Robot::from_urdf_str(&text, "r.urdf", &[]).expect("a robot")
}

/// The place of a point of a link, in `f64`.
fn place(robot: &Robot, q: &[f64], link: usize, point: [f64; 3]) -> [f64; 3] {
    let mut kinematics = Kinematics::default();
    kinematics.compute(robot, q, SimdLevel::detect());
    kinematics.frames[link].place(point)
}

fn distance(a: [f64; 3], b: [f64; 3]) -> f64 {
    (0..3).map(|k| (a[k] - b[k]) * (a[k] - b[k])).sum::<f64>().sqrt()
}

#[test]
fn places_and_motions_keep_their_bounds() {
    let mut random = Random(5);
    let (mut worst_places, mut worst_motion) = ([0.0_f64; 2], 0.0_f64);
    for _ in 0..60 {
        let robot = &random_robot(&mut random);
        let chain = &Chain::of(robot);
        let mut sample = || robot.random(|| random.uniform());
        let (q, to) = (sample(), sample());
        let rates: Vec<f64> = q.iter().zip(&to).map(|(q, to)| to - q).collect();
        let half = [0.3, 0.03, 0.003][random.0 as usize % 3];
        let mut block = Block::default();
        block.resize(chain, robot.dof());
        block.set_line([&q, &rates], &[0.0; LANES], half);
        for (level, in_f64) in
            SimdLevel::all_available().into_iter().flat_map(|level| [(level, false), (level, true)])
        {
            match in_f64 {
                false => level.dispatch(PlaceFrames { chain, robot, block: &mut block }),
                true => block.place_in_f64(chain, robot, u32::MAX, level),
            }
            level.dispatch(PlaceVelocities { chain, block: &mut block });
            for link in 1..robot.links().len() {
                let point = [0, 1, 2].map(|_| random.uniform() - 0.5);
                let (frame, at) = chain.of_link[link];
                let in_frame = at.place(point);
                let reach = crate::model::length(in_frame);
                let row = |n: usize| f64::from(block.frames[ROWS * frame + n][link % LANES]);
                let found = [0, 1, 2].map(|i| {
                    (0..3).map(|k| row(4 * i + k) * in_frame[k]).sum::<f64>() + row(4 * i + 3)
                });
                let exact = place(robot, &q, link, point);
                let off = chain.placing_error(frame, reach);
                let worst = &mut worst_places[usize::from(in_f64)];
                *worst = worst.max(distance(found, exact) / off.of(in_f64).get());

                let [turn, shift] = [12, 15].map(|n| [row(n), row(n + 1), row(n + 2)]);
                let velocity = [0, 1, 2].map(|i| {
                    let (j, k) = ((i + 1) % 3, (i + 2) % 3);
                    turn[j] * found[k] - turn[k] * found[j] + shift[i]
                });
                let size = chain.reach_of_root(frame, reach);
                let turning = chain.turning_error(frame).in_f32;
                let error = VelocityError::of(turning, off.in_f32, size);
                let movers = chain.movers(frame, reach, ROOT);
                let [of_half, of_square] = deviation(&movers, &rates, error).map(f64::from);
                for time in [-half, half, 0.5 * half] {
                    let q: Vec<f64> = q.iter().zip(&rates).map(|(q, d)| q + time * d).collect();
                    let moved = place(robot, &q, link, point);
                    let straight = [0, 1, 2].map(|k| exact[k] + time * velocity[k]);
                    let bound = (of_half + of_square * half) * half;
                    worst_motion = worst_motion.max(distance(moved, straight) / bound);
                }
            }
        }
    }
    // They are bounds of something, and no more than that.
    for worst in worst_places {
        assert!((1e-3..1.0).contains(&worst), "{worst_places:?}");
    }
    assert!((0.1..1.0).contains(&worst_motion), "{worst_motion}");
}

/// A point seen from a frame that moves too: its distance from a point of that frame changes by
/// no more than the bound of the two says.
#[test]
fn motions_seen_from_a_moving_frame_keep_their_bounds() {
    let mut random = Random(6);
    let mut worst = 0.0_f64;
    for _ in 0..200 {
        let robot = random_robot(&mut random);
        let chain = Chain::of(&robot);
        let q = robot.random(|| random.uniform());
        let to = robot.random(|| random.uniform());
        let rates: Vec<f64> = q.iter().zip(&to).map(|(q, to)| to - q).collect();
        let link = |random: &mut Random| 1 + (random.uniform() * 7.0) as usize;
        let (a, b) = (link(&mut random), link(&mut random));
        let (of_a, of_b) = (chain.of_link[a].0, chain.of_link[b].0);
        let point = [0, 1, 2].map(|_| random.uniform() - 0.5);
        let reach = crate::model::length(chain.of_link[a].1.place(point));
        let movers = chain.movers(of_a, reach, of_b);
        let none = VelocityError::of(UpperBound::ZERO, UpperBound::ZERO, UpperBound::ZERO);
        let of_square = f64::from(deviation(&movers, &rates, none)[1]);
        let speed = f64::from(speed(&movers, &rates));
        // Second differences of the place in B's frame, in `f64`.
        let step = 1e-4;
        let seen = |time: f64| {
            let q: Vec<f64> = q.iter().zip(&rates).map(|(q, d)| q + time * d).collect();
            let mut kinematics = Kinematics::default();
            kinematics.compute(&robot, &q, SimdLevel::detect());
            let (at, b) = (kinematics.frames[a].place(point), &kinematics.frames[b].0);
            let away = [0, 1, 2].map(|k| at[k] - b[k][3]);
            [0, 1, 2].map(|k| (0..3).map(|i| b[i][k] * away[i]).sum::<f64>())
        };
        let [before, now, after] = [-step, 0.0, step].map(seen);
        let second = [0, 1, 2].map(|k| before[k] - 2.0 * now[k] + after[k]);
        let acceleration = distance(second, [0.0; 3]) / (step * step);
        assert!(distance(after, before) <= 2.0 * step * speed + 1e-12, "{speed}");
        let most = 2.0 * of_square;
        assert!(acceleration <= most + 1e-6, "{acceleration} {most}");
        worst = worst.max(if most > 0.0 { acceleration / most } else { 0.0 });
    }
    assert!((0.1..=1.0).contains(&worst), "{worst}");
}

/// Every point of a mesh and of a shape is in a leaf of its placed cover: in the sphere, in the
/// box, and not farther along any direction than the leaf's points.
#[test]
fn covers_contain_their_elements() {
    let mut random = Random(9);
    let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
    let corners: Vec<[f64; 3]> = (0..600)
        .map(|n| [0.0; 3].map(|_: f64| number(if n % 3 == 0 { 2.0 } else { 1.0 })))
        .collect();
    let triangles: Vec<[u32; 3]> = (0..200).map(|n| [3 * n, 3 * n + 1, 3 * n + 2]).collect();
    let soup = Body::new(Mesh::new(corners.clone(), triangles).expect("a mesh"));
    let [up, down] = [[0.3, 0.1, 0.9], [-0.2, 0.0, -0.8]];
    let hull: Vec<[f64; 3]> = corners[..20].to_vec();
    let along = |t: f64| [0, 1, 2].map(|k| down[k] + t * (up[k] - down[k]));
    // Each element, and points of it.
    let mix = |some: &[[f64; 3]], number: &mut dyn FnMut(f64) -> f64| {
        let weights: Vec<f64> = some.iter().map(|_| number(1.0).abs() + 1e-3).collect();
        let sum: f64 = weights.iter().sum();
        [0, 1, 2].map(|k| some.iter().zip(&weights).map(|(p, w)| p[k] * w / sum).sum())
    };
    let mut elements: Vec<(Collider, Vec<[f64; 3]>)> = Vec::new();
    let of_soup = corners.chunks(3).flat_map(|corners| {
        let some: Vec<[f64; 3]> = (0..5).map(|_| mix(corners, &mut number)).collect();
        some.into_iter().chain(corners.iter().copied())
    });
    let of_soup = of_soup.collect();
    elements.push((soup.into(), of_soup));
    let of_hull = (0..200).map(|_| mix(&hull, &mut number)).chain(hull.iter().copied()).collect();
    elements.push((Shape::hull(&hull).expect("a hull").into(), of_hull));
    let of_box = (0..200).map(|_| [number(0.1), number(0.2), number(1.5)]).collect();
    elements.push((Shape::cuboid([0.1, 0.2, 1.5]).expect("a box").into(), of_box));
    let near = |radius: f64, count: usize, number: &mut dyn FnMut(f64) -> f64| {
        let mut points = Vec::new();
        for _ in 0..count {
            let (at, v) = (along(number(0.5) + 0.5), [0.0; 3].map(|_: f64| number(1.0)));
            let length = v.iter().map(|x| x * x).sum::<f64>().sqrt().max(1e-9);
            // A hair within, as this sum rounds.
            let radius = radius * (1.0 - 1e-12);
            points.push([0, 1, 2].map(|k| at[k] + radius * v[k] / length));
        }
        points
    };
    elements.push((
        Shape::capsule(down, up, 0.15).expect("a capsule").into(),
        near(0.15, 300, &mut number),
    ));
    // Across the axis alone, for a cylinder.
    let axis = [0, 1, 2].map(|k| up[k] - down[k]);
    let length_sq: f64 = axis.iter().map(|x| x * x).sum();
    let of_cylinder = near(0.4, 300, &mut number).into_iter().map(|p| {
        let t: f64 = (0..3).map(|k| (p[k] - down[k]) * axis[k]).sum::<f64>() / length_sq;
        let back = t - t.clamp(1e-12, 1.0 - 1e-12);
        [0, 1, 2].map(|k| p[k] - back * axis[k])
    });
    let of_cylinder = of_cylinder.collect();
    elements.push((Shape::cylinder(down, up, 0.4).expect("a cylinder").into(), of_cylinder));

    let frames = [Frame::IDENTITY, Frame::from_xyz_rpy([3.0, -20.0, 0.1], [0.4, -1.0, 2.0])];
    for (collider, points) in &elements {
        let cover = Cover::of(collider).expect("it is bounded");
        for frame in &frames {
            let (nodes, hulls) = (placed(&cover, &[], frame), placed_points(&cover, frame));
            for point in points {
                let at = frame.place(*point);
                let is_in = |node: &Node| {
                    let away = [0, 1, 2].map(|k| at[k] - f64::from(node.center[k]));
                    let along = |axis: &[f32; 3]| {
                        (0..3).map(|k| f64::from(axis[k]) * away[k]).sum::<f64>().abs()
                    };
                    let in_box = (0..3).all(|k| along(&node.axes[k]) <= f64::from(node.outer[k]));
                    let in_sphere = distance(away, [0.0; 3]) <= f64::from(node.radius);
                    // What `f32` rounds of points is in `extra`.
                    let size = at.iter().fold(1.0_f64, |most, x| most.max(x.abs()));
                    let range =
                        node.first_point as usize..(node.first_point + node.points) as usize;
                    let in_hull = range.is_empty()
                        || node
                            .axes
                            .iter()
                            .flat_map(|axis| [axis.map(|x| x), axis.map(|x| -x)])
                            .all(|axis| {
                                let dot = |p: [f64; 3]| -> f64 {
                                    (0..3).map(|k| f64::from(axis[k]) * p[k]).sum()
                                };
                                let reach =
                                    hulls[range.clone()].iter().map(|p| dot(p.map(f64::from)));
                                dot(away) <= reach.fold(f64::NEG_INFINITY, f64::max) + 1e-6 * size
                            });
                    in_box && in_sphere && in_hull
                };
                assert!(is_in(&nodes[0]), "the first node");
                let leaves = || nodes.iter().filter(|node| node.children == 0);
                assert!(leaves().any(is_in), "{point:?} of {collider:?}");
            }
        }
    }
}

/// What is in a node's sphere is inside of the element; a point as near to a shape's node as it
/// says is as near to the shape.
#[test]
fn inner_spheres_are_inside() {
    let mut random = Random(10);
    let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
    let mut corners = Vec::new();
    let mut triangles = Vec::new();
    // A thick and a thin box, with one corner moved, as one mesh of two components.
    for (at, half) in [([0.0; 3], [0.4, 0.6, 2.0]), ([3.0, 0.0, 0.1], [1.5, 0.01, 0.5])] {
        let first = corners.len() as u32;
        corners.extend(
            (0..8).map(|n| {
                [0, 1, 2].map(|k| at[k] + if n >> k & 1 == 0 { -half[k] } else { half[k] })
            }),
        );
        triangles.extend(CUBOID_FACES.map(|t| t.map(|v| v + first)));
    }
    corners[7] = [0.9, 0.5, 2.6];
    let mesh = Body::new(Mesh::new(corners, triangles).expect("a mesh"));
    let hull = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 3.0]];
    let elements: [Collider; 6] = [
        mesh.into(),
        Shape::cuboid([0.1, 0.2, 1.5]).expect("a box").into(),
        Shape::sphere([5.0, 0.0, 1.0], 0.7).expect("a sphere").into(),
        Shape::capsule([0.1, 0.2, 0.3], [1.0, -2.0, 0.0], 0.15).expect("a capsule").into(),
        Shape::cylinder([0.1, 0.2, 0.3], [1.0, -2.0, 0.0], 0.4).expect("a cylinder").into(),
        Shape::hull(&hull).expect("a hull").into(),
    ];
    let frames = [Frame::IDENTITY, Frame::from_xyz_rpy([3.0, -20.0, 0.1], [0.4, -1.0, 2.0])];
    let mut query = Query::new();
    let mut found = [0; 2];
    for collider in &elements {
        let cover = Cover::of(collider).expect("it is bounded");
        for frame in &frames {
            let nodes = placed(&cover, &cover.inner(collider), frame);
            let pose = frame.to_pose().expect("a pose");
            for node in nodes.iter().filter(|node| node.inner > 0.0) {
                for _ in 0..20 {
                    let away = [0; 3].map(|_| number(1.0));
                    let share = number(1.0).abs().max(0.9) / distance(away, [0.0; 3]);
                    let by = |k: usize| f64::from(node.inner) * share * away[k];
                    let at = [0, 1, 2].map(|k| f64::from(node.center[k]) + by(k));
                    let is_inside = match collider {
                        Collider::Mesh(body) => {
                            query.point_side(body, &pose, at) == Ok(PointSide::Inside)
                        }
                        _ => {
                            let here = Pose::from_translation(at).expect("a place");
                            let point = Shape::sphere([0.0; 3], 0.0).expect("a point");
                            query.collide(collider, &pose, &point, &here)
                        }
                    };
                    assert!(is_inside, "{at:?} of {collider:?}");
                    found[0] += 1;
                }
            }
            let root = &nodes[0];
            for _ in 0..400 {
                if root.meets_at == f32::NEG_INFINITY {
                    break;
                }
                let half = root.half.map(f64::from);
                let local = half.map(|side| number(side + f64::from(root.round) + 0.5));
                let beyond = |k: usize| (local[k].abs() - half[k]).max(0.0);
                let away = match root.is_cylinder {
                    true => [(local[0].hypot(local[1]) - half[0]).max(0.0), beyond(2), 0.0],
                    false => [0, 1, 2].map(beyond),
                };
                let radius = distance(away, [0.0; 3]) - f64::from(root.meets_at);
                let at = [0, 1, 2].map(|k| {
                    let along = |a: usize| f64::from(root.axes[a][k]) * local[a];
                    f64::from(root.center[k]) + along(0) + along(1) + along(2)
                });
                let sphere = Shape::sphere([0.0; 3], radius.max(0.0) + 1e-12).expect("a sphere");
                let here = Pose::from_translation(at).expect("a place");
                assert!(query.collide(collider, &pose, &sphere, &here), "{at:?} of {collider:?}");
                found[1] += 1;
            }
        }
    }
    assert!(found[0] > 1000 && found[1] > 1000, "{found:?}");
}

/// What a node of a convex mesh takes for inside is enclosed by the mesh, and all of its corners
/// are in the node.
#[test]
fn whole_nodes_are_around_convex_meshes_and_within_them() {
    let mut random = Random(11);
    let mut query = Query::new();
    let (mut inside, mut kinds) = (0, [0; 3]);
    for case in 0..90 {
        let mut number = |by: f64| by * (2.0 * random.uniform() - 1.0);
        let at = [number(3.0), number(3.0), number(3.0)];
        let half = [0.05 + number(1.0).abs(), 0.05 + number(1.0).abs(), 0.02 + number(0.2).abs()];
        let sides = 12.0 + number(8.0).floor() * (case % 2) as f64 + 52.0 * (case % 2) as f64;
        let corner = |n: usize| {
            let (sin, cos) = (std::f64::consts::TAU * (n / 2) as f64 / sides).sin_cos();
            [half[0] * cos, half[0] * sin, [-half[1], half[1]][n % 2]]
        };
        let points: Vec<[f64; 3]> = match case % 3 {
            0 => (0..8).map(|n| [0, 1, 2].map(|k| [-half[k], half[k]][n >> k & 1])).collect(),
            1 => (0..2 * sides as usize).map(corner).collect(),
            _ => (0..30).map(|_| half.map(&mut number)).collect(),
        };
        // A turn rounds: faces of boxes and prisms are not flat then.
        let own = Frame::from_xyz_rpy(at, [number(1.0), 0.2, number(2.0)]);
        let hull = Shape::hull(&points).expect("a hull");
        let (corners, triangles) = hull.core().expect("a mesh").mesh().clone().into_parts();
        let corners: Vec<[f64; 3]> = corners.iter().map(|&p| own.place(p)).collect();
        let body = Body::new(Mesh::new(corners.clone(), triangles).expect("a mesh"));
        let cover = whole_cover(&body.clone().into()).expect("it is convex");
        let frame = Frame::from_xyz_rpy([0.5, -2.0, 0.1], [0.4, -1.0, number(3.0)]);
        let node = placed(&cover, &[], &frame)[0];
        let local = |p: [f64; 3]| {
            let away = [0, 1, 2].map(|k| p[k] - f64::from(node.center[k]));
            node.axes.map(|axis| (0..3).map(|k| f64::from(axis[k]) * away[k]).sum::<f64>())
        };
        let half = node.half.map(f64::from);
        for corner in &corners {
            let [x, y, z] = local(frame.place(*corner));
            let round = f64::from(node.round);
            assert!(x.abs() <= half[0] + round && y.abs() <= half[1] + round, "{case}");
            assert!(z.abs() <= half[2] + round, "{case}");
            assert!(!node.is_cylinder || x.hypot(y) <= half[0] + round, "{case}");
        }
        kinds[if node.is_cylinder { 1 } else { usize::from(node.points > 0) * 2 }] += 1;
        let pose = frame.to_pose().expect("a pose");
        for _ in 0..if node.inset < f32::INFINITY { 300 } else { 0 } {
            let least = half.map(|side| side - f64::from(node.inset));
            // Ends as often as what is between them.
            let mut some = |side: f64| number(1.3 * side).clamp(-side, side);
            let [x, y, z] = least.map(|side| if side > 0.0 { some(side) } else { f64::NAN });
            if x.is_nan() || y.is_nan() || z.is_nan() {
                break;
            }
            let shrink = if node.is_cylinder { (least[0] / x.hypot(y)).min(1.0) } else { 1.0 };
            let along = [x * shrink, y * shrink, z];
            let axis = |k: usize, a: usize| f64::from(node.axes[a][k]) * along[a];
            let point = [0, 1, 2]
                .map(|k| f64::from(node.center[k]) + (0..3).map(|a| axis(k, a)).sum::<f64>());
            assert_eq!(query.point_side(&body, &pose, point), Ok(PointSide::Inside), "{case}");
            inside += 1;
        }
    }
    assert!(inside > 10_000 && kinds.iter().all(|&count| count > 10), "{inside} {kinds:?}");
}
