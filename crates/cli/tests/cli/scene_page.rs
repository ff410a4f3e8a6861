//! The page of `obbtree scene FILE view`: bodies are moved, and what the page says is compared with
//! what `obbtree scene FILE check` says about the scene that the page saves.

use serde_json::{Value, json};

use crate::browser;
use crate::run::{Folder, asset, run_to};

/// A first step, which makes the others able to drag a body along an axis and to look.
const TOOLS: &str = r#"() => {
        // Drags a body as far as a vector of the world goes in the window.
        window.along = (name, by, keys) => {
            const from = over(name), at = place(body(name).pose, body(name).bounds.middle);
            const [x, y] = [at, plus(at, by)].map(point => page.view.onScreen(point));
            drag(from, [y[0] - x[0], y[1] - x[1]], keys);
        };
        // What the page shows, and the text of the file that it saves.
        window.look = name => {
            const pairs = [...by("pairs").children].map(x => x.textContent);
            seen[name] = { answer: by("answer").textContent, pairs, red: red(),
              saved: page.sceneFile(), file: page.data.saved };
        };
    },"#;

/// The page of a scene file after some steps.
fn seen(own: &Folder, file: &str, steps: &str) -> Value {
    let page = own.file("page.html");
    run_to(0, &["scene", file, "view", "-o", &page]);
    browser::seen(own, &page, &format!("{TOOLS}{steps}"))
}

/// Asks about a scene that a page saved: the pairs, in words as the page has them.
fn checked_again(own: &Folder, seen: &Value) -> Vec<String> {
    let file = own.file("saved.json");
    let text = seen["saved"].as_str().expect("the text of a scene file");
    std::fs::write(&file, text).expect("written");
    let status = i32::from(seen["pairs"].as_array().is_some_and(|pairs| !pairs.is_empty()));
    let (out, _) = run_to(status, &["scene", &file, "check"]);
    // The last line counts them.
    let lines = out.lines().filter(|line| !line.ends_with(" bodies collide"));
    lines.filter_map(|line| line.strip_suffix(" collide")).map(str::to_owned).collect()
}

/// The shipped scene in a folder of the test's own, with the meshes that it names.
fn workshop(own: &Folder) -> String {
    for name in ["bolt.obj", "nut.stl", "wheel.stl", "pinion.obj", "workshop.json"] {
        std::fs::copy(asset(name), own.file(name)).expect("copied");
    }
    own.file("workshop.json")
}

#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn a_moved_body_is_tested_again() {
    let own = Folder::new();
    let steps = r#"
        () => { look("first"); along("pinion", [-8, 0, 0], { shiftKey: true }); },
        () => { look("moved"); by("back").click(); },
        () => { look("back"); drag(over("pinion"), [60, 4], { ctrlKey: true, shiftKey: true }); },
        () => { look("turned"); drag(over("pin"), [-90, -60]); },
        () => { drag(over("pin"), [50, 80], { button: 2 }); },
        () => { look("tilted"); along("table", [0, 0, 200], { shiftKey: true }); },
        () => { look("risen"); },
    "#;
    let seen = seen(&own, &workshop(&own), steps);
    let pairs = |step: &str| seen[step]["pairs"].clone();
    assert_eq!(pairs("first"), json!(["bolt and nut"]));
    assert_eq!(seen["first"]["answer"], "1 pair collides:");
    assert_eq!(seen["first"]["file"], "workshop-moved.json");
    assert_eq!(pairs("back"), pairs("first"));
    assert_eq!(seen["back"]["red"], seen["first"]["red"]);
    // Floor, table, bolt, nut, wheel, pinion, pin.
    let red = |step: &str, body: usize| seen[step]["red"][body].as_u64().expect("a count");
    assert_eq!([red("first", 4), red("first", 5)], [0, 0]);
    assert_eq!(pairs("moved"), json!(["bolt and nut", "wheel and pinion"]));
    assert!(red("moved", 4) > 0 && red("moved", 5) > 0, "{seen}");
    for step in ["first", "moved", "back", "turned", "tilted", "risen"] {
        assert_eq!(json!(checked_again(&own, &seen[step])), pairs(step), "{step}");
    }
}

/// Masks, groups, margins, a body that another one carries and one whose pairs are not checked.
#[test]
#[cfg_attr(not(chromium), ignore = "needs Chromium (Debian's package chromium)")]
fn a_page_asks_about_the_pairs_that_its_file_says() {
    let own = Folder::new();
    let file = own.file("spheres.json");
    let at = |x: f64| json!([1, 0, 0, x, 0, 1, 0, 0, 0, 0, 1, 0]);
    let sphere = |name: &str, x: f64| json!({ "name": name, "model": 0, "pose": at(x) });
    let mut bodies = ["a", "b <c>", "d", "e", "f"].map(|name| sphere(name, 0.0));
    for (n, x) in [0.0, 2.25, 4.25, 6.25, 8.25].into_iter().enumerate() {
        bodies[n]["pose"] = at(x);
    }
    bodies[2]["parent"] = json!({ "name": "b <c>", "offset": at(2.0) });
    // They touch, and are checked against others only.
    (bodies[3]["groups"], bodies[4]["groups"]) = (json!([1, 1]), json!([2, 2]));
    let mut off = sphere("off", 0.5);
    off["enabled"] = json!(false);
    let scene = json!({
        "format": "obbtree scene 1",
        "models": [{ "parts": [{ "sphere": { "radius": 1.0 } }] }],
        "bodies": bodies.into_iter().chain([off]).collect::<Vec<_>>(),
        "allowed": [["a", "d"]],
        "margins": [["a", "b <c>", 0.25]],
    });
    std::fs::write(&file, scene.to_string()).expect("written");
    let steps = r#"
        () => { look("first"); seen.names = [...by("bodies").children].map(o => o.textContent.trim());
            along("b <c>", [1, 0, 0], { shiftKey: true }); },
        () => { look("carried"); along("a", [1.5, 0, 0], { shiftKey: true }); },
        () => { look("followed"); },
    "#;
    let seen = seen(&own, &file, steps);
    assert_eq!(seen["names"], json!(["a", "b <c>", "d", "e", "f"]));
    // A margin's pair, and touching spheres; the carried sphere touches its parent, which is not
    // checked.
    assert_eq!(seen["first"]["pairs"], json!(["a and b <c>", "d and e"]));
    for step in ["first", "carried", "followed"] {
        assert_eq!(json!(checked_again(&own, &seen[step])), seen[step]["pairs"], "{step}: {seen}");
    }
    let saved: Value =
        serde_json::from_str(seen["carried"]["saved"].as_str().expect("text")).expect("JSON");
    let x = |body: usize| saved["bodies"][body]["pose"][3].as_f64().expect("a number");
    assert!(x(1) > 2.25 && x(2) - x(1) == 2.0, "{saved}");
}
