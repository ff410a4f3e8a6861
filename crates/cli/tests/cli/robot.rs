//! `obbtree robot` as a user runs it, on an arm of three links.

use crate::run::{Folder, json, run_to};

/// A post, an upper arm that turns on it, and a forearm that can fold back to the post.
const ARM: &str = r#"<robot name="arm">
  <link name="post"><collision><origin xyz="0 0 0.5"/><geometry><box size="0.2 0.2 1"/></geometry></collision></link>
  <link name="upper"><collision><origin xyz="0.5 0 0"/><geometry><cylinder radius="0.05" length="0.2"/></geometry></collision></link>
  <link name="fore"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.9 0.1 0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="post"/><child link="upper"/><origin xyz="0 0 0.9"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="1" velocity="1"/></joint>
  <joint name="bend" type="revolute"><parent link="upper"/><child link="fore"/><origin xyz="1 0 0"/><axis xyz="0 0 1"/>
    <limit lower="-3.1" upper="3.1" effort="1" velocity="1"/></joint>
</robot>"#;

/// Stretched, bent, folded back onto the post.
const CONFIGURATIONS: [&str; 3] = ["0 0", "1 1.5", "1 3.1"];

struct Arm {
    urdf: String,
    configurations: String,
    motions: String,
    folder: Folder,
}

impl Arm {
    fn new() -> Self {
        let folder = Folder::new();
        let [stretched, bent, folded] = CONFIGURATIONS;
        let motions = format!("{stretched} {bent}\n{bent} {folded}\n");
        Self {
            urdf: folder.write("arm.urdf", ARM),
            configurations: folder.write("q.txt", CONFIGURATIONS.join("\n")),
            motions: folder.write("motions.txt", &motions),
            folder,
        }
    }

    fn robot(&self, status: i32, arguments: &[&str]) -> String {
        run_to(status, &[&["robot", &self.urdf], arguments].concat()).0
    }
}

#[test]
fn allowed_pairs_are_proven() {
    let folder = Folder::new();
    let (urdf, srdf) = (folder.file("slide.urdf"), folder.file("slide.srdf"));
    let cube = |name: &str| {
        format!(
            r#"<link name="{name}"><collision><geometry><box size="1 1 1"/></geometry></collision>
            </link>"#
        )
    };
    let slide = |child: &str, low: f64| {
        format!(
            r#"<joint name="to-{child}" type="prismatic"><parent link="frame"/><child link="{child}"/>
            <axis xyz="0 0 1"/><limit lower="{low}" upper="9" effort="1" velocity="1"/></joint>"#
        )
    };
    let links = ["base", "far", "near"].map(cube).concat();
    let robot = format!(
        r#"<robot name="r">{links}<link name="frame"/><joint name="j" type="fixed">
        <parent link="base"/><child link="frame"/></joint>{}{}</robot>"#,
        slide("far", 2.0),
        slide("near", 0.0)
    );
    std::fs::write(&urdf, robot).expect("written");
    let prove = ["robot", &urdf, "allowed", "--prove", "-o", &srdf];
    let (said, _) = run_to(0, &prove);
    assert!(
        said.contains("of 3 pairs, 0 of them adjacent: 1 never collide, 0 always, 2 sometimes")
    );
    let written = std::fs::read_to_string(&srdf).expect("an SRDF");
    assert!(written.contains(r#"link1="base" link2="far" reason="Never""#), "{written}");
    let (said, _) = run_to(0, &[&prove[..], &["--json"]].concat());
    let found = json(&said);
    assert_eq!((&found["never"], &found["undecided"]), (&1.into(), &0.into()));
    let near = &found["pairs"][1];
    assert_eq!((&near["links"][1], &near["collides"]), (&"near".into(), &"sometimes".into()));
    let value = near["colliding"][1].as_f64().expect("its value");
    assert!((0.0..=1.0).contains(&value), "{value}");
}

#[test]
fn check_names_the_links_that_collide() {
    let arm = Arm::new();
    let lines = arm.robot(1, &["check", "--configs", &arm.configurations, "--json"]);
    let lines: Vec<_> = lines.lines().map(json).collect();
    assert_eq!(lines.len(), CONFIGURATIONS.len() + 1); // and the totals
    for (number, line) in lines[..CONFIGURATIONS.len()].iter().enumerate() {
        assert_eq!(line["config"], number);
        assert_eq!(line["valid"], number < 2, "{line}");
    }
    assert_eq!(lines[2]["pairs"], serde_json::json!([["fore", "post"]]));
}

#[test]
fn bench_counts_the_same_on_any_number_of_threads() {
    let arm = Arm::new();
    for threads in ["1", "2", "0"] {
        let files = ["--configs", &arm.configurations, "--motions", &arm.motions];
        let out = arm.robot(
            0,
            &[&["bench", "--json", "--repeat", "3", "--threads", threads], &files[..]].concat(),
        );
        let found = json(&out);
        assert_eq!((&found["valid"], &found["configs"]), (&2.into(), &3.into()), "{out}");
        assert_eq!((&found["free"], &found["motions"]), (&1.into(), &2.into()), "{out}");
        assert!(found["configs_per_s"].as_f64() > Some(0.0));
    }
}

/// The second and the third value of the arm are beyond its limits at 3.2: "valid", and "proven
/// free".
#[test]
fn what_is_beyond_limits_is_neither_valid_nor_free() {
    let arm = Arm::new();
    std::fs::write(&arm.configurations, "0 0\n0 3.2").expect("written");
    std::fs::write(&arm.motions, "0 0 0.1 0.1\n0 3.15 0.1 3.2\n").expect("written");
    let beyond = "joint 'bend': its value 3.2 is beyond its limits, -3.1 to 3.1";
    let check = ["check", "--configs", &arm.configurations];
    let lines = arm.robot(1, &[&check[..], &["--json"]].concat());
    let lines: Vec<_> = lines.lines().map(json).collect();
    assert_eq!((&lines[0]["valid"], &lines[0]["why"]), (&true.into(), &serde_json::Value::Null));
    assert_eq!((&lines[1]["valid"], &lines[1]["why"]), (&false.into(), &beyond.into()));
    assert_eq!(lines[2]["valid"], 1);
    assert!(arm.robot(1, &check).contains(&format!("configuration 1: {beyond}\n1 of 2")));
    let out = arm.robot(1, &[&check[..], &["--beyond-limits"]].concat());
    assert!(out.contains("configuration 1: fore meets post"), "{out}");
    for sampled in [&[][..], &["--samples", "9"]] {
        let check = [&["check", "--motions", &arm.motions], sampled].concat();
        let lines = arm.robot(1, &[&check[..], &["--json"]].concat());
        let lines: Vec<_> = lines.lines().map(json).collect();
        assert_eq!(lines[1]["verdict"], "beyond_limits", "{lines:?}");
        assert!(lines[1]["why"].as_str().is_some_and(|why| why.contains("value 3.15")));
        assert_eq!((&lines[2]["free"], &lines[2]["motions"]), (&1.into(), &2.into()));
        let words = arm.robot(1, &check);
        assert!(words.contains("motion 1: joint 'bend': its value 3.15"), "{words}");
    }
    let out = arm.robot(1, &["plan", "--configs", &arm.configurations, "--json"]);
    assert_eq!(json(&out)["why"], format!("the goal: {beyond}"));
}

#[test]
fn another_path_is_shown_beside_the_one_that_is_found() {
    let arm = Arm::new();
    std::fs::write(&arm.configurations, CONFIGURATIONS[..2].join("\n")).expect("written");
    let [other, page, picture] =
        ["other.txt", "both.html", "both.png"].map(|name| arm.folder.file(name));
    std::fs::write(&other, "0 0\n1 3.1\n").expect("written"); // into the post
    let plan = ["plan", "--configs", &arm.configurations, "--beside", &other];
    arm.robot(2, &plan);
    arm.robot(0, &[&plan[..], &["--page", &page, "--draw", &picture]].concat());
    let page = std::fs::read_to_string(page).expect("a page");
    assert!((1_000_000..3_000_000).contains(&page.len()), "{} bytes", page.len());
    assert!(std::fs::read(picture).expect("a picture").starts_with(b"\x89PNG"));
    std::fs::write(&other, "0 0 0\n").expect("written");
    let (_, error) = run_to(2, &[&["robot", &arm.urdf], &plan[..], &["--page", "x.html"]].concat());
    assert!(error.contains("other.txt"), "{error}");
}

#[test]
fn what_checks_nothing_or_is_something_else_is_refused() {
    let folder = Folder::new();
    let arm = Arm::new();
    let refused = |urdf: &str, arguments: &[&str], expected: &str| {
        let (_, error) = run_to(2, &[&["robot", urdf], arguments].concat());
        assert!(error.contains(expected), "{error}");
    };
    let look = folder.write(
        "look.urdf",
        r#"<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
        <link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"#,
    );
    let two = folder.write("two.txt", "0\n1\n");
    let none = "no link of the robot has a <collision> element";
    for command in [&["check", "--configs", &two][..], &["plan", "--configs", &two]] {
        refused(&look, command, none);
    }
    refused(&look, &["allowed"], none);
    let one = folder.write(
        "one.urdf",
        r#"<robot name="r"><link name="a"><collision><geometry><sphere radius="1"/></geometry>
        </collision></link><link name="b"/><joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint></robot>"#,
    );
    refused(&one, &["check", "--configs", &two], "no pair of links is left");
    let xacro = folder.write(
        "arm.xacro",
        r#"<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
        <link name="a"><collision><geometry><sphere radius="1"/></geometry></collision></link>
        <xacro:arm parent="a"/></robot>"#,
    );
    refused(&xacro, &["info"], "line 3: <xacro:arm> is of xacro: expand the document");
    let computed =
        folder.write("computed.urdf", r#"<robot name="r"><link name="${prefix}a"/></robot>"#);
    refused(&computed, &["info"], "name=\"${prefix}a\" of <link> is of xacro");
    for (name, text, expected) in [
        ("html.srdf", "<html/>", "not an SRDF of this robot: the root element is <html>"),
        (
            "urdf.srdf",
            "<robot name='arm'><link name='post'/></robot>",
            "line 1: <link> is of a URDF",
        ),
        (
            "other.srdf",
            "<robot name='arm'><disable_collisions link1='x' link2='y'/></robot>",
            "the robot has none of its links and joints, as link 'x'",
        ),
    ] {
        let srdf = folder.write(name, text);
        refused(&arm.urdf, &["--srdf", &srdf, "info"], expected);
    }
    let some = folder.write(
        "some.srdf",
        "<robot name='arm'><disable_collisions link1='post' link2='hand' reason='Never'/></robot>",
    );
    let arguments = ["--srdf", &some, "check", "--configs", &arm.configurations, "--json"];
    let (out, error) = run_to(1, &[&["robot", arm.urdf.as_str()], &arguments[..]].concat());
    assert!(error.contains("warning: ") && error.contains("no link 'hand'"), "{error}");
    let last = json(out.lines().last().expect("a summary"));
    assert_eq!(last["warnings"].as_array().map(Vec::len), Some(1), "{last}");
}

#[test]
fn configurations_are_given_as_values_degrees_and_states() {
    let arm = Arm::new();
    let text = "<robot name='arm'><group name='all'><joint name='turn'/><joint name='bend'/></group>\
        <group_state name='bent' group='all'><joint name='turn' value='1'/>\
        <joint name='bend' value='1.5'/></group_state></robot>";
    let srdf = arm.folder.write("arm.srdf", text);
    let file = arm.folder.write("bent.txt", "1 1.5\n");
    let expected = arm.robot(0, &["fk", "--configs", &file, "--json"]);
    for config in ["1 1.5", "bent", "all/bent"] {
        // Options of the robot may stand behind its command.
        let found = arm.robot(0, &["fk", "--config", config, "--json", "--srdf", &srdf]);
        assert_eq!(found, expected, "{config}");
    }
    let degrees =
        ["fk", "--config", "90 -90", "--degrees", "--link", "fore", "--as", "rpy", "--json"];
    let fore = json(&arm.robot(0, &degrees))["links"]["fore"].clone();
    let [x, y, z, roll, pitch, yaw]: [f64; 6] = serde_json::from_value(fore).expect("six numbers");
    for (found, expected) in
        [x, y, z, roll, pitch, yaw].into_iter().zip([0.0, 1.0, 0.9, 0.0, 0.0, 0.0])
    {
        assert!((found - expected).abs() < 1e-12, "{found}");
    }
    assert!(arm.robot(1, &["check", "--config", "1 3.1"]).contains("fore meets post"));
    for (config, why) in [("1", "2 values"), ("1 x", "no such state"), ("high", "all/bent")] {
        let arguments = ["robot", &arm.urdf, "check", "--config", config, "--srdf", &srdf];
        let (_, error) = run_to(2, &arguments);
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn a_path_is_checked_from_each_configuration_to_the_next() {
    let arm = Arm::new();
    let out = arm.robot(1, &["check", "--path", &arm.configurations, "--json"]);
    assert_eq!(out, arm.robot(1, &["check", "--motions", &arm.motions, "--json"]));
}

#[test]
fn a_margin_makes_pairs_collide_that_are_near() {
    let arm = Arm::new();
    arm.robot(0, &["check", "--config", "0 2.9"]);
    let near = arm.robot(1, &["check", "--config", "0 2.9", "--margin", "0.2"]);
    assert!(near.contains("fore meets post"), "{near}");
}

/// Times ascend, velocities are 0 at both ends and within the limits, and the ends are those of the
/// problem; CSV and JSON say the same.
#[test]
fn a_path_is_written_with_its_times() {
    let arm = Arm::new();
    std::fs::write(&arm.configurations, CONFIGURATIONS[..2].join("\n")).expect("written");
    let [csv, as_json] = ["path.csv", "path.json"].map(|name| arm.folder.file(name));
    let plan = ["plan", "--configs", &arm.configurations, "--speed", "0.5", "--timed"];
    arm.robot(0, &[&plan[..], &[&csv]].concat());
    arm.robot(0, &[&plan[..], &[&as_json]].concat());
    let text = std::fs::read_to_string(&csv).expect("a path");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("time,turn,bend,turn.velocity,bend.velocity"));
    let number = |word: &str| -> f64 { word.parse().expect("a number") };
    let rows: Vec<Vec<f64>> = lines.map(|line| line.split(',').map(number).collect()).collect();
    assert_eq!(rows[0], [0.0; 5]);
    let last = rows.last().expect("a row");
    assert_eq!(last[1..], [1.0, 1.5, 0.0, 0.0]);
    // 1.5 at 0.5 a second, with half a second to get there and half a second to stop.
    assert!((last[0] - 3.5).abs() < 1e-9, "{last:?}");
    assert!(rows.windows(2).all(|pair| pair[0][0] < pair[1][0]), "{rows:?}");
    assert!(rows.iter().flat_map(|row| &row[3..]).all(|v| v.abs() <= 0.5 + 1e-12), "{rows:?}");
    let found = json(&std::fs::read_to_string(&as_json).expect("a path").replace('\n', ""));
    assert_eq!(found["joint_names"], serde_json::json!(["turn", "bend"]));
    let points = found["points"].as_array().expect("points");
    assert_eq!(points.len(), rows.len());
    for (point, row) in points.iter().zip(&rows) {
        assert_eq!(point["time_from_start"], row[0]);
        assert_eq!(point["positions"], serde_json::json!(row[1..3]));
        assert_eq!(point["velocities"], serde_json::json!(row[3..]));
    }
    // With a jerk of 1 the acceleration rises and falls for the root of 0.5 seconds each.
    arm.robot(0, &[&plan[..], &[&csv, "--jerk", "1"]].concat());
    let text = std::fs::read_to_string(&csv).expect("a path");
    let end: Vec<f64> = text.lines().last().expect("a row").split(',').map(number).collect();
    assert!((end[0] - 3.0 - 2.0_f64.sqrt()).abs() < 1e-9, "{end:?}");
    assert_eq!(end[1..], [1.0, 1.5, 0.0, 0.0]);
    // With a stop at each corner it takes longer, and its velocities are 0 somewhere between.
    arm.robot(0, &[&plan[..], &[&csv, "--stops"]].concat());
    let text = std::fs::read_to_string(&csv).expect("a path");
    let stopping: Vec<f64> = text.lines().last().expect("a row").split(',').map(number).collect();
    assert!(stopping[0] >= last[0], "{stopping:?} {last:?}");
    let (urdf, plan) = (arm.folder.file("still.urdf"), &plan[..3]);
    let timed = [&["robot", &urdf], plan, &["--timed", &csv]].concat();
    for velocity in ["inf", "0", "-1", "NaN"] {
        let text = ARM.replace("velocity=\"1\"", &format!("velocity=\"{velocity}\""));
        std::fs::write(&urdf, text).expect("written");
        let (_, error) = run_to(2, &timed);
        let found = format!("is {velocity} in the URDF, not finite and above 0");
        let wanted = format!("the velocity of joint 'turn' {found}: give --velocity VELOCITY");
        assert!(error.contains(&wanted), "{error}");
    }
    let (_, error) = run_to(2, &[&timed[..], &["--velocity", "inf"]].concat());
    assert!(error.contains("inf is not a finite number above 0"), "{error}");
    run_to(0, &[&timed[..], &["--velocity", "0.1"]].concat());
    let (_, error) = run_to(2, &[&timed[..], &["--velocity", "1", "--speed", "2"]].concat());
    assert!(error.contains("--speed 2: it is a share"), "{error}");
    let (_, error) = run_to(2, &[&timed[..], &["--velocity", "1", "--speed", "-1"]].concat());
    assert!(error.contains("-1 is not a finite number above 0"), "{error}");
}

/// What is held is where the start has it at every corner, and is told in the path.
#[test]
fn a_path_of_a_group_holds_the_other_joints() {
    let arm = Arm::new();
    let (srdf, path) = (arm.folder.file("arm.srdf"), arm.folder.file("path.txt"));
    let group = r#"<robot name="arm"><group name="elbow"><joint name="bend"/></group></robot>"#;
    std::fs::write(&srdf, group).expect("written");
    std::fs::write(&arm.configurations, "1 -1\n1 1.5\n").expect("written");
    let plan = ["plan", "--configs", &arm.configurations, "-o", &path];
    for more in [&["--hold"][..], &["--srdf", &srdf, "--group", "elbow"]] {
        arm.robot(0, &[&plan[..], more].concat());
        let text = std::fs::read_to_string(&path).expect("a path");
        let corners: Vec<&str> = text.lines().skip(1).collect();
        assert_eq!((corners.first(), corners.last()), (Some(&"1 -1"), Some(&"1 1.5")), "{text}");
        assert!(corners.iter().all(|corner| corner.starts_with("1 ")), "{text}");
    }
    let group = ["--srdf", &srdf, "--group", "elbow"];
    std::fs::write(&arm.configurations, "1 -1\n0 1.5\n").expect("written");
    let told = |more: &[&str]| run_to(2, &[&["robot", &arm.urdf], &plan[..], more].concat()).1;
    assert!(told(&group).contains("joint 'turn' is not in group 'elbow'"), "{}", told(&group));
    assert!(told(&["--group", "elbow"]).contains("--group needs --srdf"));
    std::fs::write(&arm.configurations, "1 1\n1 1\n").expect("written");
    assert!(told(&["--hold"]).contains("no joint moves"));
}
