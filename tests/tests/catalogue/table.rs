//! The tables of `docs/lab/CATALOGUE.md`: no cell is empty, and the functions, files and tests that
//! they name exist.

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The rows of four cells below the header "section | function | file | test".
fn rows(text: &str) -> Vec<[String; 4]> {
    let mut rows = Vec::new();
    let mut in_table = false;
    for line in text.lines() {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        if line.starts_with("| section |") {
            in_table = true;
        } else if !line.starts_with('|') {
            in_table = false;
        } else if in_table && !line.starts_with("|-") {
            let cells: [&str; 4] = cells.try_into().unwrap_or_else(|_| panic!("cells: {line}"));
            rows.push(cells.map(String::from));
        }
    }
    rows
}

/// The text between backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn every_row_names_what_exists() {
    let rows = rows(&read(&root().join("docs/lab/CATALOGUE.md")));
    assert!(rows.len() > 60, "{}", rows.len());
    for row in &rows {
        let [section, function, file, test] = row;
        assert!(row.iter().all(|cell| !cell.is_empty()), "an empty cell: {row:?}");
        assert!(!quoted(function).is_empty() && !quoted(test).is_empty(), "{section}: {row:?}");
        let sources: Vec<String> = quoted(file).iter().map(|f| read(&root().join(f))).collect();
        for name in quoted(function) {
            let last = name.rsplit("::").next().expect("a name");
            let heads = [format!("fn {last}("), format!("fn {last}<"), format!("//! {last}")];
            let found = sources.iter().any(|s| heads.iter().any(|head| s.contains(head)));
            assert!(found, "{section}: no {name} in {file}");
        }
        for name in quoted(test) {
            let (file, name) = name.rsplit_once("::").unwrap_or_else(|| panic!("{row:?}"));
            // A program that checks itself is given by its path.
            let in_tests = !file.contains('/');
            let in_tests_path = || format!("tests/tests/{}.rs", file.replace("::", "/"));
            let path = if in_tests { in_tests_path() } else { file.to_owned() };
            let text = read(&root().join(path));
            let heads = [format!("fn {name}("), format!("    {name} =>"), format!("!({name},")];
            assert!(heads.iter().any(|head| text.contains(head)), "{section}: no {file}::{name}");
        }
    }
}

/// Every public function of the catalogue's modules has a row.
#[test]
fn every_function_has_a_row() {
    let rows = rows(&read(&root().join("docs/lab/CATALOGUE.md")));
    let named: Vec<&str> = rows.iter().flat_map(|row| quoted(&row[1])).collect();
    let source = root().join("crates/geom/src");
    let mut functions = 0;
    for module in
        ["batch", "cast", "closest", "depth", "moving", "overlap", "planar", "plane", "point_in"]
    {
        for entry in fs::read_dir(source.join(module)).expect("a module") {
            let text = read(&entry.expect("a file").path());
            for line in text.lines() {
                let Some(head) = line.strip_prefix("pub fn ") else { continue };
                let name = head.split(['<', '(']).next().expect("a name");
                let full = format!("{module}::{name}");
                assert!(named.contains(&full.as_str()), "{full} has no row");
                functions += 1;
            }
        }
    }
    assert!(functions > 80, "{functions}");
}
