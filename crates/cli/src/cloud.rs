//! Files of points.

use std::io::Read;
use std::path::Path;

use anyhow::{Context, Result};
use obbtree::PointCloud;
use obbtree::io::{Format, LoadedPoints, PointFormat, read_points, read_points_from};

use crate::load::{MeshOptions, STANDARD_INPUT, is_standard_input, standard_input};
use crate::progress::Messages;

/// Bytes that tell a format.
const HEAD: u64 = 4096;

/// Does a file hold points and no mesh? A PLY does if it has no face.
pub(crate) fn is_cloud(path: &Path) -> bool {
    let mut head = Vec::new();
    let read = std::fs::File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
    if read.is_err() || head.is_empty() {
        return false;
    }
    match PointFormat::of(&head, &path.display().to_string()) {
        Some(PointFormat::Ply) => !has_faces(&head),
        // Text that begins as a mesh is one, whatever its name is.
        Some(PointFormat::Columns) => Format::of(&head, "").is_none(),
        format => format.is_some(),
    }
}

/// Does the header of a PLY announce faces?
fn has_faces(head: &[u8]) -> bool {
    head.split(|byte| matches!(byte, b'\n' | b'\r')).take_while(|line| *line != b"end_header").any(
        |line| {
            let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
            let is_element = words.next() == Some(b"element");
            let is_face = matches!(words.next(), Some(b"face" | b"tristrips"));
            is_element && is_face && words.next() != Some(b"0")
        },
    )
}

/// What a file of points without a radius is refused with.
pub(crate) fn no_radius(path: &Path) -> String {
    let path = path.display();
    format!("{path}: points need a radius, a length of at least 0: {path}@radius=0.01")
}

/// The points of a file.
pub(crate) fn read_file(path: &Path, messages: Messages) -> Result<LoadedPoints> {
    let _activity = messages.activity("reading", path);
    if !is_standard_input(path) {
        return Ok(read_points(path)?);
    }
    Ok(read_points_from(&standard_input()?, STANDARD_INPUT, None)?)
}

/// A cloud from a file; the radius is a length after scaling.
pub(crate) fn read(
    path: &Path,
    radius: f64,
    options: &MeshOptions,
    messages: Messages,
) -> Result<PointCloud> {
    let mut points = read_file(path, messages)?.points;
    options.scale_points(&mut points);
    let cloud = PointCloud::without_nan(&points, radius);
    let cloud = cloud.with_context(|| path.display().to_string())?;
    if cloud.left_out() > 0 {
        let note = format!("points with a coordinate that is NaN, left out: {}", cloud.left_out());
        messages.note(path, &note);
    }
    Ok(cloud)
}
