//! Refitting: a tree is adapted to a mesh whose vertices have moved; its topology is unchanged.

use obbtree_mesh::Mesh;
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Child, Leaf, Node, Tree, TreeParts};
use thiserror::Error;

use super::bins::in_frame;
use super::boxes::{Reaches, measure_boxes};
use super::config::Config;
use super::extent::Extent;
use super::fit::{self, RotationTable, SAMPLE};
use super::frame::{Frame, IDENTITY, compose};
use super::layout::put_axes;
use super::leaf_corners::{LeafCorners, is_single};
use super::leaf_ranges::LeafRanges;
use super::moments::{MOMENTS, add_first, axes_of_one, of_block, unit_scale};
use super::points::Points;
use super::rows::{Row, WIDTH, max, min};
use super::set::{LEAF, Set};
use super::soup::{Item, Soup, block};
use super::threads::{for_each_chunk, on_pool};

/// The mesh does not have as many triangles as the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tree has {tree} triangles, the mesh has {mesh}")]
#[non_exhaustive]
pub struct TriangleCountMismatch {
    /// Triangles of the tree.
    pub tree: usize,
    /// Triangles of the mesh.
    pub mesh: usize,
}

/// How large the boxes of a refitted tree are, and whether a new tree would be worth its time.
///
/// Areas are the surface areas of all boxes over the squared radius of the bounding sphere: pure
/// numbers, which do not change when the whole mesh is moved, rotated or scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct RefitReport {
    /// Before: of the built tree, or of the last refit.
    pub area_before: f64,
    /// Now.
    pub area_after: f64,
    /// Build again? [`worth_rebuilding`](Self::worth_rebuilding) of the two areas.
    pub rebuild: bool,
}

/// The growth of the area from which on a new tree is recommended: it would save two of seven
/// visits.
///
/// Measured on two copies of a bunny of 69,451 triangles, apart by a hundredth of its size and
/// deformed in the same way (twists of 5 to 90 degrees end to end, waves of 0.2 to 3 % of the
/// size). Growth of the area, and visits of the refitted trees over those of new ones: 1.06:
/// 1.13; 1.10 to 1.12: 1.15 to 1.20; 1.20: 1.36 to 1.43; 1.29 to 1.36: 1.54 to 1.62; 1.49 to
/// 1.53: 1.8 to 2.0; 1.89: 2.7. The kind of deformation hardly matters.
const REBUILD_AT: f64 = 1.2;

impl RefitReport {
    /// Is a new tree worth its time, given the area when the tree was built and the area now?
    ///
    /// [`rebuild`](Self::rebuild) compares with the tree before this refit. If vertices move in
    /// small steps, keep `area_before` of the first report and ask here: small steps add up.
    ///
    /// ```
    /// use obbtree_builder::wide::RefitReport;
    /// assert!(!RefitReport::worth_rebuilding(10.0, 11.0));
    /// assert!(RefitReport::worth_rebuilding(10.0, 20.0));
    /// ```
    #[must_use]
    pub fn worth_rebuilding(area_when_built: f64, area_now: f64) -> bool {
        area_now > REBUILD_AT * area_when_built
    }
}

/// Refits a tree to a mesh whose vertices have moved: triangle `i` is still triangle `i`.
///
/// Boxes keep their axes and get centres and half sides from the mesh as exactly as in
/// [`build`](super::build()): if no vertex has moved, the tree is the same. The time is less than a
/// tenth of building. Answers are always right; the number of boxes that a query visits grows with
/// the deformation, and the report says when building again is worth its time.
///
/// # Errors
/// If the mesh has another number of triangles; the tree is unchanged.
///
/// ```
/// use obbtree_builder::wide::{build, refit};
/// use obbtree_mesh::Mesh;
/// let at = |height| {
///     let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, height]];
///     Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
/// };
/// let mut tree = build(&at(1.0)?, &Default::default());
/// let report = refit(&mut tree, &at(1.1)?, &Default::default())?;
/// assert_eq!(tree.validate(), Ok(()));
/// assert!(!report.rebuild);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refit(
    tree: &mut Tree,
    mesh: &Mesh,
    config: &Config,
) -> Result<RefitReport, TriangleCountMismatch> {
    on_pool(config.parallel, mesh.triangles().len(), |parallel| {
        let config = &config.with_parallel(parallel);
        let (parts, extent, area_before) = begin(tree, mesh, config)?;
        let report;
        (*tree, report) = finish(parts, mesh, &extent, area_before, config);
        Ok(report)
    })
}

/// Like [`refit`], with new axes for every box: in less than half the time of building, a tree with
/// as many visits as a new one, within a tenth, even after twists of up to 90 degrees (see
/// `docs/lab/BUILDING.md`).
///
/// If no vertex has moved, boxes may become slightly better or worse. The result depends on the
/// tree before and the mesh alone, not on threads or the instruction set.
///
/// # Errors
/// If the mesh has another number of triangles; the tree is unchanged.
///
/// ```
/// use obbtree_builder::wide::{build, refit_frames};
/// use obbtree_mesh::Mesh;
/// let at = |height| {
///     let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, height]];
///     Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])
/// };
/// let mut tree = build(&at(1.0)?, &Default::default());
/// refit_frames(&mut tree, &at(0.1)?, &Default::default())?;
/// assert_eq!(tree.validate(), Ok(()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn refit_frames(
    tree: &mut Tree,
    mesh: &Mesh,
    config: &Config,
) -> Result<RefitReport, TriangleCountMismatch> {
    on_pool(config.parallel, mesh.triangles().len(), |parallel| {
        let config = &config.with_parallel(parallel);
        let (mut parts, extent, area_before) = begin(tree, mesh, config)?;
        let soup = Soup::new(mesh, extent.origin, extent.scale, config.parallel);
        let mut items = Vec::with_capacity(mesh.triangles().len());
        // The start of each leaf's triangles, and after them the end.
        let mut starts = vec![0];
        for leaf in &parts.leaves {
            let ids = leaf.ids.iter().filter(|&&id| id != Leaf::NO_TRIANGLE);
            items.extend(ids.map(|&id| soup.item(id)));
            starts.push(items.len());
        }
        rotate_boxes(&mut parts.nodes, &items, &starts, config.level, config.parallel);
        let report;
        (*tree, report) = finish(parts, mesh, &extent, area_before, config);
        Ok(report)
    })
}

/// Takes a tree apart and updates everything but its boxes, of which the [`area`] comes third.
fn begin(
    tree: &mut Tree,
    mesh: &Mesh,
    config: &Config,
) -> Result<(TreeParts, Extent, f64), TriangleCountMismatch> {
    let counts =
        TriangleCountMismatch { tree: tree.triangle_count(), mesh: mesh.triangles().len() };
    if counts.tree != counts.mesh {
        return Err(counts);
    }
    let empty = Tree::from_parts_unchecked(TreeParts::default());
    let mut parts = std::mem::replace(tree, empty).into_parts();
    let area_before = area(&parts);
    let single = is_single(mesh, config.parallel);
    let fill = |leaves: &mut [Leaf], origin| {
        LeafCorners::around(mesh, origin, config.parallel).fill(leaves, config.parallel);
    };
    let extent = if single {
        fill(&mut parts.leaves, [0.0; 3]);
        Extent::of_leaves(&parts.leaves, config.level, config.parallel)
    } else {
        Extent::of(mesh, config.parallel)
    };
    if !single {
        fill(&mut parts.leaves, extent.origin);
    }
    parts.exact = (!single).then(|| mesh.clone());
    parts.origin = extent.origin;
    parts.sphere_center = extent.middle;
    parts.sphere_radius = extent.radius;
    Ok((parts, extent, area_before))
}

/// Measures all boxes, whose axes are set.
fn finish(
    mut parts: TreeParts,
    mesh: &Mesh,
    extent: &Extent,
    area_before: f64,
    config: &Config,
) -> (Tree, RefitReport) {
    let (reaches, ranges) = (Reaches::of(extent), LeafRanges::of(&parts.nodes));
    measure_boxes(&mut parts, &ranges, mesh, reaches, config.level, config.parallel);
    let area_after = area(&parts);
    // As valid as the tree before; the check would take a fifth of the time of a refit.
    let tree = Tree::from_parts_unchecked(parts);
    debug_assert_eq!(tree.validate_shape(), Ok(()));
    let rebuild = RefitReport::worth_rebuilding(area_before, area_after);
    (tree, RefitReport { area_before, area_after, rebuild })
}

/// The surface areas of all boxes over the squared radius of the bounding sphere; the largest
/// number if a box is infinite.
fn area(parts: &TreeParts) -> f64 {
    let unit = 1.0 / parts.sphere_radius;
    let mut sums = [0.0; 4];
    for Node { half: [x, y, z], .. } in &parts.nodes {
        for c in 0..4 {
            let [x, y, z] = [x[c], y[c], z[c]].map(|half| f64::from(half) * unit);
            sums[c] += 8.0 * (x * y + y * z + x * z);
        }
    }
    let sum: f64 = sums.into_iter().sum();
    // Infinity times the zero of an empty slot is NaN.
    if sum < f64::MAX { sum } else { f64::MAX }
}

/// Rounds of rotations for the box of a leaf, and for any other box. The boxes of a new tree get
/// up to five, of which the later ones change little.
const ROUNDS: [usize; 2] = [2, 3];

/// Gives all boxes new axes.
fn rotate_boxes(
    nodes: &mut [Node],
    items: &[Item],
    starts: &[usize],
    level: SimdLevel,
    parallel: bool,
) {
    let (ranges, rotations) = (&LeafRanges::of(nodes), &RotationTable::new());
    for_each_chunk(parallel, nodes, |nodes| {
        level.dispatch(RotateBoxes { nodes, ranges, items, starts, rotations });
    });
}

struct RotateBoxes<'a> {
    nodes: &'a mut [Node],
    ranges: &'a LeafRanges,
    /// In the order of the leaves.
    items: &'a [Item],
    starts: &'a [usize],
    rotations: &'a RotationTable,
}

impl Kernel for RotateBoxes<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self { nodes, ranges, items, starts, rotations } = self;
        let (mut points, mut sample) = (Points::new(), Vec::new());
        for node in nodes {
            let mut frames = [IDENTITY; 4];
            for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
                let leaves = ranges.below(node.child[c]);
                let (start, end) = (starts[leaves.start], starts[leaves.end]);
                let old: Frame = [0, 1, 2].map(|a| [0, 1, 2].map(|k| node.frame[k][a][c]));
                sample.clear();
                sample.extend(items[start..end].iter().step_by((end - start).div_ceil(SAMPLE)));
                let frame = principal_axes(&sample, &old);
                let set = Set { start, count: end - start, frame, area: 0.0 };
                let rounds = ROUNDS[usize::from(set.count > LEAF)];
                (frames[c], _) = fit::fit(simd, items, &set, &old, rounds, rotations, &mut points);
            }
            put_axes(node, &frames);
        }
    }
}

/// The principal axes of a set, whose axes are probably near `frame`.
#[inline(always)]
fn principal_axes(items: &[Item], frame: &Frame) -> Frame {
    let about = items[0].first();
    let (mut low, mut high) = ([0.0_f32; 3], [0.0_f32; 3]);
    for item in items {
        let corner = item.first();
        for k in 0..3 {
            low[k] = min(low[k], corner[k] - about[k]);
            high[k] = max(high[k], corner[k] - about[k]);
        }
    }
    let [x, y, z] = [0, 1, 2].map(|k| high[k] - low[k]);
    let scale = unit_scale(x * y + y * z + x * z);
    let mut sums = [Row::ZERO; MOMENTS];
    for items in items.chunks(WIDTH) {
        let moments = of_block(&in_frame(&block(items, about), frame), scale);
        add_first(&mut sums, &moments, items.len());
    }
    compose(&axes_of_one(sums), frame)
}
