//! How near the visit kernel is to what the vector unit can do: nested spheres, where queries do
//! nothing but visits.
//!
//! ```sh
//! taskset -c 1 cargo run --release -p obbtree-benches --bin floor
//! ```
//!
//! Counted from the kernel's text, in registers of one visit (sixteen box pairs in AVX-512):
//!
//! | | multiply-adds, products | all vector arithmetic |
//! |---|---:|---:|
//! | faces | 9 rotating B, 9 `t`, 24 `M`, 18 reaches, 9 distances = 69 | 69 + 12 spreads, 3 differences, 1 slack, 15 absolute values, 6 comparisons = 106 |
//! | crosses | 9 times (2 distance, 4 reach) = 54 | 54 + 9 absolute values, 9 comparisons = 72 |
//!
//! A CPU with two 512-bit ports does two of *any* of these a cycle; one with separate ports for
//! multiply-adds hides the rest. Both floors are printed. The clock is measured beside the queries
//! by a chain of operations that wait for each other.

use std::hint::black_box;
use std::time::Instant;

use obbtree::query::SimdLevel;
use obbtree::{Body, Pose, Query};
use obbtree_benches::Question;
use obbtree_tests::shapes::{pose, random, sphere};

const ROUNDS: usize = 9;
/// Operations a cycle.
const PORTS: f64 = 2.0;
const FACES: [f64; 2] = [69.0, 106.0];
const CROSSES: [f64; 2] = [54.0, 72.0];

fn main() {
    println!(
        "| spheres of triangles | set | visits | to the cross phase | ns a visit | GHz | cycles a visit | over multiply-adds | over all arithmetic |"
    );
    println!("|---|---|---:|---:|---:|---:|---:|---:|---:|");
    for size in [4, 6] {
        let (outer, inner) = (sphere(size, 1.0), sphere(size, 0.98));
        let triangles = outer.triangles().len();
        let [a, b] = [outer, inner].map(Body::new);
        let mut random = random(5);
        let poses: Vec<Pose> = (0..20).map(|_| pose(&mut random, 0.003)).collect();
        for level in SimdLevel::all_available().into_iter().rev() {
            let mut counting = Query::new().level(level).counted(true);
            Question::All.pass(&mut counting, &a, &b, &poses);
            let counts = counting.counts();
            let mut query = Query::new().level(level);
            Question::All.pass(&mut query, &a, &b, &poses); // so that it is warm
            let (mut seconds, mut clock) = (f64::INFINITY, 0.0_f64);
            for _ in 0..ROUNDS {
                clock = clock.max(gigahertz());
                let start = Instant::now();
                black_box(Question::All.pass(&mut query, &a, &b, &poses));
                seconds = seconds.min(start.elapsed().as_secs_f64());
            }
            let visits = counts.visits as f64;
            let registers_to_crosses = counts.second_phase as f64 / visits;
            let registers_of_a_visit = match level.name() {
                "avx512" => 1.0,
                "avx2" => 2.0,
                _ => 4.0,
            };
            let nanoseconds = seconds * 1e9 / visits;
            let cycles = nanoseconds * clock;
            let over = |which: usize| {
                let operations =
                    FACES[which] * registers_of_a_visit + CROSSES[which] * registers_to_crosses;
                cycles * PORTS / operations
            };
            println!(
                "| {} | {level} | {:.0} | {:.2} | {nanoseconds:.1} | {clock:.2} | {cycles:.0} | {:.2} | {:.2} |",
                triangles,
                visits / poses.len() as f64,
                registers_to_crosses,
                over(0),
                over(1),
            );
        }
    }
}

/// Cycles a nanosecond, by products that wait for each other: three cycles each on the 64-bit CPUs
/// of Intel and AMD.
fn gigahertz() -> f64 {
    const BLOCKS: u32 = 4_000;
    const STEPS: u32 = 128;
    let mut bits = black_box(0x9e37_79b9_7f4a_7c15_u64);
    let start = Instant::now();
    for _ in 0..BLOCKS {
        for _ in 0..STEPS {
            bits = bits.wrapping_mul(bits);
        }
        // Through memory and back: some five cycles, two in a hundred.
        bits = black_box(bits);
    }
    f64::from(BLOCKS * (3 * STEPS + 5)) / start.elapsed().as_nanos() as f64
}
