//! Proofs of rounding bounds by Gappa (M. Daumas, G. Melquiond, "Certification of bounds on
//! expressions involving rounded operators", ACM TOMS 37(1), 2010), with constants that are taken
//! from the code.
//!
//! A file of `tests/proofs` is a statement in Gappa's language with places for constants,
//! `@NAME@`. Lines that begin with `#:` say what they are:
//!
//! ```text
//! #: bound NAME = crates/query/src/boxes/frame.rs CONSTANT   claimed: larger is weaker
//! #: excess NAME = ...                                       claimed: what it differs from one by
//! #: floor NAME = ...                                        claimed: of underflow, above the need
//! #: given NAME = ...                                        part of what is computed
//! ```

use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::constants::constant;

/// With this share of a constant its proof must fail.
const NEARLY_NOTHING: f64 = 1.0 / (1_u64 << 20) as f64;

/// What a constant is to a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A bound that is claimed.
    Bound,
    /// A factor near one that is claimed to bound something.
    Excess,
    /// A bound of what underflow loses, which can be many powers of two above it.
    Floor,
    /// A number that the statement is about.
    Given,
}

/// A constant of the code in a proof.
#[derive(Clone, Debug)]
pub struct Constant {
    /// What the proof calls it.
    pub place: String,
    /// The file and the name in the code.
    pub file: String,
    /// The name there.
    pub name: String,
    /// What it is to the proof.
    pub role: Role,
    /// Its value in the code.
    pub value: f64,
}

impl Constant {
    fn of_line(line: &str) -> Self {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [role, place, "=", file, name] = words[..] else { panic!("not understood: {line}") };
        let role = match role {
            "bound" => Role::Bound,
            "excess" => Role::Excess,
            "floor" => Role::Floor,
            "given" => Role::Given,
            _ => panic!("no role: {line}"),
        };
        let value = constant(file, name);
        Self { place: place.into(), file: file.into(), name: name.into(), role, value }
    }

    /// With this share of a claimed constant its proof must fail. A floor must not be missing.
    pub fn too_small_a_share(&self) -> f64 {
        if self.role == Role::Floor { 0.0 } else { NEARLY_NOTHING }
    }

    /// With a share of what it claims.
    fn with_share(&self, share: f64) -> f64 {
        match self.role {
            Role::Bound | Role::Floor => self.value * share,
            Role::Excess => 1.0 + (self.value - 1.0) * share,
            Role::Given => self.value,
        }
    }
}

/// One file of `tests/proofs`.
#[derive(Debug)]
pub struct Proof {
    /// The name of the file without its ending.
    pub name: String,
    /// The constants in the order of the file.
    pub constants: Vec<Constant>,
    text: String,
}

impl Proof {
    /// All of them, by name.
    pub fn all() -> Vec<Self> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("proofs");
        let mut files: Vec<PathBuf> = fs::read_dir(folder)
            .expect("tests/proofs")
            .map(|entry| entry.expect("an entry").path())
            .filter(|path| path.extension().is_some_and(|ending| ending == "gappa"))
            .collect();
        files.sort();
        files.iter().map(|file| Self::read(file)).collect()
    }

    fn read(file: &Path) -> Self {
        let text = fs::read_to_string(file).expect("a proof");
        let constants = text
            .lines()
            .filter_map(|line| line.strip_prefix("#:"))
            .map(Constant::of_line)
            .collect();
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        Self { name, constants, text }
    }

    /// Does Gappa prove it, with the constants of the code?
    pub fn holds(&self) -> bool {
        self.holds_with(usize::MAX, 1.0)
    }

    /// The same with a share of one claimed constant, given by its index.
    pub fn holds_with(&self, weakened: usize, share: f64) -> bool {
        let mut text = self.text.clone();
        for (n, constant) in self.constants.iter().enumerate() {
            let place = format!("@{}@", constant.place);
            assert!(text.contains(&place), "{}: {place} is not used", self.name);
            let share = if n == weakened { share } else { 1.0 };
            text = text.replace(&place, &exactly(constant.with_share(share)));
        }
        prove(&self.name, &text)
    }

    /// The least share of a claimed constant, in steps of 2^-`bits`, with which Gappa still
    /// proves it.
    pub fn least_share(&self, index: usize, bits: u32) -> f64 {
        let (mut refused, mut proven) = (0.0, 1.0);
        for _ in 0..bits {
            let share = f64::midpoint(refused, proven);
            if self.holds_with(index, share) { proven = share } else { refused = share }
        }
        proven
    }
}

/// A number in Gappa's notation, as a whole number and a power of two.
fn exactly(x: f64) -> String {
    let (mut whole, mut exponent) = (x, 0);
    while whole.fract() != 0.0 {
        (whole, exponent) = (whole * 2.0, exponent - 1);
    }
    let mut text = String::new();
    write!(text, "{whole}b{exponent}").expect("a string");
    text
}

/// Runs Gappa. What it cannot prove it says, and so do statements that it does not understand,
/// which stop the test.
fn prove(name: &str, text: &str) -> bool {
    /// Bits of the ends of intervals: enough for relative errors of 2^-106.
    const PRECISION: &str = "-Eprecision=200";
    /// Most proofs split no interval, and looking for one to split takes ten times as long. Where
    /// a statement names one (`$`), so many halvings are enough.
    const SPLITTING: [&str; 2] = ["-Eno-auto-dichotomy", "-Edichotomy=5"];
    let splitting = SPLITTING[usize::from(text.contains('$'))];
    let mut gappa = Command::new("gappa")
        .args([splitting, PRECISION])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("gappa runs");
    let mut input = gappa.stdin.take().expect("its input");
    input.write_all(text.as_bytes()).expect("it reads");
    drop(input);
    let output = gappa.wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr);
    let is_unproven = ["some properties were not satisfied", "no contradiction was found"]
        .iter()
        .any(|refusal| said.contains(refusal));
    assert!(output.status.success() || is_unproven, "{name}: {said}");
    assert!(!said.contains("unbound") && !said.contains("no definition"), "{name}: {said}");
    output.status.success()
}
