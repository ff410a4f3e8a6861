//! Which tests read the developers' data without saying so.
//!
//! A test that reads a part of the data ([`crate::data`]) has to be marked, so that it is shown
//! as ignored where the part is absent; one that is not fails on every machine but the
//! developers'. This file reads the source of the tests as tokens, macros included, and follows
//! names: a function reads the parts that it names in `data::path("part/...")` or
//! `data::find("part/...")`, and those that the functions read whose names stand in it. A name is
//! looked for in the same file first, then where a `use`, a `file::` or a `.method` can lead in
//! the same program, so a test may be found to read more than it does, and hardly less.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::file_graph::Sources;
use crate::parts::PARTS;

type Names = BTreeSet<String>;

/// The file that all access goes through.
const DOOR: &str = "src/data.rs";
const REASON: &str = "needs the developers' data: ";

/// What is wrong with the marks of the tests in a package, in plain words; paths are relative to
/// its folder.
///
/// # Panics
/// If a file is no Rust.
#[must_use]
pub fn problems(package: &Sources) -> BTreeSet<String> {
    let mut files = BTreeMap::new();
    for (file, text) in package.texts().filter(|(file, _)| *file != "build.rs") {
        let tokens =
            text.parse().unwrap_or_else(|error: proc_macro2::LexError| panic!("{file}: {error}"));
        files.insert(file.clone(), File::read(tokens));
    }
    let mut found = BTreeSet::new();
    for (path, file) in &mut files {
        for function in &mut file.functions {
            let is_the_door = path == DOOR && ["find", "path"].contains(&&*function.name);
            if !is_the_door {
                let wrong = function.read_directly(path == DOOR, &file.used);
                found.extend(wrong.map(|wrong| format!("{path}: {}: {wrong}", function.name)));
            }
        }
    }
    while spread(&mut files) {}
    for (path, file) in &files {
        for function in &file.functions {
            found
                .extend(function.mark_problem().map(|p| format!("{path}: {}: {p}", function.name)));
        }
    }
    found
}

/// What one file defines and uses.
struct File {
    functions: Vec<Function>,
    /// All names in its `use` items.
    used: Names,
}

struct Function {
    name: String,
    is_test: bool,
    /// The parts of `not(data = "part")` in its attributes, and the reason given for ignoring it.
    marked: Names,
    reason: Option<String>,
    mentions: Vec<Mention>,
    /// The parts that it reads.
    reads: Names,
}

/// A name in code, as in `before::name(argument)` or `.name(...)`.
struct Mention {
    before: Option<String>,
    is_method: bool,
    name: String,
    /// Parentheses stand behind it.
    is_call: bool,
    /// The text between quotes, if that is all that stands in them.
    argument: Option<String>,
}

/// What stands outside of functions counts as one of this name.
const OUTSIDE: &str = "(outside of functions)";

impl File {
    fn read(tokens: TokenStream) -> Self {
        let mut file = Self { functions: Vec::new(), used: Names::new() };
        let outside = file.scan(tokens);
        file.functions.push(Function::new(OUTSIDE.to_owned(), &[], mentions(&outside)));
        file
    }

    /// Takes functions and `use` items out of the tokens; returns the others, without attributes.
    fn scan(&mut self, tokens: TokenStream) -> Vec<TokenTree> {
        let (mut rest, mut attributes) = (Vec::new(), Vec::new());
        let mut tokens = tokens.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match token {
                TokenTree::Punct(sign) if sign.as_char() == '#' => {
                    if let Some(TokenTree::Group(group)) = tokens.peek() {
                        attributes.push(group.stream());
                        tokens.next();
                    }
                }
                TokenTree::Ident(word) if word == "use" => {
                    let item: Vec<_> = tokens.by_ref().take_while(|t| !is_sign(t, ';')).collect();
                    self.used.extend(mentions(&item).into_iter().map(|mention| mention.name));
                }
                TokenTree::Ident(word) if word == "fn" => {
                    let Some(TokenTree::Ident(name)) = tokens.peek().cloned() else { continue };
                    let is_body = |t: &TokenTree| group_of(t, Delimiter::Brace).is_some();
                    let mut body = None;
                    while body.is_none() && tokens.peek().is_some_and(|t| !is_sign(t, ';')) {
                        body = tokens.next().filter(is_body);
                    }
                    let body = body.map_or(Vec::new(), |body| mentions(&[body]));
                    self.functions.push(Function::new(name.to_string(), &attributes, body));
                    attributes.clear();
                }
                TokenTree::Group(group) => {
                    if group.delimiter() == Delimiter::Brace {
                        attributes.clear();
                    }
                    let inner: TokenStream = self.scan(group.stream()).into_iter().collect();
                    rest.push(proc_macro2::Group::new(group.delimiter(), inner).into());
                }
                other => {
                    if is_sign(&other, ';') {
                        attributes.clear();
                    }
                    rest.push(other);
                }
            }
        }
        rest
    }
}

impl Function {
    fn new(name: String, attributes: &[TokenStream], mentions: Vec<Mention>) -> Self {
        let mut function = Self {
            is_test: name == OUTSIDE,
            name,
            marked: Names::new(),
            reason: None,
            mentions,
            reads: Names::new(),
        };
        for attribute in attributes {
            function.is_test |= attribute.to_string() == "test";
            function.read_mark(attribute.clone());
        }
        function
    }

    /// Finds `data = "part"` and `ignore = "reason"`.
    fn read_mark(&mut self, attribute: TokenStream) {
        let tokens: Vec<_> = attribute.into_iter().collect();
        for at in 0..tokens.len() {
            if let TokenTree::Group(group) = &tokens[at] {
                self.read_mark(group.stream());
            }
            if let [word, equals, text, ..] = &tokens[at..] {
                let text = literal(text).filter(|_| is_sign(equals, '='));
                match word.to_string().as_str() {
                    "data" => self.marked.extend(text),
                    "ignore" => self.reason = text.or(self.reason.take()),
                    _ => {}
                }
            }
        }
    }

    /// Notes the parts that it names itself; says what stands there in place of one.
    fn read_directly(&mut self, in_the_door: bool, used: &Names) -> Option<String> {
        for mention in &self.mentions {
            let is_access = ["path", "find"].contains(&&*mention.name) && !mention.is_method;
            let is_meant = mention.is_call || mention.before.as_deref() == Some("data");
            if !is_access || !is_meant || !mention.is_of_data(in_the_door, used) {
                continue;
            }
            let folder = mention.argument.as_deref().and_then(|text| text.split('/').next());
            let Some((part, _)) = PARTS.iter().find(|(_, file)| folder == Some(*file)) else {
                return Some(format!("data::{} wants a part as a literal", mention.name));
            };
            self.reads.insert((*part).to_owned());
        }
        None
    }

    /// The parts that it reads are those of its mark, and the reason names what the mark does.
    fn mark_problem(&self) -> Option<String> {
        if self.is_test && !self.reads.is_subset(&self.marked) {
            return Some(format!("reads {:?} and is marked with {:?}", self.reads, self.marked));
        }
        let named = self.reason.as_deref().and_then(|reason| reason.strip_prefix(REASON));
        let named = named.unwrap_or_default().replace(" and ", ", ");
        let named = named.split(", ").filter(|part| !part.is_empty()).map(str::to_owned);
        (named.collect::<Names>() != self.marked)
            .then(|| format!("the mark {:?} has the reason {:?}", self.marked, self.reason))
    }
}

impl Mention {
    /// Is this `data::name`, or a name that was taken from there?
    fn is_of_data(&self, in_the_door: bool, used: &Names) -> bool {
        let imported = used.contains("data") && used.contains(&self.name);
        match &self.before {
            Some(before) => before == "data",
            None => in_the_door || imported,
        }
    }

    /// Can it mean a function of this name in `other`, seen from the file `path`?
    fn can_be_in(&self, other: &str, path: &str, files: &BTreeMap<String, File>) -> bool {
        let defines =
            |file: &str| files[file].functions.iter().any(|function| function.name == self.name);
        if other == path {
            return true;
        }
        if other == DOOR {
            return !self.is_method && self.is_of_data(false, &files[path].used);
        }
        let stem = other.rsplit('/').next().and_then(|name| name.strip_suffix(".rs"));
        let qualified = self
            .before
            .as_deref()
            .is_some_and(|before| Some(before) == stem || before.starts_with(char::is_uppercase));
        let imported = self.before.is_none() && files[path].used.contains(&self.name);
        program(other) == program(path)
            && !defines(path)
            && (self.is_method || qualified || imported)
    }
}

/// Files of one program have the same: the library, or one file or folder of `tests`.
fn program(path: &str) -> &str {
    let within = path.strip_prefix("tests/").unwrap_or("src");
    within.split(['/', '.']).next().unwrap_or(within)
}

/// One step of "what it calls reads, it reads"; whether anything was new.
fn spread(files: &mut BTreeMap<String, File>) -> bool {
    let mut by_name: BTreeMap<&str, Vec<(&str, &Names)>> = BTreeMap::new();
    for (path, file) in files.iter() {
        for function in file.functions.iter().filter(|function| !function.reads.is_empty()) {
            by_name.entry(&function.name).or_default().push((path, &function.reads));
        }
    }
    let mut new = Vec::new();
    for (path, file) in files.iter() {
        for (n, function) in file.functions.iter().enumerate() {
            for mention in &function.mentions {
                for (other, reads) in by_name.get(&*mention.name).into_iter().flatten() {
                    if !reads.is_subset(&function.reads) && mention.can_be_in(other, path, files) {
                        new.push((path.clone(), n, (*reads).clone()));
                    }
                }
            }
        }
    }
    for (path, n, reads) in &new {
        files.get_mut(path).expect("a file").functions[*n].reads.extend(reads.iter().cloned());
    }
    !new.is_empty()
}

/// All names in tokens, in order.
fn mentions(tokens: &[TokenTree]) -> Vec<Mention> {
    let mut found = Vec::new();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            found.extend(mentions(&group.stream().into_iter().collect::<Vec<_>>()));
        }
        let TokenTree::Ident(name) = token else { continue };
        let back = |n: usize| at.checked_sub(n).map(|at| &tokens[at]);
        let is_path = back(1).is_some_and(|t| is_sign(t, ':'));
        let behind = tokens.get(at + 1).and_then(|t| group_of(t, Delimiter::Parenthesis));
        let argument = behind.map(|stream| stream.into_iter().collect::<Vec<_>>());
        found.push(Mention {
            before: back(3).filter(|_| is_path).map(ToString::to_string),
            is_method: back(1).is_some_and(|t| is_sign(t, '.')),
            name: name.to_string(),
            is_call: argument.is_some(),
            argument: argument.filter(|all| all.len() == 1).and_then(|all| literal(&all[0])),
        });
    }
    found
}

fn is_sign(token: &TokenTree, sign: char) -> bool {
    matches!(token, TokenTree::Punct(found) if found.as_char() == sign)
}

fn group_of(token: &TokenTree, delimiter: Delimiter) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) if group.delimiter() == delimiter => Some(group.stream()),
        _ => None,
    }
}

/// The text of `"text"`.
fn literal(token: &TokenTree) -> Option<String> {
    let TokenTree::Literal(literal) = token else { return None };
    let text = literal.to_string();
    Some(text.strip_prefix('"')?.strip_suffix('"')?.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DATA: &str = r#"
        pub fn find(name: &str) -> Option<PathBuf> { Some(root.join(name)) }
        pub fn path(name: &str) -> PathBuf { find(name).unwrap() }
        pub fn mesh(file: &str) -> Mesh { read(path("meshes").join(file)) }
    "#;
    const SUPPORT: &str = r#"
        use obbtree_tests::data;
        pub(crate) fn robot() -> Robot { Robot::read(data::path("robots").join("a.urdf")) }
        pub(crate) fn plain() -> Robot { Robot::default() }
    "#;

    fn check(test: &str, wanted: &[&str]) {
        let files = [(DOOR, DATA), ("tests/arm/support.rs", SUPPORT), ("tests/arm/one.rs", test)];
        let found = problems(&Sources::of(&files));
        assert_eq!(found.len(), wanted.len(), "{found:?}");
        for (found, wanted) in found.iter().zip(wanted) {
            assert!(found.contains(wanted), "{found}");
        }
    }

    #[test]
    fn what_reads_nothing_needs_no_mark() {
        check("use crate::support::plain; #[test] fn one() { plain(); mesh(3); }", &[]);
    }

    #[test]
    fn a_test_that_reads_by_itself_or_through_others_is_found() {
        let alone = r#"#[test] fn one() { for f in ["a"] { check(data::mesh(f)); } }"#;
        check(alone, &[r#"one: reads {"meshes"}"#]);
        let imported = r#"use obbtree_tests::data::{mesh, x}; #[test] fn one() { mesh("a"); }"#;
        check(imported, &[r#"one: reads {"meshes"}"#]);
        let far = "use crate::support::robot; fn all() { two(robot) } #[test] fn one() { all() }";
        check(far, &[r#"one: reads {"robots"}"#]);
        let method =
            "#[test] fn one() { Rig::new().all() } impl Rig { fn all(&self) { data::mesh(2) } }";
        check(method, &[r#"one: reads {"meshes"}"#]);
    }

    #[test]
    fn what_macros_hold_is_seen() {
        let inside = "proptest! { #[test] fn one(x in 0..3) { assert!(support::robot().is(x)); } }";
        check(inside, &[r#"one: reads {"robots"}"#]);
        let by_name = "fn body<T>() { data::mesh(1); } both! { one => body; }";
        check(by_name, &["(outside of functions): reads"]);
    }

    #[test]
    fn a_mark_names_what_is_read_and_its_reason_names_the_mark() {
        let marked = |mark: &str, reason: &str| {
            format!(
                "use crate::support::*; #[test] \
                 #[cfg_attr(not({mark}), ignore = \"{REASON}{reason}\")] \
                 fn one() {{ support::robot(); data::mesh(1); }}"
            )
        };
        let both = r#"all(data = "meshes", data = "robots")"#;
        check(&marked(both, "meshes and robots"), &[]);
        check(&marked(both, "meshes"), &["has the reason"]);
        check(&marked(r#"data = "robots""#, "robots"), &[r#"reads {"meshes", "robots"}"#]);
    }

    #[test]
    fn a_part_that_is_no_literal_or_none_is_refused() {
        let wanted = ["wants a part as a literal"];
        check("fn f(name: &str) { data::path(name); }", &wanted);
        check(r#"fn f() { data::path("nonsense/file"); }"#, &wanted);
        check(r#"fn f() { ["meshes"].map(data::path); }"#, &wanted);
    }
}
