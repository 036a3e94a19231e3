//! Harnesses for plica: inputs of any type, assumptions, proofs.
//!
//! A function marked `#[plica::proof]` is a program of its own: `any()` is an unknown input, `assume` restricts it,
//! and every panic is an error. What is written for Kani has the same names here. Nothing has to be added to a crate's
//! manifest: plica compiles this file and gives it to the compiler.

use core::ffi::{CStr, c_char, c_int, c_void};

pub use plica_macros::{Arbitrary, proof, should_panic, solver, unwind};

extern "C" {
    fn plica_make_symbolic(object: *mut c_void, size: usize, name: *const c_char);
    fn plica_assume(condition: c_int);
}

/// Types that have unknown values.
pub trait Arbitrary: Sized {
    /// Any valid value of the type.
    fn any() -> Self;

    /// An array of any values.
    fn any_array<const N: usize>() -> [Self; N] {
        core::array::from_fn(|_| Self::any())
    }
}

/// An unknown input.
#[inline(never)]
pub fn any<T: Arbitrary>() -> T {
    T::any()
}

/// An unknown input for which `condition` holds.
pub fn any_where<T: Arbitrary, F: FnOnce(&T) -> bool>(condition: F) -> T {
    let value = T::any();
    assume(condition(&value));
    value
}

/// Only inputs for which `condition` holds go on.
#[inline(never)]
pub fn assume(condition: bool) {
    unsafe { plica_assume(condition as c_int) }
}

/// `condition` is claimed to hold.
#[track_caller]
pub fn assert(condition: bool, message: &'static str) {
    assert!(condition, "{}", message);
}

/// Marks a condition that some input should meet. It has no effect on what is found.
#[macro_export]
macro_rules! cover {
    () => {};
    ($condition:expr $(, $($message:tt)*)?) => { if false { let _: bool = $condition; } };
}

/// A value of a type of which every pattern of bits is a value.
#[inline(never)]
unsafe fn bytes<T>(name: &'static CStr) -> T {
    let mut value = core::mem::MaybeUninit::<T>::uninit();
    plica_make_symbolic(value.as_mut_ptr().cast(), size_of::<T>(), name.as_ptr());
    value.assume_init()
}

macro_rules! numbers {
    ($($t:ident $function:ident)*) => {
        extern "C" { $(fn $function(name: *const c_char) -> $t;)* }
        $(impl Arbitrary for $t {
            fn any() -> $t {
                unsafe { $function(concat!(stringify!($t), "\0").as_ptr().cast()) }
            }
            fn any_array<const N: usize>() -> [$t; N] {
                unsafe { bytes(CStr::from_bytes_with_nul_unchecked(concat!(stringify!($t), "s\0").as_bytes())) }
            }
        })*
    };
}
numbers! {
    u8 plica_uchar u16 plica_ushort u32 plica_uint u64 plica_ulong usize plica_size
    i8 plica_schar i16 plica_short i32 plica_int i64 plica_long isize plica_longlong
    f32 plica_float f64 plica_double
}

macro_rules! wide {
    ($($t:ident)*) => { $(
        impl Arbitrary for $t {
            fn any() -> $t {
                unsafe { bytes(CStr::from_bytes_with_nul_unchecked(concat!(stringify!($t), "\0").as_bytes())) }
            }
        }
    )* };
}
wide! { u128 i128 }

macro_rules! non_zero {
    ($($t:ident)*) => { $(
        impl Arbitrary for core::num::$t {
            fn any() -> Self {
                let number = Arbitrary::any();
                assume(number != 0);
                unsafe { Self::new_unchecked(number) }
            }
        }
    )* };
}
non_zero! {
    NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroU128 NonZeroUsize
    NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroI128 NonZeroIsize
}

impl Arbitrary for bool {
    fn any() -> bool {
        unsafe { plica_uchar(c"bool".as_ptr()) & 1 == 1 }
    }
}

impl Arbitrary for char {
    fn any() -> char {
        let code = unsafe { plica_uint(c"char".as_ptr()) };
        assume(code < 0xD800 || code > 0xDFFF && code < 0x110000);
        unsafe { char::from_u32_unchecked(code) }
    }
}

impl<T: Arbitrary, const N: usize> Arbitrary for [T; N] {
    fn any() -> [T; N] {
        T::any_array()
    }
}

impl<T: Arbitrary> Arbitrary for Option<T> {
    fn any() -> Option<T> {
        if bool::any() { Some(T::any()) } else { None }
    }
}

impl<T: Arbitrary, E: Arbitrary> Arbitrary for Result<T, E> {
    fn any() -> Result<T, E> {
        if bool::any() { Ok(T::any()) } else { Err(E::any()) }
    }
}

impl<T: Arbitrary> Arbitrary for Box<T> {
    fn any() -> Box<T> {
        Box::new(T::any())
    }
}

impl<T> Arbitrary for core::marker::PhantomData<T> {
    fn any() -> Self {
        core::marker::PhantomData
    }
}

impl Arbitrary for core::time::Duration {
    fn any() -> Self {
        let nanos = any_where(|n: &u32| *n < 1_000_000_000);
        core::time::Duration::new(u64::any(), nanos)
    }
}

impl Arbitrary for core::cmp::Ordering {
    fn any() -> Self {
        match any_where(|n: &i8| (-1..=1).contains(n)) {
            -1 => core::cmp::Ordering::Less,
            0 => core::cmp::Ordering::Equal,
            _ => core::cmp::Ordering::Greater,
        }
    }
}

macro_rules! tuples {
    ($(($($t:ident)*))*) => { $(
        impl<$($t: Arbitrary),*> Arbitrary for ($($t,)*) {
            fn any() -> Self { ($($t::any(),)*) }
        }
    )* };
}
tuples! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

/// Types whose values have a size, up to a bound.
pub trait BoundedArbitrary: Sized {
    /// Any value of a size of at most `N`.
    fn bounded_any<const N: usize>() -> Self;
}

/// An unknown input of a size of at most `N`.
pub fn bounded_any<T: BoundedArbitrary, const N: usize>() -> T {
    T::bounded_any::<N>()
}

impl<T: Arbitrary> BoundedArbitrary for Vec<T> {
    fn bounded_any<const N: usize>() -> Vec<T> {
        vec::any_vec::<T, N>()
    }
}

impl BoundedArbitrary for String {
    fn bounded_any<const N: usize>() -> String {
        let bytes = vec::any_vec::<u8, N>();
        let text = String::from_utf8(bytes);
        assume(text.is_ok());
        text.unwrap_or_default()
    }
}

impl<T: Arbitrary> BoundedArbitrary for Box<[T]> {
    fn bounded_any<const N: usize>() -> Box<[T]> {
        vec::any_vec::<T, N>().into_boxed_slice()
    }
}

/// Vectors.
pub mod vec {
    use super::{Arbitrary, any_where};

    /// Any vector of at most `N` elements.
    pub fn any_vec<T: Arbitrary, const N: usize>() -> Vec<T> {
        let mut all = Vec::from(T::any_array::<N>());
        all.truncate(any_where(|length: &usize| *length <= N));
        all
    }

    /// Any vector of `N` elements.
    pub fn exact_vec<T: Arbitrary, const N: usize>() -> Vec<T> {
        Vec::from(T::any_array::<N>())
    }
}

/// Slices.
pub mod slice {
    use super::{any_where, assume};

    /// Any part of an array.
    pub fn any_slice_of_array<T, const N: usize>(array: &[T; N]) -> &[T] {
        let (from, to) = any_part(N);
        &array[from..to]
    }

    /// Any part of an array that can be changed.
    pub fn any_slice_of_array_mut<T, const N: usize>(array: &mut [T; N]) -> &mut [T] {
        let (from, to) = any_part(N);
        &mut array[from..to]
    }

    fn any_part(length: usize) -> (usize, usize) {
        let from: usize = super::any();
        let to = any_where(|to: &usize| *to <= length);
        assume(from <= to);
        (from, to)
    }
}
