//! The transforms of nodes.

use roxmltree::Node;

use super::xml::{fault, floats};
use crate::error::{Fault, Problem};
use crate::nodes::Affine;

/// The map from a node to its parent, and an element of it that is not supported.
pub(super) fn transform<'a, 'input>(
    node: Node<'a, 'input>,
) -> Result<(Affine, Option<Node<'a, 'input>>), Fault> {
    let mut map = Affine::IDENTITY;
    let mut unsupported = None;
    for element in node.children() {
        let next = match element.tag_name().name() {
            "matrix" => matrix_of(element)?,
            "translate" => Affine::translation(floats(element)?),
            "scale" => Affine::scale(floats(element)?),
            "rotate" => {
                let [x, y, z, degrees] = floats(element)?;
                Affine::rotation([x, y, z], degrees).ok_or_else(|| {
                    let found = "one without direction".to_owned();
                    fault(element, Problem::Expected { expected: "an axis of rotation", found })
                })?
            }
            "skew" | "lookat" => {
                unsupported = unsupported.or(Some(element));
                continue;
            }
            _ => continue,
        };
        map = map.after(&next);
    }
    Ok((map, unsupported))
}

/// The map of a `matrix` or `bind_shape_matrix`.
pub(super) fn matrix_of(element: Node<'_, '_>) -> Result<Affine, Fault> {
    Affine::from_rows(&floats(element)?).ok_or_else(|| {
        let what = "a matrix whose last row is not 0 0 0 1".to_owned();
        fault(element, Problem::NotSupported(what))
    })
}
