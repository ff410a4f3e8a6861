//! The same answer and the same order on every run, thread, engine and machine: one hash over all
//! pairs of a fixed set of scenes.

use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::{Command, Stdio};

use obbtree::query::SimdLevel;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_assets::models;
use obbtree_tests::engines::{Asks, Built};
use obbtree_tests::shapes::{self, random};
use obbtree_tests::{classic, wide};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;

/// The hash of all pairs of triangles that meet in all scenes. It may change only with the models
/// or the scenes below, never with the engine: the pairs are those of exact arithmetic.
const EXPECTED: u64 = 0xebe4_cf64_b049_b29f;

/// Fowler, Noll, Vo: FNV-1a, 64 bits.
fn fnv1a(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;

fn hash_of(pairs: &[[u32; 2]]) -> u64 {
    let count = fnv1a(FNV_START, &(pairs.len() as u64).to_le_bytes());
    pairs.iter().flatten().fold(count, |hash, id| fnv1a(hash, &id.to_le_bytes()))
}

/// Which two models, and where.
struct Scene {
    a: usize,
    pose_a: Pose,
    b: usize,
    pose_b: Pose,
}

/// A pose from a seed by `+ - * /` and square roots alone, so that it has the same bits on every
/// machine; sines need not.
fn pose(random: &mut Pcg64Mcg, reach: f64) -> Pose {
    let quaternion = loop {
        let q: [f64; 4] = std::array::from_fn(|_| random.random_range(-1.0..1.0));
        let length_sq: f64 = q.iter().map(|x| x * x).sum();
        if (0.1..1.0).contains(&length_sq) {
            break q.map(|x| x / length_sq.sqrt());
        }
    };
    let [x, y, z]: [f64; 3] = (shapes::vector(random) * reach).into();
    let [i, j, k, w] = quaternion;
    Pose::from_translation_quaternion([x, y, z, i, j, k, w]).expect("a unit quaternion")
}

/// Every two models four times, at distances at which many of them meet.
fn scenes(meshes: &[Mesh]) -> Vec<Scene> {
    let mut random = random(61);
    let size = |mesh: &Mesh| mesh.report().bounds.sides().amax();
    let mut scenes = Vec::new();
    for a in 0..meshes.len() {
        for b in a..meshes.len() {
            let reach = 0.3 * size(&meshes[a]).max(size(&meshes[b]));
            for _ in 0..4 {
                let (pose_a, pose_b) = (pose(&mut random, reach), pose(&mut random, reach));
                scenes.push(Scene { a, pose_a, b, pose_b });
            }
        }
    }
    scenes
}

/// All scenes shared out to threads; the hash is over the scenes in their order.
fn hash_by<T: Built>(
    bodies: &[T::Body],
    scenes: &[Scene],
    threads: usize,
    new_query: impl Fn() -> T::Query + Sync,
) -> (u64, usize) {
    let ask = |part: &[Scene]| -> Vec<Vec<[u32; 2]>> {
        let mut query = new_query();
        let pairs = |scene: &Scene| {
            let Scene { a, pose_a, b, pose_b } = scene;
            query.pairs(&bodies[*a], pose_a, &bodies[*b], pose_b)
        };
        part.iter().map(pairs).collect()
    };
    let lists: Vec<Vec<[u32; 2]>> = std::thread::scope(|scope| {
        let parts = scenes.chunks(scenes.len().div_ceil(threads));
        let running: Vec<_> = parts.map(|part| scope.spawn(|| ask(part))).collect();
        running.into_iter().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let met = lists.iter().filter(|list| !list.is_empty()).count();
    let hash = lists.iter().fold(FNV_START, |hash, list| fnv1a(hash, &hash_of(list).to_le_bytes()));
    (hash, met)
}

fn check<T: Built>() {
    let meshes: Vec<Mesh> = models().into_iter().map(|model| model.mesh).collect();
    let scenes = scenes(&meshes);
    for threads in 1..=4 {
        // Built anew each time: the same mesh must give the same tree, or trees that answer alike.
        let bodies: Vec<T::Body> = meshes.iter().map(T::body).collect();
        let (hash, met) = hash_by::<T>(&bodies, &scenes, threads, T::Query::default);
        assert_eq!(hash, EXPECTED, "{} on {threads} threads: {hash:#x}", T::NAME);
        let share = met as f64 / scenes.len() as f64;
        assert!((0.3..=0.7).contains(&share), "{met} of {} scenes meet", scenes.len());
    }
}

#[test]
fn classic_has_the_hash_on_every_number_of_threads() {
    check::<classic::Tree>();
}

#[test]
fn wide_has_the_hash_on_every_number_of_threads() {
    check::<wide::Tree>();
}

#[test]
fn wide_has_the_hash_on_every_instruction_set() {
    let meshes: Vec<Mesh> = models().into_iter().map(|model| model.mesh).collect();
    let scenes = scenes(&meshes);
    let bodies: Vec<Body> = meshes.into_iter().map(Body::new).collect();
    for level in SimdLevel::all_available() {
        let (hash, _) = hash_by::<wide::Tree>(&bodies, &scenes, 2, || Query::new().level(level));
        assert_eq!(hash, EXPECTED, "{level}: {hash:#x}");
    }
}

/// Meshes and scenes as `crates/wasm/tests/determinism.js` reads them.
fn for_the_module(meshes: &[Mesh], scenes: &[Scene]) -> Vec<u8> {
    let count = |n: usize| (n as u32).to_le_bytes();
    let mut bytes = count(meshes.len()).to_vec();
    for mesh in meshes {
        bytes.extend(count(mesh.vertices().len()));
        bytes.extend(count(mesh.triangles().len()));
        bytes.extend(mesh.vertices().as_flattened().iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(mesh.triangles().as_flattened().iter().flat_map(|id| id.to_le_bytes()));
    }
    bytes.extend(count(scenes.len()));
    for Scene { a, pose_a, b, pose_b } in scenes {
        for (body, pose) in [(a, pose_a), (b, pose_b)] {
            bytes.extend(count(*body));
            bytes.extend(pose.to_rows().iter().flat_map(|x| x.to_le_bytes()));
        }
    }
    bytes
}

/// The module that is committed, or the one that `OBBTREE_WASM` names.
#[test]
#[cfg_attr(not(node), ignore = "needs Node (Debian's package nodejs)")]
fn the_module_for_web_pages_has_the_hash() {
    let committed =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/viewer/src/page/engine.wasm");
    let module = std::env::var_os("OBBTREE_WASM").map_or(committed, Into::into);
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../crates/wasm/tests/determinism.js");
    let meshes: Vec<Mesh> = models().into_iter().map(|model| model.mesh).collect();
    let scenes = scenes(&meshes);
    let mut node = Command::new("node")
        .args([&script, &module])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut input = node.stdin.take().expect("a pipe");
    input.write_all(&for_the_module(&meshes, &scenes)).expect("node reads");
    drop(input);
    let output = node.wait_with_output().expect("node ends");
    let said = String::from_utf8_lossy(&output.stdout);
    println!("{}: {}", module.display(), said.trim());
    let (hash, met) = said.trim().split_once(' ').expect("a hash and a count");
    assert_eq!(hash, format!("{EXPECTED:#x}"));
    let share = met.parse::<f64>().expect("a count") / scenes.len() as f64;
    assert!((0.3..=0.7).contains(&share), "{met} of {} scenes meet", scenes.len());
}

/// Unsorted, as the search comes across them: twice the same.
fn check_order<T: Built>() {
    let meshes: Vec<Mesh> = models().into_iter().map(|model| model.mesh).collect();
    let bodies: Vec<T::Body> = meshes.iter().map(T::body).collect();
    let order = || {
        let mut query = T::Query::default();
        let mut hash = FNV_START;
        for Scene { a, pose_a, b, pose_b } in scenes(&meshes) {
            let _ = query.for_each_pair(&bodies[a], &pose_a, &bodies[b], &pose_b, |pair| {
                hash = hash_of(&[pair]).wrapping_add(hash.wrapping_mul(31));
                ControlFlow::Continue(())
            });
        }
        hash
    };
    let first = order();
    assert_ne!(first, FNV_START, "nothing meets");
    assert_eq!(order(), first, "{}: two runs differ", T::NAME);
    let beside = std::thread::scope(|scope| scope.spawn(order).join().expect("no panic"));
    assert_eq!(beside, first, "{}: another thread differs", T::NAME);
}

#[test]
fn pairs_are_found_in_the_same_order_on_every_run() {
    check_order::<classic::Tree>();
    check_order::<wide::Tree>();
}
