//! Rotating a box until its surface area is small.
//!
//! A pattern search over rotations. Sixteen frames are measured at once: in the first round
//! different guesses as well, then rounds of rotations of the best frame about each of its own
//! axes. The largest single gain of everything tried: 17 % fewer visits than principal axes
//! alone.
//!
//! A rotation leaves the axis that it is about as it is. So the twelve rotations of a round have 24
//! axes of their own, which with the three of the best frame are two rows of sixteen, not three.

use obbtree_simd::Lanes;

use super::frame::{Frame, IDENTITY};
use super::points::{Point, Points};
use super::rows::{Row, WIDTH, cross, dot, dot_lanes, max, sub};
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
/// The first of the other lanes, which hold the guesses of the first round: the frame of the mesh,
/// the caller's guess, and a frame along the mean normal.
const FIRST_GUESS: usize = 1 + ROTATIONS;
/// How many guesses there are.
const GUESSES: usize = WIDTH - FIRST_GUESS;

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
    let guesses = [IDENTITY, *guess, frame_with_axis(normal).unwrap_or(IDENTITY)];
    let mut best = set.frame;
    let mut area = f32::MAX;
    let mut size = 0;
    for round in 0..=rounds {
        let areas = if round == 0 {
            let sides = rotations.sides(simd, &best, size, guess_axes(&guesses), points.all());
            areas_of(&sides, Some(&sides[2]))
        } else {
            areas_of(&rotations.sides(simd, &best, size, [], points.all()), None)
        };
        let winner = least(&areas);
        area = areas.0[winner];
        best = match guesses.get(winner.wrapping_sub(FIRST_GUESS)) {
            Some(guess) => *guess,
            None => rotated(&best, rotations.frame(size, winner)),
        };
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

/// The most rounds after the first, each of which may turn by smaller angles than the last.
const SIZES: usize = 5;

/// No axis.
const NONE: i32 = 3;

/// The axis that a lane's frame is rotated about.
const ABOUT: [i32; WIDTH] = {
    let mut about = [NONE; WIDTH];
    let mut i = 0;
    while i < ROTATIONS {
        about[1 + i] = (i / PER_AXIS) as i32;
        i += 1;
    }
    about
};

/// Where the two rows of axes of a round have those of the best frame; their other lanes have, of
/// each rotation, the two axes that it moves.
const BEST_LANES: [usize; 3] = [0, FIRST_GUESS, FIRST_GUESS + 1];

/// Axes in lanes, by component.
type Axes = [Row; 3];

/// The rotations of all rounds. The larger the size's index, the smaller the angles.
pub(super) struct RotationTable(Box<[OfSize; SIZES]>);

/// The rotations of a round: about each axis by a large angle in either direction, then by a small
/// one; the identity in other lanes.
#[derive(Clone, Copy)]
struct OfSize {
    rotations: [Frame; WIDTH],
    /// The axes that they move, as in [`BEST_LANES`], in the frame that is rotated.
    axes: [Axes; 2],
}

impl OfSize {
    /// By angles of this tangent and of a smaller one.
    fn by(tangent: f32) -> Self {
        let angles = [tangent, tangent * SMALL_ANGLE].map(|tangent| {
            let cos = 1.0 / (1.0 + tangent * tangent).sqrt();
            [cos, tangent * cos]
        });
        let mut of_size =
            Self { rotations: [rotation_about(3, [1.0, 0.0]); WIDTH], axes: [[Row::ZERO; 3]; 2] };
        for i in 0..ROTATIONS {
            let (lane, axis, kind) = (1 + i, i / PER_AXIS, i % PER_AXIS);
            let [cos, sin] = angles[kind / 2];
            let rotation = rotation_about(axis, [cos, if kind % 2 == 0 { sin } else { -sin }]);
            of_size.rotations[lane] = rotation;
            let moved = (0..3).filter(|&a| a != axis);
            for (row, a) in moved.enumerate() {
                of_size.put(row, lane, &rotation[a]);
            }
        }
        for a in 0..3 {
            of_size.put(0, BEST_LANES[a], &IDENTITY[a]);
        }
        of_size
    }

    fn put(&mut self, row: usize, lane: usize, axis: &[f32; 3]) {
        for k in 0..3 {
            self.axes[row][k].0[lane] = axis[k];
        }
    }
}

/// Rodrigues' formula for a coordinate axis, whose mixed products are zero.
fn rotation_about(axis: usize, [cos, sin]: [f32; 2]) -> Frame {
    let [x, y, z] = [0, 1, 2].map(|a| if a == axis { 1.0 } else { 0.0 });
    let rest = 1.0 - cos;
    [
        [cos + rest * x, sin * z, -sin * y],
        [-sin * z, cos + rest * y, sin * x],
        [sin * y, -sin * x, cos + rest * z],
    ]
}

impl RotationTable {
    pub(super) fn new() -> Self {
        let mut tangent = FIRST_TANGENT;
        let of_sizes = [(); SIZES].map(|()| {
            let of_size = OfSize::by(tangent);
            tangent *= SHRINK;
            of_size
        });
        Self(Box::new(of_sizes))
    }

    #[inline(always)]
    fn of(&self, size: usize) -> &OfSize {
        &self.0[size.min(SIZES - 1)]
    }

    /// The rotation in a lane.
    #[inline(always)]
    fn frame(&self, size: usize, lane: usize) -> &Frame {
        &self.of(size).rotations[lane % WIDTH]
    }

    /// How far points reach along the axes of a rotated frame, in two rows, and along other axes.
    #[inline(always)]
    fn sides<S: Lanes, const OTHER: usize>(
        &self,
        simd: S,
        frame: &Frame,
        size: usize,
        other: [Axes; OTHER],
        points: &[Point],
    ) -> [Row; 3] {
        let of_size = self.of(size);
        let mut sides = [Row::ZERO; 3];
        for register in (0..WIDTH).step_by(S::WIDTH) {
            let mut axes = [[simd.splat(0.0); 3]; 3];
            for row in 0..2 {
                let mut rotation = [simd.splat(0.0); 3];
                for a in 0..3 {
                    rotation[a] = simd.load(&of_size.axes[row][a].0[register..]);
                }
                for k in 0..3 {
                    let along =
                        [simd.splat(frame[0][k]), simd.splat(frame[1][k]), simd.splat(frame[2][k])];
                    axes[row][k] = dot_lanes(simd, rotation, along);
                }
            }
            for row in 0..OTHER {
                for k in 0..3 {
                    axes[2 + row][k] = simd.load(&other[row][k].0[register..]);
                }
            }
            let mut lower = [simd.splat(f32::MAX); 3];
            let mut higher = [simd.splat(-f32::MAX); 3];
            for point in points {
                let at =
                    [simd.splat(point.at[0]), simd.splat(point.at[1]), simd.splat(point.at[2])];
                for row in 0..2 + OTHER {
                    let along = dot_lanes(simd, at, axes[row]);
                    lower[row] = simd.min(lower[row], along);
                    higher[row] = simd.max(higher[row], along);
                }
            }
            for row in 0..2 + OTHER {
                let side = simd.sub(higher[row], lower[row]);
                simd.store(side, &mut sides[row].0[register..]);
            }
        }
        sides
    }
}

/// The axes of all guesses in the first lanes.
#[inline(always)]
fn guess_axes(guesses: &[Frame; GUESSES]) -> [Axes; 1] {
    let mut axes = [Row::ZERO; 3];
    for (guess, frame) in guesses.iter().enumerate() {
        for a in 0..3 {
            for k in 0..3 {
                axes[k].0[3 * guess + a] = frame[a][k];
            }
        }
    }
    [axes]
}

/// Half the surface areas of the boxes in all lanes: two rows of sides, and those of the guesses.
#[inline(always)]
fn areas_of(sides: &[Row; 3], of_guesses: Option<&Row>) -> Row {
    let [one, other, _] = sides;
    let [first, second, third] = BEST_LANES;
    let best = [one.0[first], one.0[second], one.0[third]];
    let mut areas = Row::ZERO;
    for l in 0..WIDTH {
        let about = ABOUT[l];
        // Of the axes that are moved, the first is in one row and the second in the other.
        let x = if (about == 0) | (about == NONE) { best[0] } else { one.0[l] };
        let y = if (about == 1) | (about == NONE) { best[1] } else { one.0[l] };
        let y = if about == 2 { other.0[l] } else { y };
        let z = if (about == 2) | (about == NONE) { best[2] } else { other.0[l] };
        areas.0[l] = x * y + y * z + x * z;
    }
    if let Some(sides) = of_guesses {
        for guess in 0..GUESSES {
            let (x, y, z) = (sides.0[3 * guess], sides.0[3 * guess + 1], sides.0[3 * guess + 2]);
            areas.0[FIRST_GUESS + guess] = x * y + y * z + x * z;
        }
    }
    areas
}

/// A frame after a rotation that is given in it.
#[inline(always)]
fn rotated(frame: &Frame, rotation: &Frame) -> Frame {
    let mut rotated = [[0.0; 3]; 3];
    for a in 0..3 {
        for k in 0..3 {
            let along = [frame[0][k], frame[1][k], frame[2][k]];
            rotated[a][k] = dot(rotation[a], along);
        }
    }
    rotated
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
