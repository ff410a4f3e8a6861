//! What all threads share: items, pairs, and what is disjoint of them beforehand.

use std::sync::Arc;

use super::disjointness::DisjointnessTables;
use super::items::{Group, Item, ItemPair, Obstacle, item_of, items_of, pairs_of};
use super::jacobian_bound::JacobianBound;
use super::motion_bound::Chains;
use crate::error::{CheckError, NothingChecked};
use crate::joint::JointKind;
use crate::robot::Robot;

/// What all threads share.
#[derive(Debug)]
pub(super) struct CheckerData {
    pub(super) robot: Arc<Robot>,
    pub(super) obstacles: Vec<Obstacle>,
    pub(super) items: Vec<Item>,
    pub(super) pairs: Vec<ItemPair>,
    pub(super) groups: Vec<Group>,
    /// By first and second item: the number of the pair, or `NO_PAIR`.
    pub(super) pair_of: Vec<u32>,
    /// For each item, where its row of masks begins: one for every sixteen items, a bit for each partner of a
    /// higher number.
    pub(super) masks: Vec<u16>,
    pub(super) jacobian: JacobianBound,
    /// Has the robot a joint with a quaternion, which can be of no length?
    pub(super) has_quaternions: bool,
    pub(super) chains: Chains,
    pub(super) disjoint: DisjointnessTables,
    /// `masks` without the pairs that are never close.
    pub(super) masks_in_range: Vec<u16>,
}

/// Where two items are no pair.
pub(super) const NO_PAIR: u32 = u32::MAX;

/// Items whose spheres one mask is about.
pub(super) const BLOCK: usize = 16;

impl CheckerData {
    /// Why there is no answer about a configuration; limits may count.
    pub(super) fn problem(&self, configuration: &[f64], limits: bool) -> Option<CheckError> {
        let of_limits = || self.robot.check_limits(configuration).err().filter(|_| limits);
        self.robot.check_placed(configuration).err().or_else(of_limits)
    }

    /// Why no pair is checked, if none is.
    pub(super) fn nothing_checked(&self) -> Option<NothingChecked> {
        let has_elements = self.robot.links().iter().any(|link| !link.elements().is_empty());
        match has_elements {
            _ if !self.pairs.is_empty() => None,
            true => Some(NothingChecked::NoPairs),
            false => Some(NothingChecked::NoElements),
        }
    }

    pub(super) fn new(robot: Arc<Robot>, obstacles: Vec<Obstacle>) -> Self {
        let mut items = items_of(&robot);
        let of_robot = items.len();
        items.extend(obstacles.iter().map(|obstacle| item_of(obstacle, robot.root)));
        let (pairs, groups) = pairs_of(&robot, &items, of_robot);
        let blocks = items.len().div_ceil(BLOCK);
        let mut pair_of = vec![NO_PAIR; items.len() * items.len()];
        let mut masks = vec![0; items.len() * blocks];
        for (n, pair) in pairs.iter().enumerate() {
            let [a, b] = pair.items;
            pair_of[a * items.len() + b] = n as u32;
            masks[a * blocks + b / BLOCK] |= 1 << (b % BLOCK);
        }
        let of_items: Vec<[usize; 2]> = pairs.iter().map(|pair| pair.items).collect();
        let jacobian = JacobianBound::of(&robot, &items, &of_items);
        let spheres = items.iter().map(|item| (item.link, item.sphere)).collect();
        let chains = Chains::new(&robot, spheres, of_items.into_iter());
        let disjoint = DisjointnessTables::of(&robot, &items, &pairs, &jacobian, &chains, of_robot);
        let has_quaternions =
            robot.joints().iter().any(|joint| joint.kind() == JointKind::Floating);
        let mut masks_in_range = masks.clone();
        for pair in pairs.iter().zip(&disjoint.never).filter(|(_, never)| **never).map(|(p, _)| p) {
            let [a, b] = pair.items;
            masks_in_range[a * blocks + b / BLOCK] &= !(1 << (b % BLOCK));
        }
        Self {
            robot,
            obstacles,
            items,
            pairs,
            groups,
            pair_of,
            masks,
            jacobian,
            has_quaternions,
            chains,
            disjoint,
            masks_in_range,
        }
    }
}
