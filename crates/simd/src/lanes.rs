//! The lane trait: what the kernels need of a vector unit, and nothing else.
//!
//! The kernels work on sixteen pairs: four things of A against four things of B. Pair `4 b + a`
//! joins A's thing `a` and B's thing `b`. A register holds [`Lanes::WIDTH`] pairs (4, 8 or 16), so
//! the sixteen make [`Lanes::REGISTERS`] registers; register `r` holds the pairs from `r * WIDTH`
//! on.
//!
//! What a set need not say itself is a default method. Defaults for registers of four lanes do not
//! compile for wider ones.

/// Pairs that a kernel works on at once: four of A against four of B.
pub(crate) const PAIRS: usize = 16;

/// Code written once for all instruction sets.
///
/// Mark `run` and everything generic that it calls `#[inline(always)]`: what is not inlined into
/// the function that [`SimdLevel::dispatch`](crate::SimdLevel::dispatch) enters is compiled for the
/// baseline target.
///
/// ```
/// use obbtree_simd::{Kernel, Lanes, SimdLevel};
/// struct Sum<'a>(&'a [f32; 4]);
/// impl Kernel for Sum<'_> {
///     type Output = f32;
///     #[inline(always)]
///     fn run<S: Lanes>(self, simd: S) -> f32 {
///         let mut lanes = [0.0; 16];
///         simd.store(simd.repeat(self.0), &mut lanes);
///         lanes[..4].iter().sum()
///     }
/// }
/// for level in SimdLevel::all_available() {
///     assert_eq!(level.dispatch(Sum(&[1.0, 2.0, 3.0, 4.0])), 10.0);
/// }
/// ```
pub trait Kernel {
    /// What it computes.
    type Output;
    /// Computes it with the lanes of one instruction set.
    fn run<S: Lanes>(self, simd: S) -> Self::Output;
}

/// A call into a function of its own, compiled for one instruction set.
pub trait Apart: Sized {
    /// Runs a kernel in a function that is compiled once and not again wherever it is called, for
    /// what is large: a kernel in every question and every wave of it takes minutes to compile.
    fn apart<K: Kernel>(self, kernel: K) -> K::Output;
}

/// Lanes of one instruction set. A value of the type is the proof that the CPU has it.
///
/// Arithmetic is IEEE `f32` and `f64`. [`Lanes::mul_add`] rounds once where the instruction set
/// fuses and twice elsewhere, so intermediate bits differ between sets; bounds built on them must
/// hold for both.
pub trait Lanes: Apart + Copy + Send + Sync + 'static {
    /// `WIDTH` lanes of `f32`.
    type F: Copy;
    /// `WIDTH / 2` lanes of `f64`.
    type D: Copy;
    /// Which pairs of a register no test has separated yet.
    type Overlap: Copy;
    /// Lanes in a register: 4, 8 or 16.
    const WIDTH: usize;
    /// Registers for sixteen pairs.
    const REGISTERS: usize = PAIRS / Self::WIDTH;

    /// The same number in every lane.
    fn splat(self, x: f32) -> Self::F;
    /// The first `WIDTH` numbers of a slice. Panics if there are fewer.
    fn load(self, from: &[f32]) -> Self::F;
    /// Writes the first `WIDTH` numbers of a slice. Panics if there are fewer.
    fn store(self, x: Self::F, to: &mut [f32]);
    /// A's side of the pairs: lane `l` gets `quad[l % 4]`.
    #[inline(always)]
    fn repeat(self, quad: &[f32; 4]) -> Self::F {
        const { four_lanes::<Self>() };
        self.load(quad)
    }
    /// B's side of the pairs: lane `l` gets `quad[(register * WIDTH + l) / 4]`.
    #[inline(always)]
    fn spread(self, quad: &[f32; 4], register: usize) -> Self::F {
        const { four_lanes::<Self>() };
        self.splat(quad[register])
    }

    /// [`Lanes::spread`] of quad `quad` of a row of sixteen lanes that fills one register. Not for
    /// narrower registers.
    #[inline(always)]
    fn spread_in_register(self, row: Self::F, quad: usize) -> Self::F {
        let mut lanes = [0.0; PAIRS];
        self.store(row, &mut lanes);
        let quad = &lanes[4 * quad..];
        self.spread(&[quad[0], quad[1], quad[2], quad[3]], 0)
    }

    /// `a + b`.
    fn add(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a - b`.
    fn sub(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a b`.
    fn mul(self, a: Self::F, b: Self::F) -> Self::F;
    /// `a / b`.
    fn div(self, a: Self::F, b: Self::F) -> Self::F;
    /// Lane by lane `if_less` where `a < b`, else `otherwise`, as where one is NaN.
    fn select_less(self, a: Self::F, b: Self::F, if_less: Self::F, otherwise: Self::F) -> Self::F;
    /// `a b + c`, one rounding or two.
    #[inline(always)]
    fn mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        self.add(self.mul(a, b), c)
    }
    /// `c - a b`, one rounding or two.
    #[inline(always)]
    fn neg_mul_add(self, a: Self::F, b: Self::F, c: Self::F) -> Self::F {
        self.sub(c, self.mul(a, b))
    }
    /// The square root, rounded to nearest; NaN of negative numbers.
    fn sqrt(self, a: Self::F) -> Self::F;
    /// `|a|`.
    fn abs(self, a: Self::F) -> Self::F;
    /// The smaller; either one if an operand is NaN.
    fn min(self, a: Self::F, b: Self::F) -> Self::F;
    /// The larger; either one if an operand is NaN.
    fn max(self, a: Self::F, b: Self::F) -> Self::F;
    /// The smaller absolute value; either one if an operand is NaN.
    #[inline(always)]
    fn min_abs(self, a: Self::F, b: Self::F) -> Self::F {
        self.min(self.abs(a), self.abs(b))
    }
    /// Bit by bit, either: its sign bit is set where one of theirs is.
    fn or(self, a: Self::F, b: Self::F) -> Self::F;
    /// Bit by bit, one but not both: its sign bit is set where theirs differ.
    fn xor(self, a: Self::F, b: Self::F) -> Self::F;
    /// Bit by bit, `b` where not `a`.
    fn and_not(self, a: Self::F, b: Self::F) -> Self::F;
    /// The sign bits, lane 0 lowest.
    fn signs(self, a: Self::F) -> u32;
    /// A bit for each lane with `a > b`, lane 0 lowest; no bit where one is NaN.
    fn greater(self, a: Self::F, b: Self::F) -> u32;

    /// Every pair overlaps, as far as is known.
    fn all_overlapping(self) -> Self::Overlap;
    /// Separates the pairs with `distance > reach`; a NaN never separates.
    fn separate(self, overlap: Self::Overlap, distance: Self::F, reach: Self::F) -> Self::Overlap;
    /// A bit for each pair that is not separated, lane 0 lowest.
    fn overlapping(self, overlap: Self::Overlap) -> u32;

    /// The same `f64` in every lane.
    fn splat_f64(self, x: f64) -> Self::D;
    /// `a b + c` in `f64`, one rounding or two.
    fn mul_add_f64(self, a: Self::D, b: Self::D, c: Self::D) -> Self::D;
    /// To `f64`, exactly: the lower and the upper half of the lanes.
    fn widen(self, a: Self::F) -> [Self::D; 2];
    /// To `f32`, rounded to nearest.
    fn narrow(self, a: [Self::D; 2]) -> Self::F;

    /// Four triangles' corners, one component, as a row of sixteen lanes (the first `REGISTERS`
    /// registers count): lane `4 v + c` is corner `v` of triangle `c`, the last four are 0.
    #[inline(always)]
    fn corners(self, rows: &[[f32; 4]; 3]) -> [Self::F; 4] {
        const { four_lanes::<Self>() };
        [self.load(&rows[0]), self.load(&rows[1]), self.load(&rows[2]), self.splat(0.0)]
    }
    /// A row whose corner `v` is the given row's corner `v + 1`, and corner 2 its corner 0.
    #[inline(always)]
    fn next_corners(self, row: [Self::F; 4]) -> [Self::F; 4] {
        const { four_lanes::<Self>() };
        [row[1], row[2], row[0], row[3]]
    }

    /// Of four numbers: a bit for each whose top bit is set, and a bit for each of all ones.
    #[inline(always)]
    fn tops_and_ones(self, quad: &[u32; 4]) -> [u32; 2] {
        tops_and_ones(quad)
    }

    /// Prefetches a value's cache lines, where the target has such an instruction.
    #[inline(always)]
    fn prefetch<T>(self, value: &T) {
        prefetch(value);
    }

    /// For each set bit `4 b + c` of `mask`, ascending, writes `a[c]` to `to_a` and `b[b]` to
    /// `to_b`, from `at` on; returns where the next would go. Up to `at + 16` is overwritten;
    /// panics if the slices end before.
    #[inline(always)]
    fn push_pairs(
        self,
        mask: u32,
        a: &[u32; 4],
        b: &[u32; 4],
        to_a: &mut [u32],
        to_b: &mut [u32],
        at: usize,
    ) -> usize {
        let (to_a, to_b) = (&mut to_a[at..at + PAIRS], &mut to_b[at..at + PAIRS]);
        let mut n = 0;
        let mut rest = mask & 0xffff;
        // Most visits keep one or two pairs.
        while rest != 0 {
            let lane = rest.trailing_zeros() as usize;
            // `n` stays below 16, as `rest` has 16 bits.
            to_a[n % PAIRS] = a[lane % 4];
            to_b[n % PAIRS] = b[lane / 4 % 4];
            n += 1;
            rest &= rest - 1;
        }
        at + n
    }
}

/// For default methods that hold for four lanes alone.
const fn four_lanes<S: Lanes>() {
    assert!(S::WIDTH == 4, "a wider register needs its own method");
}

/// [`Lanes::tops_and_ones`] number by number.
#[cfg(any(debug_assertions, not(target_arch = "x86_64")))] // not used where `scalar` is not there
#[inline(always)]
pub(crate) fn tops_and_ones_plain(quad: &[u32; 4]) -> [u32; 2] {
    let mut bits = [0; 2];
    for c in 0..4 {
        bits[0] |= quad[c] >> 31 << c;
        bits[1] |= u32::from(quad[c] == u32::MAX) << c;
    }
    bits
}

#[cfg(not(target_arch = "x86_64"))]
use tops_and_ones_plain as tops_and_ones;

/// [`Lanes::tops_and_ones`] with SSE2.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn tops_and_ones(quad: &[u32; 4]) -> [u32; 2] {
    use core::arch::x86_64::{
        _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_loadu_si128, _mm_movemask_ps, _mm_set1_epi32,
    };
    // SAFETY: four numbers are readable at `quad`; SSE2 belongs to the base of x86-64.
    let numbers = unsafe { _mm_loadu_si128(quad.as_ptr().cast()) };
    // SAFETY: SSE2 belongs to the base of x86-64.
    unsafe {
        let ones = _mm_cmpeq_epi32(numbers, _mm_set1_epi32(-1));
        let bits = |x| _mm_movemask_ps(_mm_castsi128_ps(x)) as u32;
        [bits(numbers), bits(ones)]
    }
}

/// [`Lanes::prefetch`] of x86-64, into every level of cache.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
fn prefetch<T>(value: &T) {
    use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    /// Bytes, on every CPU of this kind.
    const CACHE_LINE: usize = 64;
    let start: *const i8 = core::ptr::from_ref(value).cast();
    for offset in (0..size_of::<T>()).step_by(CACHE_LINE) {
        // SAFETY: the offset stays inside `value`; a prefetch faults on no address, and SSE belongs
        // to the base of x86-64.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(start.add(offset)) };
    }
}

/// [`Lanes::prefetch`] where stable Rust has no such function.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn prefetch<T>(_: &T) {}
