//! Which triangles reach far beyond all others? They get boxes of their own below the root, so that
//! the others have a tree as good as without them: see `Tree::outliers`.

use obbtree_mesh::Mesh;
use obbtree_tree::wide::MOST_OUTLIERS;

/// Outliers reach at least so many times as far as any other triangle.
const FAR: f64 = 256.0;

/// And no more than one triangle of so many is one.
const LEAST_OTHERS: usize = 4;

/// A mesh of which more than half of a sample is nearer than its size over this has none.
const SAMPLE: usize = 64;

/// The outliers of a mesh whose largest side is this, in ascending order.
pub(super) fn outliers(mesh: &Mesh, size: f64) -> Vec<u32> {
    let triangles = mesh.triangles();
    let step = triangles.len().div_ceil(SAMPLE);
    let sample = || triangles.iter().step_by(step).map(|t| mesh.vertices()[t[0] as usize]);
    let middle = [0, 1, 2].map(|k| median(sample().map(|x| x[k])));
    let away =
        |x: [f64; 3]| [0, 1, 2].iter().map(|&k| (x[k] - middle[k]).abs()).fold(0.0, f64::max);
    // What is far from the middle is at least half as far as the size: most meshes end here.
    if size <= FAR * median(sample().map(away)) {
        return Vec::new();
    }
    let reach = |t: &[u32; 3]| t.map(|v| away(mesh.vertices()[v as usize]));
    let farthest = |t: &[u32; 3]| reach(t).into_iter().fold(0.0, f64::max);
    let mut reaches: Vec<f64> = triangles.iter().map(farthest).collect();
    let most = MOST_OUTLIERS.min(reaches.len() / LEAST_OTHERS);
    if most == 0 {
        return Vec::new();
    }
    let descending = |x: &f64, y: &f64| y.total_cmp(x);
    reaches.select_nth_unstable_by(most, descending);
    reaches[..=most].sort_unstable_by(descending);
    let last = (0..most).rev().find(|&n| reaches[n] > FAR * reaches[n + 1]);
    let Some(limit) = last.map(|n| reaches[n]) else { return Vec::new() };
    (0..).zip(triangles).filter(|(_, t)| farthest(t) >= limit).map(|(id, _)| id).collect()
}

/// The middle one of some numbers, 0 of none.
fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    let middle = numbers.len() / 2;
    if numbers.is_empty() {
        return 0.0;
    }
    *numbers.select_nth_unstable_by(middle, f64::total_cmp).1
}
