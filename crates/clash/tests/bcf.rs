//! Archives keep to what buildingSMART's schema of BCF 3.0 asks, also of odd names, labels and
//! comments; which elements there are, and in which order, is written down here by hand. The
//! schemas themselves decide in `crates/python/tests/test_clash.py`.

use std::io::Cursor;

use obbtree_clash::{
    BcfError, BcfOptions, BcfVersion, Report, Review, ReviewState, Reviews, RunOptions, Study,
    write_bcf,
};
use obbtree_collider::Shape;
use obbtree_predicates::Pose;
use obbtree_scene::Scene;

/// Cubes of these names, each of which cuts the next one.
fn run(rules: &str, names: &[&str]) -> Report {
    let mut scene = Scene::new();
    for (n, name) in names.iter().enumerate() {
        let pose = Pose::from_translation([n as f64, 0.0, 0.0]).expect("finite");
        scene.add(name, Shape::cuboid([0.75; 3]).expect("a box"), pose).expect("a new name");
    }
    Study::from_toml(rules).expect("a study").run(&scene, &RunOptions::default()).expect("it runs")
}

fn options(version: BcfVersion) -> BcfOptions {
    let (author, date) = ("Ada".to_owned(), "2026-11-26T09:30:00Z".to_owned());
    BcfOptions { version, author, date, metres: 1.0 }
}

/// Names and texts of all files but pictures.
fn files(report: &Report, options: &BcfOptions) -> Vec<(String, String)> {
    let mut bytes = Cursor::new(Vec::new());
    write_bcf(report, options, &mut bytes, &mut |_| Some(vec![0])).expect("it can be written");
    let mut zip = zip::ZipArchive::new(bytes).expect("an archive");
    let mut found = Vec::new();
    for n in 0..zip.len() {
        let file = zip.by_index(n).expect("a file");
        let name = file.name().expect("text").into_owned();
        if !name.ends_with(".png") {
            found.push((name, std::io::read_to_string(file).expect("text")));
        }
    }
    found
}

/// With a comment about each clash.
fn reviewed(mut report: Report, comment: &str) -> Report {
    let mut reviews = Reviews::new("");
    for clash in &report.clashes {
        let review = Review { state: ReviewState::Accepted, comment: comment.to_owned() };
        reviews.clashes.insert(clash.guid, review);
    }
    assert_eq!(report.set_reviews(&reviews), 0);
    report
}

/// The elements with their attributes in the order in which they begin, indented by depth.
fn elements(text: &str) -> String {
    let mut found = String::new();
    for line in text.lines().filter(|line| line.trim_start().starts_with('<')) {
        let (indent, tag) = line.split_at(line.len() - line.trim_start().len());
        if tag.starts_with(['/', '?']) || tag[1..].starts_with(['/', '?']) {
            continue;
        }
        let end = tag.find('>').expect("an end");
        let words = tag[1..end].trim_end_matches('/').split_whitespace();
        let words: Vec<&str> = words.map(|word| word.split('=').next().expect("one")).collect();
        found += &format!("{indent}{}\n", words.join(" "));
    }
    found
}

#[test]
fn elements_of_version_3_stand_in_the_order_of_its_schema() {
    let report = reviewed(run("[[rules]]\nname = 'all'", &["a", "b"]), "a sleeve");
    let files = files(&report, &options(BcfVersion::V3));
    let of = |end: &str| {
        let (_, text) = files.iter().find(|(name, _)| name.ends_with(end)).expect("a file");
        elements(text)
    };
    assert_eq!(files.len(), 4);
    assert_eq!(of("bcf.version"), "Version VersionId\n");
    let extensions = "Extensions
  TopicTypes
    TopicType
  TopicStatuses
    TopicStatus
    TopicStatus
    TopicStatus
    TopicStatus
  TopicLabels
    TopicLabel
    TopicLabel
  Users
    User
";
    assert_eq!(of("extensions.xml"), extensions);
    let markup = "Markup
  Topic Guid TopicType TopicStatus
    Title
    Index
    Labels
      Label
      Label
    CreationDate
    CreationAuthor
    Description
    Comments
      Comment Guid
        Date
        Author
        Comment
        Viewpoint Guid
    Viewpoints
      ViewPoint Guid
        Viewpoint
        Snapshot
";
    assert_eq!(of("markup.bcf"), markup);
    let component = |indent: &str| {
        format!("{indent}Component\n{indent}  OriginatingSystem\n{indent}  AuthoringToolId\n")
    };
    let (selected, coloured) = (component("      "), component("          "));
    let colour = format!("      Color Color\n        Components\n{coloured}");
    let vector = |name: &str| format!("    {name}\n      X\n      Y\n      Z\n");
    let [place, direction, up] =
        ["CameraViewPoint", "CameraDirection", "CameraUpVector"].map(vector);
    let viewpoint = format!(
        "VisualizationInfo Guid
  Components
    Selection
{selected}{selected}    Visibility DefaultVisibility
    Coloring
{colour}{colour}  PerspectiveCamera
{place}{direction}{up}    FieldOfView
    AspectRatio
"
    );
    assert_eq!(of("viewpoint.bcfv"), viewpoint);
}

/// Found by the schema of 3.0, which takes no text of blanks alone: empty labels, names and
/// comments were written. And U+FFFE, which is no character of XML, made files that none can read.
#[test]
fn no_text_is_blank_and_all_characters_are_those_of_xml() {
    let rules = "[[rules]]\nname = ' '\n[[rules]]\nname = \"\\u0002\"\n[[rules]]\nname = 'x'";
    let names = ["", " ", "\u{1}", "\t", "a\u{fffe}b\u{ffff}", "c", "\u{fffe}"];
    let report = run(rules, &names);
    assert_eq!(report.clashes.len(), 3 * (names.len() - 1));
    for comment in ["", "\u{1}", "\u{fffe}", " \n", "seen\u{0}"] {
        let report = reviewed(report.clone(), comment);
        for version in [BcfVersion::V2, BcfVersion::V3] {
            let (mut comments, mut labels, mut named) = (0, 0, 0);
            for (name, text) in files(&report, &options(version)) {
                let is_held =
                    |c: char| matches!(c, '\t' | '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}');
                assert!(text.chars().all(is_held), "{name}: {text:?}");
                // What begins on a line ends on it, but for what has others in it.
                for line in text.lines() {
                    let is_blank = line.split_once('>').is_some_and(|(_, rest)| {
                        rest.split_once("</").is_some_and(|(text, _)| text.trim().is_empty())
                    });
                    assert!(!is_blank, "{name}: {line}");
                }
                comments += text.matches("<Comment>").count();
                labels += text.matches("<Label>").count() + text.matches("<Labels>x").count();
                named += text.matches("<AuthoringToolId>").count();
            }
            let of = report.clashes.len();
            // In 3.0 the list of comments stands around the comment, and another tag around labels.
            assert_eq!(comments, if comment.starts_with("seen") { of } else { 0 });
            assert_eq!(labels, if version == BcfVersion::V3 { of + of / 3 } else { of / 3 });
            // Of those who meet, "a b" is in two pairs and "c" in two; each twice in a file.
            assert_eq!(named, 3 * 2 * 4);
        }
    }
}

#[test]
fn authors_dates_and_metres_that_no_reader_takes_are_refused() {
    let report = run("[[rules]]\nname = 'all'", &["a", "b"]);
    let refused = |change: &dyn Fn(&mut BcfOptions)| {
        let mut options = options(BcfVersion::V3);
        change(&mut options);
        let mut bytes = Cursor::new(Vec::new());
        write_bcf(&report, &options, &mut bytes, &mut |_| None).unwrap_err()
    };
    for author in ["", "  ", "\u{1}", "\u{ffff} "] {
        let error = refused(&|options| options.author = author.to_owned());
        assert!(matches!(error, BcfError::Author), "{author:?}: {error}");
    }
    let error = refused(&|options| options.date = "2026-02-30T09:30:00Z".to_owned());
    assert!(matches!(error, BcfError::Date(date) if date == "2026-02-30T09:30:00Z"));
    for metres in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let error = refused(&|options| options.metres = metres);
        assert!(matches!(error, BcfError::Metres(_)), "{metres}: {error}");
    }
    // As large as a number can be: what is beyond it was written as `inf`, which is none of XML's.
    let vast = BcfOptions { metres: f64::MAX, ..options(BcfVersion::V3) };
    for (name, text) in files(&report, &vast) {
        assert!(!text.contains(">inf<") && !text.contains(">-inf<"), "{name}: {text}");
    }
}
