//! The answers of a study.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::class::Class;
use crate::review::{Review, Reviews};

/// Two bodies that a rule reports.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Clash {
    /// Its name for other programs: a UUID of version 3 of the rule and the names of both bodies,
    /// in any order. So it stays the same from run to run.
    pub guid: Uuid,
    /// The rule.
    pub rule: String,
    /// How the bodies stand to each other. Of bodies of several parts, that of `parts`.
    pub class: Class,
    /// The names of the bodies, in the order of the scene.
    pub bodies: [String; 2],
    /// The parts that it is about, by their places in their bodies: of those that stand in the
    /// highest [`Class`] the deepest, if depths are wanted, and of these the first; or the nearest.
    pub parts: [usize; 2],
    /// Triangles of the parts that show it, by their numbers, where there are some.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub triangles: Option<[u32; 2]>,
    /// A point of both, in the world, rounded; of bodies that do not meet the middle between the
    /// closest points; of one in the other the middle of the box around it.
    pub point: [f64; 3],
    /// A box around all that was looked at of where they meet: lowest and highest corner.
    pub bounds: [[f64; 3]; 2],
    /// Half the diagonal of the box around the smaller of the two parts: how much around the place
    /// a picture should show. 0 if both are unbounded.
    pub reach: f64,
    /// Of bodies that are near: the distance is in this interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub distance: Option<[f64; 2]>,
    /// Of bodies that are near: the closest points, rounded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closest: Option<[[f64; 3]; 2]>,
    /// Of bodies that overlap, if it is wanted and is known: the depth of the parts is in this
    /// interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<[f64; 2]>,
    /// With a depth: a translation of the second part that is proven to free it of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub way_out: Option<[f64; 3]>,
    /// Of parts that overlap, if it is wanted, and both are solids: closed meshes that do not cut
    /// themselves, boxes or hulls. The volume that they have in common is in this interval.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub volume: Option<[f64; 2]>,
    /// The curves along which surfaces meet, if they are wanted.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub curves: Vec<Vec<[f64; 3]>>,
    /// The number of its cluster, if there are clusters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cluster: Option<usize>,
    /// What reviewers decided about it, if there is something: see [`Report::set_reviews`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<Review>,
}

/// Clashes that are reviewed together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Cluster {
    /// The rule of all of them.
    pub rule: String,
    /// The groups of their bodies, ascending; empty for those in none.
    pub groups: [String; 2],
    /// The clashes, by their places in the report.
    pub clashes: Vec<usize>,
    /// The box around their boxes.
    pub bounds: [[f64; 3]; 2],
}

/// What a study found. The same study and scene give the same report, on any number of threads.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// [`Report::FORMAT`].
    pub format: String,
    /// The name of the study.
    pub study: String,
    /// How many bodies the scene had.
    pub bodies: usize,
    /// How many pairs had boxes that were near enough to be looked at.
    pub candidates: usize,
    /// What may be a mistake in the study.
    pub warnings: Vec<String>,
    /// By the order of rules, then by that of the bodies.
    pub clashes: Vec<Clash>,
    /// In the order of their first clashes.
    pub clusters: Vec<Cluster>,
}

impl Report {
    /// What `format` says.
    pub const FORMAT: &'static str = "obbtree-clash-1";

    /// Gives each clash what is decided about it, by its UUID; to those that are not in `reviews`,
    /// nothing. How many reviews are of clashes that the report has not.
    pub fn set_reviews(&mut self, reviews: &Reviews) -> usize {
        reviews.give(self.clashes.iter_mut().map(|clash| (clash.guid, &mut clash.review)))
    }

    /// How many clashes there are of each class that there is, the highest class first.
    #[must_use]
    pub fn counts(&self) -> Vec<(Class, usize)> {
        let mut classes: Vec<Class> = self.clashes.iter().map(|clash| clash.class).collect();
        classes.sort_unstable_by(|a, b| b.cmp(a));
        let mut counts: Vec<(Class, usize)> = Vec::new();
        for class in classes {
            match counts.last_mut() {
                Some((last, count)) if *last == class => *count += 1,
                _ => counts.push((class, 1)),
            }
        }
        counts
    }
}

/// The UUID under which those of clashes are made: that of `obbtree clash` as a name.
const NAMESPACE: Uuid = Uuid::from_u128(0x8d1f_43a4_6a5e_4c0b_9f64_0b7e_7c1a_5ec5);

/// The UUID of a clash.
pub(crate) fn guid(rule: &str, [a, b]: [&str; 2]) -> Uuid {
    let (first, second) = if a <= b { (a, b) } else { (b, a) };
    let [rule_length, first_length] = [rule, first].map(|text| text.len().to_string());
    let parts = [&rule_length, ":", rule, &first_length, ":", first, second];
    let text = parts.concat();
    Uuid::new_v3(&NAMESPACE, text.as_bytes())
}
