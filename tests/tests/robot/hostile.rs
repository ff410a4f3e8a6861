//! Hostile URDFs are read or refused as listed: no panic, no unbounded loop, and a message that
//! names the file.

use obbtree::robot::Robot;
use obbtree_tests::data;

#[test]
#[cfg_attr(not(data = "hostile"), ignore = "needs the developers' data: hostile")]
fn every_hostile_urdf_is_accepted_or_refused_as_listed() {
    let folder = data::path("hostile");
    let mut table = csv::Reader::from_path(folder.join("expected.csv")).expect("a table");
    let mut count = 0;
    for row in table.records() {
        let row = row.expect("a row");
        let file = &row[0];
        if !file.starts_with("urdf/") {
            continue;
        }
        count += 1;
        let read = Robot::read(folder.join(file), &[]);
        match &row[2] {
            "ok" => assert!(read.is_ok(), "{file}: {}", read.unwrap_err()),
            "error" => assert!(read.is_err(), "{file} was read"),
            _ => {}
        }
        if let Err(error) = read {
            let message = error.to_string();
            assert!(message.contains(file), "{message}");
            assert!(!file.contains("missing_mesh") || message.contains("link 'a'"), "{message}");
        }
    }
    assert_eq!(count, 13);
}
