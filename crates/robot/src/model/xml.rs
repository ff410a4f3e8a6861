//! XML with places for errors, and of a depth that no reader stumbles over.

use roxmltree::Document;

use crate::error::RobotProblem;

/// Elements within elements. URDF and SRDF have five levels; readers by recursion end somewhere in
/// the thousands.
const MAX_DEPTH: usize = 64;

/// Parses XML.
pub(crate) fn parse(text: &str) -> Result<Document<'_>, RobotProblem> {
    let document = Document::parse(text).map_err(|error| {
        let place = error.pos();
        RobotProblem::Xml(format!("line {}, column {}: {error}", place.row, place.col))
    })?;
    if let Some(deep) = document.descendants().find(|n| n.ancestors().nth(MAX_DEPTH).is_some()) {
        let line = document.text_pos_at(deep.range().start).row;
        return Err(RobotProblem::Xml(format!(
            "line {line}: more than {MAX_DEPTH} elements within each other"
        )));
    }
    Ok(document)
}
