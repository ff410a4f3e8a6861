//! What a mesh bounds: which triangles have the solid on one side, on which, and what is across
//! each edge.
//!
//! A mesh is a *solid* here if each edge is used by two triangles, none of them cut or touch each
//! other but at common corners and edges, and each shell has its inside on one side. Shells with
//! the inside on both sides, as one solid within another has, bound nothing and are left out. What
//! is inside is what [`InsideRule`] says. A mesh with free edges, otherwise as clean, is a *sheet*.

use std::collections::HashMap;
use std::fmt;
use std::ops::ControlFlow;

use nalgebra::{Point3, Vector3};
use obbtree_mesh::{InsideRule, Mesh, positions};
use obbtree_predicates::{Pose, is_degenerate, plane_side, unit_scale};
use obbtree_query::interrupt::pause_at;
use obbtree_query::wide::Workspace;
use obbtree_query::{Counts, Engine, for_each_crossing};
use obbtree_tree::wide::Tree;

/// What the surface of a mesh is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SurfaceKind {
    /// The boundary of a solid.
    Solid,
    /// A clean surface with free edges, which bounds nothing.
    Sheet,
    /// Neither is proven.
    Unclear(Unclear),
}

/// Why it is not clear what a surface bounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unclear {
    /// Two triangles of the mesh meet otherwise than at common corners and edges: their numbers.
    CutsItself([u32; 2]),
    /// An edge is used by more than two triangles: one of them.
    SharedEdge(u32),
    /// A triangle with three corners on one line, that is no edge or corner of others.
    NoArea(u32),
    /// A shell so thin that rounding hides which side is out, or with no corner of its own: a
    /// triangle of it.
    Shell(u32),
    /// Not a mesh: a shape with a radius, a plane, a half-space or a point cloud.
    RoundOrUnbounded,
}

impl fmt::Display for Unclear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::CutsItself([i, j]) => write!(f, "triangles {i} and {j} of one mesh meet"),
            Self::SharedEdge(i) => write!(f, "an edge of triangle {i} has more than two triangles"),
            Self::NoArea(i) => write!(f, "triangle {i} has no area"),
            Self::RoundOrUnbounded => f.write_str("a shape is round, unbounded or a point cloud"),
            Self::Shell(i) => write!(f, "the inside of the shell of triangle {i} is not clear"),
        }
    }
}

/// No triangle, or no shell.
const NONE: u32 = u32::MAX;
/// More than one shell.
const SHARED: u32 = u32::MAX - 1;

/// The triangle across an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Neighbour {
    pub(crate) triangle: u32,
    /// The number of the same edge there.
    pub(crate) edge: u8,
    /// Are both on the same side of the surface the front ones: is the edge used in both
    /// directions?
    pub(crate) agrees: bool,
    /// The side of this triangle's plane on which the other one is.
    pub(crate) bend: i8,
}

const NO_NEIGHBOUR: Neighbour = Neighbour { triangle: NONE, edge: 0, agrees: true, bend: 0 };

/// See the top of the file.
#[derive(Debug)]
pub(crate) struct Boundary {
    pub(crate) kind: SurfaceKind,
    across: Vec<[Neighbour; 3]>,
    /// 1 where a triangle's normal points out of the solid, -1 where into it, 0 where the triangle
    /// bounds nothing; 1 everywhere of a sheet.
    front: Vec<i8>,
    /// The shells by their triangles: connected by edges, ascending.
    pub(crate) shells: Vec<Vec<u32>>,
    shell_of: Vec<u32>,
}

impl Boundary {
    pub(crate) fn of(mesh: &Mesh, tree: &Tree) -> Self {
        let count = mesh.triangles().len();
        let mut boundary = Self {
            kind: SurfaceKind::Solid,
            across: vec![[NO_NEIGHBOUR; 3]; count],
            front: vec![1; count],
            shells: Vec::new(),
            shell_of: vec![NONE; count],
        };
        let found = boundary.find(mesh, tree);
        boundary.kind = found.unwrap_or_else(SurfaceKind::Unclear);
        boundary
    }

    /// The triangle across an edge.
    pub(crate) fn across(&self, triangle: u32, edge: usize) -> Option<Neighbour> {
        let neighbour = self.across[triangle as usize][edge];
        (neighbour.triangle != NONE).then_some(neighbour)
    }

    pub(crate) fn front(&self, triangle: u32) -> i8 {
        self.front[triangle as usize]
    }

    pub(crate) fn is_solid(&self) -> bool {
        self.kind == SurfaceKind::Solid
    }

    pub(crate) fn is_clear(&self) -> bool {
        !matches!(self.kind, SurfaceKind::Unclear(_))
    }

    /// The shell of a triangle, `None` if it bounds nothing.
    pub(crate) fn shell_of(&self, triangle: u32) -> Option<usize> {
        let shell = self.shell_of[triangle as usize];
        (shell != NONE).then_some(shell as usize)
    }

    fn find(&mut self, mesh: &Mesh, tree: &Tree) -> Result<SurfaceKind, Unclear> {
        let (position_of, count) = positions(mesh.vertices());
        let corners: Vec<[u32; 3]> =
            mesh.triangles().iter().map(|t| t.map(|v| position_of[v as usize])).collect();
        for (index, &[p, q, r]) in corners.iter().enumerate() {
            pause_at(index);
            if p == q || q == r || r == p {
                self.front[index] = 0; // a segment, which is an edge of others
            } else if is_degenerate(&mesh.triangle(index)) {
                return Err(Unclear::NoArea(index as u32));
            }
        }
        let is_closed = self.join(mesh, &corners, count)?;
        self.refuse_own_contacts(tree)?;
        self.group();
        if is_closed {
            let owners = self.owners(&corners, count);
            self.orient(mesh, tree, &corners, &owners)?;
            Ok(SurfaceKind::Solid)
        } else {
            Ok(SurfaceKind::Sheet)
        }
    }

    /// Finds what is across each edge; are there no free edges? A segment or point that is no edge
    /// or corner of a triangle with an area is an error: what it meets, the others may not.
    fn join(
        &mut self,
        mesh: &Mesh,
        corners: &[[u32; 3]],
        positions: usize,
    ) -> Result<bool, Unclear> {
        let mut edges: HashMap<[u32; 2], [u32; 2]> = HashMap::with_capacity(corners.len() * 3 / 2);
        const USED: [u32; 2] = [NONE, NONE];
        let mut free = 0_usize;
        for (t, three) in corners.iter().enumerate() {
            if self.front[t] == 0 {
                continue;
            }
            for edge in 0..3 {
                let (from, to) = (three[edge], three[(edge + 1) % 3]);
                let entry = edges.entry([from.min(to), from.max(to)]);
                match entry {
                    std::collections::hash_map::Entry::Vacant(place) => {
                        place.insert([t as u32, edge as u32]);
                        free += 1;
                    }
                    std::collections::hash_map::Entry::Occupied(mut place) => {
                        let [other, its_edge] = place.insert(USED);
                        if other == NONE {
                            return Err(Unclear::SharedEdge(t as u32));
                        }
                        free -= 1;
                        let agrees = corners[other as usize][its_edge as usize] == to;
                        self.join_two(mesh, [[t as u32, edge as u32], [other, its_edge]], agrees);
                    }
                }
            }
        }
        let thin: Vec<usize> = (0..corners.len()).filter(|&t| self.front[t] == 0).collect();
        if !thin.is_empty() {
            let mut is_corner = vec![false; positions];
            for (three, _) in corners.iter().zip(&self.front).filter(|(_, front)| **front != 0) {
                three.iter().for_each(|&position| is_corner[position as usize] = true);
            }
            for t in thin {
                let [p, q, r] = corners[t];
                let (from, to) = (p.min(q).min(r), p.max(q).max(r));
                let is_part = match from == to {
                    true => is_corner[p as usize],
                    false => edges.contains_key(&[from, to]),
                };
                if !is_part {
                    return Err(Unclear::NoArea(t as u32));
                }
            }
        }
        Ok(free == 0)
    }

    fn join_two(&mut self, mesh: &Mesh, ends: [[u32; 2]; 2], agrees: bool) {
        let here = Pose::identity();
        for ([this, edge], [other, its_edge]) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            let apex = mesh.triangle(other as usize)[(its_edge as usize + 2) % 3];
            let bend = plane_side(&apex, &here, &mesh.triangle(this as usize), &here);
            self.across[this as usize][edge as usize] =
                Neighbour { triangle: other, edge: its_edge as u8, agrees, bend };
        }
    }

    fn refuse_own_contacts(&self, tree: &Tree) -> Result<(), Unclear> {
        let (mut counts, mut workspace) = (Counts::default(), Workspace::default());
        let mut first = None;
        let _ = tree.self_search(&mut counts, &mut workspace, |i, j| {
            if self.front(i) == 0 || self.front(j) == 0 {
                return ControlFlow::Continue(());
            }
            first = Some([i, j]);
            ControlFlow::Break(())
        });
        first.map_or(Ok(()), |pair| Err(Unclear::CutsItself(pair)))
    }

    fn group(&mut self) {
        let mut waiting = Vec::new();
        for first in 0..self.across.len() as u32 {
            if self.front(first) == 0 || self.shell_of[first as usize] != NONE {
                continue;
            }
            let shell = self.shells.len() as u32;
            let mut members = Vec::new();
            self.shell_of[first as usize] = shell;
            waiting.push(first);
            while let Some(triangle) = waiting.pop() {
                members.push(triangle);
                for neighbour in self.across[triangle as usize] {
                    let other = neighbour.triangle;
                    if other != NONE && self.shell_of[other as usize] == NONE {
                        self.shell_of[other as usize] = shell;
                        waiting.push(other);
                    }
                }
            }
            members.sort_unstable();
            self.shells.push(members);
        }
    }

    /// Finds which side of each shell is in.
    ///
    /// *Lemma.* A shell that touches itself only at corners divides space into its bounded inside
    /// and the rest; along it, off the corners, the winding number of the other shells is
    /// constant, as it meets them in corners alone. So the side out of it has that number, and the
    /// other side one more or, with normals that point in, one less. By parity alike. *End.*
    fn orient(
        &mut self,
        mesh: &Mesh,
        tree: &Tree,
        corners: &[[u32; 3]],
        owners: &[u32],
    ) -> Result<(), Unclear> {
        let rule = mesh.inside_rule().unwrap_or(InsideRule::Parity);
        for shell in 0..self.shells.len() {
            pause_at(shell);
            self.turn_alike(shell)?;
            let first = self.shells[shell][0];
            let outward = self.outward(mesh, shell).ok_or(Unclear::Shell(first))?;
            let [winding, crossings] = if self.shells.len() == 1 {
                [0, 0]
            } else {
                let own = self.own_corner(mesh, corners, owners, shell);
                let point = own.ok_or(Unclear::Shell(first))?;
                self.around_others(tree, shell, &point)
            };
            // Of a winding mesh all triangles of a shell are turned alike as they are.
            let stored = i64::from(outward * self.front(first));
            let (out_is_in, in_is_in) = match rule {
                InsideRule::Winding => (winding != 0, winding + stored != 0),
                InsideRule::Parity => (crossings % 2 != 0, crossings % 2 == 0),
            };
            let turn = match (out_is_in, in_is_in) {
                (false, true) => outward,
                (true, false) => -outward,
                _ => 0,
            };
            for &triangle in &self.shells[shell] {
                self.front[triangle as usize] *= turn;
                if turn == 0 {
                    self.shell_of[triangle as usize] = NONE;
                }
            }
        }
        let front = &self.front;
        self.shells.retain(|members| front[members[0] as usize] != 0);
        for (shell, members) in self.shells.iter().enumerate() {
            for &triangle in members {
                self.shell_of[triangle as usize] = shell as u32;
            }
        }
        Ok(())
    }

    /// Gives all triangles of a shell fronts on one side of it.
    fn turn_alike(&mut self, shell: usize) -> Result<(), Unclear> {
        let members = &self.shells[shell];
        for &triangle in members {
            self.front[triangle as usize] = 0;
        }
        let first = members[0];
        self.front[first as usize] = 1;
        let mut waiting = vec![first];
        while let Some(triangle) = waiting.pop() {
            for neighbour in self.across[triangle as usize] {
                let turn = self.front[triangle as usize] * if neighbour.agrees { 1 } else { -1 };
                let front = &mut self.front[neighbour.triangle as usize];
                if *front == 0 {
                    *front = turn;
                    waiting.push(neighbour.triangle);
                } else if *front != turn {
                    return Err(Unclear::Shell(triangle));
                }
            }
        }
        Ok(())
    }

    /// 1 if the fronts of a shell are outside of it, -1 if inside: the sign of its volume, if
    /// rounding cannot hide it.
    ///
    /// *Lemma.* Coordinates are scaled to about one, exactly but for underflow. Each term is a
    /// determinant of differences that are rounded once; with those three roundings, three of
    /// products and five of sums it is off by less than 16 roundings of its six products'
    /// sizes, and adding up `n` terms by less than `n` of all sizes. [`TINY`] is more than all
    /// products lose that underflow. *End.*
    fn outward(&self, mesh: &Mesh, shell: usize) -> Option<i8> {
        const TINY: f64 = 1e-290;
        let members = &self.shells[shell];
        let origin = mesh.triangle(members[0] as usize)[0];
        let largest = |n: &u32| {
            let corners = mesh.triangle(*n as usize);
            corners.iter().map(|p| (p - origin).amax()).fold(0.0, f64::max)
        };
        let scale = unit_scale(members.iter().map(largest).fold(0.0, f64::max));
        let (mut volume, mut size) = (0.0, 0.0);
        for &triangle in members {
            let corners = mesh.triangle(triangle as usize);
            let [p, q, r]: [Vector3<f64>; 3] = corners.map(|corner| (corner - origin) * scale);
            let term = p.cross(&q).dot(&r);
            volume += f64::from(self.front(triangle)) * term;
            let (p, q, r) = (p.abs(), q.abs(), r.abs());
            let sum = |k: usize, l: usize| p[k] * q[l] + p[l] * q[k];
            size += sum(0, 1) * r.z + sum(1, 2) * r.x + sum(2, 0) * r.y;
        }
        let bound = size * f64::EPSILON * (members.len() as f64 + 32.0) + TINY;
        if volume > bound {
            Some(1)
        } else if volume < -bound {
            Some(-1)
        } else {
            None
        }
    }

    /// A corner of a shell at which no other one has a corner.
    fn own_corner(
        &self,
        mesh: &Mesh,
        corners: &[[u32; 3]],
        owners: &[u32],
        shell: usize,
    ) -> Option<Point3<f64>> {
        self.shells[shell].iter().find_map(|&t| {
            let is_own = |n: &usize| owners[corners[t as usize][*n] as usize] == shell as u32;
            (0..3).find(is_own).map(|n| mesh.triangle(t as usize)[n])
        })
    }

    /// The shell of each position, [`SHARED`] for those of several.
    fn owners(&self, corners: &[[u32; 3]], positions: usize) -> Vec<u32> {
        let mut owners = vec![NONE; positions];
        for (t, three) in corners.iter().enumerate() {
            let shell = self.shell_of[t];
            for &position in three.iter().filter(|_| shell != NONE) {
                let owner = &mut owners[position as usize];
                *owner = if *owner == NONE || *owner == shell { shell } else { SHARED };
            }
        }
        owners
    }

    /// How often the other shells wind around a point, and how often a ray crosses them.
    fn around_others(&self, tree: &Tree, shell: usize, point: &Point3<f64>) -> [i64; 2] {
        let here = Pose::identity();
        let mut found = [0, 0];
        for_each_crossing(tree, &here, point, &here, |triangle, crossing| {
            let is_other = self.shell_of[triangle as usize] != shell as u32;
            // A segment crosses nothing; shells that bound nothing still wind.
            if is_other {
                found[0] += i64::from(crossing);
                found[1] += 1;
            }
        });
        found
    }
}
