//! Two placed triangles: the engine's answer is the referee's, whichever comes first and however
//! their corners are numbered.

use obbtree_predicates::{
    Contact, Placement, Stages, Triangle, TrianglePairs, classify_triangles, triangles_coincide,
    triangles_meet,
};

use crate::bytes::Bytes;

/// A pair of triangles with their poses.
pub fn triangle_pair(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let (pose_a, pose_b) = (bytes.pose(), bytes.pose());
    let mut triangle = || -> Triangle { std::array::from_fn(|_| bytes.point().into()) };
    let (a, b) = (triangle(), triangle());
    let case = || format!("{a:?} at {:?}, {b:?} at {:?}", pose_a.to_rows(), pose_b.to_rows());

    let expected = obbtree_referee::meet(&a, &pose_a, &b, &pose_b);
    let (there, back) = (Placement::new(&pose_a, &pose_b), Placement::new(&pose_b, &pose_a));
    let kind = classify_triangles(&a, &b, &there);
    assert_eq!(kind != Contact::Free, expected, "{kind:?}: {}", case());

    let mut stages = Stages::default();
    assert_eq!(triangles_meet(&a, &b, &there, &mut stages), expected, "{}", case());
    let past_kernel = TrianglePairs::<1>::new(&there).meet([0, 0], || a, || b, &mut stages);
    assert_eq!(past_kernel, expected, "{}", case());
    assert_eq!(stages.total(), 2, "{}", case());

    assert_eq!(classify_triangles(&b, &a, &back), kind, "swapped: {}", case());
    for order in [[1, 2, 0], [0, 2, 1]] {
        let renamed = order.map(|corner| a[corner]);
        assert_eq!(classify_triangles(&renamed, &b, &there), kind, "{order:?}: {}", case());
    }
    if triangles_coincide(&a, &pose_a, &b, &pose_b) {
        assert_eq!(kind, Contact::Touch, "coincide: {}", case());
    }
}
