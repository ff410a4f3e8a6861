//! Pose files: one pose a line.
//!
//! A pose is 7 numbers (x y z qx qy qz qw), 12 (the rows of `[R | t]`, the KITTI order) or 16 (the
//! rows of a 4 x 4 matrix), separated by blanks or commas. `#` starts a comment, also after a pose;
//! blank lines are skipped.

use std::path::Path;

use obbtree_predicates::Pose;

use crate::bytes::bytes_of;
use crate::error::{Problem, ReadError};
use crate::text::read_lines;

/// Reads a pose file. A file without poses gives an empty list.
///
/// # Errors
/// If the file cannot be read, or a line is not UTF-8 or not a pose; the error has the line.
pub fn read_poses(path: impl AsRef<Path>) -> Result<Vec<Pose>, ReadError> {
    let path = path.as_ref();
    read_poses_from(&bytes_of(path)?, &path.display().to_string())
}

/// Reads poses from memory; `name` is used for the file in errors.
///
/// # Errors
/// As [`read_poses`].
///
/// ```
/// let text = b"# two poses\n0 0 1 0 0 0 1\n0 0 2 0 0 0 1 # up\n";
/// let poses = obbtree_io::read_poses_from(text, "p")?;
/// assert_eq!(poses[1].translation().z, 2.0);
/// # Ok::<(), obbtree_io::ReadError>(())
/// ```
pub fn read_poses_from(bytes: &[u8], name: &str) -> Result<Vec<Pose>, ReadError> {
    read_lines(bytes, name, |text| text.parse().map_err(Problem::Pose))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_blank_lines_are_skipped_and_lines_counted() {
        let text =
            b"\xef\xbb\xbf# poses\r\n\r\n1 2 3 0 0 0 1 # seven\r\n1,0,0,1, 0,1,0,2, 0,0,1,3\n \t\n\
            1 0 0 1 0 1 0 2 0 0 1 3 0 0 0 1";
        let poses = read_poses_from(text, "p.txt").unwrap();
        assert_eq!(poses.len(), 3);
        assert!(poses.iter().all(|pose| *pose == poses[0]));
        assert!(read_poses_from(b"", "p.txt").unwrap().is_empty());
    }

    #[test]
    fn an_error_names_file_and_line() {
        let check = |text: &[u8], message: &str| {
            let error = read_poses_from(text, "p.txt").unwrap_err().to_string();
            assert!(error.starts_with(message), "{error}");
        };
        check(b"# a\n\n1 2 x 0 0 0 1\n", "p.txt: line 3: 'x' is not a number");
        check(b"0 0 0 0 0 0 1\n1 2 3\n", "p.txt: line 2: a pose is 7 numbers");
        check(b"0 0 0 0 0 0 1\n# caf\xe9\n", "p.txt: line 2: the text is not UTF-8");
        check(b"nan 0 0 0 0 0 1", "p.txt: line 1: pose entry [0][3] is NaN");
        let error = read_poses("no/such/file").unwrap_err().to_string();
        assert!(error.starts_with("no/such/file: cannot be read: "), "{error}");
    }
}
