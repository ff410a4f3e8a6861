//! Inputs for the tests in the plane: vectors, boxes and hulls.

use nalgebra::{Point2, Vector2};
use obbtree_geom::planar::Box2;
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// A vector with components in -1 .. 1.
pub fn vector2(random: &mut Pcg64Mcg) -> Vector2<f64> {
    Vector2::from_fn(|_, _| random.random_range(-1.0..1.0))
}

/// A box of any proportions, sometimes a segment or a point, rotated by any angle, by 90 degrees or
/// not at all.
pub fn box2(random: &mut Pcg64Mcg) -> Box2 {
    let angle: f64 = match random.random_range(0..4) {
        0 => 0.0,
        1 => std::f64::consts::FRAC_PI_2,
        _ => random.random_range(0.0..7.0),
    };
    let (sin, cos) = angle.sin_cos();
    let half = match random.random_range(0..5) {
        0 => [1.0, 0.0],
        1 => [random.random_range(0.0..1.0), 1.0 / 1024.0],
        _ => [(); 2].map(|()| random.random_range(0.0..1.0)),
    };
    let axes = [Vector2::new(cos, sin), Vector2::new(-sin, cos)];
    Box2 { center: vector2(random).into(), axes, half }
}

/// The convex hull, counterclockwise, without corners inside edges: the lower chain, then the upper
/// one (Andrew 1979).
pub fn hull2(points: &[Point2<f64>]) -> Vec<Point2<f64>> {
    let mut sorted = points.to_vec();
    sorted.sort_by(|p, q| p.x.total_cmp(&q.x).then(p.y.total_cmp(&q.y)));
    let chain = |points: &mut dyn Iterator<Item = &Point2<f64>>| {
        let mut chain: Vec<Point2<f64>> = Vec::new();
        for p in points {
            while let [.., a, b] = chain[..] {
                if (b - a).perp(&(p - a)) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(*p);
        }
        chain.pop();
        chain
    };
    let mut hull = chain(&mut sorted.iter());
    hull.extend(chain(&mut sorted.iter().rev()));
    hull
}
