//! The point nearest to the origin beyond some planes.

use nalgebra::{Matrix3, Vector3};

/// Points `x` beyond it have `normal . x >= height`; the normal has length one.
#[derive(Clone, Copy)]
pub(crate) struct Plane {
    pub(crate) normal: Vector3<f64>,
    pub(crate) height: f64,
}

impl Plane {
    fn has(&self, point: &Vector3<f64>, tolerance: f64) -> bool {
        self.normal.dot(point) >= self.height - tolerance
    }
}

/// The nearest point beyond all planes moved outward by a tolerance, rounded. It is on one, two or
/// three of them; `None` if none of these points is beyond all.
pub(crate) fn nearest_beyond(planes: &[Plane], tolerance: f64) -> Option<Vector3<f64>> {
    let planes: Vec<Plane> =
        planes.iter().map(|p| Plane { height: p.height + 2.0 * tolerance, ..*p }).collect();
    let mut best: Option<Vector3<f64>> = None;
    let mut look_at = |point: Option<Vector3<f64>>| {
        let Some(point) = point else { return };
        let is_nearer = best.is_none_or(|best| point.norm() < best.norm());
        if is_nearer && planes.iter().all(|plane| plane.has(&point, tolerance)) {
            best = Some(point);
        }
    };
    for (n, p) in planes.iter().enumerate() {
        look_at(Some(p.normal * p.height));
        for (m, q) in planes[..n].iter().enumerate() {
            let along = p.normal.cross(&q.normal);
            look_at(on_all([p.normal, q.normal, along], [p.height, q.height, 0.0]));
            for r in &planes[..m] {
                let normals = [p.normal, q.normal, r.normal];
                look_at(on_all(normals, [p.height, q.height, r.height]));
            }
        }
    }
    best
}

/// The point at some heights along three normals.
fn on_all(normals: [Vector3<f64>; 3], heights: [f64; 3]) -> Option<Vector3<f64>> {
    let rows = Matrix3::from_rows(&normals.map(|normal| normal.transpose()));
    let point = rows.try_inverse()? * Vector3::from(heights);
    point.iter().all(|x| x.is_finite()).then_some(point)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_edges_and_corners() {
        let plane =
            |x: f64, y: f64, z: f64, height: f64| Plane { normal: Vector3::new(x, y, z), height };
        let far = [
            plane(1.0, 0.0, 0.0, 1.0),
            plane(0.0, 1.0, 0.0, 2.0),
            plane(0.0, 0.0, 1.0, -1.0),
            plane(0.0, 0.6, 0.8, 2.0),
        ];
        let nearest = |planes: &[Plane]| nearest_beyond(planes, 1e-12).expect("there is one");
        for (count, expected) in [
            (1, Vector3::new(1.0, 0.0, 0.0)),
            (2, Vector3::new(1.0, 2.0, 0.0)),
            (3, Vector3::new(1.0, 2.0, 0.0)),
            (4, Vector3::new(1.0, 2.0, 1.0)),
        ] {
            assert!((nearest(&far[..count]) - expected).norm() < 1e-9, "{count}");
        }
        let opposite = [plane(1.0, 0.0, 0.0, 1.0), plane(-1.0, 0.0, 0.0, 1.0)];
        assert!(nearest_beyond(&opposite, 1e-12).is_none());
    }
}
