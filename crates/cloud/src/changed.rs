//! Items that come and go in place.
//!
//! A block may have slots that no item takes: a bit for each says which are taken. The others hold
//! a copy of an item of the block, so that the box of the block is no larger. What comes takes a
//! free slot of a block whose box it is in, else one of the last block. Blocks that are added so
//! are a run: of few blocks the last one is not sorted; when it is full it is sorted along the
//! curve, with all runs before it that are no longer (J. L. Bentley, J. B. Saxe, "Decomposable
//! Searching Problems", 1980). So each item is sorted again at most as often as the number of items
//! has bits, and boxes stay small.

use std::ops::ControlFlow;

use obbtree_predicates::Aabb;

use crate::blocks::{Level, PointBlock, WIDE};
use crate::cubes::{Cells, Sizes, leaf};
use crate::ends::Ends;
use crate::order::{Items, ordered};
use crate::parts::{Changed, NOWHERE, Points, Radii, Shared, fill_free, origin_of};

/// So many blocks that are not sorted.
const UNSORTED: usize = 32;
/// All slots of a block.
const ALL: u16 = u16::MAX;

/// An item by its numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Item {
    pub(crate) at: At,
    /// Its number.
    pub(crate) id: u32,
    /// Its own radius, 0 where all points have one; or the cells that it has a side.
    pub(crate) size: f64,
}

/// Where an item is.
#[derive(Clone, Copy, Debug)]
pub(crate) enum At {
    Point([f64; 3]),
    Cell([i32; 3]),
}

/// Items that are sorted, no two of which are equal.
struct Run<'i>(&'i [Item]);

impl Items for Run<'_> {
    fn count(&self) -> usize {
        self.0.len()
    }

    fn place(&self, number: u32) -> [f64; 3] {
        self.0[number as usize].place()
    }

    fn are_equal(&self, _: u32, _: u32) -> bool {
        false
    }

    fn is_larger(&self, _: u32, _: u32) -> bool {
        false
    }
}

/// What is found around a place.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Around {
    /// The item looked for.
    pub(crate) place: Option<usize>,
    /// A block there with a free slot.
    free: Option<usize>,
}

impl Shared {
    /// Blocks of items.
    pub(crate) fn blocks(&self) -> usize {
        match &self.points {
            Points::Single(blocks) => blocks.len(),
            Points::Double(blocks) => blocks.len(),
            Points::Cells(cells) => cells.blocks.len(),
        }
    }

    /// The slots of a block that items take, a bit for each.
    #[inline(always)]
    pub(crate) fn used(&self, block: usize) -> u32 {
        if let Some(changed) = &self.changed {
            return changed.used[block].into();
        }
        let left = self.ids.len() - WIDE * block;
        if left >= WIDE { ALL.into() } else { (1 << left) - 1 }
    }

    /// The places of items, ascending.
    pub(crate) fn places(&self) -> impl Iterator<Item = usize> {
        self.places_from(0)
    }

    /// The same of the blocks from one on.
    fn places_from(&self, block: usize) -> impl Iterator<Item = usize> {
        (block..self.blocks()).flat_map(|block| {
            let used = self.used(block);
            (0..WIDE).filter(move |slot| used >> slot & 1 == 1).map(move |slot| WIDE * block + slot)
        })
    }

    /// From now on items come and go.
    fn begin(&mut self) -> &mut Changed {
        if self.changed.is_none() {
            let (count, blocks) = (self.ids.len(), self.blocks());
            let mut used = vec![ALL; blocks];
            if let (Some(last), rest @ 1..) = (used.last_mut(), count % WIDE) {
                *last = (1 << rest) - 1;
            }
            self.fill();
            let runs = vec![0, blocks as u32];
            self.changed = Some(Box::new(Changed { used, count, runs, places: None }));
        }
        self.changed.as_mut().expect("made above")
    }

    /// Slots beyond the last item are copies of it.
    fn fill(&mut self) {
        let slots = WIDE * self.blocks();
        let last = self.ids.last().copied().unwrap_or_default();
        self.ids.resize(slots, last);
        self.radii.resize(slots, None);
    }

    /// The item at a place.
    #[inline]
    pub(crate) fn item(&self, place: usize) -> Item {
        let (block, slot) = (place / WIDE, place % WIDE);
        let at = match &self.points {
            Points::Single(blocks) => At::Point([0, 1, 2].map(|k| blocks[block].0[k][slot].into())),
            Points::Double(blocks) => At::Point([0, 1, 2].map(|k| blocks[block].0[k][slot])),
            Points::Cells(cells) => At::Cell(cells.cell(place)),
        };
        Item { at, id: self.ids[place], size: self.radii.of(place) }
    }

    fn write(&mut self, place: usize, item: &Item) {
        fn put<T: Copy>(blocks: &mut [PointBlock<T>], place: usize, numbers: [T; 3]) {
            let PointBlock(rows) = &mut blocks[place / WIDE];
            for k in 0..3 {
                rows[k][place % WIDE] = numbers[k];
            }
        }
        match (&mut self.points, item.at) {
            (Points::Single(blocks), At::Point(point)) => {
                put(blocks, place, point.map(|x| x as f32));
            }
            (Points::Double(blocks), At::Point(point)) => put(blocks, place, point),
            (Points::Cells(cells), At::Cell(cell)) => put(&mut cells.blocks, place, cell),
            _ => unreachable!("points are no cells"),
        }
        self.ids[place] = item.id;
        self.radii.put(place, item.size);
    }

    /// One block more, all of whose slots hold an item.
    fn push_block(&mut self, item: &Item) {
        match (&mut self.points, item.at) {
            (Points::Single(blocks), At::Point(point)) => {
                blocks.push(PointBlock(point.map(|x| [x as f32; WIDE])));
            }
            (Points::Double(blocks), At::Point(point)) => {
                blocks.push(PointBlock(point.map(|x| [x; WIDE])));
            }
            (Points::Cells(cells), At::Cell(cell)) => {
                cells.blocks.push(PointBlock(cell.map(|c| [c; WIDE])));
            }
            _ => unreachable!("points are no cells"),
        }
        self.ids.extend([item.id; WIDE]);
        self.radii.resize(self.ids.len(), Some(item.size));
    }

    /// Nothing, of points or cells and radii or sizes of these kinds.
    pub(crate) fn empty(points: Points, radii: Radii) -> Self {
        let mut shared = Self::new(points, Vec::new(), radii, nothing());
        shared.clear();
        shared
    }

    /// No item is there any more: one block is left, of which no slot is taken, and no box is
    /// around it.
    pub(crate) fn clear(&mut self) {
        fn one<T: Copy + Default>(blocks: &mut Vec<PointBlock<T>>) {
            *blocks = vec![PointBlock([[T::default(); WIDE]; 3])];
        }
        match &mut self.points {
            Points::Single(blocks) => one(blocks),
            Points::Double(blocks) => one(blocks),
            Points::Cells(cells) => one(&mut cells.blocks),
        }
        match &mut self.radii {
            Radii::One | Radii::Cubes(Sizes::One(_)) => {}
            Radii::Each(numbers) | Radii::Cubes(Sizes::Each(numbers)) => *numbers = vec![0.0; WIDE],
            Radii::Cubes(Sizes::Cells(sizes, _)) => *sizes = vec![1; WIDE],
        }
        if self.radii.own().is_some() {
            self.largest_radius = 0.0;
        }
        self.ids = vec![0; WIDE];
        (self.aabb, self.origin, self.size) = (nothing(), [0.0; 3], 0.0);
        let places = self.changed.take().and_then(|changed| changed.places);
        self.changed = Some(Box::new(Changed { used: vec![0], count: 0, runs: vec![0], places }));
        let mut level = Level::default();
        level.make(0, 1, |_| None);
        self.levels = vec![level];
    }

    /// The first item is put where nothing was: boxes are relative to where it is.
    fn begin_at(&mut self, item: &Item) {
        let [min, max] = match item.at {
            At::Point(point) => [point; 2],
            At::Cell(cell) => self.corners_of(cell, item.size),
        };
        self.aabb = Aabb { min: min.into(), max: max.into() };
        self.origin = origin_of(&self.aabb);
    }

    /// The items of some places alone, in the order that they have here.
    pub(crate) fn only(&self, places: &[usize]) -> Self {
        fn of<T: Copy>(blocks: &[PointBlock<T>], places: &[usize]) -> Vec<PointBlock<T>> {
            let of_block = |places: &[usize]| {
                let place = |slot: usize| places[slot.min(places.len() - 1)];
                PointBlock([0, 1, 2].map(|k| {
                    let at = |place: usize| blocks[place / WIDE].0[k][place % WIDE];
                    std::array::from_fn(|slot| at(place(slot)))
                }))
            };
            places.chunks(WIDE).map(of_block).collect()
        }
        fn each<T: Copy>(all: &[T], places: &[usize]) -> Vec<T> {
            places.iter().map(|&place| all[place]).collect()
        }
        let points = match &self.points {
            Points::Single(blocks) => Points::Single(of(blocks, places)),
            Points::Double(blocks) => Points::Double(of(blocks, places)),
            Points::Cells(Cells { blocks, grid, array }) => {
                Points::Cells(Cells { blocks: of(blocks, places), grid: *grid, array: *array })
            }
        };
        let radii = match &self.radii {
            Radii::One => Radii::One,
            Radii::Each(radii) => Radii::Each(each(radii, places)),
            Radii::Cubes(Sizes::One(half)) => Radii::Cubes(Sizes::One(*half)),
            Radii::Cubes(Sizes::Each(halves)) => Radii::Cubes(Sizes::Each(each(halves, places))),
            Radii::Cubes(Sizes::Cells(sizes, half)) => {
                Radii::Cubes(Sizes::Cells(each(sizes, places), *half))
            }
        };
        let corners = places.iter().map(|&place| self.corners(place));
        let around = corners.reduce(|[low, high], [p, q]| {
            let both = [(low, p), (high, q)];
            [0, 1].map(|n| {
                let pick = [f64::min, f64::max][n];
                [0, 1, 2].map(|k| pick(both[n].0[k], both[n].1[k]))
            })
        });
        let [min, max] = around.unwrap_or_default().map(Into::into);
        let aabb = Aabb { min, max };
        let mut shared = Self::new(points, each(&self.ids, places), radii, aabb);
        (shared.given, shared.left_out) = (self.given, self.left_out + self.count() - places.len());
        shared.largest_radius = match shared.radii.own() {
            Some(radii) => radii.iter().copied().fold(0.0, f64::max),
            None => self.largest_radius,
        };
        match places.is_empty() {
            true => shared.clear(),
            false => shared.make_boxes(0),
        }
        shared
    }

    /// Items.
    pub(crate) fn count(&self) -> usize {
        self.changed.as_ref().map_or(self.ids.len(), |changed| changed.count)
    }

    /// Adds an item that is not there, near which `around` was found.
    pub(crate) fn put(&mut self, item: &Item, around: Around) {
        if self.count() == 0 {
            self.begin_at(item);
        }
        let blocks = self.blocks();
        let changed = self.begin();
        let open = *changed.runs.last().expect("a run") as usize;
        let last = (blocks > open && changed.used[blocks - 1] != ALL).then(|| blocks - 1);
        let place = match around.free.or(last) {
            Some(block) => {
                let slot = changed.used[block].trailing_ones() as usize;
                let was_empty = changed.used[block] == 0;
                changed.used[block] |= 1 << slot;
                if was_empty {
                    (0..WIDE).for_each(|slot| self.write(WIDE * block + slot, item));
                } else {
                    self.write(WIDE * block + slot, item);
                }
                let ends = self.ends(block);
                self.make_box(block, Some(ends));
                WIDE * block + slot
            }
            None => {
                if blocks - open >= UNSORTED {
                    self.sort_last_runs();
                }
                self.push_block(item);
                self.begin().used.push(1);
                let block = self.blocks() - 1;
                let ends = self.ends(block);
                self.add_box(ends);
                WIDE * block
            }
        };
        let changed = self.begin();
        changed.count += 1;
        changed.note(item.id, place as u32);
    }

    /// Takes an item out.
    pub(crate) fn take(&mut self, place: usize) {
        let (block, slot) = (place / WIDE, place % WIDE);
        let id = self.ids[place];
        let changed = self.begin();
        changed.used[block] &= !(1 << slot);
        changed.count -= 1;
        changed.note(id, NOWHERE);
        if changed.count == 0 {
            self.clear();
            return;
        }
        let ends: Option<Ends> = match changed.used[block] {
            0 => None,
            used => {
                self.fill_free(block, used);
                Some(self.ends(block))
            }
        };
        self.make_box(block, ends);
        let (slots, count) = (WIDE * self.blocks(), self.begin().count);
        if slots > 2 * WIDE * UNSORTED && 2 * count < slots {
            self.sort_from(0);
            let end = self.blocks() as u32;
            self.begin().runs = vec![0, end];
        }
    }

    /// Free slots of a block become copies of its first item: they may be of one that is gone.
    fn fill_free(&mut self, block: usize, used: u16) {
        fn fill_rows<T: Copy>(PointBlock(rows): &mut PointBlock<T>, used: u16) {
            rows.iter_mut().for_each(|row| fill_free(row, used));
        }
        match &mut self.points {
            Points::Single(blocks) => fill_rows(&mut blocks[block], used),
            Points::Double(blocks) => fill_rows(&mut blocks[block], used),
            Points::Cells(cells) => fill_rows(&mut cells.blocks[block], used),
        }
        self.radii.fill_free(block, used);
    }

    /// Another item in the place of one.
    pub(crate) fn exchange(&mut self, place: usize, item: &Item) {
        let (block, before) = (place / WIDE, self.ids[place]);
        let changed = self.begin();
        changed.note(before, NOWHERE);
        changed.note(item.id, place as u32);
        self.write(place, item);
        let ends = self.ends(block);
        self.make_box(block, Some(ends));
    }

    /// Sorts the last run, with the runs before it that are no longer.
    fn sort_last_runs(&mut self) {
        let blocks = self.blocks();
        let changed = self.begin();
        let mut start = changed.runs.pop().expect("a run") as usize;
        while let Some(&before) = changed.runs.last() {
            if start - before as usize > blocks - start {
                break;
            }
            start = before as usize;
            changed.runs.pop();
        }
        changed.runs.push(start as u32);
        self.sort_from(start);
        let end = self.blocks() as u32;
        self.begin().runs.push(end);
    }

    /// Sorts the items of all blocks from one on, into as few blocks.
    fn sort_from(&mut self, start: usize) {
        let items: Vec<Item> = self.places_from(start).map(|place| self.item(place)).collect();
        let mut places = items.iter().map(Item::place);
        let first = places.next().unwrap_or_default();
        let [low, high] = places.fold([first; 2], |[low, high], at| {
            [[0, 1, 2].map(|k| low[k].min(at[k])), [0, 1, 2].map(|k| high[k].max(at[k]))]
        });
        self.truncate(start);
        for (n, number) in ordered(&Run(&items), low, high).into_iter().enumerate() {
            let item = &items[number as usize];
            match n % WIDE {
                0 => self.push_block(item),
                slot => self.write(WIDE * (self.blocks() - 1) + slot, item),
            }
            let place = WIDE * (self.blocks() - 1) + n % WIDE;
            let changed = self.begin();
            match n % WIDE {
                0 => changed.used.push(1),
                slot => *changed.used.last_mut().expect("a block") |= 1 << slot,
            }
            changed.note(item.id, place as u32);
        }
        self.make_boxes(start);
    }

    /// So many blocks are left.
    fn truncate(&mut self, blocks: usize) {
        match &mut self.points {
            Points::Single(all) => all.truncate(blocks),
            Points::Double(all) => all.truncate(blocks),
            Points::Cells(cells) => cells.blocks.truncate(blocks),
        }
        self.ids.truncate(WIDE * blocks);
        self.radii.resize(WIDE * blocks, None);
        self.begin().used.truncate(blocks);
    }

    /// Where the item of a number is, if there is one. The table of that is made at first.
    pub(crate) fn place_of(&mut self, number: u32) -> Option<usize> {
        if self.begin().places.is_none() {
            let mut table = vec![NOWHERE; self.given];
            for place in self.places() {
                table[self.ids[place] as usize] = place as u32;
            }
            self.begin().places = Some(table);
        }
        let table = self.begin().places.as_ref()?;
        let place = *table.get(number as usize)?;
        (place != NOWHERE).then_some(place as usize)
    }

    /// Looks for an item where a point is: that of which `is_same` says so, by its place.
    pub(crate) fn around(&self, point: [f64; 3], is_same: impl Fn(&Self, usize) -> u32) -> Around {
        let mut around = Around::default();
        let _ = self.for_each_block_at(point, |block| {
            let used = self.used(block);
            let same = is_same(self, block) & used;
            if same != 0 {
                around.place = Some(WIDE * block + same.trailing_zeros() as usize);
                return ControlFlow::Break(());
            }
            if around.free.is_none() && used != u32::from(ALL) && self.changed.is_some() {
                around.free = Some(block);
            }
            ControlFlow::Continue(())
        });
        around
    }

    /// Calls back with the blocks of items whose boxes a point may be in.
    pub(crate) fn for_each_block_at(
        &self,
        point: [f64; 3],
        mut look: impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let relative = [0, 1, 2].map(|k| (point[k] - self.origin[k]) as f32);
        // More than both numbers and their difference round.
        let sizes = relative.iter().map(|x| x.abs()).sum::<f32>() + self.size as f32;
        let slack = sizes * (1.0 / (1 << 21) as f32);
        let mut waiting = [(0_u32, 0_u32); WAITING];
        let mut count = 1;
        waiting[0] = (self.levels.len() as u32, 0);
        while count > 0 {
            count -= 1;
            let (kind, block) = (waiting[count].0 as usize, waiting[count].1 as usize);
            if kind == 0 {
                look(block)?;
                continue;
            }
            let level = &self.levels[kind - 1];
            let boxes = &level.blocks[block];
            let mut gaps = [f32::NEG_INFINITY; WIDE];
            for k in 0..3 {
                for slot in 0..WIDE {
                    let gap = (boxes.center[k][slot] - relative[k]).abs() - boxes.half[k][slot];
                    gaps[slot] = if gap > gaps[slot] { gap } else { gaps[slot] };
                }
            }
            let is_there: [bool; WIDE] = std::array::from_fn(|slot| !(gaps[slot] > slack));
            let mut left = bits(&is_there) & ((1_u32 << WIDE.min(level.count - WIDE * block)) - 1);
            while left != 0 {
                let slot = left.trailing_zeros() as usize;
                left &= left - 1;
                waiting[count] = (kind as u32 - 1, (WIDE * block + slot) as u32);
                count += 1;
            }
        }
        ControlFlow::Continue(())
    }

    /// What a point, or the corners of a cube, are.
    pub(crate) fn corners(&self, place: usize) -> [[f64; 3]; 2] {
        match (&self.points, &self.radii) {
            (Points::Cells(cells), Radii::Cubes(sizes)) => cells.corners(sizes, place),
            (_, Radii::Cubes(sizes)) => match self.item(place).at {
                At::Point(center) => leaf(center, sizes.half(place)),
                At::Cell(_) => unreachable!("cells are above"),
            },
            _ => match self.item(place).at {
                At::Point(point) => [point; 2],
                At::Cell(_) => unreachable!("cells are cubes"),
            },
        }
    }

    /// The corners of a cell of so many cells a side.
    pub(crate) fn corners_of(&self, cell: [i32; 3], size: f64) -> [[f64; 3]; 2] {
        let Points::Cells(cells) = &self.points else { return [[0.0; 3]; 2] };
        let low = cell.map(f64::from);
        [0.0, size].map(|more| [0, 1, 2].map(|k| cells.grid.number(k, low[k] + more)))
    }
}

/// Which points or cells of a block are equal to one, a bit for each slot.
#[inline(always)]
pub(crate) fn same<T: Copy + PartialEq>(PointBlock(rows): &PointBlock<T>, point: [T; 3]) -> u32 {
    let mut is_same = [true; WIDE];
    for k in 0..3 {
        for slot in 0..WIDE {
            is_same[slot] &= rows[k][slot] == point[k];
        }
    }
    bits(&is_same)
}

/// A bit for each slot.
#[inline(always)]
pub(crate) fn bits(slots: &[bool; WIDE]) -> u32 {
    (0..WIDE).fold(0, |bits, slot| bits | u32::from(slots[slot]) << slot)
}

/// The box around nothing: the origin of the frame.
fn nothing() -> Aabb {
    Aabb { min: [0.0; 3].into(), max: [0.0; 3].into() }
}

/// At most eight levels, of each of which at most fifteen blocks wait, and sixteen.
const WAITING: usize = 9 * WIDE;

impl Item {
    /// Where it is among others, along the curve.
    fn place(&self) -> [f64; 3] {
        match self.at {
            At::Point(point) => point,
            At::Cell(cell) => cell.map(|c| f64::from(c) + 0.5 * self.size),
        }
    }
}
