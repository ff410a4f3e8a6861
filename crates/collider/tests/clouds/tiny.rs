//! Sizes of which the squares of lengths underflow.

use obbtree_collider::{Collider, PointCloud, Query, Voxels};
use obbtree_predicates::Pose;

#[test]
fn voxels_whose_squares_underflow_meet_only_what_is_there() {
    let (here, mut query) = (Pose::identity(), Query::new());
    for side in [1e-150, 1e-160, 1e-165, 1e-200, 1e-250] {
        let voxels: Collider = Voxels::from_cells(&[[0, 0, 0]], [0.0; 3], side).unwrap().into();
        // A sphere whose surface is one and a half sides away from the cell.
        let middle = [3.0 * side, 0.5 * side, 0.5 * side];
        let sphere: Collider = PointCloud::new(&[middle], 0.5 * side).unwrap().into();
        assert!(!query.collide(&voxels, &here, &sphere, &here), "{side}");
        assert!(!query.collide(&sphere, &here, &voxels, &here), "{side}");
        for (a, b) in [(&voxels, &sphere), (&sphere, &voxels)] {
            let found = query.distance(a, &here, b, &here);
            assert!(found.lower <= 1.5 * side && 1.5 * side <= found.upper, "{side} {found:?}");
            assert!(found.upper < 1.6 * side, "{side} {found:?}");
        }
        let away = Pose::from_translation([10.0 * side, 0.0, 0.0]).unwrap();
        for (tolerance, is_close) in [(1e-5, false), (8.5, false), (9.5, true)] {
            let close = query.closer_than(&voxels, &here, &voxels, &away, tolerance * side);
            assert_eq!(close, is_close, "{side} {tolerance}");
        }
    }
}
