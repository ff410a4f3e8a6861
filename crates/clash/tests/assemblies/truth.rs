//! How two unions of boxes stand, in integers: all cells, faces, edges and corners of the grid that
//! the planes of both make are looked at.

use obbtree_clash::Class;

use crate::solids::Bounds;

/// How two unions of boxes stand.
pub(crate) struct Truth {
    /// `None` if they share no point.
    pub(crate) class: Option<Class>,
    /// The distance, squared; 0 if they share a point.
    pub(crate) distance_sq: i128,
    /// The largest side that all they share has at its thinnest; 0 if they share no inner point.
    pub(crate) thickness: i128,
}

pub(crate) fn truth(a: &[Bounds], b: &[Bounds]) -> Truth {
    let (mut common, mut only_a, mut only_b) = (false, false, false);
    let (mut dimension, mut thickness) = (None, 0);
    // What is not in both boxes around them is in one of them alone.
    let [hull_a, hull_b] = [a, b].map(hull);
    let lines: [Vec<i128>; 3] = std::array::from_fn(|k| {
        let low = hull_a[k][0].max(hull_b[k][0]);
        let high = hull_a[k][1].min(hull_b[k][1]);
        let ends = a.iter().chain(b).flat_map(|bounds| bounds[k]);
        let mut lines: Vec<i128> = ends.filter(|&x| low <= x && x <= high).collect();
        lines.sort_unstable();
        lines.dedup();
        lines
    });
    // Along each axis: the lines themselves, and what is between two.
    let pieces = lines.each_ref().map(|lines| {
        let points = lines.iter().map(|&x| [x, x]);
        points.chain(lines.windows(2).map(|pair| [pair[0], pair[1]])).collect::<Vec<_>>()
    });
    for x in &pieces[0] {
        for y in &pieces[1] {
            for z in &pieces[2] {
                let piece = [*x, *y, *z];
                let [in_a, in_b] = [a, b].map(|all| all.iter().any(|one| is_within(&piece, one)));
                let size = piece.iter().filter(|[low, high]| low < high).count();
                if in_a && in_b {
                    dimension = dimension.max(Some(size));
                }
                if size == 3 {
                    common |= in_a && in_b;
                    only_a |= in_a && !in_b;
                    only_b |= in_b && !in_a;
                    if in_a && in_b {
                        let sides = piece.map(|[low, high]| high - low);
                        thickness = thickness.max(sides.into_iter().min().expect("three"));
                    }
                }
            }
        }
    }
    only_a |= !is_within(&hull_a, &hull_b);
    only_b |= !is_within(&hull_b, &hull_a);
    let class = dimension.map(|dimension| match (common, only_a, only_b) {
        (true, true, true) => Class::Cutting,
        (true, false, true) => Class::Contained,
        (true, true, false) => Class::Containing,
        (true, false, false) => Class::Coincident,
        (false, ..) => [Class::TouchingPoint, Class::TouchingLine, Class::TouchingArea][dimension],
    });
    let pairs = a.iter().flat_map(|one| b.iter().map(move |other| distance_sq(one, other)));
    Truth { class, distance_sq: pairs.min().expect("boxes"), thickness }
}

/// How far two boxes have to be moved apart, along the axis where that is least. They overlap.
pub(crate) fn depth(a: &Bounds, b: &Bounds) -> i128 {
    (0..3).map(|k| (a[k][1] - b[k][0]).min(b[k][1] - a[k][0])).min().expect("three")
}

pub(crate) fn distance_sq(a: &Bounds, b: &Bounds) -> i128 {
    let gap = |k: usize| (a[k][0] - b[k][1]).max(b[k][0] - a[k][1]).max(0);
    (0..3).map(|k| gap(k) * gap(k)).sum()
}

pub(crate) fn hull(boxes: &[Bounds]) -> Bounds {
    std::array::from_fn(|k| {
        let low = boxes.iter().map(|bounds| bounds[k][0]).min().expect("boxes");
        [low, boxes.iter().map(|bounds| bounds[k][1]).max().expect("boxes")]
    })
}

fn is_within(a: &Bounds, b: &Bounds) -> bool {
    (0..3).all(|k| b[k][0] <= a[k][0] && a[k][1] <= b[k][1])
}
