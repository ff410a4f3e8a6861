//! A crate's modules: what each one defines, what it imports, and every path that its code uses.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};
use syn::{Attribute, ImplItem, Item, UseTree, Visibility};

use super::sources::Sources;

/// The segments of a path, with `crate`, `self` and `super` as they stand.
pub(super) type Segments = Vec<String>;

/// A name that a `use` brings into a module.
pub(super) struct Import {
    pub(super) name: String,
    pub(super) path: Segments,
}

/// One module, in a file of its own or inline.
pub(super) struct Module {
    pub(super) file: String,
    /// Where the files of its child modules are; empty, or ends with `/`.
    folder: String,
    pub(super) parent: Option<usize>,
    pub(super) children: BTreeMap<String, usize>,
    /// Names of the items and macros that it defines.
    pub(super) items: BTreeSet<String>,
    pub(super) macros: BTreeSet<String>,
    pub(super) imports: Vec<Import>,
    /// Paths `x` of `use x::*`.
    pub(super) globs: Vec<Segments>,
    /// Paths that count as uses: those in code, and those of a `use` that is no re-export.
    pub(super) uses: BTreeSet<Segments>,
    /// Macros that are called by their name alone.
    pub(super) macro_calls: BTreeSet<String>,
}

impl Module {
    fn new(file: String, folder: String, parent: Option<usize>) -> Self {
        Self {
            file,
            folder,
            parent,
            children: BTreeMap::new(),
            items: BTreeSet::new(),
            macros: BTreeSet::new(),
            imports: Vec::new(),
            globs: Vec::new(),
            uses: BTreeSet::new(),
            macro_calls: BTreeSet::new(),
        }
    }

    /// Whether a `pub use` here hands on what other files define, and is no arrow.
    fn re_exports(&self) -> bool {
        ["lib.rs", "main.rs", "mod.rs"].contains(&self.file.rsplit('/').next().unwrap_or_default())
    }
}

/// All modules of one crate; the first is the root.
pub(super) struct Modules {
    pub(super) all: Vec<Module>,
    /// Files that only tests compile.
    for_tests: BTreeSet<String>,
}

impl Modules {
    pub(super) fn parse(sources: &Sources, root: &str) -> Self {
        let folder =
            root.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/"));
        let modules = Self {
            all: vec![Module::new(root.to_owned(), folder, None)],
            for_tests: BTreeSet::new(),
        };
        let mut collector = Collector { sources, modules, current: 0 };
        collector.collect_file(root);
        collector.modules
    }

    /// The files that were reached, those for tests among them.
    pub(super) fn files(&self) -> impl Iterator<Item = String> {
        self.all.iter().map(|module| module.file.clone()).chain(self.for_tests.iter().cloned())
    }

    /// Whether one file declares another, itself or by way of modules between.
    pub(super) fn is_above(&self, upper: &str, lower: &str) -> bool {
        self.all.iter().filter(|module| module.file == lower).any(|module| {
            let parents = std::iter::successors(module.parent, |&up| self.all[up].parent);
            upper != lower && parents.into_iter().any(|up| self.all[up].file == upper)
        })
    }
}

struct Collector<'a> {
    sources: &'a Sources,
    modules: Modules,
    current: usize,
}

impl Collector<'_> {
    fn module(&mut self) -> &mut Module {
        &mut self.modules.all[self.current]
    }

    fn collect_file(&mut self, file: &str) {
        let text = self.sources.text(file).unwrap_or_else(|| panic!("{file} is not there"));
        let parsed = syn::parse_file(text).unwrap_or_else(|error| panic!("{file}: {error}"));
        parsed.items.iter().for_each(|item| self.visit_item(item));
    }

    /// The file of `mod name;` and the folder of that module's own children.
    fn file_of(&self, name: &str) -> (String, String) {
        let base = format!("{}{name}", self.modules.all[self.current].folder);
        let candidates = [format!("{base}.rs"), format!("{base}/mod.rs")];
        let file = candidates.into_iter().find(|file| self.sources.text(file).is_some());
        let file = file.unwrap_or_else(|| panic!("no file for `mod {name}` at {base}"));
        (file, format!("{base}/"))
    }

    fn collect_module(&mut self, item: &syn::ItemMod) {
        let name = plain(&item.ident);
        let parent = self.current;
        let (file, folder) = match &item.content {
            Some(_) => {
                let here = &self.modules.all[parent];
                (here.file.clone(), format!("{}{name}/", here.folder))
            }
            None => self.file_of(&name),
        };
        let number = self.modules.all.len();
        self.module().children.insert(name, number);
        self.modules.all.push(Module::new(file.clone(), folder, Some(parent)));
        self.current = number;
        match &item.content {
            Some((_, items)) => items.iter().for_each(|item| self.visit_item(item)),
            None => self.collect_file(&file),
        }
        self.current = parent;
    }

    /// A file module for tests, and all files below it.
    fn skip_module(&mut self, item: &syn::ItemMod) {
        if item.content.is_none() {
            let (file, folder) = self.file_of(&plain(&item.ident));
            let below = self.sources.files().filter(|other| other.starts_with(&folder));
            self.modules.for_tests.extend(below.cloned());
            self.modules.for_tests.insert(file);
        }
    }

    fn collect_use(&mut self, item: &syn::ItemUse) {
        let counts = !self.module().re_exports() || matches!(item.vis, Visibility::Inherited);
        self.collect_tree(&item.tree, &mut Vec::new(), counts);
    }

    fn collect_tree(&mut self, tree: &UseTree, path: &mut Segments, counts: bool) {
        match tree {
            UseTree::Path(step) => {
                path.push(plain(&step.ident));
                self.collect_tree(&step.tree, path, counts);
                path.pop();
            }
            UseTree::Group(group) => {
                group.items.iter().for_each(|tree| self.collect_tree(tree, path, counts));
            }
            UseTree::Glob(_) => self.module().globs.push(path.clone()),
            UseTree::Name(leaf) => self.collect_leaf(path, &plain(&leaf.ident), None, counts),
            UseTree::Rename(leaf) => {
                let name = plain(&leaf.rename);
                self.collect_leaf(path, &plain(&leaf.ident), Some(name), counts);
            }
        }
    }

    fn collect_leaf(&mut self, path: &[String], last: &str, new: Option<String>, counts: bool) {
        let mut path = path.to_vec();
        if last != "self" {
            path.push(last.to_owned());
        }
        let name = new.unwrap_or_else(|| path.last().cloned().unwrap_or_default());
        if counts {
            self.module().uses.insert(path.clone());
        }
        self.module().imports.push(Import { name, path });
    }

    /// Paths in the tokens of a macro, which are not parsed: names joined by `::`.
    fn collect_tokens(&mut self, tokens: TokenStream) {
        let mut path = Segments::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Punct(mark) if mark.as_char() == ':' && !path.is_empty() => colons += 1,
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.keep(&mut path);
                    }
                    path.push(plain(&name));
                    colons = 0;
                }
                other => {
                    self.keep(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other {
                        self.collect_tokens(group.stream());
                    }
                }
            }
        }
        self.keep(&mut path);
    }

    fn keep(&mut self, path: &mut Segments) {
        if !path.is_empty() {
            self.module().uses.insert(std::mem::take(path));
        }
    }
}

impl<'ast> Visit<'ast> for Collector<'_> {
    fn visit_item(&mut self, item: &'ast Item) {
        let (attributes, name) = head_of(item);
        if is_for_tests(attributes) {
            if let Item::Mod(item) = item {
                self.skip_module(item);
            }
            return;
        }
        match item {
            Item::Mod(item) => self.collect_module(item),
            Item::Use(item) => self.collect_use(item),
            _ => {
                if let Some(name) = name.map(plain) {
                    let module = self.module();
                    let of_kind = if matches!(item, Item::Macro(_)) {
                        &mut module.macros
                    } else {
                        &mut module.items
                    };
                    of_kind.insert(name);
                }
                visit::visit_item(self, item);
            }
        }
    }

    fn visit_impl_item(&mut self, item: &'ast ImplItem) {
        let attributes = match item {
            ImplItem::Fn(item) => &item.attrs[..],
            ImplItem::Const(item) => &item.attrs[..],
            _ => &[],
        };
        if !is_for_tests(attributes) {
            visit::visit_impl_item(self, item);
        }
    }

    fn visit_attribute(&mut self, _: &'ast Attribute) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        if path.leading_colon.is_none() {
            let segments = path.segments.iter().map(|segment| plain(&segment.ident)).collect();
            self.module().uses.insert(segments);
        }
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        match call.path.get_ident() {
            Some(name) => {
                self.module().macro_calls.insert(plain(name));
            }
            None => self.visit_path(&call.path),
        }
        self.collect_tokens(call.tokens.clone());
    }
}

/// The name without the `r#` of a raw one.
fn plain(name: &syn::Ident) -> String {
    name.to_string().trim_start_matches("r#").to_owned()
}

/// Whether an item is compiled for tests only.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().filter(|attribute| attribute.path().is_ident("cfg")).any(|attribute| {
        let condition = attribute.meta.require_list().map(|list| list.tokens.to_string());
        let condition = condition.unwrap_or_default();
        let mut words = condition.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.clone().any(|word| word == "test") && words.all(|word| word != "not")
    })
}

/// The attributes of an item, and its name if it has one.
fn head_of(item: &Item) -> (&[Attribute], Option<&syn::Ident>) {
    match item {
        Item::Const(item) => (&item.attrs, Some(&item.ident)),
        Item::Enum(item) => (&item.attrs, Some(&item.ident)),
        Item::Fn(item) => (&item.attrs, Some(&item.sig.ident)),
        Item::Impl(item) => (&item.attrs, None),
        Item::Macro(item) => (&item.attrs, item.ident.as_ref()),
        Item::Mod(item) => (&item.attrs, Some(&item.ident)),
        Item::Static(item) => (&item.attrs, Some(&item.ident)),
        Item::Struct(item) => (&item.attrs, Some(&item.ident)),
        Item::Trait(item) => (&item.attrs, Some(&item.ident)),
        Item::TraitAlias(item) => (&item.attrs, Some(&item.ident)),
        Item::Type(item) => (&item.attrs, Some(&item.ident)),
        Item::Union(item) => (&item.attrs, Some(&item.ident)),
        Item::Use(item) => (&item.attrs, None),
        _ => (&[], None),
    }
}
