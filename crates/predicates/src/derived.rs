//! Implementations that follow from a list of fields, or from another one.

/// Implements `+=` field by field; a field that is left out does not compile.
#[macro_export]
macro_rules! add_fields {
    ($type:ty: $($field:ident),+) => {
        impl ::std::ops::AddAssign for $type {
            fn add_assign(&mut self, other: Self) {
                let Self { $($field),+ } = other;
                $(self.$field += $field;)+
            }
        }
    };
}

/// Implements the other comparisons by [`Ord`].
#[macro_export]
macro_rules! compare_by_ord {
    ($type:ty) => {
        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<::std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                self.cmp(other).is_eq()
            }
        }

        impl Eq for $type {}
    };
}
