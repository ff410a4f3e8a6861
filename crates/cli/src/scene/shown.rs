//! The bodies of a scene as placed triangles, with those that meet.

use std::collections::BTreeMap;

use anyhow::Result;
use obbtree::scene::{BodyId, PairContacts, Part, Scene, SceneQuery};

use crate::draw::MarkedTriangle;

/// A body to show.
pub(super) struct ShownBody {
    pub(super) name: String,
    /// Placed triangles, and whether each meets another body.
    pub(super) triangles: Vec<MarkedTriangle>,
}

/// Marks of the parts of bodies: all of a part, or some of its triangles.
type Marks = BTreeMap<(BodyId, usize), Vec<Option<u32>>>;

/// The enabled bodies, and how many pairs collide. Shapes without end are not shown.
pub(super) fn bodies(scene: &Scene) -> Result<(Vec<ShownBody>, usize)> {
    let pairs = SceneQuery::new().contacts(scene, usize::MAX);
    let marks = marks(&pairs);
    let mut shown = Vec::new();
    for id in scene.ids() {
        if !scene.is_enabled(id)? {
            continue;
        }
        let mut triangles = Vec::new();
        for (n, part) in scene.parts(id)?.iter().enumerate() {
            let pose = scene.part_pose(id, n)?;
            let of_part = marks.get(&(id, n)).map_or(&[][..], Vec::as_slice);
            triangles.extend(
                of_outline(part, of_part)
                    .into_iter()
                    .map(|(corners, meets)| (corners.map(|corner| pose.place(&corner)), meets)),
            );
        }
        shown.push(ShownBody { name: scene.name(id)?.to_owned(), triangles });
    }
    Ok((shown, pairs.len()))
}

fn marks(pairs: &[PairContacts]) -> Marks {
    let mut marks = Marks::new();
    for pair in pairs {
        for contact in &pair.contacts {
            for n in 0..2 {
                let part = (pair.bodies[n], contact.parts[n]);
                marks.entry(part).or_default().push(contact.triangles[n]);
            }
        }
    }
    marks
}

fn of_outline(part: &Part, marks: &[Option<u32>]) -> Vec<MarkedTriangle> {
    let Some(mesh) = part.outline() else { return vec![] };
    let mut meets = vec![marks.contains(&None); mesh.triangles().len()];
    for &triangle in marks.iter().flatten() {
        meets[triangle as usize] = true;
    }
    meets.into_iter().enumerate().map(|(n, meets)| (mesh.triangle(n), meets)).collect()
}
