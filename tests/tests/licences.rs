//! README's sentence about licences: what a published crate links, with any of its features, may
//! be used under MIT, Apache-2.0 or Zlib; old nalgebra, which is optional, under BSD-3-Clause.
//!
//! `cargo metadata` says what is linked on this kind of machine and under what. Macros run in the
//! compiler and are not linked.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Each of them alone is enough.
const ENOUGH: [&str; 3] = ["MIT", "Apache-2.0", "Zlib"];
/// Conversions of poses from and to old nalgebra are features that are off by default.
const EXCEPTIONS: [(&str, &str); 2] =
    [("nalgebra 0.30.1", "BSD-3-Clause"), ("nalgebra 0.32.6", "BSD-3-Clause")];

/// This machine, as the compiler calls it.
fn host() -> String {
    let output = Command::new("rustc").arg("-vV").output().expect("rustc runs");
    let about = String::from_utf8(output.stdout).expect("text");
    let host = about.lines().find_map(|line| line.strip_prefix("host: "));
    host.expect("a line with the host").to_owned()
}

fn metadata() -> Value {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--all-features", "--locked"])
        .args(["--filter-platform", &host()])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// Packages that are linked into a published crate, by their identifiers.
fn linked(metadata: &Value) -> BTreeSet<&str> {
    let packages = list(&metadata["packages"]);
    let is_macro = |package: &Value| {
        list(&package["targets"])
            .iter()
            .flat_map(|target| list(&target["kind"]))
            .any(|k| k == "proc-macro")
    };
    let macros: BTreeSet<&str> =
        packages.iter().filter(|p| is_macro(p)).map(|p| text(&p["id"])).collect();
    let nodes: BTreeMap<&str, &Value> =
        list(&metadata["resolve"]["nodes"]).iter().map(|node| (text(&node["id"]), node)).collect();
    let is_member = |p: &&Value| list(&metadata["workspace_members"]).contains(&p["id"]);
    let is_published = |p: &&Value| p["publish"].is_null();
    let members = packages.iter().filter(is_member).filter(is_published);
    let mut waiting: Vec<&str> = members.map(|package| text(&package["id"])).collect();
    assert!(waiting.len() > 10, "the published crates: {waiting:?}");
    let mut found = BTreeSet::new();
    while let Some(id) = waiting.pop() {
        if macros.contains(id) || !found.insert(id) {
            continue;
        }
        let is_linked =
            |d: &&Value| list(&d["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let next = list(&nodes[id]["deps"]).iter().filter(is_linked);
        waiting.extend(next.map(|dependency| text(&dependency["pkg"])));
    }
    found
}

/// Is one of these licences enough? Old manifests write `/` for `OR`.
fn allows(expression: &str, enough: &[&str]) -> bool {
    let plain = expression.replace(['(', ')'], "").replace('/', " OR ");
    let of_part = |part: &str| part.split(" OR ").any(|name| enough.contains(&name.trim()));
    plain.split(" AND ").all(of_part)
}

#[test]
fn what_is_linked_is_mit_or_apache_or_zlib() {
    let metadata = metadata();
    let linked = linked(&metadata);
    let packages = list(&metadata["packages"]).iter();
    let linked: Vec<&Value> = packages.filter(|p| linked.contains(text(&p["id"]))).collect();
    assert!(linked.len() > 50, "only {} packages", linked.len());
    let mut exceptions = 0;
    for package in linked {
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        let licence = text(&package["license"]);
        if EXCEPTIONS.contains(&(name.as_str(), licence)) {
            exceptions += 1;
        } else {
            assert!(allows(licence, &ENOUGH), "{name} is under {licence:?}");
        }
    }
    assert_eq!(exceptions, EXCEPTIONS.len(), "an exception that is not needed");
}

#[test]
fn expressions_are_read_rightly() {
    for enough in ["MIT", "Apache-2.0 OR MIT", "Unlicense/MIT", "(MIT OR GPL-3.0) AND Zlib"] {
        assert!(allows(enough, &ENOUGH), "{enough}");
    }
    for not in ["", "GPL-3.0", "MIT AND GPL-3.0", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
        assert!(!allows(not, &ENOUGH), "{not}");
    }
}
