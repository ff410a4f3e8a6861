//! One box around a whole tree, in `f64`: what a query looks at before it descends.
//!
//! It is not stored in files. Its axes are chosen by the boxes of the root, its ends are those of
//! the corners of all triangles, so that every tree has one.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_mesh::Mesh;
use obbtree_predicates::Aabb;

use super::child::Child;
use super::leaf::Leaf;
use super::node::Node;

/// Bounds the rounding error of the ends, the centre and the axes, relative to the sizes that go
/// into them: each is a sum of three products, and the axes are orthonormal to a few roundings.
const END_REL_ERR: f64 = 1.0 / (1_u64 << 46) as f64;

/// And that of products that underflow, 2^-1075 each.
const UNDERFLOW: f64 = f64::MIN_POSITIVE;

/// The axes of a fitted box are taken if they make the surface smaller than this share of the one
/// along the axes of the mesh: fitted axes are a little off, and flat faces are often along the
/// mesh's.
const WORTHWHILE: f64 = 0.98;

/// The ends of nothing.
const NOTHING: Aabb = Aabb {
    min: Point3::new(f64::INFINITY, f64::INFINITY, f64::INFINITY),
    max: Point3::new(f64::NEG_INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY),
};

/// The box: all `x` with `|axis_i . (x - center)| <= half_i`, in mesh coordinates; it contains
/// the mesh.
///
/// Numbers of three axes are in the first three of four lanes; the last lane is zero.
#[derive(Clone, Copy, Debug)]
pub struct RootBox {
    /// `axes[k][i]`: component `k` of axis `i`. Orthonormal to a few roundings of `f64`.
    pub axes: [[f64; 4]; 3],
    /// The half sides along the axes.
    pub half: [f64; 4],
    /// The centre.
    pub center: [f64; 3],
    /// At least the distance of any point of the mesh from the centre.
    pub radius: f64,
    /// Bounds every coordinate of the box.
    pub size: f64,
    /// The exact ends of the mesh along its own axes, whatever the box's axes are.
    pub aabb: Aabb,
}

impl RootBox {
    /// Around a mesh or, where there is none, around leaves; along the axes of one of the boxes of
    /// the root or of the mesh, whichever gives the least surface around those boxes. Where numbers
    /// are not finite it is of no use, and says nothing wrong: comparisons with NaN are false.
    pub(super) fn of(
        root: Option<&Node>,
        origin: [f64; 3],
        mesh: Option<&Mesh>,
        leaves: &[Leaf],
    ) -> Self {
        let around_boxes = Self::around_boxes(root, origin);
        let mut ends = Ends::none();
        let mut aabb = around_boxes.aabb;
        if let Some(mesh) = mesh {
            for corner in mesh.corners().flatten() {
                ends.add(&around_boxes.axes, corner.into());
                for k in 0..3 {
                    aabb.min[k] = if corner[k] < aabb.min[k] { corner[k] } else { aabb.min[k] };
                    aabb.max[k] = if corner[k] > aabb.max[k] { corner[k] } else { aabb.max[k] };
                }
            }
        } else {
            (ends, aabb) = ends_of(leaves, &around_boxes.axes);
        }
        around_boxes.with_ends(&ends, aabb)
    }

    /// The same axes with other ends, in mesh coordinates.
    fn with_ends(&self, ends: &Ends, aabb: Aabb) -> Self {
        let mut center = [0.0; 3];
        let mut half = [0.0; 4];
        for i in 0..3 {
            let middle = 0.5 * (ends.low[i] + ends.high[i]);
            for k in 0..3 {
                center[k] += self.axes[k][i] * middle;
            }
        }
        let size = center.iter().fold(0.0_f64, |most, x| most.max(x.abs())) + self.size;
        for i in 0..3 {
            half[i] = 0.5 * (ends.high[i] - ends.low[i]) + (END_REL_ERR * size + UNDERFLOW);
        }
        let half_diagonal = half.iter().map(|x| x * x).sum::<f64>().sqrt();
        let radius = half_diagonal * (1.0 + END_REL_ERR) + UNDERFLOW;
        Self { axes: self.axes, half, center, radius, size, aabb }
    }

    /// Of a mesh that is in a sphere too.
    pub(super) fn in_sphere(self, center: [f64; 3], radius: f64) -> Self {
        let away = (Vector3::from(self.center) - Vector3::from(center)).norm();
        let radius = (away + radius) * (1.0 + END_REL_ERR) + UNDERFLOW;
        Self { radius: if radius < self.radius { radius } else { self.radius }, ..self }
    }

    /// Around the boxes of a root: which axes to take.
    fn around_boxes(root: Option<&Node>, origin: [f64; 3]) -> Self {
        let boxes: Vec<OneBox> = root.map_or_else(Vec::new, |node| {
            (0..4).filter(|&c| node.child[c] != Child::EMPTY).map(|c| OneBox::of(node, c)).collect()
        });
        let along_mesh = Self::along(&Matrix3::identity(), &boxes, &origin.into());
        let along_boxes = boxes
            .iter()
            .map(|one| Self::along(&orthonormal(&one.axes), &boxes, &origin.into()))
            .reduce(|best, next| if next.surface() < best.surface() { next } else { best });
        match along_boxes {
            Some(best) if best.surface() < WORTHWHILE * along_mesh.surface() => best,
            _ => along_mesh,
        }
    }

    fn along(axes: &Matrix3<f64>, boxes: &[OneBox], origin: &Vector3<f64>) -> Self {
        let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for one in boxes {
            for (i, [low, high]) in ends.iter_mut().enumerate() {
                let axis = axes.column(i);
                let middle = axis.dot(&one.center);
                let reach = one.edges.iter().map(|edge| axis.dot(edge).abs()).sum::<f64>();
                *low = low.min(middle - reach);
                *high = high.max(middle + reach);
            }
        }
        let middle = axes * Vector3::from(ends.map(|[low, high]| 0.5 * (low + high)));
        let center = middle + origin;
        let sizes = boxes.iter().map(|one| one.size).fold(0.0, f64::max);
        let rounding = END_REL_ERR * (sizes + origin.amax());
        let mut half = [0.0; 4];
        for i in 0..3 {
            half[i] = 0.5 * (ends[i][1] - ends[i][0]) + rounding;
        }
        let row = |k: usize| [axes[(k, 0)], axes[(k, 1)], axes[(k, 2)], 0.0];
        let size = center.amax() + half.iter().sum::<f64>();
        let (center, radius) = (center.into(), f64::INFINITY);
        Self { axes: [row(0), row(1), row(2)], half, center, radius, size, aabb: NOTHING }
    }

    /// The least half side.
    #[inline]
    #[must_use]
    pub fn least_half(&self) -> f64 {
        let [x, y, z, _] = self.half;
        let least = if x < y { x } else { y };
        if z < least { z } else { least }
    }

    /// An eighth of the surface.
    fn surface(&self) -> f64 {
        let [x, y, z, _] = self.half;
        x * y + y * z + z * x
    }
}

/// The least and the largest projection of points on three axes.
struct Ends {
    low: [f64; 4],
    high: [f64; 4],
}

impl Ends {
    fn none() -> Self {
        Self { low: [f64::INFINITY; 4], high: [f64::NEG_INFINITY; 4] }
    }

    #[inline(always)]
    fn add(&mut self, axes: &[[f64; 4]; 3], point: [f64; 3]) {
        let [x, y, z] = point;
        for i in 0..4 {
            let along = x * axes[0][i] + y * axes[1][i] + z * axes[2][i];
            self.low[i] = if along < self.low[i] { along } else { self.low[i] };
            self.high[i] = if along > self.high[i] { along } else { self.high[i] };
        }
    }
}

/// The ends of leaves along three axes, and along those of the mesh: four corners at a time.
fn ends_of(leaves: &[Leaf], axes: &[[f64; 4]; 3]) -> (Ends, Aabb) {
    let (mut low, mut high) = ([[f64::INFINITY; 4]; 3], [[f64::NEG_INFINITY; 4]; 3]);
    let (mut min, mut max) = ([[f32::INFINITY; 4]; 3], [[f32::NEG_INFINITY; 4]; 3]);
    for leaf in leaves {
        let [xs, ys, zs] = &leaf.corners;
        for v in 0..3 {
            for (k, row) in [&xs[v], &ys[v], &zs[v]].into_iter().enumerate() {
                for c in 0..4 {
                    min[k][c] = if row[c] < min[k][c] { row[c] } else { min[k][c] };
                    max[k][c] = if row[c] > max[k][c] { row[c] } else { max[k][c] };
                }
            }
            for i in 0..3 {
                for c in 0..4 {
                    let [x, y, z] = [xs[v][c], ys[v][c], zs[v][c]].map(f64::from);
                    let along = x * axes[0][i] + y * axes[1][i] + z * axes[2][i];
                    low[i][c] = if along < low[i][c] { along } else { low[i][c] };
                    high[i][c] = if along > high[i][c] { along } else { high[i][c] };
                }
            }
        }
    }
    let (mut ends, mut aabb) = (Ends::none(), NOTHING);
    for k in 0..3 {
        ends.low[k] = low[k].into_iter().fold(f64::INFINITY, f64::min);
        ends.high[k] = high[k].into_iter().fold(f64::NEG_INFINITY, f64::max);
        aabb.min[k] = min[k].into_iter().map(f64::from).fold(f64::INFINITY, f64::min);
        aabb.max[k] = max[k].into_iter().map(f64::from).fold(f64::NEG_INFINITY, f64::max);
    }
    (ends, aabb)
}

/// The frame nearest to the first two axes of one that is orthonormal in `f32`.
fn orthonormal(axes: &Matrix3<f64>) -> Matrix3<f64> {
    let first = axes.column(0).normalize();
    let second = axes.column(1) - first * first.dot(&axes.column(1));
    let second = second.normalize();
    Matrix3::from_columns(&[first, second, first.cross(&second)])
}

/// One box of the root, relative to the tree's origin.
struct OneBox {
    axes: Matrix3<f64>,
    /// From the centre to the middle of three faces.
    edges: [Vector3<f64>; 3],
    center: Vector3<f64>,
    /// Bounds every coordinate of it.
    size: f64,
}

impl OneBox {
    fn of(node: &Node, child: usize) -> Self {
        let axes = node.axes(child);
        let (center, half) = (node.center(child), node.half(child));
        let inverse = axes.transpose().try_inverse().unwrap_or_else(|| Matrix3::repeat(f64::NAN));
        let edges = [0, 1, 2].map(|i| inverse.column(i) * half[i]);
        let size = center.amax() + edges.iter().map(Vector3::amax).sum::<f64>();
        Self { axes, edges, center, size }
    }
}
