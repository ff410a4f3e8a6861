//! What the distances along the fifteen axes decide about a pair of boxes: the two tests that
//! questions ask for.
//!
//! Along an axis there are the distance of the two centres and the reach of the two boxes
//! together; the gap is their difference. The reach has the slack of the lemma at
//! [`QueryFrame`](crate::boxes::frame::QueryFrame) in it, so a gap is never larger than the exact
//! one, but for the share of the distance that the lemma names.

use obbtree_simd::Lanes;

/// The two tests: [`Meet`] and [`Within`].
pub(crate) trait BoxTest: Copy {
    /// The test of the face axes of a register.
    type Faces<S: Lanes>: FaceTest<S>;

    /// No axis was looked at yet.
    fn faces<S: Lanes>(self, simd: S) -> Self::Faces<S>;

    /// Which pairs a cross axis rules out, besides those that are: from the distance and the
    /// reach along it, and the cosine of the angle between the two edges.
    fn cross_axis<S: Lanes>(
        self,
        simd: S,
        overlap: S::Overlap,
        distance: S::F,
        reach: S::F,
        cosine: S::F,
    ) -> S::Overlap;

    /// The order of a dive: the smaller, the sooner. From the vector between the centres.
    fn order<S: Lanes>(self, simd: S, faces: &Self::Faces<S>, between: &[S::F; 3]) -> S::F;
}

/// What the face axes of a register have told.
pub(crate) trait FaceTest<S: Lanes>: Copy {
    /// One of A's face axes: the distance of the centres along it, and the reach of both boxes.
    fn axis_of_a(&mut self, simd: S, distance: S::F, reach: S::F);
    /// One of B's face axes.
    fn axis_of_b(&mut self, simd: S, distance: S::F, reach: S::F);
    /// Is the line through the centres looked at too?
    const LINE_OF_CENTERS: bool = false;
    /// The line through the centres: the square of their distance, and the reach of both boxes
    /// times that distance.
    fn axis_of_centers(&mut self, _: S, _length_sq: S::F, _reach: S::F) {}
    /// The pairs that are not ruled out, as bits, lane 0 lowest.
    fn overlapping(&self, simd: S) -> u32;
}

/// Do the boxes meet?
#[derive(Clone, Copy)]
pub(crate) struct Meet;

impl BoxTest for Meet {
    type Faces<S: Lanes> = MeetFaces<S>;

    #[inline(always)]
    fn faces<S: Lanes>(self, simd: S) -> MeetFaces<S> {
        MeetFaces(simd.all_overlapping())
    }

    #[inline(always)]
    fn cross_axis<S: Lanes>(
        self,
        simd: S,
        overlap: S::Overlap,
        distance: S::F,
        reach: S::F,
        _: S::F,
    ) -> S::Overlap {
        simd.separate(overlap, distance, reach)
    }

    /// Near centres first.
    #[inline(always)]
    fn order<S: Lanes>(self, simd: S, _: &MeetFaces<S>, between: &[S::F; 3]) -> S::F {
        square(simd, between)
    }
}

/// The pairs that no face axis separates.
#[derive(Clone, Copy)]
pub(crate) struct MeetFaces<S: Lanes>(S::Overlap);

impl<S: Lanes> FaceTest<S> for MeetFaces<S> {
    #[inline(always)]
    fn axis_of_a(&mut self, simd: S, distance: S::F, reach: S::F) {
        self.0 = simd.separate(self.0, distance, reach);
    }

    #[inline(always)]
    fn axis_of_b(&mut self, simd: S, distance: S::F, reach: S::F) {
        self.0 = simd.separate(self.0, distance, reach);
    }

    #[inline(always)]
    fn overlapping(&self, simd: S) -> u32 {
        simd.overlapping(self.0)
    }
}

/// Are the boxes within a tolerance of each other?
///
/// # Lemma
///
/// Boxes with points `x`, `y`, `|x - y| <= d` are never ruled out if the tolerance here is at
/// least [`Within::enlarged`] times `d`. *Proof.* In the culling lemma at
/// [`QueryFrame`](crate::boxes::frame::QueryFrame), the shared point's equation becomes `s = th +
/// Mh q + w` with `|w| <= (1 + g) d`, and `|d*| <= h_A + h_B + d` adds `19u d` to what rounding
/// can change along an axis; the rest is in the slack.
///
/// Faces of A: the gap along axis `i` is at most `|w_i| + 19u d`, so the squares of the positive
/// gaps sum to at most `(|w| + sqrt(3) 19u d)^2`. Faces of B: the same of `M^T w`, which is at
/// most `1 + G` times as long. Cross axes: the gap along `L = u_i x M_j` is at most `|L| |w| +
/// 19u d`, and `|L|^2` is `|M_j|^2 - M_ij^2`, where `|M_j|^2` is at most `1 + 2 G + 2^-17`: `1 +
/// G` for the exact first two columns, `1 + 1.5 G` for their cross product, and what rounding
/// adds. `G` is below 2.01e-4, as the skews of two poses are at most 1e-4. So [`SINE_SQ`] less
/// the square of the cosine is above `|L|^2 + 2^-14`, also where a cosine is above one, and the
/// root of that is above `|L| + 19u`. `g`, `G` less the skew, and the rounding of the squares are
/// below `2^-17`.
///
/// Line through the centres: with `theta = t - th`, `|t|^2` is `t . (s - Mh q - w + theta)`, so
/// at most `sum |t_i| e_i + sum |(Mh^T t)_j| f_j + |t| (|w| + |theta|)`. In the code's reach the
/// components of `M^T t` stand for those of `Mh^T t`: that changes the second sum by at most
/// `3 |E_2| |t| h_B`. The slack is there times their 1-norm, which is at least `1 - 2^-12` times
/// `|t|`. So the gap over `|t|` is at most `|w| + 19u d`, as along a face. *End.*
///
/// Checked by Gappa (`tests/proofs/boxes_within.gappa`): these inequalities, for all skews and
/// lengths of axes, and what the line through the centres needs of the slack
/// (`culling_slack.gappa`). By hand: the gaps, and the norms of `M`.
///
/// *Underflow.* Distances and reaches lose less than the slack has for it. A square of a gap is
/// at most 2^-150 above what it is of, a sum of three of them at most three times that, and the
/// product that a cross axis is compared with is a normal number: the limit is at least
/// [`LEAST_SQUARE`](crate::boxes::tolerance::LEAST_SQUARE), beside which that is nothing. Along the
/// line through the centres the square of the length, the products of the reach and their
/// difference lose less than 2^-122. That is nothing beside a gap above 2^-99, and where boxes are
/// ruled out it is above 2^-63; of a smaller gap the square over [`LEAST_LENGTH_SQ`] changes by
/// less than 2^-138. What the components of `t` and `M^T t` lose is in the slack if `|t|` is above
/// 2^-100; if not, the computed square is 0.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Within {
    /// The square of the tolerance.
    limit_sq: f32,
}

/// `1 + 2^-11`: above `1 + 2 G + 2^-14`, see [`Within`].
pub(crate) const SINE_SQ: f32 = 1.0 + 1.0 / 2048.0;

/// 2^-80, added to the square of the distance of two centres before it divides: what underflow can
/// cost along the line through them is then not divided by a smaller number. See [`Within`].
pub(super) const LEAST_LENGTH_SQ: f32 = f32::from_bits((127 - 80) << 23);

/// See [`Within::enlarged`].
const WITHOUT_SKEW: f64 = 1.0 + 1.0 / 131_072.0;
const PER_SKEW: f64 = 1.0 + 1.0 / 512.0;

/// 2^-130: more than a computed square of a lower bound can be above [`Within::enlarged`]
/// squared times that of the distance. Where squares underflow it is rounded by up to 2^-150
/// three times, along a cross axis once, and then divided by the square of a length, which is
/// above 2^-14; the quotient is rounded by 2^-150 again. Checked by Gappa
/// (`tests/proofs/boxes_within.gappa`).
const LOST_SQUARE: f64 = f64::from_bits((1023 - 130) << 52);

/// Where lower bounds are equal, as of boxes that overlap, near centres go first.
const CENTERS_SHARE: f32 = 1.0 / 1024.0;

impl Within {
    /// At least what any distance is multiplied with before boxes are tested for it.
    pub(crate) const ENLARGED: f64 = 1.0 + 1.0 / 4096.0;

    /// What a distance is multiplied with before boxes are tested for it, for a relative matrix
    /// with this skew. Where gaps are wide and triangles small, a larger share would leave
    /// thousands of boxes around the closest points.
    pub(crate) fn enlarged(skew: f64) -> f64 {
        WITHOUT_SKEW + PER_SKEW * skew
    }

    /// Of the square of an enlarged distance.
    pub(crate) fn of_square(limit_sq: f32) -> Self {
        Self { limit_sq }
    }

    /// At most the distance of two boxes, from the square of a lower bound that a visit has given.
    pub(crate) fn least_distance(square: f32, skew: f64) -> f64 {
        // NaN, of which nothing is known, becomes 0.
        (f64::from(square) - LOST_SQUARE).max(0.0).sqrt() / Self::enlarged(skew)
    }

    /// What it was made of.
    #[inline(always)]
    pub(crate) fn limit_sq(self) -> f32 {
        self.limit_sq
    }

    /// Does a lower bound of this square rule a pair out?
    #[inline(always)]
    pub(crate) fn rules_out(self, square: f32) -> bool {
        square > self.limit_sq
    }

    /// The order of a dive, from the squares of lower bounds and the vectors between the centres.
    #[inline(always)]
    pub(crate) fn order_of<S: Lanes>(self, simd: S, bound: S::F, between: &[S::F; 3]) -> S::F {
        simd.mul_add(square(simd, between), simd.splat(CENTERS_SHARE), bound)
    }
}

impl BoxTest for Within {
    type Faces<S: Lanes> = WithinFaces<S>;

    #[inline(always)]
    fn faces<S: Lanes>(self, simd: S) -> WithinFaces<S> {
        let zero = simd.splat(0.0);
        let (limit_sq, by_centers) = (simd.splat(self.limit_sq), simd.all_overlapping());
        WithinFaces { of_a: zero, of_b: zero, limit_sq, by_centers }
    }

    #[inline(always)]
    fn cross_axis<S: Lanes>(
        self,
        simd: S,
        overlap: S::Overlap,
        distance: S::F,
        reach: S::F,
        cosine: S::F,
    ) -> S::Overlap {
        let gap = simd.sub(distance, reach);
        let length_sq = simd.neg_mul_add(cosine, cosine, simd.splat(SINE_SQ));
        let signed_square = simd.mul(gap, simd.abs(gap));
        simd.separate(overlap, signed_square, simd.mul(length_sq, simd.splat(self.limit_sq)))
    }

    /// Boxes with small lower bounds of their distance first.
    #[inline(always)]
    fn order<S: Lanes>(self, simd: S, faces: &WithinFaces<S>, between: &[S::F; 3]) -> S::F {
        self.order_of(simd, simd.max(faces.of_a, faces.of_b), between)
    }
}

/// The squares of the gaps along A's face axes, and B's: each sum is a lower bound of the squared
/// distance.
#[derive(Clone, Copy)]
pub(crate) struct WithinFaces<S: Lanes> {
    of_a: S::F,
    of_b: S::F,
    limit_sq: S::F,
    /// The pairs that the line through the centres does not rule out.
    by_centers: S::Overlap,
}

#[inline(always)]
fn add_gap<S: Lanes>(simd: S, distance: S::F, reach: S::F, sum: S::F) -> S::F {
    let gap = simd.max(simd.sub(distance, reach), simd.splat(0.0));
    simd.mul_add(gap, gap, sum)
}

impl<S: Lanes> FaceTest<S> for WithinFaces<S> {
    const LINE_OF_CENTERS: bool = true;

    #[inline(always)]
    fn axis_of_centers(&mut self, simd: S, length_sq: S::F, reach: S::F) {
        let gap = simd.sub(length_sq, reach);
        let limit = simd.mul_add(self.limit_sq, length_sq, simd.splat(f32::MIN_POSITIVE));
        self.by_centers = simd.separate(self.by_centers, simd.mul(gap, simd.abs(gap)), limit);
    }

    #[inline(always)]
    fn axis_of_a(&mut self, simd: S, distance: S::F, reach: S::F) {
        self.of_a = add_gap(simd, distance, reach, self.of_a);
    }

    #[inline(always)]
    fn axis_of_b(&mut self, simd: S, distance: S::F, reach: S::F) {
        self.of_b = add_gap(simd, distance, reach, self.of_b);
    }

    #[inline(always)]
    fn overlapping(&self, simd: S) -> u32 {
        let apart = simd.separate(self.by_centers, self.of_a, self.limit_sq);
        simd.overlapping(simd.separate(apart, self.of_b, self.limit_sq))
    }
}

/// The square of a vector's length.
#[inline(always)]
pub(super) fn square<S: Lanes>(simd: S, vector: &[S::F; 3]) -> S::F {
    let mut sum = simd.mul(vector[0], vector[0]);
    sum = simd.mul_add(vector[1], vector[1], sum);
    simd.mul_add(vector[2], vector[2], sum)
}
