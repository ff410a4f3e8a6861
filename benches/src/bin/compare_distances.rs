//! Engines that say how far apart meshes are, compared: `benches/compare/run --question distance` builds
//! them and starts this.
//!
//! ```sh
//! compare_distances ENGINES OUTPUT [--quick] [--families NAME,...] [--scenes TEXT] [--folder FOLDER]
//! ```
//!
//! ENGINES is the JSON file of `compare`. Writes OUTPUT with the endings json and md. Ends with 1 if a
//! distance of the first engine is wrong, or if it failed.

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use obbtree_benches::compare::clock::gigahertz;
use obbtree_benches::compare::command::Command;
use obbtree_benches::compare::distances::asked::Choice;
use obbtree_benches::compare::distances::contest::{Settings, contest};
use obbtree_benches::compare::distances::markdown::markdown;
use obbtree_benches::compare::distances::results::{Column, SceneResult};
use obbtree_benches::compare::results::Results;
use obbtree_benches::scenes::apart;

fn main() -> io::Result<ExitCode> {
    let command = Command::read()?;
    let given = command.given()?;
    let settings = settings(&command);
    let Settings { rounds, seconds, choice: Choice { most_poses, most_steps, .. }, .. } = &settings;
    let setting = format!(
        "{}: {rounds} rounds in turns of {seconds} s, at most {most_poses} poses a set and {most_steps} steps \
         of a path",
        if command.quick { "quick" } else { "full" }
    );
    let mut results = given.results(setting);
    for scene in apart().iter().filter(|scene| command.wants(scene)) {
        let start = Instant::now();
        results.scenes.push(contest(scene, &given.engines, &settings)?);
        let (family, name) = (scene.family.name(), &scene.name);
        eprintln!("{family}: {name}: {:.1} s", start.elapsed().as_secs_f64());
        // A run that is broken off leaves what it has.
        results.gigahertz[1] = gigahertz();
        let json = serde_json::to_string(&results).map_err(io::Error::other)?;
        std::fs::write(command.output(".json"), json)?;
        std::fs::write(command.output(".md"), markdown(&results))?;
    }
    if results.scenes.is_empty() {
        return Err(io::Error::other("no scene was chosen"));
    }
    Ok(if first_engine_is_right(&results) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// A full run takes less than an hour, a quick one some minutes.
fn settings(command: &Command) -> Settings {
    let folder = command.folder.clone();
    let limit = Duration::from_secs(60);
    if command.quick {
        let choice = Choice { most_poses: 6, most_steps: 100, folder };
        Settings { rounds: 3, seconds: 0.01, limit, longest_pass: 0.2, choice }
    } else {
        let choice = Choice { most_poses: 60, most_steps: 1000, folder };
        Settings { rounds: 3, seconds: 0.04, limit, longest_pass: 0.5, choice }
    }
}

/// Says what the first engine got wrong.
fn first_engine_is_right(results: &Results<SceneResult>) -> bool {
    let columns = Column::all(results.engines.len());
    let mut right = true;
    for scene in &results.scenes {
        if let Some(Some(why)) = scene.failed.first() {
            eprintln!("{}: failed: {why}", scene.name);
            right = false;
        }
        for set in &scene.sets {
            if !set.proof.is_right() {
                eprintln!("{}: {}: wrong: {:?}", scene.name, set.name, set.proof);
                right = false;
            }
            let own = columns.iter().zip(&set.answers).filter(|(column, _)| column.engine == 0);
            for (column, answers) in own.filter(|(_, answers)| !answers.wrong.is_none()) {
                let (asked, wrong) = (column.asked, &answers.wrong);
                eprintln!("{}: {}: {asked:?} is wrong: {wrong:?}", scene.name, set.name);
                right = false;
            }
        }
    }
    right
}
