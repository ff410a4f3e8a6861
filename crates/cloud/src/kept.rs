//! What a cloud keeps of the points given: to be written, and to make the same cloud again.

use crate::cloud::PointCloud;
use crate::error::CloudError;

/// The points of a cloud in the order of their numbers, each different one once.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Kept {
    /// The points, exactly as given.
    pub points: Vec<[f64; 3]>,
    /// Their numbers among those given, ascending.
    pub numbers: Vec<u32>,
    /// Their radii, if they have not all the same.
    pub radii: Option<Vec<f64>>,
}

impl PointCloud {
    /// What the cloud keeps of the points given.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let twice = [[0.0, 0.0, 1.0], [0.0; 3], [0.0, 0.0, 1.0]];
    /// let kept = PointCloud::with_radii(&twice, &[0.1, 0.1, 0.2])?.kept();
    /// assert_eq!(kept.points, [[0.0; 3], [0.0, 0.0, 1.0]]);
    /// assert_eq!((kept.numbers, kept.radii), (vec![1, 2], Some(vec![0.1, 0.2])));
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    #[must_use]
    pub fn kept(&self) -> Kept {
        let places = self.places_by_number();
        let places = || places.iter().map(|&place| place as usize);
        let radii = match self.common_radius() {
            Some(_) => None,
            None => Some(places().map(|place| self.radius(place)).collect()),
        };
        Kept {
            points: places().map(|place| self.point(place)).collect(),
            numbers: places().map(|place| self.number(place)).collect(),
            radii,
        }
    }

    /// The same cloud with the numbers that its points had among `given` ones, `left_out` of which
    /// were left out: point `n` of this one has the number `numbers[n]`.
    ///
    /// # Errors
    /// If `numbers` are not as many as the points given to this cloud, not ascending, or not below
    /// `given`.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let cloud = PointCloud::without_nan(&[[f64::NAN; 3], [0.0; 3], [0.0; 3]], 0.1)?;
    /// let (kept, given) = (cloud.kept(), cloud.given());
    /// let plain = PointCloud::new(&kept.points, 0.1)?;
    /// let again = plain.clone().with_numbers(&kept.numbers, given, cloud.left_out())?;
    /// assert_eq!((plain.number(0), again.number(0)), (0, 1));
    /// assert_eq!((again.kept(), again.given(), again.left_out()), (kept, 3, 1));
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    pub fn with_numbers(
        self,
        numbers: &[u32],
        given: usize,
        left_out: usize,
    ) -> Result<Self, CloudError> {
        if numbers.len() != self.given() {
            let (points, numbers) = (self.given(), numbers.len());
            return Err(CloudError::Numbers { points, numbers });
        }
        let mut next = 0;
        for (place, &number) in numbers.iter().enumerate() {
            if (number as usize) < next || number as usize >= given {
                return Err(CloudError::Number { place, number });
            }
            next = number as usize + 1;
        }
        Ok(self.renumbered(numbers, given, left_out))
    }
}
