//! Motions that are proven to be free, and first contacts that no sampling finds.
//!
//! ```sh
//! cargo run --release -p obbtree --example motions
//! ```
//!
//! A needle flies through a sheet without thickness: a thousand sampled poses miss it, the sweep
//! does not. Then a nut turns on its bolt: along the screw of its own thread it is proven free
//! for a whole turn, with a clearance of hundredths of a millimetre; a thousandth of a pitch more
//! in a turn is free too, a tenth is not.

use std::f64::consts::TAU;

use obbtree::motion::{Linear, Motion, Screw, Sweep, SweepOptions, Translation};
use obbtree::{Body, Mesh, Pose, Query};

/// Advance of the thread in a turn, in millimetres: M12.
const PITCH: f64 = 1.75;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut query = Query::new();
    let (here, options) = (Pose::identity(), SweepOptions::default());

    let sheet = vec![[-9.0, -9.0, 0.0], [9.0, -9.0, 0.0], [0.0, 9.0, 0.0]];
    let sheet = Body::new(Mesh::new(sheet, vec![[0, 1, 2]])?);
    let needle = vec![[0.0, 0.0, 0.0], [0.0, 0.0, 0.05], [0.001, 0.0, 0.0]];
    let needle = Body::new(Mesh::new(needle, vec![[0, 1, 2]])?);
    let from = Pose::from_translation([0.0, 0.0, -70.3])?;
    let flight = Linear::new(&from, &Pose::from_translation([0.0, 0.5, 70.0])?)?;
    let samples = 1000;
    let hits = (0..=samples)
        .filter(|&n| {
            let pose = flight.pose_at(f64::from(n) / f64::from(samples));
            query.collide(&sheet, &here, &needle, &pose)
        })
        .count();
    println!("the needle: {hits} of {samples} sampled poses meet the sheet");
    print("the needle's flight", &query.sweep(&sheet, &here, &needle, &flight, &options));
    assert!(!query.is_motion_free(&sheet, &here, &needle, &flight, &options));

    let (bolt, nut) = (Body::read("assets/bolt.obj")?, Body::read("assets/nut.stl")?);
    let start = Pose::from_translation([0.0, 0.0, 5.0 * PITCH])?;
    for (name, advance) in [
        ("a turn along the thread", PITCH),
        ("a turn with a thousandth of a pitch more", 1.001 * PITCH),
        ("a turn with a tenth of a pitch more", 1.1 * PITCH),
        ("a turn the wrong way", -PITCH),
    ] {
        let turn = Screw::about(&start, [0.0; 3], [0.0, 0.0, 1.0], TAU, advance)?;
        print(name, &query.sweep(&bolt, &here, &nut, &turn, &options));
    }
    let pull = Translation::new(&start, [0.0, 0.0, 30.0])?;
    print("pulled off", &query.sweep(&bolt, &here, &nut, &pull, &options));
    Ok(())
}

fn print(name: &str, found: &Sweep) {
    match found {
        Sweep::Free { clearance } => {
            println!("{name}: proven free, always more than {clearance:.1e} apart");
        }
        Sweep::Contact(found) => println!(
            "{name}: free until {:.4}, contact at {:.4}, triangles {:?}",
            found.last_free, found.first_contact, found.triangles
        ),
        other => println!("{name}: {other:?}"),
    }
}
