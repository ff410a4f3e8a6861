//! Pickles of answers that are plain fields.

/// Gives a class of plain fields a pickle of these: `_of` makes it again.
macro_rules! pickled {
    ($class:ident { $($field:ident: $kind:ty),+ $(,)? }) => {
        #[pyo3::pymethods]
        impl $class {
            #[staticmethod]
            #[expect(clippy::allow_attributes, reason = "few classes have so many fields")]
            #[allow(clippy::too_many_arguments)]
            fn _of($($field: $kind),+) -> Self {
                Self { $($field),+ }
            }

            fn __reduce__<'py>(
                slf: &pyo3::Bound<'py, Self>,
            ) -> pyo3::PyResult<(pyo3::Bound<'py, pyo3::PyAny>, ($($kind,)+))> {
                use pyo3::prelude::*;
                let fields = slf.get();
                Ok((slf.get_type().getattr("_of")?, ($(fields.$field.clone(),)+)))
            }
        }
    };
}

pub(crate) use pickled;
