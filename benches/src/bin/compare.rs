//! Engines for mesh-mesh collision, compared: `benches/compare/run` builds them and starts this.
//!
//! ```sh
//! compare ENGINES OUTPUT [--quick] [--families NAME,...] [--scenes TEXT] [--folder FOLDER]
//! ```
//!
//! ENGINES is a JSON file: `about` (lines for the head of the report), `date`, `machine` and `engines`, each
//! with `name`, `about` and `command`; the first one is what others are compared with. Writes OUTPUT with
//! the endings json, md and svg. Ends with 1 if an answer of the first engine is wrong, or if it failed.

use std::io;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use obbtree_benches::compare::clock::gigahertz;
use obbtree_benches::compare::command::Command;
use obbtree_benches::compare::contest::{Settings, contest};
use obbtree_benches::compare::results::{Results, SceneResult};
use obbtree_benches::compare::{chart, markdown};
use obbtree_benches::scenes::scenes;

/// Of a full run, which takes less than an hour.
const FULL: Timing = Timing { rounds: 3, seconds: 0.04, limit: 30, most_poses: 60 };
/// Of a quick one, which takes some minutes.
const QUICK: Timing = Timing { rounds: 3, seconds: 0.01, limit: 10, most_poses: 6 };

struct Timing {
    rounds: usize,
    seconds: f64,
    /// Seconds for one answer.
    limit: u64,
    most_poses: usize,
}

fn main() -> io::Result<ExitCode> {
    let command = Command::read()?;
    let given = command.given()?;
    let Timing { rounds, seconds, limit, most_poses } = if command.quick { QUICK } else { FULL };
    let limit = Duration::from_secs(limit);
    let settings = Settings { rounds, seconds, limit, most_poses, folder: command.folder.clone() };

    let setting = format!(
        "{}: {rounds} rounds in turns of {seconds} s, at most {most_poses} poses a set",
        if command.quick { "quick" } else { "full" }
    );
    let mut results = given.results(setting);
    for scene in scenes().iter().filter(|scene| command.wants(scene)) {
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
    Ok(first_engine_is_right(&results))
}

fn write(results: &Results, command: &Command) -> io::Result<()> {
    let json = serde_json::to_string(results).map_err(io::Error::other)?;
    std::fs::write(command.output(".json"), json)?;
    std::fs::write(command.output(".md"), markdown::markdown(results))?;
    chart::draw(results, &command.output(".svg"))
        .map_err(|error| io::Error::other(error.to_string()))
}

/// Says what the first engine got wrong.
fn first_engine_is_right(results: &Results) -> ExitCode {
    let name = &results.engines[0].0;
    let mut right = true;
    for scene in &results.scenes {
        if let Some(why) = &scene.bodies[0].failed {
            eprintln!("{}: {name} failed: {why}", scene.name);
            right = false;
        }
        for set in scene.sets.iter().filter(|set| !set.answers[0].wrong.is_none()) {
            eprintln!("{}: {}: {name} is wrong: {:?}", scene.name, set.name, set.answers[0].wrong);
            right = false;
        }
    }
    let poses: usize = results.scenes.iter().flat_map(SceneResult::poses).sum();
    eprintln!("{poses} poses, all checked against exact arithmetic");
    if right { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
