//! A path as a picture of the robot along it, and as a page that plays it.

use anyhow::Result;
use obbtree::robot::{Checker, Kinematics};
use serde::Serialize;

use super::shown::{Shown, poses, shown};
use crate::draw::{MarkedTriangle, PictureOptions, picture_of};
use crate::palette;
use crate::renderer::renderer;

/// How often the robot is drawn along a path.
const DRAWN: usize = 6;
/// Configurations of a path that is played: some seconds at the pace of a page.
const PLAYED: usize = 120;

/// The PNG of the robot at the start, at the goal and in between, among its obstacles.
pub(super) fn picture(
    checker: &Checker,
    path: &[Vec<f64>],
    options: &PictureOptions,
) -> Result<Vec<u8>> {
    let all = shown(checker);
    let mut kinematics = Kinematics::default();
    // The colour of a body follows from its place.
    let mut bodies: [Vec<MarkedTriangle>; 2] = [vec![], vec![]];
    for (n, configuration) in along(path, DRAWN).iter().enumerate() {
        let at = poses(checker, &mut kinematics, &all, configuration)?;
        for (one, pose) in all.iter().zip(&at).filter(|(one, _)| n == 0 || one.link.is_some()) {
            let place = |triangle: &[_; 3]| (triangle.map(|corner| pose.place(&corner)), false);
            bodies[usize::from(one.link.is_some())].extend(one.triangles.iter().map(place));
        }
    }
    picture_of(&bodies, options)
}

/// What the page is about, as its script reads it.
#[derive(Serialize)]
struct Data {
    bodies: Vec<PageBody>,
    /// By step and body: the rows of `[R | t]`.
    steps: Vec<Vec<[f64; 12]>>,
}

#[derive(Serialize)]
struct PageBody {
    name: String,
    colour: String,
    /// Of three corners each, in the frame of the body.
    triangles: Vec<[[f64; 3]; 3]>,
}

/// A page that needs nothing else: plotly.js is in it.
pub(super) fn page(checker: &Checker, path: &[Vec<f64>]) -> Result<String> {
    let all = shown(checker);
    let mut kinematics = Kinematics::default();
    let mut steps = Vec::new();
    for configuration in along(path, PLAYED) {
        let at = poses(checker, &mut kinematics, &all, &configuration)?;
        steps.push(at.iter().map(obbtree::Pose::to_rows).collect());
    }
    let data = Data { bodies: all.iter().map(page_body).collect(), steps };
    // Names are the only text: none of them can end the script.
    let data = serde_json::to_string(&data)?.replace('<', "\\u003c");
    let scripts = format!(
        "{}\n<script>\n{}{}\nplay({data}, window.Plotly);\n</script>",
        renderer(),
        include_str!("../view/palette.js"),
        include_str!("played.js")
    );
    Ok(include_str!("played.html").replace("<!--SCRIPTS-->", &scripts))
}

fn page_body(one: &Shown) -> PageBody {
    let [r, g, b] = palette::BODIES[usize::from(one.link.is_some())];
    PageBody {
        name: one.name.clone(),
        colour: format!("rgb({r},{g},{b})"),
        triangles: one.triangles.iter().map(|triangle| triangle.map(Into::into)).collect(),
    }
}

/// So many configurations along a path, evenly by the length of its lines, both ends among them.
fn along(path: &[Vec<f64>], count: usize) -> Vec<Vec<f64>> {
    let length = |line: &[Vec<f64>]| {
        line[0].iter().zip(&line[1]).map(|(a, b)| (a - b) * (a - b)).sum::<f64>().sqrt()
    };
    let lengths: Vec<f64> = path.windows(2).map(length).collect();
    let total: f64 = lengths.iter().sum();
    let at = |k: usize| {
        let mut left = total * k as f64 / (count - 1) as f64;
        for (line, &length) in path.windows(2).zip(&lengths) {
            if left < length {
                let point = |(a, b): (&f64, &f64)| a + left / length * (b - a);
                return line[0].iter().zip(&line[1]).map(point).collect();
            }
            left -= length;
        }
        path[path.len() - 1].clone()
    };
    (0..count).map(at).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_even_along_the_path_and_its_ends_are_among_them() {
        let path = [vec![0.0, 1.0], vec![3.0, 1.0], vec![3.0, 2.0]];
        let found = along(&path, 5);
        let expected = [[0.0, 1.0], [1.0, 1.0], [2.0, 1.0], [3.0, 1.0], [3.0, 2.0]];
        assert_eq!(found, expected.map(|q| q.to_vec()));
    }
}
