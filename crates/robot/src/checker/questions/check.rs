//! Questions about one configuration.

use std::sync::Arc;

use obbtree_predicates::UpperBound;
use obbtree_scene::{BodyId, Scene};

use crate::checker::data::{CheckerData, RobotData};
use crate::checker::state::{FIRST_SPAN, LEAST_CLEARANCE, LaneMemory, State, Step};
use crate::error::{CheckError, NothingChecked, WorldError};
use crate::items::ask;
use crate::model::Robot;

/// Is a configuration free, is a motion free, how far apart are things? Keep one for each thread:
/// clones share everything that is large, and each has a memory of its own.
///
/// *The world* is a [`Scene`] in the frame of the root link, in which the links are bodies under
/// their names; kinematics places them. *Which pairs are checked* is what that scene says: its
/// groups, allowed pairs, attachments and margins. Checked are two links, a link and another body,
/// and an attached body and a link or another body, but not two that one link carries; pairs of
/// bodies that do not move with the robot are not. Pairs of links that one joint joins, or that the
/// SRDF disables, are allowed to collide. Answers give pairs of bodies, links first:
/// [`Checker::names`] are their names.
///
/// Meshes are surfaces, shapes are solid, and what touches collides, or is within the margin of
/// the pair; elements of one link never collide. The answer about a configuration is the certain
/// one for the poses that forward kinematics gives: these are rounded, and the twelve numbers of
/// each are the question. (Of a cylinder or cone and another shape that is round, as
/// [`Query`](obbtree_collider::Query) says.)
///
/// *What has no answer.* A configuration of another number of values, with a value that is not
/// finite or places nothing, and one that is beyond the limits of joints, is not valid:
/// [`Checker::check_values`] says why, questions that give more than yes or no give that error.
/// [`Checker::ignoring_limits`] answers about what is beyond limits too. A checker that checks
/// nothing, as of a robot that has obstacles later, says so in [`Checker::nothing_checked`];
/// nothing collides in it.
///
/// *What is remembered*, from one configuration to the next, is never the answer: the pairs that
/// collided often are tested first; after a small step, pairs that cannot have met since they were
/// last tested are left out. [`Checker::remembering`] turns that off.
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
/// use obbtree_robot::{Checker, Robot};
/// use obbtree_scene::Scene;
/// // A box, and a sphere that rises from it.
/// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?;
/// let mut checker = Checker::new(Arc::new(robot), &Scene::new())?;
/// assert!(checker.is_valid(&[1.25]));
/// assert!(!checker.is_valid(&[1.0])); // touching
/// let pairs = checker.colliding_pairs(&[0.5])?;
/// assert_eq!(checker.names(pairs[0]), ["a", "b"]);
/// checker.change(|world| world.set_margin(0.5))?;
/// assert!(!checker.is_valid(&[1.25])); // closer than 0.5
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Checker {
    pub(crate) data: Arc<CheckerData>,
    pub(crate) state: State,
    pub(crate) lanes: LaneMemory,
    pub(crate) remembers: bool,
    /// Do limits of joints count?
    pub(crate) limits: bool,
}

impl Clone for Checker {
    /// Shares the robot and the world; remembers nothing yet.
    fn clone(&self) -> Self {
        self.with_data(Arc::clone(&self.data))
    }
}

impl Checker {
    /// A checker of a robot in a world, which is in the frame of its root link.
    ///
    /// # Errors
    /// If a body of the world has the name of a link.
    pub fn new(robot: Arc<Robot>, world: &Scene) -> Result<Self, WorldError> {
        let data = CheckerData::in_world(&Arc::new(RobotData::new(robot)), world, None)?;
        let data = Arc::new(data);
        let (state, lanes) = (State::new(&data), LaneMemory::default());
        Ok(Self { state, lanes, data, remembers: true, limits: true })
    }

    /// The same settings with other data, and with nothing remembered.
    pub(crate) fn with_data(&self, data: Arc<CheckerData>) -> Self {
        let Self { remembers, limits, .. } = *self;
        Self { state: State::new(&data), lanes: LaneMemory::default(), data, remembers, limits }
    }

    /// Is anything remembered from one configuration to the next? It changes no answer, only the
    /// time.
    #[must_use]
    pub fn remembering(mut self, remembers: bool) -> Self {
        self.remembers = remembers;
        self
    }

    /// Are configurations and motions beyond the limits of joints answered like others? If not, as
    /// at first, they are not valid.
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
    /// # use obbtree_robot::{Checker, Robot};
    /// # use obbtree_scene::Scene;
    /// # let robot = Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// let mut checker = Checker::new(Arc::new(robot), &Scene::new())?; // of a slide from 0 to 3
    /// assert!(!checker.is_valid(&[4.0]) && !checker.is_motion_valid(&[2.0], &[4.0]));
    /// let mut checker = checker.ignoring_limits(true);
    /// assert!(checker.is_valid(&[4.0]) && checker.is_motion_valid(&[2.0], &[4.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// If not, with the joint; and if it has another number of values than [`Robot::dof`].
    pub fn check_values(&self, configuration: &[f64]) -> Result<(), CheckError> {
        self.data.shared.problem(configuration, self.limits).map_or(Ok(()), Err)
    }

    /// The robot.
    #[must_use]
    pub fn robot(&self) -> &Arc<Robot> {
        &self.data.shared.robot
    }

    /// The pairs of bodies that are checked, in the order of [`Checker::colliding_pairs`].
    #[must_use]
    pub fn pairs(&self) -> &[[BodyId; 2]] {
        &self.data.groups
    }

    /// How many pairs of collision elements are checked.
    #[must_use]
    pub fn element_pairs(&self) -> usize {
        self.data.pairs.len()
    }

    /// Is a configuration free: does nothing collide, within the limits? The first pair found ends
    /// the search. One that [`Checker::check_values`] refuses is not, also one of another number of
    /// values.
    pub fn is_valid(&mut self, configuration: &[f64]) -> bool {
        let Self { data, state, remembers, limits, .. } = self;
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

    /// All pairs that collide: of links first, then of links with other bodies, then of attached
    /// bodies with others; each ascending.
    ///
    /// # Errors
    /// If [`Checker::check_values`] refuses the configuration.
    pub fn colliding_pairs(
        &mut self,
        configuration: &[f64],
    ) -> Result<Vec<[BodyId; 2]>, CheckError> {
        self.check_values(configuration)?;
        let Self { data, state, remembers, limits, .. } = self;
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
        groups.sort_unstable();
        Ok(groups.into_iter().map(|group| data.groups[group]).collect())
    }
}

/// Do the triangles that met last meet again?
fn last_pair_still_meets(state: &mut State, data: &CheckerData) -> bool {
    let Some(pair) = state.last_hit.map(|pair| pair as usize) else { return false };
    let Some(triangles) = state.hints[pair] else { return false };
    state.placed(data, pair).is_none_or(|(parts, _)| ask::still_meet(parts, triangles))
}

/// Gives pairs whose spheres are apart, and whose clearances end soon, new ones: all at once, so
/// that the links need not be placed for each of them in turn.
fn renew_clearances(state: &mut State, data: &CheckerData) {
    /// Steps like the last one.
    // With 64 ur5 is as fast and panda takes a tenth longer.
    const SOON: f64 = 8.0;
    for pair in 0..data.pairs.len() {
        let left = state.clearances[pair];
        if !(left > SOON * state.costs[pair]) {
            let beyond = data.pairs[pair].beyond_margin(data.jacobian.rounding);
            let gap = state.sphere_gap(data, pair, beyond);
            // Written so that NaN is no clearance.
            if gap > left {
                state.clearances[pair] = gap;
            }
        }
    }
}

/// For how many steps a pair is tested to be apart: more after it was, fewer after it was not.
fn next_span(span: f32, was_apart: bool) -> f32 {
    /// More is proven less often, and takes longer.
    const MOST: f32 = 64.0;
    /// Below, a proof is not worth its time: it is tried now and then only.
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
    if state.always_collides(data, pair) {
        return true;
    }
    if state.is_apart_by_table(data, pair) {
        if is_on_path {
            state.watch(pair);
        }
        return false;
    }
    let beyond = |wanted: f64| {
        let moved = (UpperBound::from(wanted) + data.jacobian.rounding.into()).get();
        data.pairs[pair].beyond_margin(moved)
    };
    let gap = state.box_gap(data, pair, beyond(0.0));
    if gap > 0.0 {
        if is_on_path {
            state.clearances[pair] = gap;
        }
        return false;
    }
    let span = state.spans[pair];
    let wanted = if is_on_path { f64::from(span) * state.costs[pair] } else { 0.0 };
    if is_on_path && span < 0.0 {
        let next = span + 1.0;
        state.spans[pair] = if next < 0.0 { next } else { FIRST_SPAN };
    }
    if data.lanes.has_cloud(pair) {
        let is_apart = wanted > 0.0 && state.is_apart_from_cloud(data, pair, beyond(wanted));
        if wanted > 0.0 {
            state.spans[pair] = next_span(span, is_apart);
        }
        if is_apart {
            state.clearances[pair] = wanted;
        }
        if is_apart || state.is_apart_from_cloud(data, pair, data.pairs[pair].margin) {
            return false;
        }
    }
    let Some((parts, query)) = state.placed(data, pair) else { return true };
    if wanted > 0.0 && !data.lanes.has_cloud(pair) {
        let is_apart = !ask::closer_than(query, parts, beyond(wanted));
        state.spans[pair] = next_span(span, is_apart);
        if is_apart {
            state.clearances[pair] = wanted;
            return false;
        }
    }
    let Some((parts, query)) = state.placed(data, pair) else { return true };
    let found = ask::collide(query, parts, data.pairs[pair].margin);
    if let Some(triangles) = found {
        state.hints[pair] = triangles;
    }
    found.is_some()
}
