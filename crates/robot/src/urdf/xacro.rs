//! Is a document still a xacro? What its macros stand for would be left out without a word.

use roxmltree::{Document, Node};

use super::stripped::children_kept;
use crate::error::RobotProblem;

/// Refuses a document with elements or attributes of xacro anywhere, or with `${...}` or `$(...)`
/// where a URDF is read: a name with one of these would be taken for a name.
pub(super) fn refuse_unexpanded(document: &Document<'_>) -> Result<(), RobotProblem> {
    let found = document.descendants().filter(Node::is_element).find_map(of_xacro);
    match found.or_else(|| unexpanded_value(document.root_element())) {
        None => Ok(()),
        Some((node, found)) => {
            let line = document.text_pos_at(node.range().start).row as usize;
            Err(RobotProblem::Xacro { line, found })
        }
    }
}

/// The element, if it or one of its attributes is in the namespace of xacro, of which there are
/// several spellings.
fn of_xacro<'a, 'd>(node: Node<'a, 'd>) -> Option<(Node<'a, 'd>, String)> {
    let is_xacro = |namespace: Option<&str>| {
        namespace.is_some_and(|uri| uri.trim_end_matches('/').ends_with("/xacro") || uri == "xacro")
    };
    let name = node.tag_name();
    if is_xacro(name.namespace()) {
        return Some((node, format!("<xacro:{}>", name.name())));
    }
    let attribute = node.attributes().find(|attribute| is_xacro(attribute.namespace()))?;
    Some((node, format!("'xacro:{}' of <{}>", attribute.name(), name.name())))
}

/// The first element that is read, among this one and those in it, with an attribute that xacro
/// computes.
fn unexpanded_value<'a, 'd>(node: Node<'a, 'd>) -> Option<(Node<'a, 'd>, String)> {
    let is_computed = |value: &str| value.contains("${") || value.contains("$(");
    if let Some(attribute) = node.attributes().find(|attribute| is_computed(attribute.value())) {
        let (name, value) = (attribute.name(), attribute.value());
        return Some((node, format!("{name}=\"{value}\" of <{}>", node.tag_name().name())));
    }
    let kept = children_kept(node.tag_name().name());
    let is_read =
        |child: &Node<'_, '_>| kept.is_none_or(|names| names.contains(&child.tag_name().name()));
    node.children().filter(Node::is_element).filter(is_read).find_map(unexpanded_value)
}
