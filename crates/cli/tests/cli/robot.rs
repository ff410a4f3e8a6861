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
    _folder: Folder,
}

impl Arm {
    fn new(test: &str) -> Self {
        let folder = Folder::new(test);
        let written = |name: &str, text: &str| {
            let path = folder.file(name);
            std::fs::write(&path, text).expect("written");
            path
        };
        let [stretched, bent, folded] = CONFIGURATIONS;
        let motions = format!("{stretched} {bent}\n{bent} {folded}\n");
        Self {
            urdf: written("arm.urdf", ARM),
            configurations: written("q.txt", &CONFIGURATIONS.join("\n")),
            motions: written("motions.txt", &motions),
            _folder: folder,
        }
    }

    fn robot(&self, status: i32, arguments: &[&str]) -> String {
        run_to(status, &[&["robot", &self.urdf], arguments].concat()).0
    }
}

#[test]
fn check_names_the_links_that_collide() {
    let arm = Arm::new("robot-check");
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
    let arm = Arm::new("robot-bench");
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
