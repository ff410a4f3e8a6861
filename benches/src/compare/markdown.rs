//! Results as Markdown: a summary, then for each family its times, its wrong answers and what the
//! bodies cost. Times and wrong answers are separate tables.

use std::fmt::Write as _;

use super::results::{BodyResult, Results, SceneResult, SetResult, Time, geometric_mean};
use super::wrong::Wrong;

/// The whole report.
#[must_use]
pub fn markdown(results: &Results) -> String {
    let mut text = head(results);
    text += &summary(results);
    for family in families(results) {
        let scenes: Vec<&SceneResult> = of_family(results, family).collect();
        let _ = write!(text, "\n## {}\n", scenes[0].title);
        text += &times(results, &scenes);
        text += &wrong_answers(results, &scenes);
        text += &bodies(results, &scenes);
    }
    text
}

/// Names of the families that were run, in order.
#[must_use]
pub fn families(results: &Results) -> Vec<&'static str> {
    let mut names: Vec<&str> = results.scenes.iter().map(|scene| scene.family).collect();
    names.dedup();
    names
}

/// The scenes of a family.
pub fn of_family<'r>(results: &'r Results, family: &str) -> impl Iterator<Item = &'r SceneResult> {
    results.scenes.iter().filter(move |scene| scene.family == family)
}

/// The geometric mean of an engine's ratios to the first one, over the sets of some scenes, for `any`
/// (0) or `all` (1), with the least ratio and the number of sets.
#[must_use]
pub fn mean_ratio(
    scenes: &[&SceneResult],
    engine: usize,
    question: usize,
) -> Option<(f64, f64, usize)> {
    let sets = scenes.iter().flat_map(|scene| &scene.sets);
    let ratios: Vec<f64> =
        sets.filter_map(|set| set.answers[engine].times[question].as_ref()?.ratio).collect();
    let least = ratios.iter().copied().fold(f64::INFINITY, f64::min);
    Some((geometric_mean(&ratios)?, least, ratios.len()))
}

/// Date, machine, settings, clock and engines.
#[must_use]
pub fn head<S>(results: &Results<S>) -> String {
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

fn names(results: &Results) -> impl Iterator<Item = &str> {
    results.engines.iter().map(|(name, _)| name.as_str())
}

fn header(first: &[&str], results: &Results) -> String {
    let columns: Vec<&str> = first.iter().copied().chain(names(results)).collect();
    format!("\n| {} |\n|---|{}\n", columns.join(" | "), "---:|".repeat(columns.len() - 1))
}

fn summary(results: &Results) -> String {
    let first = &results.engines[0].0;
    let mut text = format!(
        "\n## Summary\n\nHow many times longer than {first}: geometric mean over the sets of a family, \
         `any` / `all` (in brackets the least of each, where it is below 1).\n"
    );
    text += &header(&["family", "sets"], results);
    for family in families(results) {
        let scenes: Vec<&SceneResult> = of_family(results, family).collect();
        let sets: usize = scenes.iter().map(|scene| scene.sets.len()).sum();
        let _ = write!(text, "| {family} | {sets} |");
        for engine in 0..results.engines.len() {
            let cell = [0, 1].map(|which| {
                mean_ratio(&scenes, engine, which).map_or("-".to_owned(), |(mean, least, _)| {
                    let below = if least < 0.995 && engine > 0 {
                        format!(" ({})", ratio(least))
                    } else {
                        String::new()
                    };
                    ratio(mean) + &below
                })
            });
            let _ = write!(text, " {} |", cell.join(" / "));
        }
        text.push('\n');
    }
    text += "\nWrong answers of all families: poses with the wrong yes or no; pairs of triangles invented \
             and missed. `-`: not asked, or it cannot.\n";
    text += &header(&["family", "poses", "pairs"], results);
    for family in families(results) {
        let scenes: Vec<&SceneResult> = of_family(results, family).collect();
        let sets = || scenes.iter().flat_map(|scene| &scene.sets);
        let poses: usize = sets().map(|set| set.poses).sum();
        let pairs: usize = sets().map(|set| set.pairs).sum();
        let _ = write!(text, "| {family} | {poses} | {pairs} |");
        for engine in 0..results.engines.len() {
            let mut wrong = Wrong::default();
            sets().for_each(|set| wrong.add(&set.answers[engine].wrong));
            let answered =
                [0, 1, 2].map(|which| sets().any(|set| set.answers[engine].answered[which]));
            let _ = write!(text, " {} |", wrong_cell(&wrong, answered));
        }
        text.push('\n');
    }
    text
}

fn times(results: &Results, scenes: &[&SceneResult]) -> String {
    let first = &results.engines[0].0;
    let mut text = format!(
        "\nNanoseconds a query of {first}, then how many times longer the others take, `any` / `all`.\n"
    );
    text += &header(&["set", "poses", "meet", "pairs"], results);
    for (scene, set) in sets(scenes) {
        let SetResult { name, poses, hits, pairs, answers } = set;
        let _ = write!(text, "| {}: {name} | {poses} | {hits} | {pairs} |", scene.name);
        for (engine, answers) in answers.iter().enumerate() {
            let cells = answers.times.each_ref().map(|time| time_cell(time.as_ref(), engine == 0));
            let _ = write!(text, " {} |", cells.join(" / "));
        }
        text.push('\n');
    }
    text
}

fn sets<'s>(scenes: &'s [&SceneResult]) -> impl Iterator<Item = (&'s SceneResult, &'s SetResult)> {
    scenes.iter().flat_map(|scene| scene.sets.iter().map(move |set| (*scene, set)))
}

fn wrong_answers(results: &Results, scenes: &[&SceneResult]) -> String {
    let is_right = |set: &SetResult| set.answers.iter().all(|answers| answers.wrong.is_none());
    let mut text =
        "\nWrong answers, checked before the clock: poses with a false contact + poses with a \
                    missed one; pairs of triangles invented + missed.\n"
            .to_owned();
    if sets(scenes).all(|(_, set)| is_right(set)) {
        return text + "None.\n";
    }
    text += &header(&["set", "poses", "pairs"], results);
    for (scene, set) in sets(scenes).filter(|(_, set)| !is_right(set)) {
        let _ = write!(text, "| {}: {} | {} | {} |", scene.name, set.name, set.poses, set.pairs);
        for answers in &set.answers {
            let _ = write!(text, " {} |", wrong_cell(&answers.wrong, answers.answered));
        }
        text.push('\n');
    }
    text
}

/// `1 + 0; 12 + 3`: what `any` and `list` got wrong. An engine that counts and does not list has the
/// number of poses with another count.
fn wrong_cell(wrong: &Wrong, [any, all, list]: [bool; 3]) -> String {
    let sum = |one: usize, other: usize| {
        if one + other == 0 { "0".to_owned() } else { format!("{one} + {other}") }
    };
    let yes_or_no =
        if any { sum(wrong.false_contacts, wrong.missed_contacts) } else { "-".to_owned() };
    let pairs = if list {
        sum(wrong.invented_pairs, wrong.missed_pairs)
    } else if all {
        format!("{} counts", wrong.counts)
    } else {
        "-".to_owned()
    };
    format!("{yes_or_no}; {pairs}")
}

fn bodies(results: &Results, scenes: &[&SceneResult]) -> String {
    let first = &results.engines[0].0;
    let mut text = format!(
        "\nMilliseconds of {first}, then how many times longer the others take, to build both bodies / to \
         build both and give one answer; bytes a triangle by which the process grows.\n"
    );
    text += &header(&["bodies", "triangles"], results);
    for scene in scenes {
        let [a, b] = scene.triangles;
        let _ = write!(text, "| {} | {a} + {b} |", scene.name);
        for (engine, body) in scene.bodies.iter().enumerate() {
            let _ = write!(text, " {} |", body_cell(body, engine == 0));
        }
        text.push('\n');
    }
    let failed = scenes.iter().flat_map(|scene| {
        let named = scene.bodies.iter().zip(names(results));
        named.filter_map(move |(body, name)| Some((scene, name, body.failed.as_ref()?)))
    });
    for (scene, name, why) in failed {
        let _ = write!(text, "\n{name} was not asked further in \"{}\": {why}.\n", scene.name);
    }
    text
}

fn body_cell(body: &BodyResult, is_first: bool) -> String {
    let milliseconds = |time: &Option<Time>| match time {
        Some(time) if is_first => format!("{:.2}", time.nanoseconds / 1e6),
        time => time_cell(time.as_ref(), is_first),
    };
    let bytes = body.bytes_per_triangle.map_or("-".to_owned(), |bytes| format!("{bytes:.0}"));
    format!("{} / {}; {bytes}", milliseconds(&body.build), milliseconds(&body.once))
}

fn time_cell(time: Option<&Time>, is_first: bool) -> String {
    match time {
        Some(time) if is_first => format!("{:.0}", time.nanoseconds),
        Some(Time { ratio: Some(value), .. }) => ratio(*value),
        _ => "-".to_owned(),
    }
}

/// Three digits that count.
#[must_use]
pub fn ratio(value: f64) -> String {
    let before = value.abs().log10().floor() as i32 + 1;
    let places = (3 - before).clamp(0, 4) as usize;
    format!("{value:.places$}")
}
