//! A scene of the shipped gears and screws on a table, as a scene file.
//!
//! The gears mesh without touching, as at the start of `pinion_rolling.poses`; the nut is half
//! turned on its bolt, where it goes through the thread; a cylinder stands on the table.

use std::fmt::Write as _;

/// Name, model and pose of a body: the rows of `[R | t]`.
type Entry = (&'static str, usize, [f64; 12]);

/// The text of `workshop.json`, in mm.
pub(crate) fn workshop() -> String {
    let models = [
        r#"{"half_space":{"points":[[0,0,-60],[1,0,-60],[0,1,-60]]}}"#,
        r#"{"cuboid":{"half":[120,80,10]}}"#,
        r#"{"mesh":"bolt.obj"}"#,
        r#"{"mesh":"nut.stl"}"#,
        r#"{"mesh":"wheel.stl"}"#,
        r#"{"mesh":"pinion.obj"}"#,
        r#"{"cylinder":{"from":[0,0,0],"to":[0,0,40],"radius":9}},{"sphere":{"center":[0,0,49],"radius":9}}"#,
    ];
    // The table's top is at z = 0; the gears reach 10 mm to either side of their middles at most.
    let (c, s) = half_tooth();
    let bodies: [Entry; 7] = [
        ("floor", 0, at(0.0, 0.0, 0.0)),
        ("table", 1, at(0.0, 0.0, -10.0)),
        ("bolt", 2, at(60.0, 40.0, 20.0)),
        ("nut", 3, at(60.0, 40.0, 20.1458)),
        ("wheel", 4, at(-60.0, 0.0, 20.0)),
        ("pinion", 5, [c, -s, 0.0, -20.0, s, c, 0.0, 0.0, 0.0, 0.0, 1.0, 20.0]),
        ("pin", 6, at(60.0, -40.0, 0.0)),
    ];
    let list = |entries: Vec<String>| entries.join(",\n    ");
    let models = models.map(|parts| format!(r#"{{"parts":[{parts}]}}"#)).to_vec();
    let bodies = bodies.map(|(name, model, pose)| {
        format!(r#"{{"name":"{name}","model":{model},"pose":{}}}"#, numbers(&pose))
    });
    let mut text = String::from("{\n  \"format\": \"obbtree scene 1\",\n");
    let _ = writeln!(text, "  \"models\": [\n    {}\n  ],", list(models));
    let _ = writeln!(text, "  \"bodies\": [\n    {}\n  ],", list(bodies.to_vec()));
    text + "  \"allowed\": [\n    [\"pin\",\"table\"]\n  ],\n  \"margin\": 0.0\n}\n"
}

fn at(x: f64, y: f64, z: f64) -> [f64; 12] {
    [1.0, 0.0, 0.0, x, 0.0, 1.0, 0.0, y, 0.0, 0.0, 1.0, z]
}

/// Cosine and sine of half a tooth of the pinion, by which it stands in the wheel.
fn half_tooth() -> (f64, f64) {
    let half_tooth = std::f64::consts::PI / 16.0;
    (libm::cos(half_tooth), libm::sin(half_tooth))
}

fn numbers(pose: &[f64; 12]) -> String {
    format!("[{}]", pose.map(|x| x.to_string()).join(","))
}
