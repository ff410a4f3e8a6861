//! Sixteen boxes side by side, each around the triangles on its side of a cut.

use obbtree_simd::{Kernel, Lanes};

use super::bins::Cut;
use super::frame::{Frame, Frames, frame_at, load_frames, set_frame_at};
use super::points::Point;
use super::rows::{Row, WIDTH, dot_lanes, half_surfaces};

/// Sixteen boxes to be measured, one a lane.
pub(super) struct SideBoxes {
    /// Their own axes, in those of the set.
    frames: Frames,
    /// The last bin plus a half, for boxes before a cut. Along an axis without a limit, a number
    /// that no bin exceeds.
    last: [Row; 3],
    /// The first bin minus a half, for boxes behind a cut.
    first: [Row; 3],
}

impl SideBoxes {
    /// Boxes without axes, around nothing in particular.
    pub(super) fn new() -> Self {
        let (most, least) = (Row([f32::MAX; WIDTH]), Row([-f32::MAX; WIDTH]));
        Self { frames: [[Row::ZERO; 3]; 3], last: [most; 3], first: [least; 3] }
    }

    /// The box in this lane is around what is before a cut.
    pub(super) fn set_before(&mut self, lane: usize, cut: Cut, frame: &Frame) {
        set_frame_at(&mut self.frames, lane, frame);
        self.last[cut.axis].0[lane] = cut.bin as f32 + 0.5;
    }

    /// The box in this lane is around what is behind a cut.
    pub(super) fn set_behind(&mut self, lane: usize, cut: Cut, frame: &Frame) {
        set_frame_at(&mut self.frames, lane, frame);
        self.first[cut.axis].0[lane] = cut.bin as f32 + 0.5;
    }

    /// The axes of a box, in those of the set.
    pub(super) fn frame(&self, lane: usize) -> Frame {
        frame_at(&self.frames, lane)
    }

    /// The kernel that measures the boxes by corners of the set, given in its axes.
    pub(super) fn around<'a>(&'a self, points: &'a [Point]) -> Around<'a> {
        Around { boxes: self, points }
    }
}

/// Lower and upper ends of sixteen boxes: in their own axes, and in those of the set.
pub(super) struct Extents {
    low: [[Row; 3]; 2],
    high: [[Row; 3]; 2],
}

impl Extents {
    /// Half the surface areas: in their own axes, and in those of the set.
    pub(super) fn areas(&self) -> [Row; 2] {
        [0, 1].map(|kind| half_surfaces(&self.low[kind], &self.high[kind]))
    }
}

/// Times half a bin, this is more than any coordinate: added to the coordinates of a point, it
/// excludes the point from a box.
const EXCLUDED: f32 = 1e30;

/// See [`SideBoxes::around`].
pub(super) struct Around<'a> {
    boxes: &'a SideBoxes,
    points: &'a [Point],
}

impl Kernel for Around<'_> {
    type Output = Extents;

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) -> Extents {
        let Self { boxes, points } = self;
        let mut low = [[Row::ZERO; 3]; 2];
        let mut high = [[Row::ZERO; 3]; 2];
        for register in (0..WIDTH).step_by(S::WIDTH) {
            let axes = load_frames(simd, &boxes.frames, register);
            let mut lower = [[simd.splat(f32::MAX); 3]; 2];
            let mut higher = [[simd.splat(-f32::MAX); 3]; 2];
            let mut last = [simd.splat(0.0); 3];
            let mut first = [simd.splat(0.0); 3];
            for a in 0..3 {
                last[a] = simd.load(&boxes.last[a].0[register..]);
                first[a] = simd.load(&boxes.first[a].0[register..]);
            }
            for point in points {
                // Positive if no triangle at the point is on the box's side: their least bin is
                // after the last one of the box, or their greatest before its first.
                let mut beyond = simd.splat(0.0);
                for a in 0..3 {
                    beyond = simd.max(beyond, simd.sub(simd.splat(point.bins[a]), last[a]));
                    beyond = simd.max(beyond, simd.add(simd.splat(point.bins[3 + a]), first[a]));
                }
                let out = simd.mul(beyond, simd.splat(EXCLUDED));
                let at =
                    [simd.splat(point.at[0]), simd.splat(point.at[1]), simd.splat(point.at[2])];
                for a in 0..3 {
                    let along = [dot_lanes(simd, at, axes[a]), at[a]];
                    for kind in 0..2 {
                        let along = along[kind];
                        lower[kind][a] = simd.min(lower[kind][a], simd.add(along, out));
                        higher[kind][a] = simd.max(higher[kind][a], simd.sub(along, out));
                    }
                }
            }
            for kind in 0..2 {
                for a in 0..3 {
                    simd.store(lower[kind][a], &mut low[kind][a].0[register..]);
                    simd.store(higher[kind][a], &mut high[kind][a].0[register..]);
                }
            }
        }
        Extents { low, high }
    }
}
