//! A sphere of radius 0.98 free inside one of radius 1: surfaces parallel and close everywhere, the
//! worst case of the 1996 paper. `OBBTREE_LONG=1` goes up to a million triangles.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use obbtree::query::SimdLevel;
use obbtree::{Body, Pose, Query};
use obbtree_benches::Question;
use obbtree_benches::compare::peer::{Double, DoubleTrees, Peer};
use obbtree_tests::classic;
use obbtree_tests::engines::{Built, ClassicQuery};
use obbtree_tests::shapes::{pose, random, sphere};

/// Finer ones take parry3d seconds a pass.
const FINEST_OF_PARRY: u32 = 4;

fn nested(c: &mut Criterion) {
    let mut group = c.benchmark_group("nested spheres");
    group.sample_size(10);
    let levels: &[u32] = if obbtree_tests::is_long() { &[4, 6, 8] } else { &[4, 6] };
    for &level in levels {
        let meshes = [sphere(level, 1.0), sphere(level, 0.98)];
        let triangles = meshes[0].triangles().len();
        let mut random = random(5);
        let poses: Vec<Pose> = (0..4).map(|_| pose(&mut random, 0.003)).collect();
        let bodies = meshes.clone().map(Body::new);
        for simd in SimdLevel::all_available().into_iter().rev() {
            let mut query = Query::new().level(simd);
            let mut pass = || Question::Any.pass(&mut query, &bodies[0], &bodies[1], &poses);
            assert_eq!(pass(), 0, "the inner sphere is free");
            group.bench_function(BenchmarkId::new(simd.name(), triangles), |b| b.iter(&mut pass));
        }
        let bodies = meshes.each_ref().map(classic::Tree::body);
        let mut query = ClassicQuery::default();
        let mut pass = || Question::Any.pass(&mut query, &bodies[0], &bodies[1], &poses);
        assert_eq!(pass(), 0, "the inner sphere is free");
        group.bench_function(BenchmarkId::new("classic", triangles), |b| b.iter(&mut pass));
        if level <= FINEST_OF_PARRY {
            let (mut call, mut trees) = (Double::build(meshes.clone()), DoubleTrees::build(meshes));
            let placed: Vec<_> =
                poses.iter().map(|b| Double::place(&[Pose::identity(), *b])).collect();
            group.bench_function(BenchmarkId::new("parry3d-f64 call", triangles), |bencher| {
                bencher.iter(|| placed.iter().filter(|at| call.any(at)).count());
            });
            group.bench_function(BenchmarkId::new("parry3d-f64 two trees", triangles), |bencher| {
                bencher.iter(|| placed.iter().filter(|at| trees.any(at)).count());
            });
        }
    }
    group.finish();
}

criterion_group!(benches, nested);
criterion_main!(benches);
