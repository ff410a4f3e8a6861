//! TIFF of one channel of 16 bits or `f32`.

use std::io::{Cursor, ErrorKind};

use tiff::decoder::{Decoder, DecodingResult, DecodingSampleType, Limits};
use tiff::tags::{PhotometricInterpretation, Tag};
use tiff::{ColorType, TiffError};

use super::image::{DepthImage, checked_size, other_pixels};
use crate::error::{Fault, Problem};

/// LZW makes at most so many bytes of one, and the others fewer: a code of 12 bits is 4096 bytes
/// at most.
const MOST: u128 = 4096;

pub(super) fn read(bytes: &[u8]) -> Result<DepthImage, Fault> {
    let mut decoder = Decoder::new(Cursor::new(bytes)).map_err(fault)?;
    let color = decoder.colortype().map_err(fault)?;
    let kind = decoder.image_buffer_layout().map_err(fault)?.sample_type;
    let is_read = matches!(
        kind,
        Some(DecodingSampleType::U16 | DecodingSampleType::I16 | DecodingSampleType::F32)
    );
    let (16 | 32, true, ColorType::Gray(_)) = (color.bit_depth(), is_read, color) else {
        let kind = kind.map_or("other numbers".to_owned(), |kind| format!("{kind:?} numbers"));
        return Err(other_pixels(&format!("{color:?} with {kind}")));
    };
    let (width, height) = decoder.dimensions().map_err(fault)?;
    let each = u128::from(color.bit_depth()) / 8;
    let [width, height] = checked_size([width, height], each, bytes, MOST)?;
    let mut limits = Limits::default();
    limits.decoding_buffer_size = usize::MAX; // as large as that is
    let mut decoder = decoder.with_limits(limits);
    let none = nothing_seen(&mut decoder);
    // Of numbers that are shown darker the higher they are, the crate gives how bright they are.
    let shown = decoder.get_tag_u32(Tag::PhotometricInterpretation).map_err(fault)?;
    let is_turned = shown == u32::from(PhotometricInterpretation::WhiteIsZero.to_u16());
    if is_turned && color.bit_depth() == 32 {
        return Err(other_pixels("f32 numbers, of which 0 is white"));
    }
    let orientation = decoder.find_tag_unsigned::<u32>(Tag::Orientation).map_err(fault)?;
    if let Some(other) = orientation.filter(|&orientation| orientation != 1) {
        let what =
            format!("an image whose first pixel is not the top left one (orientation {other})");
        return Err(Fault::anywhere(Problem::NotSupported(what)));
    }
    let is_none = |number: f64| none == Some(number);
    fn of<T: Copy + Into<f32>>(numbers: &[T], is_none: impl Fn(f64) -> bool) -> Vec<f32> {
        let number = |&number: &T| match number.into() {
            number if is_none(number.into()) => f32::NAN,
            number => number,
        };
        numbers.iter().map(number).collect()
    }
    let depths = match decoder.read_image().map_err(fault)? {
        DecodingResult::U16(mut numbers) => {
            if is_turned {
                numbers.iter_mut().for_each(|number| *number = u16::MAX - *number);
            }
            of(&numbers, is_none)
        }
        DecodingResult::I16(numbers) => of(&numbers, is_none),
        DecodingResult::F32(numbers) => of(&numbers, is_none),
        _ => return Err(other_pixels(&format!("{color:?}"))),
    };
    if depths.len() != width * height {
        let (what, count) = ("pixels".to_owned(), (width * height) as u64);
        return Err(Fault::byte(0, Problem::TooShort { what, count, bytes: bytes.len() }));
    }
    Ok(DepthImage { width, height, depths })
}

fn fault(error: TiffError) -> Fault {
    Fault::anywhere(match error {
        TiffError::IoError(error) if error.kind() == ErrorKind::UnexpectedEof => {
            Problem::EndsInside("the image, or what it says of itself".to_owned())
        }
        error => Problem::Image(error.to_string()),
    })
}

/// The number that says that a pixel has none, as GDAL writes it: text.
fn nothing_seen(decoder: &mut Decoder<Cursor<&[u8]>>) -> Option<f64> {
    let text = decoder.get_tag_ascii_string(Tag::GdalNodata).ok()?;
    let number: f64 = text.trim_end_matches('\0').trim().parse().ok()?;
    // Of `f32` pixels the text may have more digits than they.
    let narrow = f64::from(number as f32);
    Some(narrow)
}
