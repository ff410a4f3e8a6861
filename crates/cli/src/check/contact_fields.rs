//! Contacts as `check` prints them.

use obbtree::nalgebra::{Point3, Vector3};
use obbtree::query::{Contact, DeepestPoint};
use serde::Serialize;

/// For `contacts`. Numbers are printed so that reading them gives the same again; points and
/// vectors are in the world.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct ContactFields {
    contacts: Vec<OneContact>,
    /// `null` if none was found.
    separating_translation: Option<[f64; 3]>,
    /// Of A inside B, and of B inside A, for `--solid`.
    #[serde(skip_serializing_if = "Option::is_none")]
    deepest_points: Option<[Option<Deepest>; 2]>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct OneContact {
    triangles: [Option<u32>; 2],
    /// One, the two ends of a segment, or the corners of a polygon in order.
    points: Vec<[f64; 3]>,
    /// From A to B.
    normal: Option<[f64; 3]>,
    local_depth: Option<f64>,
}

/// A vertex inside the other body.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(super) struct Deepest {
    vertex: u32,
    point: [f64; 3],
    /// The upper end of its distance to the other surface, and both.
    depth: f64,
    lower: f64,
    upper: f64,
}

impl ContactFields {
    pub(super) fn of(
        contacts: &[Contact],
        separating_translation: Option<Vector3<f64>>,
        deepest_points: Option<[Option<DeepestPoint>; 2]>,
    ) -> Self {
        let contacts = contacts.iter().map(|contact| OneContact {
            triangles: contact.triangles,
            points: contact.points().iter().map(coordinates).collect(),
            normal: contact.normal().map(Into::into),
            local_depth: contact.local_depth(),
        });
        let deepest = |found: DeepestPoint| Deepest {
            vertex: found.vertex,
            point: coordinates(&found.point),
            depth: found.upper,
            lower: found.lower,
            upper: found.upper,
        };
        Self {
            contacts: contacts.collect(),
            separating_translation: separating_translation.map(Into::into),
            deepest_points: deepest_points.map(|both| both.map(|found| found.map(deepest))),
        }
    }
}

fn coordinates(point: &Point3<f64>) -> [f64; 3] {
    (*point).into()
}
