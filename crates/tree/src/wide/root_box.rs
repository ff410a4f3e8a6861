//! One box around a whole tree, in `f64`: what a query looks at before it descends.
//!
//! It is not stored in files but made from the boxes of the root, so that every tree has one.

use nalgebra::{Matrix3, Vector3};

use super::child::Child;
use super::node::Node;

/// Covers the rounding of ends and edges here, relative to the sizes that go into them: each is a sum of
/// at most twelve products of `f32` numbers, or three such sums, and an inverse of a matrix near a rotation.
const ROUNDING: f64 = 1.0 / (1_u64 << 46) as f64;

/// The box: all `x` with `|axis_i . (x - center)| <= half_i`, in mesh coordinates; it contains the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RootBox {
    /// The axes, of length one to six digits.
    pub axes: [Vector3<f64>; 3],
    /// The half sides along the axes.
    pub half: [f64; 3],
    /// Vectors from the centre to the middle of three faces: the box is the centre plus all sums of them
    /// with factors from -1 to 1.
    pub edges: [Vector3<f64>; 3],
    /// The centre.
    pub center: Vector3<f64>,
    /// The largest component of the centre plus that of the edges: bounds every coordinate of the box.
    pub size: f64,
}

impl RootBox {
    /// Around the boxes of a root. Where numbers are not finite it is of no use, and says nothing wrong:
    /// comparisons with NaN are false.
    #[must_use]
    pub(super) fn of(root: Option<&Node>, origin: [f64; 3]) -> Self {
        let origin = Vector3::from(origin);
        let boxes: Vec<OneBox> = root.map_or_else(Vec::new, |node| {
            (0..4).filter(|&c| node.child[c] != Child::EMPTY).map(|c| OneBox::of(node, c)).collect()
        });
        let frames = boxes.iter().map(|one| one.axes).chain([Matrix3::identity()]);
        let candidates = frames.map(|axes| Self::along(axes, &boxes, &origin));
        let least = candidates.reduce(
            |best, next| {
                if next.surface() < best.surface() { next } else { best }
            },
        );
        least.expect("the identity")
    }

    fn along(axes: Matrix3<f64>, boxes: &[OneBox], origin: &Vector3<f64>) -> Self {
        let mut ends = [[f64::INFINITY, f64::NEG_INFINITY]; 3];
        for one in boxes {
            for (i, [low, high]) in ends.iter_mut().enumerate() {
                let axis = axes.column(i);
                let middle = axis.dot(&one.center);
                let reach: f64 = one.edges.iter().map(|edge| axis.dot(edge).abs()).sum();
                let reach = reach + ROUNDING * one.size;
                *low = low.min(middle - reach);
                *high = high.max(middle + reach);
            }
        }
        let inverse = axes.transpose().try_inverse().unwrap_or_else(|| Matrix3::repeat(f64::NAN));
        let middle = ends.map(|[low, high]| 0.5 * (low + high));
        let relative = inverse * Vector3::from(middle);
        let center = relative + origin;
        let sizes = boxes.iter().map(|one| one.size).fold(0.0, f64::max);
        let rounding = ROUNDING * (sizes + origin.amax());
        let half = [0, 1, 2].map(|i| 0.5 * (ends[i][1] - ends[i][0]) + rounding);
        let edges = [0, 1, 2].map(|i| inverse.column(i) * half[i]);
        let size = center.amax() + edges.iter().map(|edge| edge.amax()).sum::<f64>();
        Self { axes: [0, 1, 2].map(|i| axes.column(i).into_owned()), half, edges, center, size }
    }

    /// Half the surface, over four.
    fn surface(&self) -> f64 {
        let [x, y, z] = self.half;
        x * y + y * z + z * x
    }
}

/// One box of the root, relative to the tree's origin.
struct OneBox {
    axes: Matrix3<f64>,
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
        let size = center.amax() + edges.iter().map(|edge| edge.amax()).sum::<f64>();
        Self { axes, edges, center, size }
    }
}
