//! FCL's driver as a process that waits for questions, so that it takes turns with our engine on the
//! same bodies; and the files that both have.

use std::fmt::Write as _;
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use obbtree::{Mesh, Pose};

use super::{Part, Poses};
use crate::Question;

/// FCL's kinds of boxes that are timed; the faster one counts.
pub const BOXES: [&str; 2] = ["OBB", "OBBRSS"];

/// Writes a mesh as "vertices triangles", then each on its line, with all bits of its coordinates, and
/// gives the file's path.
///
/// # Errors
/// Those of the file system.
pub fn write_mesh(folder: &Path, part: &Part) -> io::Result<PathBuf> {
    let path = folder.join(format!("{}.mesh.txt", part.name));
    std::fs::write(&path, mesh_text(&part.mesh))?;
    Ok(path)
}

fn mesh_text(mesh: &Mesh) -> String {
    let mut text = format!("{} {}\n", mesh.vertices().len(), mesh.triangles().len());
    for [x, y, z] in mesh.vertices() {
        // The shortest digits that read back as the same number.
        let _ = writeln!(text, "{x:?} {y:?} {z:?}");
    }
    for [a, b, c] in mesh.triangles() {
        let _ = writeln!(text, "{a} {b} {c}");
    }
    text
}

/// Writes poses, 24 numbers a line: the rows of `[R | t]` of A, then of B; and gives the file's path.
///
/// # Errors
/// Those of the file system.
pub fn write_poses(folder: &Path, name: &str, poses: &[Poses]) -> io::Result<PathBuf> {
    let path = folder.join(format!("{name}.poses.txt"));
    let line = |both: &Poses| {
        let numbers = both.iter().flat_map(Pose::to_rows).map(|x| format!("{x:?}"));
        numbers.collect::<Vec<_>>().join(" ") + "\n"
    };
    std::fs::write(&path, poses.iter().map(line).collect::<String>())?;
    Ok(path)
}

/// A running driver with both bodies built.
pub struct Driver {
    process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// What the driver says of a set.
pub struct Told {
    /// Nanoseconds a query, the least of its passes.
    pub nanoseconds: f64,
    /// For each pose 0 or 1 for `any`, the number of pairs for `all`.
    pub answers: Vec<u64>,
}

impl Driver {
    /// Starts the program on two mesh files.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &Path, a: &Path, b: &Path) -> io::Result<Self> {
        let mut process = Command::new(program)
            .args([a, b])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let questions = process.stdin.take().ok_or_else(ended)?;
        let answers = BufReader::new(process.stdout.take().ok_or_else(ended)?);
        Ok(Self { process, questions, answers })
    }

    /// Asks a question at all poses of a file, with one kind of boxes, for at most about `patience`.
    ///
    /// # Errors
    /// If the driver has ended, or answers with something else.
    pub fn ask(
        &mut self,
        boxes: &str,
        question: Question,
        poses: &Path,
        patience: Duration,
    ) -> io::Result<Told> {
        let (question, seconds) = (question.name(), patience.as_secs_f64());
        writeln!(self.questions, "{boxes} {question} {seconds} {}", poses.display())?;
        let mut line = String::new();
        self.answers.read_line(&mut line)?;
        let mut words = line.split_whitespace();
        let nanoseconds = words.next().and_then(|word| word.parse().ok()).ok_or_else(ended)?;
        let answers: Result<_, _> = words.map(str::parse).collect();
        Ok(Told { nanoseconds, answers: answers.map_err(io::Error::other)? })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn ended() -> io::Error {
    io::Error::other("the driver ended without an answer")
}
