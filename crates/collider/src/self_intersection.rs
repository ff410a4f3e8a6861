//! Does one mesh cut itself? The questions of a [`Query`] about a single body.

use std::ops::ControlFlow;

use obbtree_query::Engine;

use crate::body::Body;
use crate::pairs::sort;
use crate::query::Query;

impl Query {
    /// The pairs of triangles of one mesh that intersect otherwise than at common vertices and
    /// edges, `[i, j]` with `i < j`, ascending, each once: all of them, or the first ones found
    /// up to [`Query::limit`].
    ///
    /// Two triangles of a mesh intersect in this sense if they share a point that is not in the
    /// convex hull of their common corners. Corners are common if their coordinates are equal,
    /// whatever their numbers in the mesh, so a mesh of separate triangles, as STL files hold
    /// them, and its welded form give the same pairs. Touching counts. In particular:
    ///
    /// * Triangles without a common corner are a pair if they share any point: a vertex that lies
    ///   on a triangle or edge that it does not belong to counts (a T-junction).
    /// * Triangles with a common edge are a pair only if they lie on each other, folded by 180
    ///   degrees.
    /// * Duplicates, triangles with the same three corners in any order, are a pair.
    /// * A triangle without area is the segment or point that it is, under the same rule; it
    ///   makes a pair only with others. ([`MeshReport`](obbtree_mesh::MeshReport) counts such
    ///   triangles.)
    ///
    /// Certain: exact arithmetic decides where rounding could matter. On meshes without triangles
    /// of no area whose equal vertices are joined it is the definition of CGAL's
    /// `self_intersections`; that one goes by the numbers of vertices, and names a triangle
    /// without area beside itself and tests it no further.
    ///
    /// ```
    /// use obbtree_collider::{Body, Query};
    /// use obbtree_mesh::Mesh;
    /// let vertices = vec![
    ///     [0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [4.0, 4.0, 0.0], // a square
    ///     [1.0, 1.0, -1.0], [1.0, 1.0, 1.0], [9.0, 9.0, 1.0], // a triangle that cuts through it
    /// ];
    /// let mesh = Mesh::new(vertices, vec![[0, 1, 2], [3, 2, 1], [4, 5, 6]])?;
    /// let body = Body::new(mesh);
    /// let mut query = Query::new();
    /// assert!(query.self_intersects(&body));
    /// assert_eq!(query.self_intersections(&body), [[0, 2], [1, 2]]);
    /// # Ok::<(), obbtree_mesh::MeshError>(())
    /// ```
    #[must_use]
    pub fn self_intersections(&mut self, body: &Body) -> Vec<[u32; 2]> {
        let limit = self.options().limit;
        let mut pairs = Vec::new();
        if limit > 0 {
            let _ = self.for_each_self_intersection(body, |pair| {
                pairs.push(pair);
                if pairs.len() < limit { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
        }
        sort(&mut pairs);
        pairs
    }

    /// Is there a pair of [`Query::self_intersections`]? The first one found ends the search.
    #[must_use]
    pub fn self_intersects(&mut self, body: &Body) -> bool {
        self.for_each_self_intersection(body, |_| ControlFlow::Break(())).is_break()
    }

    /// Calls back with each pair of [`Query::self_intersections`], each once, in the order of the
    /// search, which is the same in every run. Breaking off ends the search, and is returned. The
    /// limit does not apply.
    ///
    /// ```
    /// # use obbtree_mesh::Mesh;
    /// use std::ops::ControlFlow;
    /// use obbtree_collider::{Body, Query};
    /// # let corners = vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]];
    /// # let mesh = Mesh::new(corners, vec![[0, 1, 2]; 3])?;
    /// let body = Body::new(mesh); // three times the same triangle
    /// let mut count = 0;
    /// let ended = Query::new().for_each_self_intersection(&body, |[i, j]| {
    ///     assert!(i < j);
    ///     count += 1;
    ///     ControlFlow::Continue(())
    /// });
    /// assert!(ended.is_continue() && count == 3);
    /// # Ok::<(), obbtree_mesh::MeshError>(())
    /// ```
    pub fn for_each_self_intersection(
        &mut self,
        body: &Body,
        mut on_pair: impl FnMut([u32; 2]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.counting(|counts, workspace| {
            body.tree().self_search(counts, workspace, |i, j| on_pair([i, j]))
        })
    }
}
