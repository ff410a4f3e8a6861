//! Answers that are plain fields: each can be read in Python, and pickled.

/// A class of plain fields with a getter for each of those before the semicolon, and with a pickle
/// of all: `_of` makes it again.
macro_rules! answer {
    (
        $(#[$attribute:meta])*
        pub(crate) struct $class:ident {
            $($(#[$doc:meta])* $visible:vis $field:ident: $kind:ty,)+
            $(; $($(#[$note:meta])* $seen:vis $kept:ident: $of:ty,)+)?
        }
    ) => {
        $(#[$attribute])*
        pub(crate) struct $class {
            $($(#[$doc])* #[pyo3(get)] $visible $field: $kind,)+
            $($($(#[$note])* $seen $kept: $of,)+)?
        }

        #[pyo3::pymethods]
        impl $class {
            #[staticmethod]
            #[expect(clippy::allow_attributes, reason = "few classes have so many fields")]
            #[allow(clippy::too_many_arguments)]
            fn _of($($field: $kind,)+ $($($kept: $of,)+)?) -> Self {
                Self { $($field,)+ $($($kept,)+)? }
            }

            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> pyo3::PyResult<(pyo3::Bound<'py, pyo3::PyAny>, ($($kind,)+ $($($of,)+)?))> {
                use pyo3::prelude::*;
                let fields = slf.get();
                let all = ($(fields.$field.clone(),)+ $($(fields.$kept.clone(),)+)?);
                Ok((slf.get_type().getattr("_of")?, all))
            }
        }
    };
}

pub(crate) use answer;
