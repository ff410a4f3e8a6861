//! How links look: their visual elements. For pictures alone; no check knows them.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use obbtree_io::{ReadOptions, read_mesh_with};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_scene::Part;
use urdf_rs::Geometry;

use super::elements::shape;
use super::mesh_files::MeshFiles;
use super::stripped::only_visual_elements;
use crate::frames::Frame;
use crate::model::{Robot, xml};

/// A visual element of a link.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Visual {
    /// The link, by its number.
    pub link: usize,
    /// Its surface, scaled; of a shape so many triangles that it looks like it.
    pub mesh: Arc<Mesh>,
    /// Where it is in the link's frame.
    pub pose: Pose,
    /// Red, green and blue, sRGB, if the URDF has a colour.
    pub colour: Option<[u8; 3]>,
}

impl Robot {
    /// The visual elements of this robot's URDF, and why others of them are left out. `path` and
    /// `package_roots` say where meshes are, as for [`Robot::read`].
    ///
    /// ```
    /// # use obbtree_robot::Robot;
    /// let text = r#"<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/>
    ///     </geometry></visual></link></robot>"#;
    /// let robot = Robot::from_urdf_str(text, "r.urdf", &[])?;
    /// let (visuals, problems) = robot.visuals(text, "r.urdf", &[]);
    /// assert_eq!((visuals.len(), visuals[0].link, problems.len()), (1, 0, 0));
    /// # Ok::<(), obbtree_robot::RobotProblem>(())
    /// ```
    #[must_use]
    pub fn visuals(
        &self,
        text: &str,
        path: impl AsRef<Path>,
        package_roots: &[PathBuf],
    ) -> (Vec<Visual>, Vec<String>) {
        let files = MeshFiles::new(path.as_ref(), package_roots);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let read = xml::parse(text).map_err(|error| error.to_string()).and_then(|document| {
            let kept = only_visual_elements(&document);
            urdf_rs::read_from_string(&kept).map_err(|error| error.to_string())
        });
        let urdf = match read {
            Ok(urdf) => urdf,
            Err(problem) => return (Vec::new(), vec![format!("visual elements: {problem}")]),
        };
        let (mut found, mut problems, mut known) = (Vec::new(), Vec::new(), HashMap::new());
        for described in &urdf.links {
            let Some(link) = self.link(&described.name) else { continue };
            for (n, visual) in described.visual.iter().enumerate() {
                let colour = colour(visual.material.as_ref(), &urdf.materials);
                let frame = Frame::from_xyz_rpy(*visual.origin.xyz, *visual.origin.rpy);
                let pose = frame.to_pose().map_err(|error| error.to_string());
                let mesh = surface(&visual.geometry, &files, &mut known);
                match pose.and_then(|pose| Ok((pose, mesh?))) {
                    Ok((pose, mesh)) => found.push(Visual { link, mesh, pose, colour }),
                    Err(problem) => {
                        let name = &described.name;
                        problems.push(format!("link '{name}', visual element {n}: {problem}"));
                    }
                }
            }
        }
        (found, problems)
    }
}

/// Meshes by file and the bits of the scale.
type MeshCache = HashMap<(PathBuf, [u64; 3]), Arc<Mesh>>;

fn surface(
    geometry: &Geometry,
    files: &MeshFiles<'_>,
    known: &mut MeshCache,
) -> Result<Arc<Mesh>, String> {
    let Geometry::Mesh { filename, scale } = geometry else {
        let part = Part::new(shape(geometry).map_err(|problem| problem.to_string())?);
        let outline = part.outline().ok_or("a shape without an outline")?;
        return Ok(Arc::new(outline));
    };
    let scale = scale.map_or([1.0; 3], |scale| *scale);
    let file = files.find(filename).map_err(|_| format!("there is no mesh '{filename}'"))?;
    let key = (file.clone(), scale.map(f64::to_bits));
    if let Some(mesh) = known.get(&key) {
        return Ok(Arc::clone(mesh));
    }
    let options = ReadOptions::default().with_axis_scale(scale);
    let read = read_mesh_with(&file, &options).map_err(|error| error.to_string())?;
    let mesh = Arc::new(read.mesh);
    known.insert(key, Arc::clone(&mesh));
    Ok(mesh)
}

/// The colour of a material, or of the one of the robot that has its name.
fn colour(material: Option<&urdf_rs::Material>, named: &[urdf_rs::Material]) -> Option<[u8; 3]> {
    let material = material?;
    let same = named.iter().find(|other| other.name == material.name);
    let colour = material.color.as_ref().or_else(|| same?.color.as_ref())?;
    let [r, g, b, _] = *colour.rgba;
    Some([r, g, b].map(|x| (255.0 * x.clamp(0.0, 1.0)).round() as u8))
}
