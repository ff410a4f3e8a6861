//! Motion files: one motion a line, as the pose at its start and the pose at its end.
//!
//! The two poses are of one form, which the count of numbers determines: 14 (twice x y z qx qy qz
//! qw), 24 (twice the rows of `[R | t]`) or 32 (twice the rows of a 4 x 4 matrix); or of any two
//! forms with `;` between them. `#` starts a comment; blank lines are skipped.

use std::path::Path;

use obbtree_predicates::Pose;

use crate::bytes::bytes_of;
use crate::error::{Problem, ReadError};
use crate::text::read_lines;

/// The numbers of two poses of one form.
const COUNTS: [usize; 3] = [14, 24, 32];

/// Reads a motion file: the poses at the start and at the end of each motion. A file without
/// motions gives an empty list.
///
/// # Errors
/// If the file cannot be read, or a line is not UTF-8 or not two poses; the error has the line.
pub fn read_motions(path: impl AsRef<Path>) -> Result<Vec<[Pose; 2]>, ReadError> {
    let path = path.as_ref();
    read_motions_from(&bytes_of(path)?, &path.display().to_string())
}

/// Reads motions from memory; `name` is used for the file in errors.
///
/// # Errors
/// As [`read_motions`].
///
/// ```
/// let text = b"0 0 0 0 0 0 1  0 0 2 0 0 0 1 # up\n0 0 0 0 0 0 1; 1 0 0 0 0 1 0 0 0 0 1 2\n";
/// let motions = obbtree_io::read_motions_from(text, "m")?;
/// assert_eq!(motions[0], motions[1]);
/// assert_eq!(motions[0][1].translation().z, 2.0);
/// # Ok::<(), obbtree_io::ReadError>(())
/// ```
pub fn read_motions_from(bytes: &[u8], name: &str) -> Result<Vec<[Pose; 2]>, ReadError> {
    read_lines(bytes, name, motion)
}

fn motion(text: &str) -> Result<[Pose; 2], Problem> {
    let pose = |text: &str| text.parse().map_err(Problem::Pose);
    if let Some((from, to)) = text.split_once(';') {
        return Ok([pose(from)?, pose(to)?]);
    }
    let is_between = |c: char| c.is_whitespace() || c == ',';
    let words: Vec<&str> = text.split(is_between).filter(|word| !word.is_empty()).collect();
    if !COUNTS.contains(&words.len()) {
        return Err(Problem::MotionCount(words.len()));
    }
    let (from, to) = words.split_at(words.len() / 2);
    Ok([pose(&from.join(" "))?, pose(&to.join(" "))?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_names_the_line() {
        let check = |text: &[u8], message: &str| {
            let error = read_motions_from(text, "m.txt").unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        };
        check(b"#\n0 0 0 0 0 0 1\n", "m.txt: line 2: a motion is two poses of one form");
        check(b"0 0 0 0 0 0 1 x 0 0 0 0 0 1\n", "m.txt: line 1: 'x' is not a number");
        check(b"0 0 0 0 0 0 1; 1 2 3\n", "m.txt: line 1: a pose is 7 numbers");
        check(b"0 0 0 0 0 0 1; 0 0 0 0 0 0 1; 1\n", "m.txt: line 1: '1;' is not a number");
        assert!(read_motions_from(b"# none\n\n", "m.txt").unwrap().is_empty());
    }
}
