//! Prebuilt and one-shot queries in four situations, parry3d beside ours.
//!
//! A time is that of one pass over all poses of a situation.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use obbtree::{Pose, Query, classic};
use obbtree_benches::{Question, Workload, check_answers};
use obbtree_tests::engines::Built;
use obbtree_tests::parry::{double, single};

fn prebuilt(c: &mut Criterion) {
    for workload in Workload::standard() {
        check_answers(&workload);
        let here = Pose::identity();
        let (a, b) = (classic::Tree::body(&workload.a), classic::Tree::body(&workload.b));
        let (a64, b64) = (double::trimesh(&workload.a), double::trimesh(&workload.b));
        let (a32, b32) = (single::trimesh(&workload.a), single::trimesh(&workload.b));
        let mut query = Query::default();

        let mut group = c.benchmark_group(format!("any/{}", workload.name));
        group.sample_size(10);
        for situation in &workload.situations {
            let poses = &situation.poses;
            let poses64: Vec<_> = poses.iter().map(double::pose).collect();
            let poses32: Vec<_> = poses.iter().map(single::pose).collect();
            group.throughput(Throughput::Elements(poses.len() as u64));
            group.bench_function(BenchmarkId::new("classic", situation.name), |bencher| {
                bencher.iter(|| Question::Any.pass(&mut query, &a, &b, poses));
            });
            group.bench_function(BenchmarkId::new("parry3d-f64 call", situation.name), |bencher| {
                bencher.iter(|| {
                    poses64.iter().filter(|p| double::intersection_test(&a64, &b64, p)).count()
                });
            });
            group.bench_function(
                BenchmarkId::new("parry3d-f64 two trees", situation.name),
                |bencher| {
                    bencher.iter(|| {
                        let mut hits = 0;
                        for pose in &poses64 {
                            double::two_tree_descent(&a64, &b64, pose, |_, _| {
                                hits += 1;
                                true
                            });
                        }
                        hits
                    });
                },
            );
            group.bench_function(BenchmarkId::new("parry3d call", situation.name), |bencher| {
                bencher.iter(|| {
                    poses32.iter().filter(|p| single::intersection_test(&a32, &b32, p)).count()
                });
            });
        }
        group.finish();

        let mut group = c.benchmark_group(format!("all/{}", workload.name));
        group.sample_size(10);
        for situation in &workload.situations {
            group.throughput(Throughput::Elements(situation.poses.len() as u64));
            group.bench_function(BenchmarkId::new("classic", situation.name), |bencher| {
                bencher.iter(|| {
                    for pose in &situation.poses {
                        black_box(query.pairs(&a, &here, &b, pose));
                    }
                });
            });
        }
        group.finish();
    }
}

/// Build and ask once: what a checker pays for a mesh it sees for the first time.
fn one_shot(c: &mut Criterion) {
    let mut group = c.benchmark_group("one-shot");
    group.sample_size(10);
    for workload in Workload::standard() {
        let pose = workload.situations[1].poses[0];
        let here = Pose::identity();
        group.bench_function(BenchmarkId::new("classic", workload.name), |bencher| {
            bencher.iter(|| {
                let (a, b) = (classic::Tree::body(&workload.a), classic::Tree::body(&workload.b));
                obbtree::collide(&a, &here, &b, &pose)
            });
        });
        group.bench_function(BenchmarkId::new("parry3d-f64", workload.name), |bencher| {
            bencher.iter(|| {
                let (a, b) = (double::trimesh(&workload.a), double::trimesh(&workload.b));
                double::intersection_test(&a, &b, &double::pose(&pose))
            });
        });
    }
    group.finish();
}

criterion_group!(benches, prebuilt, one_shot);
criterion_main!(benches);
