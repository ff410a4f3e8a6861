//! Runs the command as a user does; folders of tests; the shipped models.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::LazyLock;

use jsonschema::Validator;
use serde_json::Value;
use tempfile::TempDir;

pub(crate) fn asset(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name).display().to_string()
}

/// A test's own folder, deleted at its end.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.path().join(name).display().to_string()
    }

    /// Writes a file, and gives its name.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let file = self.file(name);
        std::fs::write(&file, content).expect("written");
        file
    }
}

pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_obbtree"));
    command.args(arguments).env_remove("NO_COLOR").env_remove("CLICOLOR_FORCE");
    command
}

/// Runs to the given exit status; standard output and standard error.
pub(crate) fn run_to(status: i32, arguments: &[&str]) -> (String, String) {
    let Output { status: found, stdout, stderr } = command(arguments).output().expect("runs");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    let (stdout, stderr) = (text(stdout), text(stderr));
    assert_eq!(found.code(), Some(status), "{arguments:?}: {stdout}{stderr}");
    if status < 2 && arguments.contains(&"--json") {
        stdout.lines().for_each(|line| ensure_fits(arguments, line));
    }
    (stdout, stderr)
}

/// Does a line of `--json` fit what `obbtree schema` prints of its command?
fn ensure_fits(arguments: &[&str], line: &str) {
    static FITS: LazyLock<HashMap<String, Validator>> = LazyLock::new(|| {
        let mut all = json(include_str!("../../schema.json"));
        let Value::Object(of) = all["$defs"].take() else { panic!("no definitions") };
        let fit = |schema| jsonschema::validator_for(&schema).expect("a schema");
        of.into_iter().map(|(name, schema)| (name, fit(schema))).collect()
    });
    let is_of = |name: &&String| name.split(' ').all(|word| arguments.contains(&word));
    let command = FITS.keys().filter(is_of).max_by_key(|name| name.len());
    let command = command.unwrap_or_else(|| panic!("no schema: {arguments:?}"));
    let wrong: Vec<_> = FITS[command].iter_errors(&json(line)).map(|e| e.to_string()).collect();
    assert!(wrong.is_empty(), "{arguments:?}: {line}: {wrong:?}");
}

pub(crate) fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}
