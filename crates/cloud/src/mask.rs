//! Some of the points of a cloud: which they are, and the cloud without them.

use std::ops::Range;
use std::sync::Arc;

use crate::blocks::WIDE;
use crate::cloud::PointCloud;
use crate::error::CloudError;

/// Some of the points of a cloud, a bit for each: by their places, which is the order in which
/// the cloud keeps them.
///
/// ```
/// use obbtree_cloud::{PointCloud, PointMask};
/// let cloud = PointCloud::new(&[[0.0; 3], [4.0; 3], [2.0; 3]], 0.01)?;
/// let mut mask = PointMask::new(&cloud);
/// mask.insert((0..3).find(|&place| cloud.number(place) == 2).expect("three points"));
/// assert_eq!(mask.by_number(&cloud), [false, false, true]);
/// # Ok::<(), obbtree_cloud::CloudError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointMask(Vec<u16>);

impl PointMask {
    /// None of them.
    #[must_use]
    pub fn new(cloud: &PointCloud) -> Self {
        Self(vec![0; cloud.shared.blocks()])
    }

    /// Adds the point at a place.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn insert(&mut self, place: usize) {
        self.0[place / WIDE] |= 1 << (place % WIDE);
    }

    /// Adds the points at some places.
    ///
    /// # Panics
    /// If there are not so many.
    pub fn insert_all(&mut self, places: Range<usize>) {
        places.for_each(|place| self.insert(place));
    }

    /// Which points of a block are in it, a bit for each.
    ///
    /// # Panics
    /// If there are not so many blocks.
    #[inline(always)]
    #[must_use]
    pub fn of_block(&self, block: usize) -> u32 {
        self.0[block].into()
    }

    /// For each point that the cloud keeps, in the order of their numbers, as
    /// [`PointCloud::kept`] gives them: is it in the mask?
    ///
    /// # Panics
    /// If the cloud has more points than that of the mask.
    #[must_use]
    pub fn by_number(&self, cloud: &PointCloud) -> Vec<bool> {
        let places = cloud.places_by_number().into_iter();
        places
            .map(|place| self.0[place as usize / WIDE] >> (place as usize % WIDE) & 1 == 1)
            .collect()
    }
}

impl PointCloud {
    /// The places of the points, in the order of their numbers.
    pub(crate) fn places_by_number(&self) -> Vec<u32> {
        let places = self.shared.places();
        let mut by_number: Vec<u64> =
            places.map(|place| u64::from(self.number(place)) << 32 | place as u64).collect();
        by_number.sort_unstable();
        by_number.into_iter().map(|entry| entry as u32).collect()
    }

    /// The cloud without some of its points: `mask` says of each that it keeps, in the order of
    /// their numbers as [`PointCloud::kept`] gives them, whether it is taken out. The others keep
    /// their numbers and radii; what is taken out counts as left out.
    ///
    /// # Errors
    /// If there are not as many entries as points ([`PointCloud::len`]).
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let cloud = PointCloud::new(&[[0.0; 3], [0.0; 3], [1.0; 3], [2.0; 3]], 0.1)?;
    /// let rest = cloud.without(&[true, false, true])?;
    /// assert_eq!((rest.kept().points, rest.kept().numbers), (vec![[1.0; 3]], vec![2]));
    /// assert_eq!((rest.given(), rest.left_out()), (4, 2));
    /// assert!(cloud.without(&[true; 3])?.is_empty() && cloud.without(&[true; 4]).is_err());
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    pub fn without(&self, mask: &[bool]) -> Result<Self, CloudError> {
        if mask.len() != self.len() {
            return Err(CloudError::Mask { points: self.len(), entries: mask.len() });
        }
        let mut out = PointMask::new(self);
        for (place, _) in self.places_by_number().into_iter().zip(mask).filter(|(_, out)| **out) {
            out.insert(place as usize);
        }
        let stays = |place: &usize| out.of_block(place / WIDE) >> (place % WIDE) & 1 == 0;
        let places: Vec<usize> = self.shared.places().filter(stays).collect();
        let rest = Self { shared: Arc::new(self.shared.only(&places)) };
        let Some(mut twins) = self.shared.twins.clone() else { return Ok(rest) };
        twins.keep_at(rest.shared.places().map(|place| rest.point(place)));
        Ok(rest.and_twins(Some(twins)))
    }
}
