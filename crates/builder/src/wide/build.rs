//! Building: from a mesh to its tree.

use std::sync::atomic::{AtomicBool, Ordering};

use obbtree_mesh::Mesh;
use obbtree_tree::wide::{Leaf, Tree, TreeParts};

use super::boxes::measure_boxes;
use super::config::Config;
use super::extent::Extent;
use super::layout::{fill_leaves, fill_leaves_around, lay_out};
use super::set::{LEAF, Weights};
use super::soup::Soup;
use super::split_in_two::Splitter;
use super::threads::{map, on_pool};
use super::top_down::grow;

/// Builds the wide tree of a mesh.
///
/// Every mesh has one: degenerate and duplicate triangles get the boxes that they need, and no mesh
/// makes the tree deeper than [`MAX_DEPTH`](obbtree_tree::wide::MAX_DEPTH). The time is about
/// proportional to `n log n`.
///
/// At the limits of `f32`: components of centres are limited to 2^100 and half sides grow to
/// match, becoming infinite (a box around everything) beyond the largest `f32`; half sides below
/// the smallest `f32` become the smallest. Corners of leaves beyond the largest `f32` become the
/// largest.
///
/// ```
/// use obbtree_builder::wide;
/// use obbtree_mesh::Mesh;
/// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
/// let mesh = Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?;
/// let tree = wide::build(&mesh, &wide::Config::default());
/// assert_eq!(tree.leaf_count(), 1);
/// # Ok::<(), obbtree_mesh::MeshError>(())
/// ```
#[must_use]
pub fn build(mesh: &Mesh, config: &Config) -> Tree {
    on_threads(mesh, config, None).expect("there is no flag to raise")
}

/// [`build`](build()), but `None` soon after the flag is raised: it is looked at before each node
/// is split, and between the passes over all triangles.
///
/// ```
/// use std::sync::atomic::AtomicBool;
/// use obbtree_builder::wide;
/// # use obbtree_mesh::Mesh;
/// # let mesh = Mesh::new(vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], vec![[0, 1, 2]])?;
/// let (calm, raised) = (AtomicBool::new(false), AtomicBool::new(true));
/// let config = wide::Config::default();
/// assert_eq!(wide::build_cancelled_by(&mesh, &config, &raised), None);
/// assert_eq!(wide::build_cancelled_by(&mesh, &config, &calm), Some(wide::build(&mesh, &config)));
/// # Ok::<(), obbtree_mesh::MeshError>(())
/// ```
#[must_use]
pub fn build_cancelled_by(mesh: &Mesh, config: &Config, cancel: &AtomicBool) -> Option<Tree> {
    on_threads(mesh, config, Some(cancel))
}

fn on_threads(mesh: &Mesh, config: &Config, cancel: Option<&AtomicBool>) -> Option<Tree> {
    on_pool(config.parallel, mesh.triangles().len(), |parallel| {
        one_tree(mesh, &config.with_parallel(parallel), cancel)
    })
}

fn one_tree(mesh: &Mesh, config: &Config, cancel: Option<&AtomicBool>) -> Option<Tree> {
    let Config { effort, parallel, level } = *config;
    let is_cancelled = || cancel.is_some_and(|flag| flag.load(Ordering::Relaxed));
    let extent = Extent::of(mesh, parallel);
    let soup = Soup { mesh, origin: extent.origin, scale: extent.scale };
    let mut items = soup.all(parallel);
    let splitter = Splitter { effort, level, weights: Weights::new() };
    let sides = extent.sides.map(|side| (side * extent.scale) as f32);
    let drafts = grow(&splitter, &mut items, sides, parallel, &is_cancelled)?;

    let (nodes, groups) = lay_out(&drafts, level, parallel);
    let mut leaves = map(parallel, &groups, |_, group| {
        let mut leaf = Leaf { corners: [[[0.0; 4]; 3]; 3], ids: [Leaf::NO_TRIANGLE; LEAF] };
        for (id, item) in leaf.ids.iter_mut().zip(&items[group.clone()]) {
            *id = item.id;
        }
        leaf
    });
    if is_cancelled() {
        return None;
    }
    let is_single = fill_leaves(mesh, &mut leaves, level, parallel);
    if !is_single {
        fill_leaves_around(mesh, &mut leaves, extent.origin, level, parallel);
    }
    let mut parts = TreeParts {
        nodes,
        leaves,
        exact: (!is_single).then(|| mesh.clone()),
        origin: extent.origin,
        sphere_center: extent.middle,
        sphere_radius: extent.radius,
        ..TreeParts::default()
    };
    if is_cancelled() {
        return None;
    }
    measure_boxes(&mut parts, mesh, extent.reach, level, parallel);
    // Valid by construction. The check, on one thread, would take 0.7 % of the time of building
    // on one thread, and more of it on several.
    let tree = Tree::from_parts_unchecked(parts);
    debug_assert_eq!(tree.validate_shape(), Ok(()));
    Some(tree)
}
