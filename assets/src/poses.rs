//! The pose files: ways of the second mesh of a pair past the first, with a few wrong steps.
//!
//! Every pose places mesh B in the frame of mesh A. Whether it collides is said beside it; the
//! tests of this package ask all pairs of triangles.

use std::f64::consts::{FRAC_PI_2, PI, TAU};

use crate::gear::{CENTRE_DISTANCE, PINION, WHEEL};
use crate::l_piece::section;
use crate::motion::Motion;
use crate::thread::PITCH;
use crate::wall::THICKNESS;

/// One line of a pose file.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Where B is, seen from A.
    pub pose: Motion,
    /// What is wrong, if the pose collides.
    pub collides: Option<&'static str>,
}

impl Step {
    fn free(pose: Motion) -> Self {
        Self { pose, collides: None }
    }

    fn wrong(pose: Motion, why: &'static str) -> Self {
        Self { pose, collides: Some(why) }
    }
}

/// Degrees by which the nut stands turned where it is seated.
const SEATED_TURN: f64 = 30.0;

/// The nut on the bolt, on its thread, turned by an angle in degrees from where the threads begin
/// at the head.
fn on_thread(degrees: f64) -> Motion {
    Motion::about(2, degrees / 360.0 * TAU).moved([0.0, 0.0, PITCH * degrees / 360.0])
}

/// The nut screwed down to 0.15 mm above the bolt's head. Free.
pub fn nut_seated() -> Motion {
    on_thread(SEATED_TURN)
}

/// The seated nut turned on by some degrees without advancing. From 6 degrees on the flanks
/// collide, either way.
pub fn nut_turned(degrees: f64) -> Motion {
    let turned = Motion::about(2, (SEATED_TURN + degrees) / 360.0 * TAU);
    turned.moved(nut_seated().translation)
}

/// The nut from off the tip of the bolt down to its seat, an angle of 75 degrees a step, and four
/// wrong steps on the way.
pub fn nut_turning() -> Vec<Step> {
    const STEPS: usize = 56;
    let mut steps = Vec::with_capacity(STEPS + 4);
    for step in 0..STEPS {
        let degrees = SEATED_TURN + 75.0 * (STEPS - 1 - step) as f64;
        let pose = on_thread(degrees);
        steps.push(Step::free(pose));
        let wrong = match step {
            16 => Step::wrong(
                Motion::about(2, (degrees + 10.0) / 360.0 * TAU).moved(pose.translation),
                "turned by 10 degrees without advance",
            ),
            28 => Step::wrong(pose.moved([0.0, 0.0, -0.1]), "pushed 0.1 mm without turn"),
            40 => Step::wrong(pose.moved([0.1, 0.0, 0.0]), "0.1 mm off the axis"),
            52 => Step::wrong(pose.after(Motion::about(0, PI / 180.0)), "tilted by 1 degree"),
            _ => continue,
        };
        steps.push(wrong);
    }
    steps
}

/// The pinion beside the wheel, rolled around it by an angle in radians, seen from the wheel. At
/// angle 0 a tooth of the wheel stands in a gap of the pinion.
pub fn pinion_rolled(angle: f64) -> Motion {
    let half_pitch = PI / PINION.teeth as f64;
    let ratio = WHEEL.teeth as f64 / PINION.teeth as f64;
    let place = [CENTRE_DISTANCE * libm::cos(angle), CENTRE_DISTANCE * libm::sin(angle), 0.0];
    Motion::about(2, half_pitch + (1.0 + ratio) * angle).moved(place)
}

/// The pinion around the wheel over three teeth, and once a tooth too far.
pub fn pinion_rolling() -> Vec<Step> {
    const STEPS: usize = 36;
    let tooth = TAU / WHEEL.teeth as f64;
    let mut steps: Vec<Step> = (0..STEPS)
        .map(|step| Step::free(pinion_rolled(3.0 * tooth * step as f64 / STEPS as f64)))
        .collect();
    let slipped = pinion_rolled(0.0).after(Motion::about(2, PI / PINION.teeth as f64));
    steps.push(Step::wrong(slipped, "slipped by half a tooth"));
    let close = pinion_rolled(0.0).moved([-0.4, 0.0, 0.0]);
    steps.push(Step::wrong(close, "axes 0.4 mm too close"));
    steps
}

/// Metres from the middle of the wall to the elbow of the L while the piece turns: at the first and
/// last moment the elbow is just outside.
const TURNING_REACH: f64 = 0.42;
/// The same where the piece is clear of the wall.
const OUTSIDE: f64 = 1.3;

/// The piece with its elbow `x` metres behind the wall's middle, turned about z, its part in the
/// hole in the middle of the hole.
fn in_hole(angle: f64, x: f64) -> Motion {
    // Clear of the wall it keeps the height that it has in the hole with a leg straight through.
    const STRAIGHT: [f64; 2] = [0.0, 0.3];
    let [low, high] = section(angle, x, 0.5 * THICKNESS).unwrap_or(STRAIGHT);
    Motion::about(2, angle).moved([x, -0.5 * (low + high), 0.0])
}

/// The whole way of the piece, in three parts of `n` steps each: one leg straight in, a quarter
/// turn around the elbow, the other leg straight out. Free.
pub fn l_way(n: usize) -> Vec<Motion> {
    let part = |i: usize| i as f64 / n as f64;
    let straight = OUTSIDE - TURNING_REACH;
    let way_in = (0..n).map(|i| in_hole(0.0, straight * part(i) - OUTSIDE));
    let turn = (0..n).map(|i| in_hole(FRAC_PI_2 * part(i), TURNING_REACH * (2.0 * part(i) - 1.0)));
    let way_out = (0..=n).map(|i| in_hole(FRAC_PI_2, TURNING_REACH + straight * part(i)));
    way_in.chain(turn).chain(way_out).collect()
}

/// The L-shaped piece through the wall, and at its first turning point two wrong steps: straight
/// on, and turned too early.
pub fn l_through_wall() -> Vec<Step> {
    const STEPS: usize = 14;
    let mut steps: Vec<Step> = l_way(STEPS).into_iter().map(Step::free).collect();
    let wrong = [
        Step::wrong(in_hole(0.0, -0.2), "pushed straight on"),
        Step::wrong(in_hole(0.5 * FRAC_PI_2, -0.4), "turned too early"),
    ];
    steps.splice(STEPS..STEPS, wrong);
    steps
}
