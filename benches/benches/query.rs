//! Queries on bodies that are built: the shipped engine by every instruction set of this machine,
//! beside the classic engine, parry3d and parry3d-f64, on a few scenes of the comparison.
//!
//! Every answer of ours is held against exact arithmetic first; parry3d's wrong ones are counted
//! and printed. A time is that of one pass over all poses of a set.

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Query};
use obbtree_benches::Question;
use obbtree_benches::compare::peer::{Double, DoubleTrees, Peer, Single};
use obbtree_benches::scenes::{Pair, Poses, Set, scenes};
use obbtree_tests::classic;
use obbtree_tests::engines::{Asks, Built, ClassicBody, ClassicQuery};
use obbtree_tests::quick_referee::{Placed, intersecting_pairs};

/// Family and scene: like sizes, small against large, at rest, deep.
const SCENES: [&str; 4] = [
    "knot of 10000, chain of 10000",
    "terrain, blob of 0.5 %",
    "block on a table",
    "knot and knot of 10000",
];
/// Of each set, so that a pass of the slowest is some milliseconds.
const POSES: usize = 4;

fn queries(c: &mut Criterion) {
    for scene in scenes().iter().filter(|scene| SCENES.contains(&scene.name.as_str())) {
        let Pair { a, b, sets } = scene.make();
        let mut contest = Contest::new([a.mesh, b.mesh]);
        for set in &sets {
            contest.time(c, &scene.name, set);
        }
    }
}

struct Contest {
    meshes: [Mesh; 2],
    wide: [Body; 2],
    classic: [ClassicBody; 2],
    single: Single,
    double: Double,
    trees: DoubleTrees,
}

impl Contest {
    fn new(meshes: [Mesh; 2]) -> Self {
        let both = || meshes.clone();
        Self {
            wide: both().map(Body::new),
            classic: both().map(|mesh| classic::Tree::body(&mesh)),
            single: Single::build(both()),
            double: Double::build(both()),
            trees: DoubleTrees::build(both()),
            meshes,
        }
    }

    fn time(&mut self, c: &mut Criterion, scene: &str, set: &Set) {
        let poses = &set.poses[..set.poses.len().min(POSES)];
        let exact: Vec<u64> = poses.iter().map(|both| self.exact_pairs(both)).collect();
        let name = format!("{scene}, {}", set.name);
        for question in Question::BOTH {
            let mut group = c.benchmark_group(format!("{}/{name}", question.name()));
            group.sample_size(10).throughput(Throughput::Elements(poses.len() as u64));
            for level in SimdLevel::all_available().into_iter().rev() {
                let query = Query::new().level(level);
                ours(&mut group, level.name(), question, query, &self.wide, poses, &exact);
            }
            let query = ClassicQuery::default();
            ours(&mut group, "classic", question, query, &self.classic, poses, &exact);
            if question == Question::Any {
                parry(&mut group, "parry3d call", &mut self.single, poses, &exact);
                parry(&mut group, "parry3d-f64 call", &mut self.double, poses, &exact);
                parry(&mut group, "parry3d-f64 two trees", &mut self.trees, poses, &exact);
            }
            group.finish();
        }
    }

    fn exact_pairs(&self, [at_a, at_b]: &Poses) -> u64 {
        let [a, b] = &self.meshes;
        intersecting_pairs(&Placed::new(a, at_a), &Placed::new(b, at_b)).len() as u64
    }
}

fn ours<B>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    question: Question,
    mut query: impl Asks<B>,
    bodies: &[B; 2],
    poses: &[Poses],
    exact: &[u64],
) {
    for (both, &pairs) in poses.iter().zip(exact) {
        let expected = if question == Question::Any { u64::from(pairs > 0) } else { pairs };
        assert_eq!(question.ask(&mut query, bodies.each_ref(), both), expected, "{name}: {both:?}");
    }
    group.bench_function(name, |bencher| {
        bencher.iter(|| {
            poses.iter().map(|both| question.ask(&mut query, bodies.each_ref(), both)).sum::<u64>()
        });
    });
}

fn parry<P: Peer>(
    group: &mut BenchmarkGroup<'_, WallTime>,
    name: &str,
    peer: &mut P,
    poses: &[Poses],
    exact: &[u64],
) {
    let placed: Vec<P::Placed> = poses.iter().map(P::place).collect();
    let wrong = placed.iter().zip(exact).filter(|(at, pairs)| peer.any(at) != (**pairs > 0));
    let wrong = wrong.count();
    if wrong > 0 {
        eprintln!("{name}: wrong at {wrong} of {} poses", poses.len());
    }
    group.bench_function(name, |bencher| {
        bencher.iter(|| placed.iter().filter(|at| peer.any(at)).count());
    });
}

criterion_group!(benches, queries);
criterion_main!(benches);
