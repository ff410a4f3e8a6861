//! What is read, whatever the format.

use crate::error::{Fault, Problem};

/// An image of one channel: depths, or heights.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct DepthImage {
    /// Pixels of a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// The numbers, row by row, from the top left: `height * width`. They are those of the file,
    /// exactly: `f32` holds every number of 16 bits. What they are multiples of is not in the file;
    /// millimetres are usual for depths, of which 0 says that nothing was seen. NaN where a TIFF
    /// has the number that its tag `GDAL_NODATA` says is none.
    pub depths: Vec<f32>,
}

/// The pixels of an image that is not too large: compression makes at most `most` bytes of one.
pub(super) fn checked_size(
    [width, height]: [u32; 2],
    bytes_each: u128,
    bytes: &[u8],
    most: u128,
) -> Result<[usize; 2], Fault> {
    let pixels = u128::from(width) * u128::from(height);
    if pixels * bytes_each > most * bytes.len() as u128 {
        let (what, count) = ("pixels".to_owned(), pixels as u64);
        return Err(Fault::byte(0, Problem::TooShort { what, count, bytes: bytes.len() }));
    }
    Ok([width as usize, height as usize])
}

/// What has pixels of another kind.
pub(super) fn other_pixels(found: &str) -> Fault {
    let what = format!("an image of {found}, in place of one channel of 16 bits or f32,");
    Fault::anywhere(Problem::NotSupported(what))
}
