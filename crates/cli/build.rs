//! Says to the compiler whether there is a Chromium, as `cfg(chromium)`, and a Python that reads
//! BCF, as `cfg(bcf_client)`, so that tests of the page of `obbtree view` and of archives of
//! clashes are shown as ignored where there is none. The command itself does not depend on them.

use std::path::Path;
use std::process::Command;

/// Names of the program, in the order in which they are tried.
const NAMES: [&str; 2] = ["chromium", "chromium-browser"];

fn main() {
    println!("cargo::rustc-check-cfg=cfg(chromium)");
    println!("cargo::rerun-if-changed=build.rs");
    for variable in ["OBBTREE_CHROMIUM", "PATH"] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    let named = std::env::var_os("OBBTREE_CHROMIUM").map(std::path::PathBuf::from);
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path);
    let on_path = folders.flat_map(|folder| NAMES.map(|name| folder.join(name)));
    if let Some(found) = named.into_iter().chain(on_path).find(|path| Path::is_file(path)) {
        println!("cargo::rerun-if-changed={}", found.display());
        println!("cargo::rustc-cfg=chromium");
    }
    println!("cargo::rustc-check-cfg=cfg(bcf_client)");
    let reader = Command::new("python3").args(["-c", "import bcf.bcfxml"]).output();
    if reader.is_ok_and(|found| found.status.success()) {
        println!("cargo::rustc-cfg=bcf_client");
    }
}
