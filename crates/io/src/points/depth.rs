//! Depth images: PNG of one channel of 16 bits.

use std::io::Cursor;
use std::path::Path;

use png::{BitDepth, ColorType, Decoder};

use crate::error::{Fault, Problem, ReadError};
use crate::read::bytes_of;

/// Deflate makes at most so many bytes of one.
const MOST: u128 = 1032;

/// A depth image.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct DepthImage {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The depths, row by row, from the top left: `height * width`. What they are multiples of is
    /// not in the file; millimetres are usual. 0 says that nothing was seen.
    pub depths: Vec<u16>,
}

/// Reads a depth image: PNG in grey of 16 bits.
///
/// # Errors
/// If the file cannot be read, is no PNG, or has other pixels.
pub fn read_depth(path: impl AsRef<Path>) -> Result<DepthImage, ReadError> {
    let path = path.as_ref();
    read_depth_from(&bytes_of(path)?, &path.display().to_string())
}

/// Reads a depth image from memory; `name` is used for the file in errors.
///
/// # Errors
/// As [`read_depth`].
pub fn read_depth_from(bytes: &[u8], name: &str) -> Result<DepthImage, ReadError> {
    read(bytes).map_err(|fault| fault.in_file(name))
}

fn read(bytes: &[u8]) -> Result<DepthImage, Fault> {
    let fault = |error: png::DecodingError| Fault::anywhere(Problem::Image(error.to_string()));
    let mut reader = Decoder::new(Cursor::new(bytes)).read_info().map_err(fault)?;
    let info = reader.info();
    let (width, height) = (info.width as usize, info.height as usize);
    if (info.color_type, info.bit_depth) != (ColorType::Grayscale, BitDepth::Sixteen) {
        let what = format!(
            "an image of {:?} with {} bits a channel, in place of depths of 16 bits in grey,",
            info.color_type, info.bit_depth as u8
        );
        return Err(Fault::anywhere(Problem::NotSupported(what)));
    }
    let size = width as u128 * height as u128 * 2;
    if size > MOST * bytes.len() as u128 {
        let (what, count) = ("pixels".to_owned(), (size / 2) as u64);
        return Err(Fault::byte(0, Problem::TooShort { what, count, bytes: bytes.len() }));
    }
    let mut pixels = vec![0; size as usize];
    reader.next_frame(&mut pixels).map_err(fault)?;
    let depths = pixels.as_chunks().0.iter().map(|&bytes| u16::from_be_bytes(bytes)).collect();
    Ok(DepthImage { width, height, depths })
}
