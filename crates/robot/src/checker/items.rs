//! Everything that can collide, as one list: the collision elements of all links, then the obstacles. An
//! obstacle is an element of the root, so that all pairs are of one kind.

use std::collections::BTreeMap;

use obbtree_collider::{Body, Shape};
use obbtree_predicates::{Pose, UpperBound};

use crate::components::smallest_component;
use crate::frame::Frame;
use crate::part::{BoundingSphere, Part, length};
use crate::robot::Robot;

/// A thing in the robot's world that does not move.
#[derive(Clone, Debug)]
pub struct Obstacle {
    /// Its name, for answers.
    pub name: String,
    /// Its geometry.
    pub part: Part,
    /// Where it is, in the frame of the robot's root link.
    pub pose: Pose,
}

impl Obstacle {
    /// A mesh at its own coordinates in the frame of the robot's root link.
    #[must_use]
    pub fn mesh(name: impl Into<String>, body: Body) -> Self {
        Self { name: name.into(), part: Part::Mesh(body), pose: Pose::identity() }
    }
}

/// One thing that can collide.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) link: usize,
    pub(super) part: Part,
    /// In the link's frame.
    pub(super) frame: Frame,
    pub(super) is_at_link: bool,
    /// In the link's frame.
    pub(super) sphere: BoundingSphere,
    /// Of the lengths that are added where it is placed in its link's frame: what rounds is a
    /// share of these.
    pub(super) placed: UpperBound,
    /// The surface of a box.
    pub(super) hull: Option<Body>,
    /// Prisms within a cylinder and around it.
    pub(super) prisms: Option<[Shape; 2]>,
    /// Of a mesh, the size of its smallest component: nothing with a smaller diameter contains one. Of a shape, its
    /// diameter, or infinity.
    pub(super) size: f64,
}

impl Item {
    /// The surface of a box that is too small to contain a component of the mesh, so that the two meet if and only
    /// if their surfaces do.
    pub(super) fn surface_beside(&self, mesh: &Self) -> Option<&Body> {
        /// What poses with a skew can stretch, and rounding.
        const STRETCH: f64 = 1.0 + 1.0 / 1024.0;
        self.hull.as_ref().filter(|_| self.size * STRETCH < mesh.size)
    }
}

fn size_of(part: &Part, sphere: &BoundingSphere) -> f64 {
    match part {
        Part::Mesh(body) => smallest_component(body),
        Part::Shape(_) => 2.0 * sphere.radius,
    }
}

/// Two items that are checked against each other.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemPair {
    pub(super) items: [usize; 2],
    /// Its group: the pair of links, or of link and obstacle.
    pub(super) group: usize,
}

/// What pairs of items belong to together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Links([usize; 2]),
    /// A link and an obstacle.
    Scene([usize; 2]),
}

pub(super) fn items_of(robot: &Robot) -> Vec<Item> {
    let of_link = |(link, l): (usize, &crate::robot::Link)| {
        let item = move |e: &crate::part::Element| Item {
            link,
            part: e.part.clone(),
            frame: e.frame,
            is_at_link: e.origin.is_identity(),
            sphere: in_frame(&e.frame, &e.sphere),
            placed: e.sphere.reach() + length(e.frame.translation()),
            hull: e.hull.clone(),
            prisms: e.prisms.clone(),
            size: size_of(&e.part, &e.sphere),
        };
        l.elements.iter().map(item).collect::<Vec<_>>()
    };
    robot.links.iter().enumerate().flat_map(of_link).collect()
}

/// An obstacle, which the root carries.
pub(super) fn item_of(obstacle: &Obstacle, root: usize) -> Item {
    let (frame, sphere) = (Frame::from(&obstacle.pose), sphere_of(&obstacle.part));
    Item {
        link: root,
        part: obstacle.part.clone(),
        frame,
        is_at_link: obstacle.pose.is_identity(),
        sphere: in_frame(&frame, &sphere),
        placed: sphere.reach() + length(frame.translation()),
        hull: None,
        prisms: None,
        size: size_of(&obstacle.part, &sphere),
    }
}

/// Pairs of the robot's own items first, by links; then those with obstacles.
pub(super) fn pairs_of(
    robot: &Robot,
    items: &[Item],
    of_robot: usize,
) -> (Vec<ItemPair>, Vec<Group>) {
    let mut by_link: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (n, item) in items[..of_robot].iter().enumerate() {
        by_link.entry(item.link).or_default().push(n);
    }
    let (mut pairs, mut groups) = (Vec::new(), Vec::new());
    for &[a, b] in &robot.pairs {
        for &of_a in &by_link[&a] {
            let pair = |&of_b: &usize| ItemPair { items: [of_a, of_b], group: groups.len() };
            pairs.extend(by_link[&b].iter().map(pair));
        }
        groups.push(Group::Links([a, b]));
    }
    for (&link, of_link) in &by_link {
        for obstacle in of_robot..items.len() {
            let group = groups.len();
            pairs.extend(of_link.iter().map(|&item| ItemPair { items: [item, obstacle], group }));
            groups.push(Group::Scene([link, obstacle - of_robot]));
        }
    }
    (pairs, groups)
}

/// What has no end is within a sphere without end, so that it is always pair_collides.
fn sphere_of(part: &Part) -> BoundingSphere {
    match part {
        Part::Mesh(body) => BoundingSphere::of_body(body),
        Part::Shape(shape) => match shape.bounding_sphere() {
            Some((center, radius)) => BoundingSphere { center, radius },
            None => BoundingSphere { center: [0.0; 3], radius: f64::INFINITY },
        },
    }
}

/// Added to the radius of each sphere: more than what underflows where distances from its centre
/// are computed. Squares that underflow are off by less than 2^-1073, the root of a sum of them by
/// less than 2^-535; products of lengths by less than 2^-1060 in all.
const UNDERFLOW: f64 = f64::from_bits((1023 - 500) << 52);

/// A sphere of an element, in the link's frame.
///
/// *Lemma.* Let `P` be the rounded product of a link's frame `L` and the item's frame `F`, a valid
/// pose, and `C` the computed place of this sphere's centre, `L c` rounded. Every point of the
/// item under `P` is within this radius and `8 v |C|` of `C`, `v = 2^-53`; those who compare
/// spheres bound the latter. *Proof.* A valid pose makes nothing longer than by `1 + 5e-5`, so
/// points of the part, within `r0` of `c0`, are within [`STRETCH`]` r0` of `P c0`. With `m` the
/// largest coordinate of `c0` and `c`, translations of `F` are at most `3.5 m`, those of `L` at
/// most `|C| + 1.8 m`. Entries of the product's rotation are off by `3.01 v`, so `P c0` by
/// `16 v m`; its translation by `32 v m + 4 v |C|`; `c`, the place of `c0`, by `35 v m`; and `C`
/// by `28 v m + 4 v |C|`. That is `111 v m` in all, and [`PLACING`] is `512 v`. [`UNDERFLOW`] is
/// more than all that underflows. *End.*
fn in_frame(frame: &Frame, sphere: &BoundingSphere) -> BoundingSphere {
    const STRETCH: f64 = 1.0 + 1.0 / 16384.0;
    const PLACING: f64 = 1.0 / (1_u64 << 44) as f64;
    let center = frame.place(sphere.center);
    let size = center.iter().chain(&sphere.center).fold(0.0_f64, |most, x| most.max(x.abs()));
    let radius = UpperBound::from(sphere.radius) * UpperBound::from(STRETCH)
        + UpperBound::from(size) * UpperBound::from(PLACING)
        + UpperBound::from(UNDERFLOW);
    BoundingSphere { center, radius: radius.get() }
}
