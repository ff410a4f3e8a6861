//! Product and inverse of poses: chains of joints, and the pose of one body relative to another.
//!
//! Results are rounded to `f64`, with the bounds stated at each function. A roundoff is 2^-53, the
//! largest relative error of one operation; products that underflow add at most the smallest normal
//! number to a component of a translation.

use nalgebra::{Matrix3, Vector3};

use super::near_rotation::{inverse, nearest, skew};
use super::{Pose, PoseError};

impl Pose {
    /// First `other`, then `self`: the pose that takes `x` to `self(other(x))`.
    ///
    /// The result is validated and may be an error, because skews add up and translations grow: the
    /// product of two valid poses can be invalid.
    ///
    /// Every entry of the matrix is within 4 roundoffs (2^-53) of the exact product. Every
    /// component of the translation is within `8 (|t_self| + |t_other|)` roundoffs, where `|t|` is
    /// the largest component. Composing with the identity is exact.
    ///
    /// The hand of an arm with three joints, each rotated about its own z axis:
    ///
    /// ```
    /// use obbtree_predicates::{Pose, nalgebra::{Isometry3, Point3, Vector3}};
    /// let joint = |x: f64, degrees: f64| {
    ///     let rotation = Vector3::z() * degrees.to_radians();
    ///     Pose::try_from(Isometry3::new(Vector3::new(x, 0.0, 0.0), rotation))
    /// };
    /// // Each joint relative to the previous one.
    /// let (shoulder, elbow, wrist) = (joint(0.0, 90.0)?, joint(2.0, -90.0)?, joint(1.0, 30.0)?);
    /// let hand = shoulder.compose(&elbow)?.compose(&wrist)?;
    /// assert!((hand.place(&Point3::origin()) - Point3::new(1.0, 2.0, 0.0)).norm() < 1e-15);
    ///
    /// // The same for any number of joints, and one body relative to another.
    /// let chain = [shoulder, elbow, wrist];
    /// assert_eq!(chain.iter().try_fold(Pose::identity(), |to, joint| to.compose(joint))?, hand);
    /// let hand_in_elbow = hand.relative_to(&shoulder.compose(&elbow)?)?;
    /// assert!((hand_in_elbow.rotation() - wrist.rotation()).amax() < 1e-15);
    /// # Ok::<(), obbtree_predicates::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// [`PoseError::NotOrthonormal`] if the skew of the product is above 1e-4, for which
    /// [`Pose::renormalized`] helps; [`PoseError::TooFar`] if its translation is beyond
    /// [`MAX_COORDINATE`](crate::MAX_COORDINATE).
    pub fn compose(&self, other: &Self) -> Result<Self, PoseError> {
        Self::new(
            self.rotation * other.rotation,
            self.rotation * other.translation + self.translation,
        )
    }

    /// The pose that takes `self(x)` back to `x`: `[R^-1 | -R^-1 t]`.
    ///
    /// `R^-1` is the inverse of the matrix and not its transpose, which differs from it by the
    /// skew: by about 1e-6 for a matrix printed with six digits. Every entry is within 10 roundoffs
    /// (2^-53) of the exact inverse, every component of the translation within 40 roundoffs of the
    /// largest component of `t`.
    ///
    /// ```
    /// use obbtree_predicates::Pose;
    /// let quarter: Pose = "0 -1 0 5  1 0 0 6  0 0 1 7".parse()?;
    /// assert_eq!(quarter.inverse()?, "0 1 0 -6  -1 0 0 5  0 0 1 -7".parse()?);
    /// # Ok::<(), obbtree_predicates::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Pose::compose`], for poses at the limits: the skew of the inverse is larger by a factor
    /// of at most 1 + 1e-4, and its translation by a factor of at most the square root of three.
    pub fn inverse(&self) -> Result<Self, PoseError> {
        let rotation = inverse(&self.rotation);
        Self::new(rotation, -(rotation * self.translation))
    }

    /// This pose relative to another one, `other^-1 self`.
    ///
    /// This is more accurate than composing with the inverse where two bodies are near each other
    /// and far from the origin: every entry of the matrix is within 25 roundoffs (2^-53) of the
    /// exact value, every component of the translation within 80 roundoffs of *its own* largest
    /// component.
    ///
    /// ```
    /// use obbtree_predicates::Pose;
    /// let a = Pose::from_translation([1e9, 0.0, 0.0])?;
    /// let b = Pose::from_translation([1e9, 0.25, 0.0])?;
    /// assert_eq!(b.relative_to(&a)?, Pose::from_translation([0.0, 0.25, 0.0])?);
    /// # Ok::<(), obbtree_predicates::PoseError>(())
    /// ```
    ///
    /// # Errors
    /// As [`Pose::compose`].
    pub fn relative_to(&self, other: &Self) -> Result<Self, PoseError> {
        let (rotation, translation) = self.relative_parts(other);
        Self::new(rotation, translation)
    }

    /// The numbers of [`Pose::relative_to`], with its error bounds, not validated.
    ///
    /// The matrix: 17.4 roundoffs from the inverse (10 an entry times the sum of a column, at most
    /// 1.74), 3 from the product. The translation: one from the difference, 17.4 and 3 from the
    /// product, in units of its length, which is at most 1.74 times its largest component; 38
    /// together. It is the difference of two given numbers that is rotated, so nothing cancels.
    pub(crate) fn relative_parts(&self, other: &Self) -> (Matrix3<f64>, Vector3<f64>) {
        let to_other = inverse(&other.rotation);
        let difference = self.translation - other.translation;
        (to_other * self.rotation, to_other * difference)
    }

    /// The pose with its matrix replaced by the nearest rotation, for long chains.
    ///
    /// Rounding alone rarely needs it: a product adds at most 3e-15 to the skew, and the limit is
    /// 1e-4. But the skews of given matrices add up too, and ten joints printed with five digits
    /// (1e-5 each) can reach the limit. Renormalise poses that are read from such a file, or the
    /// chain after every few joints.
    ///
    /// The rotation is the nearest one in the Frobenius norm. It changes by about half the skew;
    /// the remaining skew is rounding, at most 16 roundoffs (2^-53). The translation is unchanged.
    ///
    /// ```
    /// use obbtree_predicates::{Pose, PoseError};
    /// // An eighth of a rotation about z, in five digits: its skew is 1.3e-5.
    /// let joint: Pose = "0.70711 -0.70711 0 1  0.70711 0.70711 0 0  0 0 1 0".parse()?;
    /// let chain = |joint: Pose| (0..16).try_fold(Pose::identity(), |to, _| to.compose(&joint));
    /// assert!(matches!(chain(joint), Err(PoseError::NotOrthonormal { .. })));
    /// let ring = chain(joint.renormalized())?; // two full rotations
    /// assert!((ring.rotation() - Pose::identity().rotation()).amax() < 1e-14);
    /// # Ok::<(), PoseError>(())
    /// ```
    #[must_use]
    pub fn renormalized(&self) -> Self {
        let rotation = nearest(&self.rotation);
        let is_identity = self.is_identity;
        Self { rotation, translation: self.translation, skew: skew(&rotation), is_identity }
    }
}
