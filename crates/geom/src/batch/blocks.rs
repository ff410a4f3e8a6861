//! The loop that all batches share: a block of inputs is converted to arrays of numbers, computed
//! with SIMD instructions, and converted to outputs.

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use crate::Real;

/// Inputs per block: two registers of the widest instruction set in `f32`, four in `f64`. Measured
/// on rays and boxes in `f64` with AVX-512: with 16 a long batch was a tenth slower, with 64 a
/// short one.
const BLOCK: usize = 32;

/// A test of one fixed object, which the value holds, with many inputs: `I` numbers in and `O`
/// numbers out. Methods are `#[inline(always)]`, because otherwise they would be compiled for the
/// lowest instruction set.
pub(super) trait BatchTest<T: Real, const I: usize, const O: usize> {
    /// One of the many inputs.
    type Input;
    /// The result for one input.
    type Output;

    /// The numbers of an input.
    fn to_numbers(input: &Self::Input) -> [T; I];

    /// The computation, without branches that depend on the numbers.
    fn compute(&self, numbers: [T; I]) -> [T; O];

    /// The result from the computed numbers, also without such branches.
    fn to_output(computed: [T; O]) -> Self::Output;

    /// Whether the computed numbers are valid; nearly always true.
    fn is_valid(computed: [T; O]) -> bool;

    /// The result by the single function, where the numbers are not valid.
    fn single(&self, input: &Self::Input) -> Self::Output;
}

/// Processes as many inputs as both slices hold, and returns their number.
#[inline]
pub(super) fn run<T: Real, Q: BatchTest<T, I, O>, const I: usize, const O: usize>(
    test: Q,
    inputs: &[Q::Input],
    out: &mut [Q::Output],
    level: SimdLevel,
) -> usize {
    let n = inputs.len().min(out.len());
    let (inputs, out) = (&inputs[..n], &mut out[..n]);
    level.dispatch(Blocks { test, inputs, out, zeros: ([T::zero(); I], [T::zero(); O]) });
    n
}

/// One number of each input of a block, aligned so that no register load crosses a cache line.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row<T>([T; BLOCK]);

struct Blocks<'a, T, Q: BatchTest<T, I, O>, const I: usize, const O: usize>
where
    T: Real,
{
    test: Q,
    inputs: &'a [Q::Input],
    out: &'a mut [Q::Output],
    /// Initial values of the arrays.
    zeros: ([T; I], [T; O]),
}

impl<T: Real, Q: BatchTest<T, I, O>, const I: usize, const O: usize> Kernel
    for Blocks<'_, T, Q, I, O>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) {
        let Self { test, inputs, out, zeros } = self;
        let mut numbers = zeros.0.map(|zero| Row([zero; BLOCK]));
        let mut computed = zeros.1.map(|zero| Row([zero; BLOCK]));
        for (inputs, out) in inputs.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
            let n = inputs.len().min(BLOCK);
            let (inputs, out) = (&inputs[..n], &mut out[..n]);
            for lane in 0..n {
                let values = Q::to_numbers(&inputs[lane]);
                for i in 0..I {
                    numbers[i].0[lane] = values[i];
                }
            }
            for lane in 0..n {
                let values = test.compute(std::array::from_fn(|i| numbers[i].0[lane]));
                for i in 0..O {
                    computed[i].0[lane] = values[i];
                }
            }
            let computed = |lane: usize| std::array::from_fn(|i| computed[i].0[lane]);
            for lane in 0..n {
                out[lane] = Q::to_output(computed(lane));
            }
            // Separate from the loop above, which stays free of branches, and rarely entered.
            let invalid: usize = (0..n).map(|lane| usize::from(!Q::is_valid(computed(lane)))).sum();
            if invalid > 0 {
                for lane in (0..n).filter(|&lane| !Q::is_valid(computed(lane))) {
                    out[lane] = test.single(&inputs[lane]);
                }
            }
        }
    }
}
