//! Numbers of options, checked as they are read.

/// The most threads that can be requested: more than any machine has cores, few enough to be
/// started.
const MOST_THREADS: usize = 1024;

fn number<T: std::str::FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_| format!("'{text}' is not a number that can be used here"))
}

/// A number of things, at least one.
pub(crate) fn positive(text: &str) -> Result<usize, String> {
    match number(text)? {
        0 => Err("at least 1 is needed".to_owned()),
        count => Ok(count),
    }
}

/// A number of samples of a line: at least both of its ends.
pub(crate) fn both_ends(text: &str) -> Result<usize, String> {
    match number(text)? {
        0 | 1 => Err("at least 2 are needed, for both ends".to_owned()),
        count => Ok(count),
    }
}

/// A number of threads; 0 for as many as there are cores.
pub(crate) fn threads(text: &str) -> Result<usize, String> {
    let threads = number(text)?;
    if threads <= MOST_THREADS { Ok(threads) } else { Err(format!("at most {MOST_THREADS}")) }
}

/// 0 or more, infinity among them.
pub(crate) fn not_negative(text: &str) -> Result<f64, String> {
    let number: f64 = number(text)?;
    if number >= 0.0 { Ok(number) } else { Err(format!("{number} is not 0 or more")) }
}

/// A length above 0.
pub(crate) fn length(text: &str) -> Result<f64, String> {
    above_zero(text, "a finite length")
}

/// A velocity, acceleration or share above 0.
pub(crate) fn rate(text: &str) -> Result<f64, String> {
    above_zero(text, "a finite number")
}

fn above_zero(text: &str, what: &str) -> Result<f64, String> {
    let number: f64 = number(text)?;
    let is_above = number > 0.0 && number.is_finite();
    if is_above { Ok(number) } else { Err(format!("{number} is not {what} above 0")) }
}

/// Three numbers with spaces or commas between them.
pub(crate) fn three_numbers(text: &str) -> Result<[f64; 3], String> {
    let words = text.split([' ', ',']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<f64>> = words.map(|word| word.parse().ok()).collect();
    numbers
        .filter(|numbers| numbers.iter().all(|number| number.is_finite()))
        .and_then(|numbers| numbers.try_into().ok())
        .ok_or_else(|| "three finite numbers like \"0 0.5 -1\" are needed".to_owned())
}

/// Three numbers, of which one at least is large enough to divide by.
pub(crate) fn direction(text: &str) -> Result<[f64; 3], String> {
    let numbers = three_numbers(text)?;
    if numbers.iter().any(|number| number.abs() >= f64::MIN_POSITIVE) {
        Ok(numbers)
    } else {
        Err(format!("a direction is longer than {:e}", f64::MIN_POSITIVE))
    }
}
