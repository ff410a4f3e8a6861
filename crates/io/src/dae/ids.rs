//! References between elements.

use std::collections::HashMap;

use roxmltree::Node;

use super::xml::fault;
use crate::error::{Fault, Problem};
use crate::text::shown;

/// Elements that others refer to by id.
const REFERRED: [&str; 8] = [
    "controller",
    "float_array",
    "geometry",
    "morph",
    "node",
    "source",
    "vertices",
    "visual_scene",
];

/// The elements of a document by kind and id.
pub(super) struct Ids<'a, 'input> {
    /// `None` if several elements of a kind have the same id.
    by_id: HashMap<(&'static str, &'a str), Option<Node<'a, 'input>>>,
}

impl<'a, 'input> Ids<'a, 'input> {
    pub(super) fn of(root: Node<'a, 'input>) -> Self {
        let mut by_id = HashMap::new();
        for node in root.descendants().filter(Node::is_element) {
            let kind = REFERRED.into_iter().find(|&kind| kind == node.tag_name().name());
            if let (Some(kind), Some(id)) = (kind, node.attribute("id")) {
                by_id.entry((kind, id)).and_modify(|other| *other = None).or_insert(Some(node));
            }
        }
        Self { by_id }
    }

    /// The element that an attribute of another refers to as `#id`.
    pub(super) fn referred(
        &self,
        from: Node<'a, 'input>,
        attribute: &str,
        kind: &'static str,
    ) -> Result<Node<'a, 'input>, Fault> {
        let url = from.attribute(attribute).unwrap_or_default();
        let name = || shown(url.trim_start_matches('#').as_bytes());
        let id = url.strip_prefix('#').ok_or_else(|| {
            fault(
                from,
                Problem::Missing {
                    what: "reference like '#id' in",
                    name: format!("'{}'", shown(url.as_bytes())),
                },
            )
        })?;
        match self.by_id.get(&(kind, id)) {
            Some(Some(node)) => Ok(*node),
            Some(None) => Err(fault(from, Problem::Ambiguous { what: kind, name: name() })),
            None => {
                Err(fault(from, Problem::Missing { what: kind, name: format!("'{}'", name()) }))
            }
        }
    }
}
