//! Clashes that are reviewed together: of one rule and the same groups, and near each other.

use std::collections::BTreeMap;

use obbtree_scene::BroadPhase;

use crate::clash::{Clash, Cluster};
use crate::select::Selected;
use crate::study::Study;

/// The clusters, and their numbers in the clashes. Boxes that are at most `reach` apart along each
/// axis are together.
pub(crate) fn clusters(
    study: &Study,
    selected: &Selected,
    clashes: &mut [Clash],
    numbers: &[[u32; 2]],
    reach: f64,
) -> Vec<Cluster> {
    let mut kinds: BTreeMap<(usize, [Option<u16>; 2]), Vec<usize>> = BTreeMap::new();
    let mut rule = 0;
    for (n, clash) in clashes.iter().enumerate() {
        // They are in the order of rules.
        while study.rules[rule].name != clash.rule {
            rule += 1;
        }
        let mut groups = numbers[n].map(|body| selected.groups[body as usize]);
        groups.sort_unstable();
        kinds.entry((rule, groups)).or_default().push(n);
    }
    let mut root: Vec<usize> = (0..clashes.len()).collect();
    for members in kinds.values() {
        let mut boxes = BroadPhase::default();
        for (k, &n) in members.iter().enumerate() {
            let [min, max] = clashes[n].bounds;
            let half = reach / 2.0;
            boxes.set(k as u32, [min.map(|x| x - half), max.map(|x| x + half)]);
        }
        for [a, b] in boxes.pairs() {
            let [a, b] = [a, b].map(|k| find(&mut root, members[k as usize]));
            root[a.max(b)] = a.min(b);
        }
    }
    let names: Vec<&String> = study.groups.keys().collect();
    let mut clusters: Vec<Cluster> = Vec::new();
    for n in 0..clashes.len() {
        let first = find(&mut root, n);
        if first == n {
            let mut groups = numbers[n].map(|body| {
                let group = selected.groups[body as usize];
                group.map_or_else(String::new, |group| names[usize::from(group)].clone())
            });
            groups.sort_unstable();
            clashes[n].cluster = Some(clusters.len());
            let (rule, bounds) = (clashes[n].rule.clone(), clashes[n].bounds);
            clusters.push(Cluster { rule, groups, clashes: vec![n], bounds });
            continue;
        }
        // The root is the lowest number, so its cluster is there.
        let Some(number) = clashes[first].cluster else { continue };
        clashes[n].cluster = Some(number);
        let cluster = &mut clusters[number];
        cluster.clashes.push(n);
        for k in 0..3 {
            cluster.bounds[0][k] = cluster.bounds[0][k].min(clashes[n].bounds[0][k]);
            cluster.bounds[1][k] = cluster.bounds[1][k].max(clashes[n].bounds[1][k]);
        }
    }
    clusters
}

/// The root of a set, with path halving.
fn find(root: &mut [usize], mut n: usize) -> usize {
    while root[n] != n {
        root[n] = root[root[n]];
        n = root[n];
    }
    n
}
