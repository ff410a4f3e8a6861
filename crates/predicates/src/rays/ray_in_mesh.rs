//! A ray in the frame of a placed mesh, in double words.
//!
//! A pose is an invertible affine map that does not mirror. It changes neither whether a ray meets
//! a triangle nor at which parameter, and no sign of a volume. So a ray is transformed to the
//! mesh's frame once, and no triangle is placed.

use nalgebra::{Matrix3, Point3, Vector3};

use super::ray::{Ray, RayEnd};
use crate::numbers::double_double::{DOUBLE_ROUNDING, Double};
use crate::numbers::rounding::{BOUND_ROUNDING, ROUNDOFF, larger, two_sum};
use crate::numbers::unit_scale::unit_scale;
use crate::pose::Pose;

/// A vector in double words, and how far a component can be from the exact one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Near {
    pub(crate) vector: [Double; 3],
    pub(crate) off: f64,
    /// The same for the upper words alone.
    pub(crate) high_off: f64,
}

impl Near {
    fn new(vector: [Double; 3], off: f64) -> Self {
        let low = vector.iter().fold(0.0, |most, word| larger(word.low.abs(), most));
        Self { vector, off, high_off: (off + low) * BOUND_ROUNDING }
    }
}

/// A ray, the pose of a mesh, and the ray in the frame of this mesh.
///
/// For many triangles of one mesh: [`ray_hit`](crate::ray_hit) transforms the ray each time.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Pose, Ray, RayInMesh, ray_hit};
/// let pose = Pose::from_translation([0.0, 0.0, 1.0])?;
/// let ray = Ray::new([1.0, 1.0, 5.0], [0.0, 0.0, -2.0])?;
/// let in_mesh = RayInMesh::new(&ray, &pose);
/// let at = |z: f64| [[0.0, 0.0, z], [4.0, 0.0, z], [0.0, 4.0, z]].map(Point3::from);
/// for z in [0.0, 1.0, 7.0] {
///     assert_eq!(in_mesh.hit(&at(z), f64::INFINITY), ray_hit(&at(z), &pose, &ray));
/// }
/// assert_eq!(in_mesh.hit(&at(0.0), 1.0), None); // beyond
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct RayInMesh {
    pub(crate) ray: Ray,
    pub(crate) pose: Pose,
    pub(crate) origin: Near,
    pub(crate) direction: Near,
}

impl RayInMesh {
    /// A ray of the world, for triangles of a mesh that is placed by `pose`.
    #[must_use]
    pub fn new(ray: &Ray, pose: &Pose) -> Self {
        let from = [0, 1, 2].map(|k| Double::difference(ray.origin[k], pose.translation()[k]));
        let [origin, direction] = to_mesh(pose, [from, in_world(ray)]);
        Self { ray: *ray, pose: *pose, origin, direction }
    }

    /// The ray in the world.
    #[must_use]
    pub fn ray(&self) -> &Ray {
        &self.ray
    }

    /// The pose of the mesh.
    #[must_use]
    pub fn pose(&self) -> &Pose {
        &self.pose
    }

    /// Its origin in the frame of the mesh, rounded: every component is within 2^-53 of the
    /// largest, and 2^-90 of the largest of the origin and the translation in the world, except for
    /// underflow.
    #[must_use]
    pub fn rounded_origin(&self) -> Vector3<f64> {
        self.origin.vector.map(|word| word.high).into()
    }

    /// Its direction in the frame of the mesh times a power of two, rounded, and that power: every
    /// component is within 2^-53 of the largest, which is between 2^-76 and 2^76.
    ///
    /// A direction so short that its components have few digits is scaled before it is transformed
    /// to the mesh's frame.
    #[must_use]
    pub fn scaled_direction(&self) -> (Vector3<f64>, f64) {
        /// Shorter directions lose digits in products with a rotation, and where these are added
        /// up.
        const SHORT: f64 = 1e-200;
        let high = |near: &Near| Vector3::from(near.vector.map(|word| word.high));
        let in_mesh = high(&self.direction);
        if in_mesh.amax() > SHORT {
            let scale = unit_scale(in_mesh.amax());
            return (in_mesh * scale, scale);
        }
        let along = in_world(&self.ray);
        let longest = along.iter().fold(0.0_f64, |most, word| most.max(word.high.abs()));
        let scale = unit_scale(longest);
        // A power of two above one: exact.
        let scaled = along.map(|word| Double { high: word.high * scale, low: word.low * scale });
        (high(&to_mesh(&self.pose, [scaled])[0]), scale)
    }

    /// Its origin and direction in the frame of the mesh, if they are `f64` numbers and exact.
    pub(crate) fn in_single_words(&self) -> Option<[Point3<f64>; 2]> {
        let high = |near: &Near| Point3::from(near.vector.map(|word| word.high));
        let is_exact = self.origin.high_off == 0.0 && self.direction.high_off == 0.0;
        is_exact.then(|| [high(&self.origin), high(&self.direction)])
    }
}

/// The direction of a ray, exactly.
fn in_world(ray: &Ray) -> [Double; 3] {
    match ray.reach {
        RayEnd::Along(direction) => [0, 1, 2].map(|k| Double::of(direction[k])),
        RayEnd::To(to) => [0, 1, 2].map(|k| Double::difference(to[k], ray.origin[k])),
    }
}

/// Vectors of the world in the frame of a mesh.
fn to_mesh<const N: usize>(pose: &Pose, vectors: [[Double; 3]; N]) -> [Near; N] {
    if *pose.rotation() == Matrix3::identity() {
        // Differences are exact.
        vectors.map(|vector| Near::new(vector, 0.0))
    } else {
        let inverse = Inverse::new(pose.rotation());
        vectors.map(|vector| inverse.times(&vector))
    }
}

/// A matrix near a rotation, and nearly its inverse.
struct Inverse<'p> {
    matrix: &'p Matrix3<f64>,
    nearly: Matrix3<f64>,
    /// At least the largest absolute sum of a row of `I - nearly matrix`.
    defect: f64,
}

impl<'p> Inverse<'p> {
    /// A product of rows and columns no longer than 2 is rounded by less than 16 [`ROUNDOFF`] in
    /// the sum over a row.
    fn new(matrix: &'p Matrix3<f64>) -> Self {
        let nearly = matrix.try_inverse().unwrap_or_else(|| matrix.transpose());
        let residual = nearly * matrix - Matrix3::identity();
        Self { matrix, nearly, defect: 3.0 * residual.amax() + 64.0 * ROUNDOFF }
    }

    /// `R^-1 b` by one step of iterative refinement (N. J. Higham, "Accuracy and Stability of
    /// Numerical Algorithms", chapter 12).
    ///
    /// # Lemma
    ///
    /// With `M` nearly the inverse, `q` its defect and `v` [`ROUNDOFF`]: `x_0 = M b` in whatever
    /// rounding, `r = b - R x_0` computed within `e`, and `x_1 = M r` in `f64` make `x = x_0 + x_1`
    /// with
    ///
    /// ```text
    /// |R^-1 b - x| <= (2 q + 10 v) |r| + 2 e,    e = 2^-98 (|b| + 4 |x_0|)
    /// ```
    ///
    /// *Proof.* All norms are largest components. `R^-1 b - x_0 = R^-1 r*` with the exact `r*`. The
    /// rows of `R^-1` and of `M` have absolute sums below 1.75, as the pose is within 1e-4 of a
    /// rotation. `R^-1 - M = (I - M R) R^-1`, so `R^-1 r* - M r` is at most
    /// `1.75 q |r| + 1.75 |r* - r|`, and the product `M r` is rounded by `3 v 1.75 |r|`. Only the
    /// upper words of `r` are used, which adds `v |r|`. Its three differences have results below
    /// `|b| + 3.1 |x_0|` and are rounded by 2^-100 of them; the products are exact. *End.* What
    /// underflows is far below the smallest normal number, which is added.
    fn times(&self, b: &[Double; 3]) -> Near {
        let high = |b: &[Double; 3]| Vector3::from(b.map(|word| word.high));
        let first = self.nearly * high(b);
        let residual = [0, 1, 2].map(|row| {
            let term = |k: usize| Double::product(self.matrix[(row, k)], first[k]);
            b[row].minus(term(0)).minus(term(1)).minus(term(2))
        });
        let residual = high(&residual);
        let second = self.nearly * residual;
        let lost = 4.0 * DOUBLE_ROUNDING * (high(b).amax() + 4.0 * first.amax());
        let off = (2.0 * self.defect + 10.0 * ROUNDOFF) * residual.amax() + 2.0 * lost;
        let vector = [0, 1, 2].map(|k| {
            let (high, low) = two_sum(first[k], second[k]);
            Double { high, low }
        });
        Near::new(vector, off * BOUND_ROUNDING + f64::MIN_POSITIVE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_numbers::units;
    use dashu_int::IBig;
    use nalgebra::Rotation3;
    use rand::{RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// What the matrix makes of the vector is off by at most 1.75 times what its components are
    /// off.
    fn residual_is_within_bound(near: &Near, matrix: &Matrix3<f64>, b: [IBig; 3]) {
        for row in 0..3 {
            let term = |k: usize| {
                let Double { high, low } = near.vector[k];
                units(matrix[(row, k)]) * (units(high) + units(low))
            };
            let residual: IBig = term(0) + term(1) + term(2) - (&b[row] << 600);
            let bound = units(1.75 * near.off) << 600;
            assert!(residual <= bound && -residual <= bound, "{near:?} {matrix}");
            assert!(
                near.off <= near.vector.map(|word| word.high.abs()).iter().sum::<f64>() * 1e-26
            );
        }
    }

    #[test]
    fn a_ray_in_the_mesh_is_as_near_as_is_said() {
        let random = &mut Pcg64Mcg::seed_from_u64(277);
        for round in 0..4_000 {
            let mut vector =
                |size: f64| Vector3::from_fn(|_, _| random.random_range(-1.0..1.0) * size);
            let skew = if round % 2 == 0 { 0.0 } else { 2e-5 };
            let rotation = Rotation3::new(vector(3.0)).into_inner();
            let rotation = rotation + Matrix3::from_columns(&[(); 3].map(|()| vector(skew)));
            let size = 2.0_f64.powi(round % 80 - 40);
            let pose = Pose::new(rotation, vector(100.0)).expect("near a rotation");
            let (origin, along) = (vector(size), vector(size));
            let ray = Ray::segment(origin.into(), along.into()).expect("a segment");
            let in_mesh = RayInMesh::new(&ray, &pose);
            let from = [0, 1, 2].map(|k| units(origin[k]) - units(pose.translation()[k]));
            let to = [0, 1, 2].map(|k| units(along[k]) - units(origin[k]));
            residual_is_within_bound(&in_mesh.origin, pose.rotation(), from);
            residual_is_within_bound(&in_mesh.direction, pose.rotation(), to);
        }
    }
}
