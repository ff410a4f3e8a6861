//! One triangle larger than all of the other body: a floor or a wall of a simple scene; alone, and
//! as a part of a body whose other triangles are small.

use nalgebra::{Matrix3, Vector3};
use obbtree::Mesh;

use obbtree_tests::shapes::scaled;

use super::approach::approaches;
use super::patches::{Patches, size};
use super::{Coordinates, Family, Pair, Part, Scene, named};

/// The huge triangle's size in sizes of the other body.
const TIMES: f64 = 1000.0;
/// Gaps as shares of the size of what is named first.
const TO_FLOOR: [f64; 4] = [1e-2, 1e-5, -1e-4, -0.3];
const TO_STANDING: [f64; 3] = [0.01, 0.001, -0.01];
const POSES: usize = 12;
/// What comes near the body on its floor, as a share of that body's size.
const LITTLE: f64 = 0.2;

pub(super) fn scenes() -> Vec<Scene> {
    vec![
        Scene::new(Family::Huge, "blob of 20000, one huge triangle", on_floor).quick(true),
        Scene::new(Family::Huge, "coral of 20000 and its floor as one body, knot", beside),
    ]
}

fn on_floor() -> Pair {
    let a = named("blob", 20_000);
    let b = Part { name: "huge-triangle".to_owned(), mesh: floor(0.0, TIMES * size(&a.mesh)) };
    let sets = approaches(&a.mesh, &b.mesh, &TO_FLOOR, POSES, 500);
    Pair { a, b, sets }
}

fn beside() -> Pair {
    let coral = named("coral", 20_000).mesh;
    let low = coral.report().bounds.min.z;
    let mut both = Patches::default();
    both.mesh(&coral, 1.0, Matrix3::identity(), [0.0; 3]);
    both.mesh(&floor(low, TIMES * size(&coral)), 1.0, Matrix3::identity(), [0.0; 3]);
    let knot = named("knot", 5_000).mesh;
    let knot = Coordinates::F32.of(&scaled(&knot, LITTLE * size(&coral) / size(&knot)));
    // Approaching the coral alone gives poses near it; gaps are shares of its size.
    let sets = approaches(&coral, &knot, &TO_STANDING, POSES, 501);
    let part = |name: &str, mesh| Part { name: name.to_owned(), mesh };
    Pair { a: part("coral-on-floor", both.finish()), b: part("knot-of-coral", knot), sets }
}

/// One triangle at this height, its middle over the origin.
fn floor(z: f64, side: f64) -> Mesh {
    let corners = [Vector3::new(-1.0, -0.6, 0.0), Vector3::new(1.0, -0.6, 0.0), Vector3::y()];
    let corners = corners.map(|corner| (0.5 * side * corner + Vector3::new(0.0, 0.0, z)).into());
    Coordinates::F32.of(&Mesh::new(corners.into(), vec![[0, 1, 2]]).expect("finite vertices"))
}
