//! Building: from a mesh to its tree.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use obbtree_mesh::Mesh;
use obbtree_tree::wide::{Leaf, Tree, TreeParts};

use super::boxes::{Reaches, measure_boxes};
use super::config::Config;
use super::draft::{Drafts, joined};
use super::extent::Extent;
use super::frame::{Frame, IDENTITY};
use super::layout::lay_out;
use super::leaf_corners::{LeafCorners, is_single};
use super::leaf_ranges::LeafRanges;
use super::outliers::outliers;
use super::set::{LEAF, Set};
use super::soup::{Key, Soup};
use super::split_in_two::{Memories, Splitter};
use super::threads::{join, map, on_pool};
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
    let splitter = Splitter::new(effort, level);
    let outlying = outliers(mesh, extent.sides.into_iter().fold(0.0, f64::max));
    let Sorted { keys, drafts, origin, reaches } = if outlying.is_empty() {
        in_one(mesh, &splitter, &extent, parallel, &is_cancelled)?
    } else {
        in_two(mesh, &splitter, &extent, &outlying, parallel, &is_cancelled)?
    };

    let (nodes, groups) = lay_out(&drafts, level, parallel);
    drop(drafts);
    if is_cancelled() {
        return None;
    }
    let is_single = is_single(mesh, parallel);
    let around = if is_single { [0.0; 3] } else { origin };
    let corners = LeafCorners::around(mesh, around, parallel);
    let leaf = |_, group: &Range<u32>| {
        let mut ids = [Leaf::NO_TRIANGLE; LEAF];
        for (id, key) in ids.iter_mut().zip(&keys[group.start as usize..group.end as usize]) {
            *id = key.id;
        }
        corners.leaf(ids)
    };
    let (ranges, leaves) =
        join(parallel, || LeafRanges::of(&nodes), || map(parallel, &groups, leaf));
    drop((corners, groups, keys));
    let mut parts = TreeParts {
        nodes,
        leaves,
        exact: (!is_single).then(|| mesh.clone()),
        origin,
        sphere_center: extent.middle,
        sphere_radius: extent.radius,
        ..TreeParts::default()
    };
    if is_cancelled() {
        return None;
    }
    measure_boxes(&mut parts, &ranges, mesh, reaches, level, parallel);
    // Valid by construction. The check, on one thread, would take 0.7 % of the time of building
    // on one thread, and more of it on several.
    let (root_box, leaf_boxes) = join(parallel, || parts.root_box(), || parts.leaf_boxes());
    let tree = parts.into_tree(root_box, leaf_boxes);
    debug_assert_eq!(tree.validate_shape(), Ok(()));
    Some(tree)
}

/// A mesh whose triangles are sorted into the leaves of a tree.
struct Sorted {
    /// In the order of the leaves.
    keys: Vec<Key>,
    drafts: Drafts,
    /// What the tree's coordinates are relative to.
    origin: [f64; 3],
    reaches: Reaches,
}

fn in_one(
    mesh: &Mesh,
    splitter: &Splitter,
    extent: &Extent,
    parallel: bool,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Sorted> {
    let soup = Soup::new(mesh, extent.origin, extent.scale, parallel);
    let mut keys = soup.keys(parallel);
    let sides = scaled_sides(extent);
    let drafts = grow(splitter, &soup, &mut keys, sides, [0, 0], parallel, is_cancelled)?;
    Some(Sorted { keys, drafts, origin: extent.origin, reaches: Reaches::of(extent) })
}

/// With outliers, by ascending numbers, in a part of their own. Each part is seen at its own scale.
fn in_two(
    mesh: &Mesh,
    splitter: &Splitter,
    whole: &Extent,
    outlying: &[u32],
    parallel: bool,
    is_cancelled: &(dyn Fn() -> bool + Sync),
) -> Option<Sorted> {
    let is_outlier = |id: &u32| outlying.binary_search(id).is_ok();
    let others: Vec<u32> =
        (0..mesh.triangles().len() as u32).filter(|id| !is_outlier(id)).collect();
    let triangles: Vec<_> = others.iter().map(|&id| mesh.triangles()[id as usize]).collect();
    let main = Extent::of_some(mesh, &triangles, parallel);
    let sorted = |extent: &Extent, ids: &[u32], start: usize| {
        let soup = Soup::new(mesh, extent.origin, extent.scale, parallel);
        let mut keys: Vec<Key> = ids.iter().map(|&id| soup.key(id)).collect();
        let frame = first_axes(splitter, &soup, &keys);
        let drafts = if keys.len() > LEAF {
            let sides = scaled_sides(extent);
            grow(splitter, &soup, &mut keys, sides, [start, 1], parallel, is_cancelled)?
        } else {
            Drafts::with_capacity(0)
        };
        Some((keys, (drafts, frame, ids.len())))
    };
    let (mut keys, of_main) = sorted(&main, &others, 0)?;
    let (outliers, of_outliers) = sorted(whole, outlying, others.len())?;
    keys.extend(outliers);
    let reaches = Reaches { whole: whole.reach, main: main.reach, main_nodes: of_main.0.len() };
    Some(Sorted { keys, drafts: joined([of_main, of_outliers]), origin: main.origin, reaches })
}

fn scaled_sides(extent: &Extent) -> [f32; 3] {
    extent.sides.map(|side| (side * extent.scale) as f32)
}

fn first_axes(splitter: &Splitter, soup: &Soup<'_>, keys: &[Key]) -> Frame {
    let set = Set { start: 0, count: keys.len(), frame: IDENTITY, area: 1.0 };
    Memories::default().lend(|memory| splitter.first_axes(soup, keys, set, memory))
}
