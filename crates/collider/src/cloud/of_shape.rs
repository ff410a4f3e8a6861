//! A shape: one item; one with a core in the box of that.

use nalgebra::{Matrix3, Point3, Vector3};
use obbtree_cloud::{Found, PlacedBox, PlacedPoint, Region, WIDE};
use obbtree_predicates::{Placement, Pose, RoundedDistance};
use obbtree_simd::Lanes;

use super::frame::{Frame, narrow};
use super::item::Item;
use super::others::{Bounds, ItemNumber, Others, Side};
use crate::body::Body;
use crate::distance::Distance;
use crate::query::Query;
use crate::shape::{Shape, ShapeKind, box_closer_than, fast_closer_than};

/// Items of a cloud as shapes, beside a shape: a point as a sphere, a cube as the box that it is.
pub(super) struct Items<'a> {
    pub(super) query: &'a mut Query,
    pub(super) side: Side<'a>,
    pub(super) shape: &'a Shape,
    pub(super) poses: [&'a Pose; 2],
}

impl Items<'_> {
    fn sphere(&self, place: usize) -> ShapeKind {
        let Side { cloud, .. } = self.side;
        ShapeKind::Sphere { center: cloud.point(place), radius: cloud.radius(place) }
    }

    fn shape_at(&self, place: usize) -> Shape {
        let shape = match self.side.cloud.cube(place) {
            None => Shape::new(self.sphere(place)),
            Some(corners) => Shape::between(corners),
        };
        shape.expect("the numbers of a cloud are checked")
    }

    /// Is an item within a tolerance of the shape?
    pub(super) fn within(&mut self, place: usize, tolerance: f64) -> bool {
        let (kind, [pose, pose_shape]) = (self.shape.kind(), self.poses);
        let fast = match self.side.cloud.cube(place) {
            None => fast_closer_than(&self.sphere(place), pose, kind, pose_shape, tolerance),
            Some(corners) => box_closer_than(corners, pose, kind, pose_shape, tolerance),
        };
        fast.unwrap_or_else(|| {
            let own = self.shape_at(place);
            self.query.shapes_closer_than([&own, self.shape], self.poses, tolerance)
        })
    }

    pub(super) fn distance(&mut self, place: usize) -> Distance {
        let own = self.shape_at(place);
        let [pose, pose_shape] = self.poses;
        let found = self.query.distance_of_shapes(&own, pose, self.shape, pose_shape);
        self.numbered(found, place)
    }

    /// With the number of the item.
    fn numbered(&self, mut found: Distance, place: usize) -> Distance {
        found.cloud_points[0] = Some(self.side.cloud.number(place));
        found
    }
}

/// A shape beside a cloud: one item in a region of any kind.
pub(super) struct OfOne<'a, R, L> {
    items: Items<'a>,
    region: R,
    sphere: Option<Sphere>,
    /// See [`Others::limit_sq`].
    limit_sq: L,
}

/// A sphere beside points, which are spheres too.
struct Sphere {
    item: Item,
    placement: Placement,
}

/// What is known of the distance of a pair.
pub(super) enum PairDistance {
    Whole(Distance),
    /// Of two spheres: of their middles.
    Middles(RoundedDistance),
    /// Of a box and a sphere: its bounds only.
    Bounds,
}

impl<'a, R: Region, L: Fn(f64) -> f32> OfOne<'a, R, L> {
    pub(super) fn new(items: Items<'a>, region: R, limit_sq: L) -> Self {
        Self { items, region, sphere: None, limit_sq }
    }

    /// The two as spheres, if they are.
    fn spheres(&self, place: usize) -> Option<(Item, &Sphere)> {
        let cloud = self.items.side.cloud;
        let sphere = self.sphere.as_ref().filter(|_| cloud.cube(place).is_none())?;
        Some((Item::of(cloud, place), sphere))
    }
}

/// A shape that has a core, in the box of that.
pub(super) fn of_shape<'a>(
    items: Items<'a>,
    core: &'a Body,
) -> OfOne<'a, PlacedBox, impl Fn(f64) -> f32 + use<>> {
    let Items { side, poses, .. } = &items;
    let root = core.tree().root_box();
    let axes = Matrix3::from_fn(|k, i| root.axes[k][i]);
    let half = Vector3::new(root.half[0], root.half[1], root.half[2]);
    let frame = Frame::new(side.cloud, *poses, root.center, half.sum());
    let region = frame.place_box(&axes, &Vector3::zeros(), &half);
    let limit_sq = limit_sq(&items, &frame);
    OfOne::new(items, region, limit_sq)
}

/// A sphere, by its centre.
pub(super) fn of_sphere(
    items: Items<'_>,
    center: [f64; 3],
) -> OfOne<'_, PlacedPoint, impl Fn(f64) -> f32 + use<>> {
    let frame = Frame::new(items.side.cloud, items.poses, center, 0.0);
    let region = PlacedPoint(narrow(&frame.place(&Vector3::zeros())));
    let limit_sq = limit_sq(&items, &frame);
    let item = Item::Rounded([center.into(); 3], items.shape.most_radius());
    let sphere = Some(Sphere { item, placement: frame.placement });
    OfOne { items, region, sphere, limit_sq }
}

/// See [`Others::limit_sq`].
fn limit_sq(items: &Items<'_>, frame: &Frame) -> impl Fn(f64) -> f32 + use<> {
    // Of the points, if it is one, and of the shape around its core.
    let radius = items.side.cloud.common_radius().unwrap_or(0.0) + items.shape.most_radius();
    let slack = frame.slack;
    move |tolerance| slack.threshold(tolerance + radius).square()
}

impl<R: Region, L: Fn(f64) -> f32> Others for OfOne<'_, R, L> {
    type Part = ();
    type Region = R;
    type Candidate = PairDistance;

    fn root(&self) -> ((), R) {
        ((), self.region)
    }

    fn limit_sq(&self, tolerance: f64) -> f32 {
        (self.limit_sq)(tolerance)
    }

    fn is_divisible(&self, (): ()) -> bool {
        false
    }

    fn divide(&mut self, (): (), _: impl FnMut((), R)) {}

    #[inline(always)]
    fn gaps_sq<S: Lanes>(&mut self, simd: S, found: &Found<'_, ()>) -> Option<[f32; WIDE]> {
        Some(self.items.side.cloud.near_points(simd, found.block, self.region, f32::INFINITY).1)
    }

    fn within(&mut self, place: usize, (): (), tolerance: f64) -> bool {
        self.items.within(place, tolerance)
    }

    fn certainly_meets(&mut self, place: usize, (): (), known: Bounds) -> bool {
        match self.sphere {
            Some(_) => self.within(place, (), 0.0),
            None => known.upper <= 0.0,
        }
    }

    fn candidate(&mut self, place: usize, (): ()) -> (Bounds, PairDistance) {
        if let Some((point, sphere)) = self.spheres(place) {
            let (bounds, found) = point.bounds(&sphere.item, &sphere.placement);
            return (bounds, PairDistance::Middles(found));
        }
        if let (Some(sphere), Some(ends)) = (&self.sphere, self.items.side.cloud.cube(place)) {
            let bounds = sphere.item.bounds_beside_box(&ends.map(Point3::from), &sphere.placement);
            return (bounds, PairDistance::Bounds);
        }
        let found = self.items.distance(place);
        (Bounds { lower: found.lower, upper: found.upper }, PairDistance::Whole(found))
    }

    fn refined(&mut self, place: usize, (): (), of: &PairDistance) -> Distance {
        match (of, self.spheres(place)) {
            (PairDistance::Middles(of), Some((point, sphere))) => {
                let found = point.refined(&sphere.item, &sphere.placement, of);
                self.items.numbered(found.into(), place)
            }
            (PairDistance::Whole(found), _) => *found,
            (PairDistance::Bounds, _) => self.items.distance(place),
            (PairDistance::Middles(_), None) => unreachable!("both are spheres"),
        }
    }

    fn number(&self, (): ()) -> ItemNumber {
        ItemNumber::Shape
    }
}

/// The middle of a point, in the world, rounded.
pub(super) fn placed(side: &Side<'_>, place: usize, pose: &Pose) -> Point3<f64> {
    pose.place(&Point3::from(side.cloud.point(place)))
}
