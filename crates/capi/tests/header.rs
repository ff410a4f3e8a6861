//! The header is what cbindgen makes of the sources; `unsafe` blocks stand in one file.
//!
//! `OBBTREE_WRITE_HEADER=1 cargo test -p obbtree-capi --test header` makes the header anew.

use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

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
        let tokens: TokenStream = source.parse().expect("Rust");
        let is_memory = path.file_name().is_some_and(|name| name == "memory.rs");
        assert_eq!(has_unsafe_code(tokens), is_memory, "{}", path.display());
    }
}

/// Is there an `unsafe` block, function or implementation? Types of foreign functions and
/// attributes are none.
fn has_unsafe_code(tokens: TokenStream) -> bool {
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        let found = match token {
            TokenTree::Group(group) => has_unsafe_code(group.stream()),
            TokenTree::Ident(word) if word == "unsafe" => match tokens.peek() {
                Some(TokenTree::Group(next)) => next.delimiter() == Delimiter::Brace,
                Some(TokenTree::Ident(next)) => next != "extern",
                _ => false,
            },
            _ => false,
        };
        if found {
            return true;
        }
    }
    false
}
