//! Any numbers and any text as a pose: refused, or taken exactly as they are and answered rightly.

use obbtree::{Body, Mesh, Pose, collide};

use crate::bytes::Bytes;

/// Twelve, sixteen and seven raw numbers, and the bytes as text.
pub fn pose(data: &[u8]) {
    let mut bytes = Bytes::new(data);
    let numbers: [f64; 16] = std::array::from_fn(|_| bytes.raw());
    let rows: [f64; 12] = std::array::from_fn(|i| numbers[i]);
    check(Pose::from_rows(rows).ok(), Some(rows));
    check(Pose::from_rows4(numbers).ok(), Some(rows));
    check(Pose::from_translation_quaternion(std::array::from_fn(|i| numbers[i])).ok(), None);
    check(Pose::from_translation([numbers[0], numbers[1], numbers[2]]).ok(), None);
    if let Ok(text) = std::str::from_utf8(data) {
        check(text.parse().ok(), None);
    }
    // Near enough to a rotation to be taken, most of the time.
    let base = bytes.pose().to_rows();
    let nudged = base.map(|entry| entry + f64::from(bytes.byte() as i8) * 1e-7);
    check(Pose::from_rows(nudged).ok(), Some(nudged));
}

/// What a pose that was taken must be.
fn check(pose: Option<Pose>, given: Option<[f64; 12]>) {
    let Some(pose) = pose else { return };
    let rows = pose.to_rows();
    if let Some(given) = given {
        assert_eq!(rows, given, "not the numbers that were given");
    }
    assert!(rows.iter().all(|entry| entry.is_finite()), "{rows:?}");
    assert_eq!(Pose::from_rows(rows), Ok(pose), "refused the second time");
    let text = rows.map(|entry| format!("{entry:e}")).join(" ");
    assert_eq!(text.parse::<Pose>(), Ok(pose), "{text}");

    let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let faces = vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]];
    let mesh = Mesh::new(corners, faces).expect("a tetrahedron");
    let body = Body::new(mesh);
    let mesh = body.mesh();
    for other in [Pose::identity(), pose] {
        let expected = obbtree_referee::collide(mesh, &pose, mesh, &other);
        let found = collide(&body, &pose, &body, &other);
        assert_eq!(found, expected, "{rows:?} and {:?}", other.to_rows());
    }
}
