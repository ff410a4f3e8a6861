//! What waits between the two phases of a wave: registers of pairs that no face axis separated.

use obbtree_simd::Lanes;

use super::face_axes::FaceAxisResult;

/// Registers that the cross phase needs of a pair: `M` (nine), `t` (three), B's half sides
/// (three), and the slack. (Storing `|M|` as well costs more than computing it again.)
const KEPT: usize = 16;

/// A cache line of lanes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
struct Line([f32; 16]);

/// The buffer between the two phases. Registers narrower than a line share lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct Buffer {
    blocks: Vec<[Line; KEPT]>,
    of: Vec<Survivor>,
}

/// What survived the face phase of a wave.
pub(crate) struct Survivors<'m> {
    blocks: &'m mut [[Line; KEPT]],
    of: &'m mut [Survivor],
    len: usize,
}

/// A register of pairs that no face axis separated.
#[derive(Clone, Copy, Debug, Default)]
struct Survivor {
    /// Which visit of the wave.
    visit: u32,
    /// Which register of the visit.
    register: u32,
    /// Pairs not separated so far, as bits of sixteen.
    lanes: u32,
}

impl Buffer {
    /// Empty, with space for a wave.
    #[inline(always)]
    pub(crate) fn begin(&mut self, visits: usize) -> Survivors<'_> {
        // One place more than can survive: there the last visit writes what may not count.
        if self.blocks.len() <= visits {
            self.grow(visits + 1);
        }
        Survivors { blocks: &mut self.blocks, of: &mut self.of, len: 0 }
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self, visits: usize) {
        self.blocks.resize(visits, [Line([0.0; 16]); KEPT]);
        self.of.resize(4 * visits, Survivor::default());
    }
}

impl Survivors<'_> {
    #[inline(always)]
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Which visit of the wave a survivor belongs to.
    #[inline(always)]
    pub(crate) fn visit(&self, index: usize) -> usize {
        self.of[index].visit as usize
    }

    /// Writes a register always, counts it if a pair survives.
    #[inline(always)]
    pub(crate) fn put<S: Lanes>(
        &mut self,
        simd: S,
        faces: &FaceAxisResult<S>,
        visit: u32,
        register: usize,
    ) {
        let (at, lane) = place::<S>(self.len);
        let lines = &mut self.blocks[at];
        for i in 0..3 {
            for j in 0..3 {
                simd.store(faces.m[i][j], &mut lines[3 * i + j].0[lane..]);
            }
            simd.store(faces.t[i], &mut lines[9 + i].0[lane..]);
            simd.store(faces.b_half[i], &mut lines[12 + i].0[lane..]);
        }
        simd.store(faces.slack, &mut lines[15].0[lane..]);
        self.of[self.len] = Survivor { visit, register: register as u32, lanes: faces.overlapping };
        self.len += usize::from(faces.overlapping != 0);
    }

    /// A survivor, and which register of its visit it is.
    #[inline(always)]
    pub(crate) fn get<S: Lanes>(&self, simd: S, index: usize) -> (FaceAxisResult<S>, usize) {
        let (at, lane) = place::<S>(index);
        let lines = &self.blocks[at];
        let Survivor { register, lanes, .. } = self.of[index];
        let zero = simd.splat(0.0);
        let (zeros, zero) = ([[zero; 3]; 3], [zero; 3]);
        let slack = simd.load(&lines[15].0[lane..]);
        let mut faces =
            FaceAxisResult { m: zeros, t: zero, b_half: zero, slack, overlapping: lanes };
        for i in 0..3 {
            for j in 0..3 {
                faces.m[i][j] = simd.load(&lines[3 * i + j].0[lane..]);
            }
            faces.t[i] = simd.load(&lines[9 + i].0[lane..]);
            faces.b_half[i] = simd.load(&lines[12 + i].0[lane..]);
        }
        (faces, register as usize)
    }
}

/// The block of a register, and its first lane there.
#[inline(always)]
fn place<S: Lanes>(index: usize) -> (usize, usize) {
    (index / S::REGISTERS, index % S::REGISTERS * S::WIDTH)
}
