//! Results as Markdown: a summary, then for each family its times, its wrong answers and what the
//! bodies cost. A row is a question about a family or a set, a column is an engine.

use std::fmt::Write as _;

use super::question::{Measure, Task};
use super::results::{Answers, BodyResult, Mean, Results, SceneResult, SetResult, Time};
use super::wrong::Wrong;

/// The whole report.
pub fn markdown(results: &Results) -> String {
    let mut text = head(results);
    text += &summary(results);
    text += &wrong_answers_by_family(results);
    for family in results.families() {
        let scenes = results.of_family(family);
        let _ = write!(text, "\n## {}\n", scenes[0].title);
        text += &times(results, &scenes);
        text += &wrong_answers(results, &scenes);
        text += &bodies(results, &scenes);
    }
    text
}

/// Date, machine, settings, clock and engines.
fn head(results: &Results) -> String {
    let mut text = format!("# Comparison of {}, {}\n\n", results.date, results.machine);
    for line in &results.about {
        let _ = writeln!(text, "- {line}");
    }
    let [before, after] = results.gigahertz;
    let _ = writeln!(text, "- clock: {before:.2} GHz before, {after:.2} GHz after, measured");
    for (name, about) in &results.engines {
        let _ = writeln!(text, "- {name}: {about}");
    }
    text
}

fn header(first: &[&str], results: &Results) -> String {
    let names = results.engines.iter().map(|(name, _)| name.as_str());
    let columns: Vec<&str> = first.iter().copied().chain(names).collect();
    format!("\n| {} |\n|---|{}\n", columns.join(" | "), "---:|".repeat(columns.len() - 1))
}

/// The cells of a row for all engines, `-` for those of which there is nothing to say.
fn row(results: &Results, first: &[String], cell: impl Fn(usize) -> Option<String>) -> String {
    let cells = (0..results.engines.len()).map(|n| cell(n).unwrap_or_else(|| "-".to_owned()));
    let all: Vec<String> = first.iter().cloned().chain(cells).collect();
    format!("| {} |\n", all.join(" | "))
}

fn sets<'s>(
    scenes: &'s [&'s SceneResult],
) -> impl Iterator<Item = (&'s SceneResult, &'s SetResult)> {
    scenes.iter().flat_map(|scene| scene.sets.iter().map(move |set| (*scene, set)))
}

fn summary(results: &Results) -> String {
    let first = &results.engines[0].0;
    let mut text = format!(
        "\n## Summary\n\nHow many times longer than {first}: geometric mean over the sets of a family \
         (in brackets the least, where it is below 1). Questions about distances are compared with \
         `distance` of {first} without knowledge of earlier poses; the share behind `clearance` is the \
         median of that lower bound over the distance.\n"
    );
    text += &header(&["family", "question", "sets"], results);
    for family in results.families() {
        let scenes = results.of_family(family);
        for task in results.questions() {
            let of_first = results.mean(&scenes, 0, task).map_or(0, |mean| mean.sets);
            let words = [family.to_owned(), title(results, &scenes, task), of_first.to_string()];
            text += &row(results, &words, |engine| {
                let Mean { mean, least, .. } = results.mean(&scenes, engine, task)?;
                let is_below = least < 0.995 && engine > 0;
                let below = if is_below { format!(" ({})", ratio(least)) } else { String::new() };
                Some(ratio(mean) + &below)
            });
        }
    }
    text
}

/// What a question is called; with the share of the distance, of a lower bound.
fn title(results: &Results, scenes: &[&SceneResult], task: Task) -> String {
    let column = results.column(0, task);
    let share = |(_, set): (_, &SetResult)| set.answers.get(column?)?.share;
    let shares: Vec<f64> = sets(scenes).filter_map(share).collect();
    match super::results::median(&shares) {
        Some(share) => format!("{}: {}", task.title(), ratio(share)),
        None => task.title().to_owned(),
    }
}

fn wrong_answers_by_family(results: &Results) -> String {
    let all: Vec<&SceneResult> = results.scenes.iter().collect();
    let mut text = "\nWrong answers of all families: poses with a contact invented + with one missed; \
        pairs of triangles invented + missed, or poses with another count; other distances. `-`: it \
        cannot be queried."
        .to_owned();
    let searched: usize = sets(&all).map(|(_, set)| set.proof.searched).sum();
    if results.questions().contains(&Task::Distance(Measure::Distance)) {
        let _ = write!(
            text,
            " The distance's interval was proven at {searched} poses by a search of all pairs of \
             triangles in exact arithmetic; at all others that it is reached, and that it is 0 only \
             where surfaces meet. Beyond that it stands on agreement. Engines that round may be off by \
             1e-9 of the distance and 1e-14 of the largest coordinate."
        );
    }
    text.push('\n');
    text += &header(&["family", "question", "poses", "pairs"], results);
    for family in results.families() {
        let scenes = results.of_family(family);
        let sum =
            |of: fn(&SetResult) -> usize| -> usize { sets(&scenes).map(|(_, set)| of(set)).sum() };
        for task in results.questions() {
            let [poses, pairs] = [sum(|set| set.poses), sum(|set| set.pairs)];
            let words = [family.to_owned(), task.title().to_owned()];
            let words = [&words[..], &[poses.to_string(), pairs.to_string()]].concat();
            text += &row(results, &words, |engine| {
                let column = results.column(engine, task)?;
                let mut all: Option<Answers> = None;
                for (_, set) in sets(&scenes) {
                    let Some(of_set) = set.answers.get(column).filter(|of| of.poses > 0) else {
                        continue;
                    };
                    let all = all.get_or_insert_default();
                    all.wrong += of_set.wrong;
                    all.listed |= of_set.listed;
                }
                Some(wrong_cell(&all?, task))
            });
        }
    }
    text
}

fn times(results: &Results, scenes: &[&SceneResult]) -> String {
    let first = &results.engines[0].0;
    let mut text = format!(
        "\nNanoseconds a query of {first}, then how many times longer the others take; at so many of the \
         poses as stand in brackets.\n"
    );
    text += &header(&["set", "question", "poses", "meet", "pairs", "distance"], results);
    for (scene, set) in sets(scenes).filter(|(_, set)| !set.answers.is_empty()) {
        let SetResult { name, poses, hits, pairs, distance, .. } = set;
        let distance = distance.map_or("-".to_owned(), |distance| format!("{distance:.1e}"));
        for task in results.questions() {
            let words = [
                format!("{}: {name}", scene.name),
                task.title().to_owned(),
                poses.to_string(),
                hits.to_string(),
                pairs.to_string(),
                distance.clone(),
            ];
            let of_first = results.column(0, task.base()).and_then(|n| set.answers.get(n));
            let all = of_first.map_or(0, |answers| answers.poses);
            text += &row(results, &words, |engine| {
                let answers = set.answers.get(results.column(engine, task)?)?;
                let is_base = engine == 0 && task == task.base();
                let text = time_cell(answers.time.as_ref()?, is_base);
                let is_part = answers.poses < all;
                Some(if is_part { format!("{text} ({})", answers.poses) } else { text })
            });
        }
    }
    text
}

fn wrong_answers(results: &Results, scenes: &[&SceneResult]) -> String {
    let mut rows = String::new();
    for (scene, set) in sets(scenes) {
        for task in results.questions() {
            let of = |engine| set.answers.get(results.column(engine, task)?);
            let is_wrong = |engine| of(engine).is_some_and(|answers| !answers.wrong.is_none());
            if (0..results.engines.len()).any(is_wrong) {
                let set_name = format!("{}: {}", scene.name, set.name);
                let words = [set_name, task.title().to_owned(), set.poses.to_string()];
                let words = [&words[..], &[set.pairs.to_string()]].concat();
                rows += &row(results, &words, |engine| {
                    let answers = of(engine).filter(|answers| answers.poses > 0)?;
                    Some(wrong_cell(answers, task))
                });
            }
        }
    }
    if rows.is_empty() {
        return "\nNo wrong answers.\n".to_owned();
    }
    "\nWrong answers, checked before timing.\n".to_owned()
        + &header(&["set", "question", "poses", "pairs"], results)
        + &rows
}

/// What an engine got wrong, in the words of the summary.
fn wrong_cell(answers: &Answers, task: Task) -> String {
    let Wrong { false_contacts, missed_contacts, off, counts, invented_pairs, missed_pairs } =
        answers.wrong;
    let sum = |numbers: &[usize]| {
        if numbers.iter().all(|&n| n == 0) {
            return "0".to_owned();
        }
        numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(" + ")
    };
    match task {
        Task::Pairs(crate::Question::Any) => sum(&[false_contacts, missed_contacts]),
        Task::Pairs(crate::Question::All) if answers.listed => sum(&[invented_pairs, missed_pairs]),
        Task::Pairs(crate::Question::All) => format!("{counts} counts"),
        Task::Distance(_) => sum(&[false_contacts, missed_contacts, off]),
    }
}

fn bodies(results: &Results, scenes: &[&SceneResult]) -> String {
    let mut text = String::new();
    let is_timed = |body: &BodyResult| body.build.is_some() || body.bytes_per_triangle.is_some();
    if scenes.iter().any(|scene| scene.bodies.iter().any(is_timed)) {
        let first = &results.engines[0].0;
        let _ = writeln!(
            text,
            "\nMilliseconds of {first}, then how many times longer the others take, to build both bodies \
             / to build both and give one answer; bytes a triangle by which the process grows."
        );
        text += &header(&["bodies", "triangles"], results);
        for scene in scenes {
            let [a, b] = scene.triangles;
            let words = [scene.name.clone(), format!("{a} + {b}")];
            text += &row(results, &words, |n| Some(body_cell(scene.bodies.get(n)?, n == 0)));
        }
    }
    for scene in scenes {
        for (body, (name, _)) in scene.bodies.iter().zip(&results.engines) {
            let Some(why) = &body.failed else { continue };
            let _ =
                write!(text, "\n{name} was not queried further in \"{}\": {why}.\n", scene.name);
        }
    }
    text
}

fn body_cell(body: &BodyResult, is_first: bool) -> String {
    let milliseconds = |time: &Option<Time>| match time {
        Some(time) if is_first => format!("{:.2}", time.nanoseconds / 1e6),
        Some(time) => time_cell(time, is_first),
        None => "-".to_owned(),
    };
    let bytes = body.bytes_per_triangle.map_or("-".to_owned(), |bytes| format!("{bytes:.0}"));
    format!("{} / {}; {bytes}", milliseconds(&body.build), milliseconds(&body.once))
}

/// Nanoseconds of what others are compared with, the ratio of others.
fn time_cell(time: &Time, is_base: bool) -> String {
    match time.ratio {
        _ if is_base => format!("{:.0}", time.nanoseconds),
        Some(value) => ratio(value),
        None => "-".to_owned(),
    }
}

/// Three digits that count.
fn ratio(value: f64) -> String {
    let before = value.abs().log10().floor() as i32 + 1;
    let places = (3 - before).clamp(0, 4) as usize;
    format!("{value:.places$}")
}
