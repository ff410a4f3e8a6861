//! The header is what cbindgen makes of the sources; `unsafe` blocks stand in one file.
//!
//! `OBBTREE_WRITE_HEADER=1 cargo test -p obbtree-capi --test header` makes the header anew.

use std::fs;
use std::path::Path;

const HEADER: &str = "include/obbtree.h";

fn folder() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn the_header_is_fresh() {
    let config =
        cbindgen::Config::from_file(folder().join("cbindgen.toml")).expect("cbindgen.toml");
    // By source file: nothing of the crates below is in the header.
    let builder =
        cbindgen::Builder::new().with_config(config).with_src(folder().join("src/lib.rs"));
    let mut made = Vec::new();
    builder.generate().expect("a header").write(&mut made);
    let made = String::from_utf8(made).expect("text");
    let path = folder().join(HEADER);
    if std::env::var_os("OBBTREE_WRITE_HEADER").is_some() {
        fs::write(&path, &made).expect("written");
    }
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let help = "make it anew: OBBTREE_WRITE_HEADER=1 cargo test -p obbtree-capi --test header";
    assert!(committed == made, "{HEADER} is not what cbindgen makes of the sources; {help}");
}

#[test]
fn unsafe_is_in_one_file() {
    for entry in fs::read_dir(folder().join("src")).expect("src") {
        let path = entry.expect("an entry").path();
        let source = fs::read_to_string(&path).expect("text");
        if path.file_name().is_some_and(|name| name != "memory.rs") {
            let code = |line: &&str| !line.trim_start().starts_with("//");
            let block = source.lines().filter(code).find(|line| {
                line.contains("unsafe {")
                    || line.contains("unsafe impl")
                    || line.contains("unsafe fn")
            });
            assert_eq!(block, None, "{}", path.display());
        }
    }
}
