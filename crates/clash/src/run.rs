//! All pairs of a scene that a study is about, over all cores.

use std::ops::Range;
use std::sync::atomic::AtomicBool;

use obbtree_collider::{Batch, BatchError, Query};
use obbtree_scene::{BodyId, Scene, SceneError, SceneQuery};
use thiserror::Error;

use crate::clash::{Clash, Report, guid};
use crate::class::Class;
use crate::classify::{Finding, Wanted, classify};
use crate::cluster::clusters;
use crate::motion_table::MotionTable;
use crate::select::Selected;
use crate::study::{Rule, Study, StudyError};
use crate::subject::sealed::{Found, Pairs, Subject};

/// How a study is run.
#[derive(Clone, Copy, Default)]
pub struct RunOptions<'o> {
    /// On how many threads; without, on those of the rayon pool that the caller runs on, or as
    /// many as the machine has cores.
    pub threads: Option<usize>,
    /// Raised, it ends the run soon.
    pub cancel: Option<&'o AtomicBool>,
    /// Is told now and then, by any thread, how many pairs are done, of how many.
    pub progress: Option<&'o (dyn Fn(usize, usize) + Sync)>,
}

impl<'o> RunOptions<'o> {
    /// A batch of queries like this one, on these threads, ended by the flag.
    pub(crate) fn batch<'b>(&self, query: &Query) -> Batch<'b>
    where
        'o: 'b,
    {
        let mut batch = query.batch();
        if let Some(threads) = self.threads {
            batch = batch.threads(threads);
        }
        if let Some(flag) = self.cancel {
            batch = batch.cancelled_by(flag);
        }
        batch
    }

    /// Tells that so many pairs are done.
    pub(crate) fn reached(&self, done: usize, total: usize) {
        if let Some(progress) = self.progress {
            progress(done, total);
        }
    }
}

/// Why a run has no report.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum RunError {
    /// The study cannot be used.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// A length is out of range, or a body that should move is not there.
    #[error(transparent)]
    Scene(#[from] SceneError),
    /// The flag was raised, or there were no threads.
    #[error(transparent)]
    Batch(#[from] BatchError),
    /// Poses between which there is no motion.
    #[error("body {body:?}: {why}")]
    Motion {
        /// Its name.
        body: String,
        /// Why.
        why: String,
    },
    /// A slice of none, or one that is not among them.
    #[error("there is no slice {number} of {of}: they are counted from 0")]
    NoSuchSlice {
        /// Which one was wanted.
        number: usize,
        /// Of how many.
        of: usize,
    },
    /// A body that is carried by one that moves, and has no poses itself.
    #[error("body {body:?} is carried by {parent:?}, which moves: give the poses of both")]
    Carried {
        /// Its name.
        body: String,
        /// What carries it.
        parent: String,
    },
}

/// A pair to look at, and the rules about it as bits.
struct Candidate {
    bodies: [BodyId; 2],
    rules: u64,
}

/// So many bodies are looked up at a time by one thread.
const BODIES_AT_A_TIME: usize = 64;

/// The pairs of a scene that a study looks at.
struct ScenePairs<'s> {
    study: &'s Study,
    scene: &'s Scene,
    selected: Selected,
    candidates: Vec<Candidate>,
}

impl<'s> ScenePairs<'s> {
    fn new(study: &'s Study, scene: &'s Scene, options: &RunOptions<'_>) -> Result<Self, RunError> {
        study.check()?;
        let selected = Selected::new(study, scene);
        let candidates = study.candidates(scene, &selected, options)?;
        Ok(Self { study, scene, selected, candidates })
    }
}

impl Pairs<Report> for ScenePairs<'_> {
    fn len(&self) -> usize {
        self.candidates.len()
    }

    fn report(
        &self,
        range: Range<usize>,
        options: &RunOptions<'_>,
        progress: &(dyn Fn(usize) + Sync),
    ) -> Result<Report, RunError> {
        let Self { study, scene, selected, .. } = self;
        let candidates = &self.candidates[range];
        let batch = options.batch(&Query::new()).at_a_time(1).reporting_to(progress);
        // Of each pair the clashes of the rules that report it, the last rule first.
        let found = batch.map(candidates, |candidate, query| {
            let wanted = study.wanted(candidate.rules);
            let Some(finding) = classify(scene, query, candidate.bodies, wanted) else {
                return Ok(Vec::new());
            };
            let reporting = (0..study.rules.len()).rev().filter(|&n| {
                candidate.rules >> n & 1 == 1 && is_reported(n, &study.rules[n], &finding)
            });
            let mut clashes = Vec::new();
            for n in reporting {
                // Most pairs have one, and a clash is large.
                clashes.reserve_exact(1);
                clashes.push((n, clash(scene, &study.rules[n], candidate.bodies, &finding)?));
            }
            Ok(clashes)
        })?;
        let mut found = found.into_iter().collect::<Result<Vec<_>, SceneError>>()?;
        let mut report = Report {
            format: Report::FORMAT.to_owned(),
            study: study.name.clone(),
            bodies: scene.ids().count(),
            candidates: candidates.len(),
            warnings: selected.unused.clone(),
            clashes: Vec::with_capacity(found.iter().map(Vec::len).sum()),
            clusters: Vec::new(),
        };
        for n in 0..study.rules.len() {
            let of_rule = |some: &mut Vec<(usize, Clash)>| some.pop_if(|(rule, _)| *rule == n);
            report.clashes.extend(found.iter_mut().filter_map(of_rule).map(|(_, clash)| clash));
        }
        Ok(report)
    }
}

impl Subject for &Scene {
    type Report = Report;

    fn scene(&self) -> &Scene {
        self
    }

    fn motion(&self, _: &Study) -> Option<MotionTable> {
        None
    }

    fn pairs<'p>(
        self,
        study: &'p Study,
        options: &RunOptions<'_>,
    ) -> Result<Box<dyn Pairs<Report> + 'p>, RunError>
    where
        Self: 'p,
    {
        Ok(Box::new(ScenePairs::new(study, self, options)?))
    }

    fn finish(self, study: &Study, report: &mut Report) -> Result<(), RunError> {
        Ok(study.add_clusters(self, &Selected::new(study, self), report)?)
    }
}

impl Found for Report {
    const SLICE: &'static str = "obbtree-clash-slice-1";

    fn add(&mut self, later: Self) {
        self.candidates += later.candidates;
        self.clashes.extend(later.clashes);
    }

    fn sort_by_rules(&mut self, place: impl Fn(&str) -> usize) {
        self.clashes.sort_by_key(|clash| place(&clash.rule));
    }
}

impl Study {
    /// Looks at all pairs of a scene that the rules are about, and that the scene checks: bodies
    /// that are enabled, in groups that meet, not attached to each other, not allowed to collide.
    /// Margins and paddings of the scene do not count.
    ///
    /// The memory is some 50 bytes a pair whose boxes are near, and that of the report.
    ///
    /// # Errors
    /// If the study cannot be used, or the run was cancelled or had no threads.
    ///
    /// ```
    /// use obbtree_clash::{Class, Study};
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::Scene;
    /// let mut scene = Scene::new();
    /// let at = |x: f64, z: f64| Pose::from_translation([x, 0.0, z]);
    /// scene.add("slab", Shape::cuboid([4.0, 4.0, 0.25])?, at(0.0, 0.0)?)?;
    /// scene.add("column", Shape::cuboid([0.25, 0.25, 1.0])?, at(0.0, 1.25)?)?; // stands on it
    /// scene.add("duct", Shape::cuboid([1.0, 0.25, 0.25])?, at(2.0, 0.375)?)?; // cuts into it
    /// let study = Study::from_toml("[[rules]]\nname = 'all'\nkinds = ['cutting', 'touching']")?;
    /// let report = study.run(&scene, &Default::default())?;
    /// let of = |n: usize| (report.clashes[n].bodies[1].as_str(), report.clashes[n].class);
    /// assert_eq!(of(0), ("column", Class::TouchingArea));
    /// assert_eq!(of(1), ("duct", Class::Cutting));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(&self, scene: &Scene, options: &RunOptions<'_>) -> Result<Report, RunError> {
        let pairs = ScenePairs::new(self, scene, options)?;
        let mut report = pairs.whole(options)?;
        self.add_clusters(scene, &pairs.selected, &mut report)?;
        Ok(report)
    }

    /// Makes the clusters of a report that has all clashes and none.
    fn add_clusters(
        &self,
        scene: &Scene,
        selected: &Selected,
        report: &mut Report,
    ) -> Result<(), SceneError> {
        if let Some(reach) = self.cluster {
            let number = |name: &String| scene.id(name).map(BodyId::number);
            let numbers = report.clashes.iter().map(|clash| {
                let [a, b] = &clash.bodies;
                Ok([number(a)?, number(b)?])
            });
            let numbers = numbers.collect::<Result<Vec<_>, SceneError>>()?;
            report.clusters = clusters(self, selected, &mut report.clashes, &numbers, reach);
        }
        Ok(())
    }

    /// The pairs whose boxes are within the clearances of their rules, ascending.
    fn candidates(
        &self,
        scene: &Scene,
        selected: &Selected,
        options: &RunOptions<'_>,
    ) -> Result<Vec<Candidate>, RunError> {
        let most = self.rules.iter().map(|rule| rule.clearance).fold(0.0, f64::max);
        let end = scene.ids().last().map_or(0, |id| id.number() + 1);
        let ranges: Vec<Range<u32>> = (0..end)
            .step_by(BODIES_AT_A_TIME)
            .map(|from| from..(from + BODIES_AT_A_TIME as u32).min(end))
            .collect();
        let found = options.batch(&Query::new()).at_a_time(1).map(&ranges, |range, _| {
            let mut found = Vec::new();
            let (mut query, range) = (SceneQuery::new(), range.clone());
            query.for_each_candidate(scene, range, most, |bodies| {
                let rules = selected.rules_of(bodies.map(BodyId::number));
                if rules != 0 {
                    found.push(Candidate { bodies, rules });
                }
            })?;
            Ok::<_, SceneError>(found)
        })?;
        let mut all = Vec::new();
        for some in found {
            all.extend(some?);
        }
        Ok(all)
    }

    /// What the rules about a pair ask.
    fn wanted(&self, about: u64) -> Wanted<'_> {
        let has_tolerance = |(n, rule): (usize, &Rule)| about >> n & 1 == 1 && rule.tolerance > 0.0;
        Wanted {
            rules: &self.rules,
            about,
            depth: self.depth || self.rules.iter().enumerate().any(has_tolerance),
            volume: self.volume,
            detail: self.detail,
        }
    }
}

fn is_reported(n: usize, rule: &Rule, finding: &Finding) -> bool {
    if !rule.asks_for(finding.class) {
        return false;
    }
    match finding.class {
        Class::Near => finding.within >> n & 1 == 1,
        // With a tolerance there are depths.
        class if class.overlaps() => !(rule.tolerance > 0.0 && finding.deepest <= rule.tolerance),
        _ => true,
    }
}

fn clash(
    scene: &Scene,
    rule: &Rule,
    bodies: [BodyId; 2],
    finding: &Finding,
) -> Result<Clash, SceneError> {
    let names = [scene.name(bodies[0])?, scene.name(bodies[1])?];
    Ok(Clash {
        guid: guid(&rule.name, names),
        rule: rule.name.clone(),
        class: finding.class,
        bodies: names.map(str::to_owned),
        parts: finding.parts,
        triangles: finding.triangles,
        point: finding.point.into(),
        bounds: [finding.bounds.min.into(), finding.bounds.max.into()],
        reach: finding.reach,
        distance: finding.distance,
        closest: finding.closest.map(|points| points.map(Into::into)),
        depth: finding.depth,
        way_out: finding.way_out,
        volume: finding.volume,
        curves: finding.curves.clone(),
        cluster: None,
        review: None,
    })
}
