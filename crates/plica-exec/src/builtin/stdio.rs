//! Output: `printf` and its kin on streams, `puts`, `fwrite` and the like, and the primitive that C models format
//! doubles with.
//!
//! Oblivious to files: what is written to one is dropped. A stream is known by the first field of the object that the
//! `FILE *` points to: the models of streams, which every program that mentions a stream is linked with, put the
//! descriptor there. Anything else that can be read counts as standard output.

use std::io::Write;

use plica_ir::Operand;

use crate::builtin::format::{self, Length};
use crate::builtin::print::{Source, shown};
use crate::builtin::{Builtin, Call};
use crate::fault::StopKind;
use crate::fresh::Mode;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::step::{Offset, stop};
use crate::value::{ObjId, Value};

pub(super) fn lookup(name: &str) -> Option<Builtin> {
    Some(match name {
        "printf" => printf,
        "fprintf" => fprintf,
        "dprintf" => dprintf,
        "__printf_chk" => printf_chk,
        "__fprintf_chk" => fprintf_chk,
        "__dprintf_chk" => dprintf_chk,
        "vprintf" => vprintf,
        "vfprintf" => vfprintf,
        "vdprintf" | "__plica_vdprintf" => vdprintf,
        "__vprintf_chk" => vprintf_chk,
        "__vfprintf_chk" => vfprintf_chk,
        "puts" | "puts_unlocked" => puts,
        "fputs" | "fputs_unlocked" => fputs,
        "putchar" | "putchar_unlocked" => putchar,
        "fputc" | "putc" | "_IO_putc" | "putc_unlocked" | "fputc_unlocked" => fputc,
        "fwrite" | "fwrite_unlocked" => fwrite,
        "plica_print_bytes" => print_bytes,
        "perror" => perror,
        "fflush" | "fflush_unlocked" => flush,
        "setvbuf" => zero,
        "setbuf" | "setbuffer" | "setlinebuf" => nothing,
        "__plica_unknown_conversion" => unknown_conversion,
        "plica_unsupported" => unsupported,
        "__plica_format_double" | "__plica_format_long_double" => format_float,
        _ => return None,
    })
}

/// Where output goes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stream {
    Out,
    Err,
    /// A file, or a stream that is not for writing.
    None,
}

/// Where in a stream its descriptor is: see `runtime/models/files.h`.
const DESCRIPTOR: u64 = 112;

/// The stream of a file descriptor.
fn of_descriptor(n: u64) -> Stream {
    match n {
        1 => Stream::Out,
        2 => Stream::Err,
        _ => Stream::None,
    }
}

impl Machine {
    /// The stream of a `FILE *`. Writing to the null stream or a closed one is a fault.
    fn stream(&self, s: &mut State, file: Operand) -> Flow<Stream> {
        let (obj, off) = self.locate(s, file, 1, false)?;
        let size = s.heap.get(obj).and_then(|o| o.size.as_const());
        if let (Offset::Known(at), Some(size)) = (off, size)
            && size - at >= DESCRIPTOR + 4
            && let Value::Int { bits, .. } = self.read(s, obj, Offset::Known(at + DESCRIPTOR), 4)
        {
            return Ok(of_descriptor(bits));
        }
        Ok(Stream::Out)
    }

    /// Passes output on, if that is asked for.
    fn emit(&self, stream: Stream, bytes: &[u8]) {
        if let (Mode::Concrete(world), Stream::Out) = (&self.mode, stream) {
            world.prints(bytes);
        }
        if !self.config.echo {
            return;
        }
        // Output that cannot be written is lost, as the program's own would be.
        let _ = match stream {
            Stream::Out => std::io::stdout().lock().write_all(bytes),
            Stream::Err => std::io::stderr().lock().write_all(bytes),
            Stream::None => Ok(()),
        };
    }

    /// Passes a block on, as far as it is known where it is.
    fn emit_block(&self, s: &mut State, stream: Stream, (obj, off): (ObjId, Offset), size: Value) {
        let heard = self.config.echo || matches!(self.mode, Mode::Concrete(_));
        if let (Offset::Known(off), Value::Int { bits: size, .. }, true) = (off, size, heard) {
            let bytes: Vec<Value> = (off..off + size).map(|at| self.read(s, obj, Offset::Known(at), 1)).collect();
            self.emit(stream, &shown(&bytes));
        }
    }

    fn write_format(&self, s: &mut State, stream: Stream, call: &Call<'_>, format: usize) -> Flow<Option<Value>> {
        let text = self.arg(s, call, format)?;
        let out = self.print(s, text, call.name, &mut Source::Call(call, format + 1))?;
        self.emit(stream, &out.bytes);
        Ok(Some(self.printed(s, &out)))
    }

    /// The same with the arguments in a `va_list`, of which those that were used are gone afterwards.
    fn write_list(&self, s: &mut State, stream: Stream, call: &Call<'_>, format: usize) -> Flow<Option<Value>> {
        let text = self.arg(s, call, format)?;
        let (list, at) = self.locate(s, call.operand(format + 1), 24, true)?;
        let field = self.shifted(at, 8);
        let area = self.read(s, list, field, 8);
        let (area, off) = self.pointee(s, area)?;
        let classes = self.read(s, list, self.shifted(at, 16), 8);
        let mut source = Source::Area { area, off, classes };
        let out = self.print(s, text, call.name, &mut source)?;
        if let Source::Area { area: obj, off, .. } = source {
            self.write(s, list, field, 8, Value::Ptr { obj, off });
        }
        self.emit(stream, &out.bytes);
        Ok(Some(self.printed(s, &out)))
    }

    /// Writes the text at argument `i`, and `end` behind it. The length is that of the text.
    fn write_text(&self, s: &mut State, stream: Stream, call: &Call<'_>, i: usize, end: &[u8]) -> Flow<Value> {
        let pointer = self.arg(s, call, i)?;
        let text = self.text(s, pointer, None)?;
        let mut bytes = shown(&text.bytes);
        bytes.extend_from_slice(end);
        self.emit(stream, &bytes);
        Ok(self.text_length(&text, 0))
    }

    /// Writes the character in argument 0; it is also the result.
    fn write_char(&self, s: &mut State, stream: Stream, call: &Call<'_>) -> Flow<Option<Value>> {
        let c = self.arg(s, call, 0)?;
        let c = self.fit(c, plica_ir::Ty::Int(8));
        self.emit(stream, &shown(&[c]));
        Ok(Some(self.fit(c, plica_ir::Ty::Int(32))))
    }
}

fn printf(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.write_format(s, Stream::Out, call, 0)
}

fn fprintf(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = m.stream(s, call.operand(0))?;
    m.write_format(s, stream, call, 1)
}

fn printf_chk(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.write_format(s, Stream::Out, call, 1)
}

fn fprintf_chk(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = m.stream(s, call.operand(0))?;
    m.write_format(s, stream, call, 2)
}

fn vprintf(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.write_list(s, Stream::Out, call, 0)
}

fn vfprintf(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = m.stream(s, call.operand(0))?;
    m.write_list(s, stream, call, 1)
}

fn vprintf_chk(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.write_list(s, Stream::Out, call, 1)
}

fn vfprintf_chk(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = m.stream(s, call.operand(0))?;
    m.write_list(s, stream, call, 2)
}

/// The stream of the descriptor in argument 0.
fn descriptor(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Stream> {
    Ok(m.arg(s, call, 0)?.as_const().map_or(Stream::None, of_descriptor))
}

fn dprintf(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = descriptor(m, s, call)?;
    m.write_format(s, stream, call, 1)
}

fn dprintf_chk(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = descriptor(m, s, call)?;
    m.write_format(s, stream, call, 2)
}

fn vdprintf(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = descriptor(m, s, call)?;
    m.write_list(s, stream, call, 1)
}

/// The result is what glibc gives: the number of characters, the newline included.
fn puts(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let length = m.write_text(s, Stream::Out, call, 0, b"\n")?.to_term(&m.pool);
    Ok(Some(Value::of_term(&m.pool, m.pool.add(length, m.pool.bv(1, 32)))))
}

fn fputs(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = m.stream(s, call.operand(1))?;
    m.write_text(s, stream, call, 0, b"")?;
    Ok(Some(Value::int(1, 32)))
}

fn putchar(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    m.write_char(s, Stream::Out, call)
}

fn fputc(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = m.stream(s, call.operand(1))?;
    m.write_char(s, stream, call)
}

/// `void plica_print_bytes(int descriptor, const void *from, size_t size)`
fn print_bytes(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = descriptor(m, s, call)?;
    let size = m.arg(s, call, 2)?;
    let (obj, off) = m.resolve(s, call.operand(1))?;
    m.check_access(s, obj, off, size, false)?;
    m.emit_block(s, stream, (obj, off), size);
    Ok(None)
}

fn fwrite(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let stream = m.stream(s, call.operand(3))?;
    let (size, count) = (m.arg(s, call, 1)?, m.arg(s, call, 2)?);
    let pool = &m.pool;
    let total = pool.mul(size.to_term(pool), count.to_term(pool));
    if m.split(s, pool.eq(total, pool.bv(0, 64)))? {
        // Nothing is written; that many elements of no size are no elements.
        return Ok(Some(Value::int(0, 64)));
    }
    let (obj, off) = m.resolve(s, call.operand(0))?;
    let total = Value::of_term(pool, total);
    m.check_access(s, obj, off, total, false)?;
    m.emit_block(s, stream, (obj, off), total);
    Ok(Some(count))
}

/// The text of `errno` is not known here.
fn perror(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    match m.arg(s, call, 0)?.as_const() {
        Some(0) => m.emit(Stream::Err, b"error\n"),
        _ => {
            m.write_text(s, Stream::Err, call, 0, b": error\n")?;
        }
    }
    Ok(None)
}

fn flush(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    // The null stream stands for all of them.
    if m.arg(s, call, 0)?.as_const() != Some(0) {
        m.stream(s, call.operand(0))?;
    }
    if m.config.echo {
        let _ = std::io::stdout().lock().flush();
    }
    zero(m, s, call)
}

fn zero(_m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    Ok(Some(Value::int(0, 32)))
}

fn nothing(_m: &Machine, _s: &mut State, _call: &Call<'_>) -> Flow<Option<Value>> {
    Ok(None)
}

/// `void __plica_unknown_conversion(const char *function, const char *conversion, const char *end)`: the end of a path
/// at so much of a format.
fn unknown_conversion(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let (function, conversion) = (m.arg(s, call, 0)?, m.arg(s, call, 1)?);
    let (start, end) = (m.pointee(s, conversion)?.1, m.arg(s, call, 2)?);
    let length = m.pointee(s, end)?.1.saturating_sub(start);
    let conversion = m.text_at(s, conversion).unwrap_or_default();
    let shown: String = conversion.chars().take(length as usize).collect();
    let function = m.text_at(s, function).unwrap_or_default();
    Err(stop(StopKind::Unsupported, format!("unsupported: the conversion %{shown} of {function}")))
}

/// `void plica_unsupported(const char *what)`: the end of a path at something that a model in C leaves out.
fn unsupported(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let what = m.arg(s, call, 0)?;
    let what = m.text_at(s, what).unwrap_or_default();
    Err(stop(StopKind::Unsupported, format!("unsupported: {what}")))
}

/// `int __plica_format_double(char *to, size_t size, const char *spec, double value)`: as `snprintf`; the other one is
/// for `long double`.
fn format_float(m: &Machine, s: &mut State, call: &Call<'_>) -> Flow<Option<Value>> {
    let unsupported = |kind, what: &str| stop(kind, format!("unsupported: formatting {what}"));
    let value = m.arg(s, call, 3)?;
    let is_long = call.name == "__plica_format_long_double";
    let spec = m.arg(s, call, 2)?;
    let spec = shown(&m.text(s, spec, None)?.bytes);
    let spec =
        match spec.strip_prefix(b"%").and_then(|mut rest| format::parse_spec(&mut rest).filter(|_| rest.is_empty())) {
            Some(spec)
                if !spec.is_excessive()
                    && b"fFeEgGaA".contains(&spec.letter)
                    && (spec.length == Length::LongDouble) == is_long =>
            {
                spec
            }
            _ => return Err(unsupported(StopKind::Unsupported, "with this specification")),
        };
    // The texts are too many and too different for a term: that of one number, and the others are left.
    let text = match m.one_of(s, value)? {
        Some(one) => m.float_text(s, &spec, one)?,
        None => None,
    };
    let Some(text) = text else {
        return Err(unsupported(StopKind::Symbolic, "a symbolic floating-point number"));
    };
    let room = m.arg(s, call, 1)?;
    let room = m.concretize(s, room)?;
    if room > 0 {
        let mut kept = text[..text.len().min(room as usize - 1)].to_vec();
        kept.push(0);
        let (obj, off) = m.locate(s, call.operand(0), kept.len() as u64, true)?;
        for (i, byte) in kept.iter().enumerate() {
            m.write(s, obj, m.shifted(off, i as u64), 1, Value::int(u64::from(*byte), 8));
        }
    }
    Ok(Some(Value::int(text.len() as u64, 32)))
}
