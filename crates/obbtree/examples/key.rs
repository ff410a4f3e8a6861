//! A key in a lock: in through the keyhole, and round past a ward, proven free.
//!
//! ```sh
//! cargo run --release -p obbtree --example key
//! ```
//!
//! The lock is a plate with a keyhole, and behind it a ward: a ring with a gap where the bit of
//! the key passes. The bit has a notch, by which it turns around the ring. A key without the
//! notch, and one that is not all the way in, are stopped; so is a turn that is tried in the
//! keyhole.

use std::f64::consts::TAU;

use obbtree::motion::{Screw, Sweep, SweepOptions, Translation};
use obbtree::{Body, Mesh, Pose, Query};

/// A layer of the lock or the key: a convex outline, counterclockwise, from one height to
/// another, in millimetres.
struct Prism {
    outline: Vec<[f64; 2]>,
    heights: [f64; 2],
}

/// The ward's heights, and how much wider and deeper the notch is.
const WARD: [f64; 2] = [6.0, 7.0];
const ROOM: f64 = 0.1;

/// The ward's radii, and half of its gap as a share of a turn.
const WARD_RADII: [f64; 2] = [4.0, 9.0];
const HALF_GAP: f64 = 1.0 / 16.0;

/// The bit: from the plate on, its reach, and half of its thickness.
const BIT: [f64; 2] = [4.0, 10.0];
const REACH: f64 = 8.0;
const HALF_BIT: f64 = 0.8;

fn rectangle([left, right]: [f64; 2], [low, high]: [f64; 2], heights: [f64; 2]) -> Prism {
    Prism { outline: vec![[left, low], [right, low], [right, high], [left, high]], heights }
}

fn on_circle(radius: f64, turn: f64) -> [f64; 2] {
    let (sin, cos) = (TAU * turn).sin_cos();
    [radius * cos, radius * sin]
}

/// One body of several prisms; they may overlap.
fn body(prisms: &[Prism]) -> Result<Body, Box<dyn std::error::Error>> {
    let (mut corners, mut triangles) = (Vec::new(), Vec::new());
    for Prism { outline, heights } in prisms {
        let (first, sides) = (corners.len() as u32, outline.len() as u32);
        for &z in heights {
            corners.extend(outline.iter().map(|[x, y]| [*x, *y, z]));
        }
        for side in 0..sides {
            let next = (side + 1) % sides;
            let [a, b] = [side, next].map(|n| first + n);
            triangles.extend([[a, b, b + sides], [a, b + sides, a + sides]]);
            if side > 0 && next > 0 {
                triangles.extend([[first, b, a], [first + sides, a + sides, b + sides]]);
            }
        }
    }
    Ok(Body::new(Mesh::new(corners, triangles)?))
}

fn lock() -> Vec<Prism> {
    let (plate, slot, hole, far) = ([0.0, 2.0], [-1.0, 1.0], 2.2, 12.0);
    let mut prisms = vec![
        rectangle([-far, -hole], [-far, far], plate),
        rectangle([REACH + 0.3, far], [-far, far], plate),
        rectangle([-hole, REACH + 0.3], [hole, far], plate),
        rectangle([-hole, REACH + 0.3], [-far, -hole], plate),
        rectangle([hole, REACH + 0.3], [slot[1], hole], plate),
        rectangle([hole, REACH + 0.3], [-hole, slot[0]], plate),
    ];
    let pieces = 32;
    for piece in 0..pieces {
        let turn = |n: i32| HALF_GAP + (1.0 - 2.0 * HALF_GAP) * f64::from(n) / f64::from(pieces);
        let [inner, outer] = WARD_RADII;
        let [from, to] = [piece, piece + 1].map(turn);
        let outline = vec![
            on_circle(inner, from),
            on_circle(outer, from),
            on_circle(outer, to),
            on_circle(inner, to),
        ];
        prisms.push(Prism { outline, heights: WARD });
    }
    prisms
}

fn key(has_notch: bool) -> Vec<Prism> {
    let shaft = (0..24).map(|n| on_circle(2.0, f64::from(n) / 24.0)).collect();
    let thick = [-HALF_BIT, HALF_BIT];
    let mut prisms = vec![Prism { outline: shaft, heights: [-16.0, BIT[1] + 1.0] }];
    if has_notch {
        let notch = [WARD[0] - ROOM, WARD[1] + ROOM];
        // The chords of the ward are nearer to the axis than its corners.
        let inner = WARD_RADII[0] * 0.99 - ROOM;
        prisms.push(rectangle([1.0, REACH], thick, [BIT[0], notch[0]]));
        prisms.push(rectangle([1.0, inner], thick, notch));
        prisms.push(rectangle([1.0, REACH], thick, [notch[1], BIT[1]]));
    } else {
        prisms.push(rectangle([1.0, REACH], thick, BIT));
    }
    prisms
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (lock, key, blank) = (body(&lock())?, body(&key(true))?, body(&key(false))?);
    let (here, options) = (Pose::identity(), SweepOptions::default());
    let outside = Pose::from_translation([0.0, 0.0, -15.0])?;
    let into = Translation::new(&outside, [0.0; 3])?;
    let turn = |depth: f64| {
        let start = Pose::from_translation([0.0, 0.0, depth])?;
        Ok::<_, Box<dyn std::error::Error>>(Screw::about(
            &start,
            [0.0; 3],
            [0.0, 0.0, 1.0],
            TAU,
            0.0,
        )?)
    };
    let mut query = Query::new();
    let mut ask = |name: &str, body: &Body, motion: &dyn obbtree::motion::Motion| {
        let found = query.sweep(&lock, &here, body, motion, &options);
        match &found {
            Sweep::Free { clearance } => {
                println!("{name}: proven free, always more than {clearance:.1e} mm apart");
            }
            Sweep::Contact(at) => {
                println!(
                    "{name}: free until {:.4}, contact at {:.4}",
                    at.last_free, at.first_contact
                );
            }
            other => println!("{name}: {other:?}"),
        }
        found.is_free()
    };
    assert!(ask("the key goes in", &key, &into));
    assert!(ask("the key turns once", &key, &turn(0.0)?));
    assert!(ask("a blank goes in", &blank, &into));
    assert!(!ask("a blank turns", &blank, &turn(0.0)?));
    assert!(!ask("the key turns half a millimetre too early", &key, &turn(-0.5)?));
    assert!(!ask("the key turns in the keyhole", &key, &turn(-5.0)?));
    Ok(())
}
