//! The project's own cases: made here from fixed seeds, with answers that the exact referee gave
//! once and that are committed in `tests/corpus`. They cover what the developers' data covers, so
//! that a fresh clone tests it all.
//!
//! Cases whose numbers need only `+ - * /` are made again by each test, and only their answers are
//! stored, a letter each ([`Answers`]): pairs of triangles ([`triangles`]), bodies in contact
//! ([`touching`]). Poses on generated meshes ([`pose_sets`]) are stored with their answers. Files
//! ([`hostile`], [`formats`]) are made with what is expected of them.
//!
//! `cargo run --release -p obbtree-tests --bin corpus` makes all answers anew.

pub mod formats;
pub mod hostile;
pub mod hostile_scenes;
pub mod pose_sets;
pub mod touching;
pub mod triangles;

use std::fmt::Write as _;
use std::path::PathBuf;

use obbtree_predicates::Contact;

/// Where the answers are.
pub fn folder() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus"))
}

/// Named rows of answers: `f` free, `t` touching, `p` proper, in the order of the cases.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Answers(pub Vec<(String, Vec<Contact>)>);

impl Answers {
    /// The answers of a file in the corpus.
    pub fn read(file: &str) -> Self {
        let path = folder().join(file);
        let text = std::fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let rows = text.lines().filter(|line| !line.starts_with('#')).map(|line| {
            let (name, letters) = line.rsplit_once(' ').expect("a name and answers");
            (name.to_owned(), letters.chars().map(contact).collect())
        });
        Self(rows.collect())
    }

    /// As a file.
    pub fn text(&self) -> String {
        let mut text = String::from(
            "# By the exact referee: f free, t touching, p proper. Made by\n\
             # cargo run --release -p obbtree-tests --bin corpus\n",
        );
        for (name, answers) in &self.0 {
            let letters: String = answers.iter().copied().map(letter).collect();
            writeln!(text, "{name} {letters}").expect("a String takes all text");
        }
        text
    }

    /// The answers of a row.
    pub fn of(&self, name: &str) -> &[Contact] {
        let row = self.0.iter().find(|(known, _)| known == name);
        &row.unwrap_or_else(|| panic!("no answers for {name}: make the corpus anew")).1
    }
}

fn contact(letter: char) -> Contact {
    match letter {
        'f' => Contact::Free,
        't' => Contact::Touch,
        'p' => Contact::Proper,
        other => panic!("answer {other}"),
    }
}

fn letter(contact: Contact) -> char {
    match contact {
        Contact::Free => 'f',
        Contact::Touch => 't',
        Contact::Proper => 'p',
        other => panic!("no letter for {other:?}"),
    }
}
