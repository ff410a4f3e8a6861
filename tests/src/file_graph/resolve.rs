//! From paths to the files that define what they name.

use std::collections::{BTreeMap, BTreeSet};

use super::modules::Modules;

/// An arrow: the file that uses, the file that is used.
pub(super) type Arrow = (String, String);

/// What a path names.
#[derive(Clone, Copy)]
enum Named {
    Module(usize),
    /// An item, by the module that defines it.
    Item(usize),
}

/// What the lookups of one search found: a module, a name in it, and whether an item is wanted.
/// One that is still under way has found nothing, which ends the search where modules import each
/// other.
type Lookups = BTreeMap<(usize, String, bool), Option<Named>>;

/// All arrows between different files.
pub(super) fn arrows(modules: &Modules) -> BTreeSet<Arrow> {
    let resolver = Resolver { modules };
    let mut found = BTreeSet::new();
    for (number, module) in modules.all.iter().enumerate() {
        let paths = module.uses.iter();
        let by_path =
            paths.filter_map(|path| resolver.resolve(number, path, true, &mut Lookups::new()));
        let items = by_path.filter_map(|named| match named {
            Named::Item(home) => Some(home),
            Named::Module(_) => None,
        });
        let by_macro =
            module.macro_calls.iter().filter_map(|name| resolver.macro_home(number, name));
        for home in items.chain(by_macro) {
            let used = &modules.all[home].file;
            if *used != module.file {
                found.insert((module.file.clone(), used.clone()));
            }
        }
    }
    found
}

struct Resolver<'a> {
    modules: &'a Modules,
}

impl Resolver<'_> {
    /// What a path names, seen from a module; none for what other crates define. Where a function
    /// has the name of a module, `as_item` says which of them is meant.
    fn resolve(
        &self,
        from: usize,
        path: &[String],
        as_item: bool,
        seen: &mut Lookups,
    ) -> Option<Named> {
        let mut here = None;
        for (i, segment) in path.iter().enumerate() {
            let last = i + 1 == path.len();
            let base = match here {
                None => from,
                Some(Named::Module(module)) => module,
                // What follows is associated with the item.
                Some(Named::Item(_)) => break,
            };
            here = Some(match segment.as_str() {
                "crate" => Named::Module(0),
                "self" => Named::Module(base),
                "super" => Named::Module(self.modules.all[base].parent?),
                name => self.lookup(base, name, last && as_item, seen)?,
            });
        }
        here
    }

    fn lookup(
        &self,
        module: usize,
        name: &str,
        as_item: bool,
        seen: &mut Lookups,
    ) -> Option<Named> {
        let key = (module, name.to_owned(), as_item);
        if let Some(&found) = seen.get(&key) {
            return found;
        }
        seen.insert(key.clone(), None);
        let found = self.search(module, name, as_item, seen);
        seen.insert(key, found);
        found
    }

    fn search(
        &self,
        module: usize,
        name: &str,
        as_item: bool,
        seen: &mut Lookups,
    ) -> Option<Named> {
        let here = &self.modules.all[module];
        let child = here.children.get(name).map(|&child| Named::Module(child));
        let is_defined = here.items.contains(name) || here.macros.contains(name);
        let item = is_defined.then_some(Named::Item(module));
        let mut all: Vec<Named> = item.into_iter().chain(child).collect();
        for import in here.imports.iter().filter(|import| import.name == name) {
            // `use x as x` of another crate's `x`, or of a name that is only found here again.
            if import.path[..] != [name.to_owned()] {
                all.extend(self.resolve(module, &import.path, as_item, seen));
            }
        }
        for path in &here.globs {
            match self.resolve(module, path, false, seen) {
                Some(Named::Module(other)) if other != module => {
                    all.extend(self.lookup(other, name, as_item, seen));
                }
                _ => {}
            }
        }
        let wanted = |named: &&Named| matches!(named, Named::Item(_)) == as_item;
        all.iter().find(wanted).or(all.first()).copied()
    }

    /// The module that defines a macro called by its name: this one, or any other, as `macro_rules`
    /// are in scope by the order of the text.
    fn macro_home(&self, module: usize, name: &str) -> Option<usize> {
        let all = &self.modules.all;
        if all[module].macros.contains(name) {
            return Some(module);
        }
        all.iter().position(|other| other.macros.contains(name))
    }
}
