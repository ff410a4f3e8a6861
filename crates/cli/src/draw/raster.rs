//! Which face each pixel shows, and in what light.
//!
//! A depth buffer (Catmull 1974): painter's order, which 2D libraries such as tiny-skia leave one
//! with, is wrong exactly where triangles pass through each other, and that is what is to be shown.
//! The depth-buffered renderer to be had as a crate, euc 0.5, works in single precision and brings a
//! second vector library, for a loop of ten lines.
//!
//! A picture is the mean of [`PASSES`] drawings without smoothing, each with its pixel grid shifted
//! by a part of a pixel: edges, lines and outlines come out smooth alike. Light is added up linearly
//! and taken back to sRGB at the end, as a square root: that is the same on every machine.

use anyhow::Result;
use nalgebra::{Point3, Vector3};

use super::camera::{Camera, EYE_DISTANCE, Seen};

/// Width and height in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Size {
    pub(super) width: usize,
    pub(super) height: usize,
}

/// Red, green and blue as amounts of light, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Colour([f32; 3]);

/// A flat triangle, seen from both sides.
#[derive(Clone, Debug)]
pub(super) struct Face {
    /// World coordinates.
    pub(super) corners: [Point3<f64>; 3],
    pub(super) colour: Colour,
    /// The body it belongs to: an outline is drawn where bodies change.
    pub(super) part: u8,
    /// Tints what hides it.
    pub(super) shines_through: bool,
}

/// A straight line; what hides it shows it faintly.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// World coordinates.
    pub(super) ends: [Point3<f64>; 2],
    pub(super) colour: Colour,
    /// Pixels.
    pub(super) width: f64,
    /// How much of the colour covers what is behind, 0 to 1.
    pub(super) strength: f32,
}

/// A finished picture.
pub(super) struct Picture {
    size: Size,
    /// Row by row from the top, sRGB.
    rgb: Vec<[u8; 3]>,
}

/// Draws faces and lines as the camera sees them. Of faces at the same place the first is seen.
pub(super) fn draw(faces: &[Face], lines: &[Line], camera: &Camera, size: Size) -> Picture {
    let flats: Vec<Flat> = faces.iter().map(|face| Flat::new(face, camera)).collect();
    let strokes: Vec<Stroke> = lines.iter().map(|line| Stroke::new(line, camera)).collect();
    let mut light = vec![[0.0_f32; 3]; size.width * size.height];
    let mut pass = Pass::new(size);
    for number in 0..PASSES {
        pass.draw(&flats, &strokes, shift(number));
        for (sum, colour) in light.iter_mut().zip(&pass.colour) {
            for k in 0..3 {
                sum[k] += colour.0[k];
            }
        }
    }
    let rgb = light.iter().map(|sum| Colour(sum.map(|x| x / PASSES as f32)).to_srgb()).collect();
    Picture { size, rgb }
}

/// Where in the pixel a pass looks: the additive recurrence of the plastic number, which spreads any
/// count of points evenly over a square (M. Roberts, "The unreasonable effectiveness of quasirandom
/// sequences", 2018).
fn shift(pass: usize) -> [f64; 2] {
    const PLASTIC: f64 = 1.324_717_957_244_746;
    let step = [1.0 / PLASTIC, 1.0 / (PLASTIC * PLASTIC)];
    step.map(|step| (0.5 + pass as f64 * step).fract())
}

/// A face on the screen.
struct Flat {
    corners: [Seen; 3],
    /// Twice the area in square pixels, signed by the sense of rotation.
    area: f64,
    /// Of length one, towards the eye's side, as right, up, towards the eye.
    normal: Vector3<f64>,
    lit: Colour,
    colour: Colour,
    part: u8,
    shines_through: bool,
}

impl Flat {
    fn new(face: &Face, camera: &Camera) -> Self {
        let [p, q, r] = &face.corners;
        let corners = face.corners.map(|corner| camera.see(&corner));
        let [a, b, c] = &corners;
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        let normal = camera.turn(&(q - p)).cross(&camera.turn(&(r - p)));
        let normal = normal.try_normalize(0.0).unwrap_or_else(Vector3::z);
        // Seen from the front, corners run counterclockwise, which a y axis downwards makes negative.
        let normal = if area > 0.0 { -normal } else { normal };
        Self {
            corners,
            area,
            normal,
            lit: face.colour.times(brightness(&normal)),
            colour: face.colour,
            part: face.part,
            shines_through: face.shines_through,
        }
    }

    /// The nearness at a place on the screen, if the face is there; its border belongs to it.
    fn at(&self, x: f64, y: f64) -> Option<f64> {
        let weight =
            |p: &Seen, q: &Seen| ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / self.area;
        let [a, b, c] = &self.corners;
        let (wa, wb, wc) = (weight(b, c), weight(c, a), weight(a, b));
        (wa >= 0.0 && wb >= 0.0 && wc >= 0.0)
            .then_some(wa * a.nearness + wb * b.nearness + wc * c.nearness)
    }
}

/// A line on the screen.
struct Stroke {
    ends: [Seen; 2],
    colour: Colour,
    /// Pixels.
    half_width: f64,
    strength: f32,
}

impl Stroke {
    fn new(line: &Line, camera: &Camera) -> Self {
        Self {
            ends: line.ends.map(|end| camera.see(&end)),
            colour: line.colour,
            half_width: line.width / 2.0,
            strength: line.strength,
        }
    }

    /// The nearness of the line at a place on the screen, if it is that wide; its ends are round.
    fn at(&self, x: f64, y: f64) -> Option<f64> {
        let [p, q] = &self.ends;
        let (dx, dy) = (q.x - p.x, q.y - p.y);
        let length_sq = dx * dx + dy * dy;
        let along = if length_sq > 0.0 {
            (((x - p.x) * dx + (y - p.y) * dy) / length_sq).clamp(0.0, 1.0)
        } else {
            0.0
        };
        let (off_x, off_y) = (x - p.x - along * dx, y - p.y - along * dy);
        (off_x * off_x + off_y * off_y <= self.half_width * self.half_width)
            .then_some(p.nearness + along * (q.nearness - p.nearness))
    }
}

/// One drawing without smoothing.
struct Pass {
    size: Size,
    /// Of the face in front; 0, infinitely far, where there is none.
    nearness: Vec<f64>,
    /// The number of the face in front, or [`NO_FACE`].
    face: Vec<u32>,
    /// What shines through the face in front.
    tint: Vec<Option<Colour>>,
    /// Of the line in front; 0 where there is none.
    line_nearness: Vec<f64>,
    /// The number of the line in front, where there is one.
    line: Vec<u32>,
    colour: Vec<Colour>,
}

/// No mesh has that many triangles.
const NO_FACE: u32 = u32::MAX;

impl Pass {
    fn new(size: Size) -> Self {
        let pixels = size.width * size.height;
        Self {
            size,
            nearness: vec![0.0; pixels],
            face: vec![NO_FACE; pixels],
            tint: vec![None; pixels],
            line_nearness: vec![0.0; pixels],
            line: vec![0; pixels],
            colour: vec![PAPER; pixels],
        }
    }

    fn draw(&mut self, flats: &[Flat], strokes: &[Stroke], shift: [f64; 2]) {
        self.nearness.fill(0.0);
        self.face.fill(NO_FACE);
        for (number, flat) in flats.iter().enumerate().filter(|(_, flat)| flat.area != 0.0) {
            self.size.visit(&flat.corners, 0.0, shift, |pixel, x, y| {
                if let Some(nearness) = flat.at(x, y).filter(|&n| n > self.nearness[pixel]) {
                    self.nearness[pixel] = nearness;
                    self.face[pixel] = number as u32;
                }
            });
        }
        for (pixel, &face) in self.face.iter().enumerate() {
            self.colour[pixel] = flats.get(face as usize).map_or(PAPER, |flat| flat.lit);
        }
        self.shine_through(flats, shift);
        self.outline(flats);
        self.stroke(strokes, shift);
    }

    /// Tints the pixels whose face hides one that shines through: once, however many it hides.
    fn shine_through(&mut self, flats: &[Flat], shift: [f64; 2]) {
        self.tint.fill(None);
        for flat in flats.iter().filter(|flat| flat.shines_through && flat.area != 0.0) {
            self.size.visit(&flat.corners, 0.0, shift, |pixel, x, y| {
                let front = &flats.get(self.face[pixel] as usize);
                if front.is_some_and(|front| !front.shines_through) && flat.at(x, y).is_some() {
                    self.tint[pixel] = Some(flat.colour);
                }
            });
        }
        for (colour, tint) in self.colour.iter_mut().zip(&self.tint) {
            if let &Some(tint) = tint {
                *colour = colour.mixed(tint, SHINE);
            }
        }
    }

    /// Darkens pixels whose right or lower neighbour shows another body, a fold or a step in depth.
    fn outline(&mut self, flats: &[Flat]) {
        let Size { width, height } = self.size;
        for pixel in 0..width * height {
            let right = ((pixel + 1) % width != 0).then_some(pixel + 1);
            let below = (pixel + width < width * height).then_some(pixel + width);
            let strength = [right, below]
                .into_iter()
                .flatten()
                .map(|neighbour| self.edge(flats, pixel, neighbour))
                .fold(0.0, f32::max);
            self.colour[pixel] = self.colour[pixel].mixed(INK, strength);
        }
    }

    /// How much ink the border between two pixels gets.
    fn edge(&self, flats: &[Flat], pixel: usize, neighbour: usize) -> f32 {
        let (here, there) = (self.face[pixel], self.face[neighbour]);
        if here == there {
            return 0.0;
        }
        let (Some(here), Some(there)) = (flats.get(here as usize), flats.get(there as usize))
        else {
            return OUTLINE; // against the paper
        };
        let step = (1.0 / self.nearness[pixel] - 1.0 / self.nearness[neighbour]).abs();
        if here.part != there.part || step > STEP {
            OUTLINE
        } else if here.normal.dot(&there.normal) < FOLD_COSINE {
            FOLD
        } else {
            0.0
        }
    }

    /// Draws the line in front at each pixel, so that lines which cross or share an end do not add up.
    /// A tint is not drawn over by hidden lines: one layer that shines through is enough.
    fn stroke(&mut self, strokes: &[Stroke], shift: [f64; 2]) {
        self.line_nearness.fill(0.0);
        for (number, stroke) in strokes.iter().enumerate() {
            self.size.visit(&stroke.ends, stroke.half_width, shift, |pixel, x, y| {
                if let Some(nearness) = stroke.at(x, y).filter(|&n| n > self.line_nearness[pixel]) {
                    self.line_nearness[pixel] = nearness;
                    self.line[pixel] = number as u32;
                }
            });
        }
        for pixel in 0..self.colour.len() {
            let nearness = self.line_nearness[pixel];
            if nearness > 0.0 {
                let stroke = &strokes[self.line[pixel] as usize];
                let hidden = 1.0 / nearness > 1.0 / self.nearness[pixel] + LINE_LIFT;
                let seen = match (hidden, self.tint[pixel]) {
                    (true, Some(_)) => continue,
                    (true, None) => SHINE_OF_LINES,
                    (false, _) => 1.0,
                };
                let share = stroke.strength * seen * clarity(nearness);
                self.colour[pixel] = self.colour[pixel].mixed(stroke.colour, share);
            }
        }
    }
}

impl Size {
    /// Calls for each pixel that the box around some points may touch, with its number and the place
    /// in it that this pass looks at.
    fn visit(
        self,
        points: &[Seen],
        margin: f64,
        shift: [f64; 2],
        mut call: impl FnMut(usize, f64, f64),
    ) {
        // Conversion to usize saturates, so points beside the picture end at its border.
        let span = |of: fn(&Seen) -> f64, shift: f64, end: usize| {
            let low = points.iter().map(of).fold(f64::INFINITY, f64::min) - margin - shift;
            let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + margin - shift;
            let past = if high < 0.0 { 0 } else { (high.floor() as usize).saturating_add(1) };
            low.ceil() as usize..past.min(end)
        };
        for row in span(|p| p.y, shift[1], self.height) {
            for column in span(|p| p.x, shift[0], self.width) {
                let (x, y) = (column as f64 + shift[0], row as f64 + shift[1]);
                call(row * self.width + column, x, y);
            }
        }
    }
}

/// How bright a surface is whose normal, as right, up, towards the eye, has length one: a lamp over
/// the left shoulder, a weaker one from the right, and light from everywhere.
fn brightness(normal: &Vector3<f64>) -> f32 {
    let lamp = |direction: [f64; 3]| normal.dot(&Vector3::from(direction).normalize()).max(0.0);
    let sum = 0.30 + 0.78 * lamp([-0.5, 0.8, 0.75]) + 0.22 * lamp([0.9, 0.1, 0.4]);
    sum as f32
}

/// Lines pale with distance: from 1 at the front of the scene to [`FAR_CLARITY`] at its back.
fn clarity(nearness: f64) -> f32 {
    let depth = ((1.0 / nearness - EYE_DISTANCE + 1.0) / 2.0).clamp(0.0, 1.0);
    1.0 - (1.0 - FAR_CLARITY) * depth as f32
}

impl Colour {
    /// From `0xRRGGBB`.
    pub(super) const fn from_srgb(rgb: u32) -> Self {
        const fn light(byte: u32) -> f32 {
            let value = (byte & 0xFF) as f32 / 255.0;
            value * value
        }
        Self([light(rgb >> 16), light(rgb >> 8), light(rgb)])
    }

    fn to_srgb(self) -> [u8; 3] {
        let steps = 255.0 / TONE_STEP;
        self.0.map(|light| ((light.clamp(0.0, 1.0).sqrt() * steps).round() * TONE_STEP) as u8)
    }

    fn times(self, factor: f32) -> Self {
        Self(self.0.map(|light| (light * factor).min(1.0)))
    }

    /// A share of another colour laid over this one.
    fn mixed(self, other: Self, share: f32) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + (other.0[k] - self.0[k]) * share))
    }
}

impl Picture {
    /// The pixels, row by row from the top.
    #[cfg(test)]
    pub(super) fn rgb(&self) -> &[[u8; 3]] {
        &self.rgb
    }

    /// The bytes of a PNG file.
    pub(super) fn png(&self) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let mut encoder =
            png::Encoder::new(&mut bytes, self.size.width as u32, self.size.height as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        encoder.set_compression(png::Compression::High);
        // Flat tones repeat as they are: pictures of the assets were 14 to 19 % larger with adaptive
        // filters.
        encoder.set_filter(png::Filter::NoFilter);
        encoder.write_header()?.write_image_data(self.rgb.as_flattened())?;
        Ok(bytes)
    }
}

/// Shifted drawings that make up a picture: 17 tones across an edge.
const PASSES: usize = 16;

/// Between neighbouring tones of a channel, of 255 and dividing it: on flat facets the eye does not
/// tell, and the pictures of README and docs take two fifths less than at a step of 1.
const TONE_STEP: f32 = 5.0;

const PAPER: Colour = Colour::from_srgb(0xFF_FF_FF);

/// Of outlines and folds.
const INK: Colour = Colour::from_srgb(0x22_2A_33);

/// Shares of ink on outlines of bodies, and on folds within one.
const OUTLINE: f32 = 0.75;
const FOLD: f32 = 0.35;

/// Faces that turn by more than 25 degrees against each other have a fold between them.
const FOLD_COSINE: f64 = 0.906;

/// A step in depth that gets an outline, in radii of the scene.
const STEP: f64 = 0.03;

/// How far lines are lifted off the surface that they lie in, in radii of the scene: more than
/// rounding, less than anything one would see.
const LINE_LIFT: f64 = 2e-3;

/// What is left, behind a surface, of red faces and of lines.
const SHINE: f32 = 0.5;
const SHINE_OF_LINES: f32 = 0.12;

/// What is left of a line at the back of the scene.
const FAR_CLARITY: f32 = 0.3;
