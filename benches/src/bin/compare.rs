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
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use obbtree_benches::compare::clock::gigahertz;
use obbtree_benches::compare::contest::{Settings, contest};
use obbtree_benches::compare::driver::Engine;
use obbtree_benches::compare::results::{Results, SceneResult};
use obbtree_benches::compare::{chart, markdown};
use obbtree_benches::scenes::{Scene, scenes};
use serde::Deserialize;

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

#[derive(Deserialize)]
struct Given {
    about: Vec<String>,
    date: String,
    machine: String,
    engines: Vec<Engine>,
}

struct Command {
    engines: PathBuf,
    output: PathBuf,
    quick: bool,
    families: Vec<String>,
    text: String,
    folder: PathBuf,
}

fn main() -> io::Result<ExitCode> {
    let command = Command::read()?;
    let given = std::fs::read_to_string(&command.engines)?;
    let given: Given = serde_json::from_str(&given).map_err(io::Error::other)?;
    std::fs::create_dir_all(&command.folder)?;
    let Timing { rounds, seconds, limit, most_poses } = if command.quick { QUICK } else { FULL };
    let limit = Duration::from_secs(limit);
    let settings = Settings { rounds, seconds, limit, most_poses, folder: command.folder.clone() };

    let setting = format!(
        "{}: {rounds} rounds in turns of {seconds} s, at most {most_poses} poses a set",
        if command.quick { "quick" } else { "full" }
    );
    let clock = gigahertz();
    let mut results = Results {
        date: given.date,
        machine: given.machine,
        about: given.about.into_iter().chain([setting]).collect(),
        gigahertz: [clock, clock],
        engines: given.engines.iter().map(|of| (of.name.clone(), of.about.clone())).collect(),
        scenes: Vec::new(),
    };
    for scene in scenes().iter().filter(|scene| command.wants(scene)) {
        let start = Instant::now();
        results.scenes.push(contest(scene, &given.engines, &settings)?);
        let (family, name) = (scene.family.name(), &scene.name);
        eprintln!("{family}: {name}: {:.1} s", start.elapsed().as_secs_f64());
        // A run that is broken off leaves what it has.
        results.gigahertz[1] = gigahertz();
        write(&results, &command.output)?;
    }
    if results.scenes.is_empty() {
        return Err(io::Error::other("no scene was chosen"));
    }
    Ok(first_engine_is_right(&results))
}

fn write(results: &Results, output: &Path) -> io::Result<()> {
    let with = |ending: &str| {
        let mut name = output.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    };
    let json = serde_json::to_string_pretty(results).map_err(io::Error::other)?;
    std::fs::write(with(".json"), json)?;
    std::fs::write(with(".md"), markdown::markdown(results))?;
    chart::draw(results, &with(".svg")).map_err(|error| io::Error::other(error.to_string()))
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

impl Command {
    fn read() -> io::Result<Self> {
        let mut words = std::env::args().skip(1);
        let mut next =
            |what: &str| words.next().ok_or_else(|| io::Error::other(format!("no {what}")));
        let (engines, output) = (next("ENGINES")?.into(), next("OUTPUT")?.into());
        let mut command = Self {
            engines,
            output,
            quick: false,
            families: Vec::new(),
            text: String::new(),
            folder: PathBuf::from("target/compare/made"),
        };
        while let Ok(word) = next("option") {
            match word.as_str() {
                "--quick" => command.quick = true,
                "--families" => {
                    command.families = next("families")?.split(',').map(str::to_owned).collect();
                }
                "--scenes" => command.text = next("text")?,
                "--folder" => command.folder = next("folder")?.into(),
                other => return Err(io::Error::other(format!("{other}: no such option"))),
            }
        }
        Ok(command)
    }

    fn wants(&self, scene: &Scene) -> bool {
        let of_kind = !self.quick || scene.quick || !self.text.is_empty();
        let of_family = self.families.is_empty()
            || self.families.iter().any(|family| family == scene.family.name());
        of_kind && of_family && scene.name.contains(&self.text)
    }
}
