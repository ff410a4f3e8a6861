//! What a sensor in front of the wall with the hole sees of it: points in a PCD.

use crate::wall::{HOLE_HEIGHT, HOLE_WIDTH, SIDE, THICKNESS};

/// Points of a row, and rows.
const PIXELS: u16 = 40;

/// The points of the wall's front in metres, row by row; NaN where the sensor looks through the
/// hole.
pub fn scan() -> Vec<[f32; 3]> {
    let place = |n: u16| SIDE * ((f64::from(n) + 0.5) / f64::from(PIXELS) - 0.5);
    let pixels = (0..PIXELS).flat_map(|row| (0..PIXELS).map(move |column| [column, row]));
    let point = |pixel: [u16; 2]| {
        let [y, z] = pixel.map(place);
        let is_hole = y.abs() < 0.5 * HOLE_WIDTH && z.abs() < 0.5 * HOLE_HEIGHT;
        if is_hole { [f32::NAN; 3] } else { [0.5 * THICKNESS, y, z].map(|x| x as f32) }
    };
    pixels.map(point).collect()
}

/// A binary PCD of these points.
pub(crate) fn pcd_bytes() -> Vec<u8> {
    let header = format!(
        "# .PCD v0.7 - Point Cloud Data file format\n# obbtree: the front of the wall as a sensor \
         sees it, m\nVERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH {PIXELS}\n\
         HEIGHT {PIXELS}\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS {}\nDATA binary\n",
        PIXELS * PIXELS
    );
    // One NaN of all that there are, so that the bytes are the same on every machine.
    let numbers = scan().into_iter().flatten();
    let bits = numbers.map(|x| if x.is_nan() { 0x7fc0_0000 } else { x.to_bits() });
    header.bytes().chain(bits.flat_map(u32::to_le_bytes)).collect()
}
