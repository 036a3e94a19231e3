//! Types.
//!
//! Oblivious to where a type stands. Invariant: a word that is no type is [`Fail::Unknown`], so that an instruction
//! with a type of the future is merely an unknown instruction.

use super::{Fail, Parsed, Parser};
use crate::ast::{FloatType, Type, TypeId, TypeTable};
use crate::lexer::Token;

/// Largest integer width of LLVM.
const MAX_WIDTH: u32 = (1 << 23) - 1;

/// Whether a word begins a type.
pub(super) fn is_type_word(word: &str) -> bool {
    int_width(word).is_some()
        || float_kind(word).is_some()
        || matches!(word, "void" | "ptr" | "label" | "metadata" | "token" | "x86_mmx" | "x86_amx" | "target" | "opaque")
}

fn int_width(word: &str) -> Option<u32> {
    let digits = word.strip_prefix('i')?;
    // `parse` would accept a sign.
    let width = if digits.starts_with(|c: char| c.is_ascii_digit()) { digits.parse().ok()? } else { return None };
    (1..=MAX_WIDTH).contains(&width).then_some(width)
}

fn float_kind(word: &str) -> Option<FloatType> {
    Some(match word {
        "half" => FloatType::Half,
        "bfloat" => FloatType::BFloat,
        "float" => FloatType::Float,
        "double" => FloatType::Double,
        "x86_fp80" => FloatType::X86Fp80,
        "fp128" => FloatType::Fp128,
        "ppc_fp128" => FloatType::PpcFp128,
        _ => return None,
    })
}

impl Parser<'_> {
    /// Whether the token looked at can begin a type.
    pub(super) fn at_type(&self) -> bool {
        match self.token {
            Token::Word(w) => is_type_word(w),
            Token::Local(_) => true,
            Token::Punct(b) => matches!(b, b'[' | b'{' | b'<'),
            _ => false,
        }
    }

    /// A type with all that follows it: stars, address spaces, parameter lists.
    pub(super) fn ty(&mut self) -> Parsed<TypeId> {
        let mut ty = self.nested(Self::base_type)?;
        loop {
            match self.token {
                Token::Punct(b'*') => {
                    self.bump();
                    ty = self.typed_pointer(ty, 0);
                }
                Token::Word("addrspace") => {
                    self.bump();
                    let addrspace = self.addrspace_number()?;
                    if self.module.types.get(ty) == &(Type::Ptr { pointee: None, addrspace: 0 }) {
                        ty = self.module.types.intern(Type::Ptr { pointee: None, addrspace });
                    } else {
                        self.expect(b'*')?;
                        ty = self.typed_pointer(ty, addrspace);
                    }
                }
                Token::Punct(b'(') => ty = self.nested(|p| p.function_type(ty))?,
                _ => return Ok(ty),
            }
        }
    }

    /// `(n)`, or `("G")` by a letter of the data layout.
    pub(super) fn addrspace_number(&mut self) -> Parsed<u32> {
        self.expect(b'(')?;
        let n = match self.token {
            Token::Str(_) => {
                self.bump();
                0
            }
            _ => self.unsigned()?,
        };
        self.expect(b')')?;
        Ok(n)
    }

    fn typed_pointer(&mut self, pointee: TypeId, addrspace: u32) -> TypeId {
        self.typed_pointers = true;
        self.module.types.intern(Type::Ptr { pointee: Some(pointee), addrspace })
    }

    fn base_type(&mut self) -> Parsed<TypeId> {
        match self.token {
            Token::Word(word) => self.word_type(word),
            Token::Local(name) => {
                self.bump();
                let name = self.intern_name(name);
                Ok(self.module.types.named(name))
            }
            Token::Punct(b'[') => {
                self.bump();
                let len = self.unsigned()?;
                self.expect_word("x")?;
                let elem = self.ty()?;
                self.expect(b']')?;
                Ok(self.module.types.intern(Type::Array { len, elem }))
            }
            Token::Punct(b'{') => self.struct_type(false),
            Token::Punct(b'<') => {
                self.bump();
                if self.at(b'{') {
                    let ty = self.struct_type(true)?;
                    self.expect(b'>')?;
                    return Ok(ty);
                }
                let scalable = self.eat_word("vscale");
                if scalable {
                    self.expect_word("x")?;
                }
                let len = self.unsigned()?;
                self.expect_word("x")?;
                let elem = self.ty()?;
                self.expect(b'>')?;
                Ok(self.module.types.intern(Type::Vector { len, elem, scalable }))
            }
            _ => self.error("a type"),
        }
    }

    fn word_type(&mut self, word: &str) -> Parsed<TypeId> {
        let ty = match word {
            "ptr" => TypeTable::PTR,
            "i1" => TypeTable::I1,
            "i8" => TypeTable::I8,
            "i32" => TypeTable::I32,
            "i64" => TypeTable::I64,
            "void" => TypeTable::VOID,
            "label" => TypeTable::LABEL,
            "metadata" => TypeTable::METADATA,
            "token" => TypeTable::TOKEN,
            "x86_mmx" | "x86_amx" => {
                let name = self.module.names.intern(word);
                self.module.types.intern(Type::Other(name))
            }
            "target" => {
                let from = self.start;
                self.bump();
                if !self.at(b'(') {
                    return self.error("`(`");
                }
                self.skip_parens()?;
                let name = self.text.get(from..self.previous_end).unwrap_or(word);
                let name = self.module.names.intern(name);
                return Ok(self.module.types.intern(Type::Other(name)));
            }
            _ => {
                if let Some(width) = int_width(word) {
                    self.module.types.intern(Type::Int(width))
                } else if let Some(kind) = float_kind(word) {
                    self.module.types.intern(Type::Float(kind))
                } else {
                    return Err(Fail::Unknown);
                }
            }
        };
        self.bump();
        Ok(ty)
    }

    fn struct_type(&mut self, packed: bool) -> Parsed<TypeId> {
        self.expect(b'{')?;
        let mut fields = Vec::new();
        if !self.at(b'}') {
            loop {
                fields.push(self.ty()?);
                if !self.eat(b',') {
                    break;
                }
            }
        }
        self.expect(b'}')?;
        Ok(self.module.types.intern(Type::Struct { packed, fields: fields.into() }))
    }

    fn function_type(&mut self, ret: TypeId) -> Parsed<TypeId> {
        self.expect(b'(')?;
        let mut params = Vec::new();
        let mut varargs = false;
        while !self.at(b')') {
            if self.token == Token::Ellipsis {
                self.bump();
                varargs = true;
                break;
            }
            params.push(self.ty()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(self.module.types.intern(Type::Function { ret, params: params.into(), varargs }))
    }

    /// The result of an `icmp` or `fcmp` of operands of this type.
    pub(super) fn comparison_type(&mut self, operand: TypeId) -> TypeId {
        match *self.module.types.get_resolved(operand) {
            Type::Vector { len, scalable, .. } => {
                self.module.types.intern(Type::Vector { len, elem: TypeTable::I1, scalable })
            }
            _ => TypeTable::I1,
        }
    }

    /// The type of the member that a path of indices leads to.
    pub(super) fn member_type(&self, aggregate: TypeId, path: &[u32]) -> Option<TypeId> {
        path.iter().try_fold(aggregate, |ty, &i| self.module.types.member(ty, u64::from(i)))
    }
}
