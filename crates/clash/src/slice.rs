//! A study in pieces, over processes or machines: a slice is what is found in some of the pairs,
//! and all slices joined are the report of the study, bit by bit, whatever the division. Each says
//! by a hash which question it answers.

use std::collections::HashMap;
use std::ops::Range;

use obbtree_scene::{Part, scene_to_json_with};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::clash::Report;
use crate::format::{ReportError, ensure_format};
use crate::motion_table::Table;
use crate::run::{RunError, RunOptions};
use crate::study::Study;
use crate::subject::Subject;
use crate::subject::sealed::Found;

/// What a study finds in some of its pairs: the `number`-th of `of` equal shares, in the order of
/// bodies. See [`Study::run_slice`]. `R` is [`Report`] or, of bodies that move,
/// [`MotionReport`](crate::MotionReport).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Slice<R = Report> {
    /// [`Slice::FORMAT`].
    pub format: String,
    /// [`Study::question`] of the study and what it is run on.
    pub question: String,
    /// Which slice, counted from 0.
    pub number: usize,
    /// Of how many.
    pub of: usize,
    /// What was found, without clusters.
    pub report: R,
}

/// Why slices are not the report of a study.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum JoinError {
    /// Of another study or scene, or of another version.
    #[error("slice {number} answers another question: {found}, not {expected}")]
    Question {
        /// The slice.
        number: usize,
        /// What it answers.
        found: String,
        /// What it should answer.
        expected: String,
    },
    /// Of another division.
    #[error("slice {number} is one of {found}, not of {expected}")]
    Division {
        /// The slice.
        number: usize,
        /// How many slices it is one of.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// One is not there.
    #[error("slice {number} of {of} is missing")]
    Missing {
        /// The slice.
        number: usize,
        /// Of how many.
        of: usize,
    },
    /// One is there twice.
    #[error("slice {0} is there twice")]
    Twice(usize),
    /// The study or the scene cannot be used.
    #[error(transparent)]
    Run(#[from] RunError),
}

impl<R: Found> Slice<R> {
    /// What `format` says: of bodies that move something else than of those at rest.
    pub const FORMAT: &'static str = R::SLICE;

    pub(crate) fn new(question: String, number: usize, of: usize, report: R) -> Self {
        Self { format: Self::FORMAT.to_owned(), question, number, of, report }
    }

    /// From its JSON.
    ///
    /// # Errors
    /// If the text is no slice, or one of another format.
    pub fn from_json(text: &str) -> Result<Self, ReportError> {
        ensure_format(text, Self::FORMAT)?;
        serde_json::from_str(text).map_err(|error| ReportError::Json(error.to_string()))
    }

    /// As JSON. Numbers are read back as they are.
    #[must_use]
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("finite numbers and texts, which JSON can hold") + "\n"
    }

    /// Is it one of so many that answer this question?
    pub(crate) fn ensure_of(&self, question: &str, of: usize) -> Result<(), JoinError> {
        let number = self.number;
        if self.question != question {
            let (found, expected) = (self.question.clone(), question.to_owned());
            return Err(JoinError::Question { number, found, expected });
        }
        if self.of != of {
            return Err(JoinError::Division { number, found: self.of, expected: of });
        }
        Ok(())
    }
}

impl Study {
    /// A hash of all that the report depends on: the study, the scene with its meshes, how its
    /// bodies move, and the version of the engine. Each mesh is looked at once, however many bodies
    /// share it.
    #[must_use]
    pub fn question<S: Subject>(&self, on: S) -> String {
        let rest = Self { scene: None, motion: on.motion(self), ..self.clone() };
        let study = serde_json::to_string(&rest).expect("texts and finite numbers");
        let mut known: HashMap<usize, String> = HashMap::new();
        let scene = scene_to_json_with(on.scene(), |part| Some(mesh_hash(part, &mut known)));
        let mut hash = Sha256::new();
        for text in [S::Report::SLICE, env!("CARGO_PKG_VERSION"), &study, &scene] {
            hash.update((text.len() as u64).to_le_bytes());
            hash.update(text);
        }
        hex(hash)
    }

    /// Looks at the `number`-th of `of` equal shares of the pairs, counted from 0. Boxes of all
    /// bodies are compared for that.
    ///
    /// # Errors
    /// As [`Study::run`] or [`Study::run_motion`], or if there is no such slice.
    ///
    /// ```
    /// use obbtree_clash::{RunOptions, Study};
    /// use obbtree_collider::Shape;
    /// use obbtree_predicates::Pose;
    /// use obbtree_scene::Scene;
    /// let mut scene = Scene::new();
    /// for n in 0..10 {
    ///     let pose = Pose::from_translation([f64::from(n) * 0.5, 0.0, 0.0])?;
    ///     scene.add(&n.to_string(), Shape::cuboid([0.3, 0.3, 0.3])?, pose)?;
    /// }
    /// let study = Study::from_toml("cluster = 0.1\n[[rules]]\nname = 'all'")?;
    /// let options = RunOptions::default();
    /// let slice = |number| study.run_slice(&scene, number, 3, &options); // each on a machine, say
    /// let joined = study.join(&scene, [slice(2)?, slice(0)?, slice(1)?])?;
    /// assert_eq!(joined, study.run(&scene, &options)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_slice<S: Subject>(
        &self,
        on: S,
        number: usize,
        of: usize,
        options: &RunOptions<'_>,
    ) -> Result<Slice<S::Report>, RunError> {
        if number >= of {
            return Err(RunError::NoSuchSlice { number, of });
        }
        let pairs = on.pairs(self, options)?;
        let range = share(pairs.len(), number, of);
        let length = range.len();
        let report = pairs.report(range, options, &|done| options.reached(done, length))?;
        Ok(Slice::new(self.question(on), number, of, report))
    }

    /// The report of all slices, in any order: the same as [`Study::run`] or [`Study::run_motion`]
    /// gives, bit by bit.
    ///
    /// # Errors
    /// If one is missing or there twice, or they are not of this study, scene, motion and version.
    pub fn join<S: Subject>(
        &self,
        on: S,
        slices: impl IntoIterator<Item = Slice<S::Report>>,
    ) -> Result<S::Report, JoinError> {
        let question = self.question(on);
        let mut slices: Vec<Slice<S::Report>> = slices.into_iter().collect();
        slices.sort_by_key(|slice| slice.number);
        let of = slices.first().map_or(1, |slice| slice.of);
        for slice in &slices {
            slice.ensure_of(&question, of)?;
        }
        for number in 0..of.max(slices.len()) {
            match slices.get(number) {
                Some(slice) if slice.number == number => {}
                Some(slice) if slice.number < number => return Err(JoinError::Twice(slice.number)),
                _ => return Err(JoinError::Missing { number, of }),
            }
        }
        let mut reports = slices.into_iter().map(|slice| slice.report);
        let mut joined = reports.next().expect("one slice at least");
        for report in reports {
            joined.add(report);
        }
        // Of each slice they are in the order of rules.
        let place: HashMap<&str, usize> =
            self.rules.iter().enumerate().map(|(n, rule)| (rule.name.as_str(), n)).collect();
        joined.sort_by_rules(|rule| place.get(rule).copied().unwrap_or(usize::MAX));
        on.finish(self, &mut joined)?;
        Ok(joined)
    }
}

/// A share of so many things, which are in one share each.
pub(crate) fn share(count: usize, number: usize, of: usize) -> Range<usize> {
    let end = |number: usize| (count as u128 * number as u128 / of as u128) as usize;
    end(number)..end(number + 1)
}

/// The hash of a mesh; those that share their corners are looked at once.
fn mesh_hash(part: &Part, known: &mut HashMap<usize, String>) -> String {
    let Some(body) = part.collider().body() else { return String::new() };
    let mesh = body.mesh();
    let of_mesh = || {
        let mut hash = Sha256::new();
        hash.update((mesh.vertices().len() as u64).to_le_bytes());
        mesh.vertices().iter().for_each(|corner| add_numbers(&mut hash, corner));
        for triangle in mesh.triangles() {
            triangle.iter().for_each(|n| hash.update(n.to_le_bytes()));
        }
        hex(hash)
    };
    known.entry(mesh.vertices().as_ptr().addr()).or_insert_with(of_mesh).clone()
}

/// The hash of where bodies are at all times.
pub(crate) fn table_hash(table: &Table) -> String {
    let mut hash = Sha256::new();
    hash.update((table.times.len() as u64).to_le_bytes());
    add_numbers(&mut hash, &table.times);
    for (name, poses) in table.poses() {
        hash.update((name.len() as u64).to_le_bytes());
        hash.update(name);
        for pose in poses {
            add_numbers(&mut hash, pose.rotation().as_slice());
            add_numbers(&mut hash, pose.translation().as_slice());
        }
    }
    hex(hash)
}

fn add_numbers(hash: &mut Sha256, numbers: &[f64]) {
    numbers.iter().for_each(|x| hash.update(x.to_bits().to_le_bytes()));
}

fn hex(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}
