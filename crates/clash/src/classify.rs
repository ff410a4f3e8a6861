//! How two bodies of a scene stand to each other, and where.

use nalgebra::Point3;
use obbtree_collider::{Collider, ColliderRef, Depth, DistanceOptions, Query, contact_curves};
use obbtree_predicates::{Aabb, Placement, Pose, Triangle, shared_points};
use obbtree_scene::{BodyId, Part, Scene};

use crate::class::Class;
use crate::study::{Detail, Rule};

/// What is known of two bodies.
pub(crate) struct Finding {
    pub(crate) class: Class,
    pub(crate) parts: [usize; 2],
    pub(crate) triangles: Option<[u32; 2]>,
    pub(crate) point: Point3<f64>,
    pub(crate) bounds: Aabb,
    pub(crate) reach: f64,
    pub(crate) distance: Option<[f64; 2]>,
    pub(crate) closest: Option<[Point3<f64>; 2]>,
    pub(crate) depth: Option<[f64; 2]>,
    /// Of bodies that overlap, with depths: no parts of them overlap deeper.
    pub(crate) deepest: f64,
    pub(crate) way_out: Option<[f64; 3]>,
    pub(crate) volume: Option<[f64; 2]>,
    pub(crate) curves: Vec<Vec<[f64; 3]>>,
    /// Of bodies that are near: the rules, as bits, whose clearance they are within.
    pub(crate) within: u64,
}

/// What is wanted of a pair.
#[derive(Clone, Copy)]
pub(crate) struct Wanted<'s> {
    /// The rules of the study, and those about the pair as bits.
    pub(crate) rules: &'s [Rule],
    pub(crate) about: u64,
    pub(crate) depth: bool,
    pub(crate) volume: bool,
    pub(crate) detail: Detail,
}

/// A part and where it is.
#[derive(Clone, Copy)]
struct At<'s> {
    part: &'s Part,
    pose: &'s Pose,
}

impl<'s> At<'s> {
    fn new(scene: &'s Scene, body: BodyId, part: usize) -> Option<Self> {
        let parts = scene.parts(body).ok()?;
        Some(Self { part: &parts[part], pose: scene.part_pose(body, part).ok()? })
    }

    fn collider(&self) -> &'s Collider {
        self.part.collider()
    }

    fn bounds(&self) -> Option<Aabb> {
        self.part.bounds(self.pose)
    }

    /// The mesh that it is, if it is one exactly, else itself.
    fn surface(&self) -> ColliderRef<'s> {
        let collider = ColliderRef::from(self.collider());
        collider.as_mesh().map_or(collider, ColliderRef::Mesh)
    }

    fn triangle(&self, number: u32) -> Option<Triangle> {
        let body = ColliderRef::from(self.collider()).as_mesh()?;
        Some(body.mesh().triangle(number as usize))
    }
}

/// How far a depth's bounds may be apart, of the depth.
const DEPTH_ERROR: f64 = 1e-3;

/// How two bodies stand; `None` if they are apart, and farther than the clearance.
pub(crate) fn classify(
    scene: &Scene,
    query: &mut Query,
    bodies: [BodyId; 2],
    wanted: Wanted<'_>,
) -> Option<Finding> {
    let counts = bodies.map(|id| scene.parts(id).map_or(0, |parts| parts.len()));
    let mut met = Vec::new();
    for m in 0..counts[0] {
        for n in 0..counts[1] {
            let [a, b] = [At::new(scene, bodies[0], m)?, At::new(scene, bodies[1], n)?];
            let is_only = counts == [1, 1];
            if !is_only && are_apart(a.bounds(), b.bounds()) {
                continue;
            }
            let (overlap, triangles) =
                query.overlap_and_pair(a.collider(), a.pose, b.collider(), b.pose);
            let Some(class) = Class::of(overlap) else { continue };
            let mut found = Met { class, parts: [m, n], triangles, depth: None, deep: 0.0 };
            if wanted.depth && (class.overlaps() || class == Class::Undecided) {
                let (of_a, of_b) = (a.collider(), b.collider());
                found.depth = query.depth_within(of_a, a.pose, of_b, b.pose, DEPTH_ERROR).ok();
                found.deep = found.depth.map_or(f64::INFINITY, |depth| depth.upper);
            }
            met.push(found);
        }
    }
    // Of the highest class the deepest, of these the first.
    let best = met.iter().reduce(|best, other| {
        let order = other.class.cmp(&best.class).then(other.deep.total_cmp(&best.deep));
        if order.is_gt() { other } else { best }
    });
    let Some(best) = best else { return nearest(scene, query, bodies, counts, wanted) };
    let [a, b] = [0, 1].map(|k| At::new(scene, bodies[k], best.parts[k]));
    let deepest = met.iter().map(|met| met.deep).fold(0.0, f64::max);
    Some(meeting(query, [a?, b?], best, deepest, wanted))
}

/// Two parts that meet, or of which one holds the other.
struct Met {
    class: Class,
    parts: [usize; 2],
    triangles: Option<[u32; 2]>,
    depth: Option<Depth>,
    /// They overlap no deeper: infinite if it is not known, 0 if nobody asks.
    deep: f64,
}

/// Are two boxes surely without a common point?
fn are_apart(a: Option<Aabb>, b: Option<Aabb>) -> bool {
    let (Some(a), Some(b)) = (a, b) else { return false };
    (0..3).any(|k| a.max[k] < b.min[k] || b.max[k] < a.min[k])
}

/// Of parts that meet, or of which one holds the other.
fn meeting(
    query: &mut Query,
    [a, b]: [At<'_>; 2],
    &Met { class, parts, triangles, depth, .. }: &Met,
    deepest: f64,
    wanted: Wanted<'_>,
) -> Finding {
    let mut points = triangles.and_then(|pair| shared_by([a, b], pair)).unwrap_or_default();
    let mut curves = Vec::new();
    let wants_all = wanted.detail != Detail::Point;
    if wants_all && !matches!(class, Class::Coincident) {
        let contacts = query.contacts(a.surface(), a.pose, b.surface(), b.pose);
        if !contacts.is_empty() {
            points = contacts.iter().flat_map(|contact| contact.points()).copied().collect();
        }
        if wanted.detail == Detail::Curves {
            let (lines, patches) = contact_curves(&contacts);
            let closed = |mut points: Vec<Point3<f64>>, is_closed: bool| {
                if let (true, Some(&first)) = (is_closed, points.first()) {
                    points.push(first);
                }
                points.into_iter().map(Into::into).collect()
            };
            curves.extend(lines.into_iter().map(|line| closed(line.points, line.is_closed)));
            curves.extend(patches.into_iter().map(|patch| closed(patch, true)));
        }
    }
    // What is in the other is where it is.
    let inner = match class {
        Class::Contained | Class::Coincident => a.bounds(),
        Class::Containing => b.bounds(),
        _ => None,
    };
    let bounds = inner.or_else(|| Aabb::around(&points)).or_else(|| shared_box([a, b]));
    let bounds = bounds.unwrap_or(Aabb { min: Point3::origin(), max: Point3::origin() });
    // The middle of a segment or polygon is of both; that of a box need not be.
    let point = match (inner, points.first()) {
        (None, Some(_)) if !wants_all => middle(&points),
        (None, Some(&first)) => first,
        _ => bounds.center(),
    };
    let mut finding = Finding {
        class,
        parts,
        triangles,
        point,
        bounds,
        reach: reach([a, b]),
        distance: None,
        closest: None,
        depth: depth.map(|depth| [depth.lower, depth.upper]),
        deepest,
        way_out: depth.map(|depth| depth.translation.into()),
        volume: None,
        curves,
        within: 0,
    };
    if wanted.volume && class.overlaps() {
        let found = query.overlap_volume_of_solids(a.collider(), a.pose, b.collider(), b.pose);
        finding.volume = found.map(|volume| [volume.lower, volume.upper]);
    }
    finding
}

/// What two triangles share that meet.
fn shared_by([a, b]: [At<'_>; 2], pair: [u32; 2]) -> Option<Vec<Point3<f64>>> {
    let placement = Placement::new(a.pose, b.pose);
    let (t, u) = (a.triangle(pair[0])?, b.triangle(pair[1])?);
    Some(shared_points(&t, &u, &placement).as_slice().to_vec())
}

fn middle(points: &[Point3<f64>]) -> Point3<f64> {
    let share = 1.0 / points.len() as f64;
    points.iter().fold(Point3::origin(), |sum, point| sum + point.coords * share)
}

/// Half the diagonal of the smaller box.
fn reach(parts: [At<'_>; 2]) -> f64 {
    let half = |at: At<'_>| at.bounds().map(|bounds| (bounds.max - bounds.min).norm() / 2.0);
    parts.into_iter().filter_map(half).reduce(f64::min).unwrap_or(0.0)
}

/// What the boxes around two parts share.
fn shared_box([a, b]: [At<'_>; 2]) -> Option<Aabb> {
    match (a.bounds(), b.bounds()) {
        (Some(a), Some(b)) => Some(Aabb { min: a.min.sup(&b.min), max: a.max.inf(&b.max) }),
        (a, b) => a.or(b),
    }
}

impl<'s> Wanted<'s> {
    /// The rules about the pair, with their numbers.
    fn rules(self) -> impl Iterator<Item = (usize, &'s Rule)> {
        self.rules.iter().enumerate().filter(move |(n, _)| self.about >> n & 1 == 1)
    }
}

/// The nearest parts of bodies that do not meet, if they are within the clearance of a rule.
fn nearest(
    scene: &Scene,
    query: &mut Query,
    bodies: [BodyId; 2],
    counts: [usize; 2],
    wanted: Wanted<'_>,
) -> Option<Finding> {
    let clearance = wanted.rules().map(|(_, rule)| rule.clearance).fold(0.0, f64::max);
    if clearance == 0.0 {
        return None;
    }
    let mut best: Option<Finding> = None;
    for m in 0..counts[0] {
        for n in 0..counts[1] {
            let [a, b] = [At::new(scene, bodies[0], m)?, At::new(scene, bodies[1], n)?];
            let known = best.as_ref().and_then(|best| best.distance);
            let at_most = known.map_or(clearance, |[_, upper]| upper);
            let options = DistanceOptions::default().at_most(at_most);
            let found = query.distance_within(a.collider(), a.pose, b.collider(), b.pose, &options);
            let Some(found) = found else { continue };
            // Of two that are about as near, either may be the nearer one.
            let lower = known.map_or(found.lower, |[lower, _]| lower.min(found.lower));
            if let Some(best) = best.as_mut().filter(|_| found.upper >= at_most) {
                best.distance = Some([lower, at_most]);
                continue;
            }
            let bounds = Aabb::around(found.points)?;
            best = Some(Finding {
                class: Class::Near,
                parts: [m, n],
                triangles: triangles(found.triangles),
                point: middle(&found.points),
                bounds,
                reach: reach([a, b]),
                distance: Some([lower, found.upper]),
                closest: Some(found.points),
                depth: None,
                deepest: 0.0,
                way_out: None,
                volume: None,
                curves: Vec::new(),
                within: 0,
            });
        }
    }
    let mut best = best?;
    let [_, upper] = best.distance?;
    for (n, rule) in wanted.rules().filter(|(_, rule)| rule.clearance > 0.0) {
        // An interval with the clearance in it does not tell.
        let is_within =
            upper <= rule.clearance || are_closer(scene, query, bodies, counts, rule.clearance)?;
        best.within |= u64::from(is_within) << n;
    }
    (best.within != 0).then_some(best)
}

/// Are some parts of two bodies at most so far apart? Certain.
fn are_closer(
    scene: &Scene,
    query: &mut Query,
    bodies: [BodyId; 2],
    counts: [usize; 2],
    length: f64,
) -> Option<bool> {
    for m in 0..counts[0] {
        for n in 0..counts[1] {
            let [a, b] = [At::new(scene, bodies[0], m)?, At::new(scene, bodies[1], n)?];
            if query.closer_than(a.collider(), a.pose, b.collider(), b.pose, length) {
                return Some(true);
            }
        }
    }
    Some(false)
}

fn triangles([a, b]: [Option<u32>; 2]) -> Option<[u32; 2]> {
    Some([a?, b?])
}
