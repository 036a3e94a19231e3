//! Values of the standard library are written and read, and no input makes reading them panic or take much memory.
//!
//! Oblivious to contexts that know more than bytes. Invariant: whatever is checked to come back is also checked to be
//! refused when it is cut.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::fmt::Debug;
use std::sync::Arc;

use plica_stable::{ByteEncoder, ByteReader, Decode, DecodeError, Encode, encodable};
use proptest::prelude::*;
use smallvec::SmallVec;

fn write(value: &impl Encode<Vec<u8>>) -> Vec<u8> {
    let mut bytes = Vec::new();
    value.encode(&mut bytes);
    bytes
}

fn read<T: for<'a> Decode<ByteReader<'a>>>(bytes: &[u8]) -> Result<T, DecodeError> {
    let mut reader = ByteReader::new(bytes);
    let value = T::decode(&mut reader)?;
    reader.finish()?;
    Ok(value)
}

/// A value comes back, its bytes are the same again, and no part of them is a value.
fn check<T: Encode<Vec<u8>> + for<'a> Decode<ByteReader<'a>> + PartialEq + Debug>(value: &T) {
    let bytes = write(value);
    let back: T = read(&bytes).expect("what was written can be read");
    assert_eq!(back, *value);
    assert_eq!(write(&back), bytes);
    for end in 0..bytes.len() {
        assert!(read::<T>(&bytes[..end]).is_err(), "{end} of {bytes:?}");
    }
}

#[derive(Debug, PartialEq, Clone)]
struct Whole {
    number: i64,
    list: Vec<Part>,
}

#[derive(Debug, PartialEq, Clone)]
struct Wrapped(u16);

#[derive(Debug, PartialEq, Clone)]
enum Part {
    Empty,
    Pair(bool, Wrapped),
    Named { e: Option<char>, d: Box<str> },
    Nested(Box<Part>),
}

encodable! {
    struct Whole { number, list }
    struct Wrapped(number);
    enum Part { Empty, Pair(first, second), Named { e, d }, Nested(part) }
}

fn parts() -> impl Strategy<Value = Part> {
    let leaf = prop_oneof![
        Just(Part::Empty),
        any::<(bool, u16)>().prop_map(|(first, second)| Part::Pair(first, Wrapped(second))),
        any::<(Option<char>, String)>().prop_map(|(e, d)| Part::Named { e, d: d.into() }),
    ];
    leaf.prop_recursive(5, 5, 1, |inner| inner.prop_map(|part| Part::Nested(Box::new(part))))
}

proptest! {
    #[test]
    fn numbers_come_back(value in any::<((u8, u16, u32, u64), (i8, i16, i32, i64), (u128, i128), (usize, isize))>()) {
        check(&value);
        let ends = (u128::MAX >> (value.0.0 % 128), i128::MIN >> (value.0.0 % 128));
        check(&ends);
        check(&(ends.0 as u64, ends.1 as i64));
    }

    #[test]
    fn structures_come_back(number in any::<i64>(), list in prop::collection::vec(parts(), 0..5)) {
        check(&Whole { number, list });
    }

    #[test]
    fn lists_and_maps_come_back(pairs in prop::collection::vec(any::<(u16, String)>(), 0..9),
 some in prop::option::of(prop::collection::vec(any::<bool>(), 0..20))) {
        check(&(pairs.clone(), some));
        check(&pairs.iter().cloned().collect::<BTreeMap<_, _>>());
        check(&pairs.iter().map(|pair| pair.0).collect::<BTreeSet<_>>());
        check(&pairs.iter().map(|pair| pair.0).collect::<SmallVec<[u16; 3]>>());
        check(&pairs.iter().map(|pair| Arc::<str>::from(pair.1.as_str())).collect::<Arc<[_]>>());
        let map: HashMap<_, _> = pairs.iter().cloned().collect();
        let set: HashSet<_> = pairs.iter().map(|pair| pair.0).collect();
        // Their own order is another at each time.
        prop_assert_eq!(write(&map), write(&map.clone().into_iter().collect::<HashMap<_, _>>()));
        prop_assert_eq!(write(&set), write(&set.iter().copied().collect::<BTreeSet<_>>()));
        prop_assert_eq!(read::<HashMap<_, _>>(&write(&map)), Ok(map));
        prop_assert_eq!(read::<HashSet<_>>(&write(&set)), Ok(set));
    }

    #[test]
    fn no_bytes_make_reading_panic(bytes in prop::collection::vec(prop_oneof![0u8..8, any::<u8>()], 0..60)) {
        if let Ok(value) = read::<Whole>(&bytes) {
            prop_assert_eq!(write(&value), &bytes[..]);
        }
        let _ = read::<HashMap<String, (u128, i8)>>(&bytes);
        let _ = read::<Vec<Vec<Arc<[Option<u64>]>>>>(&bytes);
    }
}

#[test]
fn other_forms_are_refused() {
    assert!(read::<u64>(&[0x80, 0x00]).is_err());
    assert!(read::<u128>(&[0x81, 0x00]).is_err());
    assert!(read::<u64>(&[[0xff; 9].as_slice(), &[2]].concat()).is_err());
    assert!(read::<u128>(&[[0xff; 18].as_slice(), &[4]].concat()).is_err());
    assert!(read::<u16>(&[0xff, 0xff, 0x7f]).is_err());
    assert!(read::<bool>(&[2]).is_err());
    assert!(read::<BTreeSet<u8>>(&[2, 5, 5]).is_err());
    assert!(read::<Part>(&[4]).is_err());
    assert!(read::<Vec<u8>>(&[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1, 2]).is_err());
}

#[test]
fn deep_nesting_is_refused_not_followed() {
    let bytes = vec![3; 1_000_000];
    let error = read::<Part>(&bytes).expect_err("it is too deep");
    assert!(error.what.contains("nested"), "{error}");
}

#[test]
fn hashes_of_bytes_are_the_same_everywhere() {
    let mut e = Vec::new();
    assert_eq!(e.content_hash(&("plica", 7u8)), 0x28848ba6c2d3e2f125f65e9e2577e905);
    assert!(e.is_empty());
}

#[cfg(feature = "imbl")]
#[test]
fn persistent_collections_come_back() {
    check(&(0..300u32).collect::<imbl::Vector<u32>>());
    check(&(0..300u32).map(|i| (i, i * i)).collect::<imbl::OrdMap<u32, u32>>());
    check(&(0..300u32).collect::<imbl::OrdSet<u32>>());
    check(&(0..300u32).map(|i| (i, i * i)).collect::<imbl::HashMap<u32, u32>>());
    check(&(0..300u32).collect::<imbl::HashSet<u32>>());
}
