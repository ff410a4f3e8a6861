//! What ARCHITECTURE.md says about crates is what `cargo metadata` says; in each crate the arrows
//! between files go one way; and only `data.rs` knows where the developers' data is.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use obbtree_tests::file_graph::{Sources, folder_cycles, problems};

/// Outside packages that only tests and benches may use.
const FOR_JUDGES_ONLY: [&str; 3] = ["parry3d", "parry3d-f64", "criterion"];

/// Files that the table of instruction sets in `crates/simd/src/lib.rs` declares by a macro,
/// which this check does not expand. An entry that is no longer found fails the test too.
const DECLARED_BY_A_MACRO: [&str; 6] = [
    "simd: avx2.rs (no mod declares it)",
    "simd: avx512.rs (no mod declares it)",
    "simd: neon.rs (no mod declares it)",
    "simd: scalar.rs (no mod declares it)",
    "simd: sse2.rs (no mod declares it)",
    "simd: wasm128.rs (no mod declares it)",
];

/// The crates by the name of their folder in `crates`, each with the crates that it uses.
type Crates = BTreeMap<String, BTreeSet<String>>;

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace around tests").to_owned()
}

fn page() -> String {
    fs::read_to_string(workspace().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md")
}

/// Crates that are workspaces of their own.
const OF_THEIR_OWN: [&str; 1] = ["crates/python"];

/// The packages of the workspace in a folder.
fn packages_of(folder: &Path) -> Vec<serde_json::Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(folder)
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    metadata["packages"].as_array().expect("packages").clone()
}

/// Dependencies of an engine that is measured and never shipped.
const OF_A_MEASUREMENT: &str = "cfg(obbtree_rounded)";

/// What the manifests say; development dependencies are left out, and those of a measurement.
fn crates_by_metadata() -> Crates {
    let mut packages = packages_of(&workspace());
    packages.extend(OF_THEIR_OWN.iter().flat_map(|folder| packages_of(&workspace().join(folder))));
    let folder = |package: &serde_json::Value| {
        let manifest = Path::new(package["manifest_path"].as_str().expect("a path"));
        let name = manifest.parent()?.file_name()?.to_str()?.to_owned();
        manifest.starts_with(workspace().join("crates")).then_some(name)
    };
    let folders: BTreeMap<&str, String> = packages
        .iter()
        .filter_map(|package| Some((package["name"].as_str()?, folder(package)?)))
        .collect();
    let mut crates = Crates::new();
    for package in &packages {
        let Some(name) = folder(package) else { continue };
        let dependencies = package["dependencies"].as_array().expect("dependencies");
        let normal =
            dependencies.iter().filter(|d| d["kind"].is_null() && d["target"] != OF_A_MEASUREMENT);
        let mut uses = BTreeSet::new();
        for used in normal.filter_map(|d| d["name"].as_str()) {
            assert!(!FOR_JUDGES_ONLY.contains(&used), "{name} must not use {used}");
            uses.extend(folders.get(used).cloned());
        }
        crates.insert(name, uses);
    }
    crates
}

/// The rows ``| `crates/x` | uses | purpose |`` of the page, in order.
fn rows(page: &str) -> Vec<(String, BTreeSet<String>)> {
    let row = |line: &str| {
        let mut cells = line.strip_prefix("| `crates/")?.split('|').map(str::trim);
        let name = cells.next()?.strip_suffix('`')?.to_owned();
        let uses = cells.next()?.split(',').map(str::trim).filter(|used| !used.is_empty());
        Some((name, uses.map(str::to_owned).collect()))
    };
    page.lines().filter_map(row).collect()
}

/// The arrows `a --> b` of the page's drawing: what `a` has, `b` uses.
fn drawn_arrows(page: &str) -> BTreeSet<(String, String)> {
    let ends =
        |line: &str| line.split_once(" --> ").map(|(a, b)| (a.trim().into(), b.trim().into()));
    page.lines().filter_map(ends).collect()
}

/// What a crate uses, directly or through others.
fn all_uses(crates: &Crates, name: &str) -> BTreeSet<String> {
    let direct = &crates[name];
    direct.iter().flat_map(|used| all_uses(crates, used)).chain(direct.iter().cloned()).collect()
}

/// The arrows that are left when those are dropped that follow from others.
fn needed_arrows(crates: &Crates) -> BTreeSet<(String, String)> {
    let needed = |uses: &BTreeSet<String>, used: &String| {
        uses.iter().all(|other| !all_uses(crates, other).contains(used))
    };
    crates
        .iter()
        .flat_map(|(name, uses)| {
            let direct = uses.iter().filter(move |used| needed(uses, used));
            direct.map(move |used| (used.clone(), name.clone()))
        })
        .collect()
}

#[test]
fn the_table_of_crates_is_what_cargo_says() {
    let rows = rows(&page());
    let mut above = BTreeSet::new();
    for (name, uses) in &rows {
        let not_above: Vec<&String> = uses.difference(&above).collect();
        assert!(not_above.is_empty(), "{name} uses {not_above:?}, whose rows are not above");
        assert!(above.insert(name.clone()), "two rows for {name}");
    }
    assert_eq!(rows.into_iter().collect::<Crates>(), crates_by_metadata());
}

#[test]
fn the_drawing_of_crates_is_what_cargo_says() {
    assert_eq!(drawn_arrows(&page()), needed_arrows(&crates_by_metadata()));
}

#[test]
fn arrows_between_files_go_one_way() {
    let mut found = BTreeSet::new();
    for name in crates_by_metadata().keys() {
        let sources = Sources::read(&workspace().join("crates").join(name).join("src"));
        found.extend(problems(&sources).iter().map(|problem| format!("{name}: {problem}")));
    }
    let known = DECLARED_BY_A_MACRO.map(str::to_owned).into();
    let new: Vec<&String> = found.difference(&known).collect();
    assert!(new.is_empty(), "arrows between files go both ways:\n{new:#?}");
    let gone: Vec<&String> = known.difference(&found).collect();
    assert!(gone.is_empty(), "no longer there, take them off the list:\n{gone:#?}");
}

/// Crates some folders of which use each other, though none of their files do: the exact tests of
/// `predicates` and what is built on them, the shapes and sweeps of `Query`, the trait `Engine`.
const FOLDERS_USE_EACH_OTHER: [&str; 3] = ["collider", "predicates", "query"];

#[test]
fn arrows_between_folders_go_one_way() {
    for name in crates_by_metadata().keys() {
        let sources = Sources::read(&workspace().join("crates").join(name).join("src"));
        let found = folder_cycles(&sources);
        let is_known = FOLDERS_USE_EACH_OTHER.contains(&&**name);
        assert_eq!(found.is_empty(), !is_known, "{name}: {found:?}");
    }
}

#[test]
fn a_module_with_children_is_a_folder_with_mod_rs() {
    for name in crates_by_metadata().keys() {
        let sources = Sources::read(&workspace().join("crates").join(name).join("src"));
        let other_form = sources.beside_their_folder();
        assert!(other_form.is_empty(), "{name}: {other_form:?} beside folders of the same name");
    }
}

/// Tests get at it through `data.rs` alone, which says what is absent.
#[test]
fn only_the_tests_package_knows_where_the_developers_data_is() {
    let known = ["tests/build.rs", "tests/src/data.rs", "tests/tests/architecture.rs"];
    for folder in ["assets", "benches", "crates", "fuzz", "tests"] {
        let sources = Sources::read(&workspace().join(folder));
        for (file, text) in sources.texts() {
            let file = format!("{folder}/{file}");
            let names_it = ["OBBTREE_DATA", "shared/data"].iter().any(|name| text.contains(name));
            assert!(known.contains(&&*file) || !names_it, "{file} names the data by itself");
        }
    }
}
