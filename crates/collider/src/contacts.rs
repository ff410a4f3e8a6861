//! Where two placed colliders meet.

use nalgebra::{Point3, Vector3};
use obbtree_predicates::{Placement, Pose, SharedSet, shared_set};
use obbtree_query::interrupt::pause_at;

use crate::body::Body;
use crate::collider::ColliderRef::{self, Mesh, Points, Shape};
use crate::query::Query;

/// A place where two colliders meet: of two meshes, a pair of triangles and what they share; of a
/// mesh and a shape, a triangle and a point of it in the shape; of two shapes, a point of both; of
/// a cloud and anything else, a point of the cloud and what it meets; of voxels, the centre of one.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Contact {
    /// The triangles, by their numbers in A's and B's mesh; `None` of shapes and clouds.
    pub triangles: [Option<u32>; 2],
    /// The points of clouds, or voxels, by their numbers among those given; `None` of others.
    pub cloud_points: [Option<u32>; 2],
    place: Place,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Place {
    Shared(SharedSet),
    Point(Point3<f64>),
}

impl Contact {
    /// What the two share there, in the world: a point, the ends of a segment, or the corners of
    /// a polygon in order around it. Of two meshes each coordinate is within half an ulp of the
    /// exact one (and 2^-95 of the coordinates of the body), and whether it is one point, a
    /// segment or a polygon is exact. Where one is a shape, one point: of the mesh if the other
    /// is one, rounded.
    #[must_use]
    pub fn points(&self) -> &[Point3<f64>] {
        match &self.place {
            Place::Shared(shared) => shared.points(),
            Place::Point(point) => std::slice::from_ref(point),
        }
    }

    /// Of two meshes, the direction of the shortest way out of each other of the two triangles
    /// alone, of length one, in the world, from A to B: B moved along it by
    /// [`Contact::local_depth`] no more than touches A's triangle. See
    /// [`obbtree_predicates::shared_set`].
    #[must_use]
    pub fn normal(&self) -> Option<Vector3<f64>> {
        self.shared().map(|shared| shared.normal)
    }

    /// Of two meshes, how far the two triangles have to move for them to no more than touch, in
    /// the caller's unit. To part the bodies takes at least the largest of all contacts, and may
    /// take much more: see [`Query::contact_summary`].
    #[must_use]
    pub fn local_depth(&self) -> Option<f64> {
        self.shared().map(|shared| shared.local_depth)
    }

    /// Of two meshes, all that is known of the pair of triangles.
    #[must_use]
    pub fn shared(&self) -> Option<&SharedSet> {
        match &self.place {
            Place::Shared(shared) => Some(shared),
            Place::Point(_) => None,
        }
    }
}

impl Query {
    /// Where the two meet.
    ///
    /// Of two meshes, the pairs of triangles that meet, each with the set of points that the two
    /// share: ascending by the numbers of the triangles, all of them or as many as
    /// [`Query::limit`] says, the same ones that [`Query::pairs`] gives. Of a mesh and a shape, the
    /// triangles that meet the shape, which is solid, each with one point: ascending, all of them
    /// or the first that are found up to the limit. With a triangle that goes through a cuboid or
    /// hull the point is the middle of what is inside, with a sphere or capsule the closest to its
    /// core. Of two shapes, one point of both if they meet (of a cylinder, cone or frustum to
    /// within 0.0013 of its radius). Meshes are surfaces here: what is inside a mesh without a
    /// common point with its surface has no contacts.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use obbtree_collider::{Body, Query, Shape};
    /// use obbtree_predicates::Pose;
    /// let corners = vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    /// let body = Body::new(Mesh::new(corners, vec![[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]])?);
    /// // Its top is a quarter below the upper one's bottom.
    /// let (here, above) = (Pose::identity(), Pose::from_translation([0.0, 0.0, 0.75])?);
    /// let mut query = Query::new();
    /// let contacts = query.contacts(&body, &here, &body, &above);
    /// // Triangle 2 of the lower one goes through the bottom, triangle 0, along this segment.
    /// let found = contacts.iter().find(|contact| contact.triangles == [Some(2), Some(0)]);
    /// let ends = found.expect("they meet").points();
    /// assert!(ends.len() == 2 && ends.iter().all(|end| end.z == 0.75 && end.x + end.y == 0.25));
    ///
    /// let on_top = query.contacts(&Shape::sphere([0.0, 0.0, 2.0], 1.0)?, &here, &body, &here);
    /// assert_eq!(on_top[0].points(), [nalgebra::Point3::new(0.0, 0.0, 1.0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn contacts<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
    ) -> Vec<Contact> {
        let mut contacts = Vec::new();
        self.contacts_into(a, pose_a, b, pose_b, &mut contacts);
        contacts
    }

    /// [`Query::contacts`] into memory of the caller's: what was in `contacts` is replaced. Of
    /// two meshes a warm query allocates nothing, but for corners that need integers of more than
    /// 256 bits.
    pub fn contacts_into<'a, 'b>(
        &mut self,
        a: impl Into<ColliderRef<'a>>,
        pose_a: &Pose,
        b: impl Into<ColliderRef<'b>>,
        pose_b: &Pose,
        contacts: &mut Vec<Contact>,
    ) {
        contacts.clear();
        match (a.into(), b.into()) {
            (Mesh(a), Mesh(b)) => self.contacts_of_bodies([a, b], [pose_a, pose_b], contacts),
            (a, b) => self.contacts_with_shape(a, pose_a, b, pose_b, contacts),
        }
    }

    fn contacts_of_bodies(
        &mut self,
        [a, b]: [&Body; 2],
        [pose_a, pose_b]: [&Pose; 2],
        contacts: &mut Vec<Contact>,
    ) {
        let pairs = self.kept_pairs(a, pose_a, b, pose_b);
        if pairs.is_empty() {
            return;
        }
        let placement = Placement::new(pose_a, pose_b);
        contacts.extend(pairs.iter().enumerate().filter_map(|(index, &[in_a, in_b])| {
            pause_at(index);
            let shared = shared_set(&a.triangle(in_a), &b.triangle(in_b), &placement)?;
            let triangles = [Some(in_a), Some(in_b)];
            Some(Contact { triangles, cloud_points: [None; 2], place: Place::Shared(shared) })
        }));
    }

    /// The triangles of a mesh that meet a shape; a point of two shapes that meet; the points of a
    /// cloud that meet something.
    fn contacts_with_shape(
        &mut self,
        a: ColliderRef<'_>,
        pose_a: &Pose,
        b: ColliderRef<'_>,
        pose_b: &Pose,
        contacts: &mut Vec<Contact>,
    ) {
        let limit = self.options.limit;
        match (a, b) {
            (Mesh(body), Shape(shape)) => {
                let found = self.triangles_meeting_shape(body, pose_a, shape, pose_b);
                contacts.extend(found.into_iter().map(|(triangle, point)| Contact {
                    triangles: [Some(triangle), None],
                    cloud_points: [None; 2],
                    place: Place::Point(point),
                }));
            }
            (Shape(shape), Mesh(body)) => {
                let found = self.triangles_meeting_shape(body, pose_b, shape, pose_a);
                contacts.extend(found.into_iter().map(|(triangle, point)| Contact {
                    triangles: [None, Some(triangle)],
                    cloud_points: [None; 2],
                    place: Place::Point(point),
                }));
            }
            (Points(cloud), other) => {
                let found = self.cloud_contacts(cloud, pose_a, other, pose_b);
                contacts.extend(found.into_iter().map(|contact| Contact {
                    triangles: [None, contact.triangle],
                    cloud_points: [Some(contact.point), contact.other_point],
                    place: Place::Point(contact.place),
                }));
            }
            (other, Points(cloud)) => {
                let found = self.cloud_contacts(cloud, pose_b, other, pose_a);
                contacts.extend(found.into_iter().map(|contact| Contact {
                    triangles: [contact.triangle, None],
                    cloud_points: [contact.other_point, Some(contact.point)],
                    place: Place::Point(contact.place),
                }));
            }
            (Shape(of_a), Shape(of_b)) if limit > 0 && self.collide(a, pose_a, b, pose_b) => {
                let place = Place::Point(self.common_point([of_a, of_b], [pose_a, pose_b]));
                let [triangles, cloud_points] = [[None; 2]; 2];
                contacts.push(Contact { triangles, cloud_points, place });
            }
            _ => {}
        }
    }
}
