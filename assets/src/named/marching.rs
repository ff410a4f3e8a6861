//! The surface where a function is zero, as triangles: marching tetrahedra (A. Doi, A. Koide, "An
//! Efficient Method of Triangulating Equi-Valued Surfaces by Using Tetrahedral Cells", 1991),
//! each cube of a lattice cut into six along its diagonal, as in Kuhn's triangulation of the
//! cube.

use crate::surface::Surface;

/// Cubes along a side of a block; blocks far from the surface are passed over.
const BLOCK: usize = 8;
/// Half the diagonal of a block, in cubes, with room for functions that change by up to 1.4 a unit.
const FAR: f64 = 1.4 * 0.5 * 1.733 * BLOCK as f64;

/// Adds the surface of `function` to what there is, negative inside, from `low` on along `cubes`
/// cubes of this side in each direction, or a few more. It must be positive on the border and
/// change by at most 1.4 a unit of length.
pub(super) fn march(
    surface: &mut Surface,
    low: [f64; 3],
    cell: f64,
    cubes: usize,
    function: impl Fn([f64; 3]) -> f64,
) {
    let blocks = cubes.div_ceil(BLOCK);
    let place = |at: [usize; 3]| [0, 1, 2].map(|k| low[k] + cell * at[k] as f64);
    for block in 0..blocks * blocks * blocks {
        let first = [block / (blocks * blocks), block / blocks % blocks, block % blocks];
        let first = first.map(|x| x * BLOCK);
        let middle = place(first).map(|x| x + 0.5 * cell * BLOCK as f64);
        if function(middle).abs() > FAR * cell {
            continue;
        }
        let corner = |at: [usize; 3]| {
            let place = place([0, 1, 2].map(|k| first[k] + at[k]));
            (place, function(place))
        };
        let mut corners = Vec::with_capacity((BLOCK + 1).pow(3));
        for i in 0..=BLOCK {
            for j in 0..=BLOCK {
                corners.extend((0..=BLOCK).map(|k| corner([i, j, k])));
            }
        }
        for cube in 0..BLOCK.pow(3) {
            let at = [cube / (BLOCK * BLOCK), cube / BLOCK % BLOCK, cube % BLOCK];
            for axes in ORDERS {
                tetrahedron(
                    surface,
                    path(at, axes).map(|[i, j, k]| {
                        let (place, value) = corners[(i * (BLOCK + 1) + j) * (BLOCK + 1) + k];
                        Corner { place, value, key: [0, 1, 2].map(|m| first[m] + [i, j, k][m]) }
                    }),
                );
            }
        }
    }
}

/// The orders in which a path runs along the axes, each with one that is its mirror image beside
/// it.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [1, 2, 0], [2, 1, 0], [2, 0, 1], [0, 2, 1]];

/// The corners of a tetrahedron from one corner of a cube to the opposite one, in positive
/// orientation.
fn path(from: [usize; 3], axes: [usize; 3]) -> [[usize; 3]; 4] {
    let mut at = from;
    let mut corners = [from; 4];
    for (step, axis) in axes.into_iter().enumerate() {
        at[axis] += 1;
        corners[step + 1] = at;
    }
    let is_even = (axes[0] + 1) % 3 == axes[1];
    if !is_even {
        corners.swap(2, 3);
    }
    corners
}

/// A place of the lattice.
#[derive(Clone, Copy)]
struct Corner {
    place: [f64; 3],
    value: f64,
    key: [usize; 3],
}

/// What of the surface is in a tetrahedron: nothing, a triangle, or a quadrilateral as two.
fn tetrahedron(surface: &mut Surface, corners: [Corner; 4]) {
    let inside = corners.map(|corner| corner.value < 0.0);
    let count = inside.iter().filter(|&&x| x).count();
    // Even orders that begin with the corner, or the two, that differ from the others.
    let alone = |is: bool| {
        const FIRST: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
        FIRST[inside.iter().position(|&x| x == is).unwrap_or(0)].map(|i| corners[i])
    };
    match count {
        1 | 3 => {
            let [a, b, c, d] = alone(count == 1);
            let [ab, ac, ad] =
                [(a, b), (a, c), (a, d)].map(|(p, q)| surface.vertex(zero_between(p, q)));
            if count == 1 {
                surface.triangle(ab, ac, ad);
            } else {
                surface.triangle(ab, ad, ac);
            }
        }
        2 => {
            let pairs = [
                [0, 1, 2, 3],
                [0, 2, 3, 1],
                [0, 3, 1, 2],
                [1, 2, 0, 3],
                [1, 3, 2, 0],
                [2, 3, 0, 1],
            ];
            for order in pairs {
                if inside[order[0]] && inside[order[1]] {
                    let [a, b, c, d] = order.map(|i| corners[i]);
                    let [ac, ad, bd, bc] = [(a, c), (a, d), (b, d), (b, c)]
                        .map(|(p, q)| surface.vertex(zero_between(p, q)));
                    surface.quad(ac, ad, bd, bc);
                }
            }
        }
        _ => {}
    }
}

/// Where the function is zero between two places, if it is linear there: the same from both ends.
fn zero_between(p: Corner, q: Corner) -> [f64; 3] {
    let (p, q) = if p.key < q.key { (p, q) } else { (q, p) };
    let share = p.value / (p.value - q.value);
    [0, 1, 2].map(|k| p.place[k] + share * (q.place[k] - p.place[k]))
}
