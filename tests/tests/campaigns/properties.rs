//! Properties of every answer, of both engines, on generated meshes and poses; a case that fails is
//! shrunk and printed. See `docs/lab/CAMPAIGNS.md`.
//!
//! Many meshes here have corners on a coarse grid: most of their triangles touch, cross at corners,
//! are coplanar or degenerate, and quarter turns keep all of that exact.

use num_traits::ToPrimitive;
use obbtree::query::Relation;
use obbtree::{Mesh, Pose, Query};
use obbtree_tests::bisection::quarter_turns;
use obbtree_tests::engines::{Asks, Built};
use obbtree_tests::{classic, wide};
use obbtree_tests::{is_long, naive, referee, shapes};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;

/// 50 cases of each property, 25,600 in the long setting.
fn config() -> ProptestConfig {
    let default = ProptestConfig::default();
    ProptestConfig {
        cases: if is_long() { 100 * default.cases } else { 50 },
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..default
    }
}

/// Up to `most` triangles with corners on the grid 0 to 3.
fn grid_mesh(most: usize) -> impl Strategy<Value = Mesh> {
    let corner = prop::array::uniform3((0..4_u8).prop_map(f64::from));
    let triangle = prop::array::uniform3(corner);
    prop::collection::vec(triangle, 1..=most).prop_map(|t| Mesh::from_soup(&t).expect("finite"))
}

/// Triangles that share up to eight vertices anywhere within 1 of the origin.
fn connected_mesh(most: usize) -> impl Strategy<Value = Mesh> {
    let vertices = prop::collection::vec(prop::array::uniform3(-1.0..1.0), 8);
    let triangles = prop::collection::vec(prop::array::uniform3(0..8_u32), 1..=most);
    (vertices, triangles).prop_map(|(v, t)| Mesh::new(v, t).expect("in range"))
}

fn any_mesh(most: usize) -> impl Strategy<Value = Mesh> {
    prop_oneof![grid_mesh(most), connected_mesh(most)]
}

/// Quarter turns and a shift by halves: exact on the grid.
fn grid_pose() -> impl Strategy<Value = Pose> {
    (0..24_usize, prop::array::uniform3(-6..=6_i8)).prop_map(|(turn, shift)| {
        let shift = shift.map(|x| f64::from(x) / 2.0);
        Pose::new(quarter_turns(turn), shift.into()).expect("a rotation")
    })
}

/// Any rotation, as it is or with six decimals.
fn general_pose() -> impl Strategy<Value = Pose> {
    (any::<u64>(), any::<bool>()).prop_map(|(seed, printed)| {
        let pose = shapes::pose(&mut shapes::random(seed), 1.0);
        let rows = pose.to_rows();
        let rounded = rows.map(|x| if printed { (x * 1e6).round() / 1e6 } else { x });
        Pose::from_rows(rounded).expect("a rotation")
    })
}

fn any_pose() -> impl Strategy<Value = Pose> {
    prop_oneof![grid_pose(), general_pose()]
}

/// Two placed meshes.
#[derive(Clone, Debug)]
struct Scene {
    a: Mesh,
    pose_a: Pose,
    b: Mesh,
    pose_b: Pose,
}

fn scene() -> impl Strategy<Value = Scene> {
    placed(any_mesh(24), any_pose(), any_mesh(24), any_pose())
}

/// The same on one grid, so that most triangles that are near each other touch.
fn grid_scene() -> impl Strategy<Value = Scene> {
    placed(grid_mesh(8), grid_pose(), grid_mesh(8), grid_pose())
}

/// Every second time near each other, or too few would meet.
fn placed(
    a: impl Strategy<Value = Mesh>,
    pose_a: impl Strategy<Value = Pose>,
    b: impl Strategy<Value = Mesh>,
    pose_b: impl Strategy<Value = Pose>,
) -> impl Strategy<Value = Scene> {
    (a, pose_a, b, pose_b, any::<bool>()).prop_map(|(a, pose_a, b, pose_b, closer)| {
        let scene = Scene { a, pose_a, b, pose_b };
        if closer { near(scene) } else { scene }
    })
}

/// Moves B, on the grid by whole steps of it, so that the middles of both are near each other.
fn near(scene: Scene) -> Scene {
    let middle = |mesh: &Mesh, pose: &Pose| {
        let bounds = mesh.report().bounds;
        pose.place(&nalgebra::center(&bounds.min, &bounds.max)).coords - pose.translation()
    };
    let apart = middle(&scene.b, &scene.pose_b) - middle(&scene.a, &scene.pose_a);
    let to_a = scene.pose_a.translation() - apart.map(f64::round);
    // Half of B's own shift is left of it.
    let shift = to_a + scene.pose_b.translation().map(|x| (x / 2.0).round() / 2.0);
    let pose_b = Pose::new(*scene.pose_b.rotation(), shift).expect("a rotation");
    Scene { pose_b, ..scene }
}

fn pairs_by<T: Built>(scene: &Scene) -> Vec<[u32; 2]> {
    T::Query::default().pairs(&T::body(&scene.a), &scene.pose_a, &T::body(&scene.b), &scene.pose_b)
}

/// The same answer from both engines, or the property fails.
fn pairs(scene: &Scene) -> Result<Vec<[u32; 2]>, TestCaseError> {
    let found = pairs_by::<wide::Tree>(scene);
    prop_assert_eq!(&pairs_by::<classic::Tree>(scene), &found, "classic and wide");
    Ok(found)
}

fn collides_by<T: Built>(scene: &Scene) -> bool {
    T::Query::default().collide(
        &T::body(&scene.a),
        &scene.pose_a,
        &T::body(&scene.b),
        &scene.pose_b,
    )
}

fn check_against_the_slow(scene: &Scene) -> Result<(), TestCaseError> {
    let Scene { a, pose_a, b, pose_b } = scene;
    let expected = referee::intersecting_pairs(a, pose_a, b, pose_b);
    prop_assert_eq!(&naive::intersecting_pairs(a, pose_a, b, pose_b), &expected, "all pairs");
    prop_assert_eq!(&pairs(scene)?, &expected);
    prop_assert_eq!(collides_by::<classic::Tree>(scene), !expected.is_empty());
    prop_assert_eq!(collides_by::<wide::Tree>(scene), !expected.is_empty());
    Ok(())
}

fn closer_by<T: Built>(scene: &Scene, tolerance: f64) -> bool {
    let (a, b) = (T::body(&scene.a), T::body(&scene.b));
    T::Query::default().closer_than(&a, &scene.pose_a, &b, &scene.pose_b, tolerance)
}

/// At the distance itself, rounded, at its neighbours, and at half and twice as much.
fn check_closer(scene: &Scene) -> Result<(), TestCaseError> {
    let Scene { a, pose_a, b, pose_b } = scene;
    let distance_sq = referee::mesh_squared_distance(a, pose_a, b, pose_b).expect("triangles");
    let distance = distance_sq.to_f64().expect("a number").sqrt();
    for tolerance in
        [0.0, 0.5 * distance, distance.next_down(), distance, distance.next_up(), 2.0 * distance]
    {
        let square = referee::BigRational::from_float(tolerance).expect("finite").pow(2);
        let expected = tolerance >= 0.0 && distance_sq <= square;
        let what = format!("tolerance {tolerance:e}, squared distance {distance_sq}");
        prop_assert_eq!(closer_by::<wide::Tree>(scene, tolerance), expected, "wide, {}", &what);
        prop_assert_eq!(
            closer_by::<classic::Tree>(scene, tolerance),
            expected,
            "classic, {}",
            &what
        );
    }
    Ok(())
}

/// Boxes on the grid as one closed mesh, each given by its least corner and its sides.
#[derive(Clone, Debug)]
struct Boxes(Vec<([i8; 3], [i8; 3])>);

impl Boxes {
    fn mesh(&self) -> Mesh {
        let of = |(least, sides): &([i8; 3], [i8; 3])| {
            let least = least.map(f64::from);
            shapes::cuboid(least, [0, 1, 2].map(|k| least[k] + f64::from(sides[k])))
        };
        let all: Vec<Mesh> = self.0.iter().map(of).collect();
        shapes::joined(&all.iter().map(|mesh| (mesh, [0.0; 3])).collect::<Vec<_>>())
    }
}

fn boxes(most: usize) -> impl Strategy<Value = Boxes> {
    let one = (prop::array::uniform3(0..6_i8), prop::array::uniform3(1..6_i8));
    prop::collection::vec(one, 1..=most).prop_map(Boxes)
}

struct Solids {
    relation: Relation,
    mirrored: Relation,
    solid: bool,
}

fn solids_of(scene: &Scene) -> Solids {
    let (a, b) = (wide::Tree::body(&scene.a), wide::Tree::body(&scene.b));
    let mut query = Query::default().solid(true);
    let (pose_a, pose_b) = (&scene.pose_a, &scene.pose_b);
    Solids {
        relation: query.classify(&a, pose_a, &b, pose_b),
        mirrored: query.classify(&b, pose_b, &a, pose_a),
        solid: query.collide(&a, pose_a, &b, pose_b),
    }
}

fn check_solids(scene: &Scene, several: bool) -> Result<Relation, TestCaseError> {
    let Solids { relation, mirrored, solid } = solids_of(scene);
    let surface = collides_by::<wide::Tree>(scene);
    prop_assert!(solid >= surface, "the surfaces meet, the solids do not");
    prop_assert_eq!(solid, relation != Relation::Separated);
    let meeting =
        matches!(relation, Relation::Touching | Relation::Intersecting | Relation::Coincident);
    prop_assert_eq!(surface, meeting, "{:?}", relation);
    // Only of two bodies of several components each can have one inside the other.
    prop_assert!(several || relation != Relation::Overlapping);
    let expected = match relation {
        Relation::Containing => Relation::Contained,
        Relation::Contained => Relation::Containing,
        symmetric => symmetric,
    };
    prop_assert_eq!(mirrored, expected, "against {}", relation);
    Ok(relation)
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn answers_are_the_naive_ones_and_the_referees(scene in scene()) {
        check_against_the_slow(&scene)?;
    }

    #[test]
    fn answers_on_the_grid_are_the_naive_ones_and_the_referees(scene in grid_scene()) {
        check_against_the_slow(&scene)?;
    }

    #[test]
    fn closer_than_is_the_referees_around_the_distance(scene in scene()) {
        check_closer(&scene)?;
    }

    #[test]
    fn closer_than_on_the_grid_is_the_referees_around_the_distance(scene in grid_scene()) {
        check_closer(&scene)?;
    }

    #[test]
    fn swapping_the_meshes_swaps_the_pairs(scene in scene()) {
        let Scene { a, pose_a, b, pose_b } = scene.clone();
        let mut swapped = pairs(&Scene { a: b, pose_a: pose_b, b: a, pose_b: pose_a })?;
        swapped.iter_mut().for_each(|pair| pair.reverse());
        swapped.sort_unstable();
        prop_assert_eq!(swapped, pairs(&scene)?);
    }

    /// Quarter turns and shifts that every translation takes without rounding.
    #[test]
    fn moving_both_changes_nothing(
        scene in scene(), turn in 0..24_usize, shift in prop::array::uniform3(-4096..4096_i32),
    ) {
        // Translations of 20 bits after the point leave 12 for shifts before it.
        let coarse = |pose: &Pose| {
            let unit = f64::from(1 << 20);
            let translation = pose.translation().map(|x| (x * unit).round() / unit);
            Pose::new(*pose.rotation(), translation).expect("a rotation")
        };
        let (turn, shift) = (quarter_turns(turn), nalgebra::Vector3::from(shift.map(f64::from)));
        let moved = |pose: &Pose| {
            let rotation = turn * pose.rotation();
            Pose::new(rotation, turn * pose.translation() + shift).expect("a rotation")
        };
        let here = Scene { pose_a: coarse(&scene.pose_a), pose_b: coarse(&scene.pose_b), ..scene };
        let there =
            Scene { pose_a: moved(&here.pose_a), pose_b: moved(&here.pose_b), ..here.clone() };
        prop_assert_eq!(pairs(&here)?, pairs(&there)?);
    }

    #[test]
    fn the_order_of_vertices_and_triangles_does_not_matter(
        scene in scene(), seed in any::<u64>(),
    ) {
        use rand::seq::SliceRandom;
        let mut random = shapes::random(seed);
        let mut shuffled = |count: usize| {
            let mut order: Vec<u32> = (0..count as u32).collect();
            order.shuffle(&mut random);
            order
        };
        let a = &scene.a;
        // New place of each vertex, and old number of each triangle.
        let place = shuffled(a.vertices().len());
        let order = shuffled(a.triangles().len());
        let mut vertices = vec![[0.0; 3]; place.len()];
        place.iter().zip(a.vertices()).for_each(|(&to, &from)| vertices[to as usize] = from);
        let triangles = order.iter().map(|&old| {
            let [p, q, r] = a.triangles()[old as usize].map(|vertex| place[vertex as usize]);
            [[p, q, r], [q, r, p], [q, p, r]][old as usize % 3]
        });
        let other = Mesh::new(vertices, triangles.collect()).expect("the same");
        let mut found = pairs(&Scene { a: other, ..scene.clone() })?;
        found.iter_mut().for_each(|pair| pair[0] = order[pair[0] as usize]);
        found.sort_unstable();
        prop_assert_eq!(found, pairs(&scene)?);
    }

    /// Taking triangles away takes their pairs away, and adds none.
    #[test]
    fn fewer_triangles_have_their_pairs_and_no_others(
        scene in scene(), mut kept in prop::collection::vec(any::<bool>(), 24),
    ) {
        let a = &scene.a;
        kept[0] |= !kept[..a.triangles().len()].contains(&true); // a mesh has a triangle
        let ids: Vec<u32> =
            (0..a.triangles().len() as u32).filter(|&id| kept[id as usize]).collect();
        let fewer = ids.iter().map(|&id| a.triangles()[id as usize]).collect();
        let fewer = Mesh::new(a.vertices().to_vec(), fewer).expect("a mesh");
        let mut found = pairs(&Scene { a: fewer, ..scene.clone() })?;
        found.iter_mut().for_each(|pair| pair[0] = ids[pair[0] as usize]);
        let mut expected = pairs(&scene)?;
        expected.retain(|pair| kept[pair[0] as usize]);
        prop_assert_eq!(found, expected);
    }

    #[test]
    fn open_bodies_classify_alike_from_both_sides(scene in scene()) {
        check_solids(&scene, true)?;
    }

    #[test]
    fn unions_of_boxes_classify_alike_from_both_sides(
        boxes_a in boxes(3), pose_a in grid_pose(), boxes_b in boxes(3), pose_b in any_pose(),
    ) {
        let several = boxes_a.0.len() > 1 && boxes_b.0.len() > 1;
        let scene = Scene { a: boxes_a.mesh(), pose_a, b: boxes_b.mesh(), pose_b };
        check_solids(&scene, several)?;
    }

    /// For two axis-aligned boxes the relation can be read off their intervals.
    #[test]
    fn two_boxes_are_what_their_intervals_say(boxes_a in boxes(1), boxes_b in boxes(1)) {
        let ends = |boxes: &Boxes| {
            let (least, sides) = boxes.0[0];
            [0, 1, 2].map(|k| [least[k], least[k] + sides[k]])
        };
        let (a, b) = (ends(&boxes_a), ends(&boxes_b));
        let all = |holds: &dyn Fn([i8; 2], [i8; 2]) -> bool| (0..3).all(|k| holds(a[k], b[k]));
        let expected = if !all(&|[a, z], [b, y]| a <= y && b <= z) {
            Some(Relation::Separated)
        } else if all(&|[a, z], [b, y]| a < b && y < z) {
            Some(Relation::Containing)
        } else if all(&|[a, z], [b, y]| b < a && z < y) {
            Some(Relation::Contained)
        } else if a == b {
            Some(Relation::Coincident)
        } else if !all(&|[a, z], [b, y]| a < y && b < z) {
            Some(Relation::Touching)
        } else {
            None // the insides overlap and the surfaces meet: touching or intersecting
        };
        let scene = Scene {
            a: boxes_a.mesh(),
            pose_a: Pose::identity(),
            b: boxes_b.mesh(),
            pose_b: Pose::identity(),
        };
        let relation = check_solids(&scene, false)?;
        match expected {
            Some(expected) => prop_assert_eq!(relation, expected),
            None => prop_assert!(matches!(relation, Relation::Touching | Relation::Intersecting)),
        }
    }
}

/// The generators above give both answers often enough for the properties to mean something.
#[test]
fn the_generators_are_representative() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;

    let mut runner = TestRunner::deterministic();
    let strategies = [("any", scene().boxed()), ("grid", grid_scene().boxed())];
    for (name, strategy) in strategies {
        let mut draw = || strategy.new_tree(&mut runner).expect("a case").current();
        let hits = (0..500).filter(|_| collides_by::<classic::Tree>(&draw())).count();
        assert!((150..=350).contains(&hits), "{name}: {hits} of 500 hit");
    }
}

/// Found by the fuzz targets: squares of lengths below 1e-154 lose their digits, so a distance
/// taken as a root of squares came out too long. Corner on corner is touching at every size.
#[test]
fn tiny_triangles_that_share_a_corner_touch() {
    fn check<T: Built>(size: f64) {
        let corner = [size, 0.0, 0.0];
        let mesh = Mesh::from_soup(&[[[0.0; 3], corner, [0.5 * size, 0.0, 0.0]]]).unwrap();
        let there = Pose::from_translation(corner).unwrap();
        let scene = Scene { a: mesh.clone(), pose_a: Pose::identity(), b: mesh, pose_b: there };
        assert!(referee::collide(&scene.a, &scene.pose_a, &scene.b, &scene.pose_b));
        assert_eq!(pairs_by::<T>(&scene), [[0, 0]], "{} at {size:e}", T::NAME);
    }
    // By a quarter of an octave, from 2^-400 to the smallest numbers.
    for step in 0..2700 {
        let size = 2_f64.powf(-400.0 - f64::from(step) / 4.0);
        check::<classic::Tree>(size);
        check::<wide::Tree>(size);
    }
}

/// Found by the fuzz targets, for the same reason: axes of a tiny triangle in a mesh of usual size
/// were not of length one, and the bounding sphere of a single subnormal point did not reach it.
#[test]
fn trees_of_tiny_triangles_are_valid() {
    let large = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    let mut meshes = vec![vec![[[1.3 * f64::MIN_POSITIVE; 3]; 3]]];
    for step in 0..1000 {
        let size = 1.7 * 2_f64.powi(-step);
        let needle = [[0.0; 3], [size, 0.0, 0.0], [0.9 * size, size / 3.0, 0.0]];
        meshes.push(vec![needle, large]);
    }
    for triangles in meshes {
        let mesh = Mesh::from_soup(&triangles).unwrap();
        let valid = wide::Tree::body(&mesh).tree().validate();
        assert!(valid.is_ok(), "wide, {triangles:?}: {valid:?}");
        let valid = classic::Tree::body(&mesh).tree.validate();
        assert!(valid.is_ok(), "classic, {triangles:?}: {valid:?}");
    }
}
