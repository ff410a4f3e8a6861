//! Images of depths, as points or as the space behind them, and of heights.

use std::path::Path;
use std::str::FromStr;

use anyhow::{Context, Result, ensure};
use obbtree::collider::{Camera, Unseen};
use obbtree::io::{
    DepthImage, Heights, read_depth, read_depth_from, read_height_map, read_height_map_from,
};
use obbtree::{Body, PointCloud};

use crate::load::{MeshOptions, memory_of};
use crate::progress::Messages;

/// What says behind a file that it is an image, and of what.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ImageSettings {
    /// Of depths: focal lengths and principal point, `fx,fy,cx,cy`.
    camera: Option<[f64; 4]>,
    /// What is nearer, or farther away, is not seen.
    near: Option<f64>,
    far: Option<f64>,
    /// Of the space behind depths: so many pixels a side are taken together.
    tile: Option<usize>,
    /// Of the same: is what shows nothing solid?
    nothing_solid: Option<bool>,
    /// Of heights: from pixel to pixel.
    spacing: Option<[f64; 2]>,
    /// What a step of these numbers is.
    height: Option<f64>,
    /// The number that is none.
    hole: Option<f64>,
}

impl ImageSettings {
    /// Takes a setting; `None` if it is another's.
    pub(crate) fn set(&mut self, key: &str, value: &str) -> Option<Result<(), String>> {
        let one = |of: &mut Option<f64>| {
            *of = Some(value.parse().map_err(|_| format!("{key}={value}: no number"))?);
            Ok(())
        };
        match key {
            "camera" => Some(
                numbers(value)
                    .map(|camera| self.camera = Some(camera))
                    .ok_or_else(|| format!("camera={value}: four numbers of pixels, fx,fy,cx,cy")),
            ),
            "near" => Some(one(&mut self.near)),
            "far" => Some(one(&mut self.far)),
            "tile" => {
                let tile = value.parse().ok().filter(|&tile| tile > 0);
                let wrong = || format!("tile={value}: a number of pixels, at least 1");
                Some(tile.map(|tile| self.tile = Some(tile)).ok_or_else(wrong))
            }
            "nothing" => {
                let is_solid = match value {
                    "free" => false,
                    "solid" => true,
                    _ => return Some(Err(format!("nothing={value}: one of free, solid"))),
                };
                self.nothing_solid = Some(is_solid);
                Some(Ok(()))
            }
            "spacing" => {
                let spacing = numbers(value).or_else(|| numbers(value).map(|[both]| [both; 2]));
                let wrong = || format!("spacing={value}: a number, or one along x and one along y");
                Some(spacing.map(|spacing| self.spacing = Some(spacing)).ok_or_else(wrong))
            }
            "height" => Some(one(&mut self.height)),
            "hole" => Some(one(&mut self.hole)),
            _ => None,
        }
    }

    /// Is it an image?
    pub(crate) fn is_image(&self) -> bool {
        *self != Self::default()
    }

    /// Is it one of depths?
    pub(crate) fn is_depth(&self) -> bool {
        self.camera.is_some()
    }

    /// Is it the space behind depths?
    pub(crate) fn is_behind(&self) -> bool {
        self.tile.is_some() || self.nothing_solid.is_some()
    }

    /// Is it a surface of heights?
    pub(crate) fn is_heights(&self) -> bool {
        self.spacing.is_some() || self.height.is_some() || self.hole.is_some()
    }

    /// The camera of an image of depths. A factor of the options is that of the depths.
    fn camera(&self, path: &Path, options: &MeshOptions) -> Result<Camera> {
        let file = path.display();
        let is_other = self.is_heights();
        ensure!(!is_other, "{file}: an image has either a camera or heights with their spacing");
        let [fx, fy, cx, cy] = self.camera.with_context(|| format!("{file}: no camera"))?;
        let (near, far) = (self.near.unwrap_or(0.0), self.far.unwrap_or(f64::INFINITY));
        let scale = options.scale_length(1.0)?;
        Ok(Camera::new([fx, fy], [cx, cy]).with_scale(scale).within(near, far))
    }

    /// The space behind an image of depths.
    pub(crate) fn behind(
        &self,
        path: &Path,
        options: &MeshOptions,
        messages: Messages,
    ) -> Result<Body> {
        let camera = self.camera(path, options)?;
        let unseen = Unseen::default()
            .with_tile(self.tile.unwrap_or(1))
            .with_nothing_solid(self.nothing_solid.unwrap_or(false));
        let image = depths(path, messages)?;
        Body::behind_depth(&image.depths, image.width, &camera, &unseen)
            .with_context(|| path.display().to_string())
    }

    /// The points of an image of depths.
    pub(crate) fn cloud(
        &self,
        path: &Path,
        radius: f64,
        options: &MeshOptions,
        messages: Messages,
    ) -> Result<PointCloud> {
        let camera = self.camera(path, options)?;
        let image = depths(path, messages)?;
        let cloud = PointCloud::from_depth(&image.depths, image.width, &camera, radius);
        let cloud = cloud.with_context(|| path.display().to_string())?;
        messages.note(path, &format!("pixels that show nothing, left out: {}", cloud.left_out()));
        Ok(cloud)
    }

    /// The surface of an image of heights. A factor of the options is that of all coordinates.
    pub(crate) fn surface(
        &self,
        path: &Path,
        options: &MeshOptions,
        messages: Messages,
    ) -> Result<Body> {
        let file = path.display();
        let is_depth = self.near.is_some() || self.far.is_some() || self.is_behind();
        ensure!(
            !is_depth,
            "{file}: depths need the numbers of their camera: {file}@camera=525,525,319.5,239.5"
        );
        let spacing = self.spacing.with_context(|| {
            format!("{file}: heights need the length from pixel to pixel: {file}@spacing=0.05")
        })?;
        let factor = options.scale_length(1.0)?;
        let heights = Heights::new(spacing.map(|length| factor * length))
            .with_scale(factor * self.height.unwrap_or(1.0));
        let heights = match self.hole {
            None => heights,
            Some(number) => heights.with_hole(number),
        };
        let _activity = messages.activity("reading", path);
        let mesh = match memory_of(path)? {
            None => read_height_map(path, &heights)?,
            Some(memory) => read_height_map_from(&memory.bytes, &memory.name, &heights)?,
        };
        Ok(Body::new(mesh))
    }
}

/// The numbers of an image of depths.
fn depths(path: &Path, messages: Messages) -> Result<DepthImage> {
    let _activity = messages.activity("reading", path);
    Ok(match memory_of(path)? {
        None => read_depth(path)?,
        Some(memory) => read_depth_from(&memory.bytes, &memory.name)?,
    })
}

/// So many numbers with commas between them.
fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|word| f64::from_str(word.trim()).ok()).collect();
    numbers?.try_into().ok()
}
