//! What two bodies that meet share: contacts and curves, manifolds, depths, points in shapes. The
//! least of some times of each, on one thread.
//!
//! ```sh
//! cargo run --release -p obbtree-benches --bin contacts            # of a million triangles each
//! cargo run --release -p obbtree-benches --bin contacts -- 20000   # of so many
//! ```

use std::hint::black_box;
use std::time::Instant;

use nalgebra::{Rotation3, Vector3};
use obbtree::query::{ManifoldOptions, contact_curves};
use obbtree::{Body, Pose, Query, Shape};
use obbtree_assets::named::by_name;
use obbtree_assets::{PITCH, bolt, nut};
use obbtree_tests::shapes::{random, vector};

/// How often each is timed.
const ROUNDS: usize = 15;
/// Poses of the depths, and what overlaps of the size.
const POSES: usize = 11;
const OVERLAP: f64 = 0.01;
/// Families of meshes, and triangles, of the depths.
const FAMILIES: [&str; 6] = ["blob", "knot", "rod", "plate", "shaft", "coral"];
const TRIANGLES: usize = 10_000;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let triangles = std::env::args().nth(1).map_or(Ok(1_000_000), |count| count.parse())?;
    println!("| what | found | us |");
    println!("|---|---:|---:|");
    curves(triangles);
    manifolds();
    in_shapes()?;
    depths();
    Ok(())
}

fn row(what: &str, found: usize, us: f64) {
    println!("| {what} | {found} | {us:.1} |");
}

/// The least time in microseconds, and the last answer.
fn least<T>(mut question: impl FnMut() -> T) -> (T, f64) {
    let (mut answer, mut least) = (question(), f64::INFINITY);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        answer = black_box(question());
        least = least.min(1e6 * start.elapsed().as_secs_f64());
    }
    (answer, least)
}

fn body(family: &str, triangles: usize) -> Body {
    Body::new(by_name(family).expect("a name of the list").mesh(triangles))
}

fn curves(triangles: usize) {
    let (blob, here, mut query) = (body("blob", triangles), Pose::identity(), Query::new());
    for share in [1.2, 0.5] {
        let turn = Rotation3::from_scaled_axis(Vector3::new(0.3, -0.2, 0.9));
        let pose = Pose::new(*turn.matrix(), Vector3::new(share, 0.1, -0.2)).expect("finite");
        let (pairs, us) = least(|| query.pairs(&blob, &here, &blob, &pose));
        row(&format!("pairs of two blobs, {share} apart"), pairs.len(), us);
        let (contacts, us) = least(|| query.contacts(&blob, &here, &blob, &pose));
        row("their contacts", contacts.len(), us);
        let (curves, us) = least(|| contact_curves(&contacts).0);
        row("the curves of these", curves.len(), us);
    }
}

fn manifolds() {
    let (bolt, nut, mut query) = (Body::new(bolt()), Body::new(nut()), Query::new());
    // All around, and at rest on its flanks with margins of a step's motion.
    let at_rest = |down: f64, margin: f64| (20.9_f64.to_degrees(), down, margin);
    for (degrees, down, margin) in [
        (360.0, 0.02, 0.05),
        (400.0, 0.04, 0.1),
        (400.0, 0.1, 0.1),
        at_rest(0.016, 0.02),
        at_rest(0.016, 0.001),
        at_rest(0.0, 0.001),
    ] {
        let turn = Rotation3::from_axis_angle(&Vector3::z_axis(), degrees.to_radians());
        let at = Vector3::new(0.0, 0.0, PITCH * degrees / 360.0 - down);
        let (here, pose) = (Pose::identity(), Pose::new(*turn.matrix(), at).expect("finite"));
        let options = ManifoldOptions::default().margin(margin);
        let (found, us) = least(|| query.manifolds(&bolt, &here, &nut, &pose, &options));
        let near = query.triangles_within(&bolt, &here, &nut, &pose, margin).len();
        row(&format!("manifolds, nut {down} down, {near} pairs within {margin}"), found.len(), us);
    }
}

fn in_shapes() -> Result<(), Box<dyn std::error::Error>> {
    let (blob, here, mut query) = (body("blob", TRIANGLES), Pose::identity(), Query::new());
    let shapes = [
        ("cylinder", Shape::cylinder([0.0, 0.0, -0.4], [0.0, 0.0, 0.4], 0.3)?),
        ("sphere", Shape::sphere([0.0; 3], 0.5)?),
        ("cuboid", Shape::cuboid([0.4, 0.4, 0.4])?),
        ("capsule", Shape::capsule([0.0, 0.0, -0.4], [0.0, 0.0, 0.4], 0.3)?),
    ];
    let pose = Pose::from_translation([0.8, 0.1, 0.2])?;
    for (name, shape) in &shapes {
        let (found, us) = least(|| query.contacts(&blob, &here, shape, &pose));
        row(&format!("contacts, blob and {name}"), found.len(), us);
    }
    Ok(())
}

/// The median over poses that overlap by a share of the size.
fn depths() {
    let (here, mut query) = (Pose::identity(), Query::new());
    for family in FAMILIES {
        let (body, random) = (body(family, TRIANGLES), &mut random(146));
        let bounds = body.mesh().report().bounds;
        let (middle, size) =
            ((bounds.min.coords + bounds.max.coords) / 2.0, bounds.max - bounds.min);
        let (mut times, mut narrow) = (Vec::new(), 0);
        for _ in 0..POSES {
            let turn = *Rotation3::from_scaled_axis(vector(random) * 3.0).matrix();
            let along = vector(random).normalize();
            let at = |length: f64| {
                let to = middle - turn * middle + along * length;
                Pose::new(turn, to).expect("in range")
            };
            let way = query.depth_along(&body, &here, &body, &at(0.0), &along).expect("closed");
            let there = at(way.upper - OVERLAP * size.norm());
            let (found, us) = least(|| query.depth(&body, &here, &body, &there));
            let found = found.expect("closed");
            narrow += usize::from(found.upper - found.lower <= 0.01 * found.upper);
            times.push(us);
        }
        times.sort_by(f64::total_cmp);
        row(&format!("depths of {family}, within 1 %"), narrow, times[POSES / 2]);
    }
}
