//! The world of a checker: a scene in which the robot's links are bodies, and what of the other
//! bodies the links carry.

use std::sync::Arc;

use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_scene::{BodyId, Part, Scene, SceneError};

use crate::error::WorldError;
use crate::items::Item;
use crate::kinematics::Kinematics;
use crate::model::{Element, Robot};

/// A world with the links of a robot as bodies, where the configuration of zeros has them, and
/// these bodies by link. Pairs of links that the robot does not check are allowed to collide.
///
/// A link without collision elements is a body of one point that is not enabled: a frame, which can
/// carry other bodies.
pub(crate) fn with_links(robot: &Robot, world: &Scene) -> Result<(Scene, Vec<BodyId>), WorldError> {
    let mut world = world.clone();
    let poses = Kinematics::default().link_poses(robot, &robot.zero())?;
    let frame: Arc<[Part]> = [Part::new(Shape::point())].into();
    let mut bodies = Vec::new();
    for (link, pose) in robot.links.iter().zip(poses) {
        if world.id(&link.name).is_ok() {
            return Err(WorldError::LinkName(link.name.clone()));
        }
        let pose = Pose::try_from(pose)
            .map_err(|reason| SceneError::Pose { body: link.name.clone(), reason })?;
        let has_parts = !link.parts.is_empty();
        let parts = Arc::clone(if has_parts { &link.parts } else { &frame });
        let body = world.add(&link.name, parts, pose)?;
        world.set_enabled(body, has_parts)?;
        bodies.push(body);
    }
    let has_parts = |&link: &usize| !robot.links[link].parts.is_empty();
    let solid: Vec<usize> = (0..robot.links.len()).filter(has_parts).collect();
    for (n, &a) in solid.iter().enumerate() {
        for &b in &solid[n + 1..] {
            if robot.pairs.binary_search(&[a, b]).is_err() {
                world.allow(&robot.links[a].name, &robot.links[b].name);
            }
        }
    }
    Ok((world, bodies))
}

/// Are the links still bodies of a world that was changed, made of what they were, and carried by
/// joints alone? Bodies of which one carries the other are not checked. Those without collision
/// elements must not be enabled: the scene would count the point that stands for the frame.
pub(crate) fn check_links(
    robot: &Robot,
    [before, world]: [&Scene; 2],
    links: &[BodyId],
) -> Result<(), WorldError> {
    for (link, &body) in robot.links.iter().zip(links) {
        if !world.name(body).is_ok_and(|name| name == link.name) {
            return Err(WorldError::LinkRemoved(link.name.clone()));
        }
        if !Arc::ptr_eq(before.parts(body)?, world.parts(body)?) {
            return Err(WorldError::LinkParts(link.name.clone()));
        }
        if world.parent(body)?.is_some() {
            return Err(WorldError::LinkAttached(link.name.clone()));
        }
        if link.parts.is_empty() && world.is_enabled(body)? {
            return Err(WorldError::LinkWithoutElements(link.name.clone()));
        }
    }
    Ok(())
}

/// An enabled body of the world that is no link.
pub(crate) struct Other {
    pub(crate) body: BodyId,
    /// The link that carries it, directly or with others; the root if none does.
    pub(crate) link: usize,
    pub(crate) is_attached: bool,
    pub(crate) items: Vec<Item>,
}

/// Those that links carry, then the others; each ascending.
pub(crate) struct Others(pub(crate) Vec<Other>);

impl Others {
    /// Elements that are `known` of a body and these parts of it are taken over.
    pub(crate) fn of(
        world: &Scene,
        links: &[BodyId],
        root: usize,
        known: impl Fn(BodyId, &Arc<[Part]>) -> Vec<Arc<Element>>,
    ) -> Result<Self, SceneError> {
        let parents = parent_links(world, links)?;
        let mut others = Vec::new();
        for (body, parent) in parents {
            let (link, poses) = match parent {
                Some(link) => (link, in_link(world, body)?),
                None => (root, vec![*world.pose(body)?]),
            };
            let parts = world.parts(body)?;
            let mut known = known(body, parts).into_iter();
            let items = parts.iter().map(|part| {
                let element = known.next().unwrap_or_else(|| Arc::new(Element::of(part)));
                Item::new(&element, link, &poses)
            });
            let items = items.collect();
            others.push(Other { body, link, is_attached: parent.is_some(), items });
        }
        others.sort_by_key(|other| (!other.is_attached, other.body));
        Ok(Self(others))
    }

    /// Their places, ascending by body.
    pub(crate) fn by_id(&self) -> Vec<usize> {
        let mut places: Vec<usize> = (0..self.0.len()).collect();
        places.sort_by_key(|&n| self.0[n].body);
        places
    }
}

/// Where a body that a link carries is: from the link on, each pose in the frame of the one before,
/// the last that of the body. A scene composes them one after the other, and so does an item, with
/// the same bits.
fn in_link(world: &Scene, body: BodyId) -> Result<Vec<Pose>, SceneError> {
    let (mut poses, mut one) = (Vec::new(), body);
    while let (Some(offset), Some(parent)) = (world.offset(one)?, world.parent(one)?) {
        poses.push(*offset);
        one = parent;
    }
    poses.reverse();
    Ok(poses)
}

/// The enabled bodies that are no links, and by which link each is carried.
fn parent_links(
    world: &Scene,
    links: &[BodyId],
) -> Result<Vec<(BodyId, Option<usize>)>, SceneError> {
    let mut found = Vec::new();
    let numbers: std::collections::HashMap<BodyId, usize> =
        links.iter().enumerate().map(|(n, &body)| (body, n)).collect();
    for body in world.ids().filter(|body| !numbers.contains_key(body)) {
        if !world.is_enabled(body)? {
            continue;
        }
        let (mut above, mut link) = (world.parent(body)?, None);
        while let Some(parent) = above {
            link = numbers.get(&parent).copied();
            above = if link.is_some() { None } else { world.parent(parent)? };
        }
        found.push((body, link));
    }
    Ok(found)
}
