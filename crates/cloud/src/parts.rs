//! What a cloud consists of.

use obbtree_predicates::Aabb;

use crate::blocks::{Level, PointBlock, WIDE};
use crate::cubes::{Cells, Sizes};
use crate::twins::Twins;

/// The largest number of points: 31 bits are left for a number while points are sorted.
pub(crate) const MAX_POINTS: usize = 1 << 31;

#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) points: Points,
    /// The numbers of the points, in the order of the blocks.
    pub(crate) ids: Vec<u32>,
    pub(crate) radii: Radii,
    pub(crate) largest_radius: f64,
    pub(crate) levels: Vec<Level>,
    pub(crate) given: usize,
    /// Of those given, so many are left out, as they are nowhere.
    pub(crate) left_out: usize,
    /// What boxes and relative points are relative to.
    pub(crate) origin: [f64; 3],
    /// The exact box around the points, or around cubes; the origin of the frame if there are none.
    pub(crate) aabb: Aabb,
    /// No box or point reaches farther from the origin.
    pub(crate) size: f64,
    /// What is known of items that came and went; `None` if none did.
    pub(crate) changed: Option<Box<Changed>>,
    /// Points that came and were equal to one that is kept.
    pub(crate) twins: Option<Box<Twins>>,
}

impl Shared {
    /// Of points and what is around them, without boxes, given or left out.
    pub(crate) fn new(points: Points, ids: Vec<u32>, radii: Radii, aabb: Aabb) -> Self {
        let origin = origin_of(&aabb);
        let (largest_radius, levels, size) = (0.0, Vec::new(), 0.0);
        let (given, left_out, changed, twins) = (0, 0, None, None);
        Self {
            points,
            ids,
            radii,
            largest_radius,
            levels,
            given,
            left_out,
            origin,
            aabb,
            size,
            changed,
            twins,
        }
    }

    /// See [`PointCloud::point`](crate::PointCloud::point).
    #[inline]
    pub(crate) fn point(&self, place: usize) -> [f64; 3] {
        let (block, slot) = (place / WIDE, place % WIDE);
        match &self.points {
            Points::Single(blocks) => [0, 1, 2].map(|k| f64::from(blocks[block].0[k][slot])),
            Points::Double(blocks) => [0, 1, 2].map(|k| blocks[block].0[k][slot]),
            Points::Cells(cells) => {
                self.radii.sizes().map_or([0.0; 3], |sizes| cells.center(sizes, place))
            }
        }
    }

    /// The radius of the sphere around the point at a place; 0 of cubes.
    #[inline]
    pub(crate) fn radius(&self, place: usize) -> f64 {
        match &self.radii {
            Radii::One => self.largest_radius,
            Radii::Each(radii) => radii[place],
            Radii::Cubes(_) => 0.0,
        }
    }
}

/// What boxes are relative to: in `f32`, so that a difference of two of its numbers has one
/// rounding.
pub(crate) fn origin_of(aabb: &Aabb) -> [f64; 3] {
    let origin = [0, 1, 2].map(|k| f64::from((0.5 * aabb.min[k] + 0.5 * aabb.max[k]) as f32));
    if origin.iter().all(|x| x.is_finite()) { origin } else { [0.0; 3] }
}

#[derive(Clone, Debug)]
pub(crate) enum Points {
    Single(Vec<PointBlock<f32>>),
    Double(Vec<PointBlock<f64>>),
    Cells(Cells),
}

/// What is around a point.
#[derive(Clone, Debug)]
pub(crate) enum Radii {
    One,
    /// In the order of the blocks.
    Each(Vec<f64>),
    /// Cubes, not spheres. Boxes hold them.
    Cubes(Sizes),
}

impl Radii {
    /// Of points that each have their own.
    #[inline]
    pub(crate) fn own(&self) -> Option<&[f64]> {
        if let Self::Each(radii) = self { Some(radii) } else { None }
    }

    /// How large cubes are.
    #[inline(always)]
    pub(crate) fn sizes(&self) -> Option<&Sizes> {
        if let Self::Cubes(sizes) = self { Some(sizes) } else { None }
    }

    /// The number of an item: its own radius, 0 of points where all have one; or the cells that a
    /// cube has a side, 1 of leaves.
    #[inline]
    pub(crate) fn of(&self, place: usize) -> f64 {
        match self {
            Self::One => 0.0,
            Self::Each(radii) => radii[place],
            Self::Cubes(sizes) => sizes.cells(place).into(),
        }
    }

    /// The same number for an item.
    pub(crate) fn put(&mut self, place: usize, number: f64) {
        match self {
            Self::Each(radii) => radii[place] = number,
            Self::Cubes(Sizes::Cells(sizes, _)) => sizes[place] = number as u32,
            Self::One | Self::Cubes(_) => {}
        }
    }

    /// So many places; those that are new have the number of the last one, or this.
    pub(crate) fn resize(&mut self, places: usize, number: Option<f64>) {
        match self {
            Self::Each(radii) => {
                let last = radii.last().copied().unwrap_or_default();
                radii.resize(places, number.unwrap_or(last));
            }
            Self::Cubes(Sizes::Cells(sizes, _)) => {
                let last = sizes.last().copied().unwrap_or_default();
                sizes.resize(places, number.map_or(last, |number| number as u32));
            }
            Self::One | Self::Cubes(_) => {}
        }
    }

    /// Slots of a block that are not used get the number of the first that is.
    pub(crate) fn fill_free(&mut self, block: usize, used: u16) {
        match self {
            Self::Each(radii) => fill_free(&mut radii[WIDE * block..][..WIDE], used),
            Self::Cubes(Sizes::Cells(sizes, _)) => {
                fill_free(&mut sizes[WIDE * block..][..WIDE], used);
            }
            Self::One | Self::Cubes(_) => {}
        }
    }
}

/// Slots that are not used become copies of the first that is.
pub(crate) fn fill_free<T: Copy>(row: &mut [T], used: u16) {
    let one = row[used.trailing_zeros() as usize];
    for (slot, to) in row.iter_mut().enumerate() {
        *to = if used >> slot & 1 == 1 { *to } else { one };
    }
}

/// What is known of a cloud that was changed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Changed {
    /// A bit for each slot of a block that an item takes.
    pub(crate) used: Vec<u16>,
    /// Items.
    pub(crate) count: usize,
    /// The first block of each run; the last run is not sorted.
    pub(crate) runs: Vec<u32>,
    /// Where the item of each number is: see [`Shared::place_of`].
    pub(crate) places: Option<Vec<u32>>,
}

/// No place.
pub(crate) const NOWHERE: u32 = u32::MAX;

impl Changed {
    pub(crate) fn bytes(&self) -> usize {
        let places = self.places.as_ref().map_or(0, |places| size_of_val(&places[..]));
        size_of_val(&self.used[..]) + places
    }

    /// Numbers are others now.
    pub(crate) fn forget_places(&mut self) {
        self.places = None;
    }

    /// Where a number is now.
    pub(crate) fn note(&mut self, id: u32, place: u32) {
        if let Some(table) = &mut self.places {
            if table.len() <= id as usize {
                table.resize(id as usize + 1, NOWHERE);
            }
            table[id as usize] = place;
        }
    }
}
