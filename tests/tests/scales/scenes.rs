//! Scenes of a few bodies, meshes and rounded shapes, with margins: the pairs, distances and
//! contacts that exact distances of all pairs say.

use nalgebra::{Point3, Vector3};
use num_traits::{Signed, Zero};
use obbtree::collider::ShapeKind;
use obbtree::scene::{BodyDistance, BodyId, Part, Scene, SceneQuery};
use obbtree::{Body, Mesh, Pose, Shape};
use obbtree_tests::referee::{self, BigRational};
use obbtree_tests::scales::Posture;
use obbtree_tests::scales::bodies::{base, gap, mesh, rotation, sizes};
use obbtree_tests::scales::exact::{self, Length, rational};
use obbtree_tests::scales::numbers::{nudged, number, power, ulps_off};
use obbtree_tests::shapes::vector;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

use crate::support::campaign;

/// A body of the scene: a mesh, or all that is within a radius of one.
struct Item {
    core: Mesh,
    radius: f64,
    /// Has it an inside, as primitives have?
    is_solid: bool,
    part: Part,
    text: String,
    pose: Pose,
}

fn item(random: &mut Pcg64Mcg, sizes: [f64; 3], radius: f64) -> Option<Item> {
    let corner = |random: &mut Pcg64Mcg| {
        let any: [f64; 3] = vector(random).into();
        [0, 1, 2].map(|k| sizes[k] * (2.0 * any[k]).round() * 0.5)
    };
    let [p, q, r, s] = [(); 4].map(|()| corner(random));
    let numbers = match random.random_range(0..6) {
        0 => ShapeKind::Sphere { center: p, radius },
        1 => ShapeKind::Capsule { from: p, to: q, radius },
        2 => ShapeKind::Cuboid { half: sizes, radius: 0.0 },
        3 => ShapeKind::Hull { points: vec![p, q, r, s], radius },
        _ => {
            let core = mesh(random, sizes);
            let text = format!(
                "Part::new(Body::new(Mesh::new(vec!{:?}, vec!{:?}).unwrap()))",
                core.vertices(),
                core.triangles()
            );
            let part = Part::new(Body::new(core.clone()));
            return Some(Item {
                core,
                radius: 0.0,
                is_solid: false,
                part,
                text,
                pose: Pose::identity(),
            });
        }
    };
    let radius = if matches!(numbers, ShapeKind::Cuboid { .. }) { 0.0 } else { radius };
    let text = format!("Part::new(Shape::new(ShapeKind::{numbers:?}).unwrap())");
    let shape = Shape::new(numbers).ok()?;
    let core = shape.core()?.mesh().clone();
    let part = Part::new(shape);
    Some(Item { core, radius, is_solid: true, part, text, pose: Pose::identity() })
}

/// The squared distance of two cores, and the exact sum of the radii.
fn truth(a: &Item, b: &Item) -> (Length, BigRational) {
    let square = exact::squared_distance(&a.core, &a.pose, &b.core, &b.pose);
    let is_inside = !square.is_zero()
        && (a.is_solid && referee::has_part_inside(&a.core, &a.pose, &b.core, &b.pose)
            || b.is_solid && referee::has_part_inside(&b.core, &b.pose, &a.core, &a.pose));
    let square = if is_inside { BigRational::zero() } else { square };
    (Length { square }, rational(a.radius) + rational(b.radius))
}

/// A chain of bodies, each near the one before it.
fn items(random: &mut Pcg64Mcg) -> Option<Vec<Item>> {
    let base = base(random).min(power(240));
    let posture = [Posture::Identity, Posture::Quarters, Posture::Any][random.random_range(0..3)];
    let mut at = match random.random_range(0..3) {
        0 => vector(random) * number(random).min(power(240)),
        _ => Vector3::zeros(),
    };
    let mut items: Vec<Item> = Vec::new();
    for _ in 0..random.random_range(2..5) {
        let sizes = sizes(random, base);
        let radius = match random.random_range(0..3) {
            0 => number(random).min(power(240)),
            1 => base,
            _ => base * power(-random.random_range(0..60)),
        };
        let mut new = item(random, sizes, radius)?;
        let rotation = rotation(random, posture);
        let corner = rotation * Vector3::from(new.core.vertices()[0]);
        if let Some(last) = items.last() {
            let corner: Point3<f64> = last.core.vertices()[0].into();
            let apart = last.radius + new.radius + gap(random, base);
            let apart = nudged(random, apart.max(f64::from_bits(1)));
            let axis = random.random_range(0..4);
            let way = if axis < 3 { Vector3::ith(axis, 1.0) } else { vector(random) };
            at = last.pose.place(&corner).coords + way * apart;
        }
        new.pose = Pose::new(rotation, at - corner).ok()?;
        items.push(new);
    }
    Some(items)
}

fn holds(found: &BodyDistance, (length, radii): &(Length, BigRational)) -> bool {
    let finite = found.lower.is_finite() && found.upper.is_finite() && found.lower >= 0.0;
    finite
        && (found.lower == 0.0 || length.at_least(&(rational(found.lower) + radii)))
        && length.at_most(&(rational(found.upper) + radii))
}

#[test]
fn scenes_of_a_few_bodies() {
    campaign(2680, 40, "scenes of a few bodies", |_, random, findings, askers| {
        let Some(items) = items(random) else { return };
        let mut scene = Scene::new();
        let add = |(n, item): (usize, &Item)| {
            scene.add(&n.to_string(), vec![item.part.clone()], item.pose)
        };
        let ids: Result<Vec<BodyId>, _> = items.iter().enumerate().map(add).collect();
        let Ok(ids) = ids else { return };
        let mut pairs = Vec::new();
        for (n, a) in items.iter().enumerate() {
            pairs.extend(items.iter().enumerate().skip(n + 1).map(|(m, b)| ([n, m], truth(a, b))));
        }
        // A margin near one of the distances.
        let (length, radii) = &pairs[random.random_range(0..pairs.len())].1;
        let [low, _] = exact::root(&length.square);
        let near =
            num_traits::ToPrimitive::to_f64(&(low - radii)).filter(|x| x.is_finite() && *x > 0.0);
        let near = near.unwrap_or_else(|| number(random));
        let margin = match random.random_range(0..3) {
            0 => 0.0,
            1 => ulps_off(near, random.random_range(-2..=2)).max(0.0),
            _ => nudged(random, near),
        };
        scene.set_margin(margin).expect("finite and at least 0");
        let case = |what: String| {
            let bodies: String = items
                .iter()
                .enumerate()
                .map(|(n, item)| {
                    format!(
                        "scene.add(\"{n}\", vec![{}], Pose::from_rows({:?}).unwrap()).unwrap();\n",
                        item.text,
                        item.pose.to_rows()
                    )
                })
                .collect();
            format!("{bodies}scene.set_margin({margin:?}).unwrap();\n// {what}")
        };
        let exact_margin = rational(margin);
        let rounding = rational(1.0) + rational(power(-51));
        for asker in askers.iter_mut() {
            let mut answers = findings.by(&asker.name, &case);
            let mut query = SceneQuery::with_query(asker.query.clone());
            let found = query.pairs(&scene);
            let collides = query.collides(&scene);
            answers.check(collides != found.is_empty(), "collides", || {
                format!("{collides} {found:?}")
            });
            let clearances = query.clearances(&scene, margin).expect("a threshold");
            for (pair, of_pair @ (length, radii)) in &pairs {
                let of_ids = pair.map(|n| ids[n]);
                let is_found = found.contains(&of_ids);
                let what = || format!("{pair:?}: found {is_found}, of {found:?}");
                let sum = radii + &exact_margin;
                let most = if pair.iter().all(|&n| items[n].radius == 0.0) {
                    sum.clone()
                } else {
                    &sum * &rounding
                };
                answers.check(is_found || !length.at_most(&sum), "a pair is missing", what);
                answers.check(!is_found || length.at_most(&most), "a pair is too much", what);
                for n in *pair {
                    let with = query.pairs_with(&scene, ids[n]).expect("a body").contains(&of_ids);
                    answers.check(with == is_found, "pairs_with", || format!("{pair:?}: {with}"));
                }
                let clearance = clearances.iter().find(|found| found.bodies == of_ids);
                let what = || format!("clearances: {pair:?}: {clearance:?}");
                answers.check(
                    clearance.is_some() || !length.at_most(&sum),
                    "clearances: missing",
                    what,
                );
                if let Some(clearance) = clearance {
                    answers.check(holds(clearance, of_pair), "clearances: interval", what);
                }
                let meets = length.at_most(radii);
                let meeting = query.meeting(&scene, of_ids).expect("two bodies");
                let what = || format!("meeting: {pair:?}: {meeting:?}");
                let is_simple = pair.iter().filter(|&&n| items[n].radius > 0.0).count() < 2;
                answers.check(meeting.is_empty() != meets || !is_simple && !meets, "meeting", what);
                if let (true, true) = (meets, pair.iter().all(|&n| !items[n].is_solid)) {
                    let [a, b] = pair.map(|n| &items[n]);
                    let expected = exact::pairs(&a.core, &a.pose, &b.core, &b.pose);
                    let found: Vec<_> = meeting
                        .iter()
                        .map(|m| m.triangles.map(|t| t.unwrap_or(u32::MAX)))
                        .collect();
                    answers.check(found == expected, "meeting's triangles", what);
                }
            }
            let nearest = query.distance(&scene);
            let what = || format!("distance: {nearest:?}");
            let Ok(nearest) = nearest else {
                answers.check(false, "distance: none", what);
                continue;
            };
            // The upper end is that of its pair, the lower end below all.
            let is_below = |(_, (length, radii)): &([usize; 2], (Length, BigRational))| {
                nearest.lower == 0.0 || length.at_least(&(rational(nearest.lower) + radii))
            };
            let of_pair = pairs.iter().find(|(pair, _)| pair.map(|n| ids[n]) == nearest.bodies);
            let is_right = pairs.iter().all(is_below)
                && of_pair.is_some_and(|(_, (length, radii))| {
                    length.at_most(&(rational(nearest.upper.min(f64::MAX)) + radii))
                })
                && !rational(nearest.lower).is_negative();
            answers.check(is_right, "distance", what);
        }
        for (_, (length, radii)) in &pairs {
            findings.answer(
                "two bodies are within the margin",
                length.at_most(&(radii + &exact_margin)),
            );
        }
    });
}
