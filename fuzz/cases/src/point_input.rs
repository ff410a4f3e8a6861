//! Input of points: any bytes as a file of every format. What is accepted is in range or NaN, and
//! a cloud is made of it, or its points say why not.

use obbtree::PointCloud;
use obbtree::io::{PointFormat, read_points_from};
use obbtree::pose::MAX_COORDINATE;

const FORMATS: [PointFormat; 4] =
    [PointFormat::Pcd, PointFormat::Ply, PointFormat::Columns, PointFormat::Npy];

/// The bytes by their content, then as each format.
pub fn read_points(data: &[u8]) {
    for format in [None].into_iter().chain(FORMATS.map(Some)) {
        let points = match read_points_from(data, "fuzzed", format) {
            Ok(loaded) => loaded.points,
            Err(error) => {
                assert!(error.to_string().starts_with("fuzzed: "), "{error}");
                continue;
            }
        };
        let is_good = |x: &f64| x.is_nan() || x.abs() <= MAX_COORDINATE;
        assert!(points.as_flattened().iter().all(is_good));
        let there = points.iter().filter(|point| !point.iter().any(|x| x.is_nan())).count();
        match PointCloud::without_nan(&points, 0.5) {
            Ok(cloud) => {
                assert_eq!((cloud.given(), cloud.left_out()), (points.len(), points.len() - there));
                for (point, number) in cloud.kept().points.iter().zip(cloud.kept().numbers) {
                    assert_eq!(*point, points[number as usize]);
                }
            }
            Err(error) => assert_eq!(there, 0, "{error}"),
        }
    }
}
