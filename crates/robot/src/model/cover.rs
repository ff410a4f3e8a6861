//! What covers a collision element: a hierarchy of parts, each within a sphere and within an
//! oriented box.
//!
//! The parts of a mesh are the boxes of its tree (S. Gottschalk, M. Lin, D. Manocha, "OBBTree: A
//! Hierarchical Structure for Rapid Interference Detection", 1996); below its leaves each triangle
//! has a flat box of its own, and large triangles are halved. Those of a shape are halves of it.
//! The part with the largest sphere is divided first, until there are [`MOST_LEAVES`] or all are
//! small beside the whole. All points of an element are in the leaves below each node.

use std::collections::BinaryHeap;
use std::ops::Range;

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_collider::{Body, Collider, Query, Shape, ShapeKind};
use obbtree_predicates::{Pose, Triangle, UpperBound, compare_by_ord, round_up_f32};

/// Leaves of one cover at most: below that the boxes of a robot's link are some millimetres thick,
/// and what they leave open is decided by the exact tests.
const MOST_LEAVES: usize = 2048;

/// Of a mesh, nodes of which spheres inside are looked for.
const MOST_INNER: usize = 64;

/// Parts whose sphere is smaller than this, of the whole's, are not divided.
const LEAST_RADIUS: f32 = 1.0 / 48.0;

/// What is known by its points is divided when its sphere is larger by this share.
const KNOWN_POINTS: f32 = 0.12;

/// Of a mesh, so many corners below a node are looked at for its sphere; of more, the box's corners
/// make it.
const MOST_CORNERS: usize = 1 << 17;

/// A part of an element, in the element's frame.
#[derive(Clone, Debug)]
pub(crate) struct CoverNode {
    /// The middle of the box and of the sphere.
    pub(crate) center: [f64; 3],
    /// The box is all `x` with `|axes[k] . (x - center)| <= half[k]`, of axes that are orthonormal
    /// but for the rounding to `f32`...
    pub(crate) axes: [[f32; 3]; 3],
    pub(crate) half: [f32; 3],
    /// ...and what is within this of it.
    pub(crate) round: f32,
    /// Of the sphere that contains the part.
    pub(crate) radius: f32,
    pub(crate) core: Core,
    /// What is so far inside of the box, inflated by `round`, or of the cylinder, belongs to the
    /// element, where `core` says that something does.
    pub(crate) inset: f32,
    /// A point of the element.
    pub(crate) witness: [f64; 3],
    /// Their hull contains the part; empty where only the box is known.
    pub(crate) points: Vec<[f64; 3]>,
    /// Empty for a leaf.
    pub(crate) children: Range<u32>,
}

/// What a part is to others that come near it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Core {
    /// Something within the box.
    Part,
    /// The box, inflated by `round`, and all of it but for the inset.
    Solid,
    /// A cylinder within the box, about its third axis.
    Cylinder {
        /// All of it belongs to the element but for the inset.
        is_solid: bool,
    },
}

/// The cover of an element; the first node covers all of it.
#[derive(Clone, Debug)]
pub(crate) struct Cover(pub(crate) Vec<CoverNode>);

impl Cover {
    /// Of what is bounded.
    pub(crate) fn of(collider: &Collider) -> Option<Self> {
        match collider {
            Collider::Mesh(body) => Some(of_body(body)),
            Collider::Shape(shape) => of_shape(shape),
            _ => None,
        }
    }

    /// Of a shape that is its first node: others come near it as a whole.
    pub(super) fn of_whole_shape(shape: &Shape) -> Option<Self> {
        let root = root_of_shape(shape).filter(|root| root.core != Core::Part)?;
        Some(Self(vec![root]))
    }

    /// Radii of spheres around the middles of the first nodes: of a shape within it, of a closed
    /// mesh enclosed by it; 0 where none is known.
    pub(crate) fn inner(&self, collider: &Collider) -> Vec<f32> {
        let radius = |x: f64| if x > 0.0 { (x as f32).next_down() } else { 0.0 };
        let nodes = self.0.iter();
        match (collider, self.0[0].core) {
            (Collider::Mesh(body), _) => {
                if body.require_closed().is_err() {
                    return Vec::new();
                }
                let mut query = Query::new();
                let inside = |node: &CoverNode| {
                    let found = query.signed_distance(body, &Pose::identity(), node.center);
                    radius(found.map_or(0.0, |distance| -distance.upper))
                };
                nodes.take(MOST_INNER).map(inside).collect()
            }
            // Boxes of halves are within that of the whole, but for what they round.
            (_, Core::Solid) => nodes.map(|node| radius(within_box(node))).collect(),
            (_, Core::Cylinder { is_solid: true }) => vec![radius(within_box(&self.0[0]))],
            _ => Vec::new(),
        }
    }
}

/// How a node is divided.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// Into the children of a node of the tree.
    Node(u32),
    /// Into the triangles of a leaf.
    Leaf(u32),
    /// Into halves.
    Box,
    /// Into two triangles.
    Triangle(Triangle),
}

/// A leaf that may be divided; the one of the largest sphere, or share of it, first; of equal ones
/// the first.
struct Divisible {
    radius: f32,
    node: usize,
    source: Source,
}

compare_by_ord!(Divisible);

impl Ord for Divisible {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.radius.total_cmp(&other.radius).then(other.node.cmp(&self.node))
    }
}

/// Divides the first node, and then always the largest leaf.
fn divided(
    root: CoverNode,
    source: Source,
    children: impl Fn(&CoverNode, Source) -> Vec<(CoverNode, Source)>,
) -> Cover {
    let least = root.radius * LEAST_RADIUS;
    let mut waiting = BinaryHeap::from([Divisible { radius: root.radius, node: 0, source }]);
    let (mut nodes, mut leaves) = (vec![root], 1);
    while let Some(Divisible { radius, node, source }) = waiting.pop() {
        if leaves >= MOST_LEAVES || radius.partial_cmp(&least).is_none_or(|order| order.is_lt()) {
            break;
        }
        let parts = children(&nodes[node], source);
        if parts.is_empty() {
            continue;
        }
        let first = nodes.len();
        leaves += parts.len() - 1;
        for (part, source) in parts {
            let share = if part.points.is_empty() { 1.0 } else { KNOWN_POINTS };
            waiting.push(Divisible { radius: share * part.radius, node: nodes.len(), source });
            nodes.push(part);
        }
        nodes[node].children = first as u32..nodes.len() as u32;
    }
    Cover(nodes)
}

pub(super) fn of_body(body: &Body) -> Cover {
    divided(root_of_body(body), Source::Node(0), |part, source| match source {
        Source::Node(node) => tree_children(body, node),
        Source::Leaf(leaf) => leaf_triangles(body, leaf),
        Source::Box => halves(part),
        Source::Triangle(corners) => two_triangles(&corners),
    })
}

/// A box along the axes around all of a mesh.
pub(super) fn root_of_body(body: &Body) -> CoverNode {
    let tree = body.tree();
    let center = tree.sphere_center();
    let mut half = [UpperBound::ZERO; 3];
    let mut witness = (f64::INFINITY, center);
    for corner in body.mesh().corners().flatten() {
        let away = corner - Point3::from(center);
        for k in 0..3 {
            half[k] = half[k].max(difference(corner[k], center[k]));
        }
        let distance = away.norm_squared();
        if distance < witness.0 {
            witness = (distance, corner.into());
        }
    }
    CoverNode {
        center,
        axes: IDENTITY,
        half: half.map(|side| round_up_f32(side.get())),
        round: 0.0,
        radius: round_up_f32(tree.sphere_radius()),
        core: Core::Part,
        inset: 0.0,
        witness: witness.1,
        points: Vec::new(),
        children: 0..0,
    }
}

/// An upper bound of `|x - y|`.
fn difference(x: f64, y: f64) -> UpperBound {
    UpperBound::of_abs(x - y) + UpperBound::from(f64::EPSILON * (x.abs() + y.abs()))
}

const IDENTITY: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

fn tree_children(body: &Body, node: u32) -> Vec<(CoverNode, Source)> {
    let tree = body.tree();
    let node = &tree.nodes()[node as usize];
    let mut parts = Vec::with_capacity(4);
    for (c, child) in node.child.into_iter().enumerate() {
        let source = match (child.is_node(), child.is_leaf()) {
            (true, _) => Source::Node(child.index()),
            (_, true) => Source::Leaf(child.index()),
            _ => continue,
        };
        let center = Point3::from(tree.origin()) + node.center(c);
        let axes = [0, 1, 2].map(|a| [0, 1, 2].map(|k| node.frame[k][a][c]));
        let half = [0, 1, 2].map(|a| node.half[a][c]);
        // The middle is rounded where the origin is not 0.
        let moved = f64::EPSILON * (center.coords.amax() + node.center(c).amax());
        let half =
            half.map(|side| round_up_f32((UpperBound::from(f64::from(side)) + moved.into()).get()));
        let corners = corners_below(body, source);
        let points = if child.is_leaf() { distinct(&corners) } else { Vec::new() };
        let (radius, witness) = sphere(&center, corners, half);
        let part = CoverNode {
            center: center.into(),
            axes,
            half,
            round: 0.0,
            radius,
            core: Core::Part,
            inset: 0.0,
            witness,
            points,
            children: 0..0,
        };
        parts.push((part, source));
    }
    parts
}

/// The corners of all triangles below a node of the tree, or of a leaf.
fn corners_below(body: &Body, source: Source) -> Vec<Triangle> {
    let tree = body.tree();
    let (mut nodes, mut leaves) = (Vec::new(), Vec::new());
    match source {
        Source::Node(node) => nodes.push(node),
        Source::Leaf(leaf) => leaves.push(leaf),
        Source::Box | Source::Triangle(_) => {}
    }
    while let Some(node) = nodes.pop() {
        for child in tree.nodes()[node as usize].child {
            if child.is_node() {
                nodes.push(child.index());
            } else if child.is_leaf() {
                leaves.push(child.index());
            }
        }
        if leaves.len() > MOST_CORNERS / 12 {
            break;
        }
    }
    let of_leaf = |&leaf: &u32| {
        let leaf = &tree.leaves()[leaf as usize];
        (0..leaf.used()).map(move |slot| tree.triangle(leaf, slot))
    };
    leaves.iter().flat_map(of_leaf).collect()
}

/// A bound of the distance of the corners from a middle, no more than that of a box's corners; and
/// the corner that is closest.
fn sphere(center: &Point3<f64>, triangles: Vec<Triangle>, half: [f32; 3]) -> (f32, [f64; 3]) {
    let of_box = UpperBound::from(f64::from(outer_radius(&half, 0.0)));
    let mut farthest = UpperBound::ZERO;
    let mut nearest = (f64::INFINITY, *center);
    let all = 3 * triangles.len() < MOST_CORNERS;
    for corner in triangles.into_iter().flatten() {
        farthest = farthest.max(UpperBound::of_distance(&corner, center));
        let distance = (corner - center).norm_squared();
        if distance < nearest.0 {
            nearest = (distance, corner);
        }
    }
    let radius = if all { farthest.tighter(of_box) } else { of_box };
    (round_up_f32(radius.get()), nearest.1.into())
}

fn distinct(triangles: &[Triangle]) -> Vec<[f64; 3]> {
    let mut points: Vec<[f64; 3]> = Vec::new();
    for corner in triangles.iter().flatten().map(|&corner| corner.into()) {
        if !points.contains(&corner) {
            points.push(corner);
        }
    }
    points
}

fn leaf_triangles(body: &Body, leaf: u32) -> Vec<(CoverNode, Source)> {
    let tree = body.tree();
    let leaf = &tree.leaves()[leaf as usize];
    let triangles = (0..leaf.used()).map(|slot| tree.triangle(leaf, slot));
    let parts = triangles.map(|corners| (of_triangle(&corners), Source::Triangle(corners)));
    match leaf.used() {
        // It is what its leaf is.
        1 => two_triangles(&tree.triangle(leaf, 0)),
        _ => parts.collect(),
    }
}

/// The two sides of the line from the middle of the longest edge to the corner across.
fn two_triangles(corners: &Triangle) -> Vec<(CoverNode, Source)> {
    let length = |v: &usize| (corners[(v + 1) % 3] - corners[*v]).norm_squared();
    let longest = (0..3).max_by(|a, b| length(a).total_cmp(&length(b))).unwrap_or(0);
    let [a, b, c] = [0, 1, 2].map(|v| corners[(longest + v) % 3]);
    let middle = nalgebra::center(&a, &b);
    // The middle rounds by less than what placing adds for sizes.
    let halves = [[a, middle, c], [middle, b, c]];
    halves.map(|half| (of_triangle(&half), Source::Triangle(half))).into()
}

/// The flat box along the longest edge.
fn of_triangle(corners: &Triangle) -> CoverNode {
    let edges = [0, 1, 2].map(|v| corners[(v + 1) % 3] - corners[v]);
    let longest =
        (0..3).max_by(|&a, &b| edges[a].norm_squared().total_cmp(&edges[b].norm_squared()));
    let along = edges[longest.unwrap_or(0)];
    let axes = frame(&along, &edges[0].cross(&edges[1]));
    let mut low = Vector3::repeat(f64::INFINITY);
    let mut high = -low;
    for corner in corners {
        let at = axes * corner.coords;
        (low, high) = (low.inf(&at), high.sup(&at));
    }
    let center = Point3::from(axes.transpose() * (0.5 * (low + high)));
    let mut node = CoverNode {
        center: center.into(),
        axes: rows(&axes),
        half: [0.0; 3],
        round: 0.0,
        radius: 0.0,
        core: Core::Part,
        inset: 0.0,
        // The first corner is that of the triangle, or near enough to it on its edge.
        witness: corners[0].into(),
        points: corners.map(Into::into).into(),
        children: 0..0,
    };
    node.half = half_around(&node, corners);
    node.radius = sphere(&center, vec![*corners], node.half).0;
    node
}

/// Half sides with which the box of a node contains points: along its axes as `f32` has them.
pub(super) fn half_around(node: &CoverNode, points: &[Point3<f64>]) -> [f32; 3] {
    let center = Point3::from(node.center);
    [0, 1, 2].map(|k| {
        let axis = Vector3::from(node.axes[k].map(f64::from));
        let along = |point: &Point3<f64>| {
            let away = point - center;
            // Three products, two sums and a difference of coordinates.
            let size = point.coords.amax() + center.coords.amax();
            UpperBound::of_abs(axis.dot(&away)) + UpperBound::from(16.0 * f64::EPSILON * size)
        };
        let most = points.iter().map(along).fold(UpperBound::ZERO, UpperBound::max);
        round_up_f32(most.get())
    })
}

/// Rows: the first along a vector, the third along another as far as it is perpendicular to the
/// first; any where there is none.
pub(super) fn frame(along: &Vector3<f64>, across: &Vector3<f64>) -> Matrix3<f64> {
    let unit = |v: &Vector3<f64>| {
        let largest = v.amax();
        (largest > 0.0).then(|| (v / largest).normalize())
    };
    let first = unit(along).unwrap_or_else(Vector3::x);
    let least = first.iamin();
    let fallback = first.cross(&Vector3::ith(least, 1.0));
    let third = unit(across).map(|v| v - first * first.dot(&v)).filter(|v| v.amax() > 1e-3);
    let third = third.unwrap_or(fallback).normalize();
    let second = third.cross(&first);
    Matrix3::from_rows(&[first.transpose(), second.transpose(), third.transpose()])
}

pub(super) fn rows(axes: &Matrix3<f64>) -> [[f32; 3]; 3] {
    [0, 1, 2].map(|a| [0, 1, 2].map(|k| axes[(a, k)] as f32))
}

/// The two halves of a box across its longest side, if it is long or flat: both contain what is
/// around the middle.
fn halves(part: &CoverNode) -> Vec<(CoverNode, Source)> {
    /// Than the next side.
    const LONGER: f32 = 1.25;
    /// Than the shortest.
    const FLAT: f32 = 2.0;
    let sides = part.half.map(|side| side + part.round);
    let mut order = [0, 1, 2];
    order.sort_by(|&a, &b| sides[b].total_cmp(&sides[a]));
    let [longest, next, least] = order;
    let is_long = sides[longest] > LONGER * sides[next] || sides[longest] > FLAT * sides[least];
    if !(is_long && part.half[longest] > 0.0) {
        return Vec::new();
    }
    let quarter = 0.5 * f64::from(part.half[longest]);
    [-quarter, quarter]
        .map(|by| {
            let axis = part.axes[longest].map(f64::from);
            let center = [0, 1, 2].map(|k| part.center[k] + by * axis[k]);
            let size = center.iter().chain(&part.center).fold(quarter, |most, x| most.max(x.abs()));
            // The middle rounds, and axes are orthonormal to within 2^-21.
            let more = 16.0 * f64::EPSILON * size + quarter / f64::from(1 << 20);
            let mut half = part.half;
            half[longest] = quarter as f32;
            let half = half.map(|side| round_up_f32(f64::from(side.next_up()) + more));
            let radius = outer_radius(&half, part.round);
            let core = Core::Part;
            let points = Vec::new();
            let half_of =
                CoverNode { center, half, radius, core, points, children: 0..0, ..part.clone() };
            (half_of, Source::Box)
        })
        .into()
}

/// All of a shape that is bounded.
fn root_of_shape(shape: &Shape) -> Option<CoverNode> {
    let none = Vector3::zeros();
    let solid = |center: [f64; 3], axes: Matrix3<f64>, half: [f64; 3], round: f64, core: Core| {
        let witness = center;
        CoverNode {
            center,
            axes: rows(&axes),
            half: half.map(round_up_f32),
            round: round_up_f32(round),
            radius: 0.0,
            core,
            inset: 0.0,
            witness,
            points: Vec::new(),
            children: 0..0,
        }
    };
    let about = |from: &[f64; 3], to: &[f64; 3], across: f64, round: f64, core: Core| {
        let (from, to) = (Point3::from(*from), Point3::from(*to));
        let along = to - from;
        // The third axis is that of the shape.
        let axes = frame(&along, &none);
        let axes = Matrix3::from_rows(&[axes.row(1), axes.row(2), axes.row(0)]);
        let mut node = solid(nalgebra::center(&from, &to).into(), axes, [across; 3], round, core);
        let ends = half_around(&node, &[from, to]);
        // The ends are off the axis as it is rounded, and discs lean with it.
        let lean = UpperBound::from(across) * UpperBound::from(1.0 / f64::from(1 << 20));
        let [x, y, z] = ends.map(|end| UpperBound::from(f64::from(end)));
        let radius = round_up_f32((UpperBound::from(across) + x + y + lean).get());
        node.half = [radius, radius, round_up_f32((z + lean).get())];
        node
    };
    let mut root = match shape.kind() {
        ShapeKind::Sphere { center, radius } => {
            solid(*center, Matrix3::identity(), [0.0; 3], *radius, Core::Solid)
        }
        ShapeKind::Capsule { from, to, radius } => about(from, to, 0.0, *radius, Core::Solid),
        ShapeKind::Cuboid { half, radius } => {
            solid([0.0; 3], Matrix3::identity(), *half, *radius, Core::Solid)
        }
        ShapeKind::Cylinder { from, to, radius } => {
            about(from, to, *radius, 0.0, Core::Cylinder { is_solid: true })
        }
        ShapeKind::Cone { base: from, apex: to, radius } => {
            about(from, to, *radius, 0.0, Core::Cylinder { is_solid: false })
        }
        ShapeKind::Frustum { from, to, radii } => {
            about(from, to, radii[0].max(radii[1]), 0.0, Core::Cylinder { is_solid: false })
        }
        ShapeKind::Triangle { points, radius } => {
            let mut node = of_triangle(&points.map(Point3::from));
            node.points.clear();
            node.round = round_up_f32(*radius);
            node
        }
        ShapeKind::Hull { points, radius } => around(shape, points, *radius),
        _ => return None,
    };
    root.radius = outer_radius(&root.half, root.round);
    if let Some((center, radius)) = shape.bounding_sphere() {
        let away = UpperBound::of_distance(&center.into(), &root.center.into());
        root.radius = root.radius.min(round_up_f32((away + radius.into()).get()));
    }
    Some(root)
}

fn of_shape(shape: &Shape) -> Option<Cover> {
    let root = root_of_shape(shape)?;
    // Of a cylinder or cone the middles of some boxes are outside: these keep the point of the
    // whole.
    let is_its_box = root.core == Core::Solid;
    Some(divided(root, Source::Box, |part, _| {
        let mut parts = halves(part);
        for (part, _) in parts.iter_mut().filter(|_| is_its_box) {
            part.witness = part.center;
        }
        parts
    }))
}

/// The radius of a sphere within an inflated box, without what sides and middle round.
fn within_box(node: &CoverNode) -> f64 {
    let [x, y, z] = node.half.map(f64::from);
    let round = f64::from(node.round);
    let away = node.center.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let rounds = (x.max(y).max(z) + round) / f64::from(1 << 16) + away / (1_u64 << 40) as f64;
    x.min(y).min(z) + round - rounds
}

/// Of a sphere around an inflated box.
pub(super) fn outer_radius(half: &[f32; 3], round: f32) -> f32 {
    let corner = UpperBound::of_length(&Vector3::from(half.map(f64::from)));
    // Axes are orthonormal to within 2^-21.
    let skew = UpperBound::from(1.0 + 1.0 / f64::from(1 << 20));
    round_up_f32((corner * skew + UpperBound::from(f64::from(round))).get())
}

/// The smallest box around points among those along the axes and along the boxes of their hull.
fn around(shape: &Shape, points: &[[f64; 3]], round: f64) -> CoverNode {
    let points: Vec<Point3<f64>> = points.iter().copied().map(Point3::from).collect();
    let of_tree = shape.core().map(|core| core.tree().nodes()[0]);
    let tree_axes = of_tree.iter().flat_map(|node| {
        (0..4)
            .filter(|&c| node.child[c].is_leaf() || node.child[c].is_node())
            .map(|c| node.axes(c).transpose())
    });
    let candidates = std::iter::once(Matrix3::identity()).chain(tree_axes);
    let boxes = candidates.map(|axes| {
        let mut low = Vector3::repeat(f64::INFINITY);
        let mut high = -low;
        for point in &points {
            let at = axes * point.coords;
            (low, high) = (low.inf(&at), high.sup(&at));
        }
        let center: [f64; 3] = Point3::from(axes.transpose() * (0.5 * (low + high))).into();
        let mut node = CoverNode {
            center,
            axes: rows(&axes),
            half: [0.0; 3],
            round: round_up_f32(round),
            radius: 0.0,
            core: Core::Part,
            inset: 0.0,
            witness: points[0].into(),
            points: Vec::new(),
            children: 0..0,
        };
        node.half = half_around(&node, &points);
        node
    });
    let surface = |node: &CoverNode| {
        let [x, y, z] = node.half.map(f64::from);
        x * y + y * z + z * x
    };
    boxes.min_by(|a, b| surface(a).total_cmp(&surface(b))).expect("the box along the axes")
}
