//! An expression for three coordinates.

/// The values of an expression for 0, 1 and 2. (A closure would not be compiled for the instruction
/// set: see `Kernel`.)
macro_rules! three {
    ($k:ident => $value:expr) => {
        [
            {
                let $k = 0_usize;
                $value
            },
            {
                let $k = 1_usize;
                $value
            },
            {
                let $k = 2_usize;
                $value
            },
        ]
    };
}
