//! Test cases are read back as they were written, and garbage is refused without a panic.
//!
//! Oblivious to where test cases come from.

use plica_report::{
    ErrorKind, Expected, KtestError, ProgramInfo, TestCase, TestObject, read_ktest, read_test_case, read_test_json,
    write_ktest, write_test_json,
};
use proptest::prelude::*;

fn objects() -> impl Strategy<Value = Vec<TestObject>> {
    let object = (".{0,12}", proptest::collection::vec(any::<u8>(), 0..40));
    proptest::collection::vec(object, 0..6).prop_map(|objects| {
        let object = |(name, bytes)| TestObject { name, bytes, ..TestObject::default() };
        objects.into_iter().map(object).collect()
    })
}

fn tests() -> impl Strategy<Value = TestCase> {
    (proptest::collection::vec(".{0,12}", 0..4), any::<u32>(), any::<u32>(), objects()).prop_map(
        |(args, sym_argvs, sym_argv_len, objects)| TestCase {
            args,
            sym_argvs,
            sym_argv_len,
            objects,
            ..TestCase::default()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(200) })]

    #[test]
    fn ktest_round_trip(test in tests()) {
        let bytes = write_ktest(&test);
        prop_assert_eq!(&read_ktest(&bytes).unwrap(), &test);
        prop_assert_eq!(&read_test_case(&bytes).unwrap(), &test);
    }

    #[test]
    fn json_round_trip(test in tests(), line in any::<u32>(), label in ".{0,12}") {
        let mut test = test;
        test.label = label;
        test.expected = Some(Expected { kind: ErrorKind::DoubleFree, file: "a \"b\".c".into(), line });
        test.program = Some(ProgramInfo { inputs: vec!["a.c".into()], ..ProgramInfo::default() });
        let text = write_test_json(&test);
        prop_assert_eq!(&read_test_json(&text).unwrap(), &test);
        prop_assert_eq!(&read_test_case(text.as_bytes()).unwrap(), &test);
    }

    #[test]
    fn every_prefix_is_refused(test in tests()) {
        let bytes = write_ktest(&test);
        for length in 0..bytes.len() {
            prop_assert!(read_ktest(&bytes[..length]).is_err());
        }
    }

    #[test]
    fn garbage_is_refused_or_read_but_never_panics(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = read_test_case(&bytes);
        let mut with_magic = b"KTEST\0\0\0\x03".to_vec();
        with_magic.extend(&bytes);
        let _ = read_test_case(&with_magic);
    }

    #[test]
    fn flipped_bytes_never_panic(test in tests(), at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = write_ktest(&test);
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = read_test_case(&bytes);
    }
}

#[test]
fn the_bytes_are_those_that_klee_writes() {
    let test = TestCase {
        args: vec!["a.bc".into()],
        objects: vec![TestObject { name: "x".into(), bytes: vec![1, 2, 3, 4], ..TestObject::default() }],
        ..TestCase::default()
    };
    let expected =
        b"KTEST\0\0\0\x03\0\0\0\x01\0\0\0\x04a.bc\0\0\0\0\0\0\0\0\0\0\0\x01\0\0\0\x01x\0\0\0\x04\x01\x02\x03\x04";
    assert_eq!(write_ktest(&test), expected);
}

#[test]
fn errors_say_what_is_wrong() {
    assert_eq!(read_ktest(b"").unwrap_err(), KtestError::Magic);
    assert_eq!(read_ktest(b"KTEST\0\0\0\x09").unwrap_err(), KtestError::Version(9));
    assert_eq!(
        read_ktest(b"KTEST\0\0\0\x03\xff\xff\xff\xff").unwrap_err().to_string(),
        "the .ktest file is cut off: an argument at offset 13 is incomplete"
    );
    let json = |text: &str| read_test_case(text.as_bytes()).unwrap_err().to_string();
    assert!(json("{").starts_with("not a JSON test case of plica: EOF"));
    assert!(json(r#"{"format":"other","version":1}"#).contains(r#"its "format" is "other""#));
    assert!(json(r#"{"format":"plica-test","version":2}"#).contains("version 2 is not known"));
    let odd = r#"{"format":"plica-test","version":1,"objects":[{"name":"x","bytes":"0g"}]}"#;
    assert!(json(odd).contains(r#"the bytes of "x" are not pairs of hexadecimal digits"#));
}
