//! From mesh to tree: ours, and parry3d's tree of axis-aligned boxes.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use obbtree::classic;
use obbtree_tests::parry::{double, single};
use obbtree_tests::shapes::sphere;

fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(10);
    for level in [4, 6] {
        let mesh = sphere(level, 1.0);
        let triangles = mesh.triangles().len();
        classic::build(&mesh, &Default::default()).validate().expect("a valid tree");
        group.throughput(Throughput::Elements(triangles as u64));
        group.bench_function(BenchmarkId::new("classic", triangles), |bencher| {
            bencher.iter(|| classic::build(&mesh, &Default::default()));
        });
        group.bench_function(BenchmarkId::new("parry3d-f64", triangles), |bencher| {
            bencher.iter(|| double::trimesh(&mesh));
        });
        group.bench_function(BenchmarkId::new("parry3d", triangles), |bencher| {
            bencher.iter(|| single::trimesh(&mesh));
        });
    }
    group.finish();
}

criterion_group!(benches, build);
criterion_main!(benches);
