//! Parts that move: where they are at each time, and the boxes that they stay in.

use obbtree_collider::{Carried, Motion, MotionBound, Rounding, Speed};
use obbtree_predicates::{Aabb, LowerBound, Pose, PoseError, UpperBound};

use crate::part::Part;

/// A part and the motion of its own frame.
pub(crate) struct MovingPart<'m> {
    pub(crate) part: &'m Part,
    pub(crate) motion: Box<dyn Motion + 'm>,
    /// A box that the part never leaves; `None` for shapes that are unbounded.
    pub(crate) bounds: Option<Aabb>,
}

impl<'m> MovingPart<'m> {
    /// A part at rest under a pose.
    pub(crate) fn at_rest(part: &'m Part, pose: &'m Pose) -> Self {
        Self::new(part, Box::new(*pose))
    }

    /// A part of a body that moves itself, or of one that is carried.
    pub(crate) fn carried(
        part: &'m Part,
        motion: &'m dyn Motion,
        chain: &Chain,
    ) -> Result<Self, PoseError> {
        let whole = chain.with(part.offset())?;
        if whole.composed == 0 {
            return Ok(Self::new(part, Box::new(ByReference(motion))));
        }
        let carried = Carried::new(motion, &whole.offset)?;
        // The pose of a body's own part is the product that a scene makes of it.
        if chain.composed == 0 {
            return Ok(Self::new(part, Box::new(carried)));
        }
        let rounding = whole.rounding(motion, carried.rounding());
        Ok(Self::new(part, Box::new(Chained { carried, rounding })))
    }

    fn new(part: &'m Part, motion: Box<dyn Motion + 'm>) -> Self {
        let bounds = part.bounds(&motion.pose_at(0.5)).map(|bounds| {
            let moves = MotionBound::new(part.collider().into(), &*motion);
            let moves = moves.displacement([0.0, 0.5, 1.0]);
            Aabb {
                min: bounds.min.map(|x| (LowerBound::from(x) - moves).get()),
                max: bounds.max.map(|x| (UpperBound::from(x) + moves).get()),
            }
        });
        Self { part, motion, bounds }
    }
}

/// The offsets that lead from a body that moves to a part: of attachments, and of the part.
#[derive(Clone, Copy)]
pub(crate) struct Chain {
    /// The product of all.
    offset: Pose,
    /// How many they are, those that are the identity left out.
    composed: u32,
    /// The sum of the lengths of their translations.
    length: UpperBound,
}

impl Chain {
    /// Of the body itself.
    pub(crate) fn none() -> Self {
        Self { offset: Pose::identity(), composed: 0, length: UpperBound::ZERO }
    }

    /// With an offset that comes after the others, farther from the body that moves.
    pub(crate) fn with(&self, offset: &Pose) -> Result<Self, PoseError> {
        self.joined(offset, |own| own.compose(offset))
    }

    /// With an offset that comes before the others.
    pub(crate) fn under(&self, offset: &Pose) -> Result<Self, PoseError> {
        self.joined(offset, |own| offset.compose(own))
    }

    fn joined(
        &self,
        offset: &Pose,
        product: impl FnOnce(&Pose) -> Result<Pose, PoseError>,
    ) -> Result<Self, PoseError> {
        if offset.is_identity() {
            return Ok(*self);
        }
        Ok(Self {
            offset: product(&self.offset)?,
            composed: self.composed + 1,
            length: self.length + UpperBound::of_length(offset.translation()),
        })
    }

    /// The rounding of a motion after the product of all offsets, so that the poses that a scene
    /// has are within it too: it composes them one after the other, from the body that moves.
    ///
    /// *Lemma.* Let `n` offsets follow each other, `L` be the sum of the lengths of their
    /// translations and of the farthest of the motion, and `v = 2^-53`. A product rounds entries of
    /// its matrix by `4 v` and its translation by `8 v` of what goes in (`Pose::compose`): a point
    /// at `x` beyond it by at most `12 v (L + |x|) + 14 v L`. Of `n` products that is `26 n v L +
    /// 12 n v |x|`, here as in a scene. Where a body stands that was attached and not moved since,
    /// its offset is rounded besides, by `25 v` an entry and `66 v` of its length
    /// (`Pose::relative_to`): `75 v (L + |x|) + 66 v L`, for each offset. The sum of all is less
    /// than `200 n v L + 100 n v |x|`; [`PER_PRODUCT`] is more than that and what a skew of 1e-4
    /// adds. Products that underflow add less than the smallest normal number. *End.*
    fn rounding(&self, motion: &dyn Motion, of_product: Rounding) -> Rounding {
        /// 256 roundings of 2^-53.
        const PER_PRODUCT: UpperBound = UpperBound::exactly(1.0 / (1_u64 << 45) as f64);
        let start = UpperBound::of_length(motion.pose_at(0.0).translation());
        let farthest = start + UpperBound::from(motion.speed(0.0, 1.0).at([0.0; 3]));
        let per_length = UpperBound::from(f64::from(self.composed)) * PER_PRODUCT;
        let absolute = per_length * (farthest + self.length) + UpperBound::from(f64::MIN_POSITIVE);
        Rounding {
            absolute: (UpperBound::of_abs(of_product.absolute) + absolute).get(),
            per_length: (UpperBound::of_abs(of_product.per_length) + per_length).get(),
        }
    }
}

/// What is carried by way of others.
struct Chained<'m> {
    carried: Carried<'m>,
    rounding: Rounding,
}

impl Motion for Chained<'_> {
    fn pose_at(&self, time: f64) -> Pose {
        self.carried.pose_at(time)
    }

    fn rounding(&self) -> Rounding {
        self.rounding
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        self.carried.speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<Speed> {
        self.carried.acceleration(from, to)
    }
}

/// A motion of someone else's.
struct ByReference<'m>(&'m dyn Motion);

impl Motion for ByReference<'_> {
    fn pose_at(&self, time: f64) -> Pose {
        self.0.pose_at(time)
    }

    fn rounding(&self) -> Rounding {
        self.0.rounding()
    }

    fn speed(&self, from: f64, to: f64) -> Speed {
        self.0.speed(from, to)
    }

    fn acceleration(&self, from: f64, to: f64) -> Option<Speed> {
        self.0.acceleration(from, to)
    }

    fn translation(&self) -> Option<[&Pose; 2]> {
        self.0.translation()
    }
}
