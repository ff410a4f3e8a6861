//! The page of `obbtree clash --html`: what it lists is what the command says, what it says of two
//! bodies is what the study says, and what reviewers decide in it reaches the files of a later run.

use serde_json::{Value, json};

use crate::browser;
use crate::run::{Folder, asset, json, run_to};

/// A first step, which makes the others able to look.
const TOOLS: &str = r#"() => {
        const rows = () => [...document.querySelectorAll("[data-row]")];
        window.row = n => rows().find(row => row.dataset.row === String(n));
        window.press = key => window.dispatchEvent(new KeyboardEvent("keydown", { key }));
        window.choose = (id, value) => {
            by(id).value = value;
            by(id).dispatchEvent(new Event("input", { bubbles: true }));
        };
        window.look = name => {
            const { review, bodies, found, near } = page;
            seen[name] = { counted: by("counted").textContent, rows: rows().length,
              shown: review.shown.map(one => one.guid), selected: review.selected?.guid,
              focus: bodies.focus?.map(body => body.name), red: red(),
              opacity: bodies.all.map(body => body.surface.opacity),
              answer: by("answer").textContent, names: by("two").textContent,
              meets: found.pairs.length > 0, near: near?.upper, lines: page.contacts.length,
              drawn: page.marks.children.filter(mark => mark.isLineSegments)
                  .map(mark => mark.material.color.getHexString()),
              corners: page.contacts.flat(),
              target: page.view.controls.target.toArray(), kept: by("kept").textContent };
        };
    },"#;

/// The page of a study after some steps, and what the command printed.
fn seen(own: &Folder, status: i32, arguments: &[&str], steps: &str) -> (Value, Vec<Value>) {
    let page = own.file("page.html");
    let options = ["clash", "--quiet", "--json", "--html", &page];
    let (out, _) = run_to(status, &[&options, arguments].concat());
    let mut lines: Vec<Value> = out.lines().map(json).collect();
    lines.pop(); // the summary
    (browser::seen(own, &page, &format!("{TOOLS}{steps}")), lines)
}

fn guids<'c>(clashes: impl IntoIterator<Item = &'c Value>) -> Value {
    clashes.into_iter().map(|clash| clash["guid"].clone()).collect()
}

fn near(a: &Value, b: [f64; 3]) -> bool {
    (0..3).all(|k| (a[k].as_f64().expect("a number") - b[k]).abs() < 1e-6)
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn clashes_are_listed_filtered_shown_and_decided() {
    let own = Folder::new();
    let steps = r#"
        () => { look("first"); row(1).click(); },
        () => {}, () => {},
        () => { look("picked"); press("ArrowDown"); press("a"); },
        () => { look("next"); choose("by-class", "coincident"); },
        () => { look("class"); choose("by-class", ""); choose("find", "RISER column"); },
        () => { look("text"); choose("find", ""); choose("by-cluster", "14"); },
        () => { look("cluster"); choose("by-cluster", ""); choose("by-state", "accepted"); },
        () => { look("state"); choose("by-state", ""); press("ArrowUp"); press("ArrowUp"); },
        () => { look("up"); press("r"); choose("comment", "as <built>"); },
        () => { look("decided"); by("save-states").click(); },
        () => { seen.saved = saved; look("saved");
            Object.defineProperty(window, "localStorage", { get() { throw new Error("none"); } });
            press("ArrowDown"); choose("comment", "without"); },
        () => { look("without"); by("save-states").click(); },
        () => { seen.savedWithout = saved;
            // What the engine says of each pair in the page.
            seen.all = page.review.all.map(one => {
                page.review.select(one);
                return [one.guid, page.found.pairs.length > 0, page.near.upper,
                    page.contacts.length];
            });
            location.hash = page.review.all[7].guid;
        },
        () => { look("linked"); },
    "#;
    let (seen, clashes) = seen(&own, 1, &[&asset("building.toml")], steps);
    assert_eq!(clashes.len(), 28);
    let first = &seen["first"];
    assert_eq!(
        (&first["counted"], &first["shown"]),
        (&json!("28 clashes, 28 open"), &guids(&clashes))
    );
    // No more rows than the window has room for; no red before a clash is selected.
    assert!((5..28).contains(&first["rows"].as_u64().expect("a count")), "{first}");
    assert_eq!((&first["selected"], &first["focus"]), (&Value::Null, &Value::Null));

    let picked = &seen["picked"];
    assert_eq!(
        (&picked["selected"], &picked["focus"]),
        (&clashes[1]["guid"], &clashes[1]["bodies"])
    );
    assert_eq!(picked["answer"], "cutting");
    let bounds = &clashes[1]["bounds"];
    let middle = [0, 1, 2].map(|k| {
        let of = |corner: usize| bounds[corner][k].as_f64().expect("a number");
        0.5 * (of(0) + of(1))
    });
    assert!(near(&picked["target"], middle), "{picked} {middle:?}");
    // The two bodies alone stand out.
    let opacity: Vec<f64> = picked["opacity"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|x| x.as_f64().expect("one"))
        .collect();
    assert_eq!(opacity.iter().filter(|x| **x > 0.2).count(), 2, "{opacity:?}");
    assert_eq!(seen["next"]["selected"], clashes[2]["guid"]);
    assert_eq!(seen["next"]["counted"], "28 clashes, 27 open, 1 accepted");

    let of = |filter: &dyn Fn(&Value) -> bool| guids(clashes.iter().filter(|clash| filter(clash)));
    assert_eq!(seen["class"]["shown"], of(&|clash| clash["class"] == "coincident"));
    assert_eq!(seen["class"]["counted"], "8 of 28 clashes, 8 open");
    let both = |clash: &Value| {
        let words = format!("{} {}", clash["bodies"], clash["rule"]);
        words.contains("riser") && words.contains("column")
    };
    assert_eq!(seen["text"]["shown"], of(&both));
    assert_eq!(seen["cluster"]["shown"], of(&|clash| clash["cluster"] == 14));
    assert_eq!(seen["state"]["shown"], json!([clashes[2]["guid"]]));
    assert_eq!(seen["up"]["selected"], clashes[0]["guid"]);
    assert_eq!(seen["decided"]["counted"], "28 clashes, 26 open, 1 accepted, 1 resolved");
    assert!(seen["saved"]["kept"].as_str().is_some_and(|text| text.starts_with("saved as ")));
    assert_eq!(seen["without"]["kept"], "not saved yet; this browser does not remember it");

    // What is certain: these shapes overlap, those are as far apart as the study says.
    for (one, clash) in seen["all"].as_array().expect("a list").iter().zip(&clashes) {
        assert_eq!(one[0], clash["guid"]);
        assert_eq!(one[1], clash["class"] != "near", "{clash}");
        if clash["class"] == "near" {
            assert_eq!(one[2], clash["distance"][1]);
        }
        assert_eq!(
            one[3].as_u64() > Some(0),
            clash["class"] == "cutting" || clash["class"] == "coincident",
            "{clash}"
        );
    }

    assert_eq!(seen["linked"]["selected"], clashes[7]["guid"]);

    // The file of states, in all files of a later run.
    let file = own.file("states.json");
    let text = seen["savedWithout"]["building-states.json"].as_str().expect("saved");
    let states = json(text);
    let guid = |n: usize| clashes[n]["guid"].as_str().expect("text");
    let decision = |state: &str, comment: &str| json!({ "state": state, "comment": comment });
    let expected = json!({ guid(0): decision("resolved", "as <built>"),
        guid(1): decision("open", "without"), guid(2): decision("accepted", "") });
    assert_eq!(states["clashes"], expected);
    let mut with_gone = states.clone();
    with_gone["clashes"]["00000000-0000-3000-8000-000000000000"] = decision("accepted", "gone");
    std::fs::write(&file, with_gone.to_string()).expect("written");
    let (report, table) = (own.file("report.json"), own.file("clashes.csv"));
    let study = asset("building.toml");
    let outputs = ["--states", &file, "--report", &report, "--csv", &table];
    let (_, said) = run_to(1, &[&["clash", "--quiet", &study], &outputs[..]].concat());
    assert!(said.contains("1 of its clashes are gone"), "{said}");
    assert!(
        said.contains("warning") && said.contains("1 clashes that are resolved are still there")
    );
    let written = json(&std::fs::read_to_string(&report).expect("a report"));
    for n in 0..3 {
        assert_eq!(written["clashes"][n]["review"], expected[guid(n)]);
    }
    assert_eq!(written["clashes"][3].get("review"), None);
    let rows = std::fs::read_to_string(&table).expect("a table");
    assert!(rows.lines().nth(1).is_some_and(|row| row.ends_with(",resolved,as <built>")), "{rows}");
    let (_, error) = run_to(2, &["clash", &study, "--states", &report]);
    assert!(error.contains("report.json") && error.contains("obbtree-clash-states-1"), "{error}");
    let (_, error) = run_to(2, &["clash", &study, "--states", &file, "--html", &file]);
    assert!(error.contains("would replace what is read"), "{error}");

    let steps = r#"() => { look("again"); seen.file = page.review.file(); },"#;
    let (again, _) = self::seen(&own, 1, &[&study, "--states", &file], steps);
    assert_eq!(again["again"]["counted"], "28 clashes, 26 open, 1 accepted, 1 resolved");
    assert_eq!(json(again["file"].as_str().expect("text")), with_gone);
}

/// A body of a clash is moved until it is free; the study of the scene that the page saves says so.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn a_moved_body_is_free_in_the_scene_that_is_saved() {
    let own = Folder::new();
    for name in ["bolt.obj", "nut.stl", "wheel.stl", "pinion.obj", "workshop.json", "workshop.toml"]
    {
        std::fs::copy(asset(name), own.file(name)).expect("copied");
    }
    let study = own.file("workshop.toml");
    let steps = r#"
        () => { row(0).click(); },
        () => {}, () => {},
        () => { look("cut"); page.setTool("move"); drag(over("nut"), [260, -40]); },
        () => { look("free"); by("save").click(); seen.command = page.command(); },
        () => { seen.saved = saved; by("back").click(); },
        () => { look("back"); },
    "#;
    let (seen, clashes) = seen(&own, 1, &[&study], steps);
    assert_eq!(seen["cut"]["selected"], clashes[0]["guid"]);
    let lines = |step: &str| seen[step]["lines"].as_u64().expect("a count");
    assert!(lines("cut") > 10 && lines("back") == lines("cut"), "{seen}");
    assert_eq!((&seen["cut"]["meets"], &seen["back"]["meets"]), (&json!(true), &json!(true)));
    assert_eq!((&seen["free"]["meets"], lines("free")), (&json!(false), 0));
    assert_eq!(seen["free"]["answer"], "the surfaces are apart");
    assert_eq!(seen["back"]["answer"], "cutting");
    let text = seen["saved"]["workshop-moved.json"].as_str().expect("saved");
    let scene = own.write("workshop-moved.json", text);
    let command = seen["command"].as_str().expect("text");
    assert!(command.ends_with("/workshop.toml --scene workshop-moved.json"), "{command}");
    run_to(0, &["clash", "--quiet", &study, "--scene", &scene]);
    let (bolt, nut) = (own.file("bolt.obj"), own.file("nut.stl"));
    let bodies = json(text)["bodies"].as_array().expect("a list").clone();
    let pose = |name: &str| {
        let body = bodies.iter().find(|body| body["name"] == name).expect("it is there");
        body["pose"].as_array().expect("a pose").clone()
    };
    assert_eq!(pose("bolt")[..3], [1.0, 0.0, 0.0].map(Value::from));
    // The distance in the page is that of the command, for the pose of the nut seen from the bolt.
    let (bolt_at, mut nut_at) = (pose("bolt"), pose("nut"));
    for k in [3, 7, 11] {
        let between = nut_at[k].as_f64().expect("one") - bolt_at[k].as_f64().expect("one");
        nut_at[k] = json!(between);
    }
    let words: Vec<String> = nut_at.iter().map(Value::to_string).collect();
    let check = ["check", &bolt, &nut, "--query", "distance", "--pose", &words.join(" "), "--json"];
    let (apart, _) = run_to(0, &check);
    let upper = json(apart.lines().next().expect("a pose"))["upper"].as_f64().expect("a distance");
    let found = seen["free"]["near"].as_f64().expect("a distance");
    assert!((upper - found).abs() < 1e-9 * upper, "{upper} {found}");
}

/// Where two meshes cut each other the page draws the curve in red, and no triangles; these are red
/// where no lines are wanted. A pair that is near has neither.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn the_curve_of_two_meshes_is_red() {
    let own = Folder::new();
    let cube = |name: &str, low: [f64; 3], high: [f64; 3]| {
        let corner = |n: usize, k: usize| if n >> k & 1 == 1 { high[k] } else { low[k] };
        let corners: String = (0..8)
            .map(|n| format!("v {} {} {}\n", corner(n, 0), corner(n, 1), corner(n, 2)))
            .collect();
        let sides = "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
        own.write(name, corners + sides);
    };
    // The bar leaves the slab in a square in each of the planes z = 0 and z = 1.
    cube("slab.obj", [0.0, 0.0, 0.0], [8.0, 8.0, 1.0]);
    cube("bar.obj", [1.0, 1.0, -2.0], [2.0, 2.0, 3.0]);
    cube("above.obj", [5.0, 5.0, 1.5], [6.0, 6.0, 2.0]);
    let pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
    let body = |name: &str, n: u32| json!({ "name": name, "model": n, "pose": pose });
    let parts =
        ["slab.obj", "bar.obj", "above.obj"].map(|mesh| json!({ "parts": [{ "mesh": mesh }] }));
    let scene = json!({ "format": "obbtree scene 1", "models": parts,
        "bodies": [body("slab", 0), body("bar", 1), body("above", 2)] });
    own.write("scene.json", scene.to_string());
    let rules = "scene = \"scene.json\"\n[[rules]]\nname = \"all\"\nclearance = 1.0\n";
    let study = own.write("study.toml", rules);
    let steps = r#"
        () => { const of = name => page.review.all.find(one => one.clash.bodies.includes(name));
            page.review.select(of("bar")); look("cut");
            by("contacts").checked = false; page.show(); look("without");
            by("contacts").checked = true; page.review.select(of("above")); look("near");
            seen.colour = page.data.palette.meeting; },
    "#;
    let (seen, clashes) = seen(&own, 1, &[&study], steps);
    assert_eq!(clashes.len(), 2, "{clashes:?}");
    let reds = |step: &str| -> Vec<u64> {
        let of = seen[step]["red"].as_array().expect("a list").iter();
        of.map(|n| n.as_u64().expect("a count")).collect()
    };
    let colour = seen["colour"].as_str().expect("a colour").trim_start_matches('#').to_lowercase();
    let cut = &seen["cut"];
    assert_eq!((reds("cut"), &cut["drawn"]), (vec![0; 3], &json!([colour])));
    let corners = cut["corners"].as_array().expect("points");
    assert!(corners.len() >= 16, "{cut}");
    let mut squares: Vec<[u8; 3]> = Vec::new();
    for corner in corners {
        let [x, y, z] = [0, 1, 2].map(|k| corner[k].as_f64().expect("a number"));
        let on = |at: f64, ends: [f64; 2]| ends.contains(&at);
        let within = |at: f64| (1.0..=2.0).contains(&at);
        assert!(on(z, [0.0, 1.0]) && within(x) && within(y), "{corner}");
        assert!(on(x, [1.0, 2.0]) || on(y, [1.0, 2.0]), "{corner}");
        if on(x, [1.0, 2.0]) && on(y, [1.0, 2.0]) {
            squares.push([x as u8, y as u8, z as u8]);
        }
    }
    squares.sort_unstable();
    squares.dedup();
    assert_eq!(squares.len(), 8, "{squares:?}");

    let red = reds("without");
    assert!(red[0] > 0 && red[1] > 0 && red[2] == 0, "{red:?}");
    assert_eq!(seen["without"]["lines"], 0);
    let near = &seen["near"];
    assert_eq!((reds("near"), &near["lines"]), (vec![0; 3], &json!(0)));
    assert_eq!(near["meets"], false);
    assert!(near["near"].as_f64().is_some_and(|upper| (upper - 0.5).abs() < 1e-9), "{near}");
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn a_motion_is_played_beside_its_chart() {
    let own = Folder::new();
    let steps = r##"
        () => { look("first"); seen.labels = [...document.querySelectorAll("#chart .line > text")]
            .map(text => text.textContent); row(1).click(); },
        () => { look("contact"); seen.time = by("pose-name").textContent;
            const { svg } = page.chart, { left, top } = svg.getBoundingClientRect();
            const clientX = left + page.chart.at(1.5), clientY = top + CHART_AXIS + 5;
            svg.dispatchEvent(new PointerEvent("pointerdown", { clientX, clientY, bubbles: true }));
            window.dispatchEvent(new PointerEvent("pointerup", {})); },
        () => { look("clicked"); seen.at = by("pose-name").textContent;
            seen.line = +page.chart.line.getAttribute("x1") - page.chart.at(1.5);
            by("play").click(); },
        () => { seen.playing = page.player.timer !== null; by("play").click();
            seen.steps = page.review.all.map(one => {
                page.review.select(one);
                return page.data.review.times.map((time, step) => {
                    page.player.set(step);
                    return [time, page.found.pairs.length > 0, page.near?.upper];
                });
            });
            seen.bars = [...document.querySelectorAll("#chart .contact")].map(bar =>
                [+bar.getAttribute("x"), +bar.getAttribute("x") + +bar.getAttribute("width")]);
            seen.ends = [2.3740234375000044, 3].map(time => page.chart.at(time));
            choose("by-class", "near"); },
        () => { look("filtered"); seen.charted = document.querySelectorAll("#chart .line").length; },
    "##;
    let study = asset("workshop_motion.toml");
    let (seen, clashes) = seen(&own, 1, &[&study], steps);
    assert_eq!(seen["labels"], json!(["bolt – nut", "0.2734 to 5.249", "nut – pin"]));
    assert_eq!(seen["first"]["counted"], "2 pairs, 2 open");
    let contact = &clashes[1]["contacts"][0];
    let ends = [&contact["first"][0], &contact["first"][1], &contact["last"][0]];
    let [free, meets, last] = ends.map(|end| end.as_f64().expect("a time"));
    // At the time that the command names as proven they meet in the page, and not before.
    assert_eq!((&seen["contact"]["meets"], &seen["time"]), (&json!(true), &json!("time 2.37402")));
    assert_eq!(
        (&seen["clicked"]["meets"], &seen["clicked"]["selected"]),
        (&json!(false), &clashes[0]["guid"])
    );
    assert_eq!(seen["clicked"]["focus"], clashes[0]["bodies"]);
    assert!(seen["at"].as_str().is_some_and(|text| text.starts_with("time 1.")), "{seen}");
    assert!(seen["line"].as_f64().is_some_and(|x| x.abs() < 3.0), "{seen}");
    assert_eq!(seen["playing"], true);
    let steps = seen["steps"].as_array().expect("two lists");
    let least = clashes[0]["closest"]["distance"].clone();
    let (mut nearest, mut counts) = (f64::INFINITY, [0; 2]);
    for step in steps[0].as_array().expect("steps") {
        assert_eq!(step[1], false);
        nearest = nearest.min(step[2].as_f64().expect("a distance"));
    }
    assert_eq!(Some(nearest), least[1].as_f64());
    for step in steps[1].as_array().expect("steps") {
        let time = step[0].as_f64().expect("a time");
        if time <= free || (meets..=last).contains(&time) {
            assert_eq!(step[1], time > free, "{step}");
            counts[usize::from(time > free)] += 1;
        }
    }
    assert!(counts[0] > 150 && counts[1] > 40, "{counts:?}");
    let near = |a: &Value, b: &Value| {
        (a.as_f64().expect("a number") - b.as_f64().expect("a number")).abs() < 1e-3
    };
    assert!((0..2).all(|k| near(&seen["bars"][0][k], &seen["ends"][k])), "{seen}");
    assert_eq!(seen["charted"], 1);

    // States of pairs that move are taken by a later run, too.
    let guid = clashes[1]["guid"].as_str().expect("text");
    let states = json!({ "format": "obbtree-clash-states-1", "study": "nut to pin",
        "clashes": { guid: { "state": "accepted", "comment": "it is put there" } } });
    let file = own.write("states.json", states.to_string());
    let table = own.file("moves.csv");
    let (out, _) =
        run_to(1, &["clash", "--json", "--quiet", &study, "--states", &file, "--csv", &table]);
    assert_eq!(json(out.lines().nth(1).expect("a pair"))["review"], states["clashes"][guid]);
    let rows = std::fs::read_to_string(&table).expect("a table");
    assert!(rows.contains(",accepted,it is put there\n"), "{rows}");
}
