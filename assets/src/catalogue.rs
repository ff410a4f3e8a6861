//! What there is: every shipped file, its text or bytes, and `SOURCES.md`, which lists them.

use std::fmt::Write as _;

use obbtree_mesh::Mesh;

use crate::building::{CONTACTS, MOTION, STUDY, WORKSHOP, building};
use crate::octree::bt_bytes;
use crate::poses::{self, Step};
use crate::scan::pcd_bytes;
use crate::workshop::workshop;
use crate::write::{obj_text, stl_bytes};
use crate::{PINION, WHEEL, bolt, gear, l_piece, link, nut, terrain, torus_knot, wall};

/// A shipped mesh.
pub struct Model {
    /// File name in `assets/`; its ending gives the format.
    pub file: &'static str,
    /// The unit of its coordinates.
    pub unit: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// The mesh in the file.
    pub mesh: Mesh,
}

/// A shipped list of poses of one mesh in the frame of another.
pub struct PoseFile {
    /// File name in `assets/`.
    pub file: &'static str,
    /// File of the mesh that stays.
    pub a: &'static str,
    /// File of the mesh that moves.
    pub b: &'static str,
    /// What happens, in one line.
    pub about: &'static str,
    /// The poses, in order.
    pub steps: Vec<Step>,
}

/// Every shipped mesh.
pub fn models() -> Vec<Model> {
    let model = |file, unit, about, mesh| Model { file, unit, about, mesh };
    vec![
        model("bolt.obj", "mm", "hexagon bolt M12 x 20 with a helical thread", bolt()),
        model("nut.stl", "mm", "hexagon nut M12, 0.04 mm of air in the thread", nut()),
        model("wheel.stl", "mm", "spur gear, module 2, 24 involute teeth", gear(WHEEL)),
        model("pinion.obj", "mm", "spur gear, module 2, 16 involute teeth", gear(PINION)),
        model("torus_knot.obj", "mm", "round tube along a trefoil knot", torus_knot(160, 11)),
        model("link.stl", "m", "robot link: two flanged cylinders on an arm", link()),
        model("terrain.obj", "m", "hills as a height field, 40 m x 40 m, open", terrain(40)),
        model("wall.obj", "m", "wall with a hole", wall()),
        model("l_piece.stl", "m", "piece that passes the hole only when turned", l_piece()),
    ]
}

/// Every shipped list of poses.
pub fn pose_files() -> Vec<PoseFile> {
    vec![
        PoseFile {
            file: "nut_turning.poses",
            a: "bolt.obj",
            b: "nut.stl",
            about: "the nut screwed down to its seat",
            steps: poses::nut_turning(),
        },
        PoseFile {
            file: "pinion_rolling.poses",
            a: "wheel.stl",
            b: "pinion.obj",
            about: "the pinion rolled around the wheel",
            steps: poses::pinion_rolling(),
        },
        PoseFile {
            file: "l_through_wall.poses",
            a: "wall.obj",
            b: "l_piece.stl",
            about: "the L-shaped piece turned through the hole",
            steps: poses::l_through_wall(),
        },
    ]
}

/// The shipped scene.
const SCENE: &str = "workshop.json";

/// Name and content of every file that is written, `SOURCES.md` last.
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let (models, pose_files) = (models(), pose_files());
    let mut files = Vec::new();
    for model in &models {
        let title = format!("obbtree: {}, {}", model.about, model.unit);
        let bytes = if model.file.ends_with(".stl") {
            stl_bytes(&model.mesh, &title)
        } else {
            obj_text(&model.mesh, &title).into_bytes()
        };
        files.push((model.file, bytes));
    }
    files.extend(pose_files.iter().map(|poses| (poses.file, pose_text(poses).into_bytes())));
    files.push(("wall.pcd", pcd_bytes()));
    files.push(("wall.bt", bt_bytes()));
    files.push((SCENE, workshop().into_bytes()));
    files.push(("building.json", building([3, 2], 2).into_bytes()));
    let studies = [
        ("building.toml", STUDY),
        ("building_contacts.toml", CONTACTS),
        ("workshop.toml", WORKSHOP),
        ("workshop_motion.toml", MOTION),
    ];
    files.extend(studies.map(|(file, text)| (file, text.as_bytes().to_vec())));
    files.push(("SOURCES.md", sources(&models, &pose_files).into_bytes()));
    files
}

/// A comment whenever the expected answer changes, and a line of seven numbers for each pose.
fn pose_text(poses: &PoseFile) -> String {
    let mut text = format!(
        "# obbtree: {}. {} in the frame of {}.\n# x y z qx qy qz qw\n",
        poses.about, poses.b, poses.a
    );
    let mut before = None;
    for step in &poses.steps {
        if before != Some(step.collides) {
            let expected =
                step.collides.map_or("free".to_owned(), |why| format!("collides: {why}"));
            line(&mut text, &format!("# {expected}"));
        }
        before = Some(step.collides);
        line(&mut text, &step.pose.to_string());
    }
    text
}

fn sources(models: &[Model], pose_files: &[PoseFile]) -> String {
    let mut text = String::from(
        "# Where these files come from\n\n\
         `arm.urdf` and `arm_through_hole.txt` are written by hand: an arm of boxes, cylinders and the\n\
         meshes `link.stl`, `nut.stl` and `bolt.obj`, and two configurations, one on each side of\n\
         `wall.obj`. All other files in this folder are written by the code in `src/`, with\n\n\
         ```sh\n\
         cargo run --release -p obbtree-assets\n\
         ```\n\n\
         and compared with it by `cargo run --release -p obbtree-assets -- --check`. Nothing is\n\
         a download. The bytes do not depend on the machine: sine and cosine come from the `libm`\n\
         crate, coordinates are rounded to `f32`.\n\n\
         Licence of every file: that of the project, MIT OR Apache-2.0.\n\n\
         ## Meshes\n\n\
         | file | what | unit | triangles | vertices | closed |\n\
         |---|---|---|---:|---:|---|\n",
    );
    for model in models {
        let report = model.mesh.report();
        let row = format!(
            "| `{}` | {} | {} | {} | {} | {} |",
            model.file,
            model.about,
            model.unit,
            report.triangles,
            report.distinct_positions,
            if report.closed() { "yes" } else { "no" },
        );
        line(&mut text, &row);
    }
    text.push_str(
        "\n## Points and voxels\n\n\
         `wall.pcd` is the front of `wall.obj` in 40 x 40 points, m, as a sensor sees it: NaN where it\n\
         looks through the hole. `wall.bt` is the wall as an octree of OctoMap with cells of 0.05 m, as\n\
         a robot maps it: cells that the wall reaches into are occupied, and nothing is known beyond\n\
         1.6 m from the origin along each axis.\n",
    );
    text.push_str(
        "\n## Poses\n\n\
         Seven numbers a line, `x y z qx qy qz qw`: where mesh B is, seen from mesh A. Comments say\n\
         what to expect.\n\n\
         | file | A | B | what | free | colliding |\n\
         |---|---|---|---|---:|---:|\n",
    );
    for poses in pose_files {
        let colliding = poses.steps.iter().filter(|step| step.collides.is_some()).count();
        let row = format!(
            "| `{}` | `{}` | `{}` | {} | {} | {colliding} |",
            poses.file,
            poses.a,
            poses.b,
            poses.about,
            poses.steps.len() - colliding,
        );
        line(&mut text, &row);
    }
    let examples = format!(
        "\n## Scene\n\n\
         `{SCENE}`: gears, a bolt with its nut and a pin on a table, and the floor below it, a\n\
         half-space; for `obbtree scene`. One pair collides: the nut is where its thread cuts into the\n\
         bolt's. The pin stands on the table, which is allowed; the gears mesh freely.\n\n\
         `building.json`: a small building of boxes with mistakes, in mm; `building.toml`,\n\
         `building_contacts.toml`, `workshop.toml` and `workshop_motion.toml` are studies for\n\
         `obbtree clash`.\n\n\
         The nut seated on the bolt, free:\n\n\
         ```text\n{}\n```\n\n\
         The same nut turned by 6 degrees without advancing, colliding:\n\n\
         ```text\n{}\n```\n\n\
         The pinion meshing with the wheel, free:\n\n\
         ```text\n{}\n```",
        poses::nut_seated(),
        poses::nut_turned(6.0),
        poses::pinion_rolled(0.0),
    );
    line(&mut text, &examples);
    text
}

fn line(text: &mut String, line: &str) {
    writeln!(text, "{line}").expect("a String takes all text");
}
