//! Frames: three orthonormal axes, one frame or sixteen side by side.

use obbtree_simd::Lanes;

use super::rows::Row;

/// One frame: rows are orthonormal axes.
pub(super) type Frame = [[f32; 3]; 3];

/// Sixteen frames: `frames[a][k]` holds component `k` of axis `a`.
pub(super) type Frames = [[Row; 3]; 3];

pub(super) const IDENTITY: Frame = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// The frame in one lane.
#[inline(always)]
pub(super) fn frame_at(frames: &Frames, lane: usize) -> Frame {
    std::array::from_fn(|a| std::array::from_fn(|k| frames[a][k].0[lane]))
}

/// Writes the frame in one lane.
#[inline(always)]
pub(super) fn set_frame_at(frames: &mut Frames, lane: usize, frame: &Frame) {
    for a in 0..3 {
        for k in 0..3 {
            frames[a][k].0[lane] = frame[a][k];
        }
    }
}

/// One register of each row of sixteen frames.
#[inline(always)]
pub(super) fn load_frames<S: Lanes>(simd: S, frames: &Frames, register: usize) -> [[S::F; 3]; 3] {
    let mut axes = [[simd.splat(0.0); 3]; 3];
    for a in 0..3 {
        for k in 0..3 {
            axes[a][k] = simd.load(&frames[a][k].0[register..]);
        }
    }
    axes
}

/// A frame given in the coordinates of another, in the coordinates that the other is given in.
#[inline(always)]
pub(super) fn compose(inner: &Frame, outer: &Frame) -> Frame {
    inner.map(|axis| {
        std::array::from_fn(|k| {
            axis[0] * outer[0][k] + axis[1] * outer[1][k] + axis[2] * outer[2][k]
        })
    })
}
