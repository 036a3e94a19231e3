//! A test case: the bytes of every input of one run, in the order in which the program reads them.
//!
//! Two files hold it: the `.ktest` that existing tools read, and a JSON twin that a person reads and that also says
//! which program it is for and what is expected to happen. Oblivious to how a test is found or run. Invariant: the JSON
//! twin holds everything that the `.ktest` holds; reading garbage is an error that says what is wrong, never a panic.

use crate::{ErrorKind, InputSource, InputValue, KtestError, read_ktest};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The value of one input.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestObject {
    /// Name of the input; need not be unique.
    pub name: String,
    /// Its bytes in memory order.
    pub bytes: Vec<u8>,
    /// Source spelling of its type; empty if unknown (always in a `.ktest`).
    pub type_name: String,
    /// Readable value, for people only; empty if unknown.
    pub value: String,
}

/// What happens when the program runs on a test case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The error.
    pub kind: ErrorKind,
    /// File of the error; empty if unknown.
    pub file: String,
    /// Line of the error; 0 if unknown.
    pub line: u32,
}

/// The program that a test case is for: enough to build it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProgramInfo {
    /// Source files.
    pub inputs: Vec<String>,
    /// Arguments for the compiler.
    pub clang_args: Vec<String>,
    /// The function that runs, if not `main`, with the types of its parameters (`i32`, `u8`, `f64`, `ptr`).
    pub entry: Option<String>,
    /// Types of the parameters of `entry`.
    pub entry_params: Vec<String>,
}

/// One test case.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TestCase {
    /// The command line of the program, its name first.
    pub args: Vec<String>,
    /// Number of symbolic arguments (KLEE's runtime).
    pub sym_argvs: u32,
    /// Length of symbolic arguments (KLEE's runtime).
    pub sym_argv_len: u32,
    /// The inputs in order.
    pub objects: Vec<TestObject>,
    /// What it is for; empty if that is not known (always in a `.ktest`).
    pub label: String,
    /// What is to be expected; not in a `.ktest`.
    pub expected: Option<Expected>,
    /// The program; not in a `.ktest`.
    pub program: Option<ProgramInfo>,
    /// What the run shows of itself, if it ends by itself; not in a `.ktest`.
    pub ending: Option<Ending>,
}

/// What whoever runs a program sees of it at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ending {
    /// The exit status.
    pub status: u8,
    /// What it has written to standard output.
    pub output: Vec<u8>,
}

impl TestCase {
    /// A test case made of the inputs of an error, without those that no run can be given. Arguments are named
    /// `argv[1]`, `argv[2]`, ..., which is how a replay tells them from what the program asks for by calls: there such
    /// a name gets an apostrophe.
    pub fn from_inputs(program_name: &str, inputs: &[InputValue]) -> Self {
        let object = |input: &InputValue| TestObject {
            name: match input.source {
                InputSource::Argument(position) => format!("argv[{position}]"),
                InputSource::Call if is_of_command_line(&input.name) => format!("{}'", input.name),
                _ => input.name.clone(),
            },
            bytes: input.bytes.clone(),
            type_name: input.type_name.clone(),
            value: input.value(),
        };
        let is_memory = |input: &&InputValue| matches!(input.source, InputSource::Memory | InputSource::Global);
        let given = inputs.iter().filter(|input| input.source.is_testable() && !is_memory(input));
        TestCase {
            args: vec![program_name.to_owned()],
            objects: memory(inputs).into_iter().chain(given.map(object)).collect(),
            ..TestCase::default()
        }
    }
}

/// The object that holds what parameters lead to, and globals, before all others.
///
/// For each piece of memory, numbers in 8 bytes, low bytes first: its address, its size in bytes, how many pointers are
/// in it, the offset of each; then its bytes. A piece with [`FUNCTION`] pointers is a function: its bytes are its name,
/// and no offsets are there. One with [`GLOBAL`] pointers says the same in front of the piece behind it, which is that
/// global. Addresses mean nothing but which piece is meant; those in it, and those that parameters
/// are given, are to be replaced by the ones that the pieces have in the run.
pub const MEMORY: &str = "memory of the inputs";

/// In the place of how many pointers there are: it is a function.
pub const FUNCTION: u64 = u64::MAX;

/// In the place of how many pointers there are: it names the global that the next piece is.
pub const GLOBAL: u64 = u64::MAX - 1;

fn memory(inputs: &[InputValue]) -> Option<TestObject> {
    let mut bytes = Vec::new();
    let put = |bytes: &mut Vec<u8>, n: u64| bytes.extend_from_slice(&n.to_le_bytes());
    let functions: BTreeMap<_, _> = inputs.iter().flat_map(|input| &input.functions).map(|(a, f)| (a, f)).collect();
    let name = |bytes: &mut Vec<u8>, address, name: &str, what| {
        [address, name.len() as u64, what].into_iter().for_each(|n| put(bytes, n));
        bytes.extend_from_slice(name.as_bytes());
    };
    for (&address, function) in functions {
        name(&mut bytes, address, function, FUNCTION);
    }
    // In the order of their addresses: a run that makes them one after the other has them in that order, most often.
    let mut pieces: Vec<_> = inputs.iter().filter_map(|input| Some((input.memory.as_ref()?, input))).collect();
    pieces.sort_by_key(|(piece, _)| piece.address);
    for &(piece, input) in &pieces {
        if let Some(global) = &piece.global {
            name(&mut bytes, piece.address, global, GLOBAL);
        }
        let numbers = [piece.address, input.bytes.len() as u64, piece.pointers.len() as u64];
        numbers.iter().chain(&piece.pointers).for_each(|&n| put(&mut bytes, n));
        bytes.extend_from_slice(&input.bytes);
    }
    let globals = pieces.iter().filter(|(piece, _)| piece.global.is_some());
    let value = globals.map(|(_, input)| format!("{} {}", input.name, input.assigned())).collect::<Vec<_>>().join(", ");
    (!bytes.is_empty()).then(|| TestObject { name: MEMORY.into(), bytes, value, ..TestObject::default() })
}

/// The object that says how many arguments there are, the program's name included.
pub const ARGC: &str = "argc of main";

/// The argument of the command line, from 1 (`argv[1]`) or as KLEE counts from 0 (`arg00`), that an object of this name
/// holds.
pub fn argument_position(name: &str) -> Option<u32> {
    if let Some(position) = name.strip_prefix("argv[").and_then(|rest| rest.strip_suffix(']')) {
        return position.parse().ok();
    }
    let digits = name.strip_prefix("arg").filter(|digits| digits.len() == 2)?;
    digits.parse().ok()
}

fn is_of_command_line(name: &str) -> bool {
    name == ARGC || argument_position(name).is_some()
}

/// Why bytes are not a test case.
#[derive(Debug)]
pub enum TestCaseError {
    /// Not a `.ktest`.
    Ktest(KtestError),
    /// Not JSON, or not the JSON of a test case.
    Json(String),
}

impl fmt::Display for TestCaseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TestCaseError::Ktest(error) => error.fmt(f),
            TestCaseError::Json(error) => write!(f, "not a JSON test case of plica: {error}"),
        }
    }
}

impl std::error::Error for TestCaseError {}

/// The name by which the JSON form is recognised.
const FORMAT: &str = "plica-test";

#[derive(Serialize, Deserialize)]
struct JsonTest {
    format: String,
    version: u32,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    label: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    program: Option<ProgramInfo>,
    #[serde(default)]
    args: Vec<String>,
    #[serde(default, skip_serializing_if = "is_zero")]
    sym_argvs: u32,
    #[serde(default, skip_serializing_if = "is_zero")]
    sym_argv_len: u32,
    #[serde(default)]
    objects: Vec<JsonObject>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    expected: Option<JsonExpected>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ending: Option<JsonEnding>,
}

#[derive(Serialize, Deserialize)]
struct JsonEnding {
    status: u8,
    output: String,
}

#[derive(Serialize, Deserialize)]
struct JsonObject {
    name: String,
    #[serde(default, rename = "type", skip_serializing_if = "String::is_empty")]
    type_name: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    value: String,
    bytes: String,
}

#[derive(Serialize, Deserialize)]
struct JsonExpected {
    kind: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    file: String,
    #[serde(default, skip_serializing_if = "is_zero")]
    line: u32,
}

// The signature is what serde's `skip_serializing_if` asks for.
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// Writes the JSON twin.
pub fn write_test_json(test: &TestCase) -> String {
    let object = |object: &TestObject| JsonObject {
        name: object.name.clone(),
        type_name: object.type_name.clone(),
        value: object.value.clone(),
        bytes: to_hex(&object.bytes),
    };
    let json = JsonTest {
        format: FORMAT.to_owned(),
        version: 1,
        label: test.label.clone(),
        program: test.program.clone(),
        args: test.args.clone(),
        sym_argvs: test.sym_argvs,
        sym_argv_len: test.sym_argv_len,
        objects: test.objects.iter().map(object).collect(),
        expected: test.expected.as_ref().map(|expected| JsonExpected {
            kind: expected.kind.name().to_owned(),
            file: expected.file.clone(),
            line: expected.line,
        }),
        ending: test
            .ending
            .as_ref()
            .map(|Ending { status, output }| JsonEnding { status: *status, output: to_hex(output) }),
    };
    let mut text = serde_json::to_string_pretty(&json).unwrap_or_default();
    text.push('\n');
    text
}

/// Reads the JSON twin.
pub fn read_test_json(text: &str) -> Result<TestCase, TestCaseError> {
    let json: JsonTest = serde_json::from_str(text).map_err(|error| TestCaseError::Json(error.to_string()))?;
    if json.format != FORMAT {
        return Err(TestCaseError::Json(format!("its \"format\" is {:?}, not {FORMAT:?}", json.format)));
    }
    if json.version != 1 {
        return Err(TestCaseError::Json(format!("version {} is not known (only 1)", json.version)));
    }
    let mut objects = Vec::new();
    for object in json.objects {
        let bytes = from_hex(&object.bytes).ok_or_else(|| {
            TestCaseError::Json(format!("the bytes of {:?} are not pairs of hexadecimal digits", object.name))
        })?;
        objects.push(TestObject { name: object.name, bytes, type_name: object.type_name, value: object.value });
    }
    let expected = match json.expected {
        None => None,
        Some(expected) => {
            let kind = ErrorKind::from_name(&expected.kind)
                .ok_or_else(|| TestCaseError::Json(format!("{:?} is not a class of errors", expected.kind)))?;
            Some(Expected { kind, file: expected.file, line: expected.line })
        }
    };
    let ending = match json.ending {
        None => None,
        Some(JsonEnding { status, output }) => {
            let wrong = || TestCaseError::Json("the output at its end is not pairs of hexadecimal digits".to_owned());
            Some(Ending { status, output: from_hex(&output).ok_or_else(wrong)? })
        }
    };
    Ok(TestCase {
        args: json.args,
        sym_argvs: json.sym_argvs,
        sym_argv_len: json.sym_argv_len,
        objects,
        label: json.label,
        expected,
        program: json.program,
        ending,
    })
}

/// Reads a test case in either form, told apart by the first bytes.
pub fn read_test_case(bytes: &[u8]) -> Result<TestCase, TestCaseError> {
    let looks_like_json = bytes.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b'{');
    if !looks_like_json {
        return read_ktest(bytes).map_err(TestCaseError::Ktest);
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => read_test_json(text),
        Err(error) => Err(TestCaseError::Json(error.to_string())),
    }
}

/// Pairs of hexadecimal digits.
pub(crate) fn to_hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble & 15)]);
    bytes.iter().flat_map(|&byte| [digit(byte >> 4), digit(byte)]).collect()
}

pub(crate) fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(16).and_then(|d| u8::try_from(d).ok())).collect();
    let digits = digits?;
    if digits.len() % 2 == 1 {
        return None;
    }
    Some(digits.chunks(2).map(|pair| pair.iter().fold(0, |byte, digit| byte * 16 + digit)).collect())
}
