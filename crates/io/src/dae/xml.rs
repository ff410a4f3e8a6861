//! Elements, attributes and numbers of an XML document.

use roxmltree::Node;

use crate::error::{Fault, Problem};
use crate::text::{number, shown, words};

/// The numbers in an element, which must be `N` finite ones.
pub(super) fn floats<const N: usize>(element: Node<'_, '_>) -> Result<[f64; N], Fault> {
    let mut values = [0.0; N];
    let mut found = 0;
    for word in words_in(element) {
        let value = number(word)
            .and_then(|value| {
                let finite = value.is_finite().then_some(value);
                finite.ok_or_else(|| Problem::NotANumber(shown(word)))
            })
            .map_err(|problem| fault(element, problem))?;
        if let Some(next) = values.get_mut(found) {
            *next = value;
        }
        found += 1;
    }
    if found == N {
        return Ok(values);
    }
    let (announced, found) = (N as u64, found as u64);
    Err(fault(element, Problem::WrongCount { what: "numbers of a transform", announced, found }))
}

/// An integer from 0 to 2^32 - 1.
pub(super) fn integer(word: &[u8]) -> Result<u32, Problem> {
    let value = std::str::from_utf8(word).ok().and_then(|text| text.parse().ok());
    value.ok_or_else(|| Problem::NotAnIndex(shown(word)))
}

/// An attribute that is an integer from 0 to 2^32 - 1, if it is present.
pub(super) fn integer_attribute(node: Node<'_, '_>, name: &str) -> Result<Option<u32>, Fault> {
    let Some(value) = node.attribute(name) else { return Ok(None) };
    let value = value.trim();
    value.parse().map(Some).map_err(|_| {
        let found = format!("'{}' as '{name}'", shown(value.as_bytes()));
        fault(node, Problem::Expected { expected: "an integer from 0 to 4294967295", found })
    })
}

/// The first child with this name.
pub(super) fn child<'a, 'input>(parent: Node<'a, 'input>, name: &str) -> Option<Node<'a, 'input>> {
    parent.children().find(|node| node.tag_name().name() == name)
}

/// The pieces of text in an element, which comments separate.
pub(super) fn texts<'a>(element: Node<'a, '_>) -> impl Iterator<Item = &'a str> {
    element.children().filter(Node::is_text).filter_map(|text| text.text())
}

/// The words of the text in an element.
pub(super) fn words_in<'a>(element: Node<'a, '_>) -> impl Iterator<Item = &'a [u8]> {
    texts(element).flat_map(|text| words(text.as_bytes()))
}

/// A problem, with the line on which an element begins.
pub(super) fn fault(node: Node<'_, '_>, problem: Problem) -> Fault {
    let line = node.document().text_pos_at(node.range().start).row;
    Fault::line(line as usize, problem)
}
