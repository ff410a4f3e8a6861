//! PNG of one channel of 16 bits.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, DecodingError};

use super::image::{DepthImage, checked_size, other_pixels};
use crate::error::{Fault, Problem};

/// Deflate makes at most so many bytes of one.
const MOST: u128 = 1032;

pub(super) fn read(bytes: &[u8]) -> Result<DepthImage, Fault> {
    let fault = |error: DecodingError| Fault::anywhere(Problem::Image(error.to_string()));
    let mut reader = Decoder::new(Cursor::new(bytes)).read_info().map_err(fault)?;
    let info = reader.info();
    if (info.color_type, info.bit_depth) != (ColorType::Grayscale, BitDepth::Sixteen) {
        let found = format!("{:?} with {} bits a channel", info.color_type, info.bit_depth as u8);
        return Err(other_pixels(&found));
    }
    let [width, height] = checked_size([info.width, info.height], 2, bytes, MOST)?;
    let mut pixels = vec![0; 2 * width * height];
    reader.next_frame(&mut pixels).map_err(fault)?;
    let number = |&bytes: &[u8; 2]| f32::from(u16::from_be_bytes(bytes));
    let depths = pixels.as_chunks().0.iter().map(number).collect();
    Ok(DepthImage { width, height, depths })
}
