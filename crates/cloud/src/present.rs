//! Points of which some are nowhere: sensors say NaN for what they do not see.

use std::sync::Arc;

use crate::cloud::PointCloud;
use crate::error::CloudError;
use crate::parts::{MAX_POINTS, Shared};
use crate::source::Coordinate;

/// The radius of points: one for all, or one for each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Radius<'r> {
    /// The radius of every point.
    One(f64),
    /// The radius of each point, in their order.
    Each(&'r [f64]),
}

impl From<f64> for Radius<'_> {
    fn from(radius: f64) -> Self {
        Self::One(radius)
    }
}

impl<'r> From<&'r [f64]> for Radius<'r> {
    fn from(radii: &'r [f64]) -> Self {
        Self::Each(radii)
    }
}

impl PointCloud {
    /// Points of which those with a coordinate that is NaN are left out, and counted
    /// ([`PointCloud::left_out`]); their radii are not looked at. The others keep their numbers.
    ///
    /// # Errors
    /// As for [`PointCloud::with_radii`] of the others. An infinite coordinate is an error.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let seen = [[f32::NAN; 3], [0.0, 0.5, 2.0], [f32::NAN, 0.0, 0.0]];
    /// let cloud = PointCloud::without_nan(&seen, 0.01)?;
    /// assert_eq!((cloud.given(), cloud.left_out(), cloud.number(0)), (3, 2, 1));
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    pub fn without_nan<'r, T: Coordinate>(
        points: &[[T; 3]],
        radius: impl Into<Radius<'r>>,
    ) -> Result<Self, CloudError> {
        let is_there = |point: &[T; 3]| !point.iter().any(|x| x.wide().is_nan());
        Self::of_those(points, radius.into(), is_there)
    }

    /// Points with their radii.
    pub(crate) fn of<T: Coordinate>(
        points: &[[T; 3]],
        radius: Radius<'_>,
    ) -> Result<Self, CloudError> {
        match radius {
            Radius::One(radius) => Self::new(points, radius),
            Radius::Each(radii) => Self::with_radii(points, radii),
        }
    }

    /// The points of which this holds, with the numbers that they have among all.
    pub(crate) fn of_those<T: Coordinate>(
        points: &[[T; 3]],
        radius: Radius<'_>,
        is_there: impl Fn(&[T; 3]) -> bool,
    ) -> Result<Self, CloudError> {
        let given = points.len();
        let there = points.iter().filter(|point| is_there(point)).count();
        if there == given {
            return Self::of(points, radius);
        }
        if given > MAX_POINTS {
            return Err(CloudError::TooMany { count: given, limit: MAX_POINTS });
        }
        let mut numbers = Vec::with_capacity(there);
        let mut left = Vec::with_capacity(there);
        for (number, point) in (0..).zip(points).filter(|(_, point)| is_there(point)) {
            numbers.push(number);
            left.push(*point);
        }
        let cloud = match radius {
            Radius::One(radius) => Self::new(&left, radius),
            Radius::Each(radii) if radii.len() != given => {
                return Err(CloudError::Count { points: given, radii: radii.len() });
            }
            Radius::Each(radii) => {
                let radii: Vec<f64> = numbers.iter().map(|&n| radii[n as usize]).collect();
                Self::with_radii(&left, &radii)
            }
        };
        let cloud = cloud.map_err(|error| error.of_number(|place| numbers[place] as usize))?;
        Ok(cloud.renumbered(&numbers, given, given - there))
    }

    /// The cloud whose point `n` has the number `numbers[n]`; these are ascending.
    pub(crate) fn renumbered(self, numbers: &[u32], given: usize, left_out: usize) -> Self {
        let mut shared = Arc::unwrap_or_clone(self.shared);
        if let Some(changed) = &mut shared.changed {
            changed.forget_places();
        }
        if shared.count() > 0 {
            for id in &mut shared.ids {
                *id = numbers[*id as usize];
            }
        }
        Self { shared: Arc::new(Shared { given, left_out, ..shared }) }
    }
}
