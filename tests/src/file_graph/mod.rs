//! Which file of a crate uses which: the graph behind "arrows between files go one way".
//!
//! A crate is parsed with `syn`, file by file from its root. Each path in the code and each `use`
//! is resolved to the file that *defines* the item, through the re-exports of `mod.rs` and
//! `lib.rs`. A `mod x;` and a re-export in such a file are no arrows, and neither is anything
//! under `#[cfg(test)]`. What the parser cannot see is left out: calls of methods (their types
//! are seen), and names that a macro puts together.

mod cycles;
mod modules;
mod resolve;
mod sources;

pub use sources::Sources;

use std::collections::BTreeSet;

use modules::Modules;

/// What is wrong with the files of a crate, in plain words, sorted: each cycle once, as
/// `a.rs -> b.rs -> a.rs`; each use of an item that is defined in the `mod.rs` or `lib.rs` above a
/// file, as `a.rs -> lib.rs (which declares it)`; and each file that no `mod` reaches.
pub fn problems(sources: &Sources) -> BTreeSet<String> {
    let mut reached = BTreeSet::new();
    let mut found = BTreeSet::new();
    for root in sources.roots() {
        let modules = Modules::parse(sources, root);
        let arrows = resolve::arrows(&modules);
        for (from, to) in &arrows {
            if modules.is_above(to, from) {
                found.insert(format!("{from} -> {to} (which declares it)"));
            }
        }
        found.extend(cycles::cycles(&arrows).iter().map(|cycle| cycle.join(" -> ")));
        reached.extend(modules.files());
    }
    let lost = sources.files().filter(|file| !reached.contains(*file));
    found.extend(lost.map(|file| format!("{file} (no mod declares it)")));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], wanted: &[&str]) {
        let wanted: BTreeSet<String> = wanted.iter().map(|&problem| problem.to_owned()).collect();
        assert_eq!(problems(&Sources::of(files)), wanted);
    }

    const LIB: &str = "mod a; mod b; mod c; pub use a::A; pub use b::make_b; pub use c::C;";

    #[test]
    fn a_cycle_is_found_through_re_exports() {
        let a = "use crate::make_b; pub struct A; fn f() { make_b(); }";
        let b = "pub fn make_b() -> crate::C { crate::C::default() }";
        let c = "#[derive(Default)] pub struct C { a: Option<Box<super::A>> }";
        check(
            &[("lib.rs", LIB), ("a.rs", a), ("b.rs", b), ("c.rs", c)],
            &["a.rs -> b.rs -> c.rs -> a.rs"],
        );
        let free = "#[derive(Default)] pub struct C;";
        check(&[("lib.rs", LIB), ("a.rs", a), ("b.rs", b), ("c.rs", free)], &[]);
    }

    #[test]
    fn every_cycle_of_a_knot_is_told_once() {
        let a = "use crate::{make_b, c::C}; pub struct A;";
        let b = "use crate::A; pub fn make_b() {}";
        let c = "use crate::a; pub struct C(a::A);";
        check(
            &[("lib.rs", LIB), ("a.rs", a), ("b.rs", b), ("c.rs", c)],
            &["a.rs -> b.rs -> a.rs", "a.rs -> c.rs -> a.rs"],
        );
    }

    #[test]
    fn paths_in_macros_and_behind_globs_count() {
        let lib = "mod a; mod b;";
        let a = "pub fn f() { assert_eq!(super::b::g(), 1); }";
        let b = "use super::a::*; pub fn g() -> i32 { f(); 1 }";
        check(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)], &["a.rs -> b.rs -> a.rs"]);
        let quiet = "use super::a::*; pub fn g() -> i32 { 1 }";
        check(&[("lib.rs", lib), ("a.rs", a), ("b.rs", quiet)], &[]);
    }

    #[test]
    fn globs_of_other_crates_end_the_search() {
        let lib = "mod a; mod b;";
        let others =
            "use anyhow::*; use numpy::prelude::*; use pyo3::prelude::*; use rayon::prelude::*;";
        let a = format!("{others} use super::b::*; pub fn f() {{ g(); }}");
        let b = format!("{others} use super::a::*; pub fn g() {{ f(); unknown(); }}");
        check(&[("lib.rs", lib), ("a.rs", &a), ("b.rs", &b)], &["a.rs -> b.rs -> a.rs"]);
    }

    #[test]
    fn macros_are_arrows_as_functions_are() {
        let lib = "#[macro_use] mod a; mod b;";
        let a = "macro_rules! twice { ($x:expr) => { $crate::b::add($x, $x) }; }";
        let b = "pub fn add(x: i32, y: i32) -> i32 { x + y } fn four() -> i32 { twice!(2) }";
        check(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b)], &["a.rs -> b.rs -> a.rs"]);
    }

    #[test]
    fn tests_do_not_count() {
        let a = "pub struct A; #[cfg(test)] mod tests { use crate::b::f; }";
        let b = "use crate::a::A; pub fn f() -> A { A }";
        let lib = "mod a; mod b; #[cfg(test)] mod c;";
        let c = "use crate::a::A; fn g() -> A { crate::b::f() }";
        check(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b), ("c.rs", c)], &[]);
    }

    #[test]
    fn a_function_may_be_named_as_its_module() {
        let root = "mod shape; mod user;";
        let folder = "mod point; mod line; pub use point::point; pub use line::line;";
        let point = "pub fn point() {} pub(super) fn inner() {}";
        let line = "use super::point; pub fn line() { point::inner(); point(); }";
        let user = "use crate::shape; fn f() { shape::line(); }";
        check(
            &[
                ("lib.rs", root),
                ("shape/mod.rs", folder),
                ("shape/point.rs", point),
                ("shape/line.rs", line),
                ("user.rs", user),
            ],
            &[],
        );
    }

    #[test]
    fn a_file_does_not_use_what_is_defined_above_it() {
        let lib = "mod a; pub type Real3 = [f64; 3];";
        let a = "mod deep; pub use deep::D;";
        let deep = "pub struct D(crate::Real3);";
        check(
            &[("lib.rs", lib), ("a/mod.rs", a), ("a/deep.rs", deep)],
            &["a/deep.rs -> lib.rs (which declares it)"],
        );
    }

    #[test]
    fn no_file_is_left_out() {
        check(&[("lib.rs", ""), ("lost.rs", "")], &["lost.rs (no mod declares it)"]);
    }
}
