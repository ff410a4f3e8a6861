//! The metric screw thread of ISO 68-1, size M12 (pitch 1.75 mm), as a surface over angle and
//! height: what bolt and nut share.
//!
//! In a plane through the axis the flanks stand 60 degrees apart, on a triangle of height
//! `H = sqrt(3)/2 * pitch`; crests are cut off at H/8 and roots at H/4 or deeper. Along the axis
//! the whole profile climbs by one pitch a turn, right-handed. Columns of vertices stand at equal
//! angles, and each corner of the profile runs from column to column along its helix.

use std::f64::consts::TAU;

use crate::surface::{Surface, cos_sin};

/// Advance along the axis in millimetres for one turn.
pub const PITCH: f64 = 1.75;
/// Outer diameter of the bolt's thread, millimetres.
pub(crate) const DIAMETER: f64 = 12.0;
/// Columns in one turn. A chord comes nearer to the axis than its circle by 0.013 mm at most, less
/// than the clearance between bolt and nut.
pub(crate) const COLUMNS: usize = 48;
/// Height of the sharp triangle.
pub(crate) const SHARP_HEIGHT: f64 = 0.5 * SQRT_3 * PITCH;

const SQRT_3: f64 = 1.732_050_807_568_877_2;
/// Half the width of the crest of the ridge, in pitches: H/8 cut from the triangle.
const HALF_CREST: f64 = 1.0 / 16.0;
/// Corners of the profile in one pitch.
const CORNERS: i64 = 4;
/// Millimetres: a vertex closer than this to an end is the end. It keeps slivers out.
const SNAP: f64 = 0.01;

/// One side of a thread: the ridge of the bolt, or the groove of the nut around it.
pub(crate) struct Thread {
    /// From where to where on the axis, millimetres.
    pub(crate) from: f64,
    pub(crate) to: f64,
    /// How far the flat nearest to the axis lies within the pitch cylinder, in heights `H`.
    pub(crate) depth: f64,
    /// Radial distance from the nominal profile, outwards, millimetres.
    pub(crate) offset: f64,
    /// The radius at both ends, which spreads to the thread with 45 degrees: a chamfer.
    pub(crate) end_radius: f64,
}

impl Thread {
    /// Adds the surface, looking outwards, or towards the axis if `inwards`; gives its lower
    /// and upper ring, both counter-clockwise seen from +z.
    pub(crate) fn build(&self, surface: &mut Surface, inwards: bool) -> [Vec<u32>; 2] {
        let ends =
            [self.from, self.to].map(|z| surface.circle([0.0; 2], self.end_radius, z, COLUMNS));
        let first = CORNERS * ((self.from / PITCH) as i64 - 2);
        let last = CORNERS * ((self.to / PITCH) as i64 + 2);
        let columns: Vec<Vec<u32>> = (0..COLUMNS)
            .map(|column| {
                let corner = |corner| self.corner(surface, &ends, column, corner);
                (first..=last + CORNERS).map(corner).collect()
            })
            .collect();
        for column in 0..COLUMNS {
            // After a full turn every helix has climbed by one pitch.
            let (next, climbed) =
                if column + 1 < COLUMNS { (column + 1, 0) } else { (0, CORNERS as usize) };
            for k in 0..(last - first) as usize {
                let [a, b] = [columns[column][k], columns[column][k + 1]];
                let [c, d] = [columns[next][k + climbed], columns[next][k + climbed + 1]];
                if inwards {
                    surface.quad(a, b, d, c);
                } else {
                    surface.quad(a, c, d, b);
                }
            }
        }
        ends
    }

    /// One corner of the profile in one column: on the thread, or on the ring where it ends.
    fn corner(
        &self,
        surface: &mut Surface,
        ends: &[Vec<u32>; 2],
        column: usize,
        corner: i64,
    ) -> u32 {
        let angle = column as f64 / COLUMNS as f64;
        let half_foot = 0.25 + 0.5 * self.depth;
        let in_pitch = [-half_foot, -HALF_CREST, HALF_CREST, half_foot];
        let along = in_pitch[corner.rem_euclid(CORNERS) as usize];
        let z = PITCH * (corner.div_euclid(CORNERS) as f64 + along + angle);
        if z <= self.from + SNAP {
            return ends[0][column];
        }
        if z >= self.to - SNAP {
            return ends[1][column];
        }
        let pitch_radius = 0.5 * DIAMETER - 0.375 * SHARP_HEIGHT;
        let on_flank = pitch_radius + SQRT_3 * PITCH * (0.25 - along.abs()) + self.offset;
        let from_end = (z - self.from).min(self.to - z);
        let radius = if self.end_radius < pitch_radius {
            on_flank.min(self.end_radius + from_end)
        } else {
            on_flank.max(self.end_radius - from_end)
        };
        let [cos, sin] = cos_sin(TAU * angle);
        surface.vertex([radius * cos, radius * sin, z])
    }
}
