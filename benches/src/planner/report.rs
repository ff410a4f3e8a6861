//! A set's figures as a row of a Markdown table, and means over the rows of a family.

use obbtree::Counts;

use super::Family;
use crate::Question;

/// What one question cost at the poses of a set, in nanoseconds a query.
#[derive(Clone, Copy)]
pub struct Times {
    /// Our engine.
    pub ours: f64,
    /// FCL with the faster of its boxes, if it was asked.
    pub fcl: Option<f64>,
}

impl Times {
    /// How many times faster ours is.
    fn ratio(self) -> Option<f64> {
        Some(self.fcl? / self.ours)
    }

    fn cells(self) -> String {
        let fcl = self.fcl.map_or(String::new(), |ns| format!("{ns:.0}"));
        let ratio = self.ratio().map_or(String::new(), two_digits);
        format!("{:.0} | {fcl} | {ratio}", self.ours)
    }
}

/// Two digits behind the point, or the first two that are not zero.
fn two_digits(ratio: f64) -> String {
    let leading_zeros = (-ratio.log10()).max(0.0) as usize;
    format!("{ratio:.*}", 2 + leading_zeros)
}

/// A set that was timed.
pub struct Row {
    /// Of its scene.
    pub family: Family,
    /// Scene and set.
    pub name: String,
    /// How many poses, and at how many of them the surfaces meet.
    pub poses: usize,
    /// See `poses`.
    pub hits: usize,
    /// Pairs of triangles that meet, at all poses together.
    pub pairs: u64,
    /// Of `any` and of `all`.
    pub times: [Times; 2],
    /// At how many poses FCL answers other than we do: `any` or no pair at all, and the number of pairs.
    pub disagreements: [usize; 2],
    /// What our engine did in one pass, for `any` and for `all`.
    pub counts: [Counts; 2],
}

/// The table's head.
#[must_use]
pub fn head() -> String {
    let names = "set | poses | meet | pairs | any ns | FCL | ratio | all ns | FCL | ratio \
                 | FCL other: poses, counts | visits, leaf pairs, undecided by the kernel: any | all";
    format!("| {names} |\n|---|{}---|---|---|", "---:|".repeat(9))
}

impl Row {
    /// As a row of the table.
    #[must_use]
    pub fn text(&self) -> String {
        let [any, all] = self.times.map(Times::cells);
        let other = match self.times[0].fcl {
            Some(_) => format!("{}, {}", self.disagreements[0], self.disagreements[1]),
            None => String::new(),
        };
        let [work_any, work_all] = self.counts.map(|counts| self.work(counts));
        let Self { name, poses, hits, pairs, .. } = self;
        format!(
            "| {name} | {poses} | {hits} | {pairs} | {any} | {all} | {other} | {work_any} | {work_all} |"
        )
    }

    /// What a query did on the mean.
    fn work(&self, counts: Counts) -> String {
        let undecided = counts.triangle_tests - counts.by_kernel;
        let a_query = |count: u64| format!("{:.1}", count as f64 / self.poses as f64);
        [counts.visits, counts.leaf_pairs, undecided].map(a_query).join(", ")
    }
}

/// For each family and question the geometric mean of the ratios, the least one and the number of sets
/// in which ours is slower; nothing if FCL was not asked.
#[must_use]
pub fn summary(rows: &[Row]) -> String {
    let mut text = String::new();
    for family in Family::BOTH {
        for (which, question) in Question::BOTH.into_iter().enumerate() {
            let ratios: Vec<(f64, &str)> = rows
                .iter()
                .filter(|row| row.family == family)
                .filter_map(|row| Some((row.times[which].ratio()?, row.name.as_str())))
                .collect();
            let Some(least) = ratios.iter().min_by(|x, y| x.0.total_cmp(&y.0)) else { continue };
            let mean =
                ratios.iter().map(|(ratio, _)| ratio.ln()).sum::<f64>() / ratios.len() as f64;
            let slower = ratios.iter().filter(|(ratio, _)| *ratio < 1.0).count();
            text += &format!(
                "| {} | {} | {} | {} | {} ({}) | {slower} |\n",
                family.name(),
                question.name(),
                ratios.len(),
                two_digits(mean.exp()),
                two_digits(least.0),
                least.1
            );
        }
    }
    if text.is_empty() {
        return text;
    }
    format!(
        "| family | question | sets | geometric mean | least | slower than FCL |\n|---|---|---:|---:|---|---:|\n{text}"
    )
}
