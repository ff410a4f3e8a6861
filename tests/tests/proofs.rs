//! Rounding bounds that stand beside their lemmas in the code, proven by Gappa for the constants
//! of the code.
//!
//! Each file of `tests/proofs` says which lemma it restates and what of it stays by hand. A proof
//! that could not fail would prove nothing: each claimed constant is made smaller until Gappa
//! refuses.

use obbtree_tests::gappa::{Proof, Role};
use rayon::prelude::*;

/// Least shares are found to within 2^-7.
const BITS_OF_SHARES: u32 = 7;

#[test]
#[cfg_attr(not(gappa), ignore = "needs Gappa (Debian's package gappa)")]
fn gappa_proves_the_bounds_and_refuses_smaller_ones() {
    // Each claim is a program run on its own.
    let rows: Vec<String> = Proof::all().par_iter().flat_map_iter(rows).collect();
    println!("| proof | constant | value | share of it that Gappa needs |\n|---|---|---|---|");
    println!("{}", rows.join("\n"));
    assert!(!rows.is_empty());
}

/// Checks a proof; a row of the table for each constant that it claims.
fn rows(proof: &Proof) -> Vec<String> {
    assert!(proof.holds(), "{}: not proven with the constants of the code", proof.name);
    let claimed = proof.constants.iter().enumerate().filter(|(_, each)| each.role != Role::Given);
    claimed
        .map(|(index, constant)| {
            let (proof_name, name, value) = (&proof.name, &constant.name, constant.value);
            let is_claimed = !proof.holds_with(index, constant.too_small_a_share());
            assert!(is_claimed, "{proof_name}: proven with next to nothing for {name}");
            let share = proof.least_share(index, BITS_OF_SHARES);
            format!("| `{proof_name}` | `{name}` in `{}` | {value:e} | {share:.2} |", constant.file)
        })
        .collect()
}

/// `HADAMARD` of the filter, and the 4 of the leaf kernel's `V`: the 3 x 3 determinants of
/// entries within -1 and 1 reach 4. A determinant is affine in each entry, so its extremes are at
/// matrices of 1 and -1: all 512 of them.
#[test]
fn determinants_of_entries_within_one_reach_four() {
    let entry = |bits: u32, n: u32| if bits >> n & 1 == 1 { 1 } else { -1 };
    let determinant = |bits: u32| {
        let [a, b, c, d, e, f, g, h, i] = std::array::from_fn(|n| entry(bits, n as u32));
        a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
    };
    let most = (0..512).map(|bits| i32::abs(determinant(bits))).max();
    assert_eq!(most, Some(4));
    let hadamard =
        obbtree_tests::constants::constant("crates/predicates/src/tri_tri/filter.rs", "HADAMARD");
    assert_eq!(hadamard, 4.0);
}
