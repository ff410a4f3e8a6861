//! Which pairs of bodies are checked, and how far apart they have to be.

use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Groups of bodies: a pair is checked if each is in a group that the other one's `with` has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups {
    /// The groups that the body is in, a bit each.
    pub member: u32,
    /// The groups that it is checked against.
    pub with: u32,
}

impl Default for Groups {
    /// In all groups, and with all.
    fn default() -> Self {
        Self { member: u32::MAX, with: u32::MAX }
    }
}

impl Groups {
    /// Are bodies of these groups checked together?
    #[must_use]
    pub fn meet(self, other: Self) -> bool {
        self.member & other.with != 0 && other.member & self.with != 0
    }
}

/// Values of pairs of names, and of the bodies that have these names now. A change costs what the
/// pairs of its names cost, not all.
#[derive(Clone, Debug)]
pub(crate) struct PairTable<V> {
    by_names: BTreeMap<[String; 2], V>,
    by_ids: HashMap<[u32; 2], V>,
    /// Of each name those that it has a pair with.
    partners: HashMap<String, BTreeSet<String>>,
}

impl<V> Default for PairTable<V> {
    fn default() -> Self {
        Self { by_names: BTreeMap::new(), by_ids: HashMap::new(), partners: HashMap::new() }
    }
}

impl<V: Copy> PairTable<V> {
    /// Sets or removes the value of a pair of names, in either order.
    pub(crate) fn set(
        &mut self,
        names: [&str; 2],
        value: Option<V>,
        id: impl Fn(&str) -> Option<u32>,
    ) {
        let key = ordered(names.map(str::to_owned));
        let ids = match names.map(id) {
            [Some(a), Some(b)] => Some(ordered([a, b])),
            _ => None,
        };
        let is_new = match value {
            Some(value) => {
                self.by_ids.extend(ids.map(|ids| (ids, value)));
                self.by_names.insert(key, value).is_none()
            }
            None => {
                if let Some(ids) = ids {
                    self.by_ids.remove(&ids);
                }
                self.by_names.remove(&key).is_some()
            }
        };
        if is_new {
            let [a, b] = names;
            for [one, other] in [[a, b], [b, a]] {
                self.link(one, other, value.is_some());
            }
        }
    }

    fn link(&mut self, one: &str, other: &str, is_pair: bool) {
        if is_pair {
            self.partners.entry(one.to_owned()).or_default().insert(other.to_owned());
        } else if let Some(partners) = self.partners.get_mut(one) {
            partners.remove(other);
            if partners.is_empty() {
                self.partners.remove(one);
            }
        }
    }

    /// The names that one has a pair with, and their values.
    pub(crate) fn of<'t>(&'t self, name: &'t str) -> impl Iterator<Item = (&'t str, V)> {
        let others = self.partners.get(name).into_iter().flatten();
        others.filter_map(move |other| {
            let value = self.by_names.get(&ordered([name.to_owned(), other.clone()]))?;
            Some((other.as_str(), *value))
        })
    }

    /// A body has got a name.
    pub(crate) fn named(&mut self, name: &str, new: u32, id: impl Fn(&str) -> Option<u32>) {
        if self.partners.contains_key(name) {
            let known = |(other, value)| Some((ordered([new, id(other)?]), value));
            let found: Vec<_> = self.of(name).filter_map(known).collect();
            self.by_ids.extend(found);
        }
    }

    /// A body of a name is no more.
    pub(crate) fn removed(&mut self, name: &str, old: u32, id: impl Fn(&str) -> Option<u32>) {
        for other in self.partners.get(name).into_iter().flatten() {
            if let Some(other) = id(other) {
                self.by_ids.remove(&ordered([old, other]));
            }
        }
    }

    pub(crate) fn get(&self, a: u32, b: u32) -> Option<V> {
        if self.by_ids.is_empty() {
            return None;
        }
        self.by_ids.get(&ordered([a, b])).copied()
    }

    /// Has a pair of names a value, in either order?
    pub(crate) fn has(&self, names: [&str; 2]) -> bool {
        self.by_names.contains_key(&ordered(names.map(str::to_owned)))
    }

    /// All pairs, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[String; 2], V)> {
        self.by_names.iter().map(|(names, value)| (names, *value))
    }
}

fn ordered<T: Ord>([a, b]: [T; 2]) -> [T; 2] {
    if a <= b { [a, b] } else { [b, a] }
}
