//! Engines for pairs of meshes, compared: `benches/compare/run` builds them and starts this.
//!
//! ```sh
//! compare ENGINES OUTPUT [--distances] [--quick] [--families NAME,...] [--scenes TEXT]
//!     [--folder FOLDER]
//! ```
//!
//! ENGINES is a JSON file: `about` (lines for the head of the report), `date`, `machine` and
//! `engines`, each with `name`, `about` and `command`; the first one is what others are compared
//! with. Asks about contacts, or how far apart bodies are. Writes OUTPUT with the endings json, md
//! and svg. Ends with 1 if an answer of the first engine is wrong, or if it failed.

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use obbtree_benches::compare::clock::gigahertz;
use obbtree_benches::compare::command::Command;
use obbtree_benches::compare::contest::{Settings, contest};
use obbtree_benches::compare::question::Topic;
use obbtree_benches::compare::results::Results;
use obbtree_benches::compare::sets::Choice;
use obbtree_benches::compare::{chart, markdown};
use obbtree_benches::scenes::{apart, scenes};

fn main() -> io::Result<ExitCode> {
    let command = Command::read()?;
    let given = command.given()?;
    let (settings, topic) = (settings(&command), command.topic);
    let Settings { rounds, seconds, choice: Choice { most_poses, most_steps, .. }, .. } = &settings;
    let setting = format!(
        "{}: {rounds} rounds in turns of {seconds} s, at most {most_poses} poses a set{}",
        if command.quick { "quick" } else { "full" },
        match topic {
            Topic::Contacts => String::new(),
            Topic::Distances => format!(" and {most_steps} steps of a path"),
        }
    );
    let mut results = given.results(setting, topic);
    let scenes = match topic {
        Topic::Contacts => scenes(),
        Topic::Distances => apart(),
    };
    for scene in scenes.iter().filter(|scene| command.wants(scene)) {
        let start = Instant::now();
        results.scenes.push(contest(scene, &given.engines, &settings)?);
        let (family, name) = (scene.family.name(), &scene.name);
        eprintln!("{family}: {name}: {:.1} s", start.elapsed().as_secs_f64());
        // A run that is broken off leaves what it has.
        results.gigahertz[1] = gigahertz();
        write(&results, &command)?;
    }
    if results.scenes.is_empty() {
        return Err(io::Error::other("no scene was chosen"));
    }
    Ok(if first_engine_is_right(&results) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A full run takes less than an hour, a quick one some minutes.
fn settings(command: &Command) -> Settings {
    let (quick, is_contacts) = (command.quick, command.topic == Topic::Contacts);
    let choose = |in_quick, in_full| if quick { in_quick } else { in_full };
    let limit = if is_contacts { choose(10.0, 30.0) } else { 60.0 };
    Settings {
        rounds: 3,
        seconds: choose(0.01, 0.04),
        limit: Duration::from_secs_f64(limit),
        longest_pass: choose(0.2, 0.5),
        choice: Choice {
            topic: command.topic,
            most_poses: choose(6.0, 60.0) as usize,
            most_steps: choose(100.0, 1000.0) as usize,
            folder: command.folder.clone(),
        },
    }
}

fn write(results: &Results, command: &Command) -> io::Result<()> {
    let json = serde_json::to_string(results).map_err(io::Error::other)?;
    std::fs::write(command.output(".json"), json)?;
    std::fs::write(command.output(".md"), markdown::markdown(results))?;
    chart::draw(results, &command.output(".svg"))
        .map_err(|error| io::Error::other(error.to_string()))
}

/// Says what the first engine got wrong.
fn first_engine_is_right(results: &Results) -> bool {
    let name = &results.engines[0].0;
    let mut right = true;
    let mut say = |what: String| {
        eprintln!("{what}");
        right = false;
    };
    for scene in &results.scenes {
        if let Some(why) = scene.bodies.first().and_then(|body| body.failed.as_ref()) {
            say(format!("{}: {name} failed: {why}", scene.name));
        }
        for set in &scene.sets {
            if !set.proof.is_right() {
                say(format!("{}: {}: not proven: {:?}", scene.name, set.name, set.proof));
            }
            for (column, answers) in results.columns.iter().zip(&set.answers) {
                if column.engine == 0 && !answers.wrong.is_none() {
                    let (task, wrong) = (column.task, &answers.wrong);
                    say(format!("{}: {}: {task:?} is wrong: {wrong:?}", scene.name, set.name));
                }
            }
        }
    }
    let sets = results.scenes.iter().flat_map(|scene| &scene.sets);
    let poses: usize = sets.map(|set| set.poses).sum();
    eprintln!("{poses} poses, all checked against exact arithmetic");
    right
}
