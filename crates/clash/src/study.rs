//! What is looked for: a study, from Rust or from a TOML file.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::class::{Class, Kind};
use crate::motion_table::MotionTable;

/// What is looked for in a scene, and how much is told of it.
///
/// ```
/// use obbtree_clash::Study;
/// let study = Study::from_toml(r#"
///     name = "coordination"
///     cluster = 2.0 # clashes that are at most so far apart are reviewed together
///     [groups]
///     pipes = ["level 1/pipe*", "level 2/pipe*"]
///     [[rules]]
///     name = "pipes through walls"
///     these = ["@pipes"]
///     those = ["*wall*"]
///     not = ["*sleeve*"]
///     clearance = 0.05
/// "#)?;
/// assert_eq!(study.rules[0].clearance, 0.05);
/// # Ok::<(), obbtree_clash::StudyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Study {
    /// What the report is called.
    pub name: String,
    /// The scene file, from the folder of the study's file. For the command; [`Study::run`] is
    /// given a scene.
    pub scene: Option<PathBuf>,
    /// How much is told of where bodies meet.
    pub detail: Detail,
    /// Is the depth of bodies that overlap told, as an interval? It asks some hundred times where
    /// they come free.
    pub depth: bool,
    /// Is the volume told that two solids have in common, as an interval? It looks at all of their
    /// triangles that are above or below their overlap.
    pub volume: bool,
    /// Clashes of one rule and the same groups that are at most so far apart, in a chain of such,
    /// are one cluster. Without it there are no clusters.
    pub cluster: Option<f64>,
    /// How many metres a unit of the coordinates is, for BCF, whose lengths are metres: 0.001 for
    /// millimetres.
    pub metres: f64,
    /// Bodies by patterns of their names. The group of a body is the first, by name, that has a
    /// pattern of its name.
    pub groups: BTreeMap<String, Vec<String>>,
    /// How bodies move, for [`Study::run_motion`].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub motion: Option<MotionTable>,
    /// What is looked for. A pair is reported by each rule that asks for it.
    pub rules: Vec<Rule>,
}

/// How much is told of where bodies meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Detail {
    /// One point: fastest.
    #[default]
    Point,
    /// The box around all contacts.
    Box,
    /// The box, and the curves along which surfaces meet.
    Curves,
}

/// A rule: which bodies against which, and what of them counts.
///
/// A pattern is a name in which `*` stands for any characters, `/` included, and `?` for one; or
/// `@` and the name of a group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Rule {
    /// Its name, in reports. Two rules have different names.
    pub name: String,
    /// Bodies by patterns.
    pub these: Vec<String>,
    /// The bodies that these are tested against, by patterns.
    pub those: Vec<String>,
    /// Bodies that the rule leaves out.
    pub not: Vec<String>,
    /// Pairs that the rule leaves out: a pattern for each, in any order.
    pub except: Vec<[String; 2]>,
    /// The kinds that are reported. Where it cannot be decided which kind a pair that meets is, it
    /// is reported as undecided.
    pub kinds: Vec<Kind>,
    /// Bodies that do not meet are reported if they are at most so far apart: exactly so far
    /// counts. Then bodies that touch are reported too. 0 for no clearance.
    pub clearance: f64,
    /// Overlaps that are proven to be at most so deep are not reported. Where the bounds of the
    /// depth do not tell, or there is none, the pair is reported: so is one exactly so deep, whose
    /// upper bound is above by rounding, of boxes by some 1e-12 of their sizes. Of bodies of
    /// several parts all that overlap must be at most so deep in each other. 0 for none.
    pub tolerance: f64,
}

impl Default for Study {
    fn default() -> Self {
        Self {
            name: String::new(),
            scene: None,
            detail: Detail::default(),
            depth: false,
            volume: false,
            cluster: None,
            metres: 1.0,
            groups: BTreeMap::new(),
            motion: None,
            rules: Vec::new(),
        }
    }
}

impl Default for Rule {
    fn default() -> Self {
        Self {
            name: String::new(),
            these: vec!["*".to_owned()],
            those: vec!["*".to_owned()],
            not: Vec::new(),
            except: Vec::new(),
            kinds: vec![Kind::Cutting, Kind::Contained, Kind::Coincident],
            clearance: 0.0,
            tolerance: 0.0,
        }
    }
}

/// Why a study cannot be used.
#[derive(Clone, Debug, Error, PartialEq)]
#[non_exhaustive]
pub enum StudyError {
    /// The text is no study: where, and why.
    #[error("{0}")]
    Toml(String),
    /// There is nothing to look for.
    #[error("the study has no rules")]
    NoRules,
    /// More rules than there are bits for.
    #[error("the study has {0} rules, more than 64")]
    ManyRules(usize),
    /// Two rules of one name, or one without.
    #[error("rule {number}: the name {name:?} is empty or that of another rule")]
    RuleName {
        /// Counted from 1.
        number: usize,
        /// The name.
        name: String,
    },
    /// A pattern names a group that is not there.
    #[error("rule {rule:?}: there is no group {group:?}")]
    NoSuchGroup {
        /// The rule.
        rule: String,
        /// The name of the group.
        group: String,
    },
    /// A length that is negative, infinite or NaN; or metres that are 0.
    #[error("{place}: {value} is not a length that can be used")]
    Length {
        /// Which one.
        place: String,
        /// The number.
        value: f64,
    },
}

/// As many as there are bits in the masks of bodies.
const MOST_RULES: usize = 64;

impl Study {
    /// A study of a text in TOML: the fields are those of [`Study`] and [`Rule`].
    ///
    /// # Errors
    /// If it is no TOML, has a field that is not known, or cannot be used: line, column and why.
    pub fn from_toml(text: &str) -> Result<Self, StudyError> {
        let read: Result<Self, _> = toml::from_str(text);
        let study = read.map_err(|error| StudyError::Toml(error.to_string()))?;
        study.check()?;
        Ok(study)
    }

    /// Can the study be used?
    ///
    /// # Errors
    /// If not: why.
    pub fn check(&self) -> Result<(), StudyError> {
        if self.rules.is_empty() {
            return Err(StudyError::NoRules);
        }
        if self.rules.len() > MOST_RULES {
            return Err(StudyError::ManyRules(self.rules.len()));
        }
        let length = |place: &str, value: f64| {
            let is_length = value >= 0.0 && value.is_finite();
            let error = || StudyError::Length { place: place.to_owned(), value };
            if is_length { Ok(()) } else { Err(error()) }
        };
        length("cluster", self.cluster.unwrap_or(0.0))?;
        length("metres", self.metres)?;
        if let Some(motion) = &self.motion {
            length("motion: time_tolerance", motion.time_tolerance)?;
            length("motion: distance_tolerance", motion.distance_tolerance)?;
        }
        if self.metres == 0.0 {
            return Err(StudyError::Length { place: "metres".to_owned(), value: 0.0 });
        }
        for (n, rule) in self.rules.iter().enumerate() {
            if rule.name.is_empty() || self.rules[..n].iter().any(|other| other.name == rule.name) {
                return Err(StudyError::RuleName { number: n + 1, name: rule.name.clone() });
            }
            length(&format!("rule {:?}: clearance", rule.name), rule.clearance)?;
            length(&format!("rule {:?}: tolerance", rule.name), rule.tolerance)?;
            let except = rule.except.iter().flatten();
            for pattern in rule.these.iter().chain(&rule.those).chain(&rule.not).chain(except) {
                let group = pattern.strip_prefix('@');
                if let Some(group) = group.filter(|group| !self.groups.contains_key(*group)) {
                    let (rule, group) = (rule.name.clone(), group.to_owned());
                    return Err(StudyError::NoSuchGroup { rule, group });
                }
            }
        }
        Ok(())
    }
}

impl Rule {
    /// Is a class of pairs reported, tolerances aside?
    #[must_use]
    pub fn asks_for(&self, class: Class) -> bool {
        let breaks_clearance = matches!(
            class,
            Class::Near | Class::TouchingPoint | Class::TouchingLine | Class::TouchingArea
        );
        (self.clearance > 0.0 && breaks_clearance)
            || self.kinds.iter().any(|kind| kind.asks_for(class))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_with_a_study_is_told() {
        let message = |text: &str| Study::from_toml(text).unwrap_err().to_string();
        assert_eq!(message(""), "the study has no rules");
        let found = message("[[rules]]\nname = 'a'\nclearence = 1.0\n");
        assert!(found.contains("line 3") && found.contains("clearence"), "{found}");
        let found = message("[[rules]]\nname = 'a'\nclearance = -1.0\n");
        assert_eq!(found, "rule \"a\": clearance: -1 is not a length that can be used");
        let found = message("[[rules]]\nname = 'a'\nthese = ['@pipes']\n");
        assert_eq!(found, "rule \"a\": there is no group \"pipes\"");
        let found = message("[[rules]]\nname = 'a'\n[[rules]]\nname = 'a'\n");
        assert_eq!(found, "rule 2: the name \"a\" is empty or that of another rule");
        let found = message("[[rules]]\nname = 'a'\nkinds = ['hard']\n");
        assert!(found.contains("hard") && found.contains("cutting"), "{found}");
    }
}
