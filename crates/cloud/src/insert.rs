//! Points that are added to a cloud in place, and taken out.

use std::sync::Arc;

use crate::blocks::WIDE;
use crate::changed::{At, Item, same};
use crate::cloud::{PointCloud, check_radius};
use crate::error::CloudError;
use crate::parts::{MAX_POINTS, Points, Radii};
use crate::present::Radius;
use crate::source::Coordinate;
use crate::twins::Twins;
use obbtree_predicates::MAX_COORDINATE;

/// More than one new point for so many that are there are sorted with all.
const FEW: usize = 8;

impl PointCloud {
    /// Adds points in place, with a radius for all or one for each. They have the numbers from
    /// [`PointCloud::given`] on; the others keep theirs. All answers are those of a cloud that is
    /// made of all these points, but which of several that meet something is named first; nothing
    /// is changed if there is an error.
    ///
    /// Of equal points one is kept, as ever: that of the largest radius, of these that of the
    /// lowest number. If it is taken out, one that came later and is equal comes in its place. A
    /// clone of the cloud, and a scene or robot that was given one, stay as they are: while there
    /// is one, the first change copies the points.
    ///
    /// A point takes about a microsecond. Points that are no `f32` numbers added to a
    /// cloud of such, a radius other than the one that all points have, and more points than an
    /// eighth of those there, make the hierarchy anew.
    ///
    /// # Errors
    /// As for [`PointCloud::with_radii`] of the new points, and if there are too many in all.
    ///
    /// ```
    /// use obbtree_cloud::PointCloud;
    /// let mut cloud = PointCloud::new(&[[0.0_f32; 3], [1.0, 0.0, 0.0]], 0.1)?;
    /// cloud.insert(&[[0.0_f32, 0.0, 2.0]], 0.1)?;
    /// assert_eq!((cloud.len(), cloud.kept().numbers), (3, vec![0, 1, 2]));
    /// assert_eq!(cloud.remove(&[0, 1])?, 2);
    /// assert_eq!((cloud.kept().points, cloud.given()), (vec![[0.0, 0.0, 2.0]], 3));
    /// # Ok::<(), obbtree_cloud::CloudError>(())
    /// ```
    pub fn insert<'r, T: Coordinate>(
        &mut self,
        points: &[[T; 3]],
        radius: impl Into<Radius<'r>>,
    ) -> Result<(), CloudError> {
        let radius = radius.into();
        let given = self.given();
        check(points, radius)?;
        if points.len() > MAX_POINTS - given {
            let count = given + points.len();
            return Err(CloudError::TooMany { count, limit: MAX_POINTS });
        }
        let is_single = || points.as_flattened().iter().all(|x| f64::from(x.narrow()) == x.wide());
        let has_room = match &self.shared.points {
            Points::Single(_) => T::IS_SINGLE || is_single(),
            Points::Double(_) => true,
            Points::Cells(_) => false,
        };
        let is_alike = match (&self.shared.radii, radius) {
            (Radii::One, Radius::One(radius)) => radius == self.shared.largest_radius,
            (Radii::Each(_), _) => true,
            _ => false,
        };
        if !(has_room && is_alike && points.len() <= self.len() / FEW + WIDE) {
            *self = self.with_more(points, radius)?;
            return Ok(());
        }
        let shared = Arc::make_mut(&mut self.shared);
        let each = matches!(shared.radii, Radii::Each(_));
        for (n, point) in points.iter().enumerate() {
            let point = point.map(T::wide);
            let radius = match radius {
                Radius::One(radius) => radius,
                Radius::Each(radii) => radii[n],
            };
            let id = (given + n) as u32;
            let item = Item { at: At::Point(point), id, size: if each { radius } else { 0.0 } };
            let around = shared.around(point, |shared, block| match &shared.points {
                Points::Single(blocks) => same(&blocks[block], point.map(|x| x as f32)),
                Points::Double(blocks) => same(&blocks[block], point),
                Points::Cells(_) => 0,
            });
            shared.given += 1;
            match around.place {
                None => shared.put(&item, around),
                Some(place) => {
                    let before = (shared.ids[place], shared.radius(place));
                    // Of equal points the largest, of these the first.
                    let is_better = each && radius > before.1;
                    if is_better {
                        shared.exchange(place, &item);
                    }
                    let (number, radius) = if is_better { before } else { (id, radius) };
                    shared.twins.get_or_insert_default().insert(number, point, radius);
                }
            }
            shared.widen([point; 2]);
            shared.largest_radius = shared.largest_radius.max(radius);
        }
        Ok(())
    }

    /// With other twins.
    pub(crate) fn and_twins(self, twins: Option<Box<Twins>>) -> Self {
        let mut shared = Arc::unwrap_or_clone(self.shared);
        shared.twins = twins;
        Self { shared: Arc::new(shared) }
    }

    /// Takes the points of some numbers out in place, and says how many. The others keep their
    /// numbers and radii; what is taken out counts as left out, as by [`PointCloud::without`],
    /// whose answers these are. In the place of one comes an equal one that was added after it, if
    /// there is one. A number that was taken out before is passed over, and of equal points that
    /// were given at once those that are not kept. What else there is to say stands at
    /// [`PointCloud::insert`].
    ///
    /// # Errors
    /// If a number is not below [`PointCloud::given`]; nothing is changed then.
    pub fn remove(&mut self, numbers: &[u32]) -> Result<usize, CloudError> {
        let given = self.given();
        if let Some(place) = numbers.iter().position(|&number| number as usize >= given) {
            return Err(CloudError::NoPoint { place, number: numbers[place], given });
        }
        let shared = Arc::make_mut(&mut self.shared);
        let (mut count, mut faces, mut is_smaller) = (0, 0, false);
        // Of another radius than the one that all others have.
        let mut again = Vec::new();
        for &number in numbers {
            let Some(place) = shared.place_of(number) else {
                count += usize::from(shared.twins.as_mut().is_some_and(|all| all.remove(number)));
                continue;
            };
            count += 1;
            let each = shared.radii.own().is_some();
            is_smaller |= each && shared.radius(place) == shared.largest_radius;
            let at = shared.point(place);
            if let Some((id, radius)) = shared.twins.as_mut().and_then(|all| all.next_at(at)) {
                if each || radius == shared.largest_radius {
                    let size = if each { radius } else { 0.0 };
                    shared.exchange(place, &Item { at: At::Point(at), id, size });
                    continue;
                }
                again.push((id, at, radius));
            }
            faces |= shared.touches(shared.corners(place));
            shared.take(place);
        }
        shared.left_out += count;
        shared.narrow(faces);
        if is_smaller && let Some(radii) = shared.radii.own() {
            let largest = shared.places().map(|place| radii[place]).fold(0.0, f64::max);
            shared.largest_radius = largest;
        }
        if !again.is_empty() {
            shared.left_out -= again.len();
            *self = self.with_numbered(again, given, None)?;
        }
        Ok(count)
    }

    /// The cloud of its points and more, built anew.
    fn with_more<T: Coordinate>(
        &self,
        points: &[[T; 3]],
        radius: Radius<'_>,
    ) -> Result<Self, CloudError> {
        let first = self.given();
        let item = |(n, point): (usize, &[T; 3])| {
            let radius = match radius {
                Radius::One(radius) => radius,
                Radius::Each(radii) => radii[n],
            };
            ((first + n) as u32, point.map(T::wide), radius)
        };
        let one = match radius {
            Radius::One(radius) => {
                let is_alike = self.is_empty() || self.common_radius() == Some(radius);
                is_alike.then_some(radius)
            }
            Radius::Each(_) => None,
        };
        let items = points.iter().enumerate().map(item).collect();
        self.with_numbered(items, first + points.len(), one)
    }

    /// The same, of points with numbers and radii, which all have one radius if that is given.
    fn with_numbered(
        &self,
        more: Vec<(u32, [f64; 3], f64)>,
        given: usize,
        one: Option<f64>,
    ) -> Result<Self, CloudError> {
        let kept = self.kept();
        let radii = kept.radii.unwrap_or_else(|| vec![self.largest_radius(); self.len()]);
        let of_kept = kept.numbers.into_iter().zip(kept.points).zip(radii);
        let mut all: Vec<_> = of_kept.map(|((number, at), radius)| (number, at, radius)).collect();
        all.extend(more);
        all.sort_unstable_by_key(|(number, ..)| *number);
        let points: Vec<[f64; 3]> = all.iter().map(|(_, at, _)| *at).collect();
        let radii: Vec<f64> = all.iter().map(|(.., radius)| *radius).collect();
        let numbers: Vec<u32> = all.iter().map(|(number, ..)| *number).collect();
        let cloud = match one {
            Some(radius) => Self::new(&points, radius)?,
            None => Self::with_radii(&points, &radii)?,
        };
        let mut twins = self.shared.twins.clone();
        if cloud.len() < all.len() {
            let mut is_kept = vec![false; all.len()];
            for place in cloud.shared.places() {
                is_kept[cloud.number(place) as usize] = true;
            }
            for (&(number, at, radius), _) in all.iter().zip(is_kept).filter(|(_, kept)| !kept) {
                twins.get_or_insert_default().insert(number, at, radius);
            }
        }
        Ok(cloud.renumbered(&numbers, given, self.left_out()).and_twins(twins))
    }
}

/// Could a cloud be made of these points?
fn check<T: Coordinate>(points: &[[T; 3]], radius: Radius<'_>) -> Result<(), CloudError> {
    match radius {
        Radius::One(radius) => check_radius(radius, None)?,
        Radius::Each(radii) => {
            if radii.len() != points.len() {
                return Err(CloudError::Count { points: points.len(), radii: radii.len() });
            }
            for (point, &radius) in radii.iter().enumerate() {
                check_radius(radius, Some(point))?;
            }
        }
    }
    for (n, point) in points.iter().enumerate() {
        for (axis, x) in ['x', 'y', 'z'].into_iter().zip(point) {
            let value = x.wide();
            if !(value.abs() <= MAX_COORDINATE) {
                return Err(CloudError::BadCoordinate { point: n, axis, value });
            }
        }
    }
    Ok(())
}
