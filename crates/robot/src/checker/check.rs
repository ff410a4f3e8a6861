//! Questions about one configuration.

use std::sync::Arc;

use obbtree_predicates::UpperBound;

use super::ask;
use super::clearance_cache::LEAST_CLEARANCE;
use super::data::CheckerData;
use super::items::{Group, Obstacle};
use super::state::{FIRST_SPAN, State, Step};
use crate::error::{CheckError, NothingChecked};
use crate::robot::Robot;

/// Two things that collide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LinkPair {
    /// Two links, by their numbers in [`Robot::links`], the smaller first.
    Links(usize, usize),
    /// A link and an obstacle, by its number in [`Checker::obstacles`].
    Obstacle(usize, usize),
}

/// Is a configuration free, is a motion free? Keep one for each thread: clones share everything that is large,
/// and each has a memory of its own.
///
/// *What is pair_collides.* The pairs of links of [`Robot::pairs`], and every link against every obstacle. Meshes are
/// surfaces, shapes are solid, touching is colliding; elements of one link never collide. The answer about a
/// configuration is the certain one for the poses that forward kinematics gives: these are rounded, and the twelve
/// numbers of each are the question.
///
/// *What has no answer.* A configuration with a value that is not finite or places nothing, and
/// one that is beyond the limits of joints, is not valid: [`Checker::check_values`] says why,
/// questions that give more than yes or no give that error. [`Checker::ignoring_limits`] asks
/// about what is beyond limits too. A checker that checks nothing, as of a robot that has
/// obstacles later, says so in [`Checker::nothing_checked`]; nothing collides in it.
///
/// *What is remembered*, from one configuration to the next, is never the answer: the pairs that collided often
/// are pair_collides first; after a small step, pairs that cannot have met since they were last pair_collides are left out.
/// [`Checker::remembering`] motion_bound that off.
///
/// ```
/// # use std::sync::Arc;
/// # let text = r#"<robot name="r">
/// #   <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link>
/// #   <link name="m"/>
/// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
/// #   <joint name="i" type="fixed"><parent link="a"/><child link="m"/></joint>
/// #   <joint name="j" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 0 1"/>
/// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
/// use obbtree_robot::{Checker, LinkPair, Robot};
/// let robot = Robot::of_text(text, "r.urdf", &[])?; // a box, and a sphere that rises from its middle
/// let mut checker = Checker::new(Arc::new(robot), vec![]);
/// assert!(checker.is_valid(&[1.25]));
/// assert!(!checker.is_valid(&[1.0])); // touching
/// assert_eq!(checker.colliding_pairs(&[0.5]), Ok(vec![LinkPair::Links(0, 2)]));
/// # Ok::<(), obbtree_robot::RobotProblem>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    pub(super) data: Arc<CheckerData>,
    pub(super) state: State,
    pub(super) remembers: bool,
    /// Do limits of joints count?
    pub(super) limits: bool,
}

impl Clone for Checker {
    /// Shares the robot and the obstacles; remembers nothing yet.
    fn clone(&self) -> Self {
        let data = Arc::clone(&self.data);
        Self { state: State::new(&data), data, remembers: self.remembers, limits: self.limits }
    }
}

impl Checker {
    /// A checker of a robot among obstacles, which are in the frame of its root link.
    #[must_use]
    pub fn new(robot: Arc<Robot>, obstacles: Vec<Obstacle>) -> Self {
        let data = CheckerData::new(robot, obstacles);
        Self { state: State::new(&data), data: Arc::new(data), remembers: true, limits: true }
    }

    /// Is anything remembered from one configuration to the next? It changes no answer, only the time.
    #[must_use]
    pub fn remembering(mut self, remembers: bool) -> Self {
        self.remembers = remembers;
        self
    }

    /// Are configurations and motions beyond the limits of joints pair_collides about like others? If not,
    /// as at first, they are not valid.
    ///
    /// ```
    /// # use std::sync::Arc;
    /// # let text = r#"<robot name="r">
    /// #   <link name="a"><collision><geometry><box size="1 1 1"/></geometry></collision></link><link name="m"/>
    /// #   <link name="b"><collision><geometry><sphere radius="0.5"/></geometry></collision></link>
    /// #   <joint name="i" type="fixed"><parent link="a"/><child link="m"/></joint>
    /// #   <joint name="j" type="prismatic"><parent link="m"/><child link="b"/><axis xyz="0 0 1"/>
    /// #     <limit lower="0" upper="3" effort="1" velocity="1"/></joint></robot>"#;
    /// # use obbtree_robot::{Checker, Robot};
    /// # let robot = Robot::of_text(text, "r.urdf", &[])?;
    /// let mut checker = Checker::new(Arc::new(robot), vec![]); // of a slide from 0 to 3
    /// assert!(!checker.is_valid(&[4.0]) && !checker.is_motion_valid(&[2.0], &[4.0]));
    /// let mut checker = checker.ignoring_limits(true);
    /// assert!(checker.is_valid(&[4.0]) && checker.is_motion_valid(&[2.0], &[4.0]));
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    #[must_use]
    pub fn ignoring_limits(mut self, ignores: bool) -> Self {
        self.limits = !ignores;
        self
    }

    /// Why no pair is checked, if none is: every configuration that has a place within the limits
    /// is then valid.
    #[must_use]
    pub fn nothing_checked(&self) -> Option<NothingChecked> {
        self.data.nothing_checked()
    }

    /// Is there an answer about a configuration: has it a place, within the limits unless these
    /// are ignored?
    ///
    /// # Errors
    /// If not, with the joint.
    ///
    /// # Panics
    /// If the configuration has another number of values than [`Robot::values`].
    pub fn check_values(&self, configuration: &[f64]) -> Result<(), CheckError> {
        self.data.problem(configuration, self.limits).map_or(Ok(()), Err)
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &Arc<Robot> {
        &self.data.robot
    }

    /// The obstacles.
    #[must_use]
    pub fn obstacles(&self) -> &[Obstacle] {
        &self.data.obstacles
    }

    /// The names of the two things of a pair.
    #[must_use]
    pub fn names(&self, pair: LinkPair) -> [&str; 2] {
        let link = |n: usize| self.data.robot.links()[n].name();
        match pair {
            LinkPair::Links(a, b) => [link(a), link(b)],
            LinkPair::Obstacle(a, obstacle) => [link(a), &self.data.obstacles[obstacle].name],
        }
    }

    /// Pairs of collision elements that are checked.
    #[must_use]
    pub fn element_pairs(&self) -> usize {
        self.data.pairs.len()
    }

    /// Is a configuration free: does nothing collide, within the limits? The first pair found ends
    /// the search. One that [`Checker::check_values`] refuses is not.
    ///
    /// # Panics
    /// If the configuration has another number of values than [`Robot::values`].
    pub fn is_valid(&mut self, configuration: &[f64]) -> bool {
        let Self { data, state, remembers, limits } = self;
        if !*remembers {
            state.forget(data);
        }
        state.uses_tables = *remembers;
        let step = state.step(data, configuration, *limits);
        match step {
            Step::Refused => return false,
            Step::AllApart => return true,
            Step::OnPath | Step::Away => state.place(data, configuration),
        }
        let is_on_path = step == Step::OnPath;
        if is_on_path && last_pair_still_meets(state, data) {
            return false;
        }
        state.find_near(data);
        let mut near = std::mem::take(&mut state.near);
        near.sort_unstable_by_key(|&pair| (u32::MAX - state.hits[pair as usize], pair));
        let hit = near
            .iter()
            .copied()
            .find(|&pair| pair_collides(state, data, pair as usize, is_on_path));
        state.near = near;
        if let Some(pair) = hit {
            state.last_hit = Some(pair);
            state.hits[pair as usize] += 1;
            return false;
        }
        state.last_hit = None;
        if is_on_path {
            renew_clearances(state, data);
        }
        true
    }

    /// All pairs that collide, ascending: of links first, then those with obstacles.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration.
    ///
    /// # Panics
    /// If the configuration has another number of values than [`Robot::values`].
    pub fn colliding_pairs(&mut self, configuration: &[f64]) -> Result<Vec<LinkPair>, CheckError> {
        self.check_values(configuration)?;
        let Self { data, state, remembers, limits } = self;
        if !*remembers {
            state.forget(data);
        }
        state.uses_tables = *remembers;
        state.step(data, configuration, *limits);
        state.place(data, configuration);
        state.find_near(data);
        let near = std::mem::take(&mut state.near);
        let mut groups: Vec<usize> = Vec::new();
        for &pair in &near {
            let group = data.pairs[pair as usize].group;
            if !groups.contains(&group) && pair_collides(state, data, pair as usize, false) {
                groups.push(group);
            }
        }
        state.near = near;
        let mut pairs: Vec<LinkPair> = groups.iter().map(|&group| data.named(group)).collect();
        pairs.sort_unstable();
        Ok(pairs)
    }
}

impl CheckerData {
    pub(super) fn named(&self, group: usize) -> LinkPair {
        match self.groups[group] {
            Group::Links([a, b]) => LinkPair::Links(a, b),
            Group::Scene([link, obstacle]) => LinkPair::Obstacle(link, obstacle),
        }
    }
}

/// Do the triangles that met last meet again?
fn last_pair_still_meets(state: &mut State, data: &CheckerData) -> bool {
    let Some(pair) = state.last_hit.map(|pair| pair as usize) else { return false };
    let Some(triangles) = state.hints[pair] else { return false };
    state.placed(data, pair).is_none_or(|(parts, _)| ask::still_meet(parts, triangles))
}

/// Gives pairs whose spheres are apart, and whose clearances end soon, new ones: all at once, so that the links need not be
/// placed for each of them in turn.
fn renew_clearances(state: &mut State, data: &CheckerData) {
    /// Steps like the last one.
    // With 64 ur5 is as fast and panda takes a tenth longer.
    const SOON: f64 = 8.0;
    for pair in 0..data.pairs.len() {
        let left = state.clearances[pair];
        if !(left > SOON * state.costs[pair]) {
            let gap = state.sphere_gap(data, pair, data.jacobian.rounding);
            // Written so that NaN is no clearance.
            if gap > left {
                state.clearances[pair] = gap;
            }
        }
    }
}

/// For how many steps a pair is pair_collides to be apart: more after it was, fewer after it was not.
fn next_span(span: f32, was_apart: bool) -> f32 {
    /// More is proven less often, and takes longer.
    const MOST: f32 = 64.0;
    /// Below, a proof is not worth its time: it is pair_collides for now and then only.
    const LEAST: f32 = 1.0;
    /// Steps until then, by the negative span.
    const PAUSE: f32 = -12.0;
    match (was_apart, span) {
        (true, _) => (2.0 * span).min(MOST),
        (false, span) if span > 2.0 * LEAST => 0.5 * span,
        _ => PAUSE,
    }
}

/// Does a pair collide? On a path, its clearance may tell, and a new one is given to it.
fn pair_collides(state: &mut State, data: &CheckerData, pair: usize, is_on_path: bool) -> bool {
    if state.clearances[pair] > LEAST_CLEARANCE {
        return false;
    }
    if state.is_apart_by_table(data, pair) {
        if is_on_path {
            state.watch(pair);
        }
        return false;
    }
    let span = state.spans[pair];
    let wanted = if is_on_path { f64::from(span) * state.costs[pair] } else { 0.0 };
    if is_on_path && span < 0.0 {
        let next = span + 1.0;
        state.spans[pair] = if next < 0.0 { next } else { FIRST_SPAN };
    }
    let Some((parts, query)) = state.placed(data, pair) else { return true };
    if wanted > 0.0 {
        let is_apart = !ask::closer_than(
            query,
            parts,
            (UpperBound::from(wanted) + data.jacobian.rounding.into()).get(),
        );
        state.spans[pair] = next_span(span, is_apart);
        if is_apart {
            state.clearances[pair] = wanted;
            return false;
        }
    }
    let Some((parts, query)) = state.placed(data, pair) else { return true };
    let found = ask::collide(query, parts);
    if let Some(triangles) = found {
        state.hints[pair] = triangles;
    }
    found.is_some()
}
