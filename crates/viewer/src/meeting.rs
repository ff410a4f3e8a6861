//! Which triangles of the bodies of a scene meet another body.
//!
//! A triangle is red once, however many bodies it meets: so it is left out of later queries once it
//! was found to meet one. Of a heap of bodies all queries but the first few of each body are about
//! the few triangles that nothing has met yet.

use std::collections::BTreeMap;

use anyhow::Result;
use obbtree::scene::{BodyId, Part, Scene, SceneQuery};
use obbtree::{Body, Mesh, Pose, Query};

/// What meets another body, of each part of each body that collides with one.
pub(crate) struct Meeting {
    parts: BTreeMap<(BodyId, usize), PartMarks>,
    pairs: usize,
}

impl Meeting {
    /// What of the enabled bodies meets another one that it may not meet. Nothing of bodies that
    /// are only within their margin.
    pub(crate) fn of(scene: &Scene) -> Result<Self> {
        Self::of_pairs(scene, &SceneQuery::new().pairs(scene))
    }

    /// What of pairs of bodies meets.
    pub(crate) fn of_pairs(scene: &Scene, pairs: &[[BodyId; 2]]) -> Result<Self> {
        let (mut of_scene, mut query) = (SceneQuery::new(), Query::new());
        let mut found = Self { parts: BTreeMap::new(), pairs: pairs.len() };
        for &bodies in pairs {
            let [a, b] = [&scene.parts(bodies[0])?[..], &scene.parts(bodies[1])?[..]];
            if a.iter().chain(b.iter()).all(|part| part.collider().body().is_some()) {
                found.add_meshes(scene, &mut query, bodies, [a, b])?;
            } else if !found.is_complete(bodies, [a, b]) {
                for meeting in of_scene.meeting(scene, bodies)? {
                    for side in 0..2 {
                        let part = (bodies[side], meeting.parts[side]);
                        let of_part = [a, b][side][meeting.parts[side]].clone();
                        let marks =
                            found.parts.entry(part).or_insert_with(|| PartMarks::of(of_part));
                        marks.add(meeting.triangles[side]);
                    }
                }
            }
        }
        Ok(found)
    }

    /// How many pairs of bodies collide.
    pub(crate) fn pairs(&self) -> usize {
        self.pairs
    }

    /// Does a triangle of a part meet another body?
    pub(crate) fn meets(&self, body: BodyId, part: usize, triangle: usize) -> bool {
        self.parts.get(&(body, part)).is_some_and(|marks| marks.meets(triangle))
    }

    /// Is all of two bodies known to meet something?
    fn is_complete(&self, bodies: [BodyId; 2], parts: [&[Part]; 2]) -> bool {
        (0..2).all(|side| {
            let mut of_body = 0..parts[side].len();
            of_body.all(|n| self.parts.get(&(bodies[side], n)).is_some_and(|marks| marks.left == 0))
        })
    }

    /// Adds what meets of two bodies all of whose parts are meshes.
    fn add_meshes(
        &mut self,
        scene: &Scene,
        query: &mut Query,
        bodies: [BodyId; 2],
        parts: [&[Part]; 2],
    ) -> Result<()> {
        for m in 0..parts[0].len() {
            for n in 0..parts[1].len() {
                let keys = [(bodies[0], m), (bodies[1], n)];
                let poses = [scene.part_pose(bodies[0], m)?, scene.part_pose(bodies[1], n)?];
                let take = |marks: Option<PartMarks>, part: &Part| {
                    marks.unwrap_or_else(|| PartMarks::of(part.clone()))
                };
                let mut a = take(self.parts.remove(&keys[0]), &parts[0][m]);
                let mut b = take(self.parts.remove(&keys[1]), &parts[1][n]);
                meet(query, [&mut a, &mut b], poses);
                self.parts.insert(keys[0], a);
                self.parts.insert(keys[1], b);
            }
        }
        Ok(())
    }
}

/// What meets of a part.
struct PartMarks {
    part: Part,
    /// By triangle; of a shape one for all of it.
    meets: Vec<bool>,
    /// How many of them do not.
    left: usize,
    /// The triangles among which all those are that do not: a body and their numbers. `None` for
    /// all.
    rest: Option<(Body, Vec<u32>)>,
}

impl PartMarks {
    fn of(part: Part) -> Self {
        let count = part.collider().body().map_or(1, |body| body.mesh().triangles().len());
        Self { part, meets: vec![false; count], left: count, rest: None }
    }

    fn meets(&self, triangle: usize) -> bool {
        self.meets[if self.part.collider().body().is_some() { triangle } else { 0 }]
    }

    /// A triangle, or all of a shape.
    fn add(&mut self, triangle: Option<u32>) {
        let meets = &mut self.meets[triangle.unwrap_or(0) as usize];
        self.left -= usize::from(!*meets);
        *meets = true;
    }

    /// Leaves out what meets once that is half of what is tested.
    fn shrink(&mut self) {
        let Some(body) = self.part.collider().body() else { return };
        let count = self.rest.as_ref().map_or(self.meets.len(), |(_, numbers)| numbers.len());
        if self.left > 0 && 2 * self.left <= count {
            let is_left = |&n: &u32| !self.meets[n as usize];
            let numbers: Vec<u32> = (0..self.meets.len() as u32).filter(is_left).collect();
            let corners = |&n: &u32| body.mesh().triangle(n as usize).map(Into::into);
            let soup: Vec<[[f64; 3]; 3]> = numbers.iter().map(corners).collect();
            // Triangles of a mesh are finite and in range, so they make one.
            self.rest = Mesh::from_soup(&soup).ok().map(|mesh| (Body::new(mesh), numbers));
        }
    }
}

/// Marks what meets of two meshes, as far as it was not known.
fn meet(query: &mut Query, [a, b]: [&mut PartMarks; 2], [pose_a, pose_b]: [&Pose; 2]) {
    let (Some(body_a), Some(body_b)) =
        (a.part.collider().body().cloned(), b.part.collider().body().cloned())
    else {
        return;
    };
    if a.rest.is_none() && b.rest.is_none() && a.left > 0 && b.left > 0 {
        for [in_a, in_b] in query.pairs(&body_a, pose_a, &body_b, pose_b) {
            a.add(Some(in_a));
            b.add(Some(in_b));
        }
    } else {
        meet_one(query, a, pose_a, &body_b, pose_b);
        meet_one(query, b, pose_b, &body_a, pose_a);
    }
    a.shrink();
    b.shrink();
}

/// Marks what of one mesh meets another, as far as it was not known.
fn meet_one(query: &mut Query, one: &mut PartMarks, pose: &Pose, other: &Body, pose_other: &Pose) {
    if one.left == 0 {
        return;
    }
    let Some(whole) = one.part.collider().body().cloned() else { return };
    let (body, numbers) = one.rest.take().map_or((whole, None), |(body, n)| (body, Some(n)));
    for [triangle, _] in query.pairs(&body, pose, other, pose_other) {
        let number = numbers.as_ref().map_or(triangle, |numbers| numbers[triangle as usize]);
        one.add(Some(number));
    }
    one.rest = numbers.map(|numbers| (body, numbers));
}

#[cfg(test)]
mod tests {
    use obbtree::Shape;

    use super::*;
    use crate::figure::tests::cube;

    /// The same marks as from all pairs of triangles of all pairs of bodies, one by one.
    #[test]
    fn what_meets_is_what_the_pairs_of_bodies_say() {
        let mut scene = Scene::new();
        let mesh = Part::new(Body::new(cube()));
        let sphere = Part::new(Shape::sphere([0.5; 3], 0.4).unwrap());
        for n in 0_u32..40 {
            let at = [7, 11, 13].map(|step| f64::from(n * step % 37) / 8.0);
            let parts =
                if n % 5 == 0 { vec![mesh.clone(), sphere.clone()] } else { vec![mesh.clone()] };
            scene.add(&n.to_string(), parts, Pose::from_translation(at).unwrap()).unwrap();
        }
        let found = Meeting::of(&scene).unwrap();
        let mut query = SceneQuery::new();
        let pairs = query.pairs(&scene);
        assert_eq!(found.pairs(), pairs.len());
        let mut expected = std::collections::BTreeSet::new();
        for bodies in pairs {
            for meeting in query.meeting(&scene, bodies).unwrap() {
                for side in 0..2 {
                    let triangle = meeting.triangles[side].unwrap_or(0) as usize;
                    expected.insert((bodies[side], meeting.parts[side], triangle));
                }
            }
        }
        let mut counts = [0, 0];
        for id in scene.ids() {
            for (n, part) in scene.parts(id).unwrap().iter().enumerate() {
                for triangle in
                    0..part.collider().body().map_or(1, |body| body.mesh().triangles().len())
                {
                    let meets = found.meets(id, n, triangle);
                    counts[usize::from(meets)] += 1;
                    assert_eq!(
                        meets,
                        expected.contains(&(id, n, triangle)),
                        "{id:?}, {n}, {triangle}"
                    );
                }
            }
        }
        assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
    }
}
