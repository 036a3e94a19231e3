//! Carrying out a format: arguments from the call or a `va_list`, texts from memory, and the length of the result.
//!
//! Oblivious to streams. Symbolic characters and numbers show as `?`; their length is nevertheless exact, a term (only
//! a symbolic float makes it unknown). Invariant: nothing is changed here, so every step may interrupt.

use plica_ir::{DebugLoc, FloatKind, Ty};
use plica_term::{SymbolKind, TermId};

use crate::builtin::Call;
use crate::builtin::extended::Extended;
use crate::builtin::format::{self, Count, Item, Spec};
use crate::event::{Input, InputKind, InputOrigin};
use crate::fault::{FaultKind, StopKind};
use crate::machine::Machine;
use crate::outcome::{Flow, Interrupt, Outcome};
use crate::premise::Premise;
use crate::state::State;
use crate::step::{Offset, stop};
use crate::value::{ObjId, Value, decode_term};

/// Where a format's arguments come from.
pub(super) enum Source<'a> {
    /// The call's own, from the one with this number on.
    Call(&'a Call<'a>, usize),
    /// The area of arguments of a list, from this offset on, and what tells what they are.
    Area { area: ObjId, off: u64, classes: Value },
}

const NO_CONVERSION: &str = "a conversion of a symbolic format that is none, or %n";

/// What a conversion takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Taken {
    /// An integer or pointer of so many bits.
    Word(u32),
    /// A floating-point number of this kind.
    Float(FloatKind),
}

/// A text from memory: bytes up to its end, some of which may be symbolic and may end it earlier.
pub(super) struct Text {
    /// The bytes, the terminating NUL left out.
    pub bytes: Vec<Value>,
}

/// A text being put together.
#[derive(Default)]
pub(super) struct Output {
    /// What is shown.
    pub bytes: Vec<u8>,
    /// Length of the known parts.
    known: u64,
    /// Lengths of the other parts, 32 bits each.
    terms: Vec<TermId>,
    /// Is there a part whose length is not known at all?
    unknown: bool,
}

impl Output {
    fn push(&mut self, text: &[u8]) {
        self.bytes.extend_from_slice(text);
        self.known += text.len() as u64;
    }

    /// A part whose length is a term.
    fn push_sized(&mut self, shown: &[u8], length: Value) {
        self.bytes.extend_from_slice(shown);
        match length {
            Value::Int { bits, .. } => self.known += bits,
            Value::Term(t) => self.terms.push(t),
            _ => self.unknown = true,
        }
    }
}

/// The types of the arguments that a format asks for, in order; nothing if there is something in it that is not
/// supported. A pointer is to a text.
pub(crate) fn conversions(format: &[u8]) -> Option<Vec<Ty>> {
    let mut types = Vec::new();
    for item in format::parse(format).ok()? {
        let Item::Convert(spec) = item else { continue };
        let counts = [spec.width, spec.precision].into_iter().filter(|&count| count == Count::Argument);
        types.extend(counts.map(|_| Ty::Int(32)));
        if spec.letter == b's' && spec.length == format::Length::Long {
            return None;
        }
        types.push(match spec.letter {
            b's' => Ty::Ptr,
            b'c' | b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => Ty::Int(64),
            _ => Ty::Float(kind(&spec)),
        });
    }
    Some(types)
}

/// The type of the number that a conversion takes.
fn kind(spec: &Spec) -> FloatKind {
    if spec.length == format::Length::LongDouble { FloatKind::Extended } else { FloatKind::Double }
}

impl Machine {
    /// The text of a known floating-point number; none if it is not known.
    pub(super) fn float_text(&self, s: &State, spec: &Spec, v: Value) -> Flow<Option<Vec<u8>>> {
        if kind(spec) == FloatKind::Extended {
            let Some(bits) = self.pool.const_value(v.to_term(&self.pool)) else { return Ok(None) };
            self.expect_number(s, Ty::Float(FloatKind::Extended), v)?;
            return Ok(Some(format::float(spec, Extended(bits))));
        }
        Ok(v.as_const().map(|bits| format::float(spec, f64::from_bits(bits))))
    }

    /// The object and offset of a pointer that is to be read from, both known afterwards. An offset outside the
    /// object is a fault before the others are told apart.
    pub(super) fn pointee(&self, s: &State, pointer: Value) -> Flow<(ObjId, u64)> {
        let (obj, off) = match pointer.as_pointer() {
            Value::Ptr { obj, off } => return Ok((obj, off)),
            Value::SymPtr { obj, off } => (obj, off),
            Value::Term(t) => {
                let (which, off) = decode_term(&self.pool, t);
                (ObjId(self.concretize(s, Value::of_term(&self.pool, which))? as u32), off)
            }
            Value::Int { .. } | Value::Uninit => return Ok((ObjId(0), 0)),
        };
        let off = Value::of_term(&self.pool, off);
        if let Value::Term(t) = off {
            self.check_access(s, obj, Offset::Symbolic(t), Value::int(1, 64), false)?;
        }
        Ok((obj, self.concretize(s, off)?))
    }

    /// The NUL-terminated text at a pointer, at most `limit` bytes of it. Faults if it can be without end.
    pub(super) fn text(&self, s: &mut State, pointer: Value, limit: Option<u64>) -> Flow<Text> {
        let mut bytes = Vec::new();
        if limit == Some(0) {
            return Ok(Text { bytes });
        }
        let (obj, off) = self.pointee(s, pointer)?;
        let mut ends: Vec<TermId> = Vec::new();
        for i in 0..limit.unwrap_or(u64::MAX) {
            let at = off.wrapping_add(i);
            let mut access = self.check_access(s, obj, Offset::Known(at), Value::int(1, 64), false);
            if access.is_err() && !ends.is_empty() {
                // Only wrong if none of the symbolic bytes before ends the text.
                let ended = self.pool.or_all(&ends);
                match access {
                    Err(outcome) if !matches!(*outcome, Outcome::Decide(_)) => {
                        self.require(s, ended, FaultKind::OutOfBounds, || {
                            "a text has no end within its object".into()
                        })?;
                        break;
                    }
                    undecided => {
                        if self.split(s, ended)? {
                            break;
                        }
                        access = undecided;
                    }
                }
            }
            access?;
            if self.config.checks.covers(FaultKind::UninitializedRead)
                && s.heap.get(obj).is_some_and(|o| o.content.is_uninit(&self.pool, at, 1))
            {
                return Err(self.fault(FaultKind::UninitializedRead, "a text holds a byte that was never written"));
            }
            match self.read(s, obj, Offset::Known(at), 1) {
                Value::Int { bits: 0, .. } => break,
                byte => {
                    if byte.as_const().is_none() {
                        ends.push(self.is(byte, 0));
                    }
                    bytes.push(byte);
                }
            }
        }
        Ok(Text { bytes })
    }

    /// The wide text at a pointer, at most `limit` characters of it; where it ends is decided.
    fn wide_text(&self, s: &mut State, pointer: Value, limit: Option<usize>) -> Flow<Vec<u8>> {
        let mut text = Vec::new();
        let (obj, off) = self.pointee(s, pointer)?;
        while limit.is_none_or(|limit| text.len() < limit) {
            let at = Offset::Known(off.wrapping_add(4 * text.len() as u64));
            self.check_access(s, obj, at, Value::int(4, 64), false)?;
            let c = self.read(s, obj, at, 4);
            let known = c.as_const();
            let c = c.to_term(&self.pool);
            if self.split(s, self.pool.eq(c, self.pool.bv(0, 32)))? {
                break;
            }
            text.push(known.and_then(|c| u8::try_from(c).ok()).unwrap_or(b'?'));
        }
        Ok(text)
    }

    /// The length of a text, at least `width`, in 32 bits.
    pub(super) fn text_length(&self, text: &Text, width: usize) -> Value {
        let number = |n: usize| self.pool.bv(n.max(width) as u128, 32);
        let mut length = number(text.bytes.len());
        for (i, &byte) in text.bytes.iter().enumerate().rev() {
            if byte.as_const().is_none() {
                length = self.pool.ite(self.is(byte, 0), number(i), length);
            }
        }
        Value::of_term(&self.pool, length)
    }

    /// Carries out a format of a function.
    pub(super) fn print(&self, s: &mut State, format: Value, function: &str, source: &mut Source<'_>) -> Flow<Output> {
        let text = self.text(s, format, None)?;
        let known: Option<Vec<u8>> = text.bytes.iter().map(|b| b.as_const().map(|b| b as u8)).collect();
        let mut out = Output::default();
        let Some(known) = known else {
            self.print_unknown(s, &text, source, &mut out)?;
            return Ok(out);
        };
        let mut rest = &known[..];
        while let Some(item) = format::next(&mut rest) {
            match item.map_err(|what| unsupported(format!("{what} of {}", as_written(function))))? {
                Item::Text(text) => out.push(&text),
                Item::Convert(spec) => self.carry_out(s, spec, source, &mut out)?,
            }
        }
        Ok(out)
    }

    /// Carries out a format some of whose characters are inputs. Whether there is a conversion in it is decided before
    /// anything about one character is.
    fn print_unknown(&self, s: &mut State, text: &Text, source: &mut Source<'_>, out: &mut Output) -> Flow {
        let mut before = self.pool.true_();
        let mut places = Vec::new();
        for &byte in &text.bytes {
            places.push(self.pool.and(before, self.is(byte, b'%')));
            before = self.pool.and(before, self.pool.not(self.is(byte, 0)));
        }
        if !self.split(s, self.pool.or_all(&places))? {
            out.push_sized(&shown(&text.bytes), self.text_length(text, 0));
            return Ok(());
        }
        let mut rest = &text.bytes[..];
        while let Some((&byte, tail)) = rest.split_first() {
            if self.split(s, self.is(byte, 0))? {
                break;
            }
            rest = tail;
            if !self.split(s, self.is(byte, b'%'))? {
                out.push(&shown(&[byte]));
            } else if let Some(spec) = self.spec(s, &mut rest, source)? {
                self.carry_out(s, spec, source, out)?;
            } else {
                out.push(b"%");
            }
        }
        Ok(())
    }

    /// Reads what follows a `%`, deciding one character after the other. None for a second `%`. Where no argument is
    /// left only that one is asked for matters, so characters that are read alike are not told apart.
    fn spec(&self, s: &State, rest: &mut &[Value], source: &Source<'_>) -> Flow<Option<Spec>> {
        let used_up = self.is_used_up(s, source);
        let mut known = Vec::new();
        while let Some((&byte, tail)) = rest.split_first() {
            *rest = tail;
            if known.is_empty() && self.split(s, self.is(byte, b'%'))? {
                return Ok(None);
            }
            if self.split(s, self.is_one_of(byte, format::LETTERS))? {
                known.push(if used_up { b'd' } else { self.concretize(s, byte)? as u8 });
                let spec = format::parse_spec(&mut &known[..]).ok_or_else(|| unsupported(NO_CONVERSION))?;
                return if used_up { Err(self.too_many_conversions()) } else { Ok(Some(spec)) };
            }
            let mut alike = None;
            for some in format::READ_ALIKE {
                if self.split(s, self.is_one_of(byte, some))? {
                    alike = Some(some[0]);
                    break;
                }
            }
            let Some(first) = alike else { break };
            known.push(if used_up { first } else { self.concretize(s, byte)? as u8 });
        }
        Err(unsupported(NO_CONVERSION))
    }

    fn is_one_of(&self, byte: Value, some: &[u8]) -> TermId {
        let each: Vec<TermId> = some.iter().map(|&c| self.is(byte, c)).collect();
        self.pool.or_all(&each)
    }

    fn too_many_conversions(&self) -> Interrupt {
        self.fault(FaultKind::InvalidBuiltin, "a format has more conversions than arguments")
    }

    /// Is a byte this character?
    fn is(&self, byte: Value, c: u8) -> TermId {
        let t = byte.to_term(&self.pool);
        self.pool.eq(t, self.pool.bv(c.into(), self.pool.width(t)))
    }

    fn carry_out(&self, s: &mut State, mut spec: Spec, source: &mut Source<'_>, out: &mut Output) -> Flow {
        if spec.width == Count::Argument {
            spec.set_width(self.count(s, source)?);
        }
        if spec.precision == Count::Argument {
            spec.set_precision(self.count(s, source)?);
        }
        if spec.is_excessive() {
            return Err(unsupported("a field of more than a million characters"));
        }
        self.convert(s, &spec, source, out)
    }

    fn count(&self, s: &mut State, source: &mut Source<'_>) -> Flow<i32> {
        let count = self.take(s, source, Taken::Word(32))?;
        Ok(self.concretize(s, count)? as u32 as i32)
    }

    fn convert(&self, s: &mut State, spec: &Spec, source: &mut Source<'_>, out: &mut Output) -> Flow {
        match spec.letter {
            b's' if spec.length == format::Length::Long => {
                let pointer = self.take(s, source, Taken::Word(64))?;
                let text = self.wide_text(s, pointer, spec.precision())?;
                out.push(&format::text(spec, &text));
            }
            b's' => {
                let pointer = self.take(s, source, Taken::Word(64))?;
                let text = self.text(s, pointer, spec.precision().map(|p| p as u64))?;
                out.push_sized(&format::text(spec, &shown(&text.bytes)), self.text_length(&text, spec.width()));
            }
            b'c' => {
                let c = self.take(s, source, Taken::Word(32))?;
                let c = c.as_const().map_or(b'?', |c| c as u8);
                out.push(&format::text(spec, &[c]));
            }
            b'd' | b'i' | b'u' | b'x' | b'X' | b'o' | b'p' => {
                let bits = if spec.letter == b'p' { 64 } else { spec.length.bits() };
                let t = self.take(s, source, Taken::Word(bits.max(32)))?.to_term(&self.pool);
                match self.pool.const_value(t) {
                    Some(known) => out.push(&format::integer(spec, known as u64)),
                    None => {
                        let t = self.pool.extract(t, bits - 1, 0);
                        out.push_sized(&format::text(spec, b"?"), self.integer_length(spec, t));
                    }
                }
            }
            _ => {
                let v = self.take(s, source, Taken::Float(kind(spec)))?;
                match self.float_text(s, spec, v)? {
                    Some(text) => out.push(&text),
                    None => out.push_sized(&format::text(spec, b"?"), Value::Uninit),
                }
            }
        }
        Ok(())
    }

    /// The length of a converted symbolic integer: by sign and number of digits. Each of these classes is measured on
    /// one of its members.
    fn integer_length(&self, spec: &Spec, t: TermId) -> Value {
        let (pool, width) = (&*self.pool, self.pool.width(t));
        let base: u128 = match spec.letter {
            b'd' | b'i' | b'u' => 10,
            b'o' => 8,
            _ => 16,
        };
        let length = |v: u128| pool.bv(format::integer(spec, v as u64).len() as u128, 32);
        // Magnitudes below `limit`, as a chain from the largest class down.
        let classes = |magnitude: TermId, limit: u128, negative: bool| {
            let bits = |m: u128| if negative { m.wrapping_neg() } else { m };
            let starts: Vec<u128> =
                std::iter::successors(Some(1u128), |m| Some(m * base)).take_while(|m| *m < limit).collect();
            let mut chain = length(bits(*starts.last().unwrap_or(&0)));
            for pair in starts.windows(2).rev() {
                chain = pool.ite(pool.ult(magnitude, pool.bv(pair[1], width)), length(bits(pair[0])), chain);
            }
            pool.ite(pool.eq(magnitude, pool.bv(0, width)), length(0), chain)
        };
        let chain = if matches!(spec.letter, b'd' | b'i') {
            let half = 1u128 << (width - 1);
            let negative = pool.slt(t, pool.bv(0, width));
            pool.ite(negative, classes(pool.neg(t), half + 1, true), classes(t, half, false))
        } else {
            classes(t, 1u128 << width, false)
        };
        Value::of_term(pool, chain)
    }

    /// Is there no argument left for a conversion?
    fn is_used_up(&self, s: &State, source: &Source<'_>) -> bool {
        match source {
            Source::Call(call, next) => *next >= call.args.len(),
            Source::Area { area, off, .. } => {
                s.heap.get(*area).and_then(|o| o.size.as_const()).is_some_and(|size| *off >= size)
            }
        }
    }

    fn take(&self, s: &mut State, source: &mut Source<'_>, what: Taken) -> Flow<Value> {
        let wrong = |text: &str| Err(self.fault(FaultKind::InvalidBuiltin, text));
        let ty = match what {
            Taken::Word(bits) => Ty::Int(bits),
            Taken::Float(kind) => Ty::Float(kind),
        };
        match source {
            Source::Call(call, next) => {
                let Some(arg) = call.args.get(*next) else {
                    return Err(self.too_many_conversions());
                };
                *next += 1;
                let float = matches!(arg.ty, Ty::Float(_));
                if arg.byval.is_some() || float != matches!(what, Taken::Float(_)) || (float && arg.ty != ty) {
                    return wrong("an argument is not of the type that the format's conversion asks for");
                }
                if arg.ty.store_size() < ty.store_size() {
                    // What is behind it in its register or its word was never written.
                    if self.config.checks.covers(FaultKind::UninitializedRead) {
                        let text = "an argument is narrower than what the format's conversion asks for";
                        return Err(self.fault(FaultKind::UninitializedRead, text));
                    }
                    self.note(s, Premise::Unwritten);
                }
                let value = self.get(s, arg.value)?;
                Ok(self.fit(value, ty))
            }
            Source::Area { area, off, classes } => {
                if !self.is_of_class(s, *classes, *off, matches!(what, Taken::Float(FloatKind::Double))) {
                    return wrong("an argument is not of the type that the format's conversion asks for");
                }
                let size = s.heap.get(*area).map_or(Value::int(0, 64), |o| o.size);
                let room = ty.store_size().next_multiple_of(8);
                let start = off.checked_next_multiple_of(if room > 8 { 16 } else { 8 });
                let end = start.and_then(|start| start.checked_add(room));
                let (Some(start), Some(end)) = (start, end.filter(|&end| size.as_const().is_some_and(|n| end <= n)))
                else {
                    return Err(self.too_many_conversions());
                };
                let value = self.read(s, *area, Offset::Known(start), ty.store_size());
                *off = end;
                Ok(value)
            }
        }
    }

    /// The number of characters written, as the C functions return it. Takes a fresh number whether or not it needs
    /// one, so that exploring and confirming name the values after it alike.
    pub(super) fn printed(&self, s: &mut State, out: &Output) -> Value {
        if out.unknown {
            let unknown = self.fresh(s, "printf", 31, SymbolKind::Input);
            return Value::of_term(&self.pool, self.pool.zext(unknown.to_term(&self.pool), 32));
        }
        let parts = Vec::new();
        let loc = DebugLoc::UNKNOWN;
        s.note(Input { name: "printf".into(), kind: InputKind::Unset, parts, loc, origin: InputOrigin::Call });
        let known = self.pool.bv(u128::from(out.known), 32);
        let total = out.terms.iter().fold(known, |sum, &t| self.pool.add(sum, t));
        Value::of_term(&self.pool, total)
    }
}

/// The name in a program of a function, which headers and models may call by another one.
fn as_written(function: &str) -> &str {
    let name = function.trim_start_matches("__plica_").trim_start_matches("__");
    name.strip_suffix("_chk").unwrap_or(name)
}

/// The end of a path at something in a format that is not supported.
fn unsupported(what: impl std::fmt::Display) -> Interrupt {
    stop(StopKind::Unsupported, format!("unsupported: {what}"))
}

/// Bytes for showing.
pub(super) fn shown(bytes: &[Value]) -> Vec<u8> {
    bytes.iter().map(|b| b.as_const().map_or(b'?', |b| b as u8)).collect()
}
