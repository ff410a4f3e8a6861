//! A tree fitted again to a mesh whose vertices have moved: what holds what stays as it is.

use obbtree_mesh::Mesh;
use obbtree_simd::{Kernel, Lanes, SimdLevel};
use obbtree_tree::wide::{Child, Leaf, Node, Packing, Tree};
use thiserror::Error;

use super::bins::in_frame;
use super::boxes::LeafRanges;
use super::eigen::{Frame, IDENTITY, compose, frame_at};
use super::extent::Extent;
use super::fit::{self, SAMPLE};
use super::layout::{fill_leaves, put_axes};
use super::moments::{MOMENTS, add_first, of_block, unit_scale};
use super::points::Points;
use super::rows::{Row, WIDTH, max, min};
use super::set::{LEAF, Set};
use super::soup::{Item, Soup, block};
use super::split_own::{axes_of_sums, sum};
use super::threads::all_chunks;
use super::{Config, fill_boxes};

/// A mesh does not have the triangles that a tree was built of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the tree holds {tree} triangles, the mesh has {mesh}")]
pub struct OtherTriangles {
    /// Triangles of the tree.
    pub tree: usize,
    /// Triangles of the mesh.
    pub mesh: usize,
}

/// How large a refitted tree's boxes are, and whether a new tree would be worth its time.
///
/// Areas are the sum of all boxes' surfaces over the square of the radius of the ball around the
/// mesh: pure numbers, which moving, turning and scaling a mesh as a whole leave as they are.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RefitReport {
    /// Before: of the built tree, or of the last refit.
    pub area_before: f64,
    /// Now.
    pub area_after: f64,
    /// Build again? [`worth_rebuilding`](Self::worth_rebuilding) of the two areas.
    pub rebuild: bool,
}

/// Where a new tree is taken to pay: two fifths more visits than it would need.
///
/// Measured on two copies of a bunny of 69,451 triangles a hundredth of its size apart, deformed
/// alike (twists of 5 to 90 degrees end to end, waves of 0.2 to 3 % of the size), visits of the
/// refitted trees over those of new ones: areas grown to 1.06: 1.13; 1.10 to 1.12: 1.15 to 1.20;
/// 1.20: 1.36 to 1.43; 1.29 to 1.36: 1.54 to 1.62; 1.49 to 1.53: 1.8 to 2.0; 1.89: 2.7. The kind of
/// change hardly matters.
const REBUILD_AT: f64 = 1.2;

impl RefitReport {
    /// Is a new tree worth its time, given the area when the tree was built and the area now?
    ///
    /// `rebuild` compares with the tree before this refit. Whoever moves vertices little by little
    /// keeps `area_before` of the first report and asks here: small steps add up.
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

/// Fits a tree again to a mesh whose vertices have moved: triangle `i` is still triangle `i`.
///
/// Boxes keep their axes and get centres and half sides from the mesh as exactly as
/// [`build`](super::build) makes them: a mesh that has not moved gets the same tree. The time is
/// less than a tenth of building. Answers are always right; how many boxes a query meets grows with
/// the change, and the report tells when building again pays.
///
/// # Errors
/// If the mesh has another number of triangles; the tree stays as it was.
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
pub fn refit(tree: &mut Tree, mesh: &Mesh, config: &Config) -> Result<RefitReport, OtherTriangles> {
    let (extent, before) = begin(tree, mesh, config)?;
    Ok(finish(tree, mesh, &extent, before, config))
}

/// Like [`refit`], and turns every box anew: for less than half the time of building, as many
/// visits as a new tree needs, within a tenth, after twists of up to 90 degrees too (see
/// `docs/BUILDING.md`).
///
/// A mesh that has not moved may get boxes that are a little better or worse. The tree depends on
/// the one before, the mesh, and nothing else: not on threads or the instruction set.
///
/// # Errors
/// If the mesh has another number of triangles; the tree stays as it was.
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
) -> Result<RefitReport, OtherTriangles> {
    let (extent, before) = begin(tree, mesh, config)?;
    let soup = Soup { mesh, origin: extent.origin, scale: extent.scale };
    let mut items = Vec::with_capacity(mesh.triangles().len());
    // Where each leaf's triangles start, and one number more.
    let mut starts = vec![0];
    for leaf in &tree.leaves {
        let ids = leaf.ids.iter().filter(|&&id| id != Leaf::NO_TRIANGLE);
        items.extend(ids.map(|&id| soup.item(id)));
        starts.push(items.len());
    }
    turn_boxes(&mut tree.nodes, &items, &starts, config.level, config.parallel);
    Ok(finish(tree, mesh, &extent, before, config))
}

/// What a refit remembers of the tree that it began with.
struct Before {
    packing: Packing,
    area: f64,
}

/// Unpacks a tree and moves all of it but the boxes.
fn begin(
    tree: &mut Tree,
    mesh: &Mesh,
    config: &Config,
) -> Result<(Extent, Before), OtherTriangles> {
    let counts = OtherTriangles { tree: tree.triangles(), mesh: mesh.triangles().len() };
    if counts.tree != counts.mesh {
        return Err(counts);
    }
    let packing = tree.packing();
    if packing != Packing::None {
        *tree = tree.packed(Packing::None);
    }
    let before = Before { packing, area: area(tree) };
    let single = fill_leaves(mesh, &mut tree.leaves, config.level, config.parallel);
    let extent = if single {
        Extent::of_leaves(&tree.leaves, config.level, config.parallel)
    } else {
        Extent::of(mesh, config.parallel)
    };
    tree.exact = if single { Vec::new() } else { mesh.corners().collect() };
    tree.origin = extent.origin;
    tree.ball_center = extent.middle;
    tree.ball_radius = extent.radius;
    Ok((extent, before))
}

/// Measures all boxes, whose axes are there, and packs the tree as it was.
fn finish(
    tree: &mut Tree,
    mesh: &Mesh,
    extent: &Extent,
    before: Before,
    config: &Config,
) -> RefitReport {
    fill_boxes(tree, mesh, extent.reach, config.level, config.parallel);
    let (area_before, area_after) = (before.area, area(tree));
    if before.packing != Packing::None {
        *tree = tree.packed(before.packing);
    }
    let rebuild = RefitReport::worth_rebuilding(area_before, area_after);
    RefitReport { area_before, area_after, rebuild }
}

/// The surfaces of all boxes over the square of the ball's radius; the largest number where a box
/// is infinite.
fn area(tree: &Tree) -> f64 {
    let unit = 1.0 / tree.ball_radius;
    let mut sums = [0.0; 4];
    for Node { half: [x, y, z], .. } in &tree.nodes {
        for c in 0..4 {
            let [x, y, z] = [x[c], y[c], z[c]].map(|half| f64::from(half) * unit);
            sums[c] += 8.0 * (x * y + y * z + x * z);
        }
    }
    let sum: f64 = sums.into_iter().sum();
    // Infinity times the zero of an empty place is no number.
    if sum < f64::MAX { sum } else { f64::MAX }
}

/// Rounds of small turns that the box of a leaf gets, and any other; a new tree's boxes get up to
/// five, of which the later change little.
const ROUNDS: [usize; 2] = [2, 3];

/// Gives all boxes new axes.
fn turn_boxes(
    nodes: &mut [Node],
    items: &[Item],
    starts: &[usize],
    level: SimdLevel,
    parallel: bool,
) {
    let ranges = &LeafRanges::of(nodes);
    all_chunks(parallel, nodes, |nodes| {
        level.dispatch(Turn { nodes, ranges, items, starts });
        true
    });
}

struct Turn<'a> {
    nodes: &'a mut [Node],
    ranges: &'a LeafRanges,
    /// In the order of the leaves.
    items: &'a [Item],
    starts: &'a [usize],
}

impl Kernel for Turn<'_> {
    type Output = ();

    #[inline(always)]
    fn run<S: Lanes>(self, simd: S) {
        let Self { nodes, ranges, items, starts } = self;
        let (mut points, mut some) = (Points::new(), Vec::new());
        for node in nodes {
            let mut frames = [IDENTITY; 4];
            for c in (0..4).filter(|&c| node.child[c] != Child::EMPTY) {
                let leaves = ranges.below(node.child[c]);
                let (start, end) = (starts[leaves.start], starts[leaves.end]);
                let old: Frame = [0, 1, 2].map(|a| [0, 1, 2].map(|k| node.frame[k][a][c]));
                some.clear();
                some.extend(items[start..end].iter().step_by((end - start).div_ceil(SAMPLE)));
                let frame = principal_axes(&some, &old);
                let set = Set { start, count: end - start, frame, area: 0.0 };
                let rounds = ROUNDS[usize::from(set.count > LEAF)];
                (frames[c], _) = fit::fit(simd, items, &set, &old, rounds, &mut points);
            }
            put_axes(node, &frames);
        }
    }
}

/// The principal axes of a set whose axes may be near `frame`.
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
    for row in &mut sums {
        row.0[0] = sum(row);
    }
    compose(&frame_at(&axes_of_sums(&sums), 0), frame)
}
