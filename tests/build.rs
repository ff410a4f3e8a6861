//! Says to the compiler which parts of the developers' data are there, as `cfg(data = "meshes")`
//! and its like, and whether Node and Gappa are, as `cfg(node)` and `cfg(gappa)`, so that a test
//! that needs what is absent is shown as ignored.
//!
//! The data is looked for where `OBBTREE_DATA` says, else beside the checkout at
//! `../shared/data`. Data that comes or goes later is seen by the next build: while it is absent
//! cargo has no file to watch, so after putting it there set `OBBTREE_DATA`, or
//! `touch tests/build.rs`.

#[path = "src/parts.rs"]
mod parts;

use std::path::{Path, PathBuf};

use parts::PARTS;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/parts.rs");
    find_data();
    find_programs();
}

/// Programs that tests run, by the name of their file.
const PROGRAMS: [&str; 2] = ["gappa", "node"];

fn find_programs() {
    println!("cargo::rerun-if-env-changed=PATH");
    let path = std::env::var_os("PATH").unwrap_or_default();
    for program in PROGRAMS {
        println!("cargo::rustc-check-cfg=cfg({program})");
        if std::env::split_paths(&path).any(|folder| folder.join(program).is_file()) {
            println!("cargo::rustc-cfg={program}");
        }
    }
}

fn find_data() {
    println!("cargo::rerun-if-env-changed=OBBTREE_DATA");
    let names: Vec<String> = PARTS.iter().map(|(name, _)| format!("\"{name}\"")).collect();
    println!("cargo::rustc-check-cfg=cfg(data, values({}))", names.join(", "));
    let root = root();
    let mut is_there = false;
    for (name, file) in PARTS {
        if root.join(file).exists() {
            println!("cargo::rustc-cfg=data=\"{name}\"");
            is_there = true;
        }
    }
    // A path that does not exist would make cargo build anew each time.
    let readme = root.join("README.md");
    if is_there && readme.exists() {
        println!("cargo::rerun-if-changed={}", readme.display());
    }
}

fn root() -> PathBuf {
    let beside = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    std::env::var_os("OBBTREE_DATA").map_or_else(beside, PathBuf::from)
}
