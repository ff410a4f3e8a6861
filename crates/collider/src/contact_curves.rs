//! The segments that pairs of triangles share, chained to curves.

use std::collections::{HashMap, HashSet};

use nalgebra::Point3;
use obbtree_predicates::unit_scale;
use obbtree_query::interrupt::pause_at;

use crate::contacts::Contact;

/// A chain of segments where two surfaces meet, in the world.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ContactCurve {
    /// From one to the next; a single one where the surfaces touch in a point.
    pub points: Vec<Point3<f64>>,
    /// Whether the last point goes on to the first.
    pub is_closed: bool,
}

/// Where contacts are: the curves of the segments and points, and the polygons of one plane; the
/// [`curves`](crate::ContactSummary::curves) and [`patches`](crate::ContactSummary::patches) of a
/// summary without the rest.
#[must_use]
pub fn contact_curves(contacts: &[Contact]) -> (Vec<ContactCurve>, Vec<Vec<Point3<f64>>>) {
    let points = contacts.iter().flat_map(|contact| contact.points());
    let largest = points.fold(0.0_f64, |most, point| most.max(point.coords.amax()));
    let mut graph = Graph { steps: unit_scale(largest) * STEPS, ..Graph::default() };
    let mut patches = Vec::new();
    for (index, contact) in contacts.iter().enumerate() {
        pause_at(index);
        match contact.points() {
            [point] => {
                graph.node(point);
            }
            [from, to] => graph.join(from, to),
            polygon => patches.push(polygon.to_vec()),
        }
    }
    // A point on a polygon is no contact of its own.
    let corners = patches.iter().flatten().map(|point| graph.place(point)).collect();
    (graph.curves(&corners), patches)
}

/// A point on a grid. Ends of neighbouring pairs are roundings of the same exact point, that
/// differ by 2^-95 of the coordinates at most: they are on one place of the grid, but for one in
/// about 2^40.
type Place = [i64; 3];

/// Steps of the grid in about the largest coordinate: 2^55, below its ulp.
const STEPS: f64 = (1_u64 << 55) as f64;

/// Points, and which of them segments join.
#[derive(Default)]
struct Graph {
    /// Steps of the grid in the unit of length.
    steps: f64,
    numbers: HashMap<Place, usize>,
    points: Vec<Point3<f64>>,
    neighbours: Vec<Vec<usize>>,
}

impl Graph {
    fn place(&self, point: &Point3<f64>) -> Place {
        [point.x, point.y, point.z].map(|x| (x * self.steps).round() as i64)
    }

    fn node(&mut self, point: &Point3<f64>) -> usize {
        let next = self.points.len();
        let number = *self.numbers.entry(self.place(point)).or_insert(next);
        if number == next {
            self.points.push(*point);
            self.neighbours.push(Vec::new());
        }
        number
    }

    /// Adds a segment once, however many pairs share it.
    fn join(&mut self, from: &Point3<f64>, to: &Point3<f64>) {
        let (from, to) = (self.node(from), self.node(to));
        if from != to && !self.neighbours[from].contains(&to) {
            self.neighbours[from].push(to);
            self.neighbours[to].push(from);
        }
    }

    /// First those that end or branch, then the rings, then single points, each in the order of
    /// contacts.
    fn curves(mut self, corners: &HashSet<Place>) -> Vec<ContactCurve> {
        let mut curves = Vec::new();
        let is_alone: Vec<bool> = self.neighbours.iter().map(Vec::is_empty).collect();
        let branches: Vec<bool> = self.neighbours.iter().map(|joined| joined.len() != 2).collect();
        for start in (0..self.points.len()).filter(|&node| branches[node]) {
            while let Some(points) = self.walk(start, &branches) {
                let is_closed = points[0] == points[points.len() - 1];
                curves.push(self.curve(points, is_closed));
            }
        }
        for start in 0..self.points.len() {
            if let Some(points) = self.walk(start, &branches) {
                curves.push(self.curve(points, true));
            }
        }
        for (node, point) in self.points.iter().enumerate() {
            if is_alone[node] && !corners.contains(&self.place(point)) {
                curves.push(ContactCurve { points: vec![*point], is_closed: false });
            }
        }
        curves
    }

    /// Takes segments away from a node on to the next branch, or around to the node itself.
    fn walk(&mut self, start: usize, branches: &[bool]) -> Option<Vec<usize>> {
        let mut at = start;
        let mut nodes = vec![start];
        while !self.neighbours[at].is_empty() {
            let next = self.neighbours[at].remove(0);
            self.neighbours[next].retain(|&back| back != at);
            nodes.push(next);
            at = next;
            if branches[at] || at == start {
                break;
            }
        }
        (nodes.len() > 1).then_some(nodes)
    }

    fn curve(&self, mut nodes: Vec<usize>, is_closed: bool) -> ContactCurve {
        if is_closed {
            nodes.pop();
        }
        ContactCurve { points: nodes.iter().map(|&node| self.points[node]).collect(), is_closed }
    }
}
