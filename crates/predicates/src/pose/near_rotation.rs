//! 3 x 3 matrices within [`MAX_SKEW`] of a rotation: their deviation, their inverse, and the
//! nearest rotation.
//!
//! Bounds are in units of [`f64::EPSILON`]` / 2`, the largest relative error of one operation,
//! called a roundoff below. The columns of such a matrix have a length of at most `1 + MAX_SKEW /
//! 2`, and its determinant is within `MAX_SKEW` of one; every bound below covers this.

use nalgebra::Matrix3;

/// The largest deviation of a rotation matrix from orthonormal, as the Frobenius norm of `R^T R -
/// I`.
///
/// Matrices printed with six digits are within 1e-5; the error bounds of the box tests are proven
/// up to this value.
pub(crate) const MAX_SKEW: f64 = 1e-4;

/// The number of steps of [`nearest`]. A step changes a singular value `1 + e` to about `1 - 1.5
/// e^2`: 5e-5 (half of [`MAX_SKEW`]), 4e-9, 2e-17, which is less than a roundoff.
const POLAR_STEPS: usize = 2;

/// The Frobenius norm of `R^T R - I`: the deviation of a matrix from orthonormal.
///
/// Computed from the six different entries, as every pose is checked and its time matters.
#[inline]
pub(crate) fn skew(matrix: &Matrix3<f64>) -> f64 {
    let [a, b, c] = columns(matrix);
    let [x, y, z] = [dot(a, a) - 1.0, dot(b, b) - 1.0, dot(c, c) - 1.0];
    let across = [dot(a, b), dot(b, c), dot(c, a)];
    (dot([x, y, z], [x, y, z]) + 2.0 * dot(across, across)).sqrt()
}

/// The determinant.
#[inline]
pub(crate) fn determinant(matrix: &Matrix3<f64>) -> f64 {
    let [a, b, c] = columns(matrix);
    let across = [b[1] * c[2] - b[2] * c[1], b[2] * c[0] - b[0] * c[2], b[0] * c[1] - b[1] * c[0]];
    dot(a, across)
}

#[inline]
fn columns(matrix: &Matrix3<f64>) -> [[f64; 3]; 3] {
    matrix.data.0
}

#[inline]
fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

fn excess(matrix: &Matrix3<f64>) -> Matrix3<f64> {
    matrix.transpose() * matrix - Matrix3::identity()
}

/// The inverse, every entry within 10 roundoffs.
///
/// By cofactors and determinant, which are well scaled here. The error of a cofactor is 2
/// roundoffs, that of the determinant 5.4 (1.16 x 2 from the cofactors, 3 from their sum), and the
/// quotient adds one: 8.4 together, because no entry of the result is larger than one.
pub(crate) fn inverse(matrix: &Matrix3<f64>) -> Matrix3<f64> {
    let (a, b, c) = (matrix.column(0), matrix.column(1), matrix.column(2));
    let (bc, ca, ab) = (b.cross(&c), c.cross(&a), a.cross(&b));
    let determinant = a.dot(&bc);
    Matrix3::from_rows(&[bc.transpose(), ca.transpose(), ab.transpose()]) / determinant
}

/// The nearest rotation in the Frobenius norm, the orthogonal factor of the polar decomposition.
/// Its skew is within 16 roundoffs.
///
/// By steps of Newton and Schulz, `X - X (X^T X - I) / 2` (Björck and Bowie, "An iterative
/// algorithm for computing the best estimate of an orthogonal matrix", 1971; Higham, "Functions of
/// Matrices", chapter 8). The last step decides the rounding: 4.5 roundoffs (Frobenius) from half
/// the rounded `X^T X`, 1.8 from the sum. The skew is twice that.
pub(crate) fn nearest(matrix: &Matrix3<f64>) -> Matrix3<f64> {
    (0..POLAR_STEPS).fold(*matrix, |x, _| x - x * excess(&x) * 0.5)
}
