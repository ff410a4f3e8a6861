//! Cycles of a graph whose nodes are files.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use super::resolve::Arrow;

/// For every arrow that lies on a cycle the shortest cycle through it; each cycle once, from its
/// first file in alphabetical order back to that.
pub(super) fn cycles(arrows: &BTreeSet<Arrow>) -> BTreeSet<Vec<&str>> {
    let mut next: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (from, to) in arrows {
        next.entry(from).or_default().push(to);
    }
    let mut found = BTreeSet::new();
    for (from, to) in arrows {
        if let Some(mut cycle) = shortest_way(&next, to, from) {
            let first = (0..cycle.len()).min_by_key(|&i| cycle[i]).unwrap_or(0);
            cycle.rotate_left(first);
            cycle.push(cycle[0]);
            found.insert(cycle);
        }
    }
    found
}

/// The files on the shortest way, both ends among them.
fn shortest_way<'a>(
    next: &BTreeMap<&'a str, Vec<&'a str>>,
    start: &'a str,
    end: &str,
) -> Option<Vec<&'a str>> {
    let mut before = BTreeMap::from([(start, None)]);
    let mut open = VecDeque::from([start]);
    while let Some(file) = open.pop_front() {
        if file == end {
            let mut way: Vec<&str> =
                std::iter::successors(Some(file), |&file| before[file]).collect();
            way.reverse();
            return Some(way);
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
