//! Bounds on lengths, over the entire range of `f64`.

use nalgebra::Vector3;

use super::bounds::UpperBound;
use super::unit_scale::unit_scale;

/// The length of a vector is at most sqrt(3) times its largest component.
const MORE_THAN_ROOT_OF_THREE: f64 = 1.75;

/// An upper bound on the length of a vector, less than twice the length, over the entire range of
/// `f64`. The root of a sum of squares would lose digits below 1e-154.
#[inline]
#[must_use]
pub fn length_bound(vector: &Vector3<f64>) -> f64 {
    (UpperBound::from(vector.amax()) * UpperBound::from(MORE_THAN_ROOT_OF_THREE)).get()
}

/// Where the largest component of a vector is in this range, the squares of its components can be
/// summed as they are.
const PLAIN: std::ops::Range<f64> = 1e-140..1e150;

/// The vector of length one, to within four roundings, in the direction of another, over the entire
/// range of `f64`; `None` for one of no length, and where a component is not finite.
///
/// ```
/// use nalgebra::Vector3;
/// use obbtree_predicates::unit_vector;
/// assert_eq!(unit_vector(&Vector3::new(0.0, -3e-170, 0.0)), Some(-Vector3::y()));
/// assert_eq!(unit_vector(&Vector3::new(0.0, 3e200, 0.0)), Some(Vector3::y()));
/// assert_eq!(unit_vector(&Vector3::zeros()), None);
/// ```
#[inline]
#[must_use]
pub fn unit_vector(vector: &Vector3<f64>) -> Option<Vector3<f64>> {
    let most = vector.amax();
    let scaled = if PLAIN.contains(&most) { *vector } else { vector * unit_scale(most) };
    let length = scaled.norm();
    (length > 0.0 && length.is_finite()).then(|| scaled / length)
}
