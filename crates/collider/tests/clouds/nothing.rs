//! A cloud without points, and voxels of which none is occupied, meet nothing.

use nalgebra::Vector3;
use obbtree_collider::{
    Body, Camera, Collider, DistanceOptions, Linear, ManifoldOptions, PointCloud, Query, Screw,
    Shape, Sweep, SweepOptions, Voxels,
};
use obbtree_predicates::Pose;
use rand::SeedableRng as _;
use rand_pcg::Pcg64Mcg;

use crate::solids::shape;
use crate::support::{cloud, cube, place, soup};

/// Each way in which there can be nothing.
fn nothings() -> Vec<Collider> {
    let camera = Camera::new([1.0; 2], [0.0; 2]);
    let many: Vec<[f64; 3]> = (0..3000).map(|n| [0.01 * f64::from(n), 0.1, 0.0]).collect();
    let radii: Vec<f64> = many.iter().map(|point| point[0]).collect();
    let mut emptied = PointCloud::with_radii(&many, &radii).expect("finite");
    let numbers: Vec<u32> = (0..3000).collect();
    assert_eq!(emptied.remove(&numbers), Ok(3000));
    let mut freed = Voxels::from_cells(&[[0, 1, 2], [5, 5, 5]], [0.0; 3], 0.5).expect("cells");
    assert_eq!(freed.set(&[[0, 1, 2], [5, 5, 5]], false), Ok(2));
    vec![
        PointCloud::new::<f64>(&[], 0.25).expect("a cloud").into(),
        PointCloud::with_radii::<f32>(&[], &[]).expect("a cloud").into(),
        PointCloud::from_depth(&[0_u16; 6], 3, &camera, 10.0).expect("a cloud").into(),
        emptied.into(),
        Voxels::from_array(&[false; 8], [2; 3], [0.0; 3], 0.5).expect("voxels").into(),
        Voxels::from_leaves::<f32>(&[], 0.5).expect("voxels").into(),
        freed.into(),
    ]
}

#[test]
fn nothing_meets_nothing() {
    let random = &mut Pcg64Mcg::seed_from_u64(301);
    let mut others: Vec<Collider> = vec![
        Body::new(cube()).into(),
        Body::new(soup(random, 40, 0.5)).into(),
        cloud(random, false, 100).cloud.into(),
        Voxels::from_cells(&[[0; 3]], [0.0; 3], 1.0).expect("a cell").into(),
        Shape::half_space().into(),
        Shape::plane().into(),
    ];
    others.extend((0..12).map(|_| shape(random, false).into()));
    others.extend(nothings());
    let none = |found: &str| panic!("{found} of nothing");
    for (of, other) in nothings().iter().flat_map(|of| others.iter().map(move |other| (of, other)))
    {
        for solid in [false, true] {
            let (pose, at) = (place(random, false), place(random, false));
            let query = &mut Query::new().solid(solid);
            for [(a, pose_a), (b, pose_b)] in
                [[(of, &pose), (other, &at)], [(other, &at), (of, &pose)]]
            {
                assert!(!query.collide(a, pose_a, b, pose_b));
                for tolerance in [0.0, 1e3, f64::INFINITY] {
                    assert!(!query.closer_than(a, pose_a, b, pose_b, tolerance));
                    let limit = DistanceOptions::default().at_most(tolerance);
                    if query.distance_within(a, pose_a, b, pose_b, &limit).is_some() {
                        none("a distance");
                    }
                }
                let found = query.distance(a, pose_a, b, pose_b);
                assert_eq!([found.lower, found.upper], [f64::INFINITY; 2]);
                assert!(found.points.iter().all(|point| point.x.is_nan()));
                assert_eq!((found.normal, found.triangles), (None, [None; 2]));
                assert_eq!((found.cloud_points, found.one_inside), ([None; 2], false));
                assert!(query.contacts(a, pose_a, b, pose_b).is_empty());
                let manifolds = ManifoldOptions::default();
                assert!(query.manifolds(a, pose_a, b, pose_b, &manifolds).is_empty());
                assert!(query.depth(a, pose_a, b, pose_b).is_err());
                assert!(query.overlap_volume(a, pose_a, b, pose_b).is_err());
            }
            // Whatever moves, also what is unbounded and turns.
            let axis = Vector3::new(1.0, 2.0, 3.0);
            let turning =
                Screw::about(&at, [1.0, 0.0, 0.0], axis.into(), 2.0, 0.5).expect("a screw");
            let options = SweepOptions::default();
            let swept = query.sweep(of, &pose, other, &turning, &options);
            assert!(matches!(swept, Sweep::Free { clearance: f64::INFINITY }), "{swept:?}");
            let swept = query.sweep(other, &turning, of, &pose, &options);
            assert!(matches!(swept, Sweep::Free { clearance: f64::INFINITY }), "{swept:?}");
            let to = Pose::new(*at.rotation(), at.translation() + axis).expect("in range");
            if let Ok(motion) = Linear::new(&at, &to) {
                assert!(query.is_motion_free(other, &motion, of, &pose, &options));
            }
            // As the cloud whose points are marked, and as the other.
            let seen = cloud(random, false, 50).cloud;
            let near = query.points_within(&seen, &at, of, &pose, f64::INFINITY);
            assert_eq!(near, vec![false; seen.len()]);
            match of {
                Collider::Points(of) => {
                    assert!(query.points_within(of, &pose, other, &at, 9.0).is_empty());
                    assert!(of.thinned(0.5).expect("a distance").is_empty());
                    assert!(of.without(&[]).expect("a mask").is_empty());
                }
                Collider::Voxels(of) => {
                    assert!(query.voxels_within(of, &pose, other, &at, 9.0).is_empty());
                }
                _ => none("points"),
            }
        }
    }
}
