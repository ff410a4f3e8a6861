//! From mesh to tree: the shipped engine, the classic one, and parry3d's trees of axis-aligned
//! boxes.

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use obbtree_assets::named::by_name;
use obbtree_tests::parry::{double, single};
use obbtree_tests::{classic, wide};

/// A mesh, and how many triangles.
const MESHES: [(&str, usize); 3] = [("blob", 5_000), ("blob", 80_000), ("plate", 20_000)];

fn build(c: &mut Criterion) {
    for (name, triangles) in MESHES {
        let mesh = by_name(name).expect("a name of the list").mesh(triangles);
        wide::build(&mesh, &Default::default()).validate().expect("a valid tree");
        classic::build(&mesh, &Default::default()).validate().expect("a valid tree");
        let mut group = c.benchmark_group(format!("build/{name}"));
        group.sample_size(10).throughput(Throughput::Elements(triangles as u64));
        group.bench_function(BenchmarkId::new("obbtree", triangles), |bencher| {
            bencher.iter(|| wide::build(&mesh, &Default::default()));
        });
        group.bench_function(BenchmarkId::new("classic", triangles), |bencher| {
            bencher.iter(|| classic::build(&mesh, &Default::default()));
        });
        group.bench_function(BenchmarkId::new("parry3d", triangles), |bencher| {
            bencher.iter(|| single::trimesh(&mesh));
        });
        group.bench_function(BenchmarkId::new("parry3d-f64", triangles), |bencher| {
            bencher.iter(|| double::trimesh(&mesh));
        });
        group.finish();
    }
}

criterion_group!(benches, build);
criterion_main!(benches);
