//! Colours as amounts of light: mixed linearly, stored as sRGB.

use crate::palette::Rgb;

/// Red, green and blue as amounts of light, 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Colour([f32; 3]);

impl Colour {
    /// From sRGB, taken as a square: simpler than the standard's curve, and the same on every
    /// machine.
    pub(crate) const fn from_srgb([r, g, b]: Rgb) -> Self {
        const fn light(byte: u8) -> f32 {
            let value = byte as f32 / 255.0;
            value * value
        }
        Self([light(r), light(g), light(b)])
    }

    /// To sRGB, as a square root, in steps of [`TONE_STEP`].
    pub(crate) fn to_srgb(self) -> Rgb {
        let steps = 255.0 / TONE_STEP;
        self.0.map(|light| ((light.clamp(0.0, 1.0).sqrt() * steps).round() * TONE_STEP) as u8)
    }

    /// So many times as bright, up to full light.
    pub(crate) fn times(self, factor: f32) -> Self {
        Self(self.0.map(|light| (light * factor).min(1.0)))
    }

    /// A share of another colour laid over this one.
    pub(crate) fn mixed(self, other: Self, share: f32) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + (other.0[k] - self.0[k]) * share))
    }

    /// The sum of the light of both.
    pub(crate) fn plus(self, other: Self) -> Self {
        Self(std::array::from_fn(|k| self.0[k] + other.0[k]))
    }

    /// One part in `parts` of the light.
    pub(crate) fn divided(self, parts: f32) -> Self {
        Self(self.0.map(|light| light / parts))
    }
}

/// The difference of neighbouring tones of a channel; divides 255. The eye does not see it on flat
/// triangles, and the pictures of README and docs take two fifths less than at a step of 1.
const TONE_STEP: f32 = 5.0;
