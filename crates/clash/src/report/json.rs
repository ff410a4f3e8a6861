//! Reports as JSON. The fields are those of [`Report`] and what is in it; an absent field is one
//! that is not wanted or is not known.

use serde::Serialize;

use crate::clash::Report;
use crate::format::{ReportError, ensure_format};

impl Report {
    /// The report as JSON, a clash a line. Numbers are read back as they are.
    #[must_use]
    pub fn to_json(&self) -> String {
        let list = |items: Vec<String>| {
            if items.is_empty() {
                "[]".to_owned()
            } else {
                format!("[\n    {}\n  ]", items.join(",\n    "))
            }
        };
        let fields = [
            ("format", text(&self.format)),
            ("study", text(&self.study)),
            ("bodies", text(&self.bodies)),
            ("candidates", text(&self.candidates)),
            ("warnings", text(&self.warnings)),
            ("clashes", list(self.clashes.iter().map(text).collect())),
            ("clusters", list(self.clusters.iter().map(text).collect())),
        ];
        let fields = fields.map(|(name, value)| format!("  \"{name}\": {value}"));
        format!("{{\n{}\n}}\n", fields.join(",\n"))
    }
}

fn text(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("finite numbers and texts, which JSON can hold")
}

/// A report from its JSON.
///
/// # Errors
/// If it is no report, or one of another format.
pub fn read_report(text: &str) -> Result<Report, ReportError> {
    ensure_format(text, Report::FORMAT)?;
    serde_json::from_str(text).map_err(|error| ReportError::Json(error.to_string()))
}
