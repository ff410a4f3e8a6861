//! `obbtree sweep` as a user runs it, on the shipped models.

use crate::run::{Folder, asset, run_to};

/// Runs `sweep` of the nut against the bolt to the given exit status; standard output and standard
/// error.
fn sweep(status: i32, arguments: &[&str]) -> (String, String) {
    let bodies = [asset("bolt.obj"), asset("nut.stl")];
    run_to(status, &[&["sweep", &bodies[0], &bodies[1]], arguments].concat())
}

const ABOVE: &str = "0 0 30 0 0 0 1";
const HIGHER: &str = "0 1 50 0 0 0.6 0.8";
const ON_THREAD: &str = "0 0 7 0 0 0 1";

#[test]
fn free_motions_exit_with_0_and_contacts_with_1() {
    let (out, _) = sweep(0, &["--from", ABOVE, "--to", HIGHER]);
    assert_eq!(out, "1 of 1 motions are free\n");
    let (out, _) = sweep(1, &["--from", ABOVE, "--to", ON_THREAD, "--kind", "translation"]);
    assert!(
        out.starts_with("motion 0: free until 0.") && out.contains(" meets triangle "),
        "{out}"
    );
    assert!(out.ends_with("0 of 1 motions are free\n"), "{out}");
}

#[test]
fn a_file_of_motions_gives_a_line_of_json_each_whatever_the_threads() {
    let own = Folder::new();
    let text = format!("# two\n{ABOVE} {HIGHER}\n{ABOVE}; {ON_THREAD} # down\n");
    let name = own.write("motions", text);
    let answers = ["1", "2"].map(|threads| {
        let arguments =
            ["--motions", &name, "--kind", "screw", "--json", "--time-tolerance", "1e-5"];
        sweep(1, &[&arguments[..], &["--threads", threads, "--tolerance", "1e-6"]].concat()).0
    });
    assert_eq!(answers[0], answers[1]);
    let lines: Vec<serde_json::Value> =
        answers[0].lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["motion"], &lines[0]["verdict"]), (&0.into(), &"free".into()));
    assert!(lines[0]["clearance"].as_f64().expect("a number") > 0.0);
    assert_eq!(lines[1]["verdict"], "contact");
    let [free, contact] =
        ["last_free", "first_contact"].map(|key| lines[1][key].as_f64().expect("a number"));
    assert!(free < contact && contact - free <= 1e-5, "{free} {contact}");
    assert_eq!(lines[1]["pose"].as_array().expect("a pose").len(), 12);
    assert_eq!(lines[1]["triangles"].as_array().expect("a pair").len(), 2);
    assert_eq!((&lines[2]["free"], &lines[2]["contact"]), (&1.into(), &1.into()));
}

#[test]
fn what_cannot_be_swept_is_an_error() {
    let check = |arguments: &[&str], part: &str| {
        let (_, error) = sweep(2, arguments);
        assert!(error.contains(part), "{error}");
    };
    check(&[], "--from");
    check(&["--from", ABOVE], "--to");
    check(&["--from", ABOVE, "--to", "1 2"], "--to \"1 2\": a pose is 7 numbers");
    let turned = ["--from", ABOVE, "--to", HIGHER, "--kind", "translation"];
    check(&turned, "motion 0: --kind translation needs two poses with the same rotation");
    check(&["--motions", "no/such/file"], "no/such/file: cannot be read");
    check(&["--from", ABOVE, "--to", HIGHER, "--tolerance", "-1"], "not 0 or more");
}
