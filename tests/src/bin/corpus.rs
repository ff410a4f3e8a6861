//! Makes all answers of the corpus anew, by the exact referee, and says which files changed. A word
//! behind the command is a part of the names of those that are made.

#![forbid(unsafe_code)]

use std::path::Path;

use obbtree_tests::corpus::{Answers, folder, pose_sets, touching, triangles};

fn main() -> std::io::Result<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_wanted = |file: &str| words.is_empty() || words.iter().any(|word| file.contains(word));
    std::fs::create_dir_all(folder().join("poses"))?;
    if is_wanted("tri_tri.txt") {
        let row = |category: String| {
            let answers = triangles::cases(&category).iter().map(triangles::by_referee).collect();
            (category, answers)
        };
        let answers = Answers(triangles::categories().into_iter().map(row).collect());
        write("tri_tri.txt".as_ref(), &answers.text())?;
    }
    if is_wanted("touching.txt") {
        let row = |group: touching::Group| {
            let ask = |pose| touching::by_referee(&group.a, &group.b, pose);
            (group.name.clone(), group.poses.iter().map(ask).collect())
        };
        let answers = Answers(touching::groups().into_iter().map(row).collect());
        write("touching.txt".as_ref(), &answers.text())?;
    }
    for subject in pose_sets::subjects() {
        let file = Path::new("poses").join(format!("{}.txt", subject.name));
        if is_wanted(&file.to_string_lossy()) {
            write(&file, &subject.make())?;
        }
    }
    Ok(())
}

fn write(file: &Path, text: &str) -> std::io::Result<()> {
    let path = folder().join(file);
    let same = std::fs::read_to_string(&path).is_ok_and(|before| before == text);
    println!("{:9} {}", if same { "unchanged" } else { "written" }, file.display());
    std::fs::write(path, text)
}
