//! What all threads share: items, pairs, and what is known of them beforehand.

use std::sync::Arc;

use super::items::{Group, Item, ItemPair, Obstacle, item_of, items_of, pairs_of};
use super::known::Known;
use super::reach::Reach;
use super::turns::Chains;
use crate::part::Ball;
use crate::robot::Robot;

/// What all threads share.
#[derive(Debug)]
pub(super) struct Plan {
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
    pub(super) reach: Reach,
    pub(super) chains: Chains,
    pub(super) known: Known,
    /// `masks` without the pairs that are never close.
    pub(super) masks_in_range: Vec<u16>,
}

/// Where two items are no pair.
pub(super) const NO_PAIR: u32 = u32::MAX;

/// Items whose balls one mask is about.
pub(super) const BLOCK: usize = 16;

impl Plan {
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
        let ends: Vec<[(usize, Ball); 2]> = pairs
            .iter()
            .map(|pair| pair.items.map(|item| (items[item].link, items[item].ball)))
            .collect();
        let reach = Reach::of(&robot, &ends);
        let balls = items.iter().map(|item| (item.link, item.ball)).collect();
        let chains = Chains::new(&robot, balls, pairs.iter().map(|pair| pair.items));
        let known = Known::of(&robot, &items, &pairs, &reach, &chains, of_robot);
        let mut masks_in_range = masks.clone();
        for pair in pairs.iter().zip(&known.never).filter(|(_, never)| **never).map(|(p, _)| p) {
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
            reach,
            chains,
            known,
            masks_in_range,
        }
    }
}
