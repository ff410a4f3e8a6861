//! The loop that all batches share: a block of questions taken apart into arrays, solved in lanes,
//! and put together again.

use obbtree_simd::{Kernel, Lanes, Level};

use crate::{Real, Span};

/// Questions in a block: four registers of the widest set in `f32`, eight in `f64`, and with
/// fifteen components a question still a quarter of a first-level cache.
const BLOCK: usize = 64;

/// A batch of questions `A` with answers `B`, by way of `I` numbers in and `O` numbers out.
pub(super) struct Blocks<'a, A, B, Take, Solve, Give> {
    pub(super) questions: &'a [A],
    pub(super) out: &'a mut [B],
    /// A question's numbers.
    pub(super) take: Take,
    /// From numbers to numbers, without a branch that lanes could not take together.
    pub(super) solve: Solve,
    /// The answer from the numbers, or by other means where they say that there is none.
    pub(super) give: Give,
}

impl<A, B, Take, Solve, Give> Blocks<'_, A, B, Take, Solve, Give> {
    /// Answers as many as both slices hold, and says how many these are.
    pub(super) fn run_at<T: Real, const I: usize, const O: usize>(self, level: Level) -> usize
    where
        Take: Fn(&A) -> [T; I],
        Solve: Fn([T; I]) -> [T; O],
        Give: Fn(&A, [T; O]) -> B,
    {
        let n = self.questions.len().min(self.out.len());
        let (questions, out) = (&self.questions[..n], &mut self.out[..n]);
        level.dispatch(Loop(Blocks { questions, out, ..self }, [T::zero(); I], [T::zero(); O]));
        n
    }
}

/// With a zero for each number in and out.
struct Loop<K, T, const I: usize, const O: usize>(K, [T; I], [T; O]);

impl<A, B, Take, Solve, Give, T, const I: usize, const O: usize> Kernel
    for Loop<Blocks<'_, A, B, Take, Solve, Give>, T, I, O>
where
    T: Real,
    Take: Fn(&A) -> [T; I],
    Solve: Fn([T; I]) -> [T; O],
    Give: Fn(&A, [T; O]) -> B,
{
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, _: S) {
        let Blocks { questions, out, take, solve, give } = self.0;
        let mut numbers = self.1.map(|zero| [zero; BLOCK]);
        let mut answers = self.2.map(|zero| [zero; BLOCK]);
        for (questions, out) in questions.chunks(BLOCK).zip(out.chunks_mut(BLOCK)) {
            let n = questions.len().min(BLOCK);
            for (lane, question) in questions.iter().enumerate().take(BLOCK) {
                let taken = take(question);
                for i in 0..I {
                    numbers[i][lane] = taken[i];
                }
            }
            for lane in 0..n {
                let solved = solve(std::array::from_fn(|i| numbers[i][lane]));
                for i in 0..O {
                    answers[i][lane] = solved[i];
                }
            }
            for (lane, (question, out)) in questions.iter().zip(out).enumerate().take(BLOCK) {
                *out = give(question, std::array::from_fn(|i| answers[i][lane]));
            }
        }
    }
}

/// The numbers of a ray's part in a box; a ray that stands still along an axis is marked by a
/// parameter below zero, where no ray enters.
#[inline(always)]
pub(super) fn part_or_mark<T: Real>(part: Span<T>, stands: bool) -> [T; 2] {
    [if stands { -T::one() } else { part.enter }, part.exit]
}

/// The answer from [`part_or_mark`].
#[inline(always)]
pub(super) fn part_of<T: Real>(
    [enter, exit]: [T; 2],
    alone: impl FnOnce() -> Option<Span<T>>,
) -> Option<Span<T>> {
    if enter < T::zero() { alone() } else { Span { enter, exit }.if_any() }
}
