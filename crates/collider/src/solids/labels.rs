//! What is known of the pieces of two surfaces, and what follows for the solids.
//!
//! # Lemma
//!
//! Cut each of two surfaces by the other. A *piece* is a connected part of one that has no point of
//! the other; parts of both surfaces in one plane face alike or oppositely. With two solids,
//!
//! * the insides share a point if and only if a piece of one is inside the other, or a common part
//!   faces alike;
//! * A has inner points outside of B if and only if a piece of A is outside of B, a piece of B is
//!   inside A, or a common part faces oppositely; and so for B.
//!
//! *Proof.* Each of these sets of points is open and bounded. If it is not empty, its border has a
//! part of a surface. At a point of it that is on no edge one side is in the set and
//! the other is not. If the point is on A's surface alone, B's label is the same on both sides, and
//! A's differs: the piece there is one that is named. If it is on both, both labels change: alike
//! for the shared inside; oppositely, or with the set on one side of the two, for the others, where
//! a common part that faces alike has inside with inside and outside with outside. Conversely each
//! piece that is named has such points beside it. *End.*

/// Whether a piece of a surface is inside the other solid or outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    In,
    Out,
}

/// Which kinds of pieces were seen.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Labels {
    /// Of A and B: some piece inside the other, some outside.
    pieces: [[bool; 2]; 2],
    /// Common parts that face alike, and oppositely.
    alike: bool,
    opposite: bool,
    /// The surfaces cross.
    pub(crate) cross: bool,
}

impl Labels {
    pub(crate) fn piece(&mut self, body: usize, side: Side) {
        self.pieces[body][usize::from(side == Side::Out)] = true;
    }

    /// A common part, with the sign of the product of the outward normals.
    pub(crate) fn common(&mut self, facing: i8) {
        self.alike |= facing > 0;
        self.opposite |= facing < 0;
    }

    /// All four quadrants are around a line where the surfaces cross.
    pub(crate) fn crossing(&mut self) {
        self.cross = true;
        self.pieces = [[true; 2]; 2];
    }

    pub(crate) fn has(&self, body: usize, side: Side) -> bool {
        self.pieces[body][usize::from(side == Side::Out)]
    }

    /// Of two solids: do they share inner points, and have A and B inner points of their own?
    pub(crate) fn of_solids(&self) -> (bool, [bool; 2]) {
        let [[a_in, a_out], [b_in, b_out]] = self.pieces;
        let shared = a_in || b_in || self.alike;
        (shared, [a_out || b_in || self.opposite, b_out || a_in || self.opposite])
    }

    /// Is nothing left that further pieces could tell? Of two solids; of a solid and a sheet its
    /// pieces alone tell, and of two sheets where they cross.
    pub(crate) fn is_all_known(&self, is_solid: [bool; 2]) -> bool {
        match is_solid {
            [true, true] => self.of_solids() == (true, [true; 2]),
            [true, false] => self.pieces[1] == [true; 2],
            [false, true] => self.pieces[0] == [true; 2],
            [false, false] => self.cross,
        }
    }
}
