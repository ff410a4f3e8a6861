//! Results about distances as Markdown: a summary, then for each family its times and wrong answers.

use std::fmt::Write as _;

use super::results::{Answers, Column, Mean, SceneResult, SetResult, Wrong, median_share};
use crate::compare::markdown::{head, ratio};
use crate::compare::measure::Measure;
use crate::compare::results::Results;

/// The whole report.
#[must_use]
pub fn markdown(results: &Results<SceneResult>) -> String {
    let report = Report { results, columns: Column::all(results.engines.len()) };
    let mut text = head(results);
    text += &report.summary();
    text += &report.wrong_answers();
    for family in report.families() {
        let scenes = report.of_family(family);
        let _ = write!(text, "\n## {}\n", scenes[0].title);
        text += &report.times(&scenes);
        text += &failures(results, &scenes);
    }
    text
}

struct Report<'r> {
    results: &'r Results<SceneResult>,
    columns: Vec<Column>,
}

impl Report<'_> {
    fn families(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = self.results.scenes.iter().map(|scene| scene.family).collect();
        names.sort_unstable();
        names.dedup();
        names
    }

    fn of_family(&self, family: &str) -> Vec<&SceneResult> {
        self.results.scenes.iter().filter(|scene| scene.family == family).collect()
    }

    /// What a column is called; questions to the first engine without its name.
    fn title(&self, column: Column) -> String {
        match column.asked {
            Measure::Distance => self.results.engines[column.engine].0.clone(),
            asked => asked.title().to_owned(),
        }
    }

    fn header(&self, first: &[&str], more: &[&str]) -> String {
        let titles = self.columns.iter().map(|&column| self.title(column));
        let words = first.iter().map(|&word| word.to_owned()).chain(titles);
        let words: Vec<String> = words.chain(more.iter().map(|&word| word.to_owned())).collect();
        format!("\n| {} |\n|---|{}\n", words.join(" | "), "---:|".repeat(words.len() - 1))
    }

    fn column(&self, asked: Measure) -> usize {
        let is_it = |column: &Column| column.engine == 0 && column.asked == asked;
        self.columns.iter().position(is_it).unwrap_or(0)
    }

    fn summary(&self) -> String {
        let first = &self.results.engines[0].0;
        let mut text = format!(
            "\n## Summary\n\nHow many times longer than `distance` of {first}, without knowledge of earlier poses: \
             geometric mean over the sets of a family (in brackets the least, where it is below 1). \"closer than\" \
             half and twice, \"error\", \"witness kept\" and \"clearance\" are questions to {first} too; the last \
             column is the median of that lower bound as a share of the distance.\n"
        );
        text += &self.header(&["family", "sets"], &["clearance's share"]);
        for family in self.families() {
            let scenes = self.of_family(family);
            let sets = Mean::of(&scenes, 0, 0).map_or(0, |mean| mean.sets);
            let _ = write!(text, "| {family} | {sets} |");
            for n in 0..self.columns.len() {
                let is_peer = self.columns[n].engine > 0;
                let _ = write!(text, " {} |", mean_cell(Mean::of(&scenes, n, 0).as_ref(), is_peer));
            }
            let share = median_share(&scenes, self.column(Measure::Clearance));
            let _ = writeln!(text, " {} |", share.map_or("-".to_owned(), ratio));
        }
        text + &self.paths_with_witness()
    }

    /// Along paths the others are also compared with the witness kept.
    fn paths_with_witness(&self) -> String {
        let kept = self.column(Measure::Kept);
        let peers = self.columns.iter().enumerate().filter(|(_, column)| column.engine > 0);
        let over = |(n, column): (usize, &Column)| {
            let mean = Mean::of(&self.of_family("paths"), n, kept)?;
            Some(format!("{} {}", self.title(*column), mean_cell(Some(&mean), true)))
        };
        let found: Vec<String> = peers.filter_map(over).collect();
        if found.is_empty() {
            return String::new();
        }
        format!("\nAlong `paths`, over the time with the witness kept: {}.\n", found.join("; "))
    }

    fn wrong_answers(&self) -> String {
        let sets = || self.results.scenes.iter().flat_map(|scene| &scene.sets);
        let searched: usize = sets().map(|set| set.proof.searched).sum();
        let [free, meeting]: [usize; 2] =
            [sets().map(|set| set.free).sum(), sets().map(|set| set.meeting).sum()];
        let mut text = format!(
            "\nWrong answers at {free} free poses and {meeting} that meet: contacts invented + contacts missed + other \
             answers. The distance's interval was proven at {searched} poses by a search of all pairs of triangles in \
             exact arithmetic; at all others that it is reached, and that it is 0 only where surfaces meet. Beyond \
             that it stands on agreement. Engines that round may be off by 1e-9 of the distance and 1e-14 of the \
             largest coordinate.\n"
        );
        text += &self.header(&["family"], &[]);
        for family in self.families() {
            let _ = write!(text, "| {family} |");
            for n in 0..self.columns.len() {
                let mut wrong = Wrong::default();
                for set in self.of_family(family).iter().flat_map(|scene| &scene.sets) {
                    set.answers.get(n).iter().for_each(|answers| wrong.add(&answers.wrong));
                }
                let _ = write!(text, " {} |", wrong_cell(&wrong));
            }
            text.push('\n');
        }
        text
    }

    fn times(&self, scenes: &[&SceneResult]) -> String {
        let first = &self.results.engines[0].0;
        let mut text = format!(
            "\nNanoseconds of `distance` of {first}, then how many times longer the others take; at so many \
             of the poses as stand in brackets. `w`: wrong answers at so many poses.\n"
        );
        text += &self.header(&["set", "free", "distance"], &["clearance's share"]);
        let sets = scenes.iter().flat_map(|scene| scene.sets.iter().map(|set| (&scene.name, set)));
        for (scene, set) in sets.filter(|(_, set)| !set.answers.is_empty()) {
            let SetResult { name, free, distance, answers, .. } = set;
            let distance = distance.map_or("-".to_owned(), |distance| format!("{distance:.1e}"));
            let _ = write!(text, "| {scene}: {name} | {free} | {distance} |");
            for (n, answers) in answers.iter().enumerate() {
                let _ = write!(text, " {} |", time_cell(answers, n == 0, *free));
            }
            let share = answers.get(self.column(Measure::Clearance)).and_then(|of| of.share);
            let _ = writeln!(text, " {} |", share.map_or("-".to_owned(), ratio));
        }
        text
    }
}

fn mean_cell(mean: Option<&Mean>, is_peer: bool) -> String {
    match mean {
        Some(Mean { mean, least, .. }) if is_peer && *least < 0.995 => {
            format!("{} ({})", ratio(*mean), ratio(*least))
        }
        Some(Mean { mean, .. }) => ratio(*mean),
        None => "-".to_owned(),
    }
}

fn wrong_cell(wrong: &Wrong) -> String {
    if wrong.is_none() {
        return "0".to_owned();
    }
    format!("{} + {} + {}", wrong.false_contacts, wrong.missed_contacts, wrong.off)
}

fn time_cell(answers: &Answers, is_first: bool, free: usize) -> String {
    let Some(time) = &answers.time else { return "-".to_owned() };
    let mut text = match time.ratio {
        Some(over) if !is_first => ratio(over),
        _ => format!("{:.0}", time.nanoseconds),
    };
    let Wrong { false_contacts, missed_contacts, off } = answers.wrong;
    if answers.poses < free {
        let _ = write!(text, " ({})", answers.poses);
    }
    let wrong = false_contacts + missed_contacts + off;
    if wrong > 0 {
        let _ = write!(text, " w{wrong}");
    }
    text
}

fn failures(results: &Results<SceneResult>, scenes: &[&SceneResult]) -> String {
    let mut text = String::new();
    for scene in scenes {
        for (why, (name, _)) in scene.failed.iter().zip(&results.engines) {
            let Some(why) = why else { continue };
            let _ = write!(text, "\n{name} was not asked further in \"{}\": {why}.\n", scene.name);
        }
    }
    text
}
