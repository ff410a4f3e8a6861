//! Wrong answers by kind: a campaign collects all, and says each kind once, with a case that is
//! Rust.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// How many queries there were, how many had which answer, and what was wrong.
#[derive(Debug, Default)]
pub struct Findings {
    /// Questions of all engines and instruction sets.
    pub questions: u64,
    /// Scenes by what is true of them: the key says what, the numbers how often not and how often
    /// so.
    answers: BTreeMap<&'static str, [u64; 2]>,
    kinds: BTreeMap<&'static str, Kind>,
}

/// A kind of wrong answer: how often it was found, who gave it, and the shortest case.
#[derive(Debug, Default)]
struct Kind {
    count: u64,
    by: BTreeSet<String>,
    case: String,
}

impl Findings {
    /// Counts a question, and keeps what it is about if the answer is wrong.
    pub fn check(
        &mut self,
        is_right: bool,
        kind: &'static str,
        by: &str,
        case: impl FnOnce() -> String,
    ) {
        self.questions += 1;
        if is_right {
            return;
        }
        let found = self.kinds.entry(kind).or_default();
        found.count += 1;
        if !found.by.contains(by) {
            found.by.insert(by.to_owned());
        }
        // The first thousand will do to find a short one.
        if found.count <= 1000 {
            let case = case();
            if found.case.is_empty() || case.len() < found.case.len() {
                found.case = case;
            }
        }
    }

    /// For the answers of one engine about one case; `case` adds what was found to its text.
    pub fn by<'f>(&'f mut self, by: &'f str, case: &'f dyn Fn(String) -> String) -> Answers<'f> {
        Answers { findings: self, by, case }
    }

    /// Counts an answer that is true.
    pub fn answer(&mut self, what: &'static str, is_so: bool) {
        self.answers.entry(what).or_default()[usize::from(is_so)] += 1;
    }

    /// Ends a campaign: both answers occurred often enough to mean something, and none was
    /// wrong.
    pub fn finish(self, name: &str) {
        eprintln!(
            "{name}: {} questions, true answers [no, yes] {:?}",
            self.questions, self.answers
        );
        let mut text = String::new();
        for (kind, Kind { count, by, case }) in &self.kinds {
            let _ = writeln!(text, "\n== {name}: {kind}: {count} times, by {by:?}, as\n{case}");
        }
        assert!(self.kinds.is_empty(), "{} kinds of wrong answers{text}", self.kinds.len());
        for (what, [no, yes]) in &self.answers {
            let share = *yes as f64 / (no + yes) as f64;
            assert!((0.1..=0.9).contains(&share), "{name}: {what}: {no} no, {yes} yes");
        }
    }
}

/// The answers of one engine about one case, see [`Findings::by`].
pub struct Answers<'f> {
    findings: &'f mut Findings,
    by: &'f str,
    case: &'f dyn Fn(String) -> String,
}

impl Answers<'_> {
    /// Counts a question, and keeps the case with what was found if the answer is wrong.
    pub fn check(&mut self, is_right: bool, kind: &'static str, what: impl FnOnce() -> String) {
        self.findings.check(is_right, kind, self.by, || (self.case)(what()));
    }
}
