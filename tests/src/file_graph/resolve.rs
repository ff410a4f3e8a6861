//! From paths to the files that define what they name.

use std::collections::BTreeSet;

use super::modules::Modules;

/// An arrow: the file that uses, the file that is used.
pub(super) type Arrow = (String, String);

/// More re-exports than any name passes through; ends the search where two modules import each other.
const MOST_STEPS: usize = 32;

/// What a path names.
#[derive(Clone, Copy)]
enum Named {
    Module(usize),
    /// An item, by the module that defines it.
    Item(usize),
}

/// All arrows between different files.
pub(super) fn arrows(modules: &Modules) -> BTreeSet<Arrow> {
    let resolver = Resolver { modules };
    let mut found = BTreeSet::new();
    for (number, module) in modules.all.iter().enumerate() {
        let paths = module.uses.iter();
        let by_path = paths.filter_map(|path| resolver.resolve(number, path, true, MOST_STEPS));
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
    fn resolve(&self, from: usize, path: &[String], as_item: bool, steps: usize) -> Option<Named> {
        let steps = steps.checked_sub(1)?;
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
                name => self.lookup(base, name, last && as_item, steps)?,
            });
        }
        here
    }

    fn lookup(&self, module: usize, name: &str, as_item: bool, steps: usize) -> Option<Named> {
        let here = &self.modules.all[module];
        let child = here.children.get(name).map(|&child| Named::Module(child));
        let is_defined = here.items.contains(name) || here.macros.contains(name);
        let item = is_defined.then_some(Named::Item(module));
        let by_name = here.imports.iter().filter(|import| import.name == name);
        let imported = by_name.filter_map(|import| {
            // `use x as x` of another crate's `x`, or of a name that is only found here again.
            (import.path[..] != [name.to_owned()])
                .then(|| self.resolve(module, &import.path, as_item, steps))
                .flatten()
        });
        let through_globs = here.globs.iter().filter_map(|path| {
            match self.resolve(module, path, false, steps)? {
                Named::Module(other) if other != module => {
                    self.lookup(other, name, as_item, steps.checked_sub(1)?)
                }
                _ => None,
            }
        });
        let all: Vec<Named> =
            item.into_iter().chain(child).chain(imported).chain(through_globs).collect();
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
