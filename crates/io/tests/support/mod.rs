//! What the tests of several formats share.

/// Calls with the bytes cut off at every place, and with every byte changed in four ways.
pub(crate) fn for_each_damage(bytes: &[u8], mut read: impl FnMut(&[u8])) {
    for at in 0..bytes.len() {
        read(&bytes[..at]);
        for change in [1, 0x10, 0x80, 0xff] {
            let mut damaged = bytes.to_vec();
            damaged[at] ^= change;
            read(&damaged);
        }
    }
}
