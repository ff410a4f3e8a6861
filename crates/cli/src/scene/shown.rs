//! The bodies of a scene as placed triangles, with those that meet.

use std::collections::BTreeMap;

use anyhow::Result;
use obbtree::scene::{BodyId, Part, Scene, SceneQuery};

use crate::draw::MarkedTriangle;

/// Marks of the parts of bodies: all of a part, or some of its triangles.
type Marks = BTreeMap<(BodyId, usize), Vec<Option<u32>>>;

/// The placed triangles of each enabled body, with whether each meets another body, and how many pairs
/// collide. Shapes without end are not shown.
pub(super) fn bodies(scene: &Scene) -> Result<(Vec<Vec<MarkedTriangle>>, usize)> {
    let mut query = SceneQuery::new();
    let pairs = query.pairs(scene);
    let marks = marks(&mut query, scene, &pairs)?;
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
        shown.push(triangles);
    }
    Ok((shown, pairs.len()))
}

fn marks(query: &mut SceneQuery, scene: &Scene, pairs: &[[BodyId; 2]]) -> Result<Marks> {
    let mut marks = Marks::new();
    for &bodies in pairs {
        for meeting in query.meeting(scene, bodies)? {
            for n in 0..2 {
                let part = (bodies[n], meeting.parts[n]);
                marks.entry(part).or_default().push(meeting.triangles[n]);
            }
        }
    }
    Ok(marks)
}

fn of_outline(part: &Part, marks: &[Option<u32>]) -> Vec<MarkedTriangle> {
    let Some(mesh) = part.outline() else { return vec![] };
    let mut meets = vec![marks.contains(&None); mesh.triangles().len()];
    for &triangle in marks.iter().flatten() {
        meets[triangle as usize] = true;
    }
    meets.into_iter().enumerate().map(|(n, meets)| (mesh.triangle(n), meets)).collect()
}
