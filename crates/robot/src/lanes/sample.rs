//! Some points of a cloud, in the cells of a grid: a cell has one that is in it, or in one beside
//! it. No answer depends on which.

use obbtree_cloud::{Block, PointCloud, WIDE};
use obbtree_simd::Lanes;

use super::block::LANES;
use super::cloud::REL_ERR;

/// Points of a sample.
const MOST_POINTS: usize = 1 << 13;
/// Cells of a grid.
const MOST_CELLS: f32 = (1 << 15) as f32;
/// What is out of reach is left out by boxes: of the lowest level that has no more than these.
const MOST_BOXES: usize = 1 << 12;
/// Added to a number and taken away again, it rounds to an integer, if that is below 2^22.
const ROUNDS: f32 = (3 << 22) as f32;

/// Coordinates are relative to the cloud's origin, along the axes of its frame.
#[derive(Clone, Debug)]
pub(super) struct Sample {
    /// The lowest corner of the grid.
    low: [f32; 3],
    cells_per_length: f32,
    /// The last cell along each axis.
    last: [f32; 3],
    /// What a cell more along each axis adds to the number of a cell.
    strides: [f32; 3],
    /// By cell: the number of its point, 0 if it has none.
    cells: Vec<u16>,
    /// The first is nowhere.
    points: Vec<[f32; 3]>,
}

/// A point in each lane, which is near in some.
pub(super) struct Near {
    points: [[f32; LANES]; 3],
    pub(super) lanes: u32,
}

impl Near {
    pub(super) fn point(&self, lane: usize) -> [f32; 3] {
        [0, 1, 2].map(|k| self.points[k][lane])
    }
}

impl Sample {
    /// Of the points that are no farther than `reach` from a place along any axis, for spheres of
    /// some radii: cells need not be smaller than their mean. `None` without points or spheres.
    pub(super) fn of(
        cloud: &PointCloud,
        around: [f32; 3],
        reach: f32,
        radii: impl Iterator<Item = f32>,
    ) -> Option<Self> {
        let (count, sum) = radii.fold((0, 0.0), |(count, sum), radius| (count + 1, sum + radius));
        if count == 0 {
            return None;
        }
        let mut side = sum / count as f32;
        let points = sample(cloud, around, reach);
        let at = |k: usize| points.iter().map(move |point: &[f32; 3]| point[k]);
        let low = [0, 1, 2].map(|k| at(k).fold(f32::INFINITY, f32::min));
        let high = [0, 1, 2].map(|k| at(k).fold(f32::NEG_INFINITY, f32::max));
        let last_of = |side: f32| [0, 1, 2].map(|k| ((high[k] - low[k]) / side).floor());
        while last_of(side).iter().map(|last| last + 1.0).product::<f32>() > MOST_CELLS {
            side *= 1.25;
        }
        let last = last_of(side);
        // Not so of no points, or where a number is not finite.
        if !(side > 0.0 && last.iter().all(|&last| last >= 0.0)) {
            return None;
        }
        let counts = last.map(|last| last as usize + 1);
        let strides = [1, counts[0], counts[0] * counts[1]];
        let mut to = Self {
            low,
            cells_per_length: 1.0 / side,
            last,
            strides: strides.map(|stride| stride as f32),
            cells: vec![0; strides[2] * counts[2]],
            points: vec![[f32::INFINITY; 3]],
        };
        to.points.extend(points);
        let own: Vec<[usize; 3]> = to.points[1..].iter().map(|point| to.cell(point)).collect();
        let number = |cell: [usize; 3]| (0..3).map(|k| strides[k] * cell[k]).sum::<usize>();
        for (n, cell) in own.iter().enumerate() {
            to.cells[number(*cell)] = n as u16 + 1;
        }
        for (n, cell) in own.iter().enumerate() {
            for k in 0..3 {
                for beside in [cell[k].wrapping_sub(1), cell[k] + 1] {
                    if beside < counts[k] {
                        let mut other = *cell;
                        other[k] = beside;
                        let other = &mut to.cells[number(other)];
                        if *other == 0 {
                            *other = n as u16 + 1;
                        }
                    }
                }
            }
        }
        Some(to)
    }

    fn cell(&self, point: &[f32; 3]) -> [usize; 3] {
        [0, 1, 2].map(|k| {
            let cell = ((point[k] - self.low[k]) * self.cells_per_length).floor();
            cell.clamp(0.0, self.last[k]) as usize
        })
    }

    /// What the cells of places hold; bits of lanes in which it is certainly nearer than `reach`.
    #[inline(always)]
    pub(super) fn near<S: Lanes>(&self, simd: S, places: [S::F; 3], reach: f32) -> Near {
        let mut number = simd.splat(0.0);
        for k in 0..3 {
            let from_low = simd.sub(places[k], simd.splat(self.low[k]));
            let cells = simd.splat(self.cells_per_length);
            let cell = simd.mul_add(from_low, cells, simd.splat(-0.5));
            let cell = simd.min(simd.max(cell, simd.splat(0.0)), simd.splat(self.last[k]));
            let cell = simd.sub(simd.add(cell, simd.splat(ROUNDS)), simd.splat(ROUNDS));
            number = simd.mul_add(cell, simd.splat(self.strides[k]), number);
        }
        let (mut numbers, mut points) = ([0.0; LANES], [[0.0; LANES]; 3]);
        simd.store(number, &mut numbers);
        for lane in 0..S::WIDTH {
            // Where a place is not a number, so is that of its cell.
            let cell = self.cells.get(numbers[lane] as usize).copied().unwrap_or(0);
            let point = &self.points[usize::from(cell)];
            for k in 0..3 {
                points[k][lane] = point[k];
            }
        }
        let away = three!(k => simd.sub(simd.load(&points[k]), places[k]));
        let [x, y, z] = away;
        let dist_sq = simd.mul_add(z, z, simd.mul_add(y, y, simd.mul(x, x)));
        let most = simd.mul(dist_sq, simd.splat(REL_ERR));
        let lanes = simd.greater(simd.splat(reach * reach), most);
        Near { points, lanes }
    }
}

/// Some points that are no farther than `reach` from a place along any axis.
fn sample(cloud: &PointCloud, around: [f32; 3], reach: f32) -> Vec<[f32; 3]> {
    let Some(level) = (0..cloud.levels()).find(|&level| cloud.boxes(level).1 <= MOST_BOXES) else {
        return Vec::new();
    };
    let (boxes, count) = cloud.boxes(level);
    let is_near = |&number: &usize| {
        let (of_block, slot) = (&boxes[number / WIDE], number % WIDE);
        (0..3)
            .all(|k| (of_block.center[k][slot] - around[k]).abs() <= of_block.half[k][slot] + reach)
    };
    let (in_box, all) = (WIDE.pow(level as u32), cloud.boxes(0).1);
    let near = (0..count).filter(is_near);
    let blocks = near.flat_map(|number| number * in_box..all.min((number + 1) * in_box));
    let blocks: Vec<usize> = blocks.collect();
    let step = blocks.len().div_ceil(MOST_POINTS).max(1);
    let of_block = (MOST_POINTS / blocks.len().max(1)).clamp(1, WIDE);
    let mut points = Vec::with_capacity(blocks.len() / step * of_block + WIDE);
    let origin = cloud.origin();
    for block in blocks.into_iter().step_by(step) {
        let members = cloud.members_of(Block { kind: 0, number: block as u32 });
        let slots = (0..WIDE).filter(|slot| members >> slot & 1 != 0);
        for slot in slots.step_by(WIDE / of_block) {
            let point = cloud.point(WIDE * block + slot);
            let point = [0, 1, 2].map(|k| (point[k] - origin[k]) as f32);
            if (0..3).all(|k| (point[k] - around[k]).abs() <= reach) {
                points.push(point);
            }
        }
    }
    points
}

#[cfg(test)]
mod tests {
    use obbtree_cloud::PointCloud;
    use obbtree_simd::{Kernel, Lanes, SimdLevel};

    use super::{LANES, Sample};
    use crate::random::Random;

    struct Look<'s> {
        sample: &'s Sample,
        places: &'s [[f32; LANES]; 3],
        reach: f32,
    }

    impl Kernel for Look<'_> {
        /// Of each lane the point, and whether it is near.
        type Output = Vec<([f32; 3], bool)>;

        #[inline(always)]
        fn run<S: Lanes>(self, simd: S) -> Self::Output {
            let registers = (0..LANES).step_by(S::WIDTH).map(|first| {
                let places = three!(k => simd.load(&self.places[k][first..]));
                let near = self.sample.near(simd, places, self.reach);
                (0..S::WIDTH).map(move |lane| (near.point(lane), near.lanes >> lane & 1 != 0))
            });
            registers.flatten().collect()
        }
    }

    fn cloud_of_one() -> PointCloud {
        PointCloud::new(&[[0.0_f32; 3]], 0.01).expect("finite")
    }

    /// Whatever is looked up is a point of the cloud, and is near if it is said to be; and where a
    /// point is, one that is no farther than two cells and a half is found.
    #[test]
    fn what_is_found_is_a_point_that_is_near() {
        let mut random = Random(5);
        for (count, side, reach_of_robot) in
            [(1, 0.1, 9.0), (40, 0.1, 9.0), (3000, 0.05, 0.4), (40_000, 0.01, 0.4)]
        {
            let mut uniform = || (random.uniform() - 0.5) as f32;
            let points: Vec<[f32; 3]> = (0..count)
                .map(|n| [uniform(), uniform(), if n % 2 == 0 { 0.25 } else { uniform() }])
                .collect();
            let mut cloud = PointCloud::new(&points, 0.01).expect("finite");
            let removed: Vec<u32> = (0..count).filter(|n| n % 16 == 3).collect();
            cloud.remove(&removed).expect("they are there");
            let is_kept = |n: usize| !removed.contains(&(n as u32));
            let origin = cloud.origin().map(|x| x as f32);
            let sample =
                Sample::of(&cloud, [0.0; 3], reach_of_robot, [side].into_iter()).expect("some");
            let cells = sample.last.iter().map(|last| last + 1.0).product::<f32>();
            assert_eq!(sample.cells.len(), cells as usize);
            let own: Vec<[f32; 3]> = sample.points[1..].to_vec();
            for reach in [0.01, 2.5 / sample.cells_per_length] {
                let mut found = 0;
                for n in 0..own.len().min(400) {
                    let mut places = [[0.0; LANES]; 3];
                    for lane in 0..LANES {
                        let place = own[(n + lane) % own.len()];
                        let far = if lane % 4 == 3 { [uniform(), f32::NAN, 1e30] } else { place };
                        (0..3).for_each(|k| places[k][lane] = far[k]);
                    }
                    let look = Look { sample: &sample, places: &places, reach };
                    let all = SimdLevel::detect().dispatch(look);
                    for (lane, (point, is_near)) in all.into_iter().enumerate() {
                        let place = [0, 1, 2].map(|k| places[k][lane]);
                        let away =
                            (0..3).map(|k| f64::from(point[k] - place[k]).powi(2)).sum::<f64>();
                        assert!(!is_near || away.sqrt() < f64::from(reach), "{point:?} {place:?}");
                        if is_near {
                            assert!(own.contains(&point));
                            found += 1;
                        }
                        assert!(is_near || lane % 4 == 3 || reach < 1.0 / sample.cells_per_length);
                    }
                }
                assert!(found > 0);
            }
            let of_cloud: Vec<[f32; 3]> = (0..points.len())
                .filter(|&n| is_kept(n))
                .map(|n| [0, 1, 2].map(|k| points[n][k] - origin[k]))
                .collect();
            assert!(own.iter().all(|point| of_cloud.contains(point)));
        }
        let empty = PointCloud::new::<f32>(&[], 0.01).expect("legal");
        assert!(Sample::of(&empty, [0.0; 3], 1.0, [0.1].into_iter()).is_none());
        assert!(Sample::of(&cloud_of_one(), [0.0; 3], 1.0, [].into_iter()).is_none());
        let far = PointCloud::new(&[[9.0_f32; 3]], 0.01).expect("finite");
        assert!(Sample::of(&far, [-9.0; 3], 1.0, [0.1].into_iter()).is_none());
    }
}
