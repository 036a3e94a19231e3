//! Harnesses for plica: inputs of any type, assumptions, proofs.
//!
//! A function marked `#[plica::proof]` is a program of its own: `any()` is an unknown input, `assume` restricts it,
//! and every panic is an error. What is written for Kani has the same names here. Nothing has to be added to a crate's
//! manifest: plica compiles this file and gives it to the compiler.

use core::ffi::{CStr, c_char, c_int, c_void};

pub use plica_macros::{
    Arbitrary, ensures, modifies, proof, proof_for_contract, recursion, requires, should_panic, solver, stub,
    stub_verified, unwind,
};

extern "C" {
    fn plica_make_symbolic(object: *mut c_void, size: usize, name: *const c_char);
    fn plica_assume(condition: c_int);
    fn plica_entry_elements() -> usize;
}

/// What proofs return.
pub trait Ended {
    /// Is that how it should end?
    fn ended(self);
}

impl Ended for () {
    fn ended(self) {}
}

impl<T, E: core::fmt::Debug> Ended for Result<T, E> {
    #[track_caller]
    fn ended(self) {
        if let Err(error) = self {
            panic!("the proof returns an error: {error:?}");
        }
    }
}

/// Types that have unknown values.
pub trait Arbitrary: Sized {
    /// Any valid value of the type.
    fn any() -> Self;

    /// An array of any values.
    fn any_array<const N: usize>() -> [Self; N] {
        core::array::from_fn(|_| Self::any())
    }

    /// A vector of so many values.
    fn any_elements(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self::any()).collect()
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

/// One thing follows from another.
#[macro_export]
macro_rules! implies {
    ($one:expr => $other:expr) => { !($one) || ($other) };
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
            fn any_elements(count: usize) -> Vec<$t> {
                let mut all = Vec::with_capacity(count);
                unsafe {
                    let name = concat!(stringify!($t), "s\0").as_ptr().cast();
                    plica_make_symbolic(all.as_mut_ptr() as *mut c_void, count * size_of::<$t>(), name);
                    all.set_len(count);
                }
                all
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

macro_rules! around {
    ($($t:ty)*) => { $(
        impl<T: Arbitrary> Arbitrary for $t {
            fn any() -> Self { <$t>::new(T::any()) }
        }
    )* };
}
around! {
    Box<T> std::rc::Rc<T> std::sync::Arc<T> std::cell::Cell<T> std::cell::RefCell<T>
}

/// Vectors, slices and texts are as long as `--entry-elements` allows, which the verdict then names.
impl<T: Arbitrary> Arbitrary for Vec<T> {
    fn any() -> Vec<T> {
        let most = unsafe { plica_entry_elements() };
        let mut all = T::any_elements(most);
        all.truncate(any_where(|length: &usize| *length <= most));
        all
    }
}

impl Arbitrary for String {
    fn any() -> String {
        text(Arbitrary::any())
    }
}

impl<T: Arbitrary> Arbitrary for &'static [T] {
    fn any() -> Self {
        <Vec<T> as Arbitrary>::any().leak()
    }
}

impl<T: Arbitrary> Arbitrary for &'static mut [T] {
    fn any() -> Self {
        <Vec<T> as Arbitrary>::any().leak()
    }
}

impl Arbitrary for &'static str {
    fn any() -> Self {
        <String as Arbitrary>::any().leak()
    }
}

impl<T: Arbitrary> Arbitrary for &'static T {
    fn any() -> Self {
        Box::leak(Box::new(T::any()))
    }
}

impl<T: Arbitrary> Arbitrary for &'static mut T {
    fn any() -> Self {
        Box::leak(Box::new(T::any()))
    }
}

/// The text of bytes that are one.
fn text(bytes: Vec<u8>) -> String {
    assume(is_text(&bytes));
    unsafe { String::from_utf8_unchecked(bytes) }
}

/// Are these bytes UTF-8? Decides nothing on the way: one formula says it.
fn is_text(bytes: &[u8]) -> bool {
    let (mut valid, mut open, mut least, mut most) = (true, 0u8, 0x80u8, 0xBFu8);
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        let first = open == 0;
        let (two, three) = ((byte >= 0xC2) & (byte <= 0xDF), (byte >= 0xE0) & (byte <= 0xEF));
        let four = (byte >= 0xF0) & (byte <= 0xF4);
        valid &= (first & ((byte < 0x80) | two | three | four)) | (!first & (byte >= least) & (byte <= most));
        let more = two as u8 + 2 * three as u8 + 3 * four as u8;
        open = first as u8 * more + !first as u8 * (open.wrapping_sub(1) & 3);
        least = 0x80 + 0x20 * (first & (byte == 0xE0)) as u8 + 0x10 * (first & (byte == 0xF0)) as u8;
        most = 0xBF - 0x20 * (first & (byte == 0xED)) as u8 - 0x30 * (first & (byte == 0xF4)) as u8;
        at += 1;
    }
    valid & (open == 0)
}

macro_rules! functions {
    ($(($($t:ident)*))*) => { $(
        impl<Function, Result, $($t: Arbitrary),*> Entry<($($t,)*)> for Function
        where
            Function: FnOnce($($t),*) -> Result,
        {
            fn call(self) {
                drop(self($($t::any()),*));
            }
        }
    )* };
}

/// Functions that can be called with any arguments.
pub trait Entry<Arguments> {
    /// Calls it.
    fn call(self);
}
functions! { () (A) (A B) (A B C) (A B C D) (A B C D E) (A B C D E F) (A B C D E F G) (A B C D E F G H) }

/// Calls a function with any arguments.
pub fn entry<Arguments, Function: Entry<Arguments>>(function: Function) {
    function.call();
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
        text(vec::any_vec::<u8, N>())
    }
}

impl<T: Arbitrary> BoundedArbitrary for Option<T> {
    fn bounded_any<const N: usize>() -> Option<T> {
        Arbitrary::any()
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
