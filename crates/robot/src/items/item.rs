//! Everything that can collide, as one list: the collision elements of all links, the parts of
//! attached bodies, then the parts of all other bodies of the world. What does not move is an
//! element of the root link, so that all pairs are of one kind.

use std::sync::Arc;

use obbtree_predicates::{Pose, UpperBound};

use crate::frames::Frame;
use crate::model::{BoundingSphere, Element, length};

/// One thing that can collide: a part of a body, which a link carries.
#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub(crate) element: Arc<Element>,
    /// The link that carries it; the root for what does not move.
    pub(crate) link: usize,
    /// Bodies that carry its body, from the link on, each in the frame of the one before.
    parents: Box<[Frame]>,
    /// The body in the frame of what carries it, and the part in the body's.
    frames: [Frame; 2],
    /// Of these frames: is it another one than the identity?
    counts: [bool; 2],
    /// In the link's frame.
    pub(crate) sphere: BoundingSphere,
    /// Of the lengths that are added where it is placed in its link's frame: what rounds is a
    /// share of these.
    pub(crate) placed: UpperBound,
    /// May the prisms of a cylinder stand for it? See `element`.
    pub(crate) uses_prisms: bool,
}

impl Item {
    /// A part of a link.
    pub(crate) fn of_link(element: &Arc<Element>, link: usize) -> Self {
        Self { uses_prisms: true, ..Self::new(element, link, &[Pose::identity()]) }
    }

    /// A part of a body in the frame of a link: the last of the poses is that of the body, those
    /// before it of what carries it, each in the frame of the one before.
    pub(crate) fn new(element: &Arc<Element>, link: usize, poses: &[Pose]) -> Self {
        /// Frames of rotations that were given with all their digits.
        const ROTATION: f64 = 1e-14;
        let identity = Pose::identity();
        let (body, parents) = poses.split_last().unwrap_or((&identity, &[]));
        let poses = [body, element.part.offset()];
        let frames = poses.map(Frame::from);
        let [of_body, of_part] = &frames;
        let counts = poses.map(|pose| !pose.is_identity());
        let sphere = match counts {
            [_, false] => in_frame(of_body, &element.sphere),
            [false, true] => in_frame(of_part, &element.sphere),
            [true, true] => in_frame(of_body, &in_frame(of_part, &element.sphere)),
        };
        let uses_prisms = parents.iter().chain(poses).all(|pose| pose.skew() <= ROTATION);
        let parents = parents.iter().filter(|pose| !pose.is_identity());
        let parents: Box<[Frame]> = parents.map(Frame::from).collect();
        let sphere = parents.iter().rfold(sphere, |sphere, frame| in_frame(frame, &sphere));
        Self {
            element: Arc::clone(element),
            link,
            counts,
            sphere,
            placed: element.sphere.reach() + translations(&frames) + translations(&parents),
            uses_prisms,
            parents,
            frames,
        }
    }

    /// [`Item::placed`]; of what is unbounded without its own size.
    pub(crate) fn placed_lengths(&self) -> UpperBound {
        let is_bounded = self.placed.get() < f64::INFINITY;
        if is_bounded {
            self.placed
        } else {
            translations(&self.frames) + translations(&self.parents)
        }
    }

    /// Its part in the frame of its link.
    pub(crate) fn frame(&self) -> Frame {
        let own = self.frames[0].times(&self.frames[1]);
        self.parents.iter().rfold(own, |own, frame| frame.times(&own))
    }

    /// How many bodies are between its own and the link.
    pub(crate) fn parents(&self) -> usize {
        self.parents.len()
    }

    /// Where it is if its link is there; `None` if that is beyond the range of poses.
    ///
    /// The product is that of [`Scene`](obbtree_scene::Scene): one body after the other, then the
    /// part.
    #[inline]
    pub(crate) fn pose(&self, link: &Frame) -> Option<Pose> {
        let mut frame = *link;
        for parent in &self.parents {
            frame = frame.times(parent);
        }
        for (own, counts) in self.frames.iter().zip(self.counts) {
            if counts {
                frame = frame.times(own);
            }
        }
        frame.to_pose().ok()
    }

    /// Is it the same part at the same place of the same link?
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.element, &other.element)
            && self.link == other.link
            && self.frames == other.frames
            && self.parents == other.parents
    }
}

fn translations(frames: &[Frame]) -> UpperBound {
    frames.iter().map(|frame| length(frame.translation())).sum()
}

/// Two items that are checked against each other.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ItemPair {
    /// The first one moves with the robot, or is of the root link.
    pub(crate) items: [usize; 2],
    /// Its group: the pair of bodies.
    pub(crate) group: usize,
    /// The two collide if they are at most so far apart.
    pub(crate) margin: f64,
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
///
/// *Of two frames*, that of a body and that of its part: the lemma holds of the part in the body's
/// frame with the rounded product of the link's and the body's frame for `L`, and then of this
/// sphere in the body's frame, whose centre is placed by that product. The computed place of a
/// centre is within `28 v m + 4 v |C|` of the exact one; that, and the two `8 v |C|`, are in what
/// the first [`PLACING`] has to spare, and in four times `8 v |C|`. So it is of more frames, one
/// after the other, each of which adds a [`PLACING`] and needs `8 v |C|` more: those who compare
/// spheres have that for hundreds.
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

/// A lower bound of how much farther apart two items' spheres are than `than`, where it is
/// positive; else they may be nearer than that. Not above 0 where a number is not finite.
///
/// *Lemma.* Centres are off by `8 v` of themselves, see [`in_frame`], their difference, its length
/// and the sums by some `8 v` of the sizes, `v = 2^-53`: [`GAP_REL_ERR`] is `2^13 v`. Where the
/// result is positive, `than` is no larger than the distance, so than the sizes. Squares that
/// underflow take less than 2^-535 from the distance or give it to it, which is in the radii.
/// *End.*
pub(crate) fn sphere_gap(items: [(&Frame, &Item); 2], than: f64) -> f64 {
    let [a, b] = items.map(|(link, item)| (link.place(item.sphere.center), item.sphere.radius));
    let away = [0, 1, 2].map(|k| a.0[k] - b.0[k]);
    let distance = away.iter().map(|x| x * x).sum::<f64>().sqrt();
    let size = a.0.iter().chain(&b.0).map(|x| x.abs()).sum::<f64>() + a.1 + b.1;
    distance - (a.1 + b.1) - (GAP_REL_ERR * size + than)
}

/// Of the sizes of two spheres, what their distance rounds.
const GAP_REL_ERR: f64 = 1.0 / (1_u64 << 40) as f64;
