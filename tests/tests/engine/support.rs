//! What several tests of queries use: how many rounds, and how often each answer comes.

use obbtree::Query;
use obbtree_tests::is_long;
use obbtree_tests::shapes::random;
use rand_pcg::Pcg64Mcg;

/// Twenty times as many in the long setting.
pub(super) fn rounds(short: usize) -> usize {
    if is_long() { 20 * short } else { short }
}

/// Puts so many cases of a seed to one query. A case has its number, and adds what was answered to
/// how often it was no and yes.
pub(super) fn count_answers(
    seed: u64,
    rounds: usize,
    mut case: impl FnMut(usize, &mut Pcg64Mcg, &mut Query, &mut [usize; 2]),
) -> [usize; 2] {
    let (random, query, mut answers) = (&mut random(seed), &mut Query::new(), [0; 2]);
    for round in 0..rounds {
        case(round, random, query, &mut answers);
    }
    answers
}

/// The same, of which 30 to 70 % are yes.
pub(super) fn mixed(
    seed: u64,
    rounds: usize,
    case: impl FnMut(usize, &mut Pcg64Mcg, &mut Query, &mut [usize; 2]),
) -> [usize; 2] {
    let answers = count_answers(seed, rounds, case);
    let share = answers[1] as f64 / (answers[0] + answers[1]) as f64;
    assert!((0.3..=0.7).contains(&share), "{answers:?}");
    answers
}
