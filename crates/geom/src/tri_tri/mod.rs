//! Two placed triangles: do they share a point?
//!
//! The door. A pair goes through stages that get slower and surer: the two plane rejections and the
//! certified signs of [`filter`], then [`crate::exact_contact`], which decides everything. A
//! stage answers only what it has proven, so the answer is that of exact arithmetic and does not
//! depend on which stage gave it. [`moller`], [`guigue_devillers`], [`separating_axes`] and [`chang_kim`]
//! are rounded tests of the literature behind one signature, for comparison (`docs/TRIANGLES.md`).
//!
//! Coordinates and translations are at most [`crate::MAX_COORDINATE`], which checked meshes and poses
//! see to.

mod chang_kim;
mod closer;
pub(crate) mod filter;
mod guigue_devillers;
mod in_plane;
mod moller;
mod on_line;
mod planes;
mod separating_axes;
pub(crate) mod signs;

pub use chang_kim::{FramedTriangle, chang_kim, chang_kim_framed};
pub use closer::triangles_closer;
pub use guigue_devillers::guigue_devillers;
pub use moller::moller;
pub use separating_axes::separating_axes;

use crate::{Contact, Placement, ROUNDOFF, Triangle, exact, exact_contact};
use filter::{TINY, past_planes};

/// How many pairs of triangles each stage decided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stages {
    /// By one of the two plane rejections.
    pub planes: u64,
    /// By the rest of the `f64` filter: signs of tetrahedra and separating vectors.
    pub filter: u64,
    /// By exact arithmetic.
    pub exact: u64,
}

impl Stages {
    /// All pairs.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.planes + self.filter + self.exact
    }
}

impl std::ops::AddAssign for Stages {
    fn add_assign(&mut self, other: Self) {
        self.planes += other.planes;
        self.filter += other.filter;
        self.exact += other.exact;
    }
}

/// Whether two closed triangles share a point; touching counts.
///
/// `a` and `b` are in their own meshes' frames, `placement` holds their poses. The answer is that of
/// exact arithmetic on the numbers as they stand; `stages` counts who gave it.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Placement, Pose, Stages, triangles_meet};
/// let triangle = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0)];
/// let mut stages = Stages::default();
/// let mut meet_moved_by = |x: f64| {
///     let placement = Placement::new(&Pose::identity(), &Pose::from_translation([x, 0.0, 0.0])?);
///     Ok::<_, obbtree_geom::PoseError>(triangles_meet(&triangle, &triangle, &placement, &mut stages))
/// };
/// assert!(meet_moved_by(1.0)?); // corner on corner
/// assert!(!meet_moved_by(1.0 + f64::EPSILON)?);
/// assert_eq!(stages.total(), 2);
/// # Ok::<(), obbtree_geom::PoseError>(())
/// ```
#[inline]
#[must_use]
pub fn triangles_meet(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    let Some(undecided) = past_planes(a, b, placement) else {
        stages.planes += 1;
        return false;
    };
    meet_past_planes(&undecided, a, b, placement, stages)
}

/// [`triangles_meet`] for callers whose own fast kernel left the pair undecided: the same answer, and
/// the plane rejections, tried here once more in `f64`, count as `filter`.
#[inline(never)]
#[must_use]
pub fn triangles_meet_past_kernel(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    let Some(undecided) = past_planes(a, b, placement) else {
        stages.filter += 1;
        return false;
    };
    meet_past_planes(&undecided, a, b, placement, stages)
}

/// Out of line: most pairs end at the planes, and the loop around those should stay small.
#[inline(never)]
fn meet_past_planes(
    undecided: &filter::Undecided,
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> bool {
    if let Some(contact) = undecided.decide() {
        stages.filter += 1;
        return contact != Contact::Free;
    }
    stages.exact += 1;
    exact_contact(a, &placement.pose_a, b, &placement.pose_b) != Contact::Free
}

/// How two closed triangles meet: apart, touching, or an edge of one through the other's inside.
///
/// Frames and certainty as for [`triangles_meet`].
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::{Contact, Placement, Pose, classify_triangles};
/// let a = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]].map(Point3::from);
/// let through = [[1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 9.0, 1.0]].map(Point3::from);
/// let here = Placement::new(&Pose::identity(), &Pose::identity());
/// assert_eq!(classify_triangles(&a, &through, &here), Contact::Proper);
/// assert_eq!(classify_triangles(&a, &a, &here), Contact::Touch);
/// ```
#[must_use]
pub fn classify_triangles(a: &Triangle, b: &Triangle, placement: &Placement) -> Contact {
    let Some(undecided) = past_planes(a, b, placement) else {
        return Contact::Free;
    };
    undecided.decide().unwrap_or_else(|| exact_contact(a, &placement.pose_a, b, &placement.pose_b))
}

/// Whether the corners of a triangle lie on one line or coincide, exactly: it is a segment or a point.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_geom::is_degenerate;
/// let thin = |z| [[0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [2.0, 2.0, z]].map(Point3::from);
/// assert!(is_degenerate(&thin(2.0)) && !is_degenerate(&thin(2.0 + f64::EPSILON * 2.0)));
/// ```
#[must_use]
pub fn is_degenerate(triangle: &Triangle) -> bool {
    let [p, q, r] = triangle;
    let (u, v) = (q - p, r - p);
    // A component of the normal has two products of two edges with 4 roundings each.
    let bound = 8.0 * ROUNDOFF * (1.0 + 8.0 * ROUNDOFF) * u.amax() * v.amax() + TINY;
    if u.cross(&v).amax() > bound { false } else { exact::has_no_area(triangle) }
}

/// A way to answer "do these two triangles meet?", chosen when the engine is compiled.
///
/// Frames as for [`triangles_meet`]. Implementors have no state, so the choice costs nothing, and
/// what is not chosen is not in the program.
pub trait TriangleTest {
    /// Whether the closed triangles share a point.
    fn meet(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> bool;

    /// The same for pairs that the caller's own faster kernel could not decide.
    #[inline]
    fn meet_past_kernel(
        a: &Triangle,
        b: &Triangle,
        placement: &Placement,
        stages: &mut Stages,
    ) -> bool {
        Self::meet(a, b, placement, stages)
    }
}

/// Exact answers through filters: [`triangles_meet`].
#[derive(Clone, Copy, Debug, Default)]
pub struct Certain;

impl TriangleTest for Certain {
    #[inline]
    fn meet(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> bool {
        triangles_meet(a, b, placement, stages)
    }

    #[inline]
    fn meet_past_kernel(
        a: &Triangle,
        b: &Triangle,
        placement: &Placement,
        stages: &mut Stages,
    ) -> bool {
        triangles_meet_past_kernel(a, b, placement, stages)
    }
}

/// Rounded answers: [`moller`] after rounding B's corners into A's frame. Wrong where triangles touch
/// or nearly do; there to measure what certainty costs. Its pairs count as `filter`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Rounded;

impl TriangleTest for Rounded {
    #[inline]
    fn meet(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> bool {
        stages.filter += 1;
        moller(a, &b.each_ref().map(|corner| placement.to_a(corner)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::Point3;

    #[test]
    fn degeneracy_is_exact() {
        let line =
            |x: f64| [Point3::origin(), Point3::new(0.1, 0.2, 0.3), Point3::new(x, 0.4, 0.6)];
        assert!(is_degenerate(&line(0.2)));
        assert!(!is_degenerate(&line(0.2 + 2.0_f64.powi(-54))));
        assert!(is_degenerate(&[Point3::new(1e75, 0.0, 1e-75); 3]));
        // Too small for the products of f64, yet it has area.
        let tiny = [(0.0, 0.0), (5e-324, 0.0), (0.0, 5e-324)].map(|(x, y)| Point3::new(x, y, 1.0));
        assert!(!is_degenerate(&tiny));
    }
}
