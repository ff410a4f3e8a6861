//! The colours of bodies, boxes and contacts: the same in pictures, pages and exported files.

/// Red, green and blue, sRGB.
pub(crate) type Rgb = [u8; 3];

/// Body A is blue, body B the colour of sand: both far from red in hue and brightness.
pub(crate) const BODIES: [Rgb; 2] = [[0x86, 0xA9, 0xC9], [0xE3, 0xCF, 0xA4]];

/// The colours of the bodies, darkened, so that boxes are seen as lines over them.
pub(crate) const BOXES: [Rgb; 2] = [[0x17, 0x40, 0x66], [0x7A, 0x55, 0x10]];

/// For triangles that meet, and for nothing else.
pub(crate) const MEETING: Rgb = [0xD8, 0x22, 0x1C];

/// For the lines along which triangles meet.
pub(crate) const CONTACT: Rgb = [0x20, 0x08, 0x08];

/// For the closest points and the segment between them: neither body's colour, nor red.
pub(crate) const CLOSEST: Rgb = [0x0B, 0x6B, 0x3A];

/// Of the body that is picked in a page.
pub(crate) const PICKED: Rgb = [0x8F, 0xBB, 0x84];
