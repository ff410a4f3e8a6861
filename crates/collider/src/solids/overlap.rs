//! How two placed bodies stand to each other as solids: decided by the pairs of triangles that
//! meet, and by corners of shells.
//!
//! What pairs tell is in [`super::wedges`], what follows in [`super::labels`]. What is left are
//! pieces whose border is single points or nothing. Such a piece is a whole shell but for these
//! points, so any corner of it that is not on the other surface labels it.

use std::fmt;
use std::ops::ControlFlow;

use nalgebra::Point3;
use obbtree_predicates::{
    Contact, Placement, Pose, classify_triangles, is_degenerate, length_bound, meeting_of_pair,
    plane_side,
};
use obbtree_query::SearchMode;

use crate::body::Body;
use crate::collider::ColliderRef::{self, Mesh, Points, Shape};
use crate::query::Query;
use crate::relation::coincide;
use crate::solids::boundary::{Boundary, SurfaceKind, Unclear};
use crate::solids::labels::{Labels, Side};
use crate::solids::parting_face::{Parted, parted_by_face};
use crate::solids::wedges::Meetings;

/// How two placed bodies stand to each other: see [`Query::overlap`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Overlap {
    /// They share no point.
    Apart,
    /// They share points of their surfaces, and no inner point: a point, or as many dimensions as
    /// the largest common part has.
    Touching {
        /// 0: single points; 1: lines; 2: areas.
        dimension: u8,
    },
    /// They share inner points, and each has inner points that the other has not.
    Cutting,
    /// All of B is in A, which has more.
    Containing,
    /// All of A is in B, which has more.
    Contained,
    /// The same points.
    Coincident,
    /// The surfaces meet, and none is seen to cross the other, but it is not clear what a mesh
    /// bounds.
    Undecided(Unclear),
}

impl Overlap {
    /// `apart`, `touching`, `cutting`, `containing`, `contained`, `coincident` or `undecided`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Apart => "apart",
            Self::Touching { .. } => "touching",
            Self::Cutting => "cutting",
            Self::Containing => "containing",
            Self::Contained => "contained",
            Self::Coincident => "coincident",
            Self::Undecided(_) => "undecided",
        }
    }

    /// With B first.
    #[must_use]
    pub fn swapped(self) -> Self {
        match self {
            Self::Containing => Self::Contained,
            Self::Contained => Self::Containing,
            other => other,
        }
    }
}

impl fmt::Display for Overlap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Body {
    /// Is the mesh the boundary of a solid, a sheet, or neither for sure? Computed when first
    /// needed: in a search of the mesh against itself.
    #[must_use]
    pub fn surface_kind(&self) -> SurfaceKind {
        self.boundary().kind
    }
}

impl Query {
    /// Do two colliders touch, cut each other, or hold each other? Certain: the answer of exact
    /// arithmetic on the numbers given.
    ///
    /// | both | answer |
    /// |---|---|
    /// | solids | by their inner points: see [`Overlap`] |
    /// | a solid and a sheet | a sheet cuts if it has points inside and outside, is contained if none is outside, touches if none is inside |
    /// | sheets | cut if the surfaces cross, that is, go through each other; else they touch, or are coincident if all triangles are the same |
    ///
    /// Boxes, hulls, triangles, segments and points without a radius are the meshes that bound
    /// them. Other shapes and point clouds are apart, or in a mesh without touching its surface, or
    /// else undecided.
    ///
    /// [`Body::surface_kind`] says what a mesh is. Segments and points, also where they stick out
    /// of a mesh, are neither; two of them touch or coincide. A mesh that is neither is a surface:
    /// an edge through the inside of a triangle is a cut. Where there is none it may touch, if a
    /// plane of a triangle there parts the bodies; else the answer is [`Overlap::Undecided`].
    /// Meshes that do not meet always have an answer.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Overlap, Query};
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// let (here, mut query) = (Pose::identity(), Query::new());
    /// let mut moved_by = |x: f64| -> Result<_, Box<dyn std::error::Error>> {
    ///     Ok(query.overlap(&body, &here, &body, &Pose::from_translation([x, 0.0, 0.0])?))
    /// };
    /// assert_eq!(moved_by(0.0)?, Overlap::Coincident);
    /// assert_eq!(moved_by(1.0_f64.next_down())?, Overlap::Cutting);
    /// assert_eq!(moved_by(1.0)?, Overlap::Touching { dimension: 0 }); // corner on corner
    /// assert_eq!(moved_by(1.0_f64.next_up())?, Overlap::Apart);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn overlap<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> Overlap {
        self.overlap_and_pair(a, pose_a, b, pose_b).0
    }

    /// [`Query::overlap`] with a pair of triangles by which it shows, by their numbers in A's and
    /// B's mesh, or that of a shape's core: one of which an edge goes through the other if there
    /// is one, else of those that meet the first that share a part of the most dimensions. `None`
    /// of surfaces that do not meet, and of round shapes.
    #[must_use]
    pub fn overlap_and_pair<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> (Overlap, Option<[u32; 2]>) {
        let (a, b) = (a.into(), b.into());
        match (a.as_mesh(), b.as_mesh()) {
            (Some(a), Some(b)) => self.overlap_of_bodies([a, b], [pose_a, pose_b]),
            _ if self.collide(a, pose_a, b, pose_b) => {
                (Overlap::Undecided(Unclear::RoundOrUnbounded), None)
            }
            // A shape is solid, so nothing is inside it; but it can be inside a mesh.
            _ => {
                let found = self.inside_of_mesh([a, b], [pose_a, pose_b]);
                (found.unwrap_or(Overlap::Apart), None)
            }
        }
    }

    /// A shape or cloud that does not meet a mesh's surface: is it inside?
    fn inside_of_mesh(
        &mut self,
        colliders: [ColliderRef<'_>; 2],
        poses: [&Pose; 2],
    ) -> Option<Overlap> {
        let (body, found) = match colliders {
            [Mesh(body), Shape(_)] => (body, Overlap::Containing),
            [Shape(_), Mesh(body)] => (body, Overlap::Contained),
            // Some points inside are not all.
            [Mesh(body), Points(_)] | [Points(_), Mesh(body)] => {
                (body, Overlap::Undecided(Unclear::RoundOrUnbounded))
            }
            _ => return None,
        };
        body.require_closed().ok()?;
        let ([a, b], [pose_a, pose_b]) = (colliders, poses);
        self.with_solid(true, |query| query.collide(a, pose_a, b, pose_b)).then_some(found)
    }

    fn overlap_of_bodies(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
    ) -> (Overlap, Option<[u32; 2]>) {
        let placement = Placement::new(pose_a, pose_b);
        let is_near = !self.bounds_disjoint([a, b], [pose_a, pose_b], 0.0);
        if is_near && a.is_clone_of(b) && pose_a == pose_b && a.faces().is_some() {
            // A clean solid is itself: triangle 0, which has an area, is all of triangle 0.
            return (Overlap::Coincident, Some([0, 0]));
        }
        let parted = is_near.then(|| parted_by_face([a, b], [pose_a, pose_b], &placement));
        match parted.flatten() {
            Some(Parted::Apart) => (Overlap::Apart, None),
            Some(Parted::Touching { dimension, pair }) => {
                (Overlap::Touching { dimension }, Some(pair))
            }
            None => self.overlap_by_search([a, b], [pose_a, pose_b]),
        }
    }

    /// The same of any bodies, by all pairs of triangles that meet.
    pub(super) fn overlap_by_search(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
    ) -> (Overlap, Option<[u32; 2]>) {
        let mut meetings = Vec::new();
        let mut pierced = None;
        if !self.bounds_disjoint([a, b], [pose_a, pose_b], 0.0) {
            let placement = Placement::new(pose_a, pose_b);
            let surfaces = || [a.boundary(), b.boundary()];
            let _ = self.search(a, b, &placement, SearchMode::All, |[i, j], _| {
                let (t, u) = (a.triangle(i), b.triangle(j));
                let meeting = meeting_of_pair(&t, &u, &placement);
                // An edge through the inside of a triangle has its ends on both sides of it.
                let may_pierce =
                    is_on_both_sides(meeting.over_a) || is_on_both_sides(meeting.over_b);
                if may_pierce && classify_triangles(&t, &u, &placement) == Contact::Proper {
                    let [of_a, of_b] = surfaces();
                    if bounds_something(of_a, i) && bounds_something(of_b, j) {
                        pierced = Some([i, j]);
                        return ControlFlow::Break(());
                    }
                }
                meetings.push(([i, j], meeting));
                ControlFlow::Continue(())
            });
        }
        if pierced.is_some() {
            return (Overlap::Cutting, pierced);
        }
        let pair = Placed { bodies: [a, b], poses: [pose_a, pose_b] };
        if meetings.is_empty() {
            return (pair.without_contact(), None);
        }
        let meetings = Meetings::new(meetings);
        let most = dimension(&meetings, |_| true);
        let largest = meetings.pairs().iter().find(|(_, meeting)| Some(meeting.dimension) == most);
        (pair.with_contacts(self, &meetings), largest.map(|(pair, _)| *pair))
    }
}

fn is_on_both_sides(over: [i8; 3]) -> bool {
    over.contains(&1) && over.contains(&-1)
}

/// Of a surface that is clear, does the triangle bound the solid? Of others all count.
fn bounds_something(surface: &Boundary, triangle: u32) -> bool {
    !surface.is_clear() || surface.front(triangle) != 0
}

struct Placed<'b> {
    bodies: [&'b Body; 2],
    poses: [&'b Pose; 2],
}

impl Placed<'_> {
    /// Of surfaces that do not meet.
    fn without_contact(&self) -> Overlap {
        let mut labels = Labels::default();
        for (n, m) in [(0, 1), (1, 0)] {
            for point in self.bodies[n].topology().component_points() {
                labels.piece(n, self.side(n, m, point));
            }
        }
        if !labels.has(0, Side::In) && !labels.has(1, Side::In) {
            return Overlap::Apart;
        }
        let surfaces = self.bodies.map(Body::boundary);
        if surfaces.iter().all(|surface| surface.is_clear()) {
            // The shells that bound something alone.
            labels = Labels::default();
            for (n, m) in [(0, 1), (1, 0)] {
                for shell in &surfaces[n].shells {
                    let point = self.bodies[n].triangle(shell[0])[0];
                    labels.piece(n, self.side(n, m, &point));
                }
            }
        }
        self.answer(&labels, None)
    }

    /// Is a point of one body, not on the other's surface, inside the other?
    fn side(&self, n: usize, m: usize, point: &Point3<f64>) -> Side {
        let is_in = self.bodies[m].contains(self.poses[m], point, self.poses[n]);
        if is_in { Side::In } else { Side::Out }
    }

    /// Of surfaces that meet, with no edge through a triangle.
    fn with_contacts(&self, query: &mut Query, meetings: &Meetings) -> Overlap {
        let surfaces = self.bodies.map(Body::boundary);
        if self.bodies.into_iter().all(has_no_area) {
            // Of segments and points none goes through another.
            let dimension = dimension(meetings, |_| true);
            let are_equal = self.coincide(meetings);
            return if are_equal { Overlap::Coincident } else { touching(dimension) };
        }
        for surface in surfaces {
            if let SurfaceKind::Unclear(why) = surface.kind {
                return if !self.some_plane_parts(meetings) {
                    Overlap::Undecided(why)
                } else if self.coincide(meetings) {
                    Overlap::Coincident
                } else {
                    touching(dimension(meetings, |_| true))
                };
            }
        }
        let mut labels = Labels::default();
        meetings.label(surfaces, &mut labels);
        for (n, m) in [(0, 1), (1, 0)] {
            if surfaces[m].is_solid()
                && let Err(triangle) = self.label_shells(query, [n, m], meetings, &mut labels)
            {
                return Overlap::Undecided(Unclear::Shell(triangle));
            }
        }
        let bounds = |[i, j]: [u32; 2]| surfaces[0].front(i) != 0 && surfaces[1].front(j) != 0;
        let dimension = dimension(meetings, bounds);
        let are_sheets = !surfaces.iter().any(|surface| surface.is_solid());
        if are_sheets && !labels.cross && self.coincide(meetings) {
            return Overlap::Coincident;
        }
        self.answer(&labels, dimension)
    }

    /// Is each triangle of either one of the other's?
    fn coincide(&self, meetings: &Meetings) -> bool {
        let pairs: Vec<[u32; 2]> = meetings.pairs().iter().map(|(pair, _)| *pair).collect();
        let ([a, b], [pose_a, pose_b]) = (self.bodies, self.poses);
        coincide(a, pose_a, b, pose_b, &pairs)
    }

    /// What the labels say; the surfaces touch in so many dimensions.
    fn answer(&self, labels: &Labels, dimension: Option<u8>) -> Overlap {
        let outside = touching(dimension);
        // What is unclear is taken as a surface.
        let solid = self.bodies.map(|body| body.require_closed().is_ok());
        match solid {
            [true, true] => match labels.of_solids() {
                (false, _) => outside,
                (true, [true, true]) => Overlap::Cutting,
                (true, [true, false]) => Overlap::Containing,
                (true, [false, true]) => Overlap::Contained,
                (true, [false, false]) => Overlap::Coincident,
            },
            [false, false] if labels.cross => Overlap::Cutting,
            [false, false] => outside,
            [of_a, _] => {
                let (sheet, holds) =
                    if of_a { (1, Overlap::Containing) } else { (0, Overlap::Contained) };
                match (labels.has(sheet, Side::In), labels.has(sheet, Side::Out)) {
                    (true, true) => Overlap::Cutting,
                    (true, false) => holds,
                    _ => outside,
                }
            }
        }
    }

    /// Labels the shells of a body that the other's surface meets in single points, or not at all.
    /// A triangle of a shell of which no point was found that tells is the error.
    fn label_shells(
        &self,
        query: &mut Query,
        [n, m]: [usize; 2],
        meetings: &Meetings,
        labels: &mut Labels,
    ) -> Result<(), u32> {
        let surface = self.bodies[n].boundary();
        let other = self.bodies[m].boundary();
        let mut has_segment = vec![false; surface.shells.len()];
        // Corners that may be on the other surface.
        let mut near: Vec<[u64; 3]> = Vec::new();
        let key = |point: &Point3<f64>| [point.x, point.y, point.z].map(|x| (x + 0.0).to_bits());
        for (pair, meeting) in meetings.pairs() {
            let Some(shell) = surface.shell_of(pair[n]) else { continue };
            if other.front(pair[m]) == 0 {
                continue;
            }
            has_segment[shell] |= meeting.dimension > 0;
            let over = if n == 0 { meeting.over_b } else { meeting.over_a };
            let corners = self.bodies[n].triangle(pair[n]);
            near.extend((0..3).filter(|&k| over[k] == 0).map(|k| key(&corners[k])));
        }
        if has_segment.iter().all(|&has| has) {
            return Ok(());
        }
        near.sort_unstable();
        let is_solid = self.bodies.map(|body| body.boundary().is_solid());
        for (members, _) in surface.shells.iter().zip(&has_segment).filter(|(_, has)| !**has) {
            if labels.is_all_known(is_solid) {
                return Ok(());
            }
            let corners = members.iter().flat_map(|&t| self.bodies[n].triangle(t));
            let mut off = corners.filter(|corner| near.binary_search(&key(corner)).is_err());
            let side = match off.next() {
                Some(corner) => self.side(n, m, &corner),
                None => self.side_of_middle(query, [n, m], members).ok_or(members[0])?,
            };
            labels.piece(n, side);
        }
        Ok(())
    }

    /// The side of a shell whose corners may all be on the other surface, by the middle of a
    /// triangle.
    ///
    /// *Proof.* A shell that the other surface meets in single points has no point of it near the
    /// middle of a triangle but with bad luck. The exact middle is within `off` of the rounded one,
    /// in the body's frame and, as a pose makes nothing longer than by 1e-4, within twice that in
    /// the world. If the rounded one is farther than that from the other surface, the way between
    /// the two meets it nowhere, so both are on one side. *End.*
    fn side_of_middle(
        &self,
        query: &mut Query,
        [n, m]: [usize; 2],
        members: &[u32],
    ) -> Option<Side> {
        /// Some roundings of sums of three coordinates.
        const PER_SIZE: f64 = 16.0 * f64::EPSILON;
        const MOST: usize = 64;
        members.iter().take(MOST).find_map(|&t| {
            let corners = self.bodies[n].triangle(t);
            let middle =
                Point3::from((corners[0].coords + corners[1].coords + corners[2].coords) / 3.0);
            let sizes = corners.iter().map(|corner| length_bound(&corner.coords));
            let off = sizes.sum::<f64>() * PER_SIZE + f64::MIN_POSITIVE;
            let point = self.poses[n].place(&middle);
            // Placing rounds too.
            let size = length_bound(&middle.coords) + length_bound(self.poses[n].translation());
            let all = 2.0 * off + size * PER_SIZE;
            let found = query.closest_point(self.bodies[m], self.poses[m], point.into()).ok()?;
            (found.lower > all).then(|| self.side(n, m, &middle))
        })
    }

    /// Does the plane of a triangle at a contact have all of A on one closed side and all of B on
    /// the other, or in it? Then no inner points are shared.
    fn some_plane_parts(&self, meetings: &Meetings) -> bool {
        const MOST: usize = 64;
        let flat = meetings.pairs().iter().filter(|(_, meeting)| meeting.dimension == 2);
        let others = meetings.pairs().iter().filter(|(_, meeting)| meeting.dimension != 2);
        flat.chain(others).take(MOST).any(|(pair, _)| {
            (0..2).any(|n| {
                let triangle = self.bodies[n].triangle(pair[n]);
                let sides = |m: usize| self.sides_of_plane(&triangle, n, m);
                let parts = |p: i8, q: i8| p != q || p == 0;
                !is_degenerate(&triangle)
                    && matches!((sides(0), sides(1)), (Some(p), Some(q)) if parts(p, q))
            })
        })
    }

    /// On which closed side of the plane of a triangle of body `n` all of body `m` is; 0 in the
    /// plane, and `None` on both sides.
    fn sides_of_plane(&self, plane: &[Point3<f64>; 3], n: usize, m: usize) -> Option<i8> {
        let mut found = 0;
        for vertex in self.bodies[m].mesh().vertices() {
            let side = plane_side(&(*vertex).into(), self.poses[m], plane, self.poses[n]);
            if side * found < 0 {
                return None;
            }
            found += if found == 0 { side } else { 0 };
        }
        Some(found)
    }
}

/// Is each triangle a segment or point?
fn has_no_area(body: &Body) -> bool {
    body.mesh().corners().all(|triangle| is_degenerate(&triangle))
}

/// Of what shares no inner points, and as a largest part one of so many dimensions.
fn touching(dimension: Option<u8>) -> Overlap {
    dimension.map_or(Overlap::Apart, |dimension| Overlap::Touching { dimension })
}

/// The dimension of the largest common part.
fn dimension(meetings: &Meetings, counts: impl Fn([u32; 2]) -> bool) -> Option<u8> {
    let counted = meetings.pairs().iter().filter(|(pair, _)| counts(*pair));
    counted.map(|(_, meeting)| meeting.dimension).max()
}
