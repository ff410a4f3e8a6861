//! Conditions on polynomials in time, and the first time at which one holds.

use super::polynomial::Polynomial;
use super::time::Time;

/// All of `zero` are 0, and all of `not_negative` at least 0.
#[derive(Debug)]
pub(crate) struct Condition {
    pub(crate) zero: Vec<Polynomial>,
    pub(crate) not_negative: Vec<Polynomial>,
}

impl Condition {
    pub(crate) fn holds_at(&self, time: &mut Time) -> bool {
        self.zero.iter().all(|p| time.sign_of(p) == 0)
            && self.not_negative.iter().all(|p| time.sign_of(p) >= 0)
    }

    fn polynomials(&self) -> impl Iterator<Item = &Polynomial> {
        self.zero.iter().chain(&self.not_negative)
    }
}

/// How two moving things meet: where they span space by one condition, where they do not by one of
/// several.
pub(crate) struct Meeting {
    /// Zero wherever they meet.
    pub(crate) coplanar: Polynomial,
    /// All zero where they span no plane.
    pub(crate) normal: Vec<Polynomial>,
    /// Do they meet, where the normal is not zero?
    pub(crate) in_plane: Condition,
    /// And where it is?
    pub(crate) on_line: Vec<Condition>,
}

impl Meeting {
    /// The first time from 0 to 1 at which they meet.
    ///
    /// They meet only where `coplanar` is zero: at its roots. If it is zero always, the times at
    /// which they meet are a closed set, whose first element is 0 or the root of one of the
    /// polynomials that the conditions are about: between roots no sign changes. Times closer than
    /// 2^-52 count as one in their order.
    pub(crate) fn first(&self) -> Option<Time> {
        let mut times = vec![Time::zero()];
        if self.coplanar.is_zero() {
            let of_conditions =
                self.on_line.iter().chain([&self.in_plane]).flat_map(Condition::polynomials);
            for polynomial in self.normal.iter().chain(of_conditions) {
                times.extend(Time::roots(polynomial));
            }
        } else {
            times = Time::roots(&self.coplanar);
        }
        times.sort_by(|one, other| one.earliest().total_cmp(&other.earliest()));
        times.into_iter().find_map(|mut time| self.holds_at(&mut time).then_some(time))
    }

    fn holds_at(&self, time: &mut Time) -> bool {
        if self.normal.iter().all(|p| time.sign_of(p) == 0) {
            self.on_line.iter().any(|condition| condition.holds_at(time))
        } else {
            self.in_plane.holds_at(time)
        }
    }
}
