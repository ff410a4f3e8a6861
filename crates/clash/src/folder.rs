//! A folder of finished slices: a run that was ended goes on from them. A file appears whole or not
//! at all, says what it answers, and is refused where that is something else.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::run::{RunError, RunOptions};
use crate::slice::{JoinError, Slice, share};
use crate::study::Study;
use crate::subject::Subject;
use crate::subject::sealed::Found;

/// Why a run in a folder has no report.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum FolderError {
    /// The study has no report.
    #[error(transparent)]
    Run(#[from] RunError),
    /// A file or the folder cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Which one.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// A file is none of the slices of this run.
    #[error("{}: {why}; take another folder", path.display())]
    Slice {
        /// The file.
        path: PathBuf,
        /// Why not.
        why: String,
    },
}

/// The names of slices' files begin with this.
const START: &str = "slice-";

impl Study {
    /// Runs the study in `of` slices, and keeps each that is finished in a folder: another run
    /// with the same folder, after one that was cancelled or killed, does not look at their pairs
    /// again. The report is that of [`Study::run`] or [`Study::run_motion`], bit by bit.
    ///
    /// # Errors
    /// As these; or if the folder cannot be read or written, or has slices of another study, scene,
    /// motion, version or division.
    pub fn run_in_folder<S: Subject>(
        &self,
        on: S,
        folder: &Path,
        of: usize,
        options: &RunOptions<'_>,
    ) -> Result<S::Report, FolderError> {
        let mut numbers: Vec<usize> = (0..of).collect();
        if numbers.is_empty() {
            numbers.push(0); // which there is not
        }
        let slices = self.run_slices_in_folder(on, folder, &numbers, of, options)?;
        self.join(on, slices).map_err(|error| match error {
            JoinError::Run(error) => error.into(),
            other => FolderError::Slice { path: folder.to_owned(), why: other.to_string() },
        })
    }

    /// Runs the slices of these numbers, and writes each into the folder, but for those that are
    /// there: what one of many machines does. Other slices in the folder may come and go.
    ///
    /// # Errors
    /// As [`Study::run_in_folder`].
    pub fn run_slices_in_folder<S: Subject>(
        &self,
        on: S,
        folder: &Path,
        numbers: &[usize],
        of: usize,
        options: &RunOptions<'_>,
    ) -> Result<Vec<Slice<S::Report>>, FolderError> {
        if let Some(&number) = numbers.iter().find(|number| **number >= of) {
            return Err(RunError::NoSuchSlice { number, of }.into());
        }
        std::fs::create_dir_all(folder).map_err(|error| io(folder, error))?;
        let question = self.question(on);
        ensure_one_division(folder, of)?;
        let pairs = on.pairs(self, options)?;
        let lengths = numbers.iter().map(|&number| share(pairs.len(), number, of).len());
        let total = lengths.sum();
        let (mut slices, mut before) = (Vec::with_capacity(numbers.len()), 0);
        for &number in numbers {
            let range = share(pairs.len(), number, of);
            let (length, path) = (range.len(), folder.join(file_name(number, of)));
            let slice = if let Some(slice) = read(&path, number, of, &question)? {
                slice
            } else {
                let progress = |done: usize| options.reached(before + done, total);
                let report = pairs.report(range, options, &progress)?;
                let slice = Slice::new(question.clone(), number, of, report);
                write(&path, &slice).map_err(|error| io(&path, error))?;
                slice
            };
            before += length;
            options.reached(before, total);
            slices.push(slice);
        }
        Ok(slices)
    }
}

fn file_name(number: usize, of: usize) -> String {
    format!("{START}{number:06}-of-{of:06}.json")
}

fn io(path: &Path, error: std::io::Error) -> FolderError {
    FolderError::Io { path: path.to_owned(), error }
}

/// No slices of another division are in the folder, which would be kept for nothing.
fn ensure_one_division(folder: &Path, of: usize) -> Result<(), FolderError> {
    let end = format!("-of-{of:06}.json");
    let entries = std::fs::read_dir(folder).map_err(|error| io(folder, error))?;
    let names = entries.map(|entry| entry.map(|entry| entry.file_name()));
    let names = names.collect::<Result<Vec<_>, _>>().map_err(|error| io(folder, error))?;
    let is_other = |name: &&std::ffi::OsString| {
        let name = name.to_string_lossy();
        name.starts_with(START) && name.ends_with(".json") && !name.ends_with(&end)
    };
    match names.iter().filter(is_other).min() {
        None => Ok(()),
        Some(first) => Err(FolderError::Slice {
            path: folder.join(first),
            why: format!("it is a slice of another division than of {of}"),
        }),
    }
}

/// A slice that is there; `None` if it is not.
fn read<R: Found>(
    path: &Path,
    number: usize,
    of: usize,
    question: &str,
) -> Result<Option<Slice<R>>, FolderError> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(io(path, error)),
    };
    let refuse = |why: String| FolderError::Slice { path: path.to_owned(), why };
    let slice = Slice::from_json(&text).map_err(|error| refuse(error.to_string()))?;
    slice.ensure_of(question, of).map_err(|error| refuse(error.to_string()))?;
    if slice.number != number {
        return Err(refuse(format!("it is slice {}, not {number}", slice.number)));
    }
    Ok(Some(slice))
}

/// Whole or not at all, whoever else writes the same.
fn write(path: &Path, slice: &Slice<impl Found>) -> Result<(), std::io::Error> {
    let unfinished = path.with_extension(format!("{}.unfinished", std::process::id()));
    let mut file = File::create(&unfinished)?;
    file.write_all(slice.to_json().as_bytes())?;
    file.sync_all()?;
    drop(file);
    std::fs::rename(&unfinished, path)
}
