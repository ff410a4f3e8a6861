//! Which file of a crate uses which: the graph behind "arrows between files go one way".
//!
//! Files are read as text, by the layout that the formatter gives them. Each `use` and each path
//! in the code is followed to the file that *defines* the item, through the re-exports of `mod.rs`
//! and `lib.rs`. A `mod x;` and a re-export in such a file are no arrows, and neither is anything
//! under `#[cfg(test)]`. What is not seen: calls of methods (their types are), and names that a
//! macro puts together.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::Path;

/// The text of a crate's files, by paths relative to its `src`, with `/`.
#[derive(Debug)]
pub struct Sources(BTreeMap<String, String>);

impl Sources {
    /// Every `.rs` file of a folder and the folders in it, but for what cargo puts in `target`.
    pub fn read(src: &Path) -> Self {
        let mut files = BTreeMap::new();
        let mut open = vec![src.to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{folder:?}: {e}")) {
                let path = entry.expect("a folder that can be read").path();
                if path.is_dir() {
                    open.extend((!path.ends_with("target")).then_some(path));
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let parts = path.strip_prefix(src).expect("below src").iter();
                    let name: Vec<_> = parts.map(|part| part.to_string_lossy()).collect();
                    let text = fs::read_to_string(&path).expect("UTF-8");
                    files.insert(name.join("/"), text);
                }
            }
        }
        Self(files)
    }

    /// The paths of all files.
    pub fn files(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }

    /// All files, each with its text.
    pub fn texts(&self) -> impl Iterator<Item = (&String, &String)> {
        self.0.iter()
    }

    /// Files `x.rs` beside a folder `x/` of files: the form of modules that is not used here.
    pub fn beside_their_folder(&self) -> Vec<&String> {
        let has_folder = |file: &str| {
            let folder = format!("{}/", file.trim_end_matches(".rs"));
            self.files().any(|other| other.starts_with(&folder))
        };
        self.files().filter(|file| has_folder(file)).collect()
    }
}

/// What is wrong with the files of a crate, in plain words, sorted: each cycle once, as
/// `a.rs -> b.rs -> a.rs`; each use of an item that is defined in the `mod.rs` or `lib.rs` above a
/// file, as `a.rs -> lib.rs (which declares it)`; and each file that no `mod` reaches.
pub fn problems(sources: &Sources) -> BTreeSet<String> {
    let (mut found, mut reached) = (BTreeSet::new(), BTreeSet::new());
    for arrows in arrows_by_root(sources, &mut reached) {
        for (from, to) in &arrows {
            let folder = to.strip_suffix("mod.rs").or(is_root(to).then_some(""));
            if folder.is_some_and(|folder| from.starts_with(folder)) {
                found.insert(format!("{from} -> {to} (which declares it)"));
            }
        }
        found.extend(cycles(&arrows).iter().map(|cycle| cycle.join(" -> ")));
    }
    let lost = sources.files().filter(|file| !reached.contains(*file));
    found.extend(lost.map(|file| format!("{file} (no mod declares it)")));
    found
}

/// Cycles of folders, and of files beside them: each once, as `a -> b -> a`. A folder uses another
/// one beside it if a file in the first, at any depth, uses one in the second.
pub fn folder_cycles(sources: &Sources) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for arrows in arrows_by_root(sources, &mut BTreeSet::new()) {
        found.extend(cycles(&between_siblings(&arrows)).iter().map(|cycle| cycle.join(" -> ")));
    }
    found
}

/// The arrows as those between what lies side by side in the lowest folder that has both ends.
fn between_siblings(arrows: &BTreeSet<Arrow>) -> BTreeSet<Arrow> {
    let sibling = |path: &str, above: usize| match path[above..].split_once('/') {
        Some((folder, _)) => path[..above + folder.len()].to_owned(),
        None => path.to_owned(),
    };
    let common = |from: &str, to: &str| {
        let same = from.bytes().zip(to.bytes()).take_while(|(a, b)| a == b).count();
        from[..same].rfind('/').map_or(0, |slash| slash + 1)
    };
    let raised = arrows.iter().map(|(from, to)| {
        let above = common(from, to);
        (sibling(from, above), sibling(to, above))
    });
    let is_declaration = |file: &str| file.ends_with("mod.rs") || is_root(file);
    raised.filter(|(from, to)| !is_declaration(from) && !is_declaration(to)).collect()
}

fn is_root(file: &str) -> bool {
    let program = file.strip_prefix("bin/").is_some_and(|name| !name.contains('/'));
    file == "lib.rs" || file == "main.rs" || program
}

/// The arrows of each root, and which files are reached from them.
fn arrows_by_root(sources: &Sources, reached: &mut BTreeSet<String>) -> Vec<BTreeSet<Arrow>> {
    let roots = sources.files().filter(|file| is_root(file));
    let arrows = |root: &String| {
        let mut modules = Modules(BTreeMap::new());
        modules.add(sources, root, String::new(), false, reached);
        modules.arrows()
    };
    roots.map(arrows).collect()
}

/// What a `use` brings in, under which name, and whether it hands that on.
#[derive(Debug)]
pub struct Import {
    /// The path, with `crate`, `self` and `super` as they stand.
    pub path: String,
    /// The name that it gets; `*` of all names.
    pub name: String,
    /// Is it a `pub use`, of whatever reach?
    pub is_public: bool,
}

/// What the `use` statements of some code bring in, and the code without them.
pub fn imports(code: &str) -> (Vec<Import>, String) {
    let (mut found, mut rest) = (Vec::new(), String::new());
    let mut lines = code.lines();
    while let Some(line) = lines.next() {
        let (before, tree) = line.split_once("use ").unwrap_or((".", ""));
        let before = before.trim_start();
        let is_public = before == "pub " || before.starts_with("pub(") && before.ends_with(") ");
        let is_path = |c: char| c.is_alphanumeric() || " _:{},*#".contains(c);
        if !(before.is_empty() || is_public) || !tree.trim_end_matches(';').chars().all(is_path) {
            rest = rest + line + "\n";
            continue;
        }
        let mut tree = tree.to_owned();
        while !tree.ends_with(';') {
            tree += lines.next().expect("a statement ends").trim();
        }
        flatten("", tree.trim_end_matches(';'), is_public, &mut found);
    }
    (found, rest)
}

/// `a::{b, c as d, e::{self, f}}` as `a::b`, `a::c` (as `d`), `a::e`, `a::e::f`.
fn flatten(prefix: &str, path: &str, is_public: bool, found: &mut Vec<Import>) {
    let path = path.trim();
    if let Some((head, rest)) = path.split_once('{') {
        let inner = rest.trim_end().strip_suffix('}').expect("braces match");
        let (mut depth, mut start) = (0, 0);
        for (at, letter) in inner.char_indices().chain([(inner.len(), ',')]) {
            match letter {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    flatten(&format!("{prefix}{head}"), &inner[start..at], is_public, found);
                    start = at + 1;
                }
                _ => (),
            }
        }
    } else if !path.is_empty() {
        let (path, name) = path.split_once(" as ").unwrap_or((path, ""));
        let whole = format!("{prefix}{path}");
        let path = whole.strip_suffix("::self").unwrap_or(&whole).to_owned();
        let last = path.rsplit("::").next().unwrap_or_default();
        let name = if name.is_empty() { last } else { name }.trim().to_owned();
        found.push(Import { path, name, is_public });
    }
}

/// An arrow: the file that uses, the file that is used.
type Arrow = (String, String);

/// One file's module.
struct Module {
    file: String,
    code: String,
    /// Names of the items and macros that it defines.
    items: BTreeSet<String>,
    imports: Vec<Import>,
}

/// What a path names.
enum Named<'m> {
    Module(String),
    /// An item, by the file that defines it.
    Item(&'m str),
}

/// The modules of a crate by their paths, as `::a::b`; the root's is empty.
struct Modules(BTreeMap<String, Module>);

impl Modules {
    /// A file's module and all below it. Of those for tests it is only told which files they are.
    fn add(
        &mut self,
        sources: &Sources,
        file: &str,
        path: String,
        is_test: bool,
        reached: &mut BTreeSet<String>,
    ) {
        let text = sources.0.get(file).unwrap_or_else(|| panic!("{file} is not there"));
        reached.insert(file.to_owned());
        let folder = file.strip_suffix("mod.rs").or(path
            .is_empty()
            .then(|| file.rsplit_once('/').map_or("", |(folder, _)| &file[..=folder.len()])));
        let folder = folder.map_or_else(|| format!("{}/", &file[..file.len() - 3]), str::to_owned);
        let (code, for_tests) = split(text);
        for (of, is_test) in [(&code, is_test), (&for_tests, true)] {
            for name in of.lines().filter_map(|line| line.trim_end().strip_suffix(';')) {
                let Some(("mod", name)) = definition(name) else { continue };
                let files = [format!("{folder}{name}.rs"), format!("{folder}{name}/mod.rs")];
                let child = files.iter().find(|file| sources.0.contains_key(*file));
                let child = child.unwrap_or_else(|| panic!("{file}: no file for mod {name}"));
                self.add(sources, child, format!("{path}::{name}"), is_test, reached);
            }
        }
        let items = code.lines().filter_map(definition).filter(|found| found.0 != "mod");
        let items = items.map(|(_, name)| name.to_owned()).collect();
        let (imports, code) = imports(&code);
        if !is_test {
            self.0.insert(path, Module { file: file.to_owned(), code, items, imports });
        }
    }

    /// All arrows between different files.
    fn arrows(&self) -> BTreeSet<Arrow> {
        let mut found = BTreeSet::new();
        for (path, module) in &self.0 {
            let hands_on = ["lib.rs", "main.rs", "mod.rs"]
                .contains(&module.file.rsplit('/').next().unwrap_or_default());
            let imports = module.imports.iter().filter(|import| !hands_on || !import.is_public);
            let uses = paths(&module.code).chain(imports.map(|import| &*import.path));
            for used in uses.collect::<BTreeSet<&str>>() {
                let home = match used.strip_suffix('!') {
                    Some(name) => self.macro_home(module, name),
                    None => match self.resolve(path, used, 9) {
                        Some(Named::Item(home)) => Some(home),
                        _ => None,
                    },
                };
                found.extend(
                    home.filter(|home| *home != module.file)
                        .map(|home| (module.file.clone(), home.to_owned())),
                );
            }
        }
        found
    }

    /// The file that defines a macro called by its name: this one, or any other, as `macro_rules`
    /// are in scope by the order of the text.
    fn macro_home<'m>(&'m self, here: &'m Module, name: &str) -> Option<&'m str> {
        let all = std::iter::once(here).chain(self.0.values());
        let mut of_macro =
            all.filter(|module| module.code.contains(&format!("macro_rules! {name} ")));
        of_macro.next().map(|module| &*module.file)
    }

    /// What a path names, seen from a module; none for what other crates define.
    fn resolve(&self, from: &str, path: &str, depth: usize) -> Option<Named<'_>> {
        let mut here: Option<String> = None;
        let mut segments = path.split("::").peekable();
        while let Some(segment) = segments.next() {
            let base = here.as_deref().unwrap_or(from);
            here = Some(match segment {
                "crate" | "$crate" => String::new(),
                "self" => base.to_owned(),
                "super" => base.rsplit_once("::")?.0.to_owned(),
                name => match self.lookup(base, name, segments.peek().is_none(), depth)? {
                    Named::Module(module) => module,
                    item => return Some(item),
                },
            });
        }
        here.map(Named::Module)
    }

    /// What a name means in a module. Where a function is named as a module, the last name of a
    /// path is the function.
    fn lookup(&self, module: &str, name: &str, is_last: bool, depth: usize) -> Option<Named<'_>> {
        let here = self.0.get(module)?;
        let child = format!("{module}::{name}");
        let child = self.0.contains_key(&child).then_some(Named::Module(child));
        let depth = depth.checked_sub(1)?;
        let by_import = || {
            let of_name = here.imports.iter().filter_map(|import| match &*import.name {
                "*" => Some(import.path.replace('*', name)),
                new => (new == name && import.path != name).then(|| import.path.clone()),
            });
            of_name.into_iter().find_map(|path| self.resolve(module, &path, depth))
        };
        if here.items.contains(name) {
            return Some(Named::Item(&here.file));
        }
        if is_last { by_import().or(child) } else { child.or_else(by_import) }
    }
}

/// The code without comments, and what is only compiled for tests.
fn split(text: &str) -> (String, String) {
    let (mut code, mut for_tests) = (String::new(), String::new());
    let mut lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    while let Some(line) = lines.next() {
        let margin = &line[..line.len() - line.trim_start().len()];
        if !line.trim_start().starts_with("#[cfg(")
            || !line.contains("test")
            || line.contains("not")
        {
            code += line.split(" // ").next().unwrap_or(line);
            code.push('\n');
            continue;
        }
        for line in lines.by_ref() {
            for_tests += line;
            for_tests.push('\n');
            let begins = line.starts_with(margin) && !line[margin.len()..].starts_with(' ');
            let is_whole = line.ends_with([';', ',']) || line.ends_with('}') && line.contains('{');
            if begins && (line.trim_start().starts_with('}') || is_whole) {
                break;
            }
        }
    }
    (code, for_tests)
}

/// The kind and the name of the item that a line begins to define.
fn definition(line: &str) -> Option<(&str, &str)> {
    const KINDS: [&str; 10] = [
        "const",
        "enum",
        "fn",
        "macro_rules!",
        "mod",
        "static",
        "struct",
        "trait",
        "type",
        "union",
    ];
    let mut words = line.split([' ', '(']).skip_while(|word| {
        word.starts_with("pub") || word.ends_with(')') || ["unsafe", "async"].contains(word)
    });
    let mut kind = words.next().filter(|word| KINDS.contains(word))?;
    let mut name = words.next()?;
    if name == "fn" {
        (kind, name) = (name, words.next()?); // of `const fn`
    }
    let end = name.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(name.len());
    Some((kind, &name[..end]))
}

/// The paths of two names and more in the code, and macros that are called, as `name!`.
fn paths(code: &str) -> impl Iterator<Item = &str> {
    let in_path = |c: char| c.is_alphanumeric() || "_:$!".contains(c);
    code.split(move |c| !in_path(c)).filter_map(|word| {
        let word = word.trim_start_matches('!');
        let end = word.find("!").map_or(word.len(), |at| at + 1);
        let word = word[..end].trim_matches(':');
        (word.contains("::") || word.len() > 1 && word.ends_with('!')).then_some(word)
    })
}

/// For every arrow that lies on a cycle the shortest cycle through it; each cycle once, from its
/// first file in alphabetical order back to that.
fn cycles(arrows: &BTreeSet<Arrow>) -> BTreeSet<Vec<&str>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in arrows {
        next.entry(from).or_default().push(to);
    }
    let mut found = BTreeSet::new();
    for (from, to) in arrows {
        if let Some(mut cycle) = shortest_path(&next, to, from) {
            let first = (0..cycle.len()).min_by_key(|&i| cycle[i]).unwrap_or(0);
            cycle.rotate_left(first);
            cycle.push(cycle[0]);
            found.insert(cycle);
        }
    }
    found
}

/// The files on the shortest path, both ends among them.
fn shortest_path<'a>(
    next: &BTreeMap<&'a str, Vec<&'a str>>,
    start: &'a str,
    end: &str,
) -> Option<Vec<&'a str>> {
    let mut before = BTreeMap::from([(start, None)]);
    let mut open = VecDeque::from([start]);
    while let Some(file) = open.pop_front() {
        if file == end {
            let mut path: Vec<&str> =
                std::iter::successors(Some(file), |&file| before[file]).collect();
            path.reverse();
            return Some(path);
        }
        for &other in next.get(file).into_iter().flatten() {
            before.entry(other).or_insert_with(|| {
                open.push_back(other);
                Some(file)
            });
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(files: &[(&str, &str)], wanted: &[&str]) {
        let wanted: BTreeSet<String> = wanted.iter().map(|&problem| problem.to_owned()).collect();
        let text = |code: &str| code.replace("; ", ";\n").replace("{ fn", "{\nfn");
        let files = files.iter().map(|&(path, code)| (path.to_owned(), text(code)));
        assert_eq!(problems(&Sources(files.collect())), wanted);
    }

    const LIB: &str = "mod a; mod b; mod c; pub use a::A; pub use b::make_b; pub use c::C;";

    #[test]
    fn a_cycle_is_found_through_re_exports() {
        let a = "use crate::make_b; pub struct A; fn f() { make_b(); }";
        let b = "pub fn make_b() -> crate::C { crate::C::default() }";
        let c = "pub struct C { a: Option<Box<super::A>> }";
        let knot = ["a.rs -> b.rs -> c.rs -> a.rs"];
        check(&[("lib.rs", LIB), ("a.rs", a), ("b.rs", b), ("c.rs", c)], &knot);
        check(&[("lib.rs", LIB), ("a.rs", a), ("b.rs", b), ("c.rs", "pub struct C;")], &[]);
    }

    #[test]
    fn every_cycle_of_a_knot_is_told_once() {
        let a = "use crate::{make_b, c::C}; pub struct A;";
        let b = "use crate::A; pub fn make_b() {}";
        let c = "use crate::a; pub struct C(a::A);";
        let knots = ["a.rs -> b.rs -> a.rs", "a.rs -> c.rs -> a.rs"];
        check(&[("lib.rs", LIB), ("a.rs", a), ("b.rs", b), ("c.rs", c)], &knots);
    }

    #[test]
    fn macros_and_the_paths_in_them_are_arrows() {
        let lib = "#[macro_use] mod a; mod b;";
        let a = "macro_rules! twice { ($x:expr) => { $crate::b::add($x, $x) }; }";
        let b = "pub fn add(x: i32, y: i32) -> i32 { x + y } fn four() -> i32 { twice!(2) }";
        let lib = lib.replace("#[macro_use] ", "#[macro_use]\n");
        check(&[("lib.rs", &lib), ("a.rs", a), ("b.rs", b)], &["a.rs -> b.rs -> a.rs"]);
        let a = "pub fn f() { assert_eq!(super::b::add(1, 0), 1); }";
        let b = "pub use super::a::*; pub fn add(x: i32, y: i32) { super::b::f(); }";
        check(&[("lib.rs", "mod a; mod b;"), ("a.rs", a), ("b.rs", b)], &["a.rs -> b.rs -> a.rs"]);
    }

    #[test]
    fn folders_that_use_each_other_are_found() {
        let lib = "mod a; mod b; mod c;";
        let files = |b: &str| {
            let files = [
                ("lib.rs", lib),
                ("a/mod.rs", "mod high; mod low; pub use high::High; pub use low::Low;"),
                ("a/high.rs", "use crate::b::B; pub struct High(B);"),
                ("a/low.rs", "pub struct Low;"),
                ("b.rs", b),
                ("c.rs", "use crate::a::High; pub struct C(High);"),
            ];
            let text = |code: &str| code.replace("; ", ";\n");
            Sources(files.map(|(path, code)| (path.to_owned(), text(code))).into())
        };
        let both_ways = files("use crate::a::Low; pub struct B(Low);");
        assert_eq!(problems(&both_ways), BTreeSet::new());
        assert_eq!(folder_cycles(&both_ways), BTreeSet::from(["a -> b.rs -> a".to_owned()]));
        assert_eq!(folder_cycles(&files("pub struct B;")), BTreeSet::new());
    }

    #[test]
    fn tests_do_not_count() {
        let a = "pub struct A; #[cfg(test)]\nmod tests {\n    use crate::b::f;\n}\n";
        let b = "use crate::a::A; pub fn f() -> A { A }";
        let lib = "mod a; mod b; #[cfg(test)]\nmod c;";
        let c = "use crate::a::A; fn g() -> A { crate::b::f() }";
        check(&[("lib.rs", lib), ("a.rs", a), ("b.rs", b), ("c.rs", c)], &[]);
    }

    #[test]
    fn a_function_may_be_named_as_its_module() {
        let folder = "mod point; mod line; pub use point::point; pub use line::line;";
        let point = "pub fn point() {} pub(super) fn inner() {}";
        let line = "use super::point; pub fn line() { point::inner(); point(); }";
        let files = [
            ("lib.rs", "mod shape; mod user;"),
            ("shape/mod.rs", folder),
            ("shape/point.rs", point),
            ("shape/line.rs", line),
            ("user.rs", "use crate::shape; fn f() { shape::line(); }"),
        ];
        check(&files, &[]);
    }

    #[test]
    fn a_file_does_not_use_what_is_defined_above_it_and_none_is_left_out() {
        let lib = "mod a; pub type Real3 = [f64; 3];";
        let deep = "pub struct D(crate::Real3);";
        let files = [("lib.rs", lib), ("a/mod.rs", "mod deep; pub use deep::D;")];
        let above = "a/deep.rs -> lib.rs (which declares it)";
        let lost = "lost.rs (no mod declares it)";
        check(&[files[0], files[1], ("a/deep.rs", deep), ("lost.rs", "")], &[above, lost]);
    }
}
