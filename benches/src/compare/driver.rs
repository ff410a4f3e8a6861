//! An engine as a process that waits for questions. `benches/compare/README.md` describes both
//! sides.

use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use serde::Deserialize;

/// An engine, as `benches/compare/run` lists it.
#[derive(Clone, Deserialize)]
pub struct Engine {
    /// As it stands in tables.
    pub name: String,
    /// Version and how it was built, in one line.
    pub about: String,
    /// The program and its first arguments; two mesh files follow.
    pub command: Vec<String>,
}

/// What came of a question.
pub enum Reply {
    /// The words of the answer.
    Words(Vec<String>),
    /// The engine does not answer this kind of question.
    Unable,
}

/// A running engine.
pub struct Driver {
    process: Child,
    questions: ChildStdin,
    lines: Receiver<String>,
    limit: Duration,
}

impl Driver {
    /// Starts an engine on two mesh files and waits until it has read them. It is given `limit` for
    /// each answer.
    pub fn start(engine: &Engine, [a, b]: [&Path; 2], limit: Duration) -> io::Result<Self> {
        Self::start_in(engine, [a, b], limit, &[])
    }

    /// The same with variables of the environment.
    pub fn start_in(
        engine: &Engine,
        [a, b]: [&Path; 2],
        limit: Duration,
        variables: &[(&str, &str)],
    ) -> io::Result<Self> {
        let (program, first) = engine.command.split_first().ok_or_else(|| wrong("no command"))?;
        let mut process = Command::new(program)
            .args(first)
            .args([a, b])
            .envs(variables.iter().copied())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let questions = process.stdin.take().ok_or_else(|| wrong("no input"))?;
        let output = process.stdout.take().ok_or_else(|| wrong("no output"))?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        let driver = Self { process, questions, lines, limit };
        match driver.line()?.as_str() {
            "ready" => Ok(driver),
            other => Err(wrong(&format!("said {other:?} in place of ready"))),
        }
    }

    /// Asks a question of one line.
    pub fn ask(&mut self, question: &str) -> io::Result<Reply> {
        writeln!(self.questions, "{question}")?;
        let line = self.line()?;
        if line == "-" {
            return Ok(Reply::Unable);
        }
        Ok(Reply::Words(line.split_whitespace().map(str::to_owned).collect()))
    }

    /// Bytes of memory that are the process's own, as Linux counts them.
    pub fn resident_bytes(&self) -> Option<f64> {
        let path = format!("/proc/{}/status", self.process.id());
        let status = std::fs::read_to_string(path).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("RssAnon:"))?;
        let kilobytes: f64 = line.trim().trim_end_matches(" kB").parse().ok()?;
        Some(kilobytes * 1024.0)
    }

    fn line(&self) -> io::Result<String> {
        self.lines.recv_timeout(self.limit).map_err(|error| match error {
            RecvTimeoutError::Timeout => {
                wrong(&format!("no answer in {} s", self.limit.as_secs_f64()))
            }
            RecvTimeoutError::Disconnected => wrong("the engine ended"),
        })
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// A question without the folders of its files, as reports show it.
pub fn without_folders(question: &str) -> String {
    let name = |word: &str| word.rsplit('/').next().map(str::to_owned);
    question.split_whitespace().filter_map(name).collect::<Vec<_>>().join(" ")
}

fn wrong(text: &str) -> io::Error {
    io::Error::other(text)
}
