//! What `benches/compare/run` tells the programs that it starts, and how they write results.

use std::io;
use std::path::PathBuf;

use serde::Deserialize;

use super::clock::gigahertz;
use super::driver::Engine;
use super::question::Topic;
use super::results::Results;
use crate::scenes::Scene;

/// The JSON file that lists the engines.
#[derive(Deserialize)]
pub struct Given {
    /// Lines for the head of the report.
    pub about: Vec<String>,
    /// Day of the run.
    pub date: String,
    /// A few words for the machine.
    pub machine: String,
    /// The first one is what others are compared with.
    pub engines: Vec<Engine>,
}

impl Given {
    /// Results without a scene yet; another line about the setting.
    pub fn results(&self, setting: String, topic: Topic) -> Results {
        let clock = gigahertz();
        let named = |engine: &Engine| (engine.name.clone(), engine.about.clone());
        Results {
            date: self.date.clone(),
            machine: self.machine.clone(),
            about: self.about.iter().cloned().chain([setting]).collect(),
            gigahertz: [clock, clock],
            engines: self.engines.iter().map(named).collect(),
            columns: topic.columns(self.engines.len()),
            scenes: Vec::new(),
        }
    }
}

/// The words of the command line.
pub struct Command {
    /// The JSON file.
    pub engines: PathBuf,
    /// Results are written here, with their endings.
    pub output: PathBuf,
    /// The topic.
    pub topic: Topic,
    /// A few scenes of each family.
    pub quick: bool,
    /// Only these, if there are any.
    pub families: Vec<String>,
    /// Only scenes whose name contains this.
    pub text: String,
    /// Where meshes, poses and exact answers are kept.
    pub folder: PathBuf,
}

impl Command {
    /// Of this process.
    pub fn read() -> io::Result<Self> {
        let mut words = std::env::args().skip(1);
        let mut next =
            |what: &str| words.next().ok_or_else(|| io::Error::other(format!("no {what}")));
        let (engines, output) = (next("ENGINES")?.into(), next("OUTPUT")?.into());
        let mut command = Self {
            engines,
            output,
            topic: Topic::Contacts,
            quick: false,
            families: Vec::new(),
            text: String::new(),
            folder: PathBuf::from("target/compare/made"),
        };
        while let Ok(word) = next("option") {
            match word.as_str() {
                "--distances" => command.topic = Topic::Distances,
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

    /// The engines that are listed; the folder is made.
    pub fn given(&self) -> io::Result<Given> {
        std::fs::create_dir_all(&self.folder)?;
        let given = std::fs::read_to_string(&self.engines)?;
        serde_json::from_str(&given).map_err(io::Error::other)
    }

    /// Is this scene chosen?
    pub fn wants(&self, scene: &Scene) -> bool {
        let of_kind = !self.quick || scene.quick || !self.text.is_empty();
        let of_family = self.families.is_empty()
            || self.families.iter().any(|family| family == scene.family.name());
        of_kind && of_family && scene.name.contains(&self.text)
    }

    /// The results' path with an ending.
    pub fn output(&self, ending: &str) -> PathBuf {
        let mut name = self.output.as_os_str().to_owned();
        name.push(ending);
        PathBuf::from(name)
    }
}
