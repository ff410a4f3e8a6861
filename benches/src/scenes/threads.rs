//! A nut on a bolt: on its thread with the clearance all around, resting on the flanks, and screwed
//! down onto the head, face on face.

use nalgebra::Vector3;
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_assets::{PITCH, bolt, nut};

use super::{Family, Pair, Part, Poses, Scene, Set, b_at, carried, pose, rotation_about_z, tilt};

/// Angles at which the nut is looked at, radians apart: no whole share of a turn.
const POSES: usize = 8;
const STEP: f64 = 0.7;
/// Radians from where the nut touches the head to the first of them.
const FIRST: f64 = 0.9;
/// Millimetres along the axis that free the nut from its flank in any case: three times the
/// clearance.
const FREE_PLAY: f64 = 0.07;
/// Bisections of the free play: to the last bits of a height of some millimetres.
const BISECTIONS: usize = 46;
/// Millimetres to the side of the seated nut, within the clearance of 0.04 between the threads.
const SIDEWAYS: [[f64; 2]; 6] =
    [[0.0, 0.0], [0.01, 0.0], [0.0, 0.02], [-0.02, 0.01], [0.015, -0.015], [-0.01, -0.02]];

pub(super) fn scenes() -> Vec<Scene> {
    vec![Scene::new(Family::Rest, "nut on bolt", pair)]
}

fn pair() -> Pair {
    let (bolt, nut) = (bolt(), nut());
    let free = b_at((0..POSES).map(|i| on_thread(angle(i), 0.0)));
    let resting = resting(&bolt, &nut);
    let seated = b_at(SIDEWAYS.map(|[x, y]| super::shift(x, y, 0.0)));
    let set = |name: &str, poses, meets| Set { name: name.to_owned(), poses, meets };
    let sets = vec![
        set("free on the thread", free, Some(false)),
        set("flank on flank", resting.clone(), Some(true)),
        set("flank on flank, both rotated by 11 degrees", carried(tilt(), &resting), None),
        set("on the head, face on face", seated, Some(true)),
    ];
    let part = |name: &str, mesh| Part { name: name.to_owned(), mesh };
    Pair { a: part("bolt", bolt), b: part("nut", nut), sets }
}

fn angle(i: usize) -> f64 {
    FIRST + STEP * i as f64
}

/// The nut rotated by an angle in radians from where it touches the head, raised by its thread and
/// then moved along the axis.
fn on_thread(angle: f64, along: f64) -> Pose {
    let height = PITCH * angle / std::f64::consts::TAU + along;
    pose(rotation_about_z(angle), Vector3::new(0.0, 0.0, height))
}

/// Let down until the threads meet, to the last bits.
fn resting(bolt: &Mesh, nut: &Mesh) -> Vec<Poses> {
    let [a, b] = [bolt, nut].map(|mesh| Body::new(mesh.clone()));
    let mut query = Query::new();
    let here = Pose::identity();
    let down = |i: usize| {
        let mut meets = |depth: f64| query.collide(&a, &here, &b, &on_thread(angle(i), -depth));
        let (mut free, mut meeting) = (0.0, FREE_PLAY);
        assert!(!meets(free) && meets(meeting), "the nut has its clearance, and no more");
        for _ in 0..BISECTIONS {
            let middle = 0.5 * (free + meeting);
            if meets(middle) { meeting = middle } else { free = middle }
        }
        on_thread(angle(i), -meeting)
    };
    b_at((0..POSES).map(down))
}
