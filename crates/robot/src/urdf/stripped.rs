//! The part of a URDF that collision checks need. Looks, masses and extensions are left out before
//! the elements are read, so that an empty `<texture/>` is no reason to refuse a robot.

use roxmltree::{Document, Node};

/// The text with blanks in place of all other elements; lines and columns stay.
pub(super) fn only_collision_elements(document: &Document<'_>) -> String {
    only(document, children_kept)
}

/// The text of links' looks alone: shapes, meshes, colours.
pub(super) fn only_visual_elements(document: &Document<'_>) -> String {
    only(document, |element| match element {
        "robot" => Some(&["link", "material"]),
        "link" => Some(&["visual"]),
        "visual" => Some(&["origin", "geometry", "material"]),
        "material" => Some(&["color"]),
        _ => None,
    })
}

/// The children of an element that are kept; all of them for `None`.
type Kept = fn(&str) -> Option<&'static [&'static str]>;

fn only(document: &Document<'_>, kept: Kept) -> String {
    let mut bytes = document.input_text().as_bytes().to_vec();
    blank_others(document.root_element(), kept, &mut bytes);
    String::from_utf8(bytes).expect("whole elements are replaced, by ASCII")
}

/// Blanks the children of an element that are not kept, and theirs.
fn blank_others(element: Node<'_, '_>, kept: Kept, bytes: &mut [u8]) {
    let Some(names) = kept(element.tag_name().name()) else { return };
    for child in element.children().filter(Node::is_element) {
        if names.contains(&child.tag_name().name()) {
            blank_others(child, kept, bytes);
        } else {
            bytes[child.range()].iter_mut().filter(|byte| **byte != b'\n').for_each(|b| *b = b' ');
        }
    }
}

/// The children of an element that are read; all of them for `None`.
pub(super) fn children_kept(element: &str) -> Option<&'static [&'static str]> {
    match element {
        "robot" => Some(&["link", "joint"]),
        "link" => Some(&["collision"]),
        "collision" => Some(&["origin", "geometry"]),
        "joint" => Some(&["origin", "parent", "child", "axis", "limit", "mimic"]),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_stay_and_the_rest_is_blank() {
        let text = "<robot name='r'>\n <material name='grün'><texture/></material>\n <link name='a'>\n  <visual/>\
            <collision><geometry><box size='1 1 1'/></geometry></collision></link></robot>";
        let document = Document::parse(text).expect("well formed");
        let kept = only_collision_elements(&document);
        assert_eq!(kept.len(), text.len());
        assert!(!kept.contains("grün") && !kept.contains("visual"));
        assert_eq!(kept.find("<collision>"), text.find("<collision>"));
        assert_eq!(kept.lines().count(), text.lines().count());
    }
}
