//! 3 x 3 matrices within [`MAX_SKEW`] of a rotation: how far off they are, their inverse, and the
//! nearest rotation.
//!
//! Bounds are in units of [`f64::EPSILON`]` / 2`, the largest relative error of one operation; below
//! they are called roundoffs. The columns of such a matrix are at most `1 + MAX_SKEW / 2` long and its
//! determinant is within `MAX_SKEW` of one, which every bound below has room for.

use nalgebra::Matrix3;

/// How far a rotation matrix may be from orthonormal, as the Frobenius norm of `R^T R - I`.
///
/// Matrices printed with six digits are within 1e-5; the error bounds of the box tests are proven
/// up to this value.
pub(crate) const MAX_SKEW: f64 = 1e-4;

/// How often [`nearest`] repeats its step. A step takes a singular value `1 + e` to
/// `1 - 1.5 e^2`, nearly: 5e-5 (half of [`MAX_SKEW`]), 4e-9, 2e-17, which is less than a roundoff.
const POLAR_STEPS: usize = 2;

/// Frobenius norm of `R^T R - I`: how far a matrix is from orthonormal.
pub(crate) fn skew(matrix: &Matrix3<f64>) -> f64 {
    excess(matrix).norm()
}

fn excess(matrix: &Matrix3<f64>) -> Matrix3<f64> {
    matrix.transpose() * matrix - Matrix3::identity()
}

/// The inverse, every entry within 10 roundoffs.
///
/// By cofactors over the determinant, which are well scaled here: a cofactor is off by 2 roundoffs,
/// the determinant by 5.4 (1.16 x 2 from the cofactors, 3 from their sum), the quotient by another
/// one; 8.4 together, as no entry of the result is larger than one.
pub(crate) fn inverse(matrix: &Matrix3<f64>) -> Matrix3<f64> {
    let (a, b, c) = (matrix.column(0), matrix.column(1), matrix.column(2));
    let (bc, ca, ab) = (b.cross(&c), c.cross(&a), a.cross(&b));
    let determinant = a.dot(&bc);
    Matrix3::from_rows(&[bc.transpose(), ca.transpose(), ab.transpose()]) / determinant
}

/// The nearest rotation in the Frobenius norm, the orthogonal factor of the polar decomposition. Its
/// skew is within 16 roundoffs.
///
/// By steps of Newton and Schulz, `X - X (X^T X - I) / 2` (Björck and Bowie, "An iterative algorithm
/// for computing the best estimate of an orthogonal matrix", 1971; Higham, "Functions of Matrices",
/// chapter 8). The last step decides the rounding: 4.5 roundoffs (Frobenius) from half the rounded
/// `X^T X`, 1.8 from the sum. The skew is twice that.
pub(crate) fn nearest(matrix: &Matrix3<f64>) -> Matrix3<f64> {
    (0..POLAR_STEPS).fold(*matrix, |x, _| x - x * excess(&x) * 0.5)
}
