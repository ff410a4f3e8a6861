//! The boxes that pictures show: those of the tree of the 1996 paper, which has two children a
//! node.

use obbtree::{Mesh, Pose};
use obbtree_builder::classic::{Config, build};
use obbtree_predicates::Obb;
use obbtree_query::classic::visited_nodes;

/// Which boxes of the trees are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boxes {
    /// Those of a level, leaves above it included; 0 is the box around everything.
    Level(usize),
    /// The smallest that a query for all pairs finds to overlap a box of the other tree; none of a
    /// mesh that is alone.
    Visited,
}

/// The boxes of each mesh, in its own frame, in the order of the meshes.
#[must_use]
pub fn classic_boxes(placed: &[(&Mesh, &Pose)], boxes: Boxes) -> Vec<Vec<Obb>> {
    let trees: Vec<_> = placed.iter().map(|(mesh, _)| build(mesh, &Config::default())).collect();
    match (boxes, placed, &trees[..]) {
        (Boxes::Level(level), ..) => trees.iter().map(|tree| tree.boxes_at(level)).collect(),
        (Boxes::Visited, [(_, pose_a), (_, pose_b)], [a, b]) => {
            let [in_a, in_b] = visited_nodes(a, pose_a, b, pose_b);
            vec![a.innermost_boxes(&in_a), b.innermost_boxes(&in_b)]
        }
        (Boxes::Visited, ..) => vec![Vec::new(); placed.len()],
    }
}

#[cfg(test)]
mod tests {
    use obbtree::nalgebra::Point3;

    use super::*;
    use crate::figure::tests::cube;

    #[test]
    fn a_query_visits_the_boxes_near_the_contact() {
        let (mesh, here) = (cube(), Pose::identity());
        let count = |x: f64| {
            let there = Pose::from_translation([x, 0.0, 0.0]).unwrap();
            let boxes = classic_boxes(&[(&mesh, &here), (&mesh, &there)], Boxes::Visited);
            [boxes[0].len(), boxes[1].len()]
        };
        assert_eq!(count(3.0), [0, 0]); // not even the boxes around everything
        assert_eq!(count(0.0), [12, 12]); // those of all triangles
        let [of_a, of_b] = count(1.0); // sides that touch
        assert!((2..12).contains(&of_a) && (2..12).contains(&of_b), "{of_a}, {of_b}");
    }

    #[test]
    fn the_boxes_of_a_level_contain_the_mesh() {
        let mesh = cube();
        let at =
            |level| classic_boxes(&[(&mesh, &Pose::identity())], Boxes::Level(level)).remove(0);
        assert_eq!([0, 1, usize::MAX].map(|level| at(level).len()), [1, 2, 12]);
        for level in 0..4 {
            let boxes = at(level);
            for vertex in mesh.vertices() {
                let vertex = Point3::from(*vertex);
                assert!(boxes.iter().any(|obb| obb.contains(&vertex)), "level {level}: {vertex}");
            }
        }
    }
}
