//! Poses of one body against another at given gaps: it comes in along a random direction in a
//! random orientation until the two meet, found by bisection, and is moved on from there.

use nalgebra::Vector3;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_tests::shapes::{isometry, random, vector};

use super::patches::size;
use super::{Set, b_at, percent, pose};

/// First contact is found to this share of both sizes.
const ACCURACY: f64 = 1e-12;
/// Directions that are tried for one pose: bodies with holes can pass through each other.
const MOST_TRIES: usize = 50;

/// A set for each gap, a share of A's size along the direction of approach, negative inside. The
/// same `count` directions serve all gaps.
pub(super) fn approaches(a: &Mesh, b: &Mesh, gaps: &[f64], count: usize, seed: u64) -> Vec<Set> {
    let mut random = random(4 * seed); // seeds that differ in two bits only give one stream
    let mut bodies = Bodies::new(a, b);
    let ways = (0..MOST_TRIES * count).filter_map(|_| {
        let rotation = isometry(&mut random, 0.0).rotation.to_rotation_matrix().into_inner();
        bodies.contact(rotation, vector(&mut random).normalize())
    });
    let ways: Vec<Contact> = ways.take(count).collect();
    assert_eq!(ways.len(), count, "the bodies hardly ever meet");
    let a_size = size(a);
    let at = |gap: f64| b_at(ways.iter().map(move |way| way.at(gap * a_size)));
    gaps.iter().map(|&gap| Set { name: percent(gap), poses: at(gap), meets: None }).collect()
}

/// Where B meets A first on its way, or rather is free for the last time.
struct Contact {
    rotation: nalgebra::Matrix3<f64>,
    place: Vector3<f64>,
    outwards: Vector3<f64>,
}

impl Contact {
    fn at(&self, distance: f64) -> Pose {
        pose(self.rotation, self.place + distance * self.outwards)
    }
}

struct Bodies {
    a: Body,
    b: Body,
    query: Query,
    centers: [Vector3<f64>; 2],
    /// Apart by so much they are free whatever their orientation.
    reach: f64,
}

impl Bodies {
    fn new(a: &Mesh, b: &Mesh) -> Self {
        Self {
            a: Body::new(a.clone()),
            b: Body::new(b.clone()),
            query: Query::new(),
            centers: [a, b].map(|mesh| mesh.report().bounds.center().coords),
            reach: size(a) + size(b),
        }
    }

    /// `None` if the bodies do not meet with one middle on the other.
    fn contact(
        &mut self,
        rotation: nalgebra::Matrix3<f64>,
        outwards: Vector3<f64>,
    ) -> Option<Contact> {
        let target = self.centers[0] - rotation * self.centers[1];
        let mut meets = |distance: f64| {
            let at = pose(rotation, target + distance * outwards);
            self.query.collide(&self.a, &Pose::identity(), &self.b, &at)
        };
        if !meets(0.0) {
            return None;
        }
        let (mut inside, mut outside) = (0.0, self.reach);
        while outside - inside > ACCURACY * self.reach {
            let middle = 0.5 * (inside + outside);
            if meets(middle) { inside = middle } else { outside = middle }
        }
        Some(Contact { rotation, place: target + outside * outwards, outwards })
    }
}
