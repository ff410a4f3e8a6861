//! Small bodies against large ones, and bodies at rest, beside FCL.
//!
//! ```sh
//! cargo run --release -p obbtree-benches --bin planner -- [small|rest] [NAME...]
//!     [--fcl DRIVER] [--folder FOLDER]
//! ```
//!
//! `benches/peers/planner` builds FCL's driver and runs this with it, on one core. Without `--fcl` only
//! our engine is timed. NAMEs are parts of a scene's name; without any, all scenes are run. Meshes and
//! poses are written to FOLDER (`target/planner`), all bits of them, for whoever wants to ask another
//! engine. For each set: times of `any` and `all` on a warm query, the least of passes, the engines
//! taking turns; how many poses meet and in how many pairs of triangles. Answers are checked first: they
//! must be those with which the poses were made, and the same for both questions. FCL rounds; where it
//! answers other than we do is counted.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use obbtree::{Body, Counts, Query};
use obbtree_benches::Question;
use obbtree_benches::planner::fcl::{BOXES, Driver, write_mesh, write_poses};
use obbtree_benches::planner::report::{Row, Times, head, summary};
use obbtree_benches::planner::time::{answers, nanoseconds};
use obbtree_benches::planner::{Family, Scene, Set, scenes};

/// How many times the engines take turns.
const ROUNDS: u32 = 3;
/// How long an engine has for a question and a set, in all rounds; a pass is always made in each.
const PATIENCE: Duration = Duration::from_millis(150);
/// An engine whose passes take so long has one turn less for this question and set; not only one, for
/// what else runs on the machine may have held up the first.
const LONG_PASS_NS: f64 = 4e8;

struct Command {
    families: Vec<Family>,
    names: Vec<String>,
    driver: Option<PathBuf>,
    folder: PathBuf,
}

fn main() -> io::Result<()> {
    let command = Command::read()?;
    std::fs::create_dir_all(&command.folder)?;
    println!("{}", head());
    let mut rows = Vec::new();
    for scene in scenes().iter().filter(|scene| command.wants(scene)) {
        run(scene, &command, &mut rows)?;
    }
    println!("\n{}", summary(&rows));
    Ok(())
}

impl Command {
    fn read() -> io::Result<Self> {
        let mut command = Self {
            families: Vec::new(),
            names: Vec::new(),
            driver: None,
            folder: PathBuf::from("target/planner"),
        };
        let mut words = std::env::args().skip(1);
        while let Some(word) = words.next() {
            let mut path = || words.next().map(PathBuf::from);
            let missing = || io::Error::other(format!("{word} needs a path"));
            match word.as_str() {
                "--fcl" => command.driver = Some(path().ok_or_else(missing)?),
                "--folder" => command.folder = path().ok_or_else(missing)?,
                _ if word.starts_with('-') => {
                    return Err(io::Error::other(format!("{word} is no option")));
                }
                _ => match Family::BOTH.into_iter().find(|family| family.name() == word) {
                    Some(family) => command.families.push(family),
                    None => command.names.push(word),
                },
            }
        }
        Ok(command)
    }

    fn wants(&self, scene: &Scene) -> bool {
        let of_family = self.families.is_empty() || self.families.contains(&scene.family);
        let of_name = |name: &String| scene.name.contains(name.as_str());
        of_family && (self.names.is_empty() || self.names.iter().any(of_name))
    }
}

fn run(scene: &Scene, command: &Command, rows: &mut Vec<Row>) -> io::Result<()> {
    let pair = scene.make();
    let folder = &command.folder;
    let [a, b] = [&pair.a, &pair.b].map(|part| write_mesh(folder, part));
    let (a, b) = (a?, b?);
    let mut driver = match &command.driver {
        Some(program) => Some(Driver::start(program, &a, &b)?),
        None => None,
    };
    let (body_a, body_b) = (Body::new(pair.a.mesh), Body::new(pair.b.mesh));
    for set in &pair.sets {
        let name = format!("{}: {}", scene.name, set.name);
        let poses = write_poses(folder, &file_name(&name), &set.poses)?;
        let mut timed = Timed::new(set, [&body_a, &body_b], &name);
        for round in 0..ROUNDS {
            timed.turn(driver.as_mut(), &poses, round)?;
        }
        let row = timed.row(scene.family, name);
        println!("{}", row.text());
        rows.push(row);
    }
    Ok(())
}

/// Letters, digits, signs and points stay.
fn file_name(name: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || "+-.".contains(c) { c } else { '_' };
    name.chars().map(plain).collect()
}

/// A set while engines take turns.
struct Timed<'a> {
    set: &'a Set,
    bodies: [&'a Body; 2],
    query: Query,
    /// For each question our answers pose by pose, and times and answers.
    expected: [Vec<u64>; 2],
    ours: [f64; 2],
    fcl: [[f64; BOXES.len()]; 2],
    /// FCL's answers, with the boxes that differ at more poses.
    differ: [usize; 2],
    counts: [Counts; 2],
}

impl<'a> Timed<'a> {
    /// Asks both questions with counts, checks the answers.
    fn new(set: &'a Set, bodies: [&'a Body; 2], name: &str) -> Self {
        let mut counts = [Counts::default(); 2];
        let [any, all] = [0, 1].map(|which| {
            let mut query = Query::new().counted(true);
            let found = answers(Question::BOTH[which], &mut query, bodies, &set.poses);
            counts[which] = query.counts();
            found
        });
        let expected = [any, all];
        let met: Vec<u64> = expected[1].iter().map(|&pairs| u64::from(pairs > 0)).collect();
        assert_eq!(expected[0], met, "{name}: any and all differ");
        if let Some(meets) = set.meets {
            let right = expected[0].iter().all(|&hit| (hit > 0) == meets);
            assert!(right, "{name}: all poses should meet: {meets}; found {:?}", expected[0]);
        }
        Self {
            set,
            bodies,
            query: Query::new(),
            expected,
            ours: [f64::INFINITY; 2],
            fcl: [[f64::INFINITY; BOXES.len()]; 2],
            differ: [0; 2],
            counts,
        }
    }

    fn turn(
        &mut self,
        mut driver: Option<&mut Driver>,
        poses: &Path,
        round: u32,
    ) -> io::Result<()> {
        let patience = PATIENCE / ROUNDS;
        let count = self.set.poses.len() as f64;
        let is_last = round + 1 == ROUNDS;
        let is_long = |least: f64| is_last && least * count > LONG_PASS_NS;
        for (which, question) in Question::BOTH.into_iter().enumerate() {
            if !is_long(self.ours[which]) {
                let (query, bodies) = (&mut self.query, self.bodies);
                let time = nanoseconds(question, query, bodies, &self.set.poses, patience);
                self.ours[which] = self.ours[which].min(time);
            }
            let Some(driver) = driver.as_deref_mut() else { continue };
            for (boxes, least) in BOXES.into_iter().zip(&mut self.fcl[which]) {
                if is_long(*least) {
                    continue;
                }
                let told = driver.ask(boxes, question, poses, patience)?;
                *least = least.min(told.nanoseconds);
                let differ = self.expected[which].iter().zip(&told.answers);
                let differ = differ.filter(|(ours, fcl)| ours != fcl).count();
                self.differ[which] = self.differ[which].max(differ);
            }
        }
        Ok(())
    }

    fn row(self, family: Family, name: String) -> Row {
        let times = [0, 1].map(|which| Times {
            ours: self.ours[which],
            fcl: Some(self.fcl[which].into_iter().fold(f64::INFINITY, f64::min))
                .filter(|time| time.is_finite()),
        });
        Row {
            family,
            name,
            poses: self.set.poses.len(),
            hits: self.expected[0].iter().filter(|&&hit| hit > 0).count(),
            pairs: self.expected[1].iter().sum(),
            times,
            disagreements: self.differ,
            counts: self.counts,
        }
    }
}
