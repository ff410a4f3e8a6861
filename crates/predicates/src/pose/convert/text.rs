//! Poses as text, the way files and command lines give them.

use std::str::FromStr;

use crate::pose::{Pose, PoseError};

/// 7, 12 or 16 numbers apart by spaces or commas; see [`PoseError::Count`] for their meaning.
impl FromStr for Pose {
    type Err = PoseError;

    fn from_str(text: &str) -> Result<Self, PoseError> {
        let numbers = text
            .split(|c: char| c.is_whitespace() || c == ',')
            .filter(|word| !word.is_empty())
            .map(|word| word.parse().map_err(|_| PoseError::NotANumber(word.to_owned())))
            .collect::<Result<Vec<f64>, PoseError>>()?;
        if let Ok(values) = <[f64; 7]>::try_from(&numbers[..]) {
            Self::from_translation_quaternion(values)
        } else if let Ok(rows) = <[f64; 12]>::try_from(&numbers[..]) {
            Self::from_rows(rows)
        } else if let Ok(rows) = <[f64; 16]>::try_from(&numbers[..]) {
            Self::from_rows4(rows)
        } else {
            Err(PoseError::Count(numbers.len()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_three_written_forms_agree() {
        let seven: Pose = "1 2 3 0 0 0 1".parse().unwrap();
        let twelve: Pose = "1 0 0 1, 0 1 0 2, 0 0 1 3".parse().unwrap();
        let sixteen: Pose = "1 0 0 1 0 1 0 2 0 0 1 3 0 0 0 1".parse().unwrap();
        assert_eq!(seven, Pose::from_translation([1.0, 2.0, 3.0]).unwrap());
        assert_eq!(seven, twelve);
        assert_eq!(twelve, sixteen);
    }

    #[test]
    fn what_is_no_rigid_motion_is_refused_with_its_value() {
        let check = |text: &str, part: &str| {
            let message = text.parse::<Pose>().unwrap_err().to_string();
            assert!(message.contains(part), "{text}: {message}");
        };
        check("1 0 0 0 0 1 0 0 0 0 -1 0", "mirrors");
        check("2 0 0 0 0 2 0 0 0 0 2 0", "not a rotation");
        check("1 0 0 NaN 0 1 0 0 0 0 1 0", "[0][3] is NaN");
        check("1 0 0 0 0 1 0 inf 0 0 1 0", "[1][3] is inf");
        check("1 0 0 0 0 1 0 1e80 0 0 1 0", "1e80");
        check("0 0 0 0 0 0 2", "norm 2");
        check("0 0 0 0 0 0 0", "norm 0");
        check("1 2 3", "not 3");
        check("", "not 0");
        check("1 0 0 0 0 1 0 x 0 0 1 0", "'x' is not a number");
        check("1 0 0 0 0 1 0 0 0 0 1 0 0 0 1 1", "last row");
    }
}
