//! `docs/API.md` against the interfaces: every public name of the Rust facade, the C header, the
//! C++ headers and the Python stub stands in its column of the table, every command too, and
//! every name in the table exists. The sources are read as text, by the layout that the
//! formatters give them.
//!
//! `OBBTREE_API_LIST=1` prints all names, one a line behind its column.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::{env, fs};

use obbtree_tests::file_graph::imports;

type Names = BTreeSet<String>;

const COLUMNS: [&str; 5] = ["Rust", "C", "C++", "Python", "command"];

/// Crates that the facade shows as modules of the same name, whose names are promised too.
const MODULES: [&str; 4] = ["clash", "io", "robot", "scene"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("in the workspace").to_owned()
}

fn read(path: &str) -> String {
    let path = root().join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All files below a folder with this ending, joined.
fn read_all(folder: &str, ending: &str) -> String {
    let mut folders = vec![root().join(folder)];
    let mut files = BTreeSet::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).expect("a folder").map(|entry| entry.unwrap().path()) {
            if entry.is_dir() {
                folders.push(entry);
            } else if entry.extension().is_some_and(|found| found == ending) {
                files.insert(entry);
            }
        }
    }
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect::<Vec<_>>().join("\n")
}

/// The identifier that a text begins with, if it does.
fn identifier(text: &str) -> Option<&str> {
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    (end > 0).then(|| &text[..end])
}

/// The paths that `pub use` statements bring out, of a file whose modules are written within it.
/// Each is a path and the name that it gets.
fn reexports(source: &str) -> Vec<(String, String)> {
    let found = imports(source).0.into_iter().filter(|import| import.is_public);
    found.map(|import| (import.path, import.name)).collect()
}

/// The blocks at the left edge whose first line does this: from that line to the brace that ends
/// it.
fn blocks<'a>(
    source: &'a str,
    begins: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = &'a str> {
    source.match_indices('\n').map(|(at, _)| &source[at + 1..]).filter_map(move |text| {
        let line = text.lines().next().unwrap_or("");
        begins(line).then(|| &text[..text.find("\n}").unwrap_or(text.len())])
    })
}

/// What a type, trait, function or constant adds: its name, and those of its public functions.
fn rust_item(name: &str, path: &str, all: &[(String, String)], into: &mut Names) {
    let defines = |source: &str| {
        ["struct", "enum", "trait", "fn", "const fn", "const", "type"].iter().any(|kind| {
            source.match_indices(&format!("pub {kind} {name}")).any(|(at, found)| {
                !source[at + found.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
            })
        })
    };
    let own = path.split("::").next().unwrap().strip_prefix("obbtree_").unwrap_or("");
    let source = all
        .iter()
        .find(|(of, source)| of == own && defines(source))
        .or_else(|| all.iter().find(|(_, source)| defines(source)));
    let Some((_, source)) = source else {
        return; // a module; its names are brought out by themselves
    };
    into.insert(name.to_owned());
    let is_impl = |line: &str| {
        let Some(rest) = line.strip_prefix("impl") else { return false };
        let (mut depth, mut at) = (0, 0);
        for (here, letter) in rest.char_indices() {
            match letter {
                '<' => depth += 1,
                '>' => depth -= 1,
                _ => (),
            }
            if depth == 0 && letter != '<' && letter != '>' {
                at = here;
                break;
            }
        }
        identifier(rest[at..].trim_start()) == Some(name) && !line.contains(" for ")
    };
    for block in blocks(source, is_impl) {
        let mut hidden = false;
        for line in block.lines() {
            if line.trim() == "#[doc(hidden)]" {
                hidden = true;
            }
            let signature = ["    pub fn ", "    pub const fn "];
            if let Some(rest) = signature.iter().find_map(|start| line.strip_prefix(start)) {
                if !hidden {
                    into.insert(format!("{name}::{}", identifier(rest).unwrap()));
                }
                hidden = false;
            }
        }
    }
    let is_trait = |line: &str| {
        line.strip_prefix("pub trait ").is_some_and(|rest| identifier(rest) == Some(name))
    };
    for block in blocks(source, is_trait) {
        for rest in block.lines().filter_map(|line| line.strip_prefix("    fn ")) {
            into.insert(format!("{name}::{}", identifier(rest).unwrap()));
        }
    }
}

fn rust() -> Names {
    let mut sources = Vec::new();
    for entry in fs::read_dir(root().join("crates")).expect("crates") {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let is_face = ["obbtree", "cli", "capi", "python", "wasm", "viewer"].contains(&&*name);
        if !is_face && root().join("crates").join(&name).join("src").is_dir() {
            sources.push((name.clone(), read_all(&format!("crates/{name}/src"), "rs")));
        }
    }
    let mut names = Names::new();
    let mut modules = MODULES.to_vec();
    let mut facade = reexports(&read_all("crates/obbtree/src", "rs"));
    while let Some((path, name)) = facade.pop() {
        match path.strip_prefix("obbtree_") {
            Some(module) if !path.contains("::") || path.ends_with("::*") => {
                let module = module.trim_end_matches("::*");
                if let Some(at) = modules.iter().position(|of| *of == module) {
                    modules.swap_remove(at);
                    facade.extend(
                        reexports(&read(&format!("crates/{module}/src/lib.rs")))
                            .into_iter()
                            .map(|(path, name)| (format!("obbtree_{module}::{path}"), name)),
                    );
                }
            }
            _ => rust_item(&name, &path, &sources, &mut names),
        }
    }
    names
}

/// The functions of the header.
fn c() -> Names {
    let header = read("crates/capi/include/obbtree.h");
    let code = header.lines().filter(|line| !line.trim_start().starts_with(['*', '/', '#']));
    let mut names = Names::new();
    for line in code {
        for (at, _) in line.match_indices("obbtree_") {
            let name = identifier(&line[at..]).unwrap();
            let is_whole = !line[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if is_whole && line[at + name.len()..].starts_with('(') {
                names.insert(name.to_owned());
            }
        }
    }
    names
}

/// Those of our own headers: FCL's names are in the book.
fn cpp() -> Names {
    let folder = root().join("crates/capi/include/obbtree");
    let mut headers = read("crates/capi/include/obbtree.hpp");
    for path in fs::read_dir(folder).expect("headers").map(|entry| entry.expect("one").path()) {
        if path.is_file() {
            headers += &fs::read_to_string(path).expect("text");
        }
    }
    cpp_names(&headers)
}

/// Classes, their public functions, and functions, of headers.
fn cpp_names(headers: &str) -> Names {
    let mut names = Names::new();
    let (mut class, mut public) = (None, false);
    for line in headers.lines() {
        let start =
            ["class ", "struct "].iter().find_map(|kind| Some((*kind, line.strip_prefix(kind)?)));
        if let Some((kind, rest)) = start.filter(|_| !line.ends_with(';')) {
            let name = identifier(rest).unwrap();
            names.insert(name.to_owned());
            (class, public) = (Some(name), kind == "struct ");
        }
        match line {
            "};" => class = None,
            "public:" => public = true,
            "private:" | "protected:" => public = false,
            _ => (),
        }
        let is_function = match class {
            Some(_) => public && line.starts_with("    ") && !line.starts_with("     "),
            None => line.starts_with("inline "),
        };
        let Some(before) = line.split_once('(').map(|(before, _)| before).filter(|_| is_function)
        else {
            continue;
        };
        let at = before.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
        let name = &before[at..];
        let is_code = ["//", "template", "using", "static_assert", "    }"];
        let is_code = is_code.iter().any(|start| before.trim_start().starts_with(start.trim()));
        if name.is_empty()
            || Some(name) == class
            || before.contains('~')
            || is_code
            || name == "operator"
        {
            continue;
        }
        names.insert(class.map_or(name.to_owned(), |class| format!("{class}::{name}")));
    }
    names
}

/// Classes, their functions and properties, and functions, of the stub; names with `_` are private.
fn python() -> Names {
    let stub = read("crates/python/python/obbtree/_engine.pyi");
    let mut names = Names::new();
    let mut class = "";
    for line in stub.lines() {
        if let Some(rest) = line.strip_prefix("class ") {
            class = identifier(rest).unwrap();
            names.insert(class.to_owned());
        } else if let Some(rest) = line.strip_prefix("    def ") {
            names.insert(format!("{class}.{}", identifier(rest).unwrap()));
        } else if let Some(rest) = line.strip_prefix("def ") {
            names.insert(identifier(rest).unwrap().to_owned());
        }
    }
    names.retain(|name| !name.starts_with('_') && !name.contains("._"));
    names
}

/// `SelfCheck` as `self-check`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

/// The commands: variants of the enumerations `Command`.
fn commands() -> Names {
    let mut names = Names::new();
    for (file, before) in [("main", ""), ("robot/mod", "robot "), ("scene/mod", "scene ")] {
        let source = read(&format!("crates/cli/src/{file}.rs"));
        for block in blocks(&source, |line| line == "enum Command {") {
            for line in block.lines().filter_map(|line| line.strip_prefix("    ")) {
                if line.starts_with(char::is_uppercase) {
                    names.insert(format!("{before}{}", kebab(identifier(line).unwrap())));
                }
            }
        }
    }
    names.remove("robot");
    names.remove("scene");
    names
}

/// The names of each column, as the table has them, and what is wrong with its cells.
fn table() -> ([Names; 5], Vec<String>) {
    let text = read("docs/API.md");
    let mut names: [Names; 5] = Default::default();
    let mut wrong = Vec::new();
    for line in text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| concept"))
    {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        if cells.len() != 6 {
            wrong.push(format!("not a concept and five columns: {line}"));
            continue;
        }
        for (column, cell) in cells[1..].iter().enumerate() {
            let within: Vec<_> = cell.split('`').skip(1).step_by(2).collect();
            let reason = cell.strip_prefix("none ").unwrap_or("");
            if within.is_empty() && (reason.is_empty() || !text.contains(&format!("\n- {reason} ")))
            {
                wrong.push(format!("{}, {}: no name, and no reason", cells[0], COLUMNS[column]));
            }
            for name in within {
                if !names[column].insert(name.to_owned()) && column < 4 {
                    wrong.push(format!("{}, {}: {name} stands twice", cells[0], COLUMNS[column]));
                }
            }
        }
    }
    (names, wrong)
}

/// What is wrong with the column of commands: their options are looked up in the sources.
fn wrong_commands(table: &Names, all: &Names) -> Vec<String> {
    let sources = read_all("crates/cli/src", "rs");
    let mut wrong = Vec::new();
    let mut absent = all.clone();
    for name in table {
        let two = name.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let one = name.split(' ').next().unwrap();
        let Some(command) = [two.as_str(), one].into_iter().find(|command| all.contains(*command))
        else {
            wrong.push(format!("command: `{name}` does not exist"));
            continue;
        };
        absent.remove(command);
        for option in name.split(' ').filter_map(|word| word.strip_prefix("--")) {
            let field = option.replace('-', "_");
            let is_there = [format!("{field}:"), format!("long = \"{option}\"")];
            if !is_there.iter().any(|text| sources.contains(text.as_str())) {
                wrong.push(format!("command: `{name}`: there is no option --{option}"));
            }
        }
    }
    wrong.extend(absent.iter().map(|name| format!("command: `{name}` stands in no row")));
    wrong
}

#[test]
fn the_table_has_every_public_name_and_no_other() {
    let real = [rust(), c(), cpp(), python(), commands()];
    if env::var_os("OBBTREE_API_LIST").is_some() {
        for (column, names) in real.iter().enumerate() {
            names.iter().for_each(|name| println!("{}\t{name}", COLUMNS[column]));
        }
    }
    for (column, least) in [300, 80, 60, 200, 20].into_iter().enumerate() {
        assert!(real[column].len() >= least, "{}: {} names", COLUMNS[column], real[column].len());
    }
    let (table, mut wrong) = table();
    for column in 0..4 {
        let missing = real[column].difference(&table[column]);
        wrong.extend(missing.map(|name| format!("{}: `{name}` stands in no row", COLUMNS[column])));
        let invented = table[column].difference(&real[column]);
        wrong.extend(invented.map(|name| format!("{}: `{name}` does not exist", COLUMNS[column])));
    }
    wrong.extend(wrong_commands(&table[4], &real[4]));
    assert!(wrong.is_empty(), "docs/API.md:\n{}", wrong.join("\n"));
}

/// Classes of FCL that the headers have stand in its table, by FCL's names.
#[test]
fn the_book_names_every_class_of_fcl() {
    let page = read("docs/book/docs/fcl.md");
    let headers = read_all("crates/capi/include/obbtree/fcl", "hpp");
    let ours = [
        "Made",
        "SolidSums",
        "ShapeBase",
        "AboutZ",
        "ByNormal",
        "Depth",
        "Part",
        "Overlap",
        "Circles",
    ];
    let classes = cpp_names(&headers);
    assert!(classes.contains("CollisionObject") && classes.contains("Convex"));
    for name in classes.iter().filter(|name| !name.contains("::") && !ours.contains(&&***name)) {
        let is_class = [format!("class {name}"), format!("struct {name}")];
        let is_there = !is_class.iter().any(|class| headers.contains(class)) || page.contains(name);
        assert!(is_there, "docs/book/docs/fcl.md: `{name}` stands in no row");
    }
}
