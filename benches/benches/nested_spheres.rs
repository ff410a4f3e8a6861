//! A sphere of radius 0.98 free inside one of radius 1: surfaces parallel and close everywhere, the
//! worst case of the 1996 paper. `OBBTREE_LONG=1` goes up to a million triangles.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use obbtree::{Pose, Query, classic};
use obbtree_tests::engines::Built;
use obbtree_tests::parry::double;
use obbtree_tests::shapes::{pose, random, sphere};

fn nested(c: &mut Criterion) {
    let mut group = c.benchmark_group("nested spheres");
    group.sample_size(10);
    let levels: &[u32] = if obbtree_tests::is_long() { &[4, 6, 8] } else { &[4, 6] };
    for &level in levels {
        let (outer, inner) = (sphere(level, 1.0), sphere(level, 0.98));
        let triangles = outer.triangles().len();
        let mut random = random(5);
        let poses: Vec<Pose> = (0..4).map(|_| pose(&mut random, 0.003)).collect();
        let here = Pose::identity();
        let (body_a, body_b) = (classic::Tree::body(&outer), classic::Tree::body(&inner));
        let mut query = Query::default();
        for pose in &poses {
            assert!(!query.collide(&body_a, &here, &body_b, pose));
        }
        group.bench_function(BenchmarkId::new("classic", triangles), |bencher| {
            bencher.iter(|| {
                poses.iter().filter(|p| query.collide(&body_a, &here, &body_b, p)).count()
            });
        });
        if level <= 4 {
            let (a, b) = (double::trimesh(&outer), double::trimesh(&inner));
            group.bench_function(BenchmarkId::new("parry3d-f64 call", triangles), |bencher| {
                bencher.iter(|| {
                    let hit = |p: &&Pose| double::intersection_test(&a, &b, &double::pose(p));
                    poses.iter().filter(hit).count()
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, nested);
criterion_main!(benches);
