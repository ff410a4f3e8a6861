//! The corpus and random bytes through every target, without a fuzzer.
//!
//! `OBBTREE_LONG=1` takes 300 times as many random inputs; `OBBTREE_SEED` starts them elsewhere.

use std::path::PathBuf;

use obbtree_fuzz_cases::{TARGETS, Target};
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

/// Random inputs of each target in the short setting.
const INPUTS: u64 = 1000;
/// The longest of them, in bytes: two meshes with eight raw vertices each take 500.
const LONGEST: u64 = 600;

/// Every input of a target's folder, in the order of their names.
fn corpus(target: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../corpus")).join(target);
    let mut inputs: Vec<(String, Vec<u8>)> = std::fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| {
            let path = entry.expect("an entry").path();
            (path.display().to_string(), std::fs::read(&path).expect("a file"))
        })
        .collect();
    inputs.sort();
    inputs
}

/// An input on which the target panics is shown as it is.
fn run(target: Target, what: &str, data: &[u8]) {
    if let Err(panic) = std::panic::catch_unwind(|| target(data)) {
        eprintln!("{what}: {data:?}");
        std::panic::resume_unwind(panic);
    }
}

fn replay(name: &str) {
    let (_, target) = TARGETS.into_iter().find(|(other, _)| *other == name).expect("a target");
    let corpus = corpus(name);
    assert!(!corpus.is_empty(), "{name} has no corpus");
    for (file, data) in &corpus {
        run(target, file, data);
    }
    let number = |name| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let long = std::env::var_os("OBBTREE_LONG").is_some();
    let inputs = if long { 300 * INPUTS } else { INPUTS };
    let seed = number("OBBTREE_SEED").unwrap_or(0);
    let mut random = Pcg64Mcg::seed_from_u64(seed);
    for input in 0..inputs {
        let data = if random.random() {
            // Bytes from nothing; often few different ones, so that numbers repeat.
            let largest = [1, 7, 127, 255][random.random_range(0..4)];
            let length = random.random_range(0..LONGEST);
            (0..length).map(|_| random.random_range(0..=largest)).collect()
        } else {
            let (_, file) = corpus.choose(&mut random).expect("a file");
            spoilt(file.clone(), &mut random)
        };
        run(target, &format!("{name}, seed {seed}, input {input}"), &data);
    }
    println!("{name}: {} files, {inputs} random inputs", corpus.len());
}

/// A few bytes changed, put in, taken out or doubled, or the end cut off.
fn spoilt(mut data: Vec<u8>, random: &mut Pcg64Mcg) -> Vec<u8> {
    for _ in 0..random.random_range(1..=4) {
        if data.is_empty() {
            break;
        }
        let at = random.random_range(0..data.len());
        match random.random_range(0..6) {
            0 => data[at] = random.random(),
            1 => data[at] ^= 1 << random.random_range(0..8),
            2 => data.insert(at, random.random()),
            3 => drop(data.remove(at)),
            4 => data.truncate(at),
            _ => {
                let end = (at + random.random_range(1..=32)).min(data.len());
                let copy = data[at..end].to_vec();
                data.splice(at..at, copy);
            }
        }
    }
    data
}

macro_rules! replays {
    ($($target:ident)*) => {
        $(#[test]
        fn $target() {
            replay(stringify!($target));
        })*
    };
}

replays! {
    triangle_pair pose small_meshes mesh_input
    read_stl read_obj read_ply read_off read_dae read_gltf read_tree read_points
}
