//! Vectors of three registers. Written as loops over components: a closure would be a function of
//! its own, compiled without the instruction set, and every operation in it a call.

use obbtree_simd::Lanes;

pub(crate) type Vector<S> = [<S as Lanes>::F; 3];

#[inline(always)]
pub(crate) fn dot<S: Lanes>(simd: S, p: &Vector<S>, q: &Vector<S>) -> S::F {
    let sum = simd.mul(p[0], q[0]);
    let sum = simd.mul_add(p[1], q[1], sum);
    simd.mul_add(p[2], q[2], sum)
}

#[inline(always)]
pub(crate) fn sub<S: Lanes>(simd: S, p: &Vector<S>, q: &Vector<S>) -> Vector<S> {
    let mut difference = *p;
    for k in 0..3 {
        difference[k] = simd.sub(p[k], q[k]);
    }
    difference
}

#[inline(always)]
pub(crate) fn negative<S: Lanes>(simd: S, v: &Vector<S>) -> Vector<S> {
    let zero = simd.splat(0.0);
    sub(simd, &[zero; 3], v)
}

/// `p + t v`.
#[inline(always)]
pub(crate) fn add_times<S: Lanes>(simd: S, p: &Vector<S>, t: S::F, v: &Vector<S>) -> Vector<S> {
    let mut sum = *p;
    for k in 0..3 {
        sum[k] = simd.mul_add(t, v[k], p[k]);
    }
    sum
}

/// `p - t v`.
#[inline(always)]
pub(crate) fn sub_times<S: Lanes>(simd: S, p: &Vector<S>, t: S::F, v: &Vector<S>) -> Vector<S> {
    let mut difference = *p;
    for k in 0..3 {
        difference[k] = simd.neg_mul_add(t, v[k], p[k]);
    }
    difference
}

/// `|x| + |y| + |z|`.
#[inline(always)]
pub(crate) fn norm_1<S: Lanes>(simd: S, v: &Vector<S>) -> S::F {
    simd.add(simd.add(simd.abs(v[0]), simd.abs(v[1])), simd.abs(v[2]))
}
