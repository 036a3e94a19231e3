//! KLEE's `.ktest` files: a test case as a list of named byte strings, for all tools that read them.
//!
//! Format (KLEE, `lib/Basic/KTest.cpp`), all integers big-endian and 32 bits wide: the magic `KTEST` (`BOUT\n` in old
//! files), the version, the arguments (count, then length and bytes each), from version 2 on the number and length of
//! symbolic arguments, then the objects (count, then name and bytes, each with its length).
//!
//! Oblivious to what the objects mean. Invariant: reading never allocates more than the input is long and never panics,
//! whatever the bytes are; what is written is read back equal.

use crate::{TestCase, TestObject};
use std::fmt;

/// The version that is written.
pub const KTEST_VERSION: u32 = 3;

/// Why bytes are not a `.ktest` file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum KtestError {
    /// The file does not begin with the magic.
    Magic,
    /// A version that does not exist (yet).
    Version(u32),
    /// The file ends in the middle.
    Truncated {
        /// What was to be read.
        what: &'static str,
        /// Offset in bytes at which it was to be read.
        offset: usize,
    },
    /// There is more after the last object.
    TrailingBytes {
        /// How many bytes.
        count: usize,
    },
}

impl fmt::Display for KtestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            KtestError::Magic => write!(f, "not a .ktest file: it does not begin with \"KTEST\""),
            KtestError::Version(version) => {
                write!(f, "version {version} of the .ktest format is not known (up to {KTEST_VERSION})")
            }
            KtestError::Truncated { what, offset } => {
                write!(f, "the .ktest file is cut off: {what} at offset {offset} is incomplete")
            }
            KtestError::TrailingBytes { count } => {
                write!(f, "the .ktest file is garbled: {count} bytes follow after its last object")
            }
        }
    }
}

impl std::error::Error for KtestError {}

/// Writes a test case. Lengths that do not fit the format's 32 bits are cut to it.
pub fn write_ktest(test: &TestCase) -> Vec<u8> {
    let mut out = Vec::new();
    out.extend_from_slice(b"KTEST");
    put_u32(&mut out, KTEST_VERSION as usize);
    put_u32(&mut out, test.args.len());
    for arg in &test.args {
        put_bytes(&mut out, arg.as_bytes());
    }
    put_u32(&mut out, test.sym_argvs as usize);
    put_u32(&mut out, test.sym_argv_len as usize);
    put_u32(&mut out, test.objects.len());
    for object in &test.objects {
        put_bytes(&mut out, object.name.as_bytes());
        put_bytes(&mut out, &object.bytes);
    }
    out
}

fn put_u32(out: &mut Vec<u8>, value: usize) {
    out.extend_from_slice(&u32::try_from(value).unwrap_or(u32::MAX).to_be_bytes());
}

fn put_bytes(out: &mut Vec<u8>, bytes: &[u8]) {
    let bytes = &bytes[..bytes.len().min(u32::MAX as usize)];
    put_u32(out, bytes.len());
    out.extend_from_slice(bytes);
}

/// Reads a test case. Names and arguments that are not UTF-8 keep their readable part.
pub fn read_ktest(bytes: &[u8]) -> Result<TestCase, KtestError> {
    if !bytes.starts_with(b"KTEST") && !bytes.starts_with(b"BOUT\n") {
        return Err(KtestError::Magic);
    }
    let mut input = Input { bytes, offset: 5 };
    let version = input.u32("the version")?;
    if version == 0 || version > KTEST_VERSION {
        return Err(KtestError::Version(version));
    }
    let mut test = TestCase::default();
    for _ in 0..input.u32("the number of arguments")? {
        test.args.push(input.text("an argument")?);
    }
    if version >= 2 {
        test.sym_argvs = input.u32("the number of symbolic arguments")?;
        test.sym_argv_len = input.u32("the length of symbolic arguments")?;
    }
    for _ in 0..input.u32("the number of objects")? {
        let name = input.text("the name of an object")?;
        let bytes = input.take("the bytes of an object")?.to_vec();
        test.objects.push(TestObject { name, bytes, ..TestObject::default() });
    }
    match bytes.len() - input.offset {
        0 => Ok(test),
        count => Err(KtestError::TrailingBytes { count }),
    }
}

/// The unread rest of a file.
struct Input<'a> {
    bytes: &'a [u8],
    offset: usize,
}

impl<'a> Input<'a> {
    fn exactly(&mut self, length: usize, what: &'static str) -> Result<&'a [u8], KtestError> {
        let truncated = KtestError::Truncated { what, offset: self.offset };
        let end = self.offset.checked_add(length).ok_or(truncated.clone())?;
        let bytes = self.bytes.get(self.offset..end).ok_or(truncated)?;
        self.offset = end;
        Ok(bytes)
    }

    fn u32(&mut self, what: &'static str) -> Result<u32, KtestError> {
        let bytes = self.exactly(4, what)?;
        Ok(bytes.iter().fold(0, |number, &byte| (number << 8) | u32::from(byte)))
    }

    fn take(&mut self, what: &'static str) -> Result<&'a [u8], KtestError> {
        let length = self.u32(what)?;
        self.exactly(length as usize, what)
    }

    fn text(&mut self, what: &'static str) -> Result<String, KtestError> {
        Ok(String::from_utf8_lossy(self.take(what)?).into_owned())
    }
}
