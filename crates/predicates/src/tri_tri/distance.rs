//! The distance of two placed triangles, as a certified interval with a point on each.
//!
//! Three stages, and each pair has the answer of the first that is narrow enough, on every CPU:
//!
//! 1. `f64` ([`super::world_pair`]): the closest of fifteen pairs of features, and an interval some
//!    roundings of the coordinates wide. It decides which pairs of two meshes can be the closest.
//! 2. Double words ([`super::refined`]): the points of these features bound the distance from
//!    above; the gap of the triangles along the vector between the points bounds it from below, and
//!    so does the gap along their normals: for parallel faces the error of the vector's direction
//!    is the rounding of points over their distance.
//! 3. Exact arithmetic ([`crate::triangles_meet`], then [`crate::exact_distance`]), for pairs that
//!    meet or whose distance is some 2^-45 of their coordinates, and for slivers of which `f64`
//!    does not tell the closest features. Their points are the closest of all features in double
//!    words.
//!
//! # Lemma
//!
//! Let `n = |r|^2` for the vector `r` between two points of the triangles, and `g` the gap along
//! `r`, so the distance `d` is at least `g / |r|` and at most `|r|`. From `(g - n)^2 >= 0` follows
//! `g^2 / n >= 2g - n`, so `d^2 >= 2g - n`, and this is near `n` where `g` is. As computed, `|r|`
//! is off by `e = ERROR S`, `g` by `e |r|` and `n` by `ERROR_OF_SQUARE n`: together at most
//! `4 (e |r| + ERROR_OF_SQUARE n)` in either bound of `d^2`, roundings of `2g - n` and `e^2`
//! included where `e` is below `|r|`.
//!
//! Along any other exact vector `L` the distance is at least the gap over `|L|`, and the gap is off
//! by less than `e |L|`. A computed normal is such a vector; it need not be the exact one. *End.*

use nalgebra::{Point3, Vector3};

use super::meet::triangles_meet;
use super::refined::{
    Double3, ERROR, ERROR_OF_SQUARE, LastPlaced, RefinedPair, SIZES, dot, in_range,
};
use super::shared::shared_points;
use super::stages::Stages;
use super::world_pair::{Features, WorldPair};
use crate::exact::exact_distance;
use crate::numbers::double_double::Double;
use crate::pose::placement::Placement;
use crate::triangle::Triangle;

/// The widest interval that [`RoundedDistance::refine`] gives, in units in the last place of its
/// upper end.
pub const MAX_WIDTH_ULPS: u32 = 4;

/// A gap along the vector between two points is a good lower bound if it is smaller than the length
/// of the vector by less than this factor; else the normal of the features is tried.
const GOOD: f64 = 1.0 - 1.0 / (1_u64 << 20) as f64;

/// Relative error of a squared length below which its upper end can be narrow.
const GOOD_SQUARE: f64 = 1.0 / (1_u64 << 48) as f64;

/// The distance of two triangles, certified.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TriangleDistance {
    /// The distance is at least this.
    pub lower: f64,
    /// The distance is at most this, in the unit of the coordinates.
    pub upper: f64,
    /// A point of A's triangle and one of B's, in the world. Each is the rounding of a point of its
    /// placed triangle. Their distance is `upper` to within the rounding of the coordinates; of
    /// triangles that meet, both are one point that they share.
    pub points: [Point3<f64>; 2],
}

/// The distance of two triangles in `f64`: an interval about fifty roundings of the coordinates
/// wide.
#[derive(Clone, Copy, Debug)]
pub struct RoundedDistance {
    /// The distance is at least this; 0 where the triangles may meet.
    pub lower: f64,
    /// The distance is at most this; of triangles that cross, some distance of their features.
    pub upper: f64,
    /// The vector in the world, from A to B and of any length, along which the gap was measured.
    pub axis: Vector3<f64>,
    features: Features,
}

/// The distance of two closed triangles, as an interval of at most [`MAX_WIDTH_ULPS`] units in the
/// last place of its upper end; the upper end is 0 if and only if they meet, the lower one then and
/// below 2^-1074.
///
/// `a` and `b` are in the frames of their meshes; `placement` holds the poses of both. The distance
/// is the Euclidean one in the world. The answer for a pair is the same on every CPU. `stages`
/// counts which stage gave it: `filter` for rounded arithmetic, `big` for exact.
///
/// ```
/// use nalgebra::Point3;
/// use obbtree_predicates::{Placement, Pose, Stages, triangles_distance};
/// let triangle = [Point3::origin(), Point3::new(1.0, 0.0, 0.0), Point3::new(0.0, 1.0, 0.0)];
/// let above = Placement::new(&Pose::identity(), &Pose::from_translation([0.25, 0.25, 0.1])?);
/// let found = triangles_distance(&triangle, &triangle, &above, &mut Stages::default());
/// assert!(found.lower <= 0.1 && 0.1 <= found.upper && found.upper - found.lower < 1e-16);
/// assert_eq!(found.points.map(|point| point.z), [0.0, 0.1]);
/// # Ok::<(), obbtree_predicates::PoseError>(())
/// ```
#[must_use]
pub fn triangles_distance(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> TriangleDistance {
    RoundedDistance::new(a, b, placement).refine(a, b, placement, stages)
}

impl RoundedDistance {
    /// Of two closed triangles: frames, unit and certainty as for [`triangles_distance`].
    #[must_use]
    pub fn new(a: &Triangle, b: &Triangle, placement: &Placement) -> Self {
        let pair = WorldPair::new(a, b, placement);
        let nearest = pair.nearest();
        let upper = pair.longest(&nearest.a_to_b);
        let (mut lower, mut axis) = (pair.shortest_along(&nearest.a_to_b), nearest.a_to_b);
        if !(lower >= upper * GOOD) {
            let normal = match nearest.features {
                Features::Edges([i, j], _) => pair.e[i].cross(&pair.f[j]),
                Features::FaceOfA(..) => pair.e[0].cross(&pair.e[1]),
                Features::FaceOfB(..) => pair.f[0].cross(&pair.f[1]),
            };
            let along_normal = pair.shortest_along(&normal);
            if along_normal > lower {
                (lower, axis) = (along_normal, normal);
            }
        }
        Self { lower, upper, axis, features: nearest.features }
    }

    /// The barycentric coordinates of corners 1 and 2 of the closest points, of A's triangle and of
    /// B's, up to rounding. Of triangles that cross they mean nothing.
    #[must_use]
    pub fn weights(&self) -> [[f64; 2]; 2] {
        self.features.weights()
    }

    /// The vector between the points of the features, of the same triangles in double words.
    pub(super) fn way_in(&self, pair: &RefinedPair) -> Double3 {
        pair.points(&self.features).a_to_b
    }

    /// At most the distance of the same triangles, by gaps in double words; 0 where these prove
    /// none.
    ///
    /// For pairs that `f64` cannot distinguish from pairs that meet: much cheaper than exact
    /// arithmetic.
    #[must_use]
    pub fn least_in_double_words(&self, a: &Triangle, b: &Triangle, placement: &Placement) -> f64 {
        let pair = RefinedPair::new(a, b, placement);
        if !SIZES.contains(&pair.size) {
            return 0.0;
        }
        let a_to_b = pair.points(&self.features).a_to_b;
        [0, 1].into_iter().fold(0.0, |most, body| {
            let along = least_along(&pair, &pair.normal(body, &a_to_b));
            if along > most { along } else { most }
        })
    }

    /// The narrow interval, of the same triangles and placement; of many pairs by a [`Refiner`].
    #[must_use]
    pub fn refine(
        &self,
        a: &Triangle,
        b: &Triangle,
        placement: &Placement,
        stages: &mut Stages,
    ) -> TriangleDistance {
        Refiner::new(placement).refine(self, [a, b], stages)
    }
}

/// Finds the narrow intervals of pairs of triangles under one placement: what was computed for the
/// last triangle of each body is kept.
#[derive(Clone, Debug)]
pub struct Refiner<'p> {
    placement: &'p Placement,
    last: LastPlaced,
}

impl<'p> Refiner<'p> {
    /// Cheap: nothing is computed yet.
    #[must_use]
    pub fn new(placement: &'p Placement) -> Self {
        Self { placement, last: LastPlaced::default() }
    }

    /// As [`RoundedDistance::refine`], bit for bit.
    #[must_use]
    pub fn refine(
        &mut self,
        rounded: &RoundedDistance,
        [a, b]: [&Triangle; 2],
        stages: &mut Stages,
    ) -> TriangleDistance {
        let placement = self.placement;
        let pair = RefinedPair::with(&mut self.last, a, b, placement);
        let points = pair.points(&rounded.features);
        let placed = |points: [Double3; 2]| points.map(|point| in_world(&point, placement));
        if points.are_inside
            && let Some([lower, upper]) = interval(&pair, &points.a_to_b)
            && is_narrow(lower, upper)
        {
            stages.filter += 1;
            return TriangleDistance { lower, upper, points: placed([points.on_a, points.on_b]) };
        }
        exactly(a, b, placement, stages)
    }
}

/// The bounds of the distance from the vector between two points and, where these are not narrow,
/// from normals of the triangles; `None` if they are out of range.
fn interval(pair: &RefinedPair, a_to_b: &Double3) -> Option<[f64; 2]> {
    let square = dot(a_to_b, a_to_b);
    let length = square.high.sqrt();
    if !(SIZES.contains(&pair.size) && SIZES.contains(&length)) {
        return None;
    }
    let error = 4.0 * (ERROR * pair.size * length + ERROR_OF_SQUARE * square.high);
    if !(error < square.high * GOOD_SQUARE) {
        // Not narrow, and many steps wide.
        return None;
    }
    let most_sq = square.plus(Double::of(error));
    let mut upper = length.next_down();
    while Double::product(upper, upper).is_less(most_sq) {
        upper = upper.next_up();
    }
    let gap = pair.gap_along(a_to_b);
    let least_sq = gap.plus(gap).minus(square).minus(Double::of(error));
    let mut lower = 0.0;
    if least_sq.high > 0.0 {
        lower = least_sq.high.sqrt().next_up();
        while least_sq.is_less(Double::product(lower, lower)) {
            lower = lower.next_down();
        }
    }
    for body in 0..2 {
        if lower > 0.0 && is_narrow(lower, upper) {
            break;
        }
        let along_normal = least_along(pair, &pair.normal(body, a_to_b));
        lower = if along_normal > lower { along_normal } else { lower };
    }
    (lower > 0.0).then_some([lower, upper])
}

/// At most the distance, by the gap along an exact vector of about unit length; 0 if there is none.
fn least_along(pair: &RefinedPair, axis: &Double3) -> f64 {
    let square = dot(axis, axis);
    let length = square.high.sqrt();
    let gap = pair.gap_along(axis).minus(Double::of(ERROR * pair.size * length));
    // Squares of both, and their products, are in range.
    if !(SIZES.contains(&length) && SIZES.contains(&gap.high)) {
        return 0.0;
    }
    // The squares are off by some roundings of double words.
    let square = square.plus(Double::of(8.0 * ERROR_OF_SQUARE * square.high));
    let mut lower = (gap.high / length).next_up();
    while gap.times(gap).is_less(Double::product(lower, lower).times(square)) {
        lower = lower.next_down();
    }
    lower
}

/// Whether at most [`MAX_WIDTH_ULPS`] steps lead from one positive number to the other.
fn is_narrow(lower: f64, upper: f64) -> bool {
    // The bits of positive numbers are ordered as the numbers are.
    upper.to_bits() <= lower.to_bits() + u64::from(MAX_WIDTH_ULPS)
}

/// For pairs that meet, and that are too close for double words.
#[cold]
#[inline(never)]
fn exactly(
    a: &Triangle,
    b: &Triangle,
    placement: &Placement,
    stages: &mut Stages,
) -> TriangleDistance {
    if triangles_meet(a, b, placement, stages) {
        let points = [shared_points(a, b, placement).as_slice()[0]; 2];
        return TriangleDistance { lower: 0.0, upper: 0.0, points };
    }
    let points = match in_range(a, b, placement) {
        None => closest_points(a, b, placement),
        Some((a, b, placement, scale)) => {
            closest_points(&a, &b, &placement).map(|point| point / scale)
        }
    };
    stages.big += 1;
    let [lower, upper] = exact_distance(a, &placement.pose_a, b, &placement.pose_b);
    TriangleDistance { lower, upper, points }
}

/// The closest points, in the world, rounded.
fn closest_points(a: &Triangle, b: &Triangle, placement: &Placement) -> [Point3<f64>; 2] {
    let points = RefinedPair::new(a, b, placement).closest_points();
    points.map(|point| in_world(&point, placement))
}

/// A point relative to A's translation, in the world, rounded.
fn in_world(point: &Double3, placement: &Placement) -> Point3<f64> {
    let origin = placement.pose_a.translation();
    Point3::from([0, 1, 2].map(|k| point[k].plus(Double::of(origin[k])).high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Pose, exact_distance};
    use nalgebra::{Quaternion, UnitQuaternion, Vector3};
    use rand::{Rng, RngExt, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    fn any_pose(random: &mut impl Rng, distance: f64) -> Pose {
        let mut number = || random.random_range(-1.0..1.0);
        let turn = Quaternion::new(number(), number(), number(), number());
        let turn = UnitQuaternion::from_quaternion(turn).to_rotation_matrix().into_inner();
        let shift = Vector3::new(number(), number(), number()) * distance;
        Pose::new(turn, shift).expect("a rotation")
    }

    fn any_triangle(random: &mut impl Rng, size: f64) -> Triangle {
        let shape = random.random_range(0..8);
        let mut point = || Point3::from([(); 3].map(|()| random.random_range(-size..size)));
        let [p, q, r] = [point(), point(), point()];
        match shape {
            0 => [p, p, p],
            1 => [p, q, q],
            2 => [p, q, p + (q - p) * 0.375],
            _ => [p, q, r],
        }
    }

    /// The exact interval is inside of the certified one, which is narrow; the distance of the
    /// points is in it.
    fn check(a: &Triangle, b: &Triangle, placement: &Placement, stages: &mut Stages) -> f64 {
        let rounded = RoundedDistance::new(a, b, placement);
        let found = rounded.refine(a, b, placement, stages);
        let [least, most] = exact_distance(a, &placement.pose_a, b, &placement.pose_b);
        assert!(rounded.lower <= most && least <= rounded.upper, "{a:?} {b:?} {placement:?}");
        // The exact ends are neighbours: no number lies between them.
        assert!(found.lower <= most && least <= found.upper, "{a:?} {b:?} {placement:?}");
        assert!(found.lower <= least && most <= found.upper, "{a:?} {b:?} {placement:?}");
        assert_eq!(found.upper == 0.0, most == 0.0);
        assert!(found.upper == 0.0 || is_narrow(found.lower, found.upper), "{found:?}");
        let size = |t: &Triangle| t.iter().fold(0.0_f64, |most, p| most.max(p.coords.amax()));
        let shift = |pose: &Pose| pose.translation().amax();
        let coordinates = size(a) + size(b) + shift(&placement.pose_a) + shift(&placement.pose_b);
        // Of lengths whose squares may underflow.
        let apart = ((found.points[0] - found.points[1]) / coordinates).norm() * coordinates;
        assert!((apart - found.upper).abs() <= 64.0 * f64::EPSILON * coordinates, "{found:?}");
        found.upper
    }

    #[test]
    fn the_interval_holds_the_exact_distance() {
        let mut random = Pcg64Mcg::seed_from_u64(20);
        let (mut stages, mut meeting) = (Stages::default(), 0);
        for round in 0..6_000 {
            let far = [0.0, 0.5, 2.0, 1e3][round % 4];
            let place = |random: &mut Pcg64Mcg| {
                if round % 3 == 0 { Pose::identity() } else { any_pose(random, far) }
            };
            let placement = Placement::new(&place(&mut random), &any_pose(&mut random, far));
            let (a, b) = (any_triangle(&mut random, 1.0), any_triangle(&mut random, 1.0));
            let upper = check(&a, &b, &placement, &mut stages);
            meeting += usize::from(upper == 0.0);
        }
        assert!(meeting > 300, "{meeting}");
        // Double words are enough, but for degenerate triangles.
        assert!(stages.big * 20 < stages.total(), "{stages:?}");
    }

    /// Long thin triangles through a common point, where `f64` cannot say how far along their edges
    /// it is: their two points were 2e-7 apart.
    #[test]
    fn needles_that_meet_have_one_point() {
        let mut random = Pcg64Mcg::seed_from_u64(23);
        let (mut stages, mut meeting) = (Stages::default(), 0);
        for round in 0..3_000 {
            let thin = 10.0_f64.powi(-(round % 12) - 3);
            let aside = any_pose(&mut random, 1.0);
            // Half of the second ones are lifted off the common point.
            let mut needle = |bend: f64, lift: f64| {
                let mut vector = || Vector3::from([(); 3].map(|()| random.random_range(-1.0..1.0)));
                let along = (Vector3::x() + vector() * bend).normalize();
                let across = vector() * thin;
                let lift = vector() * lift;
                [along, across - along, -across - along].map(|corner| Point3::from(corner + lift))
            };
            let lift = f64::from(round % 2) * 8.0 * thin;
            let (a, b) = (needle(1.0, 0.0), needle([1.0, 1e-3, 1e-6][round as usize % 3], lift));
            let placement = Placement::new(&aside, &aside);
            let upper = check(&a, &b, &placement, &mut stages);
            meeting += usize::from(upper == 0.0);
        }
        assert!((900..2_100).contains(&meeting), "{meeting}");
    }

    /// Thin faces so near that `f64` does not tell how far along them the closest points are: these
    /// were up to nine times as far apart as the triangles.
    #[test]
    fn the_points_of_thin_faces_are_the_closest_ones() {
        let quarter = [[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]];
        let none = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        // Columns of A's rotation, and its translation; the same of B; the corners of A and of B.
        let cases = [
            (
                (none, [0.0; 3]),
                (quarter, [-0.2388720378104335, 0.18455724413423485, -0.4912769862628653]),
                [
                    [-0.09504654985108596, 0.12005679974670125, 0.8993726466360683],
                    [0.24348905794115971, 0.7593153094719436, -0.5000152583270325],
                    [0.24348997375292175, 0.7593147065277929, -0.5000138169669488],
                ],
                [
                    [0.4254519172064687, -0.35875527435452026, 0.28260236592216426],
                    [0.39007966617862616, -0.3669939163735441, 0.25580833729622837],
                    [0.4515504877955581, -0.4171133885575492, 0.2609729497678076],
                ],
            ),
            (
                (
                    [
                        [0.5409502529623684, 0.8160529679695262, 0.20354453391844674],
                        [0.6954913690122214, -0.2979444835186032, -0.6538507783663942],
                        [-0.4729318972637143, 0.4952642105068373, -0.7287309396077426],
                    ],
                    [1.0, 1.0, 1.0],
                ),
                (quarter, [1.929847118421299, -1.3194212524915079, -0.020065265532160814]),
                [
                    [-0.25613955482296014, 0.8786590547982489, 0.5315496002784981],
                    [-0.09910686725720463, -0.5943531257751484, -0.8391975367969953],
                    [-0.09915352137431599, -0.5943520124424869, -0.839129138849592],
                ],
                [[1.0, 2.0, 0.0], [2.0, 1.0, 2.0], [1.0, 2.0, 2.0]],
            ),
            (
                (none, [-107.0, 921.0, -971.0]),
                (none, [-106.46813859267141, 919.5362267672791, -969.32215128744]),
                [
                    [0.7640994327634067, -0.7979595892400653, 0.779857491181112],
                    [-0.6479043103065458, -0.597048709216152, 0.550819162248922],
                    [-0.6479043103065623, -0.5970487092161751, 0.5508191622489632],
                ],
                [
                    [-0.190172106762573, -0.3204679774498751, -0.2954073455413502],
                    [0.23223895962352037, 0.6658141924541248, -0.8979904458421819],
                    [0.23223802584688105, 0.6658136445856768, -0.8979912285588085],
                ],
            ),
            (
                (
                    [
                        [0.702521548134537, 0.5980604145162862, 0.3857294582933243],
                        [-0.44369687039162664, 0.7918530842339069, -0.41964482624467725],
                        [-0.5564140199629495, 0.12366257953745399, 0.8216513888571073],
                    ],
                    [0.2067494555955749, -0.40227726011514076, -0.17864433469720198],
                ),
                (quarter, [-0.23883074804899365, -0.1606195164560939, -0.03441644983927192]),
                [
                    [-0.6900174313320262, -0.824628257238543, -0.4464898916794735],
                    [0.4214132448380843, 0.6055449967413757, 0.7561650395146886],
                    [0.42147359264793033, 0.6060278072187298, 0.7558068507158443],
                ],
                [
                    [-0.48715431779667484, 0.17819307075469482, 0.4570555747014937],
                    [0.14542380184142512, -0.1699079534511534, 0.20169933857955646],
                    [-0.3876504529271243, 0.451892994960863, 0.46311600906820094],
                ],
            ),
        ];
        let mut stages = Stages::default();
        for (of_a, of_b, a, b) in cases {
            let [here, there] = [of_a, of_b].map(|(columns, to)| {
                let columns = columns.map(Vector3::from);
                let rotation = nalgebra::Matrix3::from_columns(&columns);
                Pose::new(rotation, to.into()).expect("a rotation")
            });
            let [a, b] = [a, b].map(|corners: [[f64; 3]; 3]| corners.map(Point3::from));
            for [k, l, m] in [[0, 1, 2], [1, 2, 0], [2, 0, 1], [1, 0, 2], [2, 1, 0], [0, 2, 1]] {
                let (a, b) = ([a[k], a[l], a[m]], [b[k], b[l], b[m]]);
                check(&a, &b, &Placement::new(&here, &there), &mut stages);
                check(&b, &a, &Placement::new(&there, &here), &mut stages);
            }
        }
    }

    /// Thin triangles moved to gaps from an eighth down to rounding: the points are as far apart as
    /// the interval says, however the triangles lie.
    #[test]
    fn the_points_of_thin_triangles_are_the_closest_ones() {
        let mut random = Pcg64Mcg::seed_from_u64(24);
        let mut stages = Stages::default();
        for round in 0..2_000_u32 {
            let mut thin = |power: i32| {
                let [p, q, r] = any_triangle(&mut random, 1.0);
                [p, q, q + (r - q) * 10.0_f64.powi(-power)]
            };
            let (a, b) = (thin(round as i32 % 17), thin(round as i32 / 17 % 17));
            let (here, there) = (any_pose(&mut random, 0.5), any_pose(&mut random, 0.5));
            let first = Placement::new(&here, &there);
            let found = triangles_distance(&a, &b, &first, &mut stages);
            let way = (found.points[1] - found.points[0]).try_normalize(0.0);
            let gap = 2.0_f64.powi(-random.random_range(3..56));
            let by = way.unwrap_or_else(Vector3::x) * (gap - found.upper);
            let moved = Pose::new(*there.rotation(), there.translation() + by).expect("in range");
            check(&a, &b, &Placement::new(&here, &moved), &mut stages);
        }
    }

    /// Near contact: distances down to one unit in the last place of a coordinate.
    #[test]
    fn small_distances_are_certified() {
        let mut random = Pcg64Mcg::seed_from_u64(21);
        let mut stages = Stages::default();
        for round in 0..3_000 {
            let gap = 2.0_f64.powi(-(round % 53));
            let base = [[-1.0, -1.0, 0.0], [2.0, -1.0, 0.0], [-1.0, 2.0, 0.0]].map(Point3::from);
            let mut number = || random.random_range(-0.5..0.5);
            let other = match round % 3 {
                0 => [[number(), number(), gap], [number(), number(), 1.0], [3.0, 3.0, 1.0]],
                1 => [[-3.0, number(), gap], [3.0, number(), gap], [number(), 0.0, 5.0]],
                _ => [[-1.0, -1.0 - gap, 0.0], [0.0, -1.0 - gap, 0.0], [number(), -2.0, 0.0]],
            };
            let pose = any_pose(&mut random, 1.0);
            let placement = Placement::new(&pose, &pose);
            check(&base, &other.map(Point3::from), &placement, &mut stages);
            check(&other.map(Point3::from), &base, &placement, &mut stages);
        }
    }

    /// Triangles that are repeated, in any order, and under zeros of both signs.
    #[test]
    fn what_is_kept_of_a_triangle_changes_no_bit() {
        let mut random = Pcg64Mcg::seed_from_u64(22);
        for round in 0..200 {
            let at_a = if round % 2 == 0 { Pose::identity() } else { any_pose(&mut random, 1.0) };
            let placement = Placement::new(&at_a, &any_pose(&mut random, 2.0));
            let mut of_body = || {
                let one = any_triangle(&mut random, 1.0);
                let flat = |zero: f64| one.map(|p| Point3::new(p.x, p.y, zero));
                [one, flat(0.0), flat(-0.0)]
            };
            let (of_a, of_b) = (of_body(), of_body());
            let mut refiner = Refiner::new(&placement);
            for _ in 0..20 {
                let [a, b] = [&of_a, &of_b].map(|of| &of[random.random_range(0..3)]);
                let rounded = RoundedDistance::new(a, b, &placement);
                let kept = refiner.refine(&rounded, [a, b], &mut Stages::default());
                let anew = rounded.refine(a, b, &placement, &mut Stages::default());
                assert_eq!(format!("{kept:?}"), format!("{anew:?}"));
            }
        }
    }

    #[test]
    fn sizes_beyond_double_words_are_exact() {
        for exponent in (-1000..=240).step_by(40) {
            let unit = 2.0_f64.powi(exponent);
            let a = [[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]];
            let b = [[1.0, 1.0, 5.0], [9.0, 0.5, 9.0], [0.0, 9.0, 9.0]];
            let [a, b] = [a, b].map(|t| t.map(|p| Point3::from(p) * unit));
            let placement = Placement::new(&Pose::identity(), &Pose::identity());
            let upper = check(&a, &b, &placement, &mut Stages::default());
            assert!((upper / unit - 5.0).abs() < 1e-14);
        }
    }
}
