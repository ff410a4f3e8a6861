//! What a planner needs to know, as traits: implement a planner against them, or them for another
//! checker.

use crate::checker::Checker;
use crate::error::CheckError;
use crate::values::configuration_at;

/// Is a configuration free?
pub trait StateValidity {
    /// Does nothing collide, and is every value within its limits, if the checker minds these?
    fn is_state_valid(&mut self, configuration: &[f64]) -> bool;

    /// What is known of why a configuration is not valid, for messages.
    fn why_not_valid(&mut self, _configuration: &[f64]) -> String {
        "not free".to_owned()
    }

    /// Shall a planner search on? Called before each sample and each line that is tested, so that a
    /// search can be ended from outside.
    fn goes_on(&self) -> bool {
        true
    }
}

/// Is the straight line between two configurations free?
pub trait MotionValidity {
    /// Is every configuration on the line free?
    fn is_line_valid(&mut self, from: &[f64], to: &[f64]) -> bool;

    /// Does it show quickly that every configuration on the line is free? *Yes* is proof; after
    /// *no* [`MotionValidity::is_line_valid`] can still say yes. Planners have other lines to try.
    fn is_line_clear(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.is_line_valid(from, to)
    }

    /// The last configuration on the line up to which it is free, and its time; `None` if the
    /// whole line is free. What OMPL calls `checkMotion` with `lastValid`: the start is taken to
    /// be free, so it is what a line that is free for no time gives.
    fn last_valid(&mut self, from: &[f64], to: &[f64]) -> Option<(Vec<f64>, f64)>;
}

/// How far is a configuration from a collision?
pub trait StateClearance {
    /// A certified lower bound of the distance of the closest pair; 0 for a configuration that
    /// collides or is not valid for another reason, infinity where no pair is checked.
    fn clearance(&mut self, configuration: &[f64]) -> f64;
}

impl StateValidity for Checker {
    fn is_state_valid(&mut self, configuration: &[f64]) -> bool {
        self.is_valid(configuration)
    }

    /// The joint that is beyond its limits, or a pair that collides.
    fn why_not_valid(&mut self, configuration: &[f64]) -> String {
        match self.colliding_pairs(configuration).map(|pairs| pairs.first().copied()) {
            Ok(Some(pair)) => {
                let [a, b] = self.names(pair);
                format!("not free: '{a}' collides with '{b}'")
            }
            Ok(None) => "free".to_owned(),
            Err(error) => error.to_string(),
        }
    }
}

/// The lines are those of joint values; proven, at all real times.
impl MotionValidity for Checker {
    fn is_line_valid(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.is_motion_valid(from, to)
    }

    fn is_line_clear(&mut self, from: &[f64], to: &[f64]) -> bool {
        self.is_motion_clear(from, to)
    }

    fn last_valid(&mut self, from: &[f64], to: &[f64]) -> Option<(Vec<f64>, f64)> {
        // Of an end without a place or beyond the limits nothing of the line is proven.
        let last_free = self.last_free(from, to).unwrap_or(0.0);
        (last_free < 1.0).then(|| match last_free {
            0.0 => (from.to_vec(), 0.0),
            _ => (configuration_at(from, to, last_free), last_free),
        })
    }
}

impl StateClearance for Checker {
    fn clearance(&mut self, configuration: &[f64]) -> f64 {
        match self.distance(configuration) {
            Ok(closest) => closest.lower,
            Err(CheckError::NothingChecked(_)) => f64::INFINITY,
            Err(_) => 0.0,
        }
    }
}

/// Why there is no path.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoPath {
    /// The start is not valid, and why.
    #[error("the start: {0}")]
    Start(String),
    /// No goal is valid, and why each is not, in their order.
    #[error("{}", of_goals(.0))]
    Goals(Vec<String>),
    /// [`PlanOptions::step`](crate::PlanOptions::step) is not above 0.
    #[error("the step is {0}, not a number above 0")]
    Step(String),
    /// The samples are spent. That is no proof that there is no path.
    #[error("no path was found with {0} samples")]
    Samples(usize),
    /// [`StateValidity::goes_on`] said no.
    #[error("the search was stopped")]
    Stopped,
}

fn of_goals(problems: &[String]) -> String {
    match problems {
        [] => "there is no goal".to_owned(),
        [problem] => format!("the goal: {problem}"),
        _ => {
            let numbered = problems.iter().enumerate();
            numbered
                .map(|(n, problem)| format!("goal {n}: {problem}"))
                .collect::<Vec<_>>()
                .join("; ")
        }
    }
}
