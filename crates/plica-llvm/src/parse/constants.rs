//! Values: locals, globals, and every form of constant.
//!
//! Oblivious to addresses and layout. Invariant: the bits of an integer never exceed the width of its type.

use super::scope::Key;
use super::{Fail, Parsed, Parser, floats};
use crate::ast::{
    BinaryOp, BlockId, CastOpcode, ConstExpr, Constant, ConstantTable, FCmpPred, ICmpPred, LocalId, MdOperandId,
    PoisonFlags, Type, TypeId, TypeTable, TypedValue, ValueRef,
};
use crate::lexer::{Name, Token, unescape};

/// Widest integer type whose literals are read.
const MAX_LITERAL_WIDTH: u32 = 4096;

impl<'a> Parser<'a> {
    /// `T v`.
    pub(super) fn operand(&mut self) -> Parsed<TypedValue> {
        let ty = self.ty()?;
        let value = self.value(ty)?;
        Ok(TypedValue { ty, value })
    }

    /// `T v, T v, ...`, at least one, up to anything but a comma (or to metadata attachments).
    pub(super) fn operands(&mut self) -> Parsed<Vec<TypedValue>> {
        let mut all = vec![self.operand()?];
        while self.comma() {
            all.push(self.operand()?);
        }
        Ok(all)
    }

    /// A value of a known type.
    pub(super) fn value(&mut self, ty: TypeId) -> Parsed<ValueRef> {
        if ty == TypeTable::METADATA {
            return self.metadata_value();
        }
        match self.token {
            Token::Local(name) => {
                if ty == TypeTable::LABEL {
                    return self.block_name(name).map(ValueRef::Block);
                }
                self.local(name, ty).map(ValueRef::Local)
            }
            Token::Global(name) => {
                self.bump();
                Ok(ValueRef::Global(self.intern_name(name)))
            }
            Token::Int(digits) => self.int(digits, ty).map(ValueRef::Const),
            Token::Float(text) => {
                let bits = self.float_kind(ty).and_then(|kind| floats::decimal(text, kind));
                self.float(bits)
            }
            Token::Hex(text) => {
                let bits = self.float_kind(ty).and_then(|kind| floats::hexadecimal(text, kind));
                self.float(bits)
            }
            Token::CStr(raw) => {
                self.bump();
                Ok(self.constant(Constant::Bytes(unescape(raw).into())))
            }
            Token::Word(word) => self.word_value(word, ty),
            Token::Punct(b'[' | b'{' | b'<') => self.nested(Self::aggregate),
            _ => self.error("a value"),
        }
    }

    fn constant(&mut self, constant: Constant) -> ValueRef {
        ValueRef::Const(self.module.constants.push(constant))
    }

    /// `metadata ...` as an argument.
    fn metadata_value(&mut self) -> Parsed<ValueRef> {
        let value = self.md_value()?;
        let id = MdOperandId(self.module.metadata.operands.len() as u32);
        self.module.metadata.operands.push(value);
        Ok(ValueRef::Metadata(id))
    }

    fn key(&mut self, name: Name<'a>) -> Parsed<Key> {
        Ok(match name {
            // A number needs as many definitions before it; larger ones would only cost memory.
            Name::Num(n) if n as usize > self.text.len() => {
                return self.error("a smaller number");
            }
            Name::Num(n) => Key::Number(n),
            Name::Plain(_) | Name::Quoted(_) => Key::Named(self.intern_name(name)),
        })
    }

    /// The local that the token looked at names; `ty` is its type if it was not seen before.
    pub(super) fn local(&mut self, name: Name<'a>, ty: TypeId) -> Parsed<LocalId> {
        if !self.in_function {
            return self.error("a constant");
        }
        let key = self.key(name)?;
        let id = self.scope.local(&mut self.module.names, key, ty, self.start);
        self.bump();
        Ok(id)
    }

    /// The block that the token looked at names.
    pub(super) fn block_name(&mut self, name: Name<'a>) -> Parsed<BlockId> {
        if !self.in_function {
            return self.error("a constant");
        }
        let key = self.key(name)?;
        let id = self.scope.block(&mut self.module.names, key, self.start);
        self.bump();
        Ok(id)
    }

    /// `label %b`.
    pub(super) fn label(&mut self) -> Parsed<BlockId> {
        self.expect_word("label")?;
        match self.token {
            Token::Local(name) => self.block_name(name),
            _ => self.error("a label such as `%exit`"),
        }
    }

    fn float_kind(&self, ty: TypeId) -> Option<crate::ast::FloatType> {
        match self.module.types.get_resolved(ty) {
            Type::Float(kind) => Some(*kind),
            _ => None,
        }
    }

    fn float(&mut self, bits: Option<u128>) -> Parsed<ValueRef> {
        let Some(bits) = bits else { return self.error("a value of the type before it") };
        self.bump();
        Ok(self.constant(Constant::Float(bits)))
    }

    fn int(&mut self, digits: &str, ty: TypeId) -> Parsed<crate::ast::ConstId> {
        let width = match self.module.types.get_resolved(ty) {
            Type::Int(width) => *width,
            _ => return self.error("a value of the type before it"),
        };
        let (negative, magnitude) = match digits.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, digits),
        };
        let start = self.start;
        self.bump();
        if width <= 128
            && let Ok(n) = magnitude.parse::<u128>()
        {
            let bits = if negative { n.wrapping_neg() } else { n };
            let mask = if width == 128 { u128::MAX } else { (1 << width) - 1 };
            return Ok(self.module.constants.int(bits & mask));
        }
        // Every literal of a type takes the space of the type, and time by its square.
        if width > MAX_LITERAL_WIDTH || magnitude.len() > MAX_LITERAL_WIDTH as usize {
            return self.error_at(start, format!("a literal of more than {MAX_LITERAL_WIDTH} bits"));
        }
        let words = wide(magnitude.trim_start_matches('+'), 10, negative, width);
        Ok(self.wide_int(words, width))
    }

    fn wide_int(&mut self, words: Vec<u64>, width: u32) -> crate::ast::ConstId {
        if width <= 128 {
            let word = |i: usize| u128::from(words.get(i).copied().unwrap_or(0));
            return self.module.constants.int(word(0) | word(1) << 64);
        }
        self.module.constants.push(Constant::WideInt(words.into()))
    }

    /// `u0x1F` and `s0x1F`, an integer in hexadecimal.
    fn hex_int(&mut self, word: &str, ty: TypeId) -> Parsed<Option<ValueRef>> {
        let Some(digits) = word.strip_prefix("u0x").or_else(|| word.strip_prefix("s0x")) else { return Ok(None) };
        let width = self.module.types.int_width(ty);
        let (Some(width), true) = (width, digits.bytes().all(|b| b.is_ascii_hexdigit())) else {
            return self.error("an integer");
        };
        if width > MAX_LITERAL_WIDTH || digits.len() > MAX_LITERAL_WIDTH as usize / 4 {
            return self.error("a literal of fewer bits");
        }
        let mut words = wide(digits, 16, false, width.max(4 * digits.len() as u32));
        let top = 4 * digits.len() as u32;
        let sign = top > 0 && words.get((top - 1) as usize / 64).is_some_and(|w| w >> ((top - 1) % 64) & 1 == 1);
        if word.starts_with('s') && sign && top < width {
            for bit in top..width {
                words[bit as usize / 64] |= 1 << (bit % 64);
            }
        }
        truncate(&mut words, width);
        self.bump();
        Ok(Some(ValueRef::Const(self.wide_int(words, width))))
    }

    fn word_value(&mut self, word: &'a str, ty: TypeId) -> Parsed<ValueRef> {
        let simple = match word {
            "null" => ConstantTable::NULL,
            "undef" => ConstantTable::UNDEF,
            "poison" => ConstantTable::POISON,
            "zeroinitializer" => ConstantTable::ZEROINIT,
            "true" => ConstantTable::ONE,
            "false" => ConstantTable::ZERO,
            "none" => ConstantTable::NONE,
            _ => {
                if let Some(value) = self.hex_int(word, ty)? {
                    return Ok(value);
                }
                return self.nested(|p| p.compound_constant(word));
            }
        };
        self.bump();
        Ok(ValueRef::Const(simple))
    }

    /// `[...]`, `{...}`, `<...>` or `<{...}>` of typed elements.
    fn aggregate(&mut self) -> Parsed<ValueRef> {
        let open = self.bump();
        if open == Token::Punct(b'<') && self.at(b'{') {
            self.bump();
            let elements = self.elements(b'}')?;
            self.expect(b'>')?;
            return Ok(self.constant(Constant::Struct(elements)));
        }
        Ok(match open {
            Token::Punct(b'[') => {
                let elements = self.elements(b']')?;
                self.constant(Constant::Array(elements))
            }
            Token::Punct(b'<') => {
                let elements = self.elements(b'>')?;
                self.constant(Constant::Vector(elements))
            }
            _ => {
                let elements = self.elements(b'}')?;
                self.constant(Constant::Struct(elements))
            }
        })
    }

    fn elements(&mut self, close: u8) -> Parsed<Box<[TypedValue]>> {
        let mut all = Vec::new();
        if !self.at(close) {
            all = self.operands()?;
        }
        self.expect(close)?;
        Ok(all.into())
    }

    fn compound_constant(&mut self, word: &str) -> Parsed<ValueRef> {
        let (from, at) = (self.here(), self.start);
        match self.compound_constant_inner(word) {
            Err(Fail::Unknown) => {}
            done => return done,
        }
        // Newer than this reader, it seems: keep its text.
        self.rewind(from);
        self.bump();
        if !self.at(b'(') {
            return self.error_at(at, format!("expected a value, found `{word}`"));
        }
        self.skip_parens()?;
        let text = self.text.get(at..self.previous_end).unwrap_or(word);
        Ok(self.constant(Constant::Unknown(text.into())))
    }

    fn compound_constant_inner(&mut self, word: &str) -> Parsed<ValueRef> {
        self.bump();
        match word {
            "blockaddress" => {
                self.expect(b'(')?;
                let Token::Global(function) = self.token else { return self.error("a function") };
                self.bump();
                self.expect(b',')?;
                let Token::Local(block) = self.token else { return self.error("a label") };
                self.bump();
                self.expect(b')')?;
                let (function, block) = (self.intern_name(function), self.intern_name(block));
                Ok(self.constant(Constant::BlockAddress { function, block }))
            }
            "dso_local_equivalent" | "no_cfi" => {
                let value = self.value(TypeTable::PTR)?;
                Ok(self.constant(Constant::Equivalent(TypedValue { ty: TypeTable::PTR, value })))
            }
            "ptrauth" => {
                self.expect(b'(')?;
                let of = *self.operands()?.first().ok_or(Fail::Unknown)?;
                self.expect(b')')?;
                Ok(self.constant(Constant::Equivalent(of)))
            }
            "splat" => {
                self.expect(b'(')?;
                let of = self.operand()?;
                self.expect(b')')?;
                Ok(self.constant(Constant::Splat(of)))
            }
            _ => {
                let expr = self.const_expr(word)?;
                Ok(self.constant(Constant::Expr(Box::new(expr))))
            }
        }
    }

    fn const_expr(&mut self, word: &str) -> Parsed<ConstExpr> {
        if let Some(op) = CastOpcode::from_keyword(word) {
            self.flags()?;
            self.expect(b'(')?;
            let value = self.operand()?;
            self.expect_word("to")?;
            self.ty()?;
            self.expect(b')')?;
            return Ok(ConstExpr::Cast { op, value });
        }
        if let Some(op) = BinaryOp::from_keyword(word) {
            let flags = self.flags()?;
            let [lhs, rhs] = self.const_args()?;
            return Ok(ConstExpr::Binary { op, flags, lhs, rhs });
        }
        Ok(match word {
            "getelementptr" => return self.const_gep(),
            "icmp" => {
                let pred = self.keyword(ICmpPred::from_keyword)?;
                let [lhs, rhs] = self.const_args()?;
                ConstExpr::ICmp { pred, lhs, rhs }
            }
            "fcmp" => {
                let pred = self.keyword(FCmpPred::from_keyword)?;
                let [lhs, rhs] = self.const_args()?;
                ConstExpr::FCmp { pred, lhs, rhs }
            }
            "fneg" => {
                let [value] = self.const_args()?;
                ConstExpr::FNeg(value)
            }
            "select" => {
                let [cond, then, els] = self.const_args()?;
                ConstExpr::Select { cond, then, els }
            }
            "extractelement" => {
                let [vector, index] = self.const_args()?;
                ConstExpr::ExtractElement { vector, index }
            }
            "insertelement" => {
                let [vector, element, index] = self.const_args()?;
                ConstExpr::InsertElement { vector, element, index }
            }
            "shufflevector" => {
                let [lhs, rhs, mask] = self.const_args()?;
                ConstExpr::ShuffleVector { lhs, rhs, mask }
            }
            "extractvalue" => {
                self.expect(b'(')?;
                let aggregate = self.operand()?;
                let indices = self.index_path()?;
                self.expect(b')')?;
                ConstExpr::ExtractValue { aggregate, indices }
            }
            "insertvalue" => {
                self.expect(b'(')?;
                let aggregate = self.operand()?;
                self.expect(b',')?;
                let element = self.operand()?;
                let indices = self.index_path()?;
                self.expect(b')')?;
                ConstExpr::InsertValue { aggregate, element, indices }
            }
            _ => return Err(Fail::Unknown),
        })
    }

    fn const_gep(&mut self) -> Parsed<ConstExpr> {
        let flags = self.flags()?;
        self.expect(b'(')?;
        let source = self.ty()?;
        self.expect(b',')?;
        let base = self.operand()?;
        let mut indices = Vec::new();
        while self.eat(b',') {
            // Before LLVM 19 one index could be marked; it has no meaning for us.
            self.eat_word("inrange");
            indices.push(self.operand()?);
        }
        self.expect(b')')?;
        Ok(ConstExpr::Gep { flags, source, base, indices: indices.into() })
    }

    /// `(T a, T b, ...)`, exactly N.
    fn const_args<const N: usize>(&mut self) -> Parsed<[TypedValue; N]> {
        self.expect(b'(')?;
        let mut args = [TypedValue { ty: TypeTable::VOID, value: ValueRef::Const(ConstantTable::ZERO) }; N];
        for (i, arg) in args.iter_mut().enumerate() {
            if i > 0 {
                self.expect(b',')?;
            }
            *arg = self.operand()?;
        }
        self.expect(b')')?;
        Ok(args)
    }

    /// `, i, j, ...` of `extractvalue` and `insertvalue`.
    pub(super) fn index_path(&mut self) -> Parsed<Box<[u32]>> {
        let mut path = Vec::new();
        while self.comma() {
            path.push(self.unsigned()?);
        }
        if path.is_empty() { self.error("`,` and an index") } else { Ok(path.into()) }
    }

    /// A word that is one of a closed set; any other word may be newer than this reader.
    pub(super) fn keyword<T>(&mut self, find: fn(&str) -> Option<T>) -> Parsed<T> {
        match self.token {
            Token::Word(word) => {
                let found = find(word).ok_or(Fail::Unknown)?;
                self.bump();
                Ok(found)
            }
            _ => self.error("a keyword"),
        }
    }

    /// `nsw`, `inbounds`, `inrange(...)` and the like.
    pub(super) fn flags(&mut self) -> Parsed<PoisonFlags> {
        let mut flags = PoisonFlags::default();
        while let Token::Word(word) = self.token {
            flags.set(match word {
                "nuw" => PoisonFlags::NUW,
                "nsw" => PoisonFlags::NSW,
                "exact" => PoisonFlags::EXACT,
                "disjoint" => PoisonFlags::DISJOINT,
                "samesign" => PoisonFlags::SAMESIGN,
                "nneg" => PoisonFlags::NNEG,
                "inbounds" => PoisonFlags::INBOUNDS,
                "nusw" => PoisonFlags::NUSW,
                "inrange" => {
                    self.bump();
                    self.skip_parens_if_any()?;
                    continue;
                }
                _ => break,
            });
            self.bump();
        }
        Ok(flags)
    }
}

/// The two's complement of a literal as little-endian words, cut to `width` bits.
fn wide(digits: &str, radix: u32, negative: bool, width: u32) -> Vec<u64> {
    let mut words = vec![0u64; width.div_ceil(64) as usize];
    // Words above `used` are still zero: short literals of very wide types stay cheap.
    let mut used = 0;
    for digit in digits.chars() {
        let mut carry = u128::from(digit.to_digit(radix).unwrap_or(0));
        for word in &mut words[..used] {
            carry += u128::from(*word) * u128::from(radix);
            *word = carry as u64;
            carry >>= 64;
        }
        if carry > 0 && used < words.len() {
            words[used] = carry as u64;
            used += 1;
        }
    }
    if negative {
        let mut carry = true;
        for word in &mut words {
            (*word, carry) = (!*word).overflowing_add(u64::from(carry));
        }
    }
    truncate(&mut words, width);
    words
}

fn truncate(words: &mut Vec<u64>, width: u32) {
    words.resize(width.div_ceil(64) as usize, 0);
    if !width.is_multiple_of(64)
        && let Some(top) = words.last_mut()
    {
        *top &= (1 << (width % 64)) - 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_literals() {
        assert_eq!(wide("18446744073709551616", 10, false, 192), [0, 1, 0]);
        assert_eq!(wide("1", 10, true, 130), [u64::MAX, u64::MAX, 3]);
        assert_eq!(wide("FF", 16, false, 4), [15]);
    }
}
