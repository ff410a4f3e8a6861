//! Files of JSON objects, one a line, gzip where the name says so.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use flate2::read::MultiGzDecoder;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The objects of a file.
pub(crate) fn read<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>> {
    let file = File::open(path).with_context(|| path.display().to_string())?;
    let is_packed = path.extension().is_some_and(|ending| ending == "gz");
    let bytes: Box<dyn Read> =
        if is_packed { Box::new(MultiGzDecoder::new(file)) } else { Box::new(file) };
    let mut objects = Vec::new();
    for (n, line) in BufReader::new(bytes).lines().enumerate() {
        let place = || format!("{}, line {}", path.display(), n + 1);
        objects.push(serde_json::from_str(&line.with_context(place)?).with_context(place)?);
    }
    Ok(objects)
}

/// Where rows go, if anywhere.
pub(crate) struct Rows(Option<BufWriter<File>>);

impl Rows {
    pub(crate) fn new(path: Option<&PathBuf>) -> Result<Self> {
        let create =
            |path: &PathBuf| File::create(path).with_context(|| path.display().to_string());
        Ok(Self(path.map(create).transpose()?.map(BufWriter::new)))
    }

    pub(crate) fn write(&mut self, row: &impl Serialize) -> Result<()> {
        if let Some(file) = &mut self.0 {
            writeln!(file, "{}", serde_json::to_string(row)?)?;
        }
        Ok(())
    }
}
