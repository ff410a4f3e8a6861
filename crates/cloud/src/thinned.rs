//! Fewer points with larger radii, of which no more is left out than is covered.
//!
//! Points are taken in the order of their numbers. One that is within a distance of a point that
//! stays belongs to that one, else it stays itself. So points that stay are farther apart than
//! that (R. Bridson's Poisson disks, "Fast Poisson Disk Sampling in Arbitrary Dimensions", 2007,
//! are found so too: by a grid of the points that stay).
//!
//! *Lemma.* A pose makes a length longer by a factor of at most `1 + 5e-5`, as its skew is at most
//! 1e-4: less than [`STRETCH`]. So wherever the cloud is, what is within the radius of a point that
//! belongs to another is within that radius and [`STRETCH`] times their distance of the other. The
//! sum is rounded up. *End.* Cells decide only where points that stay are looked for.

use std::collections::HashMap;

use nalgebra::Point3;
use obbtree_predicates::{MAX_COORDINATE, UpperBound};

use crate::cloud::PointCloud;
use crate::error::CloudError;

/// A pose makes no length longer than this times as long.
const STRETCH: f64 = 1.0 + 1.0 / 16384.0;

/// Of a distance, more than its upper bound rounds: so that exactly the distance counts.
const DISTANCE_REL_ERR: f64 = 1e-12;

impl PointCloud {
    /// Fewer points, with larger radii, which together contain all that this cloud does, wherever
    /// it is placed: each point that is at most `distance` from one that stays may belong to it,
    /// whose radius grows by no more than it has to. No radius is larger than the largest was and
    /// `distance` are together, but for 1e-4 of the distance.
    ///
    /// What is free of the thinned cloud is free of this one, for certain. Points that stay are
    /// more than `distance` apart and keep their numbers; the others count as left out. The answer
    /// depends on the order of the points, and on nothing else.
    ///
    /// # Errors
    /// If the distance is negative, not finite, or beyond [`MAX_COORDINATE`], or a radius gets so
    /// large.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let seen: Vec<[f64; 3]> = (0..100).map(|n| [0.25 * f64::from(n), 0.0, 1.0]).collect();
    /// let cloud = PointCloud::new(&seen, 0.125)?;
    /// let thinned = cloud.thinned(0.5)?;
    /// assert_eq!((thinned.len(), thinned.left_out(), thinned.kept().numbers[1]), (34, 66, 3));
    /// assert!((0.625..0.6251).contains(&thinned.largest_radius()));
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    pub fn thinned(&self, distance: f64) -> Result<Self, CloudError> {
        if !(0.0..=MAX_COORDINATE).contains(&distance) {
            return Err(CloudError::Distance { value: distance });
        }
        if distance == 0.0 {
            return Ok(self.clone());
        }
        let reach = distance * (1.0 + DISTANCE_REL_ERR);
        let places = self.places_by_number();
        let mut stays: HashMap<[u64; 3], Vec<usize>> = HashMap::new();
        let (mut points, mut numbers, mut radii) = (Vec::new(), Vec::new(), Vec::new());
        for place in places.into_iter().map(|place| place as usize) {
            let (point, radius) = (self.point(place), self.radius(place));
            let cell = point.map(|x| (x / distance).floor());
            let near = around(cell).find_map(|cell| {
                let there = stays.get(&cell).into_iter().flatten();
                there.copied().find_map(|n: usize| {
                    let apart = UpperBound::of_distance(&point.into(), &Point3::from(points[n]));
                    (apart.get() <= reach).then_some((n, apart))
                })
            });
            match near {
                Some((n, apart)) => {
                    let around = apart * UpperBound::from(STRETCH) + UpperBound::from(radius);
                    radii[n] = f64::max(radii[n], around.get());
                }
                None => {
                    stays.entry(cell.map(key)).or_default().push(points.len());
                    points.push(point);
                    numbers.push(self.number(place));
                    radii.push(radius);
                }
            }
        }
        let left_out = self.left_out() + self.len() - points.len();
        Ok(Self::with_radii(&points, &radii)?.renumbered(&numbers, self.given(), left_out))
    }
}

/// A cell, first, and all that touch it. Far away a cell is as wide as the numbers there are apart.
fn around([x, y, z]: [f64; 3]) -> impl Iterator<Item = [u64; 3]> {
    let steps = [0.0, -1.0, 1.0];
    steps.into_iter().flat_map(move |i| {
        steps.into_iter().flat_map(move |j| steps.map(|k| [x + i, y + j, z + k].map(key)))
    })
}

/// The same for both zeros.
fn key(x: f64) -> u64 {
    (x + 0.0).to_bits()
}
