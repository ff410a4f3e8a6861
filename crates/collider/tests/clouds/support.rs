//! Clouds, what they are compared with, and the slow answers.

use std::cell::OnceCell;
use std::cmp::Ordering;

use nalgebra::{Matrix3, Point3, Rotation3, Vector3};
use obbtree_collider::PointCloud;
use obbtree_mesh::Mesh;
use obbtree_predicates::{Pose, Triangle};
use obbtree_referee::{BigRational, squared_distance};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// A vector with components in -1 .. 1.
pub(crate) fn vector(random: &mut Pcg64Mcg) -> Vector3<f64> {
    Vector3::from_fn(|_, _| random.random_range(-1.0..1.0))
}

/// Any rotation.
fn rotation(random: &mut Pcg64Mcg) -> Matrix3<f64> {
    *Rotation3::from_scaled_axis(vector(random) * std::f64::consts::PI).matrix()
}

/// `count` triangles of edge length about `size` scattered around the origin.
pub(crate) fn soup(random: &mut Pcg64Mcg, count: usize, size: f64) -> Mesh {
    let triangles: Vec<[[f64; 3]; 3]> = (0..count)
        .map(|_| {
            let place = vector(random) * 0.5;
            [(); 3].map(|()| (place + vector(random) * size).into())
        })
        .collect();
    Mesh::from_soup(&triangles).expect("finite triangles")
}

/// The cube between the origin and (1, 1, 1).
pub(crate) fn cube() -> Mesh {
    obbtree_assets::cuboid([0.0; 3], [1.0; 3])
}

/// The number itself.
pub(crate) fn rational(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// Points with their radii as they were given, and the cloud of them.
pub(crate) struct Given {
    pub(crate) points: Vec<[f64; 3]>,
    pub(crate) radii: Vec<f64>,
    pub(crate) cloud: PointCloud,
}

impl Given {
    pub(crate) fn new(points: Vec<[f64; 3]>, radii: Vec<f64>) -> Self {
        let cloud = match radii.iter().all(|&radius| radius == radii[0]) {
            true => PointCloud::new(&points, radii[0]),
            false => PointCloud::with_radii(&points, &radii),
        };
        Self { cloud: cloud.expect("finite"), points, radii }
    }

    /// Each point as a triangle, which is how the referee takes it.
    pub(crate) fn point(&self, n: usize) -> Triangle {
        [Point3::from(self.points[n]); 3]
    }
}

/// A length of the kind that a family of cases has.
pub(crate) fn length(random: &mut Pcg64Mcg, on_lattice: bool) -> f64 {
    match random.random_range(0..4) {
        0 => 0.0,
        _ if on_lattice => 0.5 * f64::from(random.random_range(0..4)),
        1 => 2.0_f64.powi(-random.random_range(1..60)),
        _ => random.random_range(0.0..0.3),
    }
}

/// Points in a cube, on a surface, on a small lattice, many of them equal; `f32` or not.
pub(crate) fn cloud(random: &mut Pcg64Mcg, on_lattice: bool, most: usize) -> Given {
    let count = random.random_range(1..=most);
    let is_single = random.random_range(0..2) == 0;
    let is_flat = random.random_range(0..3) == 0;
    let mut point = || {
        let p: Vector3<f64> = match on_lattice {
            true => Vector3::from_fn(|_, _| f64::from(random.random_range(-3..4))),
            false => vector(random),
        };
        let p = if is_flat { Vector3::new(p.x, p.y, 0.25) } else { p };
        let p: [f64; 3] = p.into();
        if is_single { p.map(|x| f64::from(x as f32)) } else { p }
    };
    let mut points: Vec<_> = (0..count).map(|_| point()).collect();
    for n in 0..count / 5 {
        points.push(points[n]);
    }
    let one = length(random, on_lattice);
    let each = random.random_range(0..3) == 0;
    let mut radius = || if each { length(random, on_lattice) } else { one };
    let radii = points.iter().map(|_| radius()).collect();
    Given::new(points, radii)
}

/// Unmoved, a quarter turn, as programs print rotations, or any; near or far from the origin.
pub(crate) fn place(random: &mut Pcg64Mcg, on_lattice: bool) -> Pose {
    let far = [0.5, 2.0, 2.0, 1e3, 1e6][random.random_range(0..5)];
    let at = vector(random) * if on_lattice { 3.0 } else { far };
    let quarter = Matrix3::new(0.0, -1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0);
    let kinds = if on_lattice { 2 } else { 4 };
    let rotation = match random.random_range(0..kinds) {
        0 => Matrix3::identity(),
        1 => quarter,
        2 => {
            let any = rotation(random);
            any + Matrix3::from_fn(|_, _| random.random_range(-1e-5..1e-5))
        }
        _ => rotation(random),
    };
    Pose::new(rotation, if on_lattice { at.map(f64::round) } else { at }).expect("a rotation")
}

/// The same pose moved by a vector.
pub(crate) fn moved(pose: &Pose, by: &Vector3<f64>) -> Pose {
    Pose::new(*pose.rotation(), pose.translation() + by).expect("in range")
}

/// An item of what a cloud is compared with: a triangle and what is within a radius of it.
pub(crate) struct Item {
    pub(crate) triangle: Triangle,
    pub(crate) radius: f64,
}

pub(crate) fn of_mesh(mesh: &Mesh) -> Vec<Item> {
    let item = |triangle| Item { triangle, radius: 0.0 };
    (0..mesh.triangles().len()).map(|n| item(mesh.triangle(n))).collect()
}

pub(crate) fn of_cloud(given: &Given) -> Vec<Item> {
    (0..given.points.len())
        .map(|n| Item { triangle: given.point(n), radius: given.radii[n] })
        .collect()
}

/// What is true of all pairs of a point and an item: rounded, and exactly where that is needed.
pub(crate) struct Truth<'t> {
    given: &'t Given,
    pose: Pose,
    items: &'t [Item],
    pose_items: Pose,
    rough: Vec<f64>,
    exact: Vec<OnceCell<BigRational>>,
    /// More than rounded distances are off by.
    off: f64,
}

impl<'t> Truth<'t> {
    pub(crate) fn new(given: &'t Given, pose: &Pose, items: &'t [Item], pose_items: &Pose) -> Self {
        let mut rough = Vec::new();
        for n in 0..given.points.len() {
            let point = pose.place(&given.point(n)[0]);
            rough.extend(items.iter().map(|item| rough_distance(&point, item, pose_items)));
        }
        let exact = vec![OnceCell::new(); rough.len()];
        let off = 1e-9 * (pose.translation().amax() + pose_items.translation().amax() + 10.0);
        Self { given, pose: *pose, items, pose_items: *pose_items, rough, exact, off }
    }

    /// Is the distance of a pair above, equal to, or below a length, less the radii of both?
    fn compare(&self, n: usize, m: usize, length: f64) -> Ordering {
        let index = n * self.items.len() + m;
        let radii = [self.given.radii[n], self.items[m].radius];
        match self.rough[index] - radii[0] - radii[1] - length {
            gap if gap > self.off => return Ordering::Greater,
            gap if gap < -self.off => return Ordering::Less,
            _ => {}
        }
        let squared = self.exact[index].get_or_init(|| {
            let (point, item) = (self.given.point(n), &self.items[m].triangle);
            squared_distance(&point, &self.pose, item, &self.pose_items)
        });
        let reach = rational(length) + rational(radii[0]) + rational(radii[1]);
        if reach < rational(0.0) {
            Ordering::Greater
        } else {
            squared.cmp(&(reach.clone() * reach))
        }
    }

    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> + '_ {
        (0..self.given.points.len()).flat_map(|n| (0..self.items.len()).map(move |m| [n, m]))
    }

    /// Pairs that are at most a tolerance apart.
    pub(crate) fn close_pairs(&self, tolerance: f64) -> Vec<[usize; 2]> {
        self.pairs().filter(|&[n, m]| self.compare(n, m, tolerance).is_le()).collect()
    }

    pub(crate) fn is_closer(&self, tolerance: f64) -> bool {
        self.pairs().any(|[n, m]| self.compare(n, m, tolerance).is_le())
    }

    /// Is the least distance of all pairs in an interval?
    pub(crate) fn is_least_within(&self, [lower, upper]: [f64; 2]) -> bool {
        self.is_closer(upper) && self.pairs().all(|[n, m]| self.compare(n, m, lower).is_ge())
    }
}

/// The distance of a point from a triangle, as the closest point of a fine search gives it: the
/// projection on the plane, else that on the edges.
fn rough_distance(point: &Point3<f64>, item: &Item, pose: &Pose) -> f64 {
    let corners = item.triangle.map(|corner| pose.place(&corner));
    let [p, q, r] = corners;
    let normal = (q - p).cross(&(r - p));
    let on_edges = [(p, q), (q, r), (r, p)].map(|(from, to)| {
        let edge = to - from;
        let along = (point - from).dot(&edge) / edge.norm_squared();
        let along = if along.is_finite() { along.clamp(0.0, 1.0) } else { 0.0 };
        (point - (from + edge * along)).norm()
    });
    let least = on_edges.into_iter().fold(f64::INFINITY, f64::min);
    let inside = [(p, q), (q, r), (r, p)]
        .iter()
        .all(|(from, to)| (to - from).cross(&normal).dot(&(point - from)) <= 0.0);
    let height = (point - p).dot(&normal).abs() / normal.norm();
    if inside && height.is_finite() { height.min(least) } else { least }
}
