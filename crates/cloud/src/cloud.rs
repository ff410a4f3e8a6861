//! The cloud: its points, their radii, and where they are kept.

use std::sync::Arc;

use nalgebra::Point3;
use obbtree_predicates::{Aabb, MAX_COORDINATE, UpperBound};

use crate::blocks::{BoxBlock, Level};
use crate::build;
use crate::cubes::{HALF_IN_FRAME, Sizes, leaf};
use crate::error::CloudError;
use crate::parts::{MAX_POINTS, Points, Radii, Shared};
use crate::region::RADIUS_IN_FRAME;
use crate::source::Coordinate;

/// Points in a frame of their own, each with all that is within its radius: immutable, shared,
/// cheap to clone, and safe to use from any number of threads.
///
/// Numbers are in the caller's unit, and used exactly as given. With radius 0 a point is a point.
/// A radius is a length in the world, whatever the rounding of the pose does to lengths. Of equal
/// points one is kept: that of the largest radius, of these that of the lowest number; nothing
/// that a point does not reach is left out, and no answer changes. Numbers in answers are those of
/// the points given. A cloud may have no point, as a frame in which a sensor saw nothing: it meets
/// nothing.
///
/// Points whose coordinates are all `f32` numbers, as those of sensors, are kept as such: 18 bytes
/// a point in all, else 30; radii of their own add 8.
///
/// ```
/// use obbtree_cloud::PointCloud;
/// let cloud = PointCloud::new(&[[0.0, 0.0, 0.0], [0.5, 0.0, 2.0], [0.0, 0.0, 0.0]], 0.01)?;
/// assert_eq!((cloud.given(), cloud.len()), (3, 2));
/// let wrong = PointCloud::new(&[[0.0; 3], [0.0, f64::NAN, 0.0]], 0.01);
/// assert_eq!(wrong.unwrap_err().to_string(), "point 1 has y = NaN, not a finite number");
/// # Ok::<(), obbtree_cloud::CloudError>(())
/// ```
#[derive(Clone, Debug)]
pub struct PointCloud {
    pub(crate) shared: Arc<Shared>,
}

impl PointCloud {
    /// The largest number of points.
    pub const MAX_POINTS: usize = MAX_POINTS;

    /// Points of `f32` or `f64` coordinates (an `n x 3` array), all with one radius of at least 0.
    ///
    /// # Errors
    /// If there are more than [`PointCloud::MAX_POINTS`] points, a coordinate is not finite or
    /// beyond [`MAX_COORDINATE`], or the radius is negative, not finite or as large.
    pub fn new<T: Coordinate>(points: &[[T; 3]], radius: f64) -> Result<Self, CloudError> {
        check_radius(radius, None)?;
        let shared = build::build(points, None)?;
        Ok(Self { shared: Arc::new(Shared { largest_radius: radius, ..shared }) })
    }

    /// Points that each have a radius of their own, of at least 0.
    ///
    /// # Errors
    /// As for [`PointCloud::new`], and if there are not as many radii as points.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let cloud = PointCloud::with_radii(&[[0.0_f32; 3], [0.5, 0.0, 2.0]], &[0.25, 0.5])?;
    /// assert_eq!(cloud.largest_radius(), 0.5);
    /// assert!(PointCloud::with_radii(&[[0.0; 3]], &[-1.0]).is_err());
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    pub fn with_radii<T: Coordinate>(points: &[[T; 3]], radii: &[f64]) -> Result<Self, CloudError> {
        if points.len() != radii.len() {
            return Err(CloudError::Count { points: points.len(), radii: radii.len() });
        }
        for (point, &radius) in radii.iter().enumerate() {
            check_radius(radius, Some(point))?;
        }
        Ok(Self { shared: Arc::new(build::build(points, Some(radii))?) })
    }

    /// So many points were given, those left out among them.
    #[must_use]
    pub fn given(&self) -> usize {
        self.shared.given
    }

    /// So many of them are left out: as they are nowhere, see [`PointCloud::without_nan`] and
    /// [`PointCloud::from_depth`], or taken out by [`PointCloud::without`]
    /// or [`PointCloud::thinned`].
    #[must_use]
    pub fn left_out(&self) -> usize {
        self.shared.left_out
    }

    /// So many different points there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shared.count()
    }

    /// Is there no point? Such a cloud meets nothing.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let mut cloud = PointCloud::new(&[[0.5_f32; 3]], 0.01)?;
    /// assert_eq!(cloud.remove(&[0])?, 1);
    /// assert!(cloud.is_empty());
    /// cloud.insert(&[[0.25_f32; 3]], 0.01)?;
    /// assert_eq!((cloud.len(), cloud.number(0)), (1, 1));
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The largest radius.
    #[must_use]
    pub fn largest_radius(&self) -> f64 {
        self.shared.largest_radius
    }

    /// The radius of all points, if they have one.
    #[inline]
    #[must_use]
    pub fn common_radius(&self) -> Option<f64> {
        match self.shared.radii {
            Radii::One => Some(self.shared.largest_radius),
            Radii::Each(_) | Radii::Cubes(_) => None,
        }
    }

    /// The box around the points, without their radii, or around cubes; in the cloud's frame,
    /// exact. Of none it is the origin.
    #[must_use]
    pub fn aabb(&self) -> &Aabb {
        &self.shared.aabb
    }

    /// The centre and the radius of a sphere that contains the points with their radii, in the
    /// cloud's frame; the radius is rounded up.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let cloud = PointCloud::new(&[[0.0, 0.0, 0.0], [2.0, 0.0, 0.0]], 0.5)?;
    /// let (center, radius) = cloud.bounding_sphere();
    /// assert_eq!(center, [1.0, 0.0, 0.0]);
    /// assert!((1.5..1.5 + 1e-14).contains(&radius));
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    #[must_use]
    pub fn bounding_sphere(&self) -> ([f64; 3], f64) {
        let Aabb { min, max } = self.aabb();
        let center = [0, 1, 2].map(|k| 0.5 * min[k] + 0.5 * max[k]);
        let to = |corner: &Point3<f64>| UpperBound::of_distance(corner, &center.into());
        let of_points = to(min).max(to(max));
        (center, (of_points + UpperBound::from(self.largest_radius())).get())
    }

    /// Are all coordinates `f32` numbers?
    #[must_use]
    pub fn is_single(&self) -> bool {
        matches!(self.shared.points, Points::Single(_))
    }

    /// Bytes of everything that is kept.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let Shared { points, ids, radii, levels, changed, twins, .. } = &*self.shared;
        let of_points = match points {
            Points::Single(blocks) => size_of_val(&blocks[..]),
            Points::Double(blocks) => size_of_val(&blocks[..]),
            Points::Cells(cells) => size_of_val(&cells.blocks[..]),
        };
        let of_radii = match radii {
            Radii::One | Radii::Cubes(Sizes::One(_)) => 0,
            Radii::Each(radii) | Radii::Cubes(Sizes::Each(radii)) => size_of_val(&radii[..]),
            Radii::Cubes(Sizes::Cells(sizes, _)) => size_of_val(&sizes[..]),
        };
        let of_levels = levels.iter().map(|level| size_of_val(&level.blocks[..])).sum::<usize>();
        let of_changes = changed.as_ref().map_or(0, |changed| changed.bytes())
            + twins.as_ref().map_or(0, |twins| twins.bytes());
        of_points + of_radii + of_levels + size_of_val(&ids[..]) + of_changes
    }

    /// Do two share their points?
    #[must_use]
    pub fn is_clone_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }
}

/// Access by place: the order in which points are kept, in blocks of [`crate::WIDE`].
impl PointCloud {
    /// The point at a place, exactly as given; of a cell its centre, rounded.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn point(&self, place: usize) -> [f64; 3] {
        self.shared.point(place)
    }

    /// How large cubes are, if these are the cubes of [`Voxels`](crate::Voxels).
    #[inline(always)]
    pub(crate) fn sizes(&self) -> Option<&Sizes> {
        self.shared.radii.sizes()
    }

    /// Are these the cubes of [`Voxels`](crate::Voxels)?
    #[inline(always)]
    #[must_use]
    pub fn has_cubes(&self) -> bool {
        self.sizes().is_some()
    }

    /// The lowest and the highest corner of the cube at a place, if these are the cubes of
    /// [`Voxels`](crate::Voxels): all between the two belongs to it.
    ///
    /// # Panics
    /// If there are not so many.
    #[must_use]
    pub fn cube(&self, place: usize) -> Option<[[f64; 3]; 2]> {
        let sizes = self.sizes()?;
        Some(match &self.shared.points {
            Points::Cells(cells) => cells.corners(sizes, place),
            Points::Single(_) | Points::Double(_) => leaf(self.point(place), sizes.half(place)),
        })
    }

    /// In the cloud's frame, along each axis, no more of the item at a place is farther from its
    /// point than this.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn half_in_frame(&self, place: usize) -> f64 {
        match &self.shared.radii {
            Radii::Cubes(sizes) => sizes.half(place) * HALF_IN_FRAME,
            Radii::One | Radii::Each(_) => self.radius(place) * RADIUS_IN_FRAME,
        }
    }

    /// Its radius; 0 of a cube.
    ///
    /// # Panics
    /// If each point has a radius of its own, and there are not so many.
    #[inline]
    #[must_use]
    pub fn radius(&self, place: usize) -> f64 {
        self.shared.radius(place)
    }

    /// Its number among the points given.
    ///
    /// # Panics
    /// If there are not so many.
    #[inline]
    #[must_use]
    pub fn number(&self, place: usize) -> u32 {
        self.shared.ids[place]
    }

    /// What boxes are relative to.
    #[inline]
    #[must_use]
    pub fn origin(&self) -> [f64; 3] {
        self.shared.origin
    }

    /// No box, with the radii in it, reaches farther from the origin.
    #[inline]
    #[must_use]
    pub fn size(&self) -> f64 {
        self.shared.size
    }

    /// The number of levels of boxes.
    #[inline]
    #[must_use]
    pub fn levels(&self) -> usize {
        self.shared.levels.len()
    }

    /// The blocks of boxes of a level, the lowest first, and how many boxes there are: that of
    /// each block of points, and then of each block of the level below. Boxes hold the radii of
    /// points that each have their own.
    ///
    /// # Panics
    /// If there are not so many levels.
    #[inline]
    #[must_use]
    pub fn boxes(&self, level: usize) -> (&[BoxBlock], usize) {
        let Level { blocks, count, .. } = &self.shared.levels[level];
        (blocks, *count)
    }
}

pub(crate) fn check_radius(value: f64, point: Option<usize>) -> Result<(), CloudError> {
    match (0.0..=MAX_COORDINATE).contains(&value) {
        true => Ok(()),
        false => Err(CloudError::Radius { point, value }),
    }
}
