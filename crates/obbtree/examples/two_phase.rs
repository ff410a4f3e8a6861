//! Detection in two phases: boxes first, triangles where the boxes overlap.
//!
//! ```sh
//! cargo run --release -p obbtree --example two_phase
//! ```
//!
//! A tool passes over a row of workpieces. Each part has one oriented box, which is moved with it
//! and tested first; only where the boxes overlap are the triangles compared, pair by pair and
//! exactly. At every step the answer is compared with that of a query, which is what a program
//! would use once parts have more triangles than these.

use obbtree::nalgebra::{Isometry3, Point3, Vector3};
use obbtree::{Body, Mesh, Pose, Query};
use obbtree_geom::{depth, fit_obb};
use obbtree_predicates::{Obb, Placement, Stages, triangles_meet};

/// Steps of the tool's path.
const STEPS: u32 = 400;
/// Half side, in millimetres, that a box gains for the rounding of its motion: far above any
/// rounding of lengths below a metre, far below what machines resolve.
const MARGIN: f64 = 1e-9;

/// A part with its box, both in the part's own frame.
struct Part {
    body: Body,
    obb: Obb,
}

impl Part {
    fn new(
        vertices: Vec<[f64; 3]>,
        triangles: Vec<[u32; 3]>,
    ) -> Result<Self, obbtree::mesh::MeshError> {
        let mesh = Mesh::new(vertices, triangles)?;
        let corners: Vec<_> = mesh.corners().collect();
        let mut obb = fit_obb(&corners);
        obb.half.add_scalar_mut(MARGIN);
        Ok(Self { body: Body::new(mesh), obb })
    }

    /// A wedge: a prism over a triangle, `length` along y.
    fn wedge(width: f64, height: f64, length: f64) -> Result<Self, obbtree::mesh::MeshError> {
        let ends = [0.0, length];
        let corner = |x, y, z| [x, y, z];
        let vertices = ends
            .iter()
            .flat_map(|&y| {
                [corner(0.0, y, 0.0), corner(width, y, 0.0), corner(width / 2.0, y, height)]
            })
            .collect();
        let faces = vec![
            [0, 1, 2],
            [3, 5, 4],
            [0, 3, 4],
            [0, 4, 1],
            [1, 4, 5],
            [1, 5, 2],
            [2, 5, 3],
            [2, 3, 0],
        ];
        Self::new(vertices, faces)
    }
}

/// The box of a part in the world, when the part is placed.
fn placed_box(part: &Part, at: &Isometry3<f64>) -> Obb {
    let rotation = at.rotation.to_rotation_matrix();
    part.obb.rotated(&rotation, &Point3::origin()).translated(&at.translation.vector)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let tool = Part::wedge(20.0, 15.0, 60.0)?;
    let workpiece = Part::wedge(30.0, 20.0, 30.0)?;
    let mut query = Query::new();

    let row: Vec<Isometry3<f64>> =
        (0..5).map(|i| Isometry3::translation(50.0 * f64::from(i), 0.0, 0.0)).collect();
    let (mut pairs, mut coarse, mut exact, mut triangle_tests) = (0, 0, 0, 0);
    let mut stages = Stages::default();
    for step in 0..STEPS {
        let share = f64::from(step) / f64::from(STEPS);
        let tilt = Vector3::new(0.3, 4.0 * share, 0.8 * share);
        let tool_at = Isometry3::new(Vector3::new(240.0 * share - 20.0, -10.0, 24.0), tilt);
        let tool_pose = Pose::try_from(tool_at)?;
        let tool_box = placed_box(&tool, &tool_at);
        for work_at in &row {
            pairs += 1;
            let work_pose = Pose::try_from(*work_at)?;
            let work_box = placed_box(&workpiece, work_at);
            let boxes_overlap = depth::obb_obb(&tool_box, &work_box).overlaps();
            coarse += u32::from(boxes_overlap);
            let placement = Placement::new(&tool_pose, &work_pose);
            let meets = boxes_overlap
                && tool.body.mesh().corners().any(|a| {
                    workpiece.body.mesh().corners().any(|b| {
                        triangle_tests += 1;
                        triangles_meet(&a, &b, &placement, &mut stages)
                    })
                });
            exact += u32::from(meets);
            if meets != query.collide(&tool.body, &tool_pose, &workpiece.body, &work_pose) {
                return Err(format!("step {step}: the two ways disagree").into());
            }
        }
    }
    println!("{pairs} pairs of parts: {coarse} with boxes that overlap, {exact} that collide");
    println!("{triangle_tests} tests of triangles; all answers are those of the query");
    Ok(())
}
