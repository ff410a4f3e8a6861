//! Which points of a cloud are inside a closed mesh?
//!
//! A box that the surface does not reach is on one side of it, and any point in it tells on which.
//! So blocks are descended only where the surface is.

use std::ops::{ControlFlow, Range};

use nalgebra::Point3;
use obbtree_cloud::{Block, Found, PlacedBox, Target, WIDE, Walk, WalkMemory};
use obbtree_predicates::Pose;
use obbtree_query::interrupt::pause_at;
use obbtree_simd::Lanes;

use super::of_mesh::OfMesh;
use super::others::{Others, Side};
use super::parts::MeshPart;
use crate::body::Body;

/// Calls back with the places of points that are inside, until it breaks off. Of points on the
/// surface nothing is said: they may be among these or not.
pub(super) fn for_each_inside(
    side: Side<'_>,
    body: &Body,
    poses @ [pose, pose_body]: [&Pose; 2],
    memory: &mut WalkMemory<MeshPart, PlacedBox>,
    mut on_places: impl FnMut(Range<usize>) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if body.require_closed().is_err() {
        return ControlFlow::Continue(());
    }
    let cloud = side.cloud;
    let is_inside =
        |place: usize| body.contains(pose_body, &Point3::from(cloud.point(place)), pose);
    let mut others = OfMesh::new(side, body, poses);
    let (root, region) = others.root();
    let limit_sq = others.limit_sq(0.0);
    let mut waiting = vec![cloud.root()];
    let mut looked_at = 0;
    while let Some(block) = waiting.pop() {
        pause_at(looked_at);
        looked_at += 1;
        let mut members = |as_whole: bool| {
            let mut target = Members { others: &mut others, limit_sq, as_whole, near: 0 };
            let walk = Walk { cloud, target: &mut target, memory };
            let _ = walk.of_block(block, root, region, side.level);
            target.near
        };
        // What is beyond the box around the mesh is outside.
        let mut left = members(true);
        let near = members(false);
        while left != 0 {
            let member = left.trailing_zeros();
            left &= left - 1;
            let number = WIDE as u32 * block.number + member;
            if block.kind > 0 && near >> member & 1 == 1 {
                waiting.push(Block { kind: block.kind - 1, number });
                continue;
            }
            // Where the points of the member are, unless the cloud ends before.
            let count = WIDE.pow(block.kind);
            let first = number as usize * count;
            let places = first..(first + count).min(WIDE * cloud.boxes(0).1);
            // In blocks of a cloud that was changed not all slots are taken.
            let of_block = |block: usize| {
                let taken = cloud.members_of(Block { kind: 0, number: block as u32 });
                let taken = if block == first / WIDE { taken >> (first % WIDE) } else { taken };
                (taken != 0).then(|| (WIDE * block).max(first) + taken.trailing_zeros() as usize)
            };
            let one = (first / WIDE..places.end.div_ceil(WIDE)).find_map(of_block);
            if one.is_some_and(&is_inside) {
                on_places(places)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Which members of a block are near the mesh, or near the box around it?
struct Members<'s, 'a> {
    others: &'s mut OfMesh<'a>,
    limit_sq: f32,
    as_whole: bool,
    near: u32,
}

impl Target for Members<'_, '_> {
    type Part = MeshPart;
    type Region = PlacedBox;

    fn limit_sq(&self) -> f32 {
        self.limit_sq
    }

    fn is_divisible(&self, part: MeshPart) -> bool {
        !self.as_whole && self.others.is_divisible(part)
    }

    #[inline(always)]
    fn divide(&mut self, part: MeshPart, put: impl FnMut(MeshPart, PlacedBox)) {
        self.others.divide(part, put);
    }

    fn meet<S: Lanes>(&mut self, _: S, found: Found<'_, MeshPart>) -> ControlFlow<()> {
        self.near |= found.slots;
        ControlFlow::Continue(())
    }
}
