//! The macro that derives both traits from the list of a type's parts.
//!
//! Oblivious to the types. Invariant: a part that the list lacks is a compile error, since a value is taken apart by a
//! pattern and put together by an expression that have to be complete.

/// Implements [`Encode`](crate::Encode) and [`Decode`](crate::Decode) for structures and enumerations, which are
/// written part by part in the order of the list. A variant is written as its place in the list, so new ones go to its
/// end, or the version of the format changes.
///
/// ```
/// use plica_stable::{ByteReader, Decode, Encode, encodable};
///
/// #[derive(Debug, PartialEq)]
/// struct Site { line: u32, column: u32 }
/// #[derive(Debug, PartialEq)]
/// struct Name(String);
/// #[derive(Debug, PartialEq)]
/// enum Step { Start, Call(Name), Jump { from: Site, to: Site } }
///
/// encodable! {
///     struct Site { line, column }
///     struct Name(text);
///     enum Step { Start, Call(name), Jump { from, to } }
/// }
///
/// let steps = vec![Step::Start, Step::Call(Name("f".into()))];
/// let mut bytes = Vec::new();
/// steps.encode(&mut bytes);
/// assert_eq!(Vec::<Step>::decode(&mut ByteReader::new(&bytes)).unwrap(), steps);
/// ```
///
/// Parts that need more than bytes (terms, conditions) need a context that has more, which is named before the types:
/// `encodable! { ConditionEncoder, ConditionDecoder => struct Edge { condition } }`.
///
/// A forgotten part does not compile:
///
/// ```compile_fail
/// struct Site { line: u32, column: u32 }
/// plica_stable::encodable! { struct Site { line } }
/// ```
///
/// ```compile_fail
/// enum Step { Start, End }
/// plica_stable::encodable! { enum Step { Start } }
/// ```
#[macro_export]
macro_rules! encodable {
    (@items $context:tt) => {};

    (@items $context:tt struct $name:ident { $($field:ident),* $(,)? } $($rest:tt)*) => {
        $crate::encodable!(@structure $context $name { $($field),* } $($field)*);
        $crate::encodable!(@items $context $($rest)*);
    };

    (@items $context:tt struct $name:ident ( $($field:ident),* $(,)? ); $($rest:tt)*) => {
        $crate::encodable!(@structure $context $name ( $($field),* ) $($field)*);
        $crate::encodable!(@items $context $($rest)*);
    };

    (@items $context:tt enum $name:ident {
        $($variant:ident $(( $($place:ident),* $(,)? ))? $({ $($field:ident),* $(,)? })?),* $(,)?
    } $($rest:tt)*) => {
        $crate::encodable!(@enumeration $context $name
            $($variant [ $(( $($place),* ))? $({ $($field),* })? ] [ $($($place)*)? $($($field)*)? ];)*);
        $crate::encodable!(@items $context $($rest)*);
    };

    (@structure ($encoder:path, $decoder:path) $name:ident $parts:tt $($part:ident)*) => {
        impl<E: $encoder> $crate::Encode<E> for $name {
            fn encode(&self, e: &mut E) {
                let $crate::encodable!(@joined $name $parts) = self;
                $($crate::Encode::<E>::encode($part, e);)*
            }
        }

        impl<D: $decoder> $crate::Decode<D> for $name {
            fn decode(d: &mut D) -> ::core::result::Result<Self, $crate::DecodeError> {
                $(let $part = $crate::Decode::<D>::decode(d)?;)*
                Ok($crate::encodable!(@joined $name $parts))
            }
        }
    };

    (@joined $name:ident { $($part:ident),* }) => { $name { $($part),* } };
    (@joined $name:ident ( $($part:ident),* )) => { $name ( $($part),* ) };

    (@enumeration ($encoder:path, $decoder:path) $name:ident $($variant:ident [ $($parts:tt)? ] [ $($part:ident)* ];)*) => {
        const _: () = {
            /// The variants by their places.
            #[allow(dead_code, clippy::enum_variant_names)]
            enum Place { $($variant,)* }

            impl<E: $encoder> $crate::Encode<E> for $name {
                fn encode(&self, e: &mut E) {
                    match self {
                        $($name::$variant $($parts)? => {
                            $crate::ByteEncoder::write_number(e, Place::$variant as u64);
                            $($crate::Encode::<E>::encode($part, e);)*
                        })*
                    }
                }
            }

            impl<D: $decoder> $crate::Decode<D> for $name {
                fn decode(d: &mut D) -> ::core::result::Result<Self, $crate::DecodeError> {
                    match $crate::ByteDecoder::read_number(d)? {
                        $(place if place == Place::$variant as u64 => {
                            $(let $part = $crate::Decode::<D>::decode(d)?;)*
                            Ok($name::$variant $($parts)?)
                        })*
                        place => Err($crate::ByteDecoder::error(
                            d,
                            format!(concat!("{} is no variant of ", stringify!($name)), place),
                        )),
                    }
                }
            }
        };
    };

    (struct $($rest:tt)*) => {
        $crate::encodable!(@items ($crate::ByteEncoder, $crate::ByteDecoder) struct $($rest)*);
    };

    (enum $($rest:tt)*) => {
        $crate::encodable!(@items ($crate::ByteEncoder, $crate::ByteDecoder) enum $($rest)*);
    };

    ($encoder:path, $decoder:path => $($rest:tt)*) => {
        $crate::encodable!(@items ($encoder, $decoder) $($rest)*);
    };
}
