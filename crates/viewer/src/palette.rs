//! The colours of bodies, boxes and contacts: the same in pictures, pages and exported files.

use serde::Serialize;

/// Red, green and blue, sRGB.
pub(crate) type Rgb = [u8; 3];

/// Body A is blue, body B the colour of sand: both far from red in hue and brightness.
pub(crate) const BODIES: [Rgb; 2] = [[0x86, 0xA9, 0xC9], [0xE3, 0xCF, 0xA4]];

/// The colours of the bodies, darkened, so that boxes are seen as lines over them.
pub(crate) const BOXES: [Rgb; 2] = [[0x17, 0x40, 0x66], [0x7A, 0x55, 0x10]];

/// Of many bodies, in turn: muted, of like brightness, none near red.
const MANY: [Rgb; 8] = [
    [0x86, 0xA9, 0xC9],
    [0xE3, 0xCF, 0xA4],
    [0x8F, 0xBB, 0x9C],
    [0xB7, 0xA8, 0xD0],
    [0x8C, 0xC0, 0xC4],
    [0xC9, 0xC4, 0x8B],
    [0xA9, 0xB4, 0xBE],
    [0x9F, 0xAE, 0xDB],
];

/// For the two bodies of a clash before the others: as in the archives of BCF.
const REVIEWED: [Rgb; 2] = [[0xE6, 0x9F, 0x00], [0x56, 0xB4, 0xE9]];

/// For what meets, triangles or lines, and for nothing else.
pub(crate) const MEETING: Rgb = [0xD8, 0x22, 0x1C];

/// For the edges of triangles that meet.
pub(crate) const RED_EDGE: Rgb = [0xA5, 0x10, 0x0C];

/// For the lines along which triangles meet.
pub(crate) const CONTACT: Rgb = [0x20, 0x08, 0x08];

/// For the closest points and the segment between them: neither body's colour, nor red.
pub(crate) const CLOSEST: Rgb = [0x0B, 0x6B, 0x3A];

/// Colours in the words of a page.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Palette {
    many: [String; 8],
    boxes: [String; 2],
    pair: [String; 2],
    meeting: String,
    red_edge: String,
    contact: String,
    closest: String,
}

impl Palette {
    pub(crate) fn new() -> Self {
        Self {
            many: MANY.map(hex),
            boxes: BOXES.map(hex),
            pair: REVIEWED.map(hex),
            meeting: hex(MEETING),
            red_edge: hex(RED_EDGE),
            contact: hex(CONTACT),
            closest: hex(CLOSEST),
        }
    }
}

/// A colour in the words of a page.
pub(crate) fn hex([r, g, b]: Rgb) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}
