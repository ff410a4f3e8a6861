//! An image of one channel, from a file.

use std::path::Path;

use super::image::DepthImage;
use super::{png, tiff};
use crate::bytes::bytes_of;
use crate::error::{Fault, Problem, ReadError};
use crate::text::shown;

/// Reads an image of depths or heights: PNG in grey of 16 bits; TIFF of one channel of 16 bits,
/// with or without a sign, or of `f32` numbers, as it is or compressed by PackBits, LZW or deflate.
/// Of a TIFF with several images the first is read.
///
/// # Errors
/// If the file cannot be read, is neither, has other pixels, or is compressed otherwise.
pub fn read_depth(path: impl AsRef<Path>) -> Result<DepthImage, ReadError> {
    let path = path.as_ref();
    read_depth_from(&bytes_of(path)?, &path.display().to_string())
}

/// Reads an image of depths or heights from memory; `name` is used for the file in errors.
///
/// # Errors
/// As [`read_depth`].
pub fn read_depth_from(bytes: &[u8], name: &str) -> Result<DepthImage, ReadError> {
    read(bytes).map_err(|fault| fault.in_file(name))
}

pub(super) fn read(bytes: &[u8]) -> Result<DepthImage, Fault> {
    match bytes {
        [] => Err(Fault::anywhere(Problem::Empty)),
        [0x89, b'P', b'N', b'G', ..] => png::read(bytes),
        // Little and big ends, and those of BigTIFF.
        [b'I', b'I', 42 | 43, 0, ..] | [b'M', b'M', 0, 42 | 43, ..] => tiff::read(bytes),
        _ => {
            let expected = "the first bytes of a PNG or a TIFF";
            let found = format!("'{}'", shown(&bytes[..bytes.len().min(8)]));
            Err(Fault::byte(0, Problem::Expected { expected, found }))
        }
    }
}
