//! Rotating a box until its surface area is small.
//!
//! A pattern search over rotations. Sixteen frames are measured at once: in the first round
//! different guesses as well, then rounds of rotations of the best frame about each of its own
//! axes. The largest single gain of everything tried: 17 % fewer visits than principal axes
//! alone.

use obbtree_simd::Lanes;

use super::frame::{Frame, Frames, IDENTITY, frame_at, load_frames, set_frame_at};
use super::points::{Point, Points};
use super::rows::{Row, WIDTH, cross, dot, dot_lanes, half_surfaces, max, sub};
use super::set::Set;
use super::soup::Item;

/// Tangent of the first round's large angle (19 degrees). This number and the next two are the best
/// of several tried.
const FIRST_TANGENT: f32 = 0.35;
/// The small angle's tangent as a part of the large one's.
const SMALL_ANGLE: f32 = 0.33;
/// The factor of the tangents after a round in which no large angle won.
const SHRINK: f32 = 0.4;
/// The search ends where no rotation is better, once the tangents were reduced so many times: as
/// many visits as without, within 1 %.
const ENDS_AT: usize = 2;
/// Larger sets are measured by about this many of their triangles. With twice as many, as many
/// visits; with half, 2 % more.
pub(super) const SAMPLE: usize = 128;

/// Rotations of a round, in lanes 1 to 12: about three axes, by a large or a small angle, in either
/// direction. Lane 0 has the best frame so far.
const ROTATIONS: usize = 12;
/// Rotations about one axis.
const PER_AXIS: usize = ROTATIONS / 3;
/// The other lanes of the first round: the frame of the mesh, the caller's guess, and a frame along
/// the mean normal.
const MESH_LANE: usize = 13;
const GUESS_LANE: usize = 14;
const NORMAL_LANE: usize = 15;

/// A frame for the box of a set, right-handed and orthonormal to about 1e-5, and half the surface
/// area of its box. It is the best of the set's own frame, `guess`, the frame of the mesh, a frame
/// along the mean normal, and at most `rounds` rounds of rotations.
#[inline(always)]
pub(super) fn fit<S: Lanes>(
    simd: S,
    items: &[Item],
    set: &Set,
    guess: &Frame,
    rounds: usize,
    rotations: &RotationTable,
    points: &mut Points,
) -> (Frame, f32) {
    let items = &items[set.start..set.start + set.count];
    let about = items[0].first();
    let mut normal = [0.0_f32; 3];
    points.clear(set.count.min(SAMPLE));
    for item in items.iter().step_by(set.count.div_ceil(SAMPLE)) {
        let v = item.relative_to(about);
        let corners = [[v[0], v[1], v[2]], [v[3], v[4], v[5]], [v[6], v[7], v[8]]];
        let double_area = cross(sub(corners[1], corners[0]), sub(corners[2], corners[0]));
        for k in 0..3 {
            normal[k] += double_area[k];
        }
        for v in 0..3 {
            points.add_unbinned(item.vertex[v], corners[v]);
        }
    }
    let mut best = set.frame;
    let mut area = f32::MAX;
    let mut size = 0;
    for round in 0..=rounds {
        let mut frames = rotations.of(simd, &best, size);
        if round == 0 {
            set_frame_at(&mut frames, MESH_LANE, &IDENTITY);
            set_frame_at(&mut frames, GUESS_LANE, guess);
            set_frame_at(&mut frames, NORMAL_LANE, &frame_with_axis(normal).unwrap_or(IDENTITY));
        }
        let areas = surfaces(simd, &frames, points.all());
        let winner = least(&areas);
        area = areas.0[winner];
        best = frame_at(&frames, winner);
        if round > 0 && winner == 0 && size >= ENDS_AT {
            break;
        }
        let large = (1..=ROTATIONS).contains(&winner) && (winner - 1) % PER_AXIS < PER_AXIS / 2;
        if round > 0 && !large {
            size += 1;
        }
    }
    (best, area)
}

/// For each lane: the axis of its rotation, its angle, and its direction. As numbers, 1 or 0 (and
/// -1 for the sine in the other direction), so that lanes need no branches.
struct Rotations {
    /// About axis x, y or z?
    about: [[f32; WIDTH]; 3],
    /// By the large or the small angle?
    cos: [[f32; WIDTH]; 2],
    /// The same with the direction.
    sin: [[f32; WIDTH]; 2],
    /// No rotation?
    none: [f32; WIDTH],
}

const ROTATION: Rotations = {
    let mut rotation = Rotations {
        about: [[0.0; WIDTH]; 3],
        cos: [[0.0; WIDTH]; 2],
        sin: [[0.0; WIDTH]; 2],
        none: [1.0; WIDTH],
    };
    let mut i = 0;
    while i < ROTATIONS {
        let (lane, axis, kind) = (1 + i, i / PER_AXIS, i % PER_AXIS);
        rotation.about[axis][lane] = 1.0;
        rotation.cos[kind / 2][lane] = 1.0;
        rotation.sin[kind / 2][lane] = if kind % 2 == 0 { 1.0 } else { -1.0 };
        rotation.none[lane] = 0.0;
        i += 1;
    }
    rotation
};

/// The most rounds after the first, each of which may turn by smaller angles than the last.
const SIZES: usize = 5;

/// The rotations of all rounds, as matrices in lanes: `[size][row][column]`. The larger the size's
/// index, the smaller the angles.
pub(super) struct RotationTable(Box<[Frames; SIZES]>);

impl RotationTable {
    pub(super) fn new() -> Self {
        let mut rotations = Box::new([[[Row::ZERO; 3]; 3]; SIZES]);
        let mut tangent = FIRST_TANGENT;
        for of_size in rotations.iter_mut() {
            *of_size = rotations_by(tangent);
            tangent *= SHRINK;
        }
        Self(rotations)
    }

    /// A frame rotated as [`ROTATION`] says.
    #[inline(always)]
    fn of<S: Lanes>(&self, simd: S, frame: &Frame, size: usize) -> Frames {
        let rotations = &self.0[size.min(SIZES - 1)];
        let mut frames = [[Row::ZERO; 3]; 3];
        for register in (0..WIDTH).step_by(S::WIDTH) {
            let rotations = load_frames(simd, rotations, register);
            for k in 0..3 {
                let along =
                    [simd.splat(frame[0][k]), simd.splat(frame[1][k]), simd.splat(frame[2][k])];
                for a in 0..3 {
                    let turned = dot_lanes(simd, rotations[a], along);
                    simd.store(turned, &mut frames[a][k].0[register..]);
                }
            }
        }
        frames
    }
}

/// Rotations by angles of this tangent and of a smaller one.
fn rotations_by(tangent: f32) -> Frames {
    let [large, small] = [tangent, tangent * SMALL_ANGLE].map(|tangent| {
        let cos = 1.0 / (1.0 + tangent * tangent).sqrt();
        [cos, tangent * cos]
    });
    let mut rotations = [[Row::ZERO; 3]; 3];
    for l in 0..WIDTH {
        let cos = large[0] * ROTATION.cos[0][l] + small[0] * ROTATION.cos[1][l] + ROTATION.none[l];
        let sin = large[1] * ROTATION.sin[0][l] + small[1] * ROTATION.sin[1][l];
        let rest = 1.0 - cos;
        let [x, y, z] = [ROTATION.about[0][l], ROTATION.about[1][l], ROTATION.about[2][l]];
        // Rodrigues' formula for a coordinate axis, whose mixed products are zero.
        let rotation = [
            [cos + rest * x, sin * z, -sin * y],
            [-sin * z, cos + rest * y, sin * x],
            [sin * y, -sin * x, cos + rest * z],
        ];
        set_frame_at(&mut rotations, l, &rotation);
    }
    rotations
}

/// A frame whose first axis is along a vector; `None` for a vector without direction.
#[inline(always)]
fn frame_with_axis(along: [f32; 3]) -> Option<Frame> {
    let largest = along.map(f32::abs).into_iter().fold(0.0, max);
    let scaled = along.map(|x| x / largest);
    let length = dot(scaled, scaled).sqrt();
    if !(length > 0.0 && length.is_finite()) {
        return None;
    }
    let first = scaled.map(|x| x / length);
    let mut away = [0.0; 3];
    let least = (0..3).fold(0, |i, j| if first[j].abs() < first[i].abs() { j } else { i });
    away[least] = 1.0;
    let second = cross(first, away);
    let length = dot(second, second).sqrt();
    let second = second.map(|x| x / length);
    Some([first, second, cross(first, second)])
}

/// Half the surface areas of the boxes of all points in each of sixteen frames.
#[inline(always)]
fn surfaces<S: Lanes>(simd: S, frames: &Frames, points: &[Point]) -> Row {
    let mut low = [Row::ZERO; 3];
    let mut high = [Row::ZERO; 3];
    for register in (0..WIDTH).step_by(S::WIDTH) {
        let axes = load_frames(simd, frames, register);
        let mut lower = [simd.splat(f32::MAX); 3];
        let mut higher = [simd.splat(-f32::MAX); 3];
        for point in points {
            let at = [simd.splat(point.at[0]), simd.splat(point.at[1]), simd.splat(point.at[2])];
            for a in 0..3 {
                let along = dot_lanes(simd, at, axes[a]);
                lower[a] = simd.min(lower[a], along);
                higher[a] = simd.max(higher[a], along);
            }
        }
        for a in 0..3 {
            simd.store(lower[a], &mut low[a].0[register..]);
            simd.store(higher[a], &mut high[a].0[register..]);
        }
    }
    half_surfaces(&low, &high)
}

/// The lane of the least of sixteen numbers that are not negative; of two that agree to 2^-19, the
/// first.
#[inline(always)]
fn least(row: &Row) -> usize {
    /// The bits that a lane takes.
    const LANE: u32 = WIDTH as u32 - 1;
    let mut best = u32::MAX;
    for l in 0..WIDTH {
        // The bits of such numbers are ordered as the numbers are; the lane takes the last ones.
        best = best.min(row.0[l].abs().to_bits() & !LANE | l as u32);
    }
    (best & LANE) as usize
}
