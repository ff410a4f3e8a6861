//! The text of a crate's files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Text by path; paths are relative to the crate's `src` and use `/`.
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    /// Every `.rs` file of a folder and the folders in it, but for what cargo puts in `target`.
    pub fn read(src: &Path) -> Self {
        let mut files = BTreeMap::new();
        let mut open = vec![src.to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{folder:?}: {e}")) {
                let path = entry.expect("a folder that can be read").path();
                if path.is_dir() {
                    open.extend((!path.ends_with("target")).then_some(path));
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let parts = path.strip_prefix(src).expect("below src").iter();
                    let name: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
                    let text = fs::read_to_string(&path).expect("UTF-8");
                    files.insert(name.join("/"), text);
                }
            }
        }
        Self(files)
    }

    /// A made-up crate.
    pub fn of(files: &[(&str, &str)]) -> Self {
        Self(files.iter().map(|&(path, text)| (path.to_owned(), text.to_owned())).collect())
    }

    /// The paths of all files.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// All files, each with its text.
    pub fn texts(&self) -> impl Iterator<Item = (&String, &String)> {
        self.0.iter()
    }

    /// Files `x.rs` beside a folder `x/` of files: the form of modules that is not used here.
    pub fn beside_their_folder(&self) -> Vec<&String> {
        let has_folder = |file: &str| {
            let folder = format!("{}/", file.trim_end_matches(".rs"));
            self.files().any(|other| other.starts_with(&folder))
        };
        self.files().filter(|file| has_folder(file)).collect()
    }

    /// The files that start a crate: the library, the program, and further programs in `bin`.
    pub(super) fn roots(&self) -> impl Iterator<Item = &str> {
        let is_root = |file: &&String| {
            let program = file.strip_prefix("bin/").is_some_and(|name| !name.contains('/'));
            *file == "lib.rs" || *file == "main.rs" || program
        };
        self.files().filter(is_root).map(String::as_str)
    }

    pub(super) fn text(&self, file: &str) -> Option<&str> {
        self.0.get(file).map(String::as_str)
    }
}
