//! Faces and lines as the camera sees them.

use obbtree::nalgebra::{Point3, Vector3};

use super::camera::{Camera, ScreenPoint};
use super::colour::Colour;
use super::shapes::{Face, Line};

/// The rectangle around a face, at least.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    low: [f32; 2],
    high: [f32; 2],
}

impl Around {
    /// Is a pixel's sample in it, which is `shift` from the pixel's corner? Most small faces have
    /// none: then nothing else of them is read.
    #[inline]
    pub(crate) fn has_pixel(&self, shift: [f32; 2]) -> bool {
        // More than `f32` rounds of places in the picture.
        const SLACK: f32 = 1.0 / (1 << 8) as f32;
        (0..2).all(|k| {
            let (low, high) = (self.low[k] - shift[k] - SLACK, self.high[k] - shift[k] + SLACK);
            // Rounded down; one less where it is negative, as no pixel is there.
            let below = high as i32 - i32::from(high < 0.0);
            below as f32 >= low
        })
    }
}

/// Where a face is on the screen.
pub(crate) struct ScreenTriangle {
    pub(crate) corners: [ScreenPoint; 3],
    /// Twice the area in square pixels, with the sign of the corners' order.
    pub(crate) area: f64,
    /// No pixel of it is nearer.
    pub(crate) most_near: f64,
}

/// A face on the screen.
pub(crate) struct ScreenFace {
    pub(crate) triangle: ScreenTriangle,
    /// Of length one, to the eye's side, as right, up, towards the eye.
    pub(crate) normal: Vector3<f64>,
    /// The colour in the light that falls on it.
    pub(crate) lit: Colour,
    pub(crate) colour: Colour,
    pub(crate) body: usize,
    pub(crate) shows_through: bool,
    pub(crate) is_ghost: bool,
}

/// Above what rounding adds to an interpolated nearness: a share of it.
const ROUNDED: f64 = 1.0 + 1e-5;
/// Of faces with less twice the area, in square pixels, rounding can add anything.
const LEAST_AREA: f64 = 1e-2;

impl ScreenFace {
    pub(crate) fn new(face: &Face, triangle: ScreenTriangle, camera: &Camera) -> Self {
        let [p, q, r] = &face.corners;
        let normal = camera.rotate(&(q - p)).cross(&camera.rotate(&(r - p)));
        let normal = normal.try_normalize(0.0).unwrap_or_else(Vector3::z);
        // Seen from the front, corners run counterclockwise, which a y axis downwards makes
        // negative.
        let normal = if triangle.area > 0.0 { -normal } else { normal };
        Self {
            triangle,
            normal,
            lit: face.colour.times(brightness(&normal)),
            colour: face.colour,
            body: face.body,
            shows_through: face.shows_through,
            is_ghost: face.is_ghost,
        }
    }
}

impl ScreenTriangle {
    pub(crate) fn new(corners: &[Point3<f64>; 3], camera: &Camera) -> Self {
        let corners = corners.each_ref().map(|corner| camera.project(corner));
        let [a, b, c] = &corners;
        let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
        let most_near = match area.abs() > LEAST_AREA {
            true => corners.iter().fold(0.0, |most: f64, p| most.max(p.nearness)) * ROUNDED,
            false => f64::INFINITY,
        };
        Self { corners, area, most_near }
    }

    pub(crate) fn around(&self) -> Around {
        let of = |of: fn(&ScreenPoint) -> f64, pick: fn(f64, f64) -> f64| {
            self.corners.iter().map(of).reduce(pick).unwrap_or(f64::NAN) as f32
        };
        Around {
            low: [of(|p| p.x, f64::min), of(|p| p.y, f64::min)],
            high: [of(|p| p.x, f64::max), of(|p| p.y, f64::max)],
        }
    }

    /// The nearness at a place on the screen, if the face is there; its border belongs to it.
    pub(crate) fn at(&self, x: f64, y: f64) -> Option<f64> {
        let weight = |p: &ScreenPoint, q: &ScreenPoint| {
            ((q.x - p.x) * (y - p.y) - (q.y - p.y) * (x - p.x)) / self.area
        };
        let [a, b, c] = &self.corners;
        let (wa, wb, wc) = (weight(b, c), weight(c, a), weight(a, b));
        (wa >= 0.0 && wb >= 0.0 && wc >= 0.0)
            .then_some(wa * a.nearness + wb * b.nearness + wc * c.nearness)
    }
}

/// A line on the screen.
pub(crate) struct ScreenLine {
    pub(crate) ends: [ScreenPoint; 2],
    pub(crate) colour: Colour,
    /// Pixels.
    pub(crate) half_width: f64,
    pub(crate) opacity: f32,
    pub(crate) is_mark: bool,
    /// No pixel of it is nearer.
    pub(crate) most_near: f64,
}

impl ScreenLine {
    pub(crate) fn new(line: &Line, camera: &Camera) -> Self {
        let ends = line.ends.map(|end| camera.project(&end));
        Self {
            ends,
            most_near: ends[0].nearness.max(ends[1].nearness) * ROUNDED,
            colour: line.colour,
            half_width: line.width / 2.0,
            opacity: line.opacity,
            is_mark: line.is_mark,
        }
    }

    /// The nearness of the line at a place on the screen, if the line covers it; its ends are
    /// round.
    pub(crate) fn at(&self, x: f64, y: f64) -> Option<f64> {
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

/// How bright a surface is whose normal, as right, up, towards the eye, has length one.
fn brightness(normal: &Vector3<f64>) -> f32 {
    let of_lamp = |lamp: &Lamp| {
        let cosine = normal.dot(&Vector3::from(lamp.direction).normalize());
        lamp.strength * cosine.max(0.0)
    };
    LAMPS.iter().fold(AMBIENT_LIGHT, |sum, lamp| sum + of_lamp(lamp)) as f32
}

/// A light far away.
struct Lamp {
    /// To the lamp, as right, up, towards the eye.
    direction: [f64; 3],
    /// The brightness that it gives a surface which faces it.
    strength: f64,
}

/// The brightness of a surface that no lamp reaches: its colour can still be told.
const AMBIENT_LIGHT: f64 = 0.30;

/// The usual two of a technical drawing, chosen by eye: a main light from the upper left, and a
/// weaker one from the right, so that sides away from the first differ too.
const LAMPS: [Lamp; 2] = [
    Lamp { direction: [-0.5, 0.8, 0.75], strength: 0.78 },
    Lamp { direction: [0.9, 0.1, 0.4], strength: 0.22 },
];
