//! Runs the command as a user does; folders of tests; the shipped models.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn asset(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets").join(name).display().to_string()
}

/// A test's own folder, deleted at its end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("obbtree-cli-{test}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    pub(crate) fn file(&self, name: &str) -> String {
        self.0.join(name).display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
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
    (stdout, stderr)
}

pub(crate) fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).expect("JSON")
}
