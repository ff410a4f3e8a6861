//! A nut that screws itself onto its bolt: nothing but a push and the contacts of its thread.
//!
//! ```sh
//! cargo run --release -p obbtree --example nut -- 480 > target/nut.poses
//! cargo run --release --bin obbtree -- view assets/bolt.obj assets/nut.stl \
//!     --poses target/nut.poses -o target/nut.html
//! ```
//!
//! Each step of 1/120 s takes all pairs of triangles that are nearly in contact, finds impulses
//! without friction that keep each pair from coming nearer than a gap (projected Gauss-Seidel on
//! velocities), and moves the nut as far as the sweep proves free. So nothing ever passes through
//! anything, whatever the solver does: a step that is not proven is halved. Directions that are
//! rounded or averaged over a thread would lock it; those of the distances are certified.
//!
//! The solver is that of E. Catto, "Iterative Dynamics with Temporal Coherence", GDC 2005.

use std::collections::HashMap;

use nalgebra::{Isometry3, Matrix3, Point3, UnitQuaternion, Vector3};
use obbtree::motion::{Linear, Sweep, SweepOptions};
use obbtree::{Body, Pose, Query};

/// Seconds.
const STEP: f64 = 1.0 / 120.0;
/// Millimetres a square second: ten times its weight.
const PUSH: Vector3<f64> = Vector3::new(0.0, 0.0, -98_100.0);
/// Millimetres: how near the nut may come. The thread has 0.04 of air.
const GAP: f64 = 0.004;
/// Triangles that are so far apart may touch in a step.
const NEAR: f64 = 0.04;
/// Rounds of the solver over all pairs of a step.
const ROUNDS: usize = 100;
/// The nut's middle in its own frame, and the squares of its radii of gyration: M12, 10.8 high.
const MIDDLE: [f64; 3] = [0.0, 0.0, 5.4];
const GYRATION: [f64; 3] = [45.0, 45.0, 70.0];

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let (bolt, nut) = (Body::read("assets/bolt.obj")?, Body::read("assets/nut.stl")?);
    let (here, mut query) = (Pose::identity(), Query::new());
    let middle = Vector3::from(MIDDLE);
    let start = Isometry3::translation(0.0, 0.0, 12.25); // on its thread, seven turns up
    let mut place = start;
    let (mut velocity, mut spin) = (Vector3::zeros(), Vector3::zeros());
    let (mut turned, mut halved) = (0.0, 0);
    let mut known: HashMap<[Option<u32>; 2], f64> = HashMap::new();
    println!("# x y z qx qy qz qw: the nut in the bolt's frame, each 1/120 s");
    let steps = std::env::args().nth(1).map_or(Ok(120), |count| count.parse())?;
    for step in 0..steps {
        let pose = Pose::try_from(place)?;
        let center = place * Point3::from(middle);
        let inertia = place.rotation.to_rotation_matrix();
        let inverse = inertia * Matrix3::from_diagonal(&Vector3::from(GYRATION.map(f64::recip)));
        let inverse = inverse * inertia.inverse(); // of a mass of one
        velocity += PUSH * STEP;

        // Impulses that leave every pair at least the gap at the end of the step.
        let mut places = Vec::new();
        for near in query.triangles_within(&bolt, &here, &nut, &pose, NEAR) {
            let Some(normal) = near.normal else { continue };
            let turning = (near.points[1] - center).cross(&normal);
            let weight = 1.0 + turning.dot(&(inverse * turning));
            let least = (GAP - near.lower) / STEP;
            let impulse = known.get(&near.triangles).copied().unwrap_or(0.0);
            velocity += normal * impulse;
            spin += inverse * turning * impulse;
            places.push((normal, turning, weight, least, impulse, near.triangles));
        }
        for _ in 0..ROUNDS {
            for (normal, turning, weight, least, impulse, _) in &mut places {
                let speed = normal.dot(&velocity) + turning.dot(&spin);
                let wanted = (*impulse + (*least - speed) / *weight).max(0.0);
                let change = wanted - *impulse;
                *impulse = wanted;
                velocity += *normal * change;
                spin += inverse * *turning * change;
            }
        }
        known = places.iter().map(|place| (place.5, place.4)).collect();

        // As far as is proven free.
        let mut part = 1.0;
        loop {
            let turn = UnitQuaternion::from_scaled_axis(spin * (STEP * part));
            let rotation = turn * place.rotation;
            let at = center.coords + velocity * (STEP * part) - rotation * middle;
            let next = Isometry3::from_parts(at.into(), rotation);
            let motion = Linear::of_point(&pose, &Pose::try_from(next)?, MIDDLE)?;
            let found = query.sweep(&bolt, &here, &nut, &motion, &SweepOptions::default());
            if let Sweep::Free { .. } = found {
                turned += spin.z * STEP * part;
                place = next;
                break;
            }
            halved += 1;
            part *= 0.5;
            if part < 1e-3 {
                break; // it stays where it is
            }
        }
        velocity *= part;
        spin *= part;
        let (at, turn) = (place.translation.vector, place.rotation.coords);
        println!("{} {} {} {} {} {} {}", at.x, at.y, at.z, turn.x, turn.y, turn.z, turn.w);
        if step % 12 == 11 {
            let near = query.distance(&bolt, &here, &nut, &Pose::try_from(place)?);
            eprintln!(
                "{:.1} s: {:.3} mm down, {:.3} turns, {} pairs, {:.4} mm apart",
                f64::from(step + 1) * STEP,
                start.translation.z - at.z,
                turned / std::f64::consts::TAU,
                places.len(),
                near.lower,
            );
        }
    }
    eprintln!("every step is proven free; {halved} times one was halved");
    Ok(())
}
