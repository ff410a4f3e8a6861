//! The loop that all batches share: a block of questions taken apart into arrays, solved in lanes,
//! and put together again.

use obbtree_simd::{Kernel, Lanes, SimdLevel};

use crate::Real;

/// Questions in a block: two registers of the widest set in `f32`, four in `f64`. Of 16 a long
/// batch was a tenth slower, of 64 a short one (rays and boxes in `f64`, AVX-512).
const BLOCK: usize = 32;

/// One thing asked of many others, by way of `I` numbers in and `O` numbers out. The value holds
/// the one thing. Methods are `#[inline(always)]`, or they would be compiled for the lowest set.
pub(super) trait Question<T: Real, const I: usize, const O: usize> {
    /// One of the many.
    type Asked;
    /// What each of them gets.
    type Answer;

    /// The numbers of one of the many.
    fn take(asked: &Self::Asked) -> [T; I];

    /// From numbers to numbers, without a branch that lanes could not take together.
    fn solve(&self, numbers: [T; I]) -> [T; O];

    /// The answer from the numbers, again without a branch.
    fn give(solved: [T; O]) -> Self::Answer;

    /// Whether that is the answer; seldom not.
    fn is_sure(solved: [T; O]) -> bool;

    /// The answer by other means.
    fn alone(&self, asked: &Self::Asked) -> Self::Answer;
}

/// Answers as many as both slices hold, and says how many these are.
#[inline]
pub(super) fn run<T: Real, Q: Question<T, I, O>, const I: usize, const O: usize>(
    question: Q,
    asked: &[Q::Asked],
    out: &mut [Q::Answer],
    level: SimdLevel,
) -> usize {
    let n = asked.len().min(out.len());
    let (asked, out) = (&asked[..n], &mut out[..n]);
    level.dispatch(Blocks { question, asked, out, zeros: ([T::zero(); I], [T::zero(); O]) });
    n
}

/// One number of each question of a block, so placed that no register's worth of them lies across
/// two cache lines.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Row<T>([T; BLOCK]);

struct Blocks<'a, T, Q: Question<T, I, O>, const I: usize, const O: usize>
where
    T: Real,
{
    question: Q,
    asked: &'a [Q::Asked],
    out: &'a mut [Q::Answer],
    /// For each number in and out.
    zeros: ([T; I], [T; O]),
}

impl<T: Real, Q: Question<T, I, O>, const I: usize, const O: usize> Kernel
    for Blocks<'_, T, Q, I, O>
{
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) {
        let Self { question, asked, out, zeros } = self;
        let mut numbers = zeros.0.map(|zero| Row([zero; BLOCK]));
        let mut solved = zeros.1.map(|zero| Row([zero; BLOCK]));
        for (asked, out) in asked.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
            let n = asked.len().min(BLOCK);
            let (asked, out) = (&asked[..n], &mut out[..n]);
            for lane in 0..n {
                let taken = Q::take(&asked[lane]);
                for i in 0..I {
                    numbers[i].0[lane] = taken[i];
                }
            }
            for lane in 0..n {
                let found = question.solve(std::array::from_fn(|i| numbers[i].0[lane]));
                for i in 0..O {
                    solved[i].0[lane] = found[i];
                }
            }
            let solved = |lane: usize| std::array::from_fn(|i| solved[i].0[lane]);
            for lane in 0..n {
                out[lane] = Q::give(solved(lane));
            }
            // Apart from the loop before, which has no branch without it, and seldom entered.
            let unsure: usize = (0..n).map(|lane| usize::from(!Q::is_sure(solved(lane)))).sum();
            if unsure > 0 {
                for lane in (0..n).filter(|&lane| !Q::is_sure(solved(lane))) {
                    out[lane] = question.alone(&asked[lane]);
                }
            }
        }
    }
}
