//! The arrows between the rooms, from `cargo metadata`.

use std::collections::BTreeSet;
use std::process::Command;

/// Each crate and the crates of this workspace that it may use.
const ARROWS: [(&str, &[&str]); 12] = [
    ("obbtree-simd", &[]),
    ("obbtree-geom", &["obbtree-simd"]),
    ("obbtree-mesh", &["obbtree-geom"]),
    ("obbtree-tree", &["obbtree-geom"]),
    ("obbtree-builder", &["obbtree-simd", "obbtree-geom", "obbtree-mesh", "obbtree-tree"]),
    ("obbtree-query", &["obbtree-simd", "obbtree-geom", "obbtree-mesh", "obbtree-tree"]),
    ("obbtree-io", &["obbtree-geom", "obbtree-mesh", "obbtree-tree"]),
    (
        "obbtree",
        &[
            "obbtree-simd",
            "obbtree-geom",
            "obbtree-mesh",
            "obbtree-tree",
            "obbtree-builder",
            "obbtree-query",
            "obbtree-io",
            "obbtree-scene",
        ],
    ),
    ("obbtree-scene", &["obbtree-geom", "obbtree-query"]),
    ("obbtree-referee", &["obbtree-geom", "obbtree-mesh"]),
    ("obbtree-cli", &["obbtree", "obbtree-referee"]),
    (
        "obbtree-wasm",
        &["obbtree-geom", "obbtree-mesh", "obbtree-tree", "obbtree-builder", "obbtree-query"],
    ),
];

/// Outside packages that only the judges may use.
const FOR_JUDGES_ONLY: [&str; 3] = ["parry3d", "parry3d-f64", "criterion"];

#[test]
fn data_flows_one_way() {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    for (name, allowed) in ARROWS {
        let package = packages.iter().find(|p| p["name"] == name).expect(name);
        let uses: BTreeSet<&str> = package["dependencies"]
            .as_array()
            .expect("dependencies")
            .iter()
            .filter(|d| d["kind"].is_null())
            .filter_map(|d| d["name"].as_str())
            .collect();
        for used in uses {
            assert!(!FOR_JUDGES_ONLY.contains(&used), "{name} must not use {used}");
            assert!(
                !used.starts_with("obbtree") || allowed.contains(&used),
                "{name} must not use {used}: see ARCHITECTURE.md"
            );
        }
    }
}
