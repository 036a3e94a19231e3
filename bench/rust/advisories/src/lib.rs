//! Errors of published advisories (RustSec), each on a version that has it. Every proof is violated.

#![cfg(plica)]

/// RUSTSEC-2018-0001: after more was skipped than there is, the length of the rest underflows.
#[plica::proof]
fn rustsec_2018_0001_untrusted_skip() {
    let bytes: [u8; 4] = plica::any();
    let _ = untrusted::Input::from(&bytes).read_all((), |reader| {
        let _ = reader.skip(plica::any());
        reader.skip_to_end();
        Ok(())
    });
}

/// RUSTSEC-2019-0009: growing a vector to the capacity that it has frees its elements.
#[plica::proof]
fn rustsec_2019_0009_smallvec_grow() {
    let mut list: smallvec_0_6_9::SmallVec<[u8; 2]> = smallvec_0_6_9::SmallVec::new();
    list.extend([1, 2, 3].iter().copied());
    let capacity = plica::any_where(|n: &usize| *n >= list.capacity() && *n < 10);
    list.grow(capacity);
    assert_eq!(list[2], 3);
}

/// RUSTSEC-2019-0012: growing a vector to less than it has moves its elements and leaves its capacity as it was.
#[plica::proof]
fn rustsec_2019_0012_smallvec_grow() {
    let mut list: smallvec_0_6_9::SmallVec<[u8; 2]> = smallvec_0_6_9::SmallVec::new();
    list.extend(1..=4);
    list.truncate(1);
    let capacity = plica::any_where(|n: &usize| *n >= list.len() && *n < 10);
    list.grow(capacity);
    assert_eq!(list[0], 1);
}

/// RUSTSEC-2019-0023: a clone of an interner keeps pointers into the one it was cloned from.
#[plica::proof]
fn rustsec_2019_0023_string_interner_clone() {
    let mut interner = string_interner::DefaultStringInterner::default();
    interner.get_or_intern("ab");
    let clone = interner.clone();
    drop(interner);
    assert!(clone.get("ab").is_some());
}

/// RUSTSEC-2020-0039: an index is not compared with the length.
#[plica::proof]
fn rustsec_2020_0039_simple_slab_index() {
    let mut slab = simple_slab::Slab::with_capacity(2);
    slab.insert(1u32);
    let index = plica::any_where(|n: &usize| *n < 4);
    assert!(slab[index] == 1);
}

/// RUSTSEC-2020-0145: a clone of an iterator that has given elements away clones these too.
#[plica::proof]
fn rustsec_2020_0145_heapless_clone() {
    let mut list: heapless::Vec<Box<u8>, heapless::consts::U2> = heapless::Vec::new();
    let _ = list.push(Box::new(1));
    let _ = list.push(Box::new(2));
    let mut rest = list.into_iter();
    if plica::any() {
        rest.next();
    }
    let _ = rest.clone();
}

/// RUSTSEC-2021-0003: more elements are inserted than there was room made for.
#[plica::proof]
fn rustsec_2021_0003_smallvec_insert_many() {
    let mut list: smallvec_1_6_0::SmallVec<[u8; 2]> = smallvec_1_6_0::SmallVec::from_slice(&[1, 2, 3, 4]);
    let values: [u8; 5] = plica::any();
    list.insert_many(0, values.iter().copied().filter(|v| *v < 3));
}
