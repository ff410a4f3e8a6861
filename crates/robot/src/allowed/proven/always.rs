//! Do two links collide for all values of the joints between them? Boxes of joint values are proven
//! or divided, until a configuration does not collide. A surface goes through the other's all the
//! time ([`crossing`](super::crossing)), or one is partly inside of the other.
//!
//! *Lemma.* Let a point `p` of a connected part of X be inside a closed surface Y at the middle
//! of a box, farther from Y than it can move there, and a point `q` of the same part outside,
//! farther from Y than it can move. Then the part meets Y at every configuration of the box.
//! *Proof.* Between the middle and a configuration every value goes straight. All on the way is
//! in the box, so neither point meets Y on it: how often Y winds around each, and the parity of
//! crossings, stay what they are. So at the configuration one is inside and one outside; the part
//! connects the two, and every path between them crosses Y. *End.* Of a shape the inside belongs
//! to it: there a point of X is enough.

use std::collections::HashMap;

use nalgebra::Point3;
use obbtree_collider::{Shape, ShapeKind};
use obbtree_predicates::Pose;

use super::boxes::{JointBox, Queue};
use super::crossing::{Crossing, crossings};
use super::pair::Pair;
use super::path::Side;
use crate::frames::{Frame, sin_cos};
use crate::items::Item;
use crate::model::BoundingSphere;
use crate::vectors::{cross, norm};

/// What a search found.
pub(super) enum Found {
    /// Every configuration collides.
    Always,
    /// One that does not.
    Free(Vec<f64>),
    /// Neither, within the effort.
    Nothing,
}

/// Points of an item that may prove something.
struct Points {
    /// In the link's frame, each with the number of the connected part that it is of.
    places: Vec<([f64; 3], usize)>,
}

/// What may prove a box, or has.
#[derive(Clone, Copy)]
enum Proof {
    Points(PointProof),
    Crossing(Crossing),
}

/// Points of the link on one side, by their numbers.
#[derive(Clone, Copy)]
struct PointProof {
    /// The side of X.
    of: Side,
    /// The items, X first.
    items: [usize; 2],
    inside: usize,
    outside: Option<usize>,
}

/// Points of an item at most.
const POINTS: usize = 128;
/// So many points and segments that are looked at count as one box.
const EVALUATIONS: usize = 16;
/// So many of those that proved a box are looked at first.
const KNOWN: usize = 16;

/// Searches boxes of all that the joints can do.
pub(super) fn search(pair: &mut Pair<'_>, effort: usize) -> (Found, usize) {
    let Some(all) = JointBox::all(pair).filter(|_| pair.slack < f64::INFINITY) else {
        return (Found::Nothing, 0);
    };
    let points = [Side::A, Side::B].map(|side| pair.items(side).iter().map(Points::of).collect());
    let robot = pair.shared.robot;
    let (middle, half) = (pair.shared.samples[0].clone(), vec![0.0; robot.dof]);
    let mut search =
        Search { pair, points, middle, half, effort: 0, evaluations: 0, known: Vec::new() };
    let mut queue = Queue::new();
    queue.push(0.0, all, ());
    while let Some((joint_box, ())) = queue.pop() {
        search.go_to(&joint_box);
        if search.is_known() {
            continue;
        }
        if search.pair.collides_at(&search.middle) == Some(false) {
            return (Found::Free(search.middle), search.effort);
        }
        if let Some(crossing) = search.crossing() {
            search.known.push(Proof::Crossing(crossing));
            continue;
        }
        let (depth, best) = search.best();
        if let Some(proof) = best.map(Proof::Points)
            && search.proves(proof)
        {
            search.known.push(proof);
            continue;
        }
        let parts = search.widest(best).and_then(|at| joint_box.divided(at));
        let (Some(parts), true) = (parts, search.effort < effort) else {
            return (Found::Nothing, search.effort);
        };
        for part in parts {
            queue.push(depth, part, ());
        }
    }
    (Found::Always, search.effort)
}

struct Search<'s, 'r> {
    pair: &'s mut Pair<'r>,
    /// By side and item.
    points: [Vec<Points>; 2],
    middle: Vec<f64>,
    half: Vec<f64>,
    effort: usize,
    evaluations: usize,
    /// What proved a box, the latest last.
    known: Vec<Proof>,
}

impl Search<'_, '_> {
    fn go_to(&mut self, joint_box: &JointBox) {
        for (n, &value) in self.pair.path.values.iter().enumerate() {
            self.middle[value] = joint_box.middle[n];
            self.half[value] = joint_box.half[n];
        }
        self.pair.path.place(&self.middle);
        self.effort += 1;
    }

    /// Does what proved another box prove this one?
    fn is_known(&mut self) -> bool {
        let found = (0..self.known.len()).rev().take(KNOWN).find(|&n| self.proves(self.known[n]));
        if let Some(n) = found {
            let proof = self.known.remove(n);
            self.known.push(proof);
        }
        found.is_some()
    }

    fn item(&self, side: Side, number: usize) -> &Item {
        &self.pair.items(side)[number]
    }

    /// Does a proof hold in the box that was gone to?
    fn proves(&mut self, proof: Proof) -> bool {
        let PointProof { of, items, inside, outside } = match proof {
            Proof::Points(points) => points,
            Proof::Crossing(crossing) => {
                self.evaluated();
                return crossing.margin(self.pair, &self.half) > 0.0;
            }
        };
        self.depth(of, items, inside) > 0.0
            && outside.is_none_or(|outside| self.height(of, items, outside) > 0.0)
    }

    /// A segment of one that goes through a triangle of the other in the box that was gone to.
    fn crossing(&mut self) -> Option<Crossing> {
        crossings(self.pair).into_iter().find(|crossing| {
            self.evaluated();
            crossing.margin(self.pair, &self.half) > 0.0
        })
    }

    fn evaluated(&mut self) {
        self.evaluations += 1;
        self.effort += usize::from(self.evaluations.is_multiple_of(EVALUATIONS));
    }

    /// How much deeper a point of X is in Y than it can move; negative if it is not.
    fn depth(&mut self, of: Side, items: [usize; 2], point: usize) -> f64 {
        let Some((at, moves, pose)) = self.placed(of, items, point) else {
            return f64::NEG_INFINITY;
        };
        let y = &self.pair.shared.items[self.pair.links[of.other() as usize]][items[1]];
        let collider = y.element.part.collider();
        let depth = match (collider.body(), collider.shape()) {
            (Some(body), _) => {
                self.pair.query.signed_distance(body, &pose, at).map(|found| -found.upper)
            }
            (_, Some(shape)) => Ok(self.depth_in_shape(shape, &pose, at)),
            _ => Ok(f64::NEG_INFINITY),
        };
        depth.unwrap_or(f64::NEG_INFINITY) - moves
    }

    /// How deep a point is in a placed shape, at least.
    ///
    /// *Rounding.* The inverse of a pose is its transposed rotation but for its skew; that, the
    /// difference and the products are fewer than 32 roundings of the distance from the shape's
    /// origin, and what [`depth_in`] computes as few of it and of the shape's numbers.
    fn depth_in_shape(&mut self, shape: &Shape, pose: &Pose, at: [f64; 3]) -> f64 {
        const PER_SIZE: f64 = 1.0 / (1_u64 << 44) as f64;
        let away = Point3::from(at).coords - pose.translation();
        let local = pose.rotation().tr_mul(&away);
        let size = pose.translation().norm() + Point3::from(at).coords.norm();
        let (center, radius) = shape.bounding_sphere().unwrap_or(([0.0; 3], f64::INFINITY));
        let slack = 2.0 * pose.skew() * away.norm() + PER_SIZE * (size + norm(center) + radius);
        match depth_in(shape.kind(), local.into()) {
            Some(depth) => depth - slack,
            None => {
                let query = &mut self.pair.query;
                let core = shape.core().and_then(|core| query.signed_distance(core, pose, at).ok());
                core.map_or(f64::NEG_INFINITY, |found| -found.upper)
            }
        }
    }

    /// How much farther outside of the mesh Y a point of X is than it can move.
    fn height(&mut self, of: Side, items: [usize; 2], point: usize) -> f64 {
        let Some((at, moves, pose)) = self.placed(of, items, point) else {
            return f64::NEG_INFINITY;
        };
        let y = &self.pair.shared.items[self.pair.links[of.other() as usize]][items[1]];
        let Some(body) = y.element.part.collider().body() else { return f64::NEG_INFINITY };
        let found = self.pair.query.signed_distance(body, &pose, at);
        found.map_or(f64::NEG_INFINITY, |found| found.lower) - moves
    }

    /// Where a point of X is, how far it can move and what rounds, and where Y is.
    fn placed(
        &mut self,
        of: Side,
        [x, y]: [usize; 2],
        point: usize,
    ) -> Option<([f64; 3], f64, Pose)> {
        self.evaluated();
        let (place, _) = self.points[of as usize][x].places[point];
        let at = self.pair.path.frame(of).place(place);
        let sphere = BoundingSphere { center: at, radius: self.pair.slack };
        let mut swept = Vec::new();
        self.pair.path.sweep(of, sphere, &self.middle, &self.half, &mut swept);
        let moves = swept.last()?.displacement + self.pair.slack;
        let pose = self.item(of.other(), y).pose(self.pair.path.frame(of.other()))?;
        Some((at, moves, pose))
    }

    /// The points that are most likely to prove the box, and by how much they do.
    fn best(&mut self) -> (f64, Option<PointProof>) {
        let (mut most, mut best) = (f64::NEG_INFINITY, None);
        for of in [Side::A, Side::B] {
            for x in 0..self.pair.items(of).len() {
                for y in 0..self.pair.items(of.other()).len() {
                    let found = self.best_of(of, [x, y], most);
                    if let Some((value, proof)) = found {
                        (most, best) = (value, Some(proof));
                    }
                }
            }
        }
        (most, best)
    }

    /// The same of two items, if they are better than others.
    fn best_of(&mut self, of: Side, items: [usize; 2], most: f64) -> Option<(f64, PointProof)> {
        let y = self.item(of.other(), items[1]).element.part.collider();
        let is_solid = y.body().is_none();
        if y.body().is_some_and(|body| body.require_closed().is_err()) {
            return None;
        }
        let numbers = 0..self.points[of as usize][items[0]].places.len();
        let mut deepest = (most, None);
        for point in numbers.clone() {
            let depth = self.depth(of, items, point);
            if depth > deepest.0 {
                deepest = (depth, Some(point));
            }
        }
        let inside = deepest.1?;
        let proof = PointProof { of, items, inside, outside: None };
        if is_solid {
            return Some((deepest.0, proof));
        }
        let part_of =
            |search: &Self, point: usize| search.points[of as usize][items[0]].places[point].1;
        let part = part_of(self, inside);
        let mut highest = (f64::NEG_INFINITY, None);
        for point in numbers.filter(|&point| part_of(self, point) == part).collect::<Vec<_>>() {
            let height = self.height(of, items, point);
            if height > highest.0 {
                highest = (height, Some(point));
            }
        }
        let value = deepest.0.min(highest.0);
        (value > most).then_some((value, PointProof { outside: highest.1, ..proof }))
    }

    /// The value that moves the points of a proof most, or else the two links.
    fn widest(&self, best: Option<PointProof>) -> Option<usize> {
        let path = &self.pair.path;
        let spheres: Vec<(Side, BoundingSphere)> = match best {
            Some(PointProof { of, items, inside, outside }) => {
                let place = |point: usize| {
                    let place = self.points[of as usize][items[0]].places[point].0;
                    let center = path.frame(of).place(place);
                    (of, BoundingSphere { center, radius: 0.0 })
                };
                std::iter::once(inside).chain(outside).map(place).collect()
            }
            None => [Side::A, Side::B]
                .map(|side| {
                    let BoundingSphere { center, radius } = self.pair.cover(side).nodes[0].sphere;
                    (side, BoundingSphere { center: path.frame(side).place(center), radius })
                })
                .into(),
        };
        let mut gains = vec![0.0; path.values.len()];
        for (_, sphere) in &spheres {
            for n in 0..path.moving.len() {
                for (value, gain) in path.gains(n, sphere, 1.0, &self.half) {
                    if let Ok(place) = path.values.binary_search(&value) {
                        gains[place] += gain;
                    }
                }
            }
        }
        (0..gains.len()).max_by(|&s, &t| gains[s].total_cmp(&gains[t]))
    }
}

impl Points {
    /// Vertices of a mesh; of a shape points within it.
    fn of(item: &Item) -> Self {
        let to_link = Frame::from(item.element.part.offset());
        let collider = item.element.part.collider();
        let places: Vec<([f64; 3], usize)> = match (collider.body(), collider.shape()) {
            (Some(body), _) => {
                let mesh = body.mesh();
                let parts = parts_of(mesh.vertices(), mesh.triangles());
                let used = parts.iter().enumerate().filter_map(|(n, part)| Some((n, (*part)?)));
                let used: Vec<(usize, usize)> = used.collect();
                let every = used.len().div_ceil(POINTS).max(1);
                let picked = used.into_iter().step_by(every);
                picked.map(|(n, part)| (mesh.vertices()[n], part)).collect()
            }
            (_, Some(shape)) => {
                points_in(shape.kind()).into_iter().map(|point| (point, 0)).collect()
            }
            _ => Vec::new(),
        };
        let placed = places.into_iter().map(|(point, part)| (to_link.place(point), part));
        Self { places: placed.collect() }
    }
}

/// By vertex: which connected part of a mesh it is of; `None` if it is of no triangle. Corners at
/// the same place are connected.
fn parts_of(vertices: &[[f64; 3]], triangles: &[[u32; 3]]) -> Vec<Option<usize>> {
    let mut first_at = HashMap::new();
    let at: Vec<usize> = vertices
        .iter()
        .enumerate()
        .map(|(n, v)| *first_at.entry(v.map(|x| (x + 0.0).to_bits())).or_insert(n))
        .collect();
    let mut above: Vec<usize> = (0..vertices.len()).collect();
    fn top(above: &mut [usize], mut n: usize) -> usize {
        while above[n] != n {
            above[n] = above[above[n]];
            n = above[n];
        }
        n
    }
    let mut is_used = vec![false; vertices.len()];
    for corners in triangles {
        let [a, b, c] = corners.map(|n| at[n as usize]);
        let [a, b, c] = [a, b, c].map(|n| top(&mut above, n));
        above[b] = a;
        let c = top(&mut above, c);
        above[c] = top(&mut above, a);
        for n in corners {
            is_used[*n as usize] = true;
        }
    }
    (0..vertices.len()).map(|n| is_used[n].then(|| top(&mut above, at[n]))).collect()
}

/// Points of a shape, its middle among them.
fn points_in(kind: &ShapeKind) -> Vec<[f64; 3]> {
    /// Of a radius: still within, whatever rounds.
    const WITHIN: f64 = 0.95;
    let grid = |steps: i32| {
        let part = move |n: i32, k: u32| f64::from(n / (steps + 1).pow(k) % (steps + 1));
        let all = (0..(steps + 1).pow(3)).map(move |n| [0, 1, 2].map(|k| part(n, k)));
        all.map(move |p| p.map(|x| 2.0 * x / f64::from(steps) - 1.0))
    };
    match kind {
        ShapeKind::Sphere { center, radius } => grid(2)
            .map(|p| (p, norm(p).max(1.0)))
            .map(|(p, length)| [0, 1, 2].map(|k| center[k] + WITHIN * radius * p[k] / length))
            .collect(),
        ShapeKind::Capsule { from, to, radius } | ShapeKind::Cylinder { from, to, radius } => {
            let axis = [0, 1, 2].map(|k| to[k] - from[k]);
            // Two directions across the axis.
            let least = (0..3).fold(0, |n, k| if axis[k].abs() < axis[n].abs() { k } else { n });
            let mut unit = [0.0; 3];
            unit[least] = 1.0;
            let first = cross(axis, unit).map(|x| x / norm(cross(axis, unit)));
            let second = cross(axis, first).map(|x| x / norm(axis));
            let place = |n: i32, angle: Option<i32>| {
                let [sin, cos] = angle.map_or([0.0; 2], |n| {
                    sin_cos(std::f64::consts::FRAC_PI_4 * f64::from(n)).map(|x| WITHIN * radius * x)
                });
                let along = 0.125 * f64::from(n);
                [0, 1, 2].map(|k| from[k] + along * axis[k] + cos * first[k] + sin * second[k])
            };
            let around = || std::iter::once(None).chain((0..8).map(Some));
            (0..=8)
                .flat_map(|n| around().map(move |angle| (n, angle)))
                .map(|(n, angle)| place(n, angle))
                .collect()
        }
        ShapeKind::Cuboid { half, .. } => {
            grid(4).map(|p| [0, 1, 2].map(|k| p[k] * half[k])).collect()
        }
        ShapeKind::Hull { points, .. } => points.clone(),
        _ => Vec::new(),
    }
}

/// How deep a point is in a shape, rounded; `None` if its core tells.
fn depth_in(kind: &ShapeKind, p: [f64; 3]) -> Option<f64> {
    let [x, y, z] = p;
    match kind {
        ShapeKind::Sphere { center, radius } => {
            Some(radius - norm([x - center[0], y - center[1], z - center[2]]))
        }
        ShapeKind::Capsule { from, to, radius } | ShapeKind::Cylinder { from, to, radius } => {
            let axis = [0, 1, 2].map(|k| to[k] - from[k]);
            let away = [0, 1, 2].map(|k| p[k] - from[k]);
            let length = norm(axis);
            // Written so that NaN is no depth.
            if !(length > 0.0) {
                return Some(f64::NEG_INFINITY);
            }
            let along: f64 = (0..3).map(|k| away[k] * axis[k]).sum::<f64>() / length;
            let is_capsule = matches!(kind, ShapeKind::Capsule { .. });
            let held = if is_capsule { along.clamp(0.0, length) } else { along };
            let across = norm([0, 1, 2].map(|k| away[k] - axis[k] * (held / length)));
            let of_ends = if is_capsule { f64::INFINITY } else { along.min(length - along) };
            Some((radius - across).min(of_ends))
        }
        ShapeKind::Cuboid { half, radius } => {
            let depth = (0..3).map(|k| half[k] - p[k].abs()).fold(f64::INFINITY, f64::min);
            Some(depth + radius).filter(|_| depth >= 0.0)
        }
        _ => None,
    }
}
