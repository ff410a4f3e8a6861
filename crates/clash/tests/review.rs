//! What reviewers decide, from one run's clashes to the files of the next; and the volumes that
//! solids have in common.

use obbtree_assets::CUBOID_FACES;
use obbtree_clash::{
    BcfOptions, BcfVersion, Class, Report, Review, ReviewState, Reviews, RunOptions, Study, Table,
    read_report, write_bcf, write_csv,
};
use obbtree_collider::{Body, Linear, Motion, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_scene::Scene;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;

type Bounds = [[f64; 2]; 3];

/// Boxes as one mesh; of each, whether it looks inwards.
fn mesh(boxes: &[(Bounds, bool)]) -> Body {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for (bounds, is_inwards) in boxes {
        let first = vertices.len() as u32;
        vertices.extend((0..8_usize).map(|n| [0, 1, 2].map(|k| bounds[k][n >> k & 1])));
        triangles.extend(CUBOID_FACES.map(|face| {
            let [a, b, c] = face.map(|n| first + n);
            if *is_inwards { [a, c, b] } else { [a, b, c] }
        }));
    }
    Body::new(Mesh::new(vertices, triangles).expect("a mesh"))
}

fn run(text: &str, scene: &Scene) -> Report {
    Study::from_toml(text).expect("a study").run(scene, &RunOptions::default()).expect("it runs")
}

/// Of boxes on a lattice of eighths, whose volumes are exact in `f64`; either winding, shapes, or
/// with a cavity.
#[test]
fn volumes_of_boxes_contain_the_product_of_their_sides() {
    let mut rng = Pcg64Mcg::seed_from_u64(31);
    let text = "volume = true\n[[rules]]\nname = 'all'\nkinds = ['cutting','contained','touching']";
    let (mut volumes, mut none) = (0, 0);
    for n in 0..200 {
        let bounds = |rng: &mut Pcg64Mcg| -> Bounds {
            std::array::from_fn(|_| {
                let from = f64::from(rng.random_range(-12..4)) / 8.0;
                [from, from + f64::from(rng.random_range(3..20)) / 8.0]
            })
        };
        let (a, b) = (bounds(&mut rng), bounds(&mut rng));
        let mut scene = Scene::new();
        scene.add("a", mesh(&[(a, n % 3 == 0)]), Pose::identity()).expect("a new name");
        let middle = b.map(|[from, to]| (from + to) / 2.0);
        let at = Pose::from_translation(middle).expect("finite");
        let half = b.map(|[from, to]| (to - from) / 2.0);
        if n % 2 == 0 {
            scene.add("b", Shape::cuboid(half).expect("a box"), at).expect("a new name");
        } else {
            scene.add("b", mesh(&[(half.map(|x| [-x, x]), n % 5 == 0)]), at).expect("a new name");
        }
        let side = |k: usize| (a[k][1].min(b[k][1]) - a[k][0].max(b[k][0])).max(0.0);
        let exact = side(0) * side(1) * side(2);
        let report = run(text, &scene);
        match report.clashes.first().and_then(|clash| clash.volume) {
            Some([lower, upper]) => {
                assert!(lower <= exact && exact <= upper && upper - lower < 1e-9, "{a:?} {b:?}");
                volumes += 1;
            }
            None => {
                assert!(exact == 0.0, "{a:?} {b:?} {report:?}");
                none += 1;
            }
        }
        let plain = run(&text.replace("volume = true\n", ""), &scene);
        assert!(plain.clashes.iter().all(|clash| clash.volume.is_none()));
    }
    assert!(volumes > 60 && none > 60, "{volumes} {none}");
}

/// A cavity is one if its triangles look into it; if they look as those of the hull do, they are
/// inside of the solid, and bound nothing, as for the class. That of a sheet, or of a round shape,
/// is not told.
#[test]
fn volumes_are_told_of_what_is_surely_enclosed() {
    let (hull, cavity) = ([[-2.0, 2.0]; 3], [[-1.0, 1.0]; 3]);
    let rod: Bounds = [[-0.5, 0.5], [-0.5, 0.5], [-3.0, 3.0]];
    let text = "volume = true\n[[rules]]\nname = 'all'";
    let volume = |thing: &Body, other: &dyn Fn(&mut Scene)| {
        let mut scene = Scene::new();
        scene.add("thing", thing.clone(), Pose::identity()).expect("a new name");
        other(&mut scene);
        let report = run(text, &scene);
        assert_eq!(report.clashes.len(), 1);
        // Round shapes that meet are undecided.
        assert!(matches!(report.clashes[0].class, Class::Cutting | Class::Undecided));
        report.clashes[0].volume
    };
    let a_rod = |scene: &mut Scene| {
        scene.add("rod", mesh(&[(rod, false)]), Pose::identity()).expect("a new name");
    };
    let [lower, upper] = volume(&mesh(&[(hull, false), (cavity, true)]), &a_rod).expect("solids");
    assert!(lower <= 2.0 && 2.0 <= upper && upper - lower < 1e-9, "{lower} {upper}");
    let [lower, upper] = volume(&mesh(&[(hull, false), (cavity, false)]), &a_rod).expect("solids");
    assert!(lower <= 4.0 && 4.0 <= upper && upper - lower < 1e-9, "{lower} {upper}");
    let sheet = Mesh::new(
        vec![[-3.0, -3.0, 0.5], [3.0, -3.0, 0.5], [3.0, 3.0, 0.5], [-3.0, 3.0, 0.5]],
        vec![[0, 1, 2], [0, 2, 3]],
    );
    assert_eq!(volume(&Body::new(sheet.expect("a sheet")), &a_rod), None);
    let a_sphere = |scene: &mut Scene| {
        let sphere = Shape::sphere([0.0; 3], 0.5).expect("a radius");
        scene
            .add("sphere", sphere, Pose::from_translation([2.0, 0.0, 0.0]).expect("finite"))
            .expect("a new name");
    };
    assert_eq!(volume(&mesh(&[(hull, false)]), &a_sphere), None);
}

/// A slab with two pipes through it and one above.
fn slab() -> Scene {
    let mut scene = Scene::new();
    let mut add = |name: &str, half: [f64; 3], at: [f64; 3]| {
        let pose = Pose::from_translation(at).expect("finite");
        scene.add(name, Shape::cuboid(half).expect("a box"), pose).expect("a new name");
    };
    add("slab", [4.0, 4.0, 0.25], [0.0; 3]);
    add("pipe 1", [0.25, 0.25, 1.0], [1.0, 1.0, 0.0]);
    add("pipe 2", [0.25, 0.25, 1.0], [-1.0, 1.0, 0.0]);
    add("pipe 3", [0.25, 0.25, 0.25], [-1.0, -1.0, 0.75]);
    scene
}

const RULE: &str = "[[rules]]\nname = 'pipes'\nthose = ['slab']\nclearance = 0.5";

#[test]
fn decisions_reach_all_files_of_a_later_run() {
    let before = run(RULE, &slab());
    assert_eq!(before.clashes.len(), 3);
    let mut reviews = Reviews::new(&before.study);
    let review = |state, comment: &str| Review { state, comment: comment.to_owned() };
    let accepted = review(ReviewState::Accepted, "a <sleeve> & a seal");
    reviews.clashes.insert(before.clashes[1].guid, accepted.clone());
    reviews.clashes.insert(before.clashes[2].guid, review(ReviewState::Resolved, "  "));
    let mut moved = slab();
    let aside = Pose::from_translation([9.0, 0.0, 0.0]).expect("finite");
    let third = moved.id("pipe 3").expect("it is there");
    moved.set_pose(third, aside).expect("in range");
    let mut after = run(RULE, &moved);
    let reviews = Reviews::from_json(&reviews.to_json()).expect("states");
    assert_eq!(after.set_reviews(&reviews), 1);
    let given: Vec<_> = after.clashes.iter().map(|clash| clash.review.clone()).collect();
    assert_eq!(given, [None, Some(accepted)]);
    assert_eq!(read_report(&after.to_json()).expect("a report"), after);
    let mut again = run(RULE, &slab());
    assert_eq!(again.set_reviews(&reviews), 0);

    let mut table = Vec::new();
    write_csv(&again, &mut table).expect("it can be written");
    let table = String::from_utf8(table).expect("text");
    let ends = [",,", ",accepted,a <sleeve> & a seal", ",resolved,  "];
    for (line, end) in table.lines().skip(1).zip(ends) {
        assert!(line.ends_with(end), "{line}");
    }
    for version in [BcfVersion::V2, BcfVersion::V3] {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let options = BcfOptions {
            version,
            author: "tester".to_owned(),
            date: "2026-11-26T09:30:00Z".to_owned(),
            metres: 1.0,
        };
        write_bcf(&again, &options, &mut bytes, &mut |_| None).expect("it can be written");
        let mut zip = zip::ZipArchive::new(bytes).expect("an archive");
        let mut markup = |n: usize| {
            let name = format!("{}/markup.bcf", again.clashes[n].guid);
            std::io::read_to_string(zip.by_name(&name).expect("a topic")).expect("text")
        };
        let [open, accepted, resolved] = [0, 1, 2].map(&mut markup);
        assert!(open.contains("TopicStatus=\"Open\"") && !open.contains("<Comment"), "{open}");
        assert!(accepted.contains("TopicStatus=\"Accepted\""), "{accepted}");
        let comment = "<Comment>a &lt;sleeve&gt; &amp; a seal</Comment>";
        let places = ["</Topic>", comment, "<Viewpoint"].map(|text| accepted.find(text));
        // In 2.1 comments stand behind the topic, in 3.0 in it; both before the viewpoints.
        let is_behind = places[0] < places[1];
        assert!(places[1].is_some() && places[1] < accepted.rfind(".bcfv"), "{accepted}");
        assert_eq!(is_behind, version == BcfVersion::V2, "{accepted}");
        // A comment of blanks alone is none.
        assert!(resolved.contains("\"Resolved\"") && !resolved.contains("<Comment"), "{resolved}");
        if version == BcfVersion::V3 {
            let extensions = zip.by_name("extensions.xml").expect("they are there");
            let text = std::io::read_to_string(extensions).expect("text");
            for status in ["Open", "Accepted", "Resolved"] {
                assert!(text.contains(&format!("<TopicStatus>{status}</TopicStatus>")), "{text}");
            }
        }
    }
}

#[test]
fn a_table_tells_where_bodies_are_at_any_time() {
    let numbers = [[0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0], [4.0, 2.0, 1.0, 0.0, 0.0, 0.6, 0.8]];
    let at_rest = [[7.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]; 2];
    let poses = [("a".to_owned(), at_rest.to_vec()), ("b".to_owned(), numbers.to_vec())].into();
    let table = Table::new(vec![1.0, 3.0], &poses).expect("a table");
    assert_eq!(table.times(), [1.0, 3.0]);
    assert_eq!(table.bodies().collect::<Vec<_>>(), ["a", "b"]);
    let ends = numbers.map(|pose| Pose::from_translation_quaternion(pose).expect("a pose"));
    let motion = Linear::new(&ends[0], &ends[1]).expect("a motion");
    let at = |time: f64| table.poses_at(time).expect("a motion")[1];
    assert_eq!([at(0.0), at(1.0)], [ends[0]; 2]);
    assert_eq!([at(3.0), at(9.0)], [ends[1]; 2]);
    assert_eq!([at(1.5), at(2.0)], [motion.pose_at(0.25), motion.pose_at(0.5)]);
}

/// Names and comments are those of other people; numbers below 0 stay numbers.
#[test]
fn no_text_of_a_table_begins_a_formula() {
    let mut scene = Scene::new();
    let at = |x: f64| Pose::from_translation([x, 0.0, 0.0]).expect("finite");
    for (name, x) in [("=cmd()", -4.0), ("-lid", -4.5)] {
        scene.add(name, Shape::cuboid([0.5; 3]).expect("a box"), at(x)).expect("a new name");
    }
    let comment = Review { state: ReviewState::Accepted, comment: "+1".to_owned() };
    let rows = |bytes: Vec<u8>| {
        let text = String::from_utf8(bytes).expect("text");
        text.lines().nth(1).expect("a line").split(',').map(str::to_owned).collect::<Vec<_>>()
    };
    let rule = "[[rules]]\nname = '@all'";
    let mut report = run(rule, &scene);
    report.clashes[0].review = Some(comment.clone());
    let mut table = Vec::new();
    write_csv(&report, &mut table).expect("it can be written");
    let cells = rows(table);
    assert_eq!([&cells[1], &cells[3], &cells[4], &cells[20]], ["'@all", "'=cmd()", "'-lid", "'+1"]);
    assert!(cells[7].parse::<f64>().expect("a number") < 0.0, "{cells:?}");
    assert_eq!(report.clashes[0].bodies, ["=cmd()", "-lid"]);

    let motion = "[motion]\ntimes = []\nposes = {}\n".to_owned() + rule;
    let poses = [("-lid".to_owned(), vec![at(-4.5), at(-4.25)])].into();
    let moves = Table::of_poses(vec![-1.0, 1.0], poses).expect("a table");
    let study = Study::from_toml(&motion).expect("a study");
    let mut report = study.run_motion(&scene, &moves, &RunOptions::default()).expect("it runs");
    report.clashes[0].review = Some(comment);
    let mut table = Vec::new();
    report.write_csv(&mut table).expect("it can be written");
    let cells = rows(table);
    assert_eq!([&cells[1], &cells[2], &cells[3], &cells[12]], ["'@all", "'=cmd()", "'-lid", "'+1"]);
    assert_eq!(cells[5], "-1");
}
