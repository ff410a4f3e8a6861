//! The page of `obbtree robot FILE view`: joints are moved in it, and what it says is held against
//! what the command says about the same configurations; links are where `fk` has them, bit for bit.

use serde_json::{Value, json};

use crate::browser;
use crate::run::{Folder, asset, run_to};

/// A first step, which makes the others able to look.
const LOOK: &str = r#"() => { window.look = name => {
        const links = Object.fromEntries(
          page.told.links.map(([name, body]) => [name, page.poses[body]]));
        seen[name] = { q: page.robot.q, answer: by("answer").textContent, links, near: page.near?.upper,
          pairs: page.found.pairs.map(pair => pair.map(id => page.bodies.all[id].name)) };
    } },"#;

/// What was seen at configurations is what two commands say of them.
fn agrees_with_the_command(own: &Folder, seen: &Value, steps: &[&str], robot: &[&str], wall: &str) {
    let text = |q: &Value| {
        let values = q.as_array().expect("values").iter();
        values.map(|x| x.as_f64().expect("a number").to_string()).collect::<Vec<_>>().join(" ")
    };
    let lines: Vec<String> = steps.iter().map(|step| text(&seen[*step]["q"])).collect();
    let file = own.write("q.txt", lines.join("\n"));
    let ask = |status: i32, more: &[&str]| -> Vec<Value> {
        let (out, _) = run_to(status, &[robot, more, &["--configs", &file, "--json"]].concat());
        out.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect()
    };
    for (fk, step) in ask(0, &["fk"]).iter().zip(steps) {
        let links = fk["links"].as_object().expect("links");
        assert!(!links.is_empty());
        for (link, pose) in links {
            for (a, b) in pose
                .as_array()
                .expect("12")
                .iter()
                .zip(seen[*step]["links"][link].as_array().expect("12"))
            {
                assert_eq!(a.as_f64(), b.as_f64(), "{step}: {link}");
            }
        }
    }
    for (checked, step) in ask(1, &["check", "--scene", wall]).iter().zip(steps) {
        let names = |pairs: &Value| {
            let mut names: Vec<[String; 2]> = serde_json::from_value(pairs.clone()).expect("names");
            names.iter_mut().for_each(|pair| pair.sort());
            names.sort();
            names
        };
        let mut expected = names(&checked["pairs"]);
        expected.extend(names(&checked["scene"]));
        expected.sort();
        assert_eq!(names(&seen[*step]["pairs"]), expected, "{step}");
    }
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn joints_move_what_they_should_and_collide_as_the_command_says() {
    let own = Folder::new();
    let (urdf, wall) = (asset("arm.urdf"), asset("wall.obj"));
    let page = own.file("page.html");
    let ends = std::fs::read_to_string(asset("arm_through_hole.txt")).expect("two configurations");
    let path = own.write("straight.txt", &ends);
    run_to(0, &["robot", &urdf, "view", "--scene", &wall, "--path", &path, "-o", &page]);
    let steps = r#"
        () => { seen.pieces = page.robot.pieces; look("start"); },
        () => { slide("pose", page.player.count - 1); },
        () => { look("goal"); slide("joint-0", 0.6); },
        () => { look("turned"); slide("joint-1", -0.5); slide("joint-2", 1.5); },
        () => { look("bent"); slide("joint-3", 1.9); },
        () => { look("folded"); seen.before = page.robot.q;
            page.view.lookAt(page.bodies.boundsOfAll(), 150, 30); page.view.draw(); },
        () => { drag(over("upper_arm"), [30, 20]); },
        () => { look("dragged"); seen.picked = page.tools.picked?.name; by("go-start").click(); },
        () => { by("plan").click(); },
        () => { seen.said = by("plan-said").textContent; seen.plan = page.robot.pieces;
            seen.limits = [by("joint-1").min, by("joint-1").max]; seen.command = page.command();
            seen.ghosts = Object.keys(page.robot.ghosts);
            const wall = body("wall"), at = page.poses[wall.id];
            page.put(wall, moved(at, [0, 0, 0.25])); },
        () => { seen.moved = page.poses[body("wall").id][11]; seen.world = page.sceneFile();
            by("back").click(); },
        () => { seen.back = page.poses[body("wall").id][11]; },
    "#;
    let seen = browser::seen(&own, &page, &format!("{LOOK}{steps}"));
    let robot = ["robot", &urdf];
    let looked = ["start", "goal", "turned", "bent", "folded", "dragged"];
    agrees_with_the_command(&own, &seen, &looked, &robot, &wall);
    let any = |what: &str, pieces: &str| {
        seen[pieces].as_array().expect("pieces").iter().any(|piece| piece == what)
    };
    assert!(any("contact", "pieces") && any("free", "pieces"), "{}", seen["pieces"]);
    assert!(!any("contact", "plan") && !any("undecided", "plan"), "{}", seen["plan"]);
    assert!(seen["said"].as_str().is_some_and(|said| said.contains("proven free")), "{seen}");
    assert_eq!(seen["limits"], json!(["-0.6", "2.6"]));
    assert_ne!(seen["before"], seen["dragged"]["q"], "a dragged link moves its joint");
    assert_eq!(seen["ghosts"], json!(["start", "goal"]));
    assert_eq!((&seen["moved"], &seen["back"]), (&json!(0.25), &json!(0)));
    let world = own.write("world.json", seen["world"].as_str().expect("text"));
    let home = std::fs::read_to_string(own.file("q.txt")).expect("written above");
    assert!(home.lines().count() == looked.len());
    run_to(1, &["robot", &urdf, "check", "--configs", &own.file("q.txt"), "--world", &world]);
    let command = seen["command"].as_str().expect("text");
    assert!(
        command.starts_with("obbtree robot ") && command.contains(" check --config '"),
        "{command}"
    );
}
