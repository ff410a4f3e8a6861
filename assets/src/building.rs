//! A building of slabs, columns, beams, walls and pipes, as a scene file, with studies of it.
//!
//! All lengths are whole millimetres, so what touches does so exactly. Columns stand between slabs,
//! beams end at columns and carry slabs. Some things are wrong, on purpose: see [`building`].

use std::fmt::Write as _;

/// From column to column, and from floor to floor, in mm.
const BAY: i64 = 6000;
const STOREY: i64 = 3500;
/// Thickness of slabs, half width of columns, depth of beams.
const SLAB: i64 = 200;
const COLUMN: i64 = 150;
const BEAM: i64 = 400;

/// The text of a scene file, in mm: so many bays along x and y, so many storeys.
///
/// Right: columns and walls stand on slabs, beams lie between columns under slabs, lamps hang from
/// slabs. Wrong, in each storey: pipes go through slabs without a hole; a duct of even storeys
/// is 100 mm too high and cuts beams; a pipe is 40 mm from a column; a lamp is there twice, in all
/// but the first bay; a socket is inside a wall.
#[must_use]
pub fn building(bays: [i64; 2], storeys: i64) -> String {
    let [nx, ny] = bays;
    let models: [[i64; 3]; 10] = [
        [nx * BAY / 2 + COLUMN, ny * BAY / 2 + COLUMN, SLAB / 2], // 0 slab
        [COLUMN, COLUMN, (STOREY - SLAB) / 2],                    // 1 column
        [BAY / 2 - COLUMN, COLUMN, BEAM / 2],                     // 2 beam along x
        [COLUMN, BAY / 2 - COLUMN, BEAM / 2],                     // 3 beam along y
        [BAY / 2 - COLUMN, 60, (STOREY - SLAB - BEAM) / 2],       // 4 wall under a beam
        [nx * BAY / 2 - 500, 200, 150],                           // 5 duct along x
        [30, 30, STOREY / 2],                                     // 6 pipe
        [200, 200, 25],                                           // 7 lamp
        [40, 20, 40],                                             // 8 socket
        [30, 30, 1000],                                           // 9 short pipe
    ];
    let mut bodies: Vec<String> = Vec::new();
    let mut add = |name: String, model: usize, at: [i64; 3]| {
        let [x, y, z] = at;
        bodies.push(format!(
            r#"{{"name":"{name}","model":{model},"pose":[1,0,0,{x},0,1,0,{y},0,0,1,{z}]}}"#
        ));
    };
    let middle = [nx * BAY / 2, ny * BAY / 2];
    for level in 0..=storeys {
        add(format!("level {level}/slab"), 0, [middle[0], middle[1], level * STOREY - SLAB / 2]);
    }
    for level in 1..=storeys {
        let floor = (level - 1) * STOREY;
        let ceiling = floor + STOREY - SLAB;
        for i in 0..=nx {
            for j in 0..=ny {
                let (x, y) = (i * BAY, j * BAY);
                let here = format!("{i}-{j}");
                add(format!("level {level}/column {here}"), 1, [x, y, (floor + ceiling) / 2]);
                if i < nx {
                    let at = [x + BAY / 2, y, ceiling - BEAM / 2];
                    add(format!("level {level}/beam x {here}"), 2, at);
                    if j == 0 {
                        let at = [x + BAY / 2, y, floor + (STOREY - SLAB - BEAM) / 2];
                        add(format!("level {level}/wall {here}"), 4, at);
                    }
                }
                if j < ny {
                    let at = [x, y + BAY / 2, ceiling - BEAM / 2];
                    add(format!("level {level}/beam y {here}"), 3, at);
                }
                if i < nx && j < ny {
                    let at = [x + 1500, y + 1500];
                    add(format!("level {level}/lamp {here}"), 7, [at[0], at[1], ceiling - 25]);
                    if i > 0 {
                        add(
                            format!("level {level}/lamp {here} copy"),
                            7,
                            [at[0], at[1], ceiling - 25],
                        );
                    }
                    add(format!("level {level}/pipe {here}"), 6, [x + 3000, y + 4500, ceiling]);
                }
            }
        }
        for j in 0..ny {
            let too_high = if level % 2 == 0 { 100 } else { 0 };
            let z = ceiling - BEAM - 150 + too_high;
            add(format!("level {level}/duct {j}"), 5, [middle[0], j * BAY + 2500, z]);
        }
        add(format!("level {level}/socket"), 8, [1000, 0, floor + 300]);
        add(format!("level {level}/riser"), 9, [COLUMN + 40 + 30, BAY, floor + 1500]);
    }
    let models =
        models.map(|[x, y, z]| format!(r#"{{"parts":[{{"cuboid":{{"half":[{x},{y},{z}]}}}}]}}"#));
    let mut text = String::from("{\n  \"format\": \"obbtree scene 1\",\n");
    let _ = writeln!(text, "  \"models\": [\n    {}\n  ],", models.join(",\n    "));
    let _ = writeln!(text, "  \"bodies\": [\n    {}\n  ],", bodies.join(",\n    "));
    text + "  \"allowed\": [],\n  \"margin\": 0.0\n}\n"
}

/// `building.toml`.
pub(crate) const STUDY: &str = r#"# What is wrong with the building? For `obbtree clash`; the page Clashes of the book explains it.
name = "coordination"
scene = "building.json" # in mm
metres = 0.001
cluster = 1000.0 # clashes at most a metre apart are reviewed together

[groups]
structure = ["*/slab", "*/column *", "*/beam *", "*/wall *"]
services = ["*/pipe *", "*/riser", "*/duct *", "*/lamp *", "*/socket"]

[[rules]]
name = "services in the structure"
these = ["@services"]
those = ["@structure"]

[[rules]]
name = "there twice"
kinds = ["coincident"]

[[rules]]
name = "pipes too near to columns"
these = ["*/pipe *", "*/riser"]
those = ["*/column *"]
kinds = []
clearance = 50.0
"#;

/// `building_contacts.toml`.
pub(crate) const CONTACTS: &str = r#"# Which columns stand on what, and where?
name = "what carries what"
scene = "building.json"
metres = 0.001
detail = "box"

[[rules]]
name = "columns"
these = ["*/column *"]
those = ["*/slab"]
kinds = ["touching", "cutting"]
"#;

/// `workshop.toml`.
pub(crate) const WORKSHOP: &str = r#"# Which parts of the workshop cut each other by more than 0.01 mm?
name = "workshop"
scene = "workshop.json"
metres = 0.001
detail = "curves"
depth = true

[[rules]]
name = "parts"
not = ["floor"]
kinds = ["cutting", "contained", "coincident"]
tolerance = 0.01
"#;

/// `workshop_motion.toml`.
pub(crate) const MOTION: &str = r#"# When do parts of the workshop meet while the nut is carried from the bolt to the pin?
name = "nut to pin"
scene = "workshop.json"
metres = 0.001

[motion]
times = [0, 1, 2, 3] # in s, say; a pose at each, x y z qx qy qz qw
time_tolerance = 0.001

[motion.poses]
nut = [
    [60, 40, 45, 0, 0, 0, 1],
    [60, 40, 80, 0, 0, 0, 1],
    [60, -40, 80, 0, 0, 0.6, 0.8], # turned by 74 degrees
    [60, -40, 20, 0, 0, 0.6, 0.8],
]
pin = [
    [60, -40, 0, 0, 0, 0, 1],
    [60, -40, 0, 0, 0, 0, 1],
    [60, -40, 0, 0, 0, 0, 1],
    [60, -30, 0, 0, 0, 0, 1],
]

[[rules]]
name = "moving parts"
not = ["floor"]
clearance = 8.0
"#;
