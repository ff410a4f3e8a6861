//! A pin in a sleeve: surfaces that are parallel all over, a clearance of nothing to 1e-4 apart.

use std::f64::consts::{PI, TAU};

use nalgebra::{Matrix3, Vector3};
use obbtree::Mesh;

use super::patches::Patches;
use super::{
    Coordinates, Family, Pair, Part, Scene, Set, b_at, carried, pose, rotation_about_z, tilt,
};

/// The sleeve's radii; it is 1 long. A chord of the bore comes in by 7.5e-5, so that a pin with a
/// clearance of 1e-5 meets the bore where its edges stand before the bore's faces.
const BORE: f64 = 0.25;
const OUTER: f64 = 0.375;
const LENGTH: f64 = 1.0;
/// Faces around, and rings along: a ring is a power of two long, so that the pin moved on by one
/// has its vertices exactly on those of the bore.
const FACETS: usize = 128;
const RINGS: usize = 32;
/// How many rings the pin has been pulled out, pose by pose.
const POSES: usize = 6;

pub(super) fn scenes() -> Vec<Scene> {
    let cases = [
        (0.0, Coordinates::F32),
        (1e-4, Coordinates::F32),
        (1e-5, Coordinates::F32),
        (0.0, Coordinates::F64),
        (1e-5, Coordinates::F64),
    ];
    let scene = |(clearance, coordinates): (f64, Coordinates)| {
        let name = format!("pin in sleeve, clearance {}, {}", sci(clearance), coordinates.name());
        Scene::new(Family::Rest, name, move || pair(clearance, coordinates))
    };
    cases.map(scene).into()
}

/// `0`, `1e-4`.
fn sci(x: f64) -> String {
    if x == 0.0 { "0".to_owned() } else { format!("{x:e}") }
}

fn pair(clearance: f64, coordinates: Coordinates) -> Pair {
    let kind = coordinates.name();
    let part = |name: String, mesh: Mesh| Part { name, mesh: coordinates.of(&mesh) };
    let pulled = |rotation: Matrix3<f64>| {
        let ring = LENGTH / RINGS as f64;
        b_at((0..POSES).map(move |i| pose(rotation, Vector3::new(0.0, 0.0, ring * i as f64))))
    };
    let aligned = pulled(Matrix3::identity());
    let chord = BORE * (1.0 - libm::cos(PI / FACETS as f64));
    let set = |name: &str, poses, meets| Set { name: name.to_owned(), poses, meets };
    let sets = vec![
        set("facets aligned", aligned.clone(), Some(clearance == 0.0)),
        set(
            "pin rotated by half a facet",
            pulled(rotation_about_z(PI / FACETS as f64)),
            Some(clearance < chord),
        ),
        set(
            "aligned, both rotated by 11 degrees",
            carried(tilt(), &aligned),
            (clearance > 0.0).then_some(false),
        ),
    ];
    Pair {
        a: part(format!("sleeve-{kind}"), sleeve()),
        b: part(
            format!("pin-{}-{kind}", sci(clearance)),
            rod(BORE - clearance, LENGTH, FACETS, RINGS),
        ),
        sets,
    }
}

/// A closed rod about z, its middle at the origin.
pub(super) fn rod(radius: f64, length: f64, facets: usize, rings: usize) -> Mesh {
    let mut patches = Patches::default();
    let (low, high) = (-0.5 * length, 0.5 * length);
    side(&mut patches, radius, [low, high], facets, rings);
    end(&mut patches, [0.0, radius], high, facets);
    end(&mut patches, [radius, 0.0], low, facets);
    patches.finish()
}

fn sleeve() -> Mesh {
    let mut patches = Patches::default();
    let (low, high) = (-0.5 * LENGTH, 0.5 * LENGTH);
    side(&mut patches, OUTER, [low, high], FACETS, RINGS);
    side(&mut patches, BORE, [high, low], FACETS, RINGS);
    end(&mut patches, [BORE, OUTER], high, FACETS);
    end(&mut patches, [OUTER, BORE], low, FACETS);
    patches.finish()
}

/// Looks outwards if it goes up.
fn side(patches: &mut Patches, radius: f64, [from, to]: [f64; 2], facets: usize, rings: usize) {
    patches.grid(facets, rings, |facet, ring| {
        on_circle(radius, facet, facets, from + (to - from) * ring as f64 / rings as f64)
    });
}

/// A flat ring or, with a radius of 0, a disc. Looks up if the first radius is the smaller.
fn end(patches: &mut Patches, radii: [f64; 2], z: f64, facets: usize) {
    patches.grid(facets, 1, |facet, row| on_circle(radii[1 - row], facet, facets, z));
}

fn on_circle(radius: f64, i: usize, n: usize, z: f64) -> Vector3<f64> {
    let angle = TAU * (i % n) as f64 / n as f64;
    Vector3::new(radius * libm::cos(angle), radius * libm::sin(angle), z)
}
