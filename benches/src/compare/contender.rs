//! An engine in a contest: queried until it fails, and then no more in this scene.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use super::driver::{Driver, Engine, Reply, without_folders};
use super::results::BodyResult;

/// Nanoseconds of a turn above which an engine has one round only.
pub const LONG_TURN: f64 = 1e9;

/// A running engine, or what became of it.
pub struct Contender {
    /// While it is queried.
    pub driver: Option<Driver>,
    /// What it needs before it is queried, and why it is not queried further.
    pub body: BodyResult,
}

impl Contender {
    /// Starts an engine on two mesh files and lets it build both bodies.
    pub fn start(engine: &Engine, meshes: [&Path; 2], limit: Duration) -> Self {
        let mut contender = Self { driver: None, body: BodyResult::default() };
        match Driver::start(engine, meshes, limit) {
            Ok(driver) => contender.driver = Some(driver),
            Err(error) => contender.body.failed = Some(error.to_string()),
        }
        contender.ask("build 0");
        contender
    }

    /// The words of the answer. An engine that fails is not queried again.
    pub fn ask(&mut self, question: &str) -> Option<Vec<String>> {
        match self.driver.as_mut()?.ask(question) {
            Ok(Reply::Words(words)) => Some(words),
            Ok(Reply::Unable) => None,
            Err(error) => self.fail(format!("{error} ({})", without_folders(question))),
        }
    }

    /// Ends the engine for this scene.
    pub fn fail<T>(&mut self, why: String) -> Option<T> {
        self.driver = None;
        self.body.failed = Some(why);
        None
    }

    /// Nanoseconds a query, and an answer for each pose.
    pub fn pass<T: FromStr>(
        &mut self,
        question: &str,
        seconds: f64,
        poses: &Path,
        count: usize,
    ) -> Option<(f64, Vec<T>)> {
        let line = format!("{question} {seconds} {}", poses.display());
        let words = self.ask(&line)?;
        let nanoseconds = words.first().and_then(|word| word.parse().ok());
        let answers: Option<Vec<T>> = words.iter().skip(1).map(|word| word.parse().ok()).collect();
        match (nanoseconds, answers) {
            (Some(nanoseconds), Some(answers)) if answers.len() == count => {
                Some((nanoseconds, answers))
            }
            _ => self.fail(format!("not an answer to {line}")),
        }
    }

    /// The first number of the answer.
    pub fn nanoseconds(&mut self, question: &str) -> Option<f64> {
        let words = self.ask(question)?;
        match words.first().and_then(|word| word.parse().ok()) {
            Some(nanoseconds) => Some(nanoseconds),
            None => self.fail(format!("not an answer to {question}")),
        }
    }
}
