//! Free regions: a box of joint values around a configuration, all of whose configurations are
//! free.
//!
//! The box begins with a common scale, close to the largest that is proven: each value has a size
//! by which it moves what is checked as far as the others do. Then its faces are moved outwards,
//! one at a time, as long as the slab that is gained is proven free.

use crate::checker::data::CheckerData;
use crate::checker::questions::Checker;
use crate::checker::state::Measured;
use crate::error::CheckError;
use crate::model::JointKind;

/// A box of joint values that is proven free: see [`Checker::free_region`].
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// The least values.
    pub low: Vec<f64>,
    /// The largest values.
    pub high: Vec<f64>,
}

impl Region {
    /// Is a configuration in it? Its faces are.
    #[must_use]
    pub fn contains(&self, configuration: &[f64]) -> bool {
        let ends = self.low.iter().zip(&self.high);
        configuration.len() == self.low.len()
            && configuration.iter().zip(ends).all(|(x, (low, high))| low <= x && x <= high)
    }

    fn is_within(&self, ranges: &[[f64; 2]]) -> bool {
        let ends = self.low.iter().zip(&self.high).zip(ranges);
        ends.into_iter().all(|((low, high), range)| range[0] <= *low && *high <= range[1])
    }

    /// The box of which two opposite faces are these, of a value that lies within it.
    fn with(&self, value: usize, [low, high]: [f64; 2]) -> Self {
        let mut part = self.clone();
        (part.low[value], part.high[value]) = (low, high);
        part
    }
}

/// The most that a value without limits is off from the configuration: more than half a turn.
const FARTHEST: f64 = 4.0;

impl Checker {
    /// A box of joint values around a configuration in which every configuration is free: proven of
    /// all real values in it, as of lines by [`Checker::is_motion_valid`], and all are within the
    /// limits unless these are ignored. `None` if the configuration is not free.
    ///
    /// It is as large as `effort` allows, which counts boxes that are tested; the configuration
    /// alone if nothing more was proven. For an arm among shelves, 16 give sides that are a fifth
    /// shorter than with 64, in a quarter of the time; with 256 they are a third longer.
    /// Values without limits are no farther than 4 from the configuration's, quaternions of
    /// floating joints stay. The same configuration and effort give the same box.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r"><link name="a"/>
    /// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="j" type="prismatic"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
    /// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_robot::{Checker, Robot};
    /// use obbtree_scene::Scene;
    /// let mut world = Scene::new();
    /// world.add("lamp", Shape::sphere([0.0, 0.0, 3.0], 0.5)?, Pose::identity())?;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere that rises up to 3
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// let region = checker.free_region(&[1.0], 64)?.expect("free");
    /// assert!(region.low[0] == 0.0 && region.high[0] < 2.0); // 2 is at the lamp
    /// assert!(region.contains(&[1.9]));
    /// assert_eq!(checker.free_region(&[2.5], 64)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn free_region(
        &mut self,
        configuration: &[f64],
        effort: u32,
    ) -> Result<Option<Region>, CheckError> {
        self.check_values(configuration)?;
        if !self.is_valid(configuration) {
            return Ok(None);
        }
        let data = std::sync::Arc::clone(&self.data);
        let most = self.most(configuration);
        let uses_tables = self.remembers && most.is_within(&data.shared.ranges);
        let mut growth = Growth { checker: self, data: &data, uses_tables, effort };
        let mut region = growth.scaled(configuration, &most);
        growth.move_faces(&mut region, &most);
        Ok(Some(region))
    }

    /// What no region around a configuration leaves.
    fn most(&self, at: &[f64]) -> Region {
        let (low, high) = at.iter().map(|x| (x - FARTHEST, x + FARTHEST)).unzip();
        let mut most = Region { low, high };
        for joint in self.robot().active_joints() {
            let Some(first) = joint.first_value else { continue };
            if let Some([low, high]) = joint.limits.filter(|_| self.limits) {
                most.low[first] = low.max(most.low[first]);
                most.high[first] = high.min(most.high[first]);
            }
            if joint.kind == JointKind::Floating {
                let quaternion = first + 3..first + 7;
                most.low[quaternion.clone()].copy_from_slice(&at[quaternion.clone()]);
                most.high[quaternion.clone()].copy_from_slice(&at[quaternion]);
            }
        }
        most
    }
}

struct Growth<'g> {
    checker: &'g mut Checker,
    data: &'g CheckerData,
    /// Is all that may be in the box within the ranges of `disjointness`?
    uses_tables: bool,
    /// Boxes that may still be tested.
    effort: u32,
}

impl Growth<'_> {
    /// The box of a scale close to the largest that is proven.
    fn scaled(&mut self, at: &[f64], most: &Region) -> Region {
        /// The next scale that is tried, and how often.
        const SHARE: f64 = 0.8;
        const TRIALS: u32 = 40;
        // By value, how far a unit of it moves the pair that it moves farthest.
        let rows = self.data.jacobian.rows.chunks(self.data.jacobian.columns.max(1));
        let longest = |row: &[f64]| row.iter().fold(0.0_f64, |most, x| most.max(*x));
        let mut lengths: Vec<f64> = rows.map(longest).collect();
        lengths.resize(at.len(), 0.0);
        let reach = |scale: f64, n: usize| match lengths[n] {
            0.0 => FARTHEST,
            length => scale / length,
        };
        let scaled = |scale: f64| {
            let low = (0..at.len()).map(|n| (at[n] - reach(scale, n)).max(most.low[n]));
            let high = (0..at.len()).map(|n| (at[n] + reach(scale, n)).min(most.high[n]));
            Region { low: low.collect(), high: high.collect() }
        };
        let mut pairs = self.pairs();
        let mut scale = self.first_order_scale(scaled, at, &pairs);
        for _ in 0..TRIALS {
            let part = scaled(scale);
            // What is apart in a box is so in those within it.
            pairs = self.left_in(&part, &pairs);
            if pairs.is_empty() {
                return part;
            }
            if self.effort == 0 {
                break;
            }
            scale *= SHARE;
        }
        Region { low: at.to_vec(), high: at.to_vec() }
    }

    /// The scale at which a pair would move by as much as it is apart beyond its margin, if it
    /// moved in proportion.
    fn first_order_scale(
        &mut self,
        scaled: impl Fn(f64) -> Region,
        at: &[f64],
        pairs: &[u32],
    ) -> f64 {
        /// By which what each pair moves is measured.
        const SMALL: f64 = 1e-3;
        let small = scaled(SMALL);
        let (data, state) = (self.data, &mut self.checker.state);
        state.place(data, at);
        let mut intervals = std::mem::take(&mut state.intervals);
        let reach = |n: usize| (small.high[n] - at[n]).max(at[n] - small.low[n]);
        let half: Vec<f64> = (0..at.len()).map(reach).collect();
        let bound = &mut intervals.bound;
        bound.compute(data.robot(), &data.chains, &state.kinematics, at, &half, 0.0);
        let at_gap = |&pair: &u32| {
            let n = pair as usize;
            let moves = bound.of_pair(&data.chains, n, 0.0) / SMALL;
            let gap = state.sphere_gap(data, n, data.pairs[n].margin).max(0.0);
            (gap / moves, moves, n)
        };
        let mut by_scale: Vec<(f64, f64, usize)> = pairs.iter().map(at_gap).collect();
        by_scale.retain(|(_, moves, _)| *moves > 0.0);
        by_scale.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
        let mut best = f64::MAX;
        for (at_least, moves, n) in by_scale {
            if at_least >= best {
                break;
            }
            let up_to = data.pairs[n].beyond_margin(best * moves);
            let gap = match state.distance_within(data, n, up_to) {
                Measured::Nowhere => 0.0,
                Measured::Beyond => f64::INFINITY,
                Measured::Apart(found) => found.lower - data.pairs[n].margin,
            };
            best = best.min(gap / moves);
        }
        self.checker.state.intervals = intervals;
        best.max(0.0)
    }

    /// Moves faces outwards as long as what is gained is proven: first as a whole, then, where that
    /// gains no more, in a few parts.
    fn move_faces(&mut self, region: &mut Region, most: &Region) {
        /// The first step of a face, as a share of the width, and the last one after steps that
        /// were not proven.
        const STEPS: [f64; 2] = [0.25, 1.0 / 64.0];
        /// Boxes that a slab is proven by at most.
        const BOXES: [u32; 2] = [1, 7];
        let pairs = self.pairs();
        for boxes in BOXES {
            let sides = (0..region.low.len()).flat_map(|value| [(value, false), (value, true)]);
            // By face: its step.
            let mut faces: Vec<(usize, bool, f64)> =
                sides.map(|(value, is_high)| (value, is_high, STEPS[0])).collect();
            while self.effort > 0 && !faces.is_empty() {
                faces.retain_mut(|(value, is_high, share)| {
                    let (low, high) = (region.low[*value], region.high[*value]);
                    let step = *share * (high - low);
                    let to = match is_high {
                        true => (high + step).min(most.high[*value]),
                        false => (low - step).max(most.low[*value]),
                    };
                    let slab = if *is_high { [high, to] } else { [to, low] };
                    if slab[0] >= slab[1] {
                        return false;
                    }
                    if self.is_free(&region.with(*value, slab), &pairs, boxes) {
                        let ends = if *is_high { &mut region.high } else { &mut region.low };
                        ends[*value] = to;
                        return true;
                    }
                    *share *= 0.5;
                    *share >= STEPS[1]
                });
            }
        }
    }

    /// Is a box proven free, by testing so many at most: itself, and what it is divided into?
    fn is_free(&mut self, part: &Region, pairs: &[u32], most: u32) -> bool {
        let mut waiting = vec![(part.clone(), pairs.to_vec())];
        let mut tested = 0;
        while let Some((part, pairs)) = waiting.pop() {
            if tested == most || self.effort == 0 {
                return false;
            }
            tested += 1;
            let left = self.left_in(&part, &pairs);
            let Some(&pair) = left.first() else { continue };
            let state = &mut self.checker.state;
            if left.iter().any(|&pair| state.collides(self.data, pair)) {
                return false;
            }
            let moves = |value: usize| {
                let row = &self.data.jacobian.rows[value * self.data.jacobian.columns..];
                row[pair as usize] * (part.high[value] - part.low[value])
            };
            let values = (0..part.low.len()).map(|value| (moves(value), value));
            let Some((_, value)) = values.max_by(|a, b| a.0.total_cmp(&b.0)) else { return false };
            let [low, high] = [part.low[value], part.high[value]];
            let middle = low + 0.5 * (high - low);
            waiting.push((part.with(value, [middle, high]), left.clone()));
            waiting.push((part.with(value, [low, middle]), left));
        }
        true
    }

    /// The pairs that are not proven apart by what is known of all values.
    fn pairs(&self) -> Vec<u32> {
        let (apart, knows) = (&self.data.apart, self.checker.remembers);
        let skips = |pair: u32| knows && apart[pair as usize].holds(self.uses_tables);
        (0..apart.len() as u32).filter(|&pair| !skips(pair)).collect()
    }

    /// The pairs that are not proven apart in a box.
    fn left_in(&mut self, part: &Region, pairs: &[u32]) -> Vec<u32> {
        self.effort = self.effort.saturating_sub(1);
        let Checker { data, state, .. } = &mut *self.checker;
        let most = |value: usize| part.low[value].abs().max(part.high[value].abs());
        let rounding = data.jacobian.rounding_up_to(most);
        let memory = &mut state.intervals;
        memory.middle.clear();
        memory.half.clear();
        for (&low, &high) in part.low.iter().zip(&part.high) {
            let middle = if low == high { low } else { low + 0.5 * (high - low) };
            let half = (high - middle).max(middle - low);
            memory.middle.push(middle);
            // One rounding; none where the value stays.
            memory.half.push(if low == high { 0.0 } else { half.next_up() });
        }
        memory.pairs.clear();
        let is_open = |pair: &u32| match &data.tables[*pair as usize] {
            Some(table) if self.uses_tables => {
                !table.is_apart_between(|value| [part.low[value], part.high[value]])
            }
            _ => true,
        };
        memory.pairs.extend(pairs.iter().copied().filter(is_open));
        let open = memory.pairs.len();
        let (begin, _) = state.not_proven(data, rounding, 0..open, 0.0);
        state.intervals.pairs.split_off(begin)
    }
}
