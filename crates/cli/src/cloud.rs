//! Files of points.

use std::path::Path;

use anyhow::{Context, Result};
use obbtree::PointCloud;
use obbtree::io::{Format, LoadedPoints, PointFormat, read_points, read_points_from};

use crate::load::{self, Memory, MeshOptions, head, is_read_once, is_standard_input, memory_of};
use crate::progress::Messages;

/// Bytes that tell a format.
const HEAD: usize = 4096;

/// Does a file hold points and no mesh? A PLY does if it has no face.
pub(crate) fn is_cloud(path: &Path) -> bool {
    let head = head(path, HEAD);
    if head.is_empty() {
        return false;
    }
    match point_format(path, &head) {
        Some(PointFormat::Ply) => !has_faces(&whole_header(path, head)),
        // Text that begins as a mesh is one, whatever its name is.
        Some(PointFormat::Columns) => Format::of(&head, "").is_none(),
        format => format.is_some(),
    }
}

/// The format of a file of points; of a pipe whose name tells nothing, by content alone.
fn point_format(path: &Path, bytes: &[u8]) -> Option<PointFormat> {
    let name = path.display().to_string();
    let is_unnamed = || is_read_once(path) && Format::of(bytes, &name).is_none();
    let unnamed = || if is_unnamed() { PointFormat::of_unnamed(bytes) } else { None };
    PointFormat::of(bytes, &name).or_else(unnamed)
}

/// The format of a file that begins as a mesh, and not as points.
pub(crate) fn mesh_format(path: &Path) -> Option<Format> {
    let (head, name) = (head(path, HEAD), path.display().to_string());
    // A name that ends as one of points decides, as text of these has no first word.
    let is_points = point_format(path, &head).is_some();
    if head.is_empty() || is_points { None } else { Format::of(&head, &name) }
}

/// The first bytes of a PLY up to the end of its header, which may have many comments.
fn whole_header(path: &Path, mut head: Vec<u8>) -> Vec<u8> {
    const END: &[u8] = b"end_header";
    let mut count = HEAD;
    while head.len() == count && !head.windows(END.len()).any(|words| words == END) {
        count *= 4;
        head = load::head(path, count);
    }
    head
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
    // `-@` alone would be an option.
    let before = if is_standard_input(path) { "-- " } else { "" };
    let path = path.display();
    format!("{path}: points need a radius, a length of at least 0: {before}{path}@radius=0.01")
}

/// The points of a file.
pub(crate) fn read_file(path: &Path, messages: Messages) -> Result<LoadedPoints> {
    let _activity = messages.activity("reading", path);
    let loaded = match memory_of(path)? {
        None => read_points(path)?,
        Some(Memory { bytes, name }) => {
            // Whoever says that it is points means by text columns, however it begins.
            let is_text = || str::from_utf8(&bytes).is_ok().then_some(PointFormat::Columns);
            let format = PointFormat::of(&bytes, &name).or_else(is_text);
            read_points_from(&bytes, &name, format)?
        }
    };
    if loaded.trailing_bytes > 0 {
        let note = format!("bytes after the last point skipped: {}", loaded.trailing_bytes);
        messages.note(path, &note);
    }
    Ok(loaded)
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
