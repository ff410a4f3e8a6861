//! One box around a whole tree, in `f64`: what a query looks at before it descends.
//!
//! It is not stored in files but made from the boxes of the root, so that every tree has one.

use nalgebra::{Matrix3, Vector3};

use super::child::Child;
use super::node::Node;

/// Covers the rounding of ends here, relative to the sizes that go into them: each is a sum of at most
/// twelve products of `f32` numbers, or three such sums, and an inverse of a matrix near a rotation.
const ROUNDING: f64 = 1.0 / (1_u64 << 46) as f64;

/// The box: all `x` with `|axis_i . (x - center)| <= half_i`, in mesh coordinates; it contains the mesh.
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
    /// Bounds every coordinate of the box.
    pub size: f64,
}

impl RootBox {
    /// Around the boxes of a root, along the axes of one of them or of the mesh, whichever has the least
    /// surface. Where numbers are not finite it is of no use, and says nothing wrong: comparisons with
    /// NaN are false.
    #[must_use]
    pub(super) fn of(root: Option<&Node>, origin: [f64; 3]) -> Self {
        let boxes: Vec<OneBox> = root.map_or_else(Vec::new, |node| {
            (0..4).filter(|&c| node.child[c] != Child::EMPTY).map(|c| OneBox::of(node, c)).collect()
        });
        let frames = boxes.iter().map(|one| orthonormal(&one.axes));
        let along_axes = Self::along(&Matrix3::identity(), &boxes, &origin.into());
        frames.map(|axes| Self::along(&axes, &boxes, &origin.into())).fold(
            along_axes,
            |best, next| if next.surface() < best.surface() { next } else { best },
        )
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
        let rounding = ROUNDING * (sizes + origin.amax());
        let mut half = [0.0; 4];
        for i in 0..3 {
            half[i] = 0.5 * (ends[i][1] - ends[i][0]) + rounding;
        }
        let row = |k: usize| [axes[(k, 0)], axes[(k, 1)], axes[(k, 2)], 0.0];
        let size = center.amax() + half.iter().sum::<f64>();
        Self { axes: [row(0), row(1), row(2)], half, center: center.into(), size }
    }

    /// An eighth of the surface.
    fn surface(&self) -> f64 {
        let [x, y, z, _] = self.half;
        x * y + y * z + z * x
    }
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
