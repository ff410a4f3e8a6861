//! How far a configuration is from the next collision, and which pairs are close.

use std::ops::ControlFlow;
use std::sync::Arc;

use nalgebra::Point3;
use obbtree_scene::{BodyDistance, Within};

use super::check::Checker;
use crate::checker::state::Measured;
use crate::error::CheckError;
use crate::items::{ItemPair, ask};

/// Points of what no pose has the place of.
pub(crate) const NOWHERE: [Point3<f64>; 2] = [Point3::new(f64::NAN, f64::NAN, f64::NAN); 2];

impl Checker {
    /// The distance between the closest two of the pairs that are checked, certified. Its interval
    /// is as wide as that of the pair: four units in the last place for meshes, wider where a
    /// cylinder is involved (see [`Query::distance`](obbtree_collider::Query::distance)).
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration, or no pair is checked.
    pub fn distance(&mut self, configuration: &[f64]) -> Result<BodyDistance, CheckError> {
        if let Some(why) = self.nothing_checked() {
            self.check_values(configuration)?;
            return Err(CheckError::NothingChecked(why));
        }
        let mut best: Option<BodyDistance> = None;
        let mut lower = f64::INFINITY;
        for (gap, pair) in self.by_gap(configuration)? {
            let upper = best.map_or(f64::INFINITY, |best| best.upper);
            if gap > upper {
                break;
            }
            // A pair farther away than the best is not measured.
            if let Some(found) = self.distance_of(pair, upper) {
                lower = lower.min(found.lower);
                if best.is_none() || found.upper < upper {
                    best = Some(found);
                }
                if found.upper == 0.0 {
                    break;
                }
            }
        }
        // The first pair is always measured.
        let nothing = CheckError::NothingChecked(crate::error::NothingChecked::NoPairs);
        Ok(best.ok_or(nothing)?.of_at_least(lower))
    }

    /// The pairs that are checked and at most so far apart, each with its distance and the closest
    /// points, in the order of [`Checker::colliding_pairs`]. What is within the threshold is
    /// decided as collisions at a margin are.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration, or the threshold is negative or NaN.
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
    /// let below = Pose::from_translation([0.0, 0.0, -1.5])?;
    /// let floor = world.add("floor", Shape::cuboid([0.5; 3])?, below)?;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?; // a sphere that rises
    /// let mut checker = Checker::new(Arc::new(robot), &world)?;
    /// let near = checker.distances_within(&[0.25], 1.0)?; // its lowest point is at -0.25
    /// assert_eq!((near.len(), near[0].bodies[1]), (1, floor));
    /// assert!((near[0].lower - 0.75).abs() < 1e-9 && near[0].lower <= near[0].upper);
    /// assert!(checker.distances_within(&[2.0], 1.0)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn distances_within(
        &mut self,
        configuration: &[f64],
        threshold: f64,
    ) -> Result<Vec<BodyDistance>, CheckError> {
        let mut near = Vec::new();
        let _ = self.for_each_near_pair(configuration, Within::Threshold(threshold), |found| {
            near.push(*found);
            ControlFlow::Continue(())
        })?;
        Ok(near)
    }

    /// Calls back with each pair of bodies that is checked and near enough, and its distance, with
    /// the closest points and the direction, in the order of [`Checker::colliding_pairs`]. Breaking
    /// off ends the search, and is returned. With [`Within::Margins`] what counts is the margin of
    /// the pair in the world and both paddings, and the pairs are those that collide.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration, or a threshold is negative or NaN.
    pub fn for_each_near_pair(
        &mut self,
        configuration: &[f64],
        within: Within<'_>,
        mut on_pair: impl FnMut(&BodyDistance) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, CheckError> {
        self.check_values(configuration)?;
        let threshold = within.threshold().map_err(CheckError::Threshold)?;
        let mut by_gap = self.by_gap(configuration)?;
        by_gap.retain(|&(gap, _)| threshold.is_none_or(|most| gap <= most));
        let data = Arc::clone(&self.data);
        let group_of = |&(_, pair): &(f64, usize)| data.pairs[pair].group;
        // Of each two bodies the nearest elements first.
        by_gap.sort_by_key(group_of);
        for of_group in by_gap.chunk_by(|one, other| group_of(one) == group_of(other)) {
            let ItemPair { group, margin, .. } = data.pairs[of_group[0].1];
            let Some(length) = within.of_pair(data.groups[group], || margin) else { continue };
            let Some(found) = self.nearest_within(of_group, length) else { continue };
            if on_pair(&found).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// The nearest of the pairs of elements of two bodies, with bounds of their distances,
    /// ascending, if one is at most so far apart.
    fn nearest_within(&mut self, pairs: &[(f64, usize)], length: f64) -> Option<BodyDistance> {
        let (mut best, mut is_within): (Option<BodyDistance>, bool) = (None, false);
        for &(gap, pair) in pairs {
            let at_most = best.map_or(length, |best| best.upper.min(length));
            if gap > at_most {
                break;
            }
            let Some(found) = self.distance_of(pair, at_most) else { continue };
            is_within |= found.upper <= length
                || match self.state.placed(&self.data, pair) {
                    // An interval with the length in it does not tell.
                    Some((parts, query)) => ask::is_within(query, parts, length),
                    None => true,
                };
            best = Some(best.map_or(found, |best| {
                let nearer = if found.upper < best.upper { found } else { best };
                nearer.of_at_least(best.lower.min(found.lower))
            }));
        }
        best.filter(|_| is_within)
    }

    /// Places the links, and lists all pairs by lower bounds of their distances, ascending.
    fn by_gap(&mut self, configuration: &[f64]) -> Result<Vec<(f64, usize)>, CheckError> {
        self.check_values(configuration)?;
        let Self { data, state, remembers, limits, .. } = self;
        state.uses_tables = *remembers;
        state.step(data, configuration, *limits);
        state.place(data, configuration);
        let gap = |pair| (state.sphere_gap(data, pair, 0.0), pair);
        let mut by_gap: Vec<(f64, usize)> = (0..data.pairs.len()).map(gap).collect();
        by_gap.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        Ok(by_gap)
    }

    /// The distance of a pair where the links are, unless it is more than a number that is finite.
    fn distance_of(&mut self, pair: usize, at_most: f64) -> Option<BodyDistance> {
        let Self { data, state, .. } = self;
        let of_pair = data.part_pair(pair);
        match state.distance_within(data, pair, at_most) {
            Measured::Beyond => None,
            // As in the other questions.
            Measured::Nowhere => Some(BodyDistance::new(of_pair, [0.0; 2], NOWHERE, None)),
            Measured::Apart(found) => {
                let interval = [found.lower, found.upper];
                Some(BodyDistance::new(of_pair, interval, found.points, found.normal))
            }
        }
    }
}
