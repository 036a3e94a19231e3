//! Values of inputs as a reader of the report sees them.
//!
//! Oblivious to where the bytes come from. Invariant: [`InputValue::value`] shows every byte of an input of up to
//! [`SHOWN_ELEMENTS`] elements; what is longer is cut with the number of elements that were left out.

use rustc_apfloat::Float;
use rustc_apfloat::ieee::X87DoubleExtended;

use crate::Location;

/// How many elements of an array are shown.
pub const SHOWN_ELEMENTS: usize = 64;

/// How the bytes of an input are to be read. All numbers are little-endian, as on the machines that plica models.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub enum InputShape {
    /// Nothing is known: one number if the size is that of a machine integer, otherwise bytes.
    #[default]
    Unknown,
    /// A truth value.
    Bool,
    /// An integer of this many bits.
    Int {
        /// Width in bits.
        bits: u32,
        /// Whether the top bit is a sign.
        signed: bool,
    },
    /// A character: shown with its number.
    Char,
    /// A single- or double-precision number, by its width.
    Float,
    /// An address.
    Pointer,
    /// A pointer that is an input: what it leads to, as text. That is `null`, `-> {value = 3, next = null}`, or the
    /// name of another pointer.
    Drawing(String),
    /// As a report has it that was read: its value as text, and its width in bits.
    Told(String, u64),
    /// A sequence of elements of this shape that are this many bytes apart. Characters are shown as a string.
    Array(Box<InputShape>, usize),
}

/// How an input gets into the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum InputSource {
    /// A call that asks for it (`__VERIFIER_nondet_int`, `klee_make_symbolic`, `plica_int`, ...).
    #[default]
    Call,
    /// An argument of the program's command line, by its position from 1.
    Argument(u32),
    /// A parameter of the function given by `--entry`.
    Parameter,
    /// A global, before the function given by `--entry` runs.
    Global,
    /// Memory that a parameter or a global leads to, or an aggregate that is a parameter.
    Memory,
    /// Memory that was never written; a native run cannot set it.
    Uninitialized,
    /// The result of a function without a body; a native run cannot set it.
    External,
}

impl InputSource {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            InputSource::Call => "call",
            InputSource::Argument(_) => "argument",
            InputSource::Parameter => "parameter",
            InputSource::Global => "global",
            InputSource::Memory => "memory",
            InputSource::Uninitialized => "uninitialized",
            InputSource::External => "external",
        }
    }

    /// The one with this stable name; which argument it is the name does not say.
    pub(crate) fn from_name(name: &str, position: u32) -> Option<Self> {
        use InputSource::{Argument, Call, External, Global, Memory, Parameter, Uninitialized};
        let all = [Call, Argument(position), Parameter, Global, Memory, Uninitialized, External];
        all.into_iter().find(|source| source.name() == name)
    }

    /// Whether a test case can hold it, so that a native run reads it.
    pub fn is_testable(self) -> bool {
        !matches!(self, InputSource::Uninitialized | InputSource::External)
    }
}

/// One input and the value that leads to the error.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct InputValue {
    /// Name in the source, or of the function that returned it.
    pub name: String,
    /// Source spelling of its type; empty if unknown.
    pub type_name: String,
    /// How it gets into the program.
    pub source: InputSource,
    /// How to read the bytes.
    pub shape: InputShape,
    /// The bytes, in memory order.
    pub bytes: Vec<u8>,
    /// Position among the inputs, in the order in which the program reads them, from 0.
    pub order: usize,
    /// Where the program reads it.
    pub location: Option<Location>,
    /// Where it is in memory, if pointers that are inputs lead to it.
    pub memory: Option<InputMemory>,
    /// The functions that pointers in it lead to: their addresses, and their names as the linker has them.
    pub functions: Vec<(u64, String)>,
}

/// A piece of memory that pointers lead to that are inputs. Addresses are numbers that mean nothing but which piece is
/// meant.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct InputMemory {
    /// The address of its first byte.
    pub address: u64,
    /// Offsets of the pointers in it, in bytes.
    pub pointers: Vec<u64>,
    /// The global that it is, by the linker's name.
    pub global: Option<String>,
}

impl InputValue {
    /// Width in bits.
    pub fn bits(&self) -> u64 {
        match self.shape {
            InputShape::Bool => 1,
            InputShape::Int { bits, .. } => u64::from(bits),
            InputShape::Told(_, bits) => bits,
            _ => self.bytes.len() as u64 * 8,
        }
    }

    /// The value in the notation of the source language: `-3`, `'a' (97)`, `"abc\0"`, `{1, 2, 3}`.
    pub fn value(&self) -> String {
        show(&self.shape, &self.bytes)
    }

    /// The same as it stands behind a name: `= -3`, `-> {next = null}`.
    pub fn assigned(&self) -> String {
        let value = self.value();
        if value.starts_with("->") { value } else { format!("= {value}") }
    }
}

/// The low 128 bits of a little-endian number.
fn unsigned(bytes: &[u8]) -> u128 {
    bytes.iter().take(16).rev().fold(0, |number, &byte| (number << 8) | u128::from(byte))
}

fn int(bytes: &[u8], bits: u32, signed: bool) -> String {
    if bits == 0 || bits > 128 || bytes.len() > 16 {
        return hex(bytes);
    }
    let spare = 128 - bits;
    let number = unsigned(bytes) << spare;
    if signed { ((number as i128) >> spare).to_string() } else { (number >> spare).to_string() }
}

fn hex(bytes: &[u8]) -> String {
    let mut text = String::from("0x");
    for byte in bytes.iter().rev() {
        text.push_str(&format!("{byte:02x}"));
    }
    text
}

/// One character of a C string or character constant; the delimiter is escaped.
fn escaped(byte: u8, delimiter: char) -> String {
    match byte {
        0 => "\\0".into(),
        b'\n' => "\\n".into(),
        b'\t' => "\\t".into(),
        b'\r' => "\\r".into(),
        b'\\' => "\\\\".into(),
        byte if char::from(byte) == delimiter => format!("\\{delimiter}"),
        0x20..=0x7e => char::from(byte).to_string(),
        byte => format!("\\x{byte:02x}"),
    }
}

fn string(bytes: &[u8]) -> String {
    let shown = &bytes[..bytes.len().min(SHOWN_ELEMENTS)];
    let text: String = shown.iter().map(|&byte| escaped(byte, '"')).collect();
    match bytes.len() - shown.len() {
        0 => format!("\"{text}\""),
        rest => format!("\"{text}\" and {rest} more bytes"),
    }
}

fn float(bytes: &[u8]) -> String {
    if let Ok(four) = <[u8; 4]>::try_from(bytes) {
        let value = f32::from_le_bytes(four);
        return if value.is_nan() { format!("NaN ({})", hex(bytes)) } else { format!("{value:?}") };
    }
    if let Ok(eight) = <[u8; 8]>::try_from(bytes) {
        let value = f64::from_le_bytes(eight);
        return if value.is_nan() { format!("NaN ({})", hex(bytes)) } else { format!("{value:?}") };
    }
    if let Ok(ten) = <[u8; 10]>::try_from(bytes) {
        let mut sixteen = [0; 16];
        sixteen[..10].copy_from_slice(&ten);
        let value = X87DoubleExtended::from_bits(u128::from_le_bytes(sixteen));
        return if value.is_nan() { format!("NaN ({})", hex(bytes)) } else { value.to_string() };
    }
    hex(bytes)
}

fn show(shape: &InputShape, bytes: &[u8]) -> String {
    match shape {
        InputShape::Unknown => match bytes.len() {
            2 | 4 | 8 | 16 => int(bytes, bytes.len() as u32 * 8, true),
            1 => show(&InputShape::Char, bytes),
            _ => string(bytes),
        },
        InputShape::Bool => if unsigned(bytes) & 1 == 1 { "true" } else { "false" }.into(),
        InputShape::Int { bits, signed } => int(bytes, *bits, *signed),
        InputShape::Char => match bytes {
            [byte] => format!("'{}' ({})", escaped(*byte, '\''), *byte as i8),
            _ => hex(bytes),
        },
        InputShape::Float => float(bytes),
        InputShape::Pointer if bytes.iter().all(|&byte| byte == 0) => "null".into(),
        InputShape::Pointer => hex(bytes),
        InputShape::Drawing(text) | InputShape::Told(text, _) => text.clone(),
        InputShape::Array(element, _) if **element == InputShape::Char => string(bytes),
        InputShape::Array(element, stride) => {
            let elements: Vec<&[u8]> = bytes.chunks((*stride).max(1)).collect();
            let shown = elements.len().min(SHOWN_ELEMENTS);
            let mut texts: Vec<String> = elements[..shown].iter().map(|bytes| show(element, bytes)).collect();
            if shown < elements.len() {
                texts.push(format!("and {} more", elements.len() - shown));
            }
            format!("{{{}}}", texts.join(", "))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(shape: InputShape, bytes: &[u8]) -> String {
        InputValue { shape, bytes: bytes.to_vec(), ..InputValue::default() }.value()
    }

    #[test]
    fn numbers() {
        assert_eq!(value(InputShape::Int { bits: 32, signed: true }, &[0xfd, 0xff, 0xff, 0xff]), "-3");
        assert_eq!(value(InputShape::Int { bits: 32, signed: false }, &[0xfd, 0xff, 0xff, 0xff]), "4294967293");
        assert_eq!(value(InputShape::Int { bits: 12, signed: true }, &[0xff, 0x0f]), "-1");
        assert_eq!(value(InputShape::Int { bits: 128, signed: true }, &[0xff; 16]), "-1");
        assert_eq!(value(InputShape::Bool, &[1]), "true");
        assert_eq!(value(InputShape::Float, &1.5f32.to_le_bytes()), "1.5");
        assert_eq!(value(InputShape::Float, &[0, 0, 0, 0, 0, 0, 0, 0xc0, 0xff, 0xbf]), "-1.5");
        assert_eq!(value(InputShape::Float, &f64::NAN.to_le_bytes()), "NaN (0x7ff8000000000000)");
        assert_eq!(value(InputShape::Pointer, &[0; 8]), "null");
    }

    #[test]
    fn characters_and_strings() {
        assert_eq!(value(InputShape::Char, b"a"), "'a' (97)");
        assert_eq!(value(InputShape::Char, b"'"), "'\\'' (39)");
        assert_eq!(value(InputShape::Unknown, &[0xff]), "'\\xff' (-1)");
        assert_eq!(value(InputShape::Array(Box::new(InputShape::Char), 1), b"a\"b\0\x01"), "\"a\\\"b\\0\\x01\"");
    }

    #[test]
    fn arrays() {
        let ints = InputShape::Array(Box::new(InputShape::Int { bits: 16, signed: true }), 2);
        assert_eq!(value(ints.clone(), &[1, 0, 0xff, 0xff]), "{1, -1}");
        assert_eq!(value(ints.clone(), &[]), "{}");
        assert!(value(ints, &[0; 200]).ends_with(", and 36 more}"));
    }

    #[test]
    fn odd_shapes_do_not_panic() {
        for shape in
            [InputShape::Int { bits: 0, signed: true }, InputShape::Int { bits: 500, signed: false }, InputShape::Float]
        {
            for length in 0..20 {
                value(shape.clone(), &vec![7; length]);
            }
        }
        value(InputShape::Array(Box::new(InputShape::Float), 0), &[1, 2, 3]);
    }
}
