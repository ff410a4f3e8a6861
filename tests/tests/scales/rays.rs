//! Rays and segments against one body, by the exact parameters of the referee.

use nalgebra::{Point3, Vector3};
use obbtree::Pose;
use obbtree::query::{Ray, RayHit};
use obbtree_tests::engines::Built;
use obbtree_tests::referee::{self, BigRational};
use obbtree_tests::scales::bodies::{base, gap, mesh, rotation, sizes};
use obbtree_tests::scales::exact::rational;
use obbtree_tests::scales::numbers::{number, power};
use obbtree_tests::scales::{Findings, PlacedMesh, Posture};
use obbtree_tests::shapes::{random, vector};
use obbtree_tests::{classic, wide};
use rand::RngExt;

use crate::support::scenes;

/// `upper - lower` of a hit is at most this of `upper`.
const WIDEST: f64 = 1.0 / (1_u64 << 40) as f64;

/// What an engine says of a ray: whether it meets the body, the first triangle, and all of them.
type Said = (bool, Option<RayHit>, Vec<RayHit>);

fn check(
    by: &str,
    (any, closest, hits): Said,
    placed: &PlacedMesh,
    ray: &Ray,
    expected: &[(BigRational, u32)],
    findings: &mut Findings,
) {
    let case = |what: String| {
        let end = match ray.end() {
            Some(end) => format!("segment({:?}, {:?})", ray.origin(), end),
            None => format!("new({:?}, {:?})", ray.origin(), ray.direction().as_slice()),
        };
        format!(
            "{}\nlet ray = Ray::{end}.unwrap();\n// {what}, not {expected:?}",
            placed.as_rust("mesh")
        )
    };
    findings.check(any != expected.is_empty(), "any_hit", by, || case(format!("{any}")));
    let ids = |hits: &[(BigRational, u32)]| hits.iter().map(|(_, id)| *id).collect::<Vec<_>>();
    let found: Vec<u32> = hits.iter().map(|hit| hit.triangle).collect();
    findings.check(found == ids(expected), "all_hits", by, || case(format!("{hits:?}")));
    let is_right = closest.map(|hit| hit.triangle) == expected.first().map(|(_, id)| *id);
    findings.check(is_right, "closest_hit", by, || case(format!("{closest:?}")));
    for hit in hits.iter().chain(&closest) {
        let Some((t, _)) = expected.iter().find(|(_, id)| *id == hit.triangle) else { continue };
        let upper = hit.upper.min(f64::MAX);
        let holds = rational(hit.lower) <= *t && (*t <= rational(upper) || hit.upper.is_infinite());
        findings.check(holds, "parameter of a hit", by, || case(format!("{hit:?}")));
        let is_narrow = hit.upper - hit.lower <= WIDEST * hit.upper
            || hit.upper <= hit.lower.next_up()
            || hit.upper.is_infinite();
        findings.check(is_narrow, "width of a hit", by, || case(format!("{hit:?}")));
    }
}

#[test]
fn rays_and_segments() {
    let (mut random, mut findings) = (random(2660), Findings::default());
    for _ in 0..scenes(300, 1000) {
        let base = base(&mut random).min(power(245));
        let sizes = sizes(&mut random, base);
        let mesh = mesh(&mut random, sizes);
        let origin = match random.random_range(0..3) {
            0 => vector(&mut random) * number(&mut random).min(power(245)),
            _ => Vector3::zeros(),
        };
        let posture =
            [Posture::Identity, Posture::Quarters, Posture::Any][random.random_range(0..3)];
        let Ok(pose) = Pose::new(rotation(&mut random, posture), origin) else { continue };
        let [p, q, r] = mesh.triangle(random.random_range(0..mesh.triangles().len()));
        let target = match random.random_range(0..4) {
            0 => p,
            1 => nalgebra::center(&p, &q),
            _ => nalgebra::center(&p, &nalgebra::center(&q, &r)),
        };
        let target = pose.place(&target);
        let mut way = vector(&mut random);
        if random.random_range(0..2) == 0 {
            let axis = random.random_range(0..3);
            way = Vector3::ith(axis, if way[axis] < 0.0 { -1.0 } else { 1.0 });
        }
        let far = match random.random_range(0..3) {
            0 => number(&mut random).min(power(240)),
            _ => base * power(random.random_range(-20..20)),
        };
        let from: Point3<f64> = target - way * far.min(power(249));
        let miss = vector(&mut random) * gap(&mut random, base);
        let from = if random.random_range(0..2) == 0 { from + miss } else { from };
        let length = number(&mut random).min(power(249));
        let ray = match random.random_range(0..3) {
            0 => Ray::segment(from.into(), target.into()),
            1 => Ray::new(from.into(), (way * length).into()),
            _ => Ray::new(from.into(), (target - from).into()),
        };
        let Ok(ray) = ray else { continue };
        let placed = PlacedMesh { mesh, pose };
        let parameter = |(n, triangle): (usize, obbtree_predicates::Triangle)| {
            referee::ray_parameter(&triangle, &placed.pose, &ray).map(|t| (t, n as u32))
        };
        let mut expected: Vec<(BigRational, u32)> =
            placed.mesh.corners().enumerate().filter_map(parameter).collect();
        expected.sort();
        findings.answer("the ray meets the body", !expected.is_empty());
        let (body, pose) = (wide::Tree::body(&placed.mesh), &placed.pose);
        let said =
            (body.any_hit(pose, &ray), body.closest_hit(pose, &ray), body.all_hits(pose, &ray));
        check("wide", said, &placed, &ray, &expected, &mut findings);
        let body = classic::Tree::body(&placed.mesh);
        let said =
            (body.any_hit(pose, &ray), body.closest_hit(pose, &ray), body.all_hits(pose, &ray));
        check("classic", said, &placed, &ray, &expected, &mut findings);
    }
    findings.finish("rays and segments");
}
