//! A closed mesh that is convex but for rounding: others come near it as one box or cylinder, or as
//! the hull of its corners. The same of each such piece of a mesh.
//!
//! *Lemma.* Let a closed mesh be oriented consistently, and let a convex set `K` be behind the
//! planes of all its triangles, or in front of all. Whatever is connected, has a point in `K` and
//! has one that is not within the hull of the corners, meets the surface; also if it moves from the
//! one to the other. *Proof.* Seen from a point of the inside of `K` no triangle is edge on, and
//! all have the same orientation, so their solid angles have one sign and their sum, the winding
//! number, is not 0. It is 0 far away, changes only at the surface, and does not elsewhere. *End.*

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_collider::{Body, Collider, ShapeKind};
use obbtree_mesh::{InsideRule, Mesh};
use obbtree_predicates::{UpperBound, round_up_f32};

use super::cover::{
    Core, Cover, CoverNode, frame, half_around, of_body, outer_radius, root_of_body, rows,
};

/// Larger pieces are not looked at, nor are the pieces of a mesh that has more triangles or pieces:
/// others descend them as trees.
const MOST_OF_PIECE: usize = 1024;
const MOST_TRIANGLES: usize = 1 << 16;
const MOST_PIECES: usize = 64;
/// Meshes of other sizes are not looked at: products of three lengths would underflow or overflow.
const SIZES: std::ops::Range<f64> = 1e-90..1e90;
/// A corner is so far in front of a triangle's plane at most, of the size.
const FLAT: f64 = 1e-6;
/// What planes round is less than this, of the size, or the mesh is not looked at.
const MOST_ROUNDING: f64 = 1e-7;
/// A box or cylinder that is larger than `K` by no more than this share of its sides is as good as
/// the mesh; else the hull of its corners is, if there are no more than so many.
const TIGHT: f64 = 1.0 / 64.0;
const MOST_POINTS: usize = 128;
/// The first that is larger by no more than this share is taken.
const CLOSE: f64 = 1.0 / 256.0;

/// The plane of a triangle, the mesh behind it: `n . x <= d`.
struct Face {
    normal: Vector3<f64>,
    offset: f64,
    /// What `n . x - d` is off by, for all `x` of the mesh's size.
    round: f64,
}

/// The cover of what others come near as a whole, or as some whole pieces; `None` where the tree of
/// a mesh, or the divided shape, is the better one. A mesh encloses what belongs to it by its
/// nodes.
pub(crate) fn whole_cover(collider: &Collider) -> Option<Cover> {
    match collider {
        Collider::Mesh(body) => of_convex_pieces(body),
        Collider::Shape(shape) => match (shape.kind(), shape.core()) {
            (ShapeKind::Hull { radius: 0.0, .. }, Some(body)) => of_convex_pieces(body),
            _ => Cover::of_whole_shape(shape),
        },
        _ => None,
    }
}

/// A node around each convex piece of a mesh, and the tree of each other one, below a node around
/// all if there are several; `None` if no piece is closed and convex, or if there are too many.
/// What a node's inset leaves of it is `K` of the piece.
fn of_convex_pieces(body: &Body) -> Option<Cover> {
    let mesh = body.mesh();
    let count = body.topology().component_points().len();
    if count == 1 {
        return Some(Cover(vec![of_piece(body)?]));
    }
    if mesh.triangles().len() > MOST_TRIANGLES || count > MOST_PIECES {
        return None;
    }
    let (pieces, count) = (mesh.component_triangles(), count as u32);
    let mut nodes = vec![CoverNode { children: 1..1 + count, ..root_of_body(body) }];
    let mut below = Vec::new();
    let mut some_are_convex = false;
    for triangles in &pieces {
        let corners = |&triangle: &u32| mesh.triangle(triangle as usize).map(Into::into);
        let soup: Vec<[[f64; 3]; 3]> = triangles.iter().map(corners).collect();
        let piece = Body::new(Mesh::from_soup(&soup).ok()?);
        let convex = of_piece(&piece);
        some_are_convex |= convex.is_some();
        let of_one = convex.map_or_else(|| of_body(&piece).0, |node| vec![node]);
        // The first node of each stands beside those of the others.
        let shift = count + below.len() as u32;
        let mut moved = of_one.into_iter().map(|node| CoverNode {
            children: match node.children.is_empty() {
                true => 0..0,
                false => node.children.start + shift..node.children.end + shift,
            },
            ..node
        });
        nodes.extend(moved.next());
        below.extend(moved);
    }
    nodes.extend(below);
    some_are_convex.then_some(Cover(nodes))
}

fn of_piece(body: &Body) -> Option<CoverNode> {
    let mesh = body.mesh();
    let count = mesh.triangles().len();
    let is_closed = || body.topology().inside_rule() == Ok(InsideRule::Winding);
    if !((4..=MOST_OF_PIECE).contains(&count) && is_closed()) {
        return None;
    }
    let mut used: Vec<u32> = mesh.triangles().iter().flatten().copied().collect();
    used.sort_unstable();
    used.dedup();
    let place = |&vertex: &u32| mesh.vertices()[vertex as usize];
    let mut points: Vec<[f64; 3]> = used.iter().map(place).collect();
    points.sort_by(|a, b| a.partial_cmp(b).expect("coordinates are finite"));
    points.dedup();
    let points: Vec<Point3<f64>> = points.into_iter().map(Point3::from).collect();
    let size = points.iter().map(|point| point.coords.amax()).fold(0.0, f64::max);
    let faces = SIZES.contains(&size).then(|| faces(mesh, &points, size))??;
    let convex = Convex { points: &points, faces: &faces, size };
    let least_side = |node: &CoverNode| node.half.iter().copied().fold(f32::INFINITY, f32::min);
    let fits =
        |node: &CoverNode, share: f64| f64::from(node.inset) < share * f64::from(least_side(node));
    let frames = frames(body);
    let around = |axes| convex.around(axes).into_iter();
    let close = |node| convex.with_inset(node, CLOSE).filter(|node| fits(node, CLOSE));
    if let Some(node) = frames.iter().flat_map(around).find_map(close) {
        return Some(node);
    }
    let full = |node| convex.with_inset(node, f64::INFINITY);
    let all: Vec<CoverNode> = frames.iter().flat_map(around).filter_map(full).collect();
    let tightest = all.iter().min_by(|a, b| a.inset.total_cmp(&b.inset))?;
    if fits(tightest, TIGHT) {
        return Some(tightest.clone());
    }
    let boxes = all.iter().filter(|node| node.core == Core::Solid);
    let mut node = boxes.min_by(|a, b| a.inset.total_cmp(&b.inset))?.clone();
    if node.inset >= least_side(&node) {
        node.core = Core::Part;
    }
    node.points = points.iter().map(|&point| point.into()).collect();
    (points.len() <= MOST_POINTS).then_some(node)
}

/// The planes of all triangles; `None` if some corner is in front of one, or if one is not known
/// well.
///
/// *Rounding.* An edge rounds by less than `u` of its length, `u = 2^-52`, so the normal by less
/// than `12 u` of the product of two edges, and as a direction by twice that share of its length.
/// What is as far from the plane's corner as four times the size adds that, and what coordinates
/// round.
fn faces(mesh: &Mesh, points: &[Point3<f64>], size: f64) -> Option<Vec<Face>> {
    let corners = || mesh.corners();
    let volume = |[a, b, c]: [Point3<f64>; 3]| (b - a).cross(&(c - a)).dot(&(a - points[0]));
    let outward = corners().map(volume).sum::<f64>().signum();
    let face = |[a, b, c]: [Point3<f64>; 3]| {
        let (first, second) = (b - a, c - a);
        let across = first.cross(&second) * outward;
        let length = across.norm();
        let share = first.norm() * second.norm() / length;
        let normal = across / length;
        let round = 128.0 * f64::EPSILON * size * (1.0 + share);
        Face { normal, offset: normal.dot(&a.coords), round }
    };
    let faces: Vec<Face> = corners().map(face).collect();
    // Coordinates of eight points together: the compiler makes lanes of these.
    let block = |some: &[Point3<f64>]| {
        let point = |n: usize| some.get(n).unwrap_or(&some[0]);
        [0, 1, 2].map(|k| std::array::from_fn::<f64, 8, _>(|n| point(n)[k]))
    };
    let blocks: Vec<[[f64; 8]; 3]> = points.chunks(8).map(block).collect();
    let farthest = |normal: &Vector3<f64>| {
        let mut most = [f64::NEG_INFINITY; 8];
        for [x, y, z] in &blocks {
            for (n, most) in most.iter_mut().enumerate() {
                let height = normal.x * x[n] + normal.y * y[n] + normal.z * z[n];
                *most = if height > *most { height } else { *most };
            }
        }
        most.into_iter().fold(f64::NEG_INFINITY, f64::max)
    };
    let is_flat = |face: &Face| {
        // Not true of a normal that is not a number.
        face.round <= MOST_ROUNDING * size && farthest(&face.normal) - face.offset <= FLAT * size
    };
    faces.iter().all(is_flat).then_some(faces)
}

/// Axes along which a box or cylinder may fit: those of the coordinates, of the largest triangle's
/// edges and normal, and of the tree's largest boxes.
fn frames(body: &Body) -> Vec<Matrix3<f64>> {
    let mut frames = vec![Matrix3::identity()];
    let across = |[a, b, c]: &[Point3<f64>; 3]| (b - a).cross(&(c - a));
    let area = |corners: &[Point3<f64>; 3]| across(corners).norm_squared();
    let largest = body.mesh().corners().max_by(|a, b| area(a).total_cmp(&area(b)));
    if let Some(corners) = largest {
        let edge = |v: usize| corners[(v + 1) % 3] - corners[v];
        frames.extend([0, 1, 2].map(|v| frame(&edge(v), &across(&corners))));
    }
    let first = &body.tree().nodes()[0];
    let there = (0..4).filter(|&c| first.child[c].is_leaf() || first.child[c].is_node());
    frames.extend(there.map(|c| first.axes(c).transpose()));
    frames
}

struct Convex<'c> {
    points: &'c [Point3<f64>],
    faces: &'c [Face],
    size: f64,
}

impl Convex<'_> {
    /// A box around all points, and cylinders about each of its axes, without insets.
    fn around(&self, axes: &Matrix3<f64>) -> [CoverNode; 4] {
        let cuboid = self.cuboid(axes);
        let [x, y, z] = [0, 1, 2].map(|last| self.cylinder(&cuboid, last));
        [cuboid, x, y, z]
    }

    fn cuboid(&self, axes: &Matrix3<f64>) -> CoverNode {
        let mut low = Vector3::repeat(f64::INFINITY);
        let mut high = -low;
        for point in self.points {
            let at = axes * point.coords;
            (low, high) = (low.inf(&at), high.sup(&at));
        }
        let mut node = CoverNode {
            center: Point3::from(axes.transpose() * (0.5 * (low + high))).into(),
            axes: rows(axes),
            half: [0.0; 3],
            round: 0.0,
            radius: 0.0,
            core: Core::Solid,
            inset: 0.0,
            witness: self.points[0].into(),
            points: Vec::new(),
            children: 0..0,
        };
        node.half = half_around(&node, self.points);
        node
    }

    /// A cylinder around all points, about an axis of a box around them.
    fn cylinder(&self, cuboid: &CoverNode, last: usize) -> CoverNode {
        let order = [1, 2, 3].map(|k| (last + k) % 3);
        let mut node = CoverNode {
            axes: order.map(|k| cuboid.axes[k]),
            half: order.map(|k| cuboid.half[k]),
            core: Core::Cylinder { is_solid: true },
            ..cuboid.clone()
        };
        let center = Point3::from(node.center);
        let [x, y] = [0, 1].map(|k| Vector3::from(node.axes[k].map(f64::from)));
        let off = |point: &Point3<f64>| {
            let away = point - center;
            let (x, y) = (x.dot(&away), y.dot(&away));
            x * x + y * y
        };
        let most = self.points.iter().map(off).fold(0.0, f64::max).sqrt();
        // Squares, a root, and what is rounded before; far less than planes round.
        let rounds = UpperBound::from(64.0 * f64::EPSILON * self.size);
        let radius = round_up_f32((UpperBound::from(most) + rounds).get());
        (node.half[0], node.half[1]) = (radius, radius);
        node
    }

    /// With the least inset that brings it behind all planes; `None` if that is more than a share
    /// of its sides.
    fn with_inset(&self, node: CoverNode, share: f64) -> Option<CoverNode> {
        let center = Vector3::from(node.center);
        let half = Vector3::from(node.half.map(f64::from));
        let axes = Matrix3::from_fn(|a, k| f64::from(node.axes[a][k]));
        let most = share * half.min();
        // Axes are orthonormal to within 2^-21.
        let lean = half.sum() / f64::from(1 << 18);
        let mut inset: f64 = 0.0;
        for face in self.faces {
            let along = axes * face.normal;
            // How far it is from its middle to its end along the normal; and by how much less that
            // is for an inset of one.
            let (reach, per_inset) = match node.core {
                Core::Cylinder { .. } => {
                    let across = (along.x * along.x + along.y * along.y).sqrt();
                    (across * half.x + along.z.abs() * half.z, across + along.z.abs())
                }
                _ => (along.abs().dot(&half), along.abs().sum()),
            };
            let beyond = face.normal.dot(&center) - face.offset + reach;
            inset = inset.max((beyond + face.round + lean) / per_inset);
            if inset > most {
                return None;
            }
        }
        let radius = outer_radius(&node.half, 0.0);
        Some(CoverNode { inset: round_up_f32(inset), radius, ..node })
    }
}
