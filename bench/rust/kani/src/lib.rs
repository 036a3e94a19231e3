//! Harnesses in the manner of Kani's tutorial, which `plica cargo` checks as they are: those marked `fails` are
//! violated, the others hold.

#![allow(dead_code, clippy::all)]

fn estimate_size(x: u32) -> u32 {
    if x < 256 {
        if x < 128 {
            return 1;
        } else {
            return 3;
        }
    } else if x < 1024 {
        if x > 1022 {
            panic!("Oh no, a failing corner case!");
        } else {
            return 5;
        }
    } else {
        if x < 2048 {
            return 7;
        } else {
            return 9;
        }
    }
}

#[cfg(kani)]
#[kani::proof]
fn check_estimate_size() {
    // fails
    let x: u32 = kani::any();
    estimate_size(x);
}

#[cfg(kani)]
#[kani::proof]
fn verify_success() {
    let x: u32 = kani::any();
    kani::assume(x < 1023);
    let y = estimate_size(x);
    assert!(y < 10);
}

#[cfg(kani)]
#[kani::proof]
#[kani::should_panic]
fn will_fail() {
    let x: u32 = kani::any();
    kani::assume(x == 1023);
    estimate_size(x);
}

#[cfg(kani)]
#[kani::should_panic]
#[kani::proof]
fn should_panic_above() {
    let v: Option<u8> = None;
    v.unwrap();
}

#[cfg(kani)]
#[kani::proof]
#[kani::should_panic]
fn should_panic_but_does_not() {
    // fails
    let x: u8 = kani::any();
    assert!(x as u32 <= 255);
}

// kinds of failure
fn get_wrapped(i: usize, a: &[u32]) -> u32 {
    if a.len() == 0 {
        return 0;
    }
    let idx = i % a.len();
    return a[idx];
}
fn get_wrapped_bad(i: usize, a: &[u32]) -> u32 {
    if a.len() == 0 {
        return 0;
    }
    let idx = i % a.len() + 1;
    return unsafe { *a.as_ptr().add(idx) };
}
#[cfg(kani)]
#[kani::proof]
fn bound_check() {
    let size: usize = 10;
    kani::assume(size < 4096);
    let index: usize = kani::any();
    let array: Vec<u32> = vec![0; size];
    get_wrapped(index, &array);
}
#[cfg(kani)]
#[kani::proof]
fn bound_check_bad() {
    // fails
    let index: usize = kani::any();
    let array = vec![0u32; 10];
    get_wrapped_bad(index, &array);
}

fn find_midpoint(low: u32, high: u32) -> u32 {
    (low + high) / 2
}
#[cfg(kani)]
#[kani::proof]
fn midpoint_overflow() {
    // fails
    let (a, b): (u32, u32) = (kani::any(), kani::any());
    find_midpoint(a, b);
}

// loop unwinding
fn initialize_prefix(length: usize, buffer: &mut [u8]) {
    if length > buffer.len() {
        return;
    }
    for i in 0..=length {
        buffer[i] = 0;
    }
}
#[cfg(kani)]
#[kani::proof]
#[kani::unwind(11)]
fn check_initialize_prefix() {
    // fails
    const LIMIT: usize = 10;
    let mut buffer: [u8; LIMIT] = [1; LIMIT];
    let length = kani::any();
    kani::assume(length <= LIMIT);
    initialize_prefix(length, &mut buffer);
}

// nondeterministic variables
pub type ProductId = u32;
#[derive(kani::Arbitrary, Copy, Clone, Debug, PartialEq)]
pub enum Rating {
    One,
    Two,
    Three,
}
#[derive(kani::Arbitrary, Debug, Clone, PartialEq)]
pub enum Shape {
    Circle { r: u8 },
    Rect(u8, u8),
    Empty,
}
impl Rating {
    pub fn as_int(&self) -> u8 {
        match self {
            Rating::One => 1,
            Rating::Two => 2,
            Rating::Three => 3,
        }
    }
}
#[cfg_attr(kani, derive(kani::Arbitrary))]
#[derive(Debug, Clone)]
pub struct Inventory<T> {
    pub id: T,
    pub rating: Option<Rating>,
    pub count: [u16; 2],
}

#[cfg(kani)]
mod verification {
    use super::*;
    #[kani::proof]
    pub fn check_rating() {
        let r: Rating = kani::any();
        assert!((1..=3).contains(&r.as_int()));
        kani::cover!(r.as_int() == 3, "three is possible");
    }
    #[kani::proof]
    fn check_shape() {
        // fails
        let s: Shape = kani::any();
        match s {
            Shape::Circle { r } => assert!(r < 255),
            Shape::Rect(a, b) => assert!(a as u32 * b as u32 != 77),
            Shape::Empty => {}
        }
    }
    #[kani::proof]
    fn generic_struct() {
        let s: Inventory<u64> = kani::any();
        let t = s.clone();
        assert!(t.id == s.id && t.count == s.count && t.rating == s.rating);
    }
    #[kani::proof]
    fn any_where_() {
        let n: i32 = kani::any_where(|x| *x > 0 && *x < 1000);
        assert!(n * n > 0);
    }
    #[kani::proof]
    #[kani::unwind(6)]
    #[kani::solver(cadical)]
    fn vec_sorted() {
        let mut v = kani::vec::any_vec::<i16, 4>();
        v.sort();
        assert!(v.windows(2).all(|w| w[0] <= w[1]));
    }
    #[kani::proof]
    fn exact_vec() {
        let v = kani::vec::exact_vec::<u8, 3>();
        assert!(v.len() == 3);
    }
    #[kani::proof]
    fn slices() {
        let arr: [u8; 5] = kani::any();
        let s = kani::slice::any_slice_of_array(&arr);
        if !s.is_empty() {
            assert!(arr.contains(&s[0]));
        }
        let mut a2 = arr;
        let m = kani::slice::any_slice_of_array_mut(&mut a2);
        m.reverse();
        assert!(m.len() <= 5);
    }
    #[kani::proof]
    fn bounded() {
        let s: String = kani::bounded_any::<_, 3>();
        assert!(s.len() <= 3 && s.chars().count() <= s.len());
    }
    fn modify(x: &mut u32, d: u32) -> Result<u32, &'static str> {
        let o = *x;
        *x = x.checked_add(d).ok_or("overflow")?;
        Ok(o)
    }
    #[kani::proof]
    fn by_mut() {
        let mut x: u32 = kani::any();
        let before = x;
        let d = kani::any();
        match modify(&mut x, d) {
            Ok(o) => assert!(o == before && x >= before),
            Err(_) => assert!(x == before && d > 0),
        }
    }
    #[kani::proof]
    fn assert_fn() {
        // fails
        let x: u8 = kani::any();
        kani::assert(x != 200, "x is not 200");
    }
    #[kani::proof]
    fn implied() {
        let (a, b): (bool, bool) = kani::any();
        kani::assert(!(a && b) || a, "implied");
    }
    #[kani::proof]
    fn unreachable_() {
        // fails
        let x: char = kani::any();
        if x == 'q' {
            unreachable!("q: {}", x);
        }
    }
    fn check_generic<T: kani::Arbitrary + PartialEq + Copy>() {
        let a: T = kani::any();
        assert!(a == a);
    }
    #[kani::proof]
    fn generic_ints() {
        check_generic::<u8>();
        check_generic::<i128>();
        check_generic::<char>();
        check_generic::<[u16; 3]>();
    }
    #[kani::proof]
    fn floats() {
        // fails
        check_generic::<f32>();
    }
    #[kani::proof]
    fn raw_deref() {
        // fails
        let p: *const u8 = {
            let x = Box::new(kani::any::<u8>());
            &*x
        };
        unsafe {
            assert!(*p < 255 || *p == 255);
        }
    }
    macro_rules! proofs {
        ($($name:ident $t:ty),*) => { $(
            #[kani::proof]
            fn $name() {
                let x: $t = kani::any();
                assert!(x.checked_add(1).is_some() || x == <$t>::MAX);
            }
        )* };
    }
    proofs! { add_u8 u8, add_i64 i64 }
}

#[cfg(kani)]
#[kani::proof]
fn with_btree() {
    let mut m = std::collections::BTreeMap::new();
    let k: u8 = kani::any();
    m.insert(k, 1);
    assert!(m.contains_key(&k));
}
