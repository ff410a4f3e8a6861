//! What holds of every hierarchy.

use num_rational::BigRational;
use obbtree_cloud::{Block, PointCloud, WIDE};

/// The number itself.
fn exact(x: f64) -> BigRational {
    BigRational::from_float(x).expect("finite")
}

/// The places of the items, by a walk through all blocks.
pub(crate) fn places(cloud: &PointCloud) -> Vec<usize> {
    let blocks = 0..cloud.boxes(0).1;
    let of_block = |block: usize| {
        let members = cloud.members_of(Block { kind: 0, number: block as u32 });
        (0..WIDE).filter(move |slot| members >> slot & 1 == 1).map(move |slot| WIDE * block + slot)
    };
    blocks.flat_map(of_block).collect()
}

/// Is every item in the box of its block, and in those of the blocks that this is in, exactly? No
/// box reaches farther than the cloud says.
pub(crate) fn check_boxes(cloud: &PointCloud) {
    let from = cloud.origin();
    for place in places(cloud) {
        let [low, high] = cloud.cube(place).unwrap_or([cloud.point(place); 2]);
        let radius = if cloud.common_radius().is_some() { 0.0 } else { cloud.radius(place) };
        let mut n = place;
        for level in 0..cloud.levels() {
            n /= WIDE;
            let (boxes, count) = cloud.boxes(level);
            assert!(n < count);
            let (of, slot) = (&boxes[n / WIDE], n % WIDE);
            let mut reach = 0.0;
            for k in 0..3 {
                let center = exact(from[k]) + exact(f64::from(of.center[k][slot]));
                let half = exact(f64::from(of.half[k][slot]));
                assert!(exact(low[k]) - exact(radius) >= center.clone() - half.clone());
                assert!(exact(high[k]) + exact(radius) <= center + half);
                reach += f64::from(of.center[k][slot].abs()) + f64::from(of.half[k][slot]);
            }
            assert!(reach <= cloud.size());
        }
        assert_eq!(n / WIDE, 0, "one block is at the top");
    }
}
