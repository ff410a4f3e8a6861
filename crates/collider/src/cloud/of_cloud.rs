//! Another cloud, by its boxes and points.

use nalgebra::{Matrix3, Vector3};
use obbtree_cloud::{Block, PlacedBox, PointCloud, WIDE};
use obbtree_predicates::{Pose, RoundedDistance};

use super::frame::Frame;
use super::item::Item;
use super::others::{Bounds, ItemNumber, Others, Side};
use super::parts::CloudPart;
use crate::distance::Distance;

/// A cloud beside another.
pub(super) struct OfCloud<'a> {
    side: Side<'a>,
    other: &'a PointCloud,
    frame: Frame,
    /// What points have in common as the sum of their radii; those of clouds whose points each
    /// have their own are in boxes.
    common_radius: f64,
}

impl<'a> OfCloud<'a> {
    /// Poses of both.
    pub(super) fn new(side: Side<'a>, other: &'a PointCloud, poses: [&Pose; 2]) -> Self {
        let frame = Frame::new(side.cloud, poses, other.origin(), other.size());
        let common = [side.cloud, other].map(|cloud| cloud.common_radius().unwrap_or(0.0));
        Self { side, other, frame, common_radius: common[0] + common[1] }
    }

    fn pair(&self, place: usize, item: CloudPart) -> ([Item; 2], usize) {
        let place_in_other = match item {
            CloudPart::Point(place) => place as usize,
            CloudPart::Block(_) => 0,
        };
        let items = [Item::of(self.side.cloud, place), Item::of(self.other, place_in_other)];
        (items, place_in_other)
    }
}

impl Others for OfCloud<'_> {
    type Part = CloudPart;
    type Region = PlacedBox;
    type Candidate = RoundedDistance;

    fn root(&self) -> (CloudPart, PlacedBox) {
        let half = Vector3::repeat(self.other.size());
        let region = self.frame.place_box(&Matrix3::identity(), &Vector3::zeros(), &half);
        (CloudPart::Block(self.other.root()), region)
    }

    fn limit_sq(&self, tolerance: f64) -> f32 {
        self.frame.slack.threshold(tolerance + self.common_radius).square()
    }

    #[inline(always)]
    fn is_divisible(&self, part: CloudPart) -> bool {
        matches!(part, CloudPart::Block(_))
    }

    #[inline(always)]
    fn divide(&mut self, part: CloudPart, mut put: impl FnMut(CloudPart, PlacedBox)) {
        let CloudPart::Block(block) = part else { return };
        let origin = Vector3::from(self.other.origin());
        let mut left = self.other.members_of(block);
        while left != 0 {
            let member = left.trailing_zeros() as usize;
            left &= left - 1;
            let number = WIDE * block.number as usize + member;
            if block.kind == 0 {
                let point = Vector3::from(self.other.point(number)) - origin;
                // A point with a radius of its own is a box, as a cube is.
                let half = Vector3::repeat(match self.other.common_radius() {
                    Some(_) => 0.0,
                    None => self.other.half_in_frame(number),
                });
                let region = self.frame.place_box(&Matrix3::identity(), &point, &half);
                put(CloudPart::Point(number as u32), region);
            } else {
                let boxes = &self.other.boxes(block.kind as usize - 1).0[block.number as usize];
                let of = |numbers: &[[f32; WIDE]; 3]| {
                    Vector3::from([0, 1, 2].map(|k| f64::from(numbers[k][member])))
                };
                let (center, half) = (of(&boxes.center), of(&boxes.half));
                let region = self.frame.place_box(&Matrix3::identity(), &center, &half);
                let below = Block { kind: block.kind - 1, number: number as u32 };
                put(CloudPart::Block(below), region);
            }
        }
    }

    fn within(&mut self, place: usize, item: CloudPart, tolerance: f64) -> bool {
        let ([a, b], _) = self.pair(place, item);
        a.is_within(&b, &self.frame.placement, tolerance)
    }

    fn candidate(&mut self, place: usize, item: CloudPart) -> (Bounds, RoundedDistance) {
        let ([a, b], _) = self.pair(place, item);
        a.bounds(&b, &self.frame.placement)
    }

    fn refined(&mut self, place: usize, item: CloudPart, of: &RoundedDistance) -> Distance {
        let ([a, b], place_in_other) = self.pair(place, item);
        let mut distance = Distance::from(a.refined(&b, &self.frame.placement, of));
        let numbers = [self.side.cloud.number(place), self.other.number(place_in_other)];
        distance.cloud_points = numbers.map(Some);
        distance
    }

    fn number(&self, item: CloudPart) -> ItemNumber {
        match item {
            CloudPart::Point(place) => ItemNumber::Point(self.other.number(place as usize)),
            CloudPart::Block(_) => ItemNumber::Shape,
        }
    }
}
