//! Which face or line each pixel shows.
//!
//! A depth buffer (Catmull 1974). Painter's order, which is what 2D libraries such as tiny-skia can
//! do, is wrong exactly where triangles pass through each other, and that is what a picture must
//! show. The one depth-buffered renderer found as a crate, euc 0.5, works in single precision and
//! brings a second vector library, for a loop of ten lines.
//!
//! A picture is the mean of [`PASSES`] drawings without smoothing, each with its pixel grid shifted
//! by a fraction of a pixel: this smooths faces, lines and outlines alike.

pub(crate) mod camera;
pub(crate) mod colour;
pub(crate) mod picture;
pub(crate) mod projected;
pub(crate) mod shapes;

use camera::{Camera, EYE_DISTANCE, ScreenPoint};
use colour::Colour;
use picture::{Picture, Size};
use projected::{Around, ScreenFace, ScreenLine, ScreenTriangle};
use rayon::prelude::*;
use shapes::Face;

/// The faces of a picture, made when they are looked at: most of millions are not seen, and all at
/// once would take more memory than what they are made of.
pub(crate) struct Faces<'f> {
    pub(crate) count: usize,
    pub(crate) has_ghosts: bool,
    /// The face of a number.
    pub(crate) make: &'f (dyn Fn(usize) -> Face + Sync),
    pub(crate) camera: &'f Camera,
}

impl Faces<'_> {
    /// A face, and where it is on the screen.
    fn project(&self, number: usize) -> (Face, ScreenTriangle) {
        let face = (self.make)(number);
        let triangle = ScreenTriangle::new(&face.corners, self.camera);
        (face, triangle)
    }
}

/// Draws faces and lines as a camera sees them. Of faces at the same place the first is seen.
pub(crate) fn draw(faces: &Faces<'_>, lines: &[ScreenLine], size: Size) -> Picture {
    let looked_at = LookedAt::of(faces, size);
    let draw = |pass: &mut Pass, number: usize| {
        pass.draw(&looked_at, lines, shift(number), number.is_multiple_of(GHOST));
    };
    let together = if size.pixels() <= MOST_FOR_TWO { 2 } else { 1 };
    let mut passes: Vec<Pass> = (0..together).map(|_| Pass::new(size)).collect();
    let mut sums = vec![Colour::from_srgb([0; 3]); size.pixels()];
    let numbers: Vec<usize> = (0..PASSES).collect();
    for together in numbers.chunks(passes.len()) {
        std::thread::scope(|threads| {
            let draw = &draw;
            for (pass, &number) in passes.iter_mut().zip(together) {
                threads.spawn(move || draw(pass, number));
            }
        });
        // In their order, so that sums do not depend on the threads.
        for pass in &passes[..together.len()] {
            for (sum, colour) in sums.iter_mut().zip(&pass.colour) {
                *sum = sum.plus(*colour);
            }
        }
    }
    let pixels = sums.iter().map(|sum| sum.divided(PASSES as f32).to_srgb()).collect();
    Picture::new(size, pixels)
}

/// The point of each pixel that a pass samples: the additive recurrence of the plastic number,
/// which spreads any count of points evenly over a square (M. Roberts, "The unreasonable
/// effectiveness of quasirandom sequences", 2018).
fn shift(pass: usize) -> [f64; 2] {
    const PLASTIC: f64 = 1.324_717_957_244_746;
    let step = [1.0 / PLASTIC, 1.0 / (PLASTIC * PLASTIC)];
    step.map(|step| (0.5 + pass as f64 * step).fract())
}

/// The faces that drawings look at.
struct LookedAt {
    faces: Vec<ScreenFace>,
    /// The numbers of those that may be in front.
    front: Vec<u32>,
    /// What is around each of these.
    around_front: Vec<Around>,
    /// The numbers of those that may show through what hides them.
    through: Vec<u32>,
}

impl LookedAt {
    /// Of small faces only those that are as near as something in the pixels around them, and that
    /// hide behind what does not show through. Of a heap of bodies that is little. All, if
    /// something is seen through others.
    fn of(faces: &Faces<'_>, size: Size) -> Self {
        let with = |is_looked_at: &(dyn Fn(&Face, &ScreenTriangle) -> [bool; 2] + Sync)| {
            let kept = (0..faces.count).into_par_iter().filter_map(|number| {
                let (face, triangle) = faces.project(number);
                if triangle.area == 0.0 {
                    return None;
                }
                let [front, through] = is_looked_at(&face, &triangle);
                let face = || ScreenFace::new(&face, triangle, faces.camera);
                (front || through).then(|| (face(), front, through))
            });
            Self::kept(kept.collect())
        };
        if faces.has_ghosts {
            return with(&|face, _| [true, face.shows_through]);
        }
        let mut depth = Depth::new(size);
        let with_pixel = |number: usize| {
            let triangle = faces.project(number).1;
            let has_pixel = triangle.around().has_pixel(shift(0).map(|shift| shift as f32));
            (triangle.area != 0.0 && has_pixel).then_some((number as u32, triangle))
        };
        for from in (0..faces.count).step_by(AT_ONCE) {
            let numbers = (from..faces.count.min(from + AT_ONCE)).into_par_iter();
            let some: Vec<_> = numbers.filter_map(with_pixel).collect();
            for (number, triangle) in &some {
                depth.add(*number, triangle, shift(0));
            }
        }
        let hides = |pixel: usize| match depth.face[pixel] {
            NO_FACE => false,
            number => !(faces.make)(number as usize).shows_through,
        };
        with(&|face, triangle| {
            let front =
                depth.is_near(triangle, |pixel| triangle.most_near >= depth.nearness[pixel]);
            [front, face.shows_through && depth.is_near(triangle, hides)]
        })
    }

    /// Faces, each with whether it may be in front, and whether it may show through.
    fn kept(kept: Vec<(ScreenFace, bool, bool)>) -> Self {
        let numbers = |is: fn(&(ScreenFace, bool, bool)) -> bool| -> Vec<u32> {
            (0..).zip(&kept).filter(|(_, kept)| is(kept)).map(|(number, _)| number).collect()
        };
        let [front, through] = [numbers(|kept| kept.1), numbers(|kept| kept.2)];
        let around_front = front.iter().map(|&n| kept[n as usize].0.triangle.around()).collect();
        let faces = kept.into_iter().map(|(face, ..)| face).collect();
        Self { faces, front, around_front, through }
    }

    /// Those of the front that may have a pixel.
    fn in_front(&self, shift: [f64; 2]) -> impl Iterator<Item = u32> {
        let shift = shift.map(|shift| shift as f32);
        let numbered = self.front.iter().zip(&self.around_front);
        numbered.filter(move |(_, around)| around.has_pixel(shift)).map(|(&number, _)| number)
    }
}

/// A depth buffer: the nearest face at each pixel.
struct Depth {
    size: Size,
    /// Of the face in front; 0, infinitely far, where there is none.
    nearness: Vec<f64>,
    /// The number of the face in front, or [`NO_FACE`].
    face: Vec<u32>,
}

/// No mesh has that many triangles.
const NO_FACE: u32 = u32::MAX;

impl Depth {
    fn new(size: Size) -> Self {
        let pixels = size.pixels();
        Self { size, nearness: vec![0.0; pixels], face: vec![NO_FACE; pixels] }
    }

    fn clear(&mut self) {
        self.nearness.fill(0.0);
        self.face.fill(NO_FACE);
    }

    fn add(&mut self, number: u32, face: &ScreenTriangle, shift: [f64; 2]) {
        for_each_pixel(self.size, &face.corners, 0.0, shift, |pixel, x, y| {
            if face.most_near <= self.nearness[pixel] {
                return;
            }
            if let Some(nearness) = face.at(x, y).filter(|&n| n > self.nearness[pixel]) {
                self.nearness[pixel] = nearness;
                self.face[pixel] = number;
            }
        });
    }

    /// Is it so at a pixel of a face or around it? Faces of many pixels are few: of these, yes.
    fn is_near(&self, face: &ScreenTriangle, is_so: impl Fn(usize) -> bool) -> bool {
        let (mut pixels, mut so) = (0, false);
        for_each_pixel(self.size, &face.corners, 1.0, [0.0; 2], |pixel, _, _| {
            pixels += 1;
            so = so || is_so(pixel);
        });
        so || pixels > MOST_TESTED
    }
}

/// One drawing without smoothing.
struct Pass {
    depth: Depth,
    /// The colour of what shows through the face in front.
    tint: Vec<Option<Colour>>,
    /// Of the line in front; 0 where there is none.
    line_nearness: Vec<f64>,
    /// The number of the line in front, where there is one.
    line: Vec<u32>,
    colour: Vec<Colour>,
}

impl Pass {
    fn new(size: Size) -> Self {
        let pixels = size.pixels();
        Self {
            depth: Depth::new(size),
            tint: vec![None; pixels],
            line_nearness: vec![0.0; pixels],
            line: vec![0; pixels],
            colour: vec![BACKGROUND; pixels],
        }
    }

    fn draw(
        &mut self,
        looked_at: &LookedAt,
        lines: &[ScreenLine],
        shift: [f64; 2],
        has_ghosts: bool,
    ) {
        let faces = &looked_at.faces;
        self.depth.clear();
        let front = looked_at.in_front(shift).map(|number| (number, &faces[number as usize]));
        for (number, face) in front.filter(|(_, face)| has_ghosts || !face.is_ghost) {
            self.depth.add(number, &face.triangle, shift);
        }
        for (pixel, &face) in self.depth.face.iter().enumerate() {
            self.colour[pixel] = faces.get(face as usize).map_or(BACKGROUND, |face| face.lit);
        }
        self.tint_what_hides(faces, &looked_at.through, shift);
        self.draw_outlines(faces);
        self.draw_lines(lines, shift);
    }

    /// Tints the pixels whose face hides one that shows through: once, however many it hides.
    fn tint_what_hides(&mut self, faces: &[ScreenFace], through: &[u32], shift: [f64; 2]) {
        self.tint.fill(None);
        for face in through.iter().map(|&number| &faces[number as usize]) {
            let triangle = &face.triangle;
            for_each_pixel(self.depth.size, &triangle.corners, 0.0, shift, |pixel, x, y| {
                let front = faces.get(self.depth.face[pixel] as usize);
                let hides = front.is_some_and(|front| !front.shows_through);
                if hides && triangle.at(x, y).is_some() {
                    self.tint[pixel] = Some(face.colour);
                }
            });
        }
        for (colour, tint) in self.colour.iter_mut().zip(&self.tint) {
            if let &Some(tint) = tint {
                *colour = colour.mixed(tint, TINT);
            }
        }
    }

    /// Darkens pixels whose right or lower neighbour shows another body, a fold or a step in depth.
    fn draw_outlines(&mut self, faces: &[ScreenFace]) {
        let Size { width, height } = self.depth.size;
        for pixel in 0..width * height {
            let right = ((pixel + 1) % width != 0).then_some(pixel + 1);
            let below = (pixel + width < width * height).then_some(pixel + width);
            let opacity = [right, below]
                .into_iter()
                .flatten()
                .map(|neighbour| self.outline_between(faces, pixel, neighbour))
                .fold(0.0, f32::max);
            self.colour[pixel] = self.colour[pixel].mixed(OUTLINE_COLOUR, opacity);
        }
    }

    /// The opacity of the outline between two pixels; 0 for none.
    fn outline_between(&self, faces: &[ScreenFace], pixel: usize, neighbour: usize) -> f32 {
        let (here, there) = (self.depth.face[pixel], self.depth.face[neighbour]);
        if here == there {
            return 0.0;
        }
        let (Some(here), Some(there)) = (faces.get(here as usize), faces.get(there as usize))
        else {
            return OUTLINE; // against the background
        };
        let step = (1.0 / self.depth.nearness[pixel] - 1.0 / self.depth.nearness[neighbour]).abs();
        if here.body != there.body || step > DEPTH_STEP {
            OUTLINE
        } else if here.normal.dot(&there.normal) < FOLD_COSINE {
            FOLD
        } else {
            0.0
        }
    }

    /// Draws the line in front at each pixel, so that lines which cross or share an end do not add
    /// up. Hidden lines are not drawn over a tint, which is itself something hidden; marks are.
    fn draw_lines(&mut self, lines: &[ScreenLine], shift: [f64; 2]) {
        self.line_nearness.fill(0.0);
        for (number, line) in lines.iter().enumerate() {
            for_each_pixel(self.depth.size, &line.ends, line.half_width, shift, |pixel, x, y| {
                let before = self.line_nearness[pixel];
                if !line.is_mark && line.most_near <= before {
                    return;
                }
                let Some(nearness) = line.at(x, y) else { return };
                let is_under_a_mark = before > 0.0 && lines[self.line[pixel] as usize].is_mark;
                let is_first = match (line.is_mark, is_under_a_mark) {
                    (true, false) => true,
                    (false, true) => false,
                    _ => nearness > before,
                };
                if is_first {
                    self.line_nearness[pixel] = nearness;
                    self.line[pixel] = number as u32;
                }
            });
        }
        for pixel in 0..self.colour.len() {
            let nearness = self.line_nearness[pixel];
            if nearness > 0.0 {
                let line = &lines[self.line[pixel] as usize];
                let hidden = 1.0 / nearness > 1.0 / self.depth.nearness[pixel] + LINE_LIFT;
                let visible = match (hidden, self.tint[pixel]) {
                    _ if line.is_mark => {
                        if hidden {
                            HIDDEN_MARKS
                        } else {
                            1.0
                        }
                    }
                    (true, Some(_)) => continue,
                    (true, None) => HIDDEN_LINES * contrast(nearness),
                    (false, _) => contrast(nearness),
                };
                let opacity = line.opacity * visible;
                self.colour[pixel] = self.colour[pixel].mixed(line.colour, opacity);
            }
        }
    }
}

/// Calls for each pixel that the rectangle around some points may touch, with its number and the
/// point in it that this pass samples.
fn for_each_pixel(
    size: Size,
    points: &[ScreenPoint],
    margin: f64,
    shift: [f64; 2],
    mut call: impl FnMut(usize, f64, f64),
) {
    // Conversion to usize saturates, so points beside the picture end at its border.
    let span = |of: fn(&ScreenPoint) -> f64, shift: f64, end: usize| {
        let low = points.iter().map(of).fold(f64::INFINITY, f64::min) - margin - shift;
        let high = points.iter().map(of).fold(f64::NEG_INFINITY, f64::max) + margin - shift;
        let past = if high < 0.0 { 0 } else { (high as usize).saturating_add(1) };
        let first = low as usize;
        first + usize::from((first as f64) < low)..past.min(end)
    };
    for row in span(|p| p.y, shift[1], size.height) {
        for column in span(|p| p.x, shift[0], size.width) {
            let (x, y) = (column as f64 + shift[0], row as f64 + shift[1]);
            call(row * size.width + column, x, y);
        }
    }
}

/// Lines become paler with distance: from 1 at the front of the scene to [`FAR_CONTRAST`] at its
/// back.
fn contrast(nearness: f64) -> f32 {
    let depth = ((1.0 / nearness - EYE_DISTANCE + 1.0) / 2.0).clamp(0.0, 1.0);
    1.0 - (1.0 - FAR_CONTRAST) * depth as f32
}

/// Shifted drawings that make up a picture: 17 tones across an edge.
const PASSES: usize = 16;

/// Pictures with more pixels are drawn on one thread: a drawing takes 52 bytes a pixel.
const MOST_FOR_TWO: usize = 1 << 22;

/// So many faces are made before the next ones.
const AT_ONCE: usize = 1 << 16;

/// Faces of more pixels are few.
const MOST_TESTED: usize = 64;

/// Ghosts are in one of so many drawings, and so as pale.
const GHOST: usize = 4;

const BACKGROUND: Colour = Colour::from_srgb([0xFF; 3]);

/// Of outlines and folds.
const OUTLINE_COLOUR: Colour = Colour::from_srgb([0x22, 0x2A, 0x33]);

/// The opacity of outlines of bodies, and of folds within one.
const OUTLINE: f32 = 0.75;
const FOLD: f32 = 0.35;

/// Between faces at more than 25 degrees to each other there is a fold.
const FOLD_COSINE: f64 = 0.906;

/// A step in depth that gets an outline, in radii of the scene.
const DEPTH_STEP: f64 = 0.03;

/// How far lines are lifted off the surface that they lie in, in radii of the scene: more than
/// rounding, less than can be seen.
const LINE_LIFT: f64 = 2e-3;

/// The opacity, behind a surface, of faces that show through and of lines.
const TINT: f32 = 0.5;
const HIDDEN_LINES: f32 = 0.12;
const HIDDEN_MARKS: f32 = 0.5;

/// The opacity of a line at the back of the scene.
const FAR_CONTRAST: f32 = 0.3;

#[cfg(test)]
mod tests {
    use obbtree::nalgebra::Point3;

    use super::*;

    /// Small faces in all places, at whole numbers too: none that a drawing finds a pixel for is
    /// left out before.
    #[test]
    fn a_face_with_a_pixel_is_never_left_out() {
        let size = Size { width: 64, height: 48 };
        let corners = [[0.0, 0.0, 0.0], [64.0, 48.0, 0.0]].map(Point3::from);
        let camera = Camera::around(corners.into_par_iter(), "-90 90".parse().unwrap(), size);
        let mut state = 1_u64;
        let mut uniform = |most: f64| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(7);
            (state >> 11) as f64 / (1_u64 << 53) as f64 * most
        };
        let (mut found, mut left_out) = (0, 0);
        for case in 0..20_000 {
            let (at, side) = ([uniform(64.0), uniform(48.0)], uniform(1.5));
            let corner = |_| Point3::new(at[0] + uniform(side), at[1] + uniform(side), 0.0);
            let corners = [(); 3].map(corner);
            let mut face = ScreenTriangle::new(&corners, &camera);
            if case % 4 == 0 {
                face.corners.iter_mut().for_each(|p| (p.x, p.y) = (p.x.round(), p.y.round()));
            }
            for pass in 0..PASSES {
                let shift = if case % 8 == 0 { [0.0; 2] } else { shift(pass) };
                let mut pixels = 0;
                for_each_pixel(size, &face.corners, 0.0, shift, |_, _, _| pixels += 1);
                let is_kept = face.around().has_pixel(shift.map(|shift| shift as f32));
                assert!(is_kept || pixels == 0, "{:?} {shift:?}", face.corners);
                found += usize::from(pixels > 0);
                left_out += usize::from(!is_kept);
            }
        }
        assert!(found > 10_000 && left_out > 10_000, "{found} {left_out}");
    }
}
