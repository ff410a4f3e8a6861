//! Constants of one interval of a sweep: how far points move in it, in `f32`, and what bounds the
//! rounding error.
//!
//! # Lemma (swept boxes)
//!
//! In A's frame, at some time of the interval, let a point `a` of A's box and a point `b` of B's
//! be at the same place. With their places in the middle of the interval `b - a = s v + w`, where
//! `v` is the difference of the two displacements, `|s| <= 1` and `|w|` is at most the deviation.
//! The displacement of a point is that of the centre of its box plus what the matrix `D` of the
//! displacement makes of the rest: so the same holds with the difference `v_c` of the
//! displacements of the two centres, and `|w| <= deviation + |D_A| h_A + |D_B| h_B`, with `h` the
//! half diagonals. That is the equation of the lemma at `Within` with `s v_c` in addition: along
//! an axis `L` the distance of the two centres can be larger by `|L . v_c|`, and what is more
//! than that is a gap to be compared with `|w|` as there. The three gaps along A's axes are those
//! of a box with larger half sides, and so are B's. (A swept box is a zonotope, with more axes
//! than the fifteen that are looked at: others would separate more, not less.)
//!
//! *Rounding.* A component of a displacement is a sum of four terms in `f32` of numbers that were
//! rounded once to it: `8u (|D| c + |v|)` with `c` the largest length of a centre; before, the
//! matrix was multiplied with the tree's origin and A's inverse in `f64`. What these vectors are
//! off is added to `|w|` ([`DISPLACEMENT_REL_ERR`], [`ORIGIN_REL_ERR`]). Projecting `v_c` on A's
//! box axes, or on `L`, is off by less than `32u |v_c|`, and so is what `|v_c|` adds to the
//! rounding of the distance of the centres. Only this is not a multiple of `|L|`; the square of
//! what gaps are compared with is at least `2^-14`: `2^-12 |v_c|` covers it, and `2^-10`
//! ([`PROJECTION_REL_ERR`]) the rounding of what is computed here as well.
//!
//! *Underflow.* A component of a displacement loses less than 2^-123 and `2^-124 c` of what it
//! is, and so do its projections; the deviation that squares are compared with is at least 2^-50
//! ([`LEAST_SQUARE`](crate::boxes::tolerance::LEAST_SQUARE)), beside which that is less than the
//! share that the deviation is enlarged by, and squares are compared as at `Within`. Norms that
//! underflow in `f64` are below 1e-150. *End.*
//!
//! Checked by Gappa (`tests/proofs/boxes_within.gappa`): that both shares are enough, and what
//! underflow loses. By hand: all else.

use nalgebra::{Matrix3, Vector3};
use obbtree_predicates::round_up_f32;
use obbtree_tree::wide::{Node, Tree};

use crate::boxes::Within;
use crate::boxes::frame::norm_1;
use crate::boxes::tolerance::Tolerance;
use crate::time::swept::{Displacement, SweptPlacement};

/// Of the sizes that go into a displacement, what rounding them to `f32` and summing them can cost.
const DISPLACEMENT_REL_ERR: f64 = 1.0 / (1_u64 << 19) as f64;

/// And what was lost in `f64` where an origin far away cancels.
const ORIGIN_REL_ERR: f64 = 1.0 / (1_u64 << 44) as f64;

/// Of the displacements, what projections can cost.
const PROJECTION_REL_ERR: f64 = 1.0 / (1_u64 << 10) as f64;

/// Bounds the rounding error of half diagonals and of what they are multiplied with.
const NORM_REL_ERR: f64 = 1.0 + 1.0 / (1_u64 << 12) as f64;

/// The displacements of the boxes of two trees in a interval of time, seen from A.
#[derive(Clone, Debug)]
pub(crate) struct SweptFrame {
    of: [Field; 2],
    /// What the distance of two points can be less by besides their boxes' displacements, for
    /// boxes of no size.
    pub(crate) deviation: f32,
}

/// The displacement of a point relative to the tree's origin.
#[derive(Clone, Debug)]
struct Field {
    matrix: [[f32; 3]; 3],
    shift: [f32; 3],
    /// At least the norm of the matrix.
    norm: f32,
}

/// The displacements of the four boxes of a node, and how much more or less those of their points
/// can be.
pub(crate) struct BoxDisplacements {
    pub(crate) displacement: [[f32; 4]; 3],
    pub(crate) spread: [f32; 4],
    /// Half diagonals, to within rounding.
    pub(crate) size: [f32; 4],
}

impl SweptFrame {
    pub(crate) fn of(trees: [&Tree; 2], swept: &SweptPlacement) -> Self {
        let pose_a = &swept.placement.pose_a;
        let to_a = match pose_a.is_identity() {
            true => Matrix3::identity(),
            false => pose_a.rotation().try_inverse().expect("near a rotation"),
        };
        let mut rounding = 0.0;
        let mut field = |tree: &Tree, displacement: &Displacement| {
            let origin = Vector3::from(tree.origin());
            let matrix = to_a * displacement.matrix;
            let shift = to_a * (displacement.vector + displacement.matrix * origin);
            let norm = norm_above(&matrix);
            // The centres of opened leaves are inside of the boxes.
            let centers = f64::from(tree.largest_center()) + 2.0 * f64::from(tree.largest_half());
            let sizes = norm * centers + shift.norm();
            let of_origin = norm * norm_1(tree.origin()) + displacement.vector.norm();
            rounding +=
                (DISPLACEMENT_REL_ERR + PROJECTION_REL_ERR) * sizes + ORIGIN_REL_ERR * of_origin;
            Field {
                matrix: std::array::from_fn(|k| std::array::from_fn(|j| matrix[(k, j)] as f32)),
                shift: std::array::from_fn(|k| shift[k] as f32),
                norm: round_up_f32(norm * Within::ENLARGED * NORM_REL_ERR),
            }
        };
        let of = [field(trees[0], &swept.ways[0]), field(trees[1], &swept.ways[1])];
        let deviation = Tolerance::of(swept.deviation.get(), &swept.placement).farther + rounding;
        Self { of, deviation: round_up_f32(deviation * Within::ENLARGED * NORM_REL_ERR) }
    }

    /// Of the boxes of a node of A (0) or B (1).
    #[inline(always)]
    pub(crate) fn of_boxes(&self, side: usize, node: &Node) -> BoxDisplacements {
        let Field { matrix, shift, norm } = &self.of[side];
        let mut displacements =
            BoxDisplacements { displacement: [[0.0; 4]; 3], spread: [0.0; 4], size: [0.0; 4] };
        for k in 0..3 {
            for c in 0..4 {
                let [x, y, z] = [node.frame[0][3][c], node.frame[1][3][c], node.frame[2][3][c]];
                displacements.displacement[k][c] =
                    shift[k] + matrix[k][0] * x + matrix[k][1] * y + matrix[k][2] * z;
            }
        }
        let [x, y, z] = &node.half;
        for c in 0..4 {
            displacements.size[c] = (x[c] * x[c] + y[c] * y[c] + z[c] * z[c]).sqrt();
            displacements.spread[c] = norm * displacements.size[c];
        }
        displacements
    }
}

/// At least the length that a matrix can give to a vector of length one: the root of the largest
/// sum of a row of its square.
fn norm_above(matrix: &Matrix3<f64>) -> f64 {
    let square = matrix.tr_mul(matrix).abs();
    (0..3).map(|k| square.row(k).sum()).fold(0.0, f64::max).sqrt() * NORM_REL_ERR
}
