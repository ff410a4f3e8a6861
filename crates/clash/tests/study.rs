//! What rules select, where tolerances end, and what reports say.

use nalgebra::Matrix3;
use obbtree_clash::{
    BcfError, BcfOptions, BcfVersion, Class, Detail, Report, RunOptions, Study, difference,
    read_report, write_bcf, write_csv,
};
use obbtree_collider::{Body, Shape};
use obbtree_mesh::Mesh;
use obbtree_predicates::Pose;
use obbtree_scene::{Part, Scene};

fn at(x: f64, y: f64, z: f64) -> Pose {
    Pose::from_translation([x, y, z]).expect("finite")
}

/// A slab from z = -0.25 to 0 with a column on it, a duct 0.5 above it, and pipes.
fn building() -> Scene {
    let mut scene = Scene::new();
    let mut add = |name: &str, half: [f64; 3], pose: Pose| {
        scene.add(name, Shape::cuboid(half).expect("a box"), pose).expect("a new name");
    };
    add("level 1/slab", [8.0, 8.0, 0.125], at(0.0, 0.0, -0.125));
    add("level 1/column", [0.25, 0.25, 1.0], at(0.0, 0.0, 1.0));
    add("level 1/duct", [2.0, 0.25, 0.25], at(3.0, 3.0, 0.75));
    add("level 1/pipe 1", [0.125, 0.125, 1.0], at(4.0, -4.0, 0.0));
    add("level 1/pipe 2", [0.125, 0.125, 0.0625], at(-4.0, 4.0, -0.125));
    scene
}

fn run(text: &str, scene: &Scene) -> Report {
    Study::from_toml(text).expect("a study").run(scene, &RunOptions::default()).expect("it runs")
}

fn found(report: &Report) -> Vec<(&str, &str, Class)> {
    let last = |name: &'_ str| name.rfind('/').map_or(0, |slash| slash + 1);
    let name = |clash: &'_ obbtree_clash::Clash, n: usize| last(&clash.bodies[n]);
    report
        .clashes
        .iter()
        .map(|c| (&c.bodies[0][name(c, 0)..], &c.bodies[1][name(c, 1)..], c.class))
        .collect()
}

#[test]
fn rules_ask_for_kinds_of_pairs() {
    let scene = building();
    let all = "kinds = ['cutting', 'contained', 'coincident', 'touching']";
    let report = run(&format!("[[rules]]\nname = 'all'\n{all}"), &scene);
    let expected = [
        ("slab", "column", Class::TouchingArea),
        ("slab", "pipe 1", Class::Cutting),
        ("slab", "pipe 2", Class::Containing),
    ];
    assert_eq!(found(&report), expected);
    assert_eq!(report.clashes[0].bounds[0][2], 0.0);
    let report = run("[[rules]]\nname = 'hard'", &scene);
    assert_eq!(found(&report), expected[1..]);
    let rule = "[[rules]]\nname = 'a'\nthese = ['*pipe ?']\nthose = ['*slab']\nnot = ['*2']";
    assert_eq!(found(&run(rule, &scene)), expected[1..2]);
    let rule = "[[rules]]\nname = 'a'\nexcept = [['*slab', '*pipe 1']]";
    assert_eq!(found(&run(rule, &scene)), expected[2..]);
    let groups = "[groups]\npipes = ['*/pipe*']\n[[rules]]\nname = 'a'\nthese = ['@pipes']\n";
    let report = run(&format!("{groups}those = ['@pipes', '*roof*']"), &scene);
    assert_eq!((found(&report).len(), report.warnings.len()), (0, 1));
    assert_eq!(report.warnings[0], "rule \"a\": no body is \"*roof*\"");
}

#[test]
fn a_pair_of_several_rules_is_in_each_in_their_order() {
    let scene = building();
    let rules = [("c", "slab"), ("a", "pipe 1"), ("b", "pipe 2")];
    let text =
        rules.map(|(name, these)| format!("[[rules]]\nname = '{name}'\nthese = ['*{these}']"));
    let report = run(&text.join("\n"), &scene);
    let expected = [
        ("slab", "pipe 1", Class::Cutting),
        ("slab", "pipe 2", Class::Containing),
        ("slab", "pipe 1", Class::Cutting),
        ("slab", "pipe 2", Class::Containing),
    ];
    assert_eq!(found(&report), expected);
    let of_rules: Vec<&str> = report.clashes.iter().map(|clash| clash.rule.as_str()).collect();
    assert_eq!(of_rules, ["c", "c", "a", "b"]);
}

#[test]
fn exactly_the_clearance_counts_and_depths_not_told_from_the_tolerance_do() {
    let scene = building();
    let clear = |d: f64| format!("[[rules]]\nname = 'a'\nthese = ['*duct']\nclearance = {d:?}");
    let report = run(&clear(0.5), &scene);
    assert_eq!(found(&report), [("slab", "duct", Class::Near)]);
    let [lower, upper] = report.clashes[0].distance.expect("near");
    assert!(lower <= 0.5 && (0.5..0.5 + 1e-9).contains(&upper));
    assert_eq!(found(&run(&clear(0.5_f64.next_down()), &scene)), []);
    // Of two rules each has its own.
    let two = format!("{}\n{}", clear(0.5), clear(0.25).replace("'a'", "'b'"));
    let report = run(&two, &scene);
    assert_eq!((report.clashes.len(), report.clashes[0].rule.as_str()), (1, "a"));
    // What touches breaks a clearance.
    let rule = "[[rules]]\nname = 'a'\nthese = ['*column']\nclearance = 0.125";
    assert_eq!(found(&run(rule, &scene)), [("slab", "column", Class::TouchingArea)]);

    // Pipe 1 is in the slab by its whole thickness of 0.25 along z, and comes out below it.
    let mut scene = Scene::new();
    let cuboid = Shape::cuboid([1.0, 1.0, 1.0]).expect("a box");
    scene.add("a", cuboid.clone(), at(0.0, 0.0, 0.0)).expect("a new name");
    scene.add("b", cuboid, at(1.75, 0.5, 0.25)).expect("a new name");
    let count = |tolerance: f64| {
        let report = run(&format!("[[rules]]\nname = 'a'\ntolerance = {tolerance:?}"), &scene);
        report.clashes.len()
    };
    // The bounds of the depth of boxes are a little apart, on both sides of 0.25.
    let depths = [0.0, 0.2, 0.25, 0.25 + 1e-9, 0.3].map(count);
    assert_eq!(depths, [1, 1, 1, 0, 0]);
}

#[test]
fn parts_and_details_are_told() {
    let mut scene = building();
    let cuboid = |half: [f64; 3]| Shape::cuboid(half).expect("a box");
    let parts = [
        Part::new(cuboid([0.5; 3])).at(at(0.0, 0.0, 40.0)),
        Part::new(cuboid([0.5; 3])), // half in the slab
    ];
    scene.add("level 1/pump", parts, at(6.0, 6.0, 0.0)).expect("a new name");
    let rule = "[[rules]]\nname = 'a'\nthese = ['*pump']";
    let report = run(&format!("detail = 'curves'\ndepth = true\n{rule}"), &scene);
    assert_eq!(found(&report), [("slab", "pump", Class::Cutting)]);
    let clash = &report.clashes[0];
    assert_eq!(clash.parts, [0, 1]);
    // Around the pump where the slab's top and bottom cut it.
    assert_eq!(clash.bounds, [[5.5, 5.5, -0.25], [6.5, 6.5, 0.0]]);
    assert!(
        clash.curves.len() == 2
            && clash.curves.iter().all(|curve| curve[0] == curve[curve.len() - 1])
    );
    let [lower, upper] = clash.depth.expect("both are boxes");
    assert!(lower <= 0.5 && (0.5..0.501).contains(&upper), "{lower} {upper}");
    assert_eq!(Detail::default(), Detail::Point);
}

#[test]
fn of_several_parts_the_deepest_counts() {
    let cuboid = || Shape::cuboid([0.5; 3]).expect("a box");
    // In a slab from z = -2 to 0: by 0.05, by 0.75 and not at all.
    let parts = [(0.0, 0.45), (4.0, -0.25), (8.0, 40.0)];
    let scene = |order: [usize; 3], is_first: bool| {
        let mut scene = Scene::new();
        let parts = order.map(|n| Part::new(cuboid()).at(at(parts[n].0, 0.0, parts[n].1)));
        let slab = Part::new(Shape::cuboid([20.0, 20.0, 1.0]).expect("a box"));
        let slab = slab.at(at(0.0, 0.0, -1.0));
        let mut bodies = [("feet", parts.to_vec()), ("slab", vec![slab])];
        if !is_first {
            bodies.reverse();
        }
        for (name, parts) in bodies {
            scene.add(name, parts, Pose::identity()).expect("a new name");
        }
        scene
    };
    for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0]] {
        for is_first in [true, false] {
            let scene = scene(order, is_first);
            let count = |tolerance: f64| {
                let rule = format!("[[rules]]\nname = 'a'\ntolerance = {tolerance:?}");
                run(&rule, &scene).clashes.len()
            };
            assert_eq!([0.01, 0.1, 0.7, 0.8].map(count), [1, 1, 1, 0], "{order:?}");
            let report = run("depth = true\n[[rules]]\nname = 'a'", &scene);
            let clash = &report.clashes[0];
            let deep = order.iter().position(|&n| n == 1).expect("one of them");
            assert_eq!(clash.parts, if is_first { [deep, 0] } else { [0, deep] });
            let [lower, upper] = clash.depth.expect("boxes");
            assert!(lower <= 0.75 && (0.75..0.76).contains(&upper), "{lower} {upper}");
        }
    }
}

#[test]
fn parts_of_which_it_cannot_be_decided_are_not_hidden_by_one_that_is_inside() {
    let mut scene = Scene::new();
    let cuboid = |half: f64| Part::new(Shape::cuboid([half; 3]).expect("a box"));
    // How round shapes that meet stand to each other is not decided: these cut.
    let sphere = |x: f64| Part::new(Shape::sphere([x, 0.0, 0.0], 1.0).expect("a sphere"));
    scene.add("a", [cuboid(1.0), sphere(9.0)], Pose::identity()).expect("a new name");
    scene.add("b", [cuboid(0.5), sphere(10.0)], Pose::identity()).expect("a new name");
    let report = run("[[rules]]\nname = 'a'\nkinds = ['cutting']", &scene);
    assert_eq!(found(&report), [("a", "b", Class::Undecided)]);
    let report = run("[[rules]]\nname = 'a'\nkinds = ['contained']", &scene);
    assert_eq!((found(&report).len(), report.clashes[0].parts), (1, [1, 1]));
}

#[test]
fn what_is_new_or_gone_or_changed_is_told() {
    let scene = building();
    let rule = "[[rules]]\nname = 'a'\nkinds = ['cutting', 'contained', 'touching']";
    let old = run(rule, &scene);
    let mut moved = building();
    let names = ["pipe 1", "column", "duct", "pipe 2"];
    let [pipe, column, duct, second] =
        names.map(|name| moved.id(&format!("level 1/{name}")).expect("it is there"));
    moved.set_pose(pipe, at(4.0, -5.0, 0.0)).expect("in range");
    moved.set_pose(column, at(0.0, 0.0, 0.75)).expect("in range"); // into the slab
    moved.set_pose(duct, at(4.0, -4.0, 0.25)).expect("in range");
    moved.set_enabled(second, false).expect("it is there");
    let new = run(rule, &moved);
    let found = difference(&old, &new, 0.5);
    // The pipe's place is a metre away, the column has another class, the duct touches the slab.
    assert_eq!((found.new.len(), found.gone.len()), (1, 1));
    assert_eq!((found.changed.len(), found.unchanged.len()), (2, 0));
    assert_eq!(difference(&old, &new, 2.0).unchanged.len(), 1);
    let same = difference(&old, &read_report(&old.to_json()).expect("a report"), 0.0);
    assert_eq!((same.unchanged.len(), same.changed.len()), (old.clashes.len(), 0));
}

#[test]
fn archives_have_a_topic_for_each_clash_and_the_same_bytes() {
    let report = run("[[rules]]\nname = 'a & <b>'\nclearance = 0.5", &building());
    let archive = |version: BcfVersion| {
        let mut bytes = std::io::Cursor::new(Vec::new());
        let options = BcfOptions {
            version,
            author: "tester".to_owned(),
            date: "2026-11-26T09:30:00Z".to_owned(),
            metres: 1.0,
        };
        let mut pictures = 0;
        write_bcf(&report, &options, &mut bytes, &mut |clash| {
            pictures += 1;
            (clash.class == Class::Cutting).then(|| b"a picture".to_vec())
        })
        .expect("it can be written");
        assert_eq!(pictures, report.clashes.len());
        bytes.into_inner()
    };
    for version in [BcfVersion::V2, BcfVersion::V3] {
        let bytes = archive(version);
        assert_eq!(bytes, archive(version));
        let mut zip = zip::ZipArchive::new(std::io::Cursor::new(bytes)).expect("an archive");
        let own = if version == BcfVersion::V2 { 1 } else { 2 };
        assert_eq!(zip.len(), own + 2 * report.clashes.len() + 1);
        let name = format!("{}/markup.bcf", report.clashes[0].guid);
        let text = std::io::read_to_string(zip.by_name(&name).expect("a topic")).expect("text");
        assert!(text.contains("a &amp; &lt;b&gt;") && text.contains("level 1/slab"), "{text}");
    }
    let options = BcfOptions {
        version: BcfVersion::V2,
        author: "tester".to_owned(),
        date: "today".to_owned(),
        metres: 1.0,
    };
    let mut bytes = std::io::Cursor::new(Vec::new());
    let refused = write_bcf(&report, &options, &mut bytes, &mut |_| None);
    assert!(matches!(refused, Err(BcfError::Date(date)) if date == "today"));

    let mut table = Vec::new();
    write_csv(&report, &mut table).expect("it can be written");
    let table = String::from_utf8(table).expect("text");
    assert_eq!(table.lines().count(), report.clashes.len() + 1);
    assert!(table.contains("a & <b>,near,level 1/slab,level 1/duct,0,0,"), "{table}");
}

/// Found by `assemblies`: the first part was known to be as near as the second, by the upper
/// bounds, and its lower bound was taken for that of both.
#[test]
fn the_distance_of_bodies_is_that_of_all_their_parts() {
    let ulp = 0.5_f64.powi(52);
    // The sides of boxes in another order lead to narrower intervals.
    let part = |ends: [[f64; 2]; 3],
                sides: [&str; 8],
                faces: &[[u32; 3]],
                rows: [[f64; 3]; 3],
                at: [f64; 3]| {
        let corner = |bits: &str| {
            let mut bits = bits.bytes().map(|bit| usize::from(bit - b'0'));
            [0, 1, 2].map(|k: usize| ends[k][bits.next().expect("three")])
        };
        let mesh = Mesh::new(sides.map(corner).to_vec(), faces.to_vec()).expect("a box");
        let turn = Matrix3::from_fn(|row, column| rows[row][column]);
        let pose = Pose::new(turn, at.into()).expect("a rotation");
        Part::new(Body::new(mesh)).at(pose)
    };
    let rows = [[0.0, 1.0, 0.0], [0.0, 0.0, -1.0], [-1.0, 0.0, 0.0]];
    let ends = [[-1.25, -1.0], [1.5, 2.25], [2.75, 3.5]];
    let sides = ["110", "010", "000", "100", "111", "101", "001", "011"];
    let faces = &[
        [0, 1, 2],
        [0, 2, 3],
        [4, 5, 6],
        [4, 6, 7],
        [6, 5, 3],
        [6, 3, 2],
        [0, 4, 7],
        [0, 7, 1],
        [7, 6, 2],
        [7, 2, 1],
        [4, 0, 3],
        [4, 3, 5],
    ];
    let a = part(ends, sides, faces, rows, [0.0, 4.25, 1.25]);
    let rows = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let ends = [[1.25, 2.0], [2.75, 3.25], [3.0, 3.75]];
    let sides = ["000", "010", "110", "100", "101", "111", "011", "001"];
    let faces = &[
        [0, 1, 2],
        [0, 2, 3],
        [4, 5, 6],
        [4, 6, 7],
        [0, 3, 4],
        [0, 4, 7],
        [6, 5, 2],
        [6, 2, 1],
        [0, 7, 6],
        [0, 6, 1],
        [3, 2, 5],
        [3, 5, 4],
    ];
    let block = part(ends, sides, faces, rows, [0.5, -0.5, -1.5 - ulp]);
    // A plate an ulp thick, with y from 2.25 - ulp to 2.25 in the world; a ends at 1.5.
    let rows = [[0.0, 0.0, -1.0], [0.0, -1.0, 0.0], [-1.0, 0.0, 0.0]];
    let ends = [[-2.5, -2.0], [1.25, 1.25 + ulp], [2.75 + 2.0 * ulp, 3.5]];
    let sides = ["100", "110", "010", "000", "011", "111", "101", "001"];
    let faces = &[
        [0, 1, 2],
        [0, 2, 3],
        [4, 5, 6],
        [4, 6, 7],
        [6, 0, 3],
        [6, 3, 7],
        [1, 5, 4],
        [1, 4, 2],
        [2, 4, 7],
        [2, 7, 3],
        [5, 1, 0],
        [5, 0, 6],
    ];
    let plate = part(ends, sides, faces, rows, [5.0, 3.5, 0.25]);
    let mut scene = Scene::new();
    scene.add("a", a, Pose::identity()).expect("a new name");
    scene.add("b", [block, plate], Pose::identity()).expect("a new name");
    let report = run("[[rules]]\nname = 'a'\nclearance = 1.0", &scene);
    let [lower, upper] = report.clashes[0].distance.expect("near");
    assert!(lower <= 0.75 - ulp && 0.75 - ulp <= upper, "{lower} {upper}");
}
