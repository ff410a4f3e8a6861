//! Rows of the table: questions with about as many hits as misses, answers compared, times.

use std::hint::black_box;
use std::time::Instant;

use obbtree_geom::Span;
use obbtree_tests::shapes::random;

use crate::inputs::Scene;

/// Questions a row: together with their inputs they fit a second-level cache.
const QUESTIONS: usize = 4096;
/// So many tries a question are made to balance hits and misses.
const PATIENCE: usize = 16;
/// The contenders take turns this many times; the least time of each counts.
const PASSES: usize = 41;
/// Answers agree if they differ by less than this share of one plus themselves. Peers that iterate
/// stop at about 1e-10 in depth, which is its root in parameters.
const AGREE: f64 = 1e-5;

pub(crate) struct Table {
    pub(crate) wanted: String,
}

impl Table {
    /// One row; where nothing can miss, all questions are hits. A miss is an answer of infinity.
    pub(crate) fn row<A, B>(
        &self,
        name: &str,
        make: impl Fn(&mut Scene) -> (A, B),
        ours: impl Fn(&A) -> f64,
        theirs: impl Fn(&B) -> f64,
    ) {
        if !name.contains(&self.wanted) {
            return;
        }
        let (mine, peers, hits) = questions(name, make, |a, _| ours(a));
        let differ = mine.iter().zip(&peers).filter(|(a, b)| !agree(ours(a), theirs(b))).count();
        let (mut least_ours, mut least_theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..PASSES {
            least_ours = least_ours.min(pass(&mine, &ours));
            least_theirs = least_theirs.min(pass(&peers, &theirs));
        }
        print_row(name, hits, [least_ours, least_theirs], differ);
    }
}

/// One question about many, in lanes: `whole` queries ours at once, the peer one by one.
pub(crate) struct Batched<A, B, R> {
    pub(crate) name: &'static str,
    pub(crate) make: fn(&mut Scene) -> (A, B),
    pub(crate) empty: R,
}

impl<A, B, R: Copy> Batched<A, B, R> {
    /// One row. `read` makes a number of an answer, for the sum and for the comparison.
    pub(crate) fn row(
        self,
        table: &Table,
        whole: impl Fn(&[A], &mut [R]) -> usize,
        read: impl Fn(&A, &R) -> f64,
        theirs: impl Fn(&B) -> f64,
    ) {
        if !self.name.contains(&table.wanted) {
            return;
        }
        let (mine, peers, hits) = questions(self.name, self.make, |_, b| theirs(b));
        let mut out = vec![self.empty; QUESTIONS];
        let (mut least_ours, mut least_theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..PASSES {
            let start = Instant::now();
            assert_eq!(whole(black_box(&mine), &mut out), QUESTIONS);
            let answers = mine.iter().zip(&out).map(|(a, r)| read(a, r));
            black_box(answers.map(|x| if x < f64::INFINITY { x } else { -1.0 }).sum::<f64>());
            least_ours = least_ours.min(start.elapsed().as_secs_f64());
            least_theirs = least_theirs.min(pass(&peers, &theirs));
        }
        let pairs = mine.iter().zip(&out).zip(&peers);
        let answers = pairs.map(|((a, r), b)| (read(a, r), theirs(b)));
        let differ = answers.filter(|&(x, y)| !agree(x, y)).count();
        print_row(self.name, hits, [least_ours, least_theirs], differ);
    }
}

/// The questions of a row, for both sides, and how many are hits: made until hits and misses fill
/// half of the batch each, as far as patience goes.
fn questions<A, B>(
    name: &str,
    make: impl Fn(&mut Scene) -> (A, B),
    answer: impl Fn(&A, &B) -> f64,
) -> (Vec<A>, Vec<B>, usize) {
    let mut scene = random(name.bytes().map(u64::from).sum());
    let (mut mine, mut peers, mut hits) = (Vec::new(), Vec::new(), 0);
    let mut tries = 0;
    while mine.len() < QUESTIONS {
        tries += 1;
        let (a, b) = make(&mut scene);
        let hit = answer(&a, &b) < f64::INFINITY;
        let full = if hit { hits } else { mine.len() - hits } >= QUESTIONS / 2;
        if full && tries < PATIENCE * QUESTIONS {
            continue;
        }
        hits += usize::from(hit);
        mine.push(a);
        peers.push(b);
    }
    (mine, peers, hits)
}

fn agree(x: f64, y: f64) -> bool {
    x == y || (x - y).abs() <= AGREE * (1.0 + x.abs())
}

/// Seconds of both sides for the whole batch.
fn print_row(name: &str, hits: usize, seconds: [f64; 2], differ: usize) {
    let [x, y] = seconds.map(|s| s * 1e9 / QUESTIONS as f64);
    let share = 100 * hits / QUESTIONS;
    println!("| {name} | {share} % | {x:.1} | {y:.1} | {:.2} | {differ} |", y / x);
}

/// Seconds for the batch.
fn pass<A>(questions: &[A], ask: &impl Fn(&A) -> f64) -> f64 {
    let start = Instant::now();
    let mut sum = 0.0;
    for question in questions {
        let answer = ask(question);
        sum += if answer < f64::INFINITY { answer } else { -1.0 };
    }
    black_box(sum);
    start.elapsed().as_secs_f64()
}

/// Yes is zero, no is a miss.
pub(crate) fn yes(found: bool) -> f64 {
    if found { 0.0 } else { f64::INFINITY }
}

/// A parameter, or a miss.
pub(crate) fn at(found: Option<f64>) -> f64 {
    found.unwrap_or(f64::INFINITY)
}

pub(crate) fn enter(found: Option<Span>) -> f64 {
    at(found.map(|span| span.enter))
}
