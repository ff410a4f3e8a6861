//! All pairs of a scene that move past each other, over all cores.

use std::collections::BTreeMap;
use std::ops::Range;

use obbtree_collider::{Query, SweepOptions};
use obbtree_scene::{BodyId, Scene, SceneError};

use super::along::{Along, Timeline, are_near};
use super::moving::MovingPart;
use super::report::{MotionClash, MotionReport};
use crate::clash::guid;
use crate::motion_table::{MotionTable, Table};
use crate::run::{RunError, RunOptions};
use crate::select::Selected;
use crate::slice::table_hash;
use crate::study::{Rule, Study};
use crate::subject::sealed::{Found, Pairs, Subject};

struct Candidate {
    /// By their places among all bodies.
    places: [usize; 2],
    rules: u64,
    clearance: f64,
}

/// The pairs of a scene that a study looks at while bodies move.
struct MovingPairs<'s> {
    study: &'s Study,
    scene: &'s Scene,
    table: &'s Table,
    selected: Selected,
    ids: Vec<BodyId>,
    /// The parts of each of these.
    bodies: Vec<Vec<MovingPart<'s>>>,
    candidates: Vec<Candidate>,
}

impl<'s> MovingPairs<'s> {
    fn new(study: &'s Study, scene: &'s Scene, table: &'s Table) -> Result<Self, RunError> {
        study.check()?;
        let selected = Selected::new(study, scene);
        check_names(scene, table)?;
        let ids: Vec<BodyId> = scene.ids().collect();
        let bodies: Vec<Vec<MovingPart<'_>>> = ids
            .iter()
            .map(|id| MovingPart::of_body(scene, *id, table))
            .collect::<Result<_, _>>()?;
        let candidates = study.pairs_that_come_near(scene, &selected, &ids, &bodies)?;
        Ok(Self { study, scene, table, selected, ids, bodies, candidates })
    }

    fn clash(
        &self,
        rule: &Rule,
        candidate: &Candidate,
        timeline: &Timeline,
    ) -> Result<MotionClash, SceneError> {
        let [a, b] = candidate.places.map(|place| self.scene.name(self.ids[place]));
        let names = [a?, b?];
        Ok(MotionClash {
            guid: guid(&rule.name, names),
            rule: rule.name.clone(),
            bodies: names.map(str::to_owned),
            contacts: timeline.contacts.clone(),
            undecided: timeline.undecided.clone(),
            closest: timeline.closest.clone(),
            review: None,
        })
    }
}

impl Pairs<MotionReport> for MovingPairs<'_> {
    fn len(&self) -> usize {
        self.candidates.len()
    }

    fn report(
        &self,
        range: Range<usize>,
        options: &RunOptions<'_>,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<MotionReport, RunError> {
        let Self { study, table, bodies, .. } = self;
        let candidates = &self.candidates[range];
        let batch = options.batch(&Query::new().solid(true)).at_a_time(1).reporting_to(progress);
        let motion = study.motion.clone().unwrap_or_default();
        let sweep = motion.certified.then(|| sweep_options(&motion));
        let timelines = batch.map(candidates, |candidate, query| {
            let about = study.rules.iter().enumerate();
            let about = about.filter(|(n, _)| candidate.rules >> n & 1 == 1);
            let lengths = about.map(|(_, rule)| rule.clearance).filter(|x| *x > 0.0).collect();
            let clearance = candidate.clearance;
            let along = Along { times: &table.times, sweep, clearance, lengths };
            along.look(query, candidate.places.map(|place| bodies[place].as_slice()))
        })?;
        let mut report = MotionReport {
            format: MotionReport::FORMAT.to_owned(),
            study: study.name.clone(),
            certified: motion.certified,
            times: [table.times[0], table.times[table.times.len() - 1]],
            samples: table.times.len(),
            bodies: self.ids.len(),
            moving: table.poses.len(),
            candidates: candidates.len(),
            warnings: self.selected.unused.clone(),
            clashes: Vec::new(),
        };
        for (n, rule) in study.rules.iter().enumerate() {
            for (candidate, timeline) in candidates.iter().zip(&timelines) {
                if candidate.rules >> n & 1 == 1 && is_reported(timeline, rule.clearance) {
                    report.clashes.push(self.clash(rule, candidate, timeline)?);
                }
            }
        }
        Ok(report)
    }
}

impl Subject for (&Scene, &Table) {
    type Report = MotionReport;

    fn scene(&self) -> &Scene {
        self.0
    }

    fn motion(&self, study: &Study) -> Option<MotionTable> {
        let table = Some(table_hash(self.1).into());
        let MotionTable { certified, time_tolerance, distance_tolerance, .. } =
            study.motion.clone().unwrap_or_default();
        let (times, poses) = Default::default();
        Some(MotionTable { table, times, poses, certified, time_tolerance, distance_tolerance })
    }

    fn pairs<'p>(
        self,
        study: &'p Study,
        _: &RunOptions<'_>,
    ) -> Result<Box<dyn Pairs<MotionReport> + 'p>, RunError>
    where
        Self: 'p,
    {
        Ok(Box::new(MovingPairs::new(study, self.0, self.1)?))
    }

    fn finish(self, _: &Study, _: &mut MotionReport) -> Result<(), RunError> {
        Ok(())
    }
}

impl Found for MotionReport {
    const SLICE: &'static str = "obbtree-motion-clash-slice-1";

    fn add(&mut self, later: Self) {
        self.candidates += later.candidates;
        self.clashes.extend(later.clashes);
    }

    fn sort_by_rules(&mut self, place: impl Fn(&str) -> usize) {
        self.clashes.sort_by_key(|clash| place(&clash.rule));
    }
}

impl Study {
    /// Looks at all pairs that the rules are about, and that the scene checks, while bodies move as
    /// a table says, each on its linear motion from one time to the next; others rest. Two bodies
    /// meet if they share a point, touching included, or if one is in the other.
    ///
    /// Where `motion` says so, or where it is not there, it is proven what happens at all real
    /// times; else the poses of the table alone are looked at. With a clearance, bodies that do not
    /// meet are reported if they are at most so far apart at one of the times of the table.
    ///
    /// # Errors
    /// If the study cannot be used, names a body that is not there, or the run was cancelled.
    ///
    /// ```
    /// use obbtree_clash::{Study, Table};
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::Scene;
    /// let mut scene = Scene::new();
    /// let cube = Shape::cuboid([1.0; 3])?;
    /// scene.add("post", cube.clone(), Pose::identity())?;
    /// scene.add("flying", cube, Pose::identity())?;
    /// let study = Study::from_toml("[motion]\n[[rules]]\nname = 'all'")?;
    /// let at = |x: f64| [x, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0];
    /// let poses = [("flying".to_owned(), vec![at(-6.0), at(6.0)])].into();
    /// let table = Table::new(vec![0.0, 12.0], &poses)?;
    /// let report = study.run_motion(&scene, &table, &Default::default())?;
    /// let contact = &report.clashes[0].contacts[0];
    /// assert!(contact.first[0] <= 4.0 && 4.0 <= contact.first[1]); // it flies 4 of 12, and meets
    /// assert!(contact.last[0] <= 8.0 && 8.0 <= contact.last[1]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_motion(
        &self,
        scene: &Scene,
        table: &Table,
        options: &RunOptions<'_>,
    ) -> Result<MotionReport, RunError> {
        MovingPairs::new(self, scene, table)?.whole(options)
    }

    fn pairs_that_come_near(
        &self,
        scene: &Scene,
        selected: &Selected,
        ids: &[BodyId],
        bodies: &[Vec<MovingPart<'_>>],
    ) -> Result<Vec<Candidate>, SceneError> {
        let moves = |place: &usize| bodies[*place].iter().any(MovingPart::moves);
        let mut found = Vec::new();
        for moving in (0..ids.len()).filter(moves) {
            // Of two that move the later one is looked at once, by the earlier one.
            for other in (0..ids.len()).filter(|other| *other > moving || !moves(other)) {
                let (a, b) = (moving.min(other), moving.max(other));
                let rules = selected.rules_of([ids[a].number(), ids[b].number()]);
                if rules == 0 || !scene.is_checked(ids[a], ids[b])? {
                    continue;
                }
                let about = self.rules.iter().enumerate().filter(|(n, _)| rules >> n & 1 == 1);
                let clearance = about.map(|(_, rule)| rule.clearance).fold(0.0, f64::max);
                let is_near = bodies[a]
                    .iter()
                    .any(|p| bodies[b].iter().any(|q| are_near(p.around, q.around, clearance)));
                if is_near {
                    found.push(Candidate { places: [a, b], rules, clearance });
                }
            }
        }
        found.sort_unstable_by_key(|candidate| candidate.places);
        Ok(found)
    }
}

fn is_reported(timeline: &Timeline, clearance: f64) -> bool {
    let comes_near = |upper: f64| clearance > 0.0 && upper <= clearance;
    !timeline.contacts.is_empty()
        || !timeline.undecided.is_empty()
        || timeline.closest.as_ref().is_some_and(|closest| comes_near(closest.distance[1]))
}

fn sweep_options(motion: &MotionTable) -> SweepOptions {
    SweepOptions::default()
        .time_tolerance(motion.time_tolerance)
        .distance_tolerance(motion.distance_tolerance)
}

/// Every body of the table is there, and what it carries has poses, too.
fn check_names(scene: &Scene, table: &Table) -> Result<(), RunError> {
    let mut moving = BTreeMap::new();
    for name in table.poses.keys() {
        moving.insert(scene.id(name)?.number(), name);
    }
    for id in scene.ids() {
        let Some(parent) = scene.parent(id)? else { continue };
        if let (Some(parent), None) = (moving.get(&parent.number()), moving.get(&id.number())) {
            let (body, parent) = (scene.name(id)?.to_owned(), (*parent).clone());
            return Err(RunError::Carried { body, parent });
        }
    }
    Ok(())
}
