//! Attributes, linkage words, calling conventions: what matters is kept, the rest is skipped.
//!
//! Oblivious to most of what attributes promise. Invariant: an attribute that is not known is skipped with its
//! parenthesis; it never makes a file unreadable.

use super::types::is_type_word;
use super::{Parsed, Parser};
use crate::ast::{AttrGroup, FastMath, Linkage, ParamAttrs, Passing, Symbol, TypeId, Visibility};
use crate::lexer::Token;

/// Whether a word begins a constant, so that a list of attributes ends before it.
pub(super) fn is_value_word(word: &str) -> bool {
    use crate::ast::{BinaryOp, CastOpcode};
    matches!(
        word,
        "null"
            | "undef"
            | "poison"
            | "true"
            | "false"
            | "zeroinitializer"
            | "none"
            | "getelementptr"
            | "blockaddress"
            | "dso_local_equivalent"
            | "no_cfi"
            | "ptrauth"
            | "splat"
            | "icmp"
            | "fcmp"
            | "fneg"
            | "select"
            | "extractelement"
            | "insertelement"
            | "shufflevector"
            | "extractvalue"
            | "insertvalue"
            | "asm"
    ) || CastOpcode::from_keyword(word).is_some()
        || BinaryOp::from_keyword(word).is_some()
}

pub(super) fn linkage(word: &str) -> Option<Linkage> {
    Some(match word {
        "external" => Linkage::External,
        "available_externally" => Linkage::AvailableExternally,
        "linkonce" => Linkage::LinkOnce,
        "linkonce_odr" => Linkage::LinkOnceOdr,
        "weak" => Linkage::Weak,
        "weak_odr" => Linkage::WeakOdr,
        "appending" => Linkage::Appending,
        "internal" => Linkage::Internal,
        "private" => Linkage::Private,
        "extern_weak" => Linkage::ExternWeak,
        "common" => Linkage::Common,
        _ => return None,
    })
}

pub(super) fn visibility(word: &str) -> Option<Visibility> {
    Some(match word {
        "default" => Visibility::Default,
        "hidden" => Visibility::Hidden,
        "protected" => Visibility::Protected,
        _ => return None,
    })
}

pub(super) fn fast_math(word: &str) -> Option<FastMath> {
    Some(match word {
        "nnan" => FastMath::NNAN,
        "ninf" => FastMath::NINF,
        "nsz" => FastMath::NSZ,
        "arcp" => FastMath::ARCP,
        "contract" => FastMath::CONTRACT,
        "afn" => FastMath::AFN,
        "reassoc" => FastMath::REASSOC,
        "fast" => FastMath::FAST,
        _ => return None,
    })
}

/// Attributes of a function or call: groups, and words.
#[derive(Default)]
pub(super) struct FunctionAttrs {
    pub groups: Vec<u32>,
    pub words: Vec<Symbol>,
}

impl Parser<'_> {
    /// Attributes of a parameter, argument or result: up to a type, a value, or punctuation.
    pub(super) fn param_attrs(&mut self) -> Parsed<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.token {
                Token::Word(word) => {
                    if is_type_word(word) || is_value_word(word) {
                        return Ok(attrs);
                    }
                    self.bump();
                    self.param_attr(word, &mut attrs)?;
                }
                Token::Str(_) => {
                    self.bump();
                    if self.eat(b'=') {
                        self.string()?;
                    }
                }
                Token::Attr(_) => {
                    self.bump();
                }
                _ => return Ok(attrs),
            }
        }
    }

    fn param_attr(&mut self, word: &str, attrs: &mut ParamAttrs) -> Parsed<()> {
        let flag = match word {
            "signext" => ParamAttrs::SIGNEXT,
            "zeroext" => ParamAttrs::ZEROEXT,
            "inreg" => ParamAttrs::INREG,
            "nonnull" => ParamAttrs::NONNULL,
            "noundef" => ParamAttrs::NOUNDEF,
            "returned" => ParamAttrs::RETURNED,
            "noalias" => ParamAttrs::NOALIAS,
            "readonly" => ParamAttrs::READONLY,
            "immarg" => ParamAttrs::IMMARG,
            "nocapture" => ParamAttrs::NOCAPTURE,
            "nest" => ParamAttrs::NEST,
            "align" => {
                attrs.align = if self.at(b'(') { self.unsigned_in_parens()? } else { self.unsigned()? };
                return Ok(());
            }
            "dereferenceable" => {
                attrs.dereferenceable = self.unsigned_in_parens()?;
                return Ok(());
            }
            "byval" | "sret" | "byref" | "inalloca" | "preallocated" | "elementtype" => {
                if let Some(ty) = self.type_in_parens()? {
                    match word {
                        "byval" => attrs.passing = Passing::ByVal(ty),
                        "sret" => attrs.passing = Passing::SRet(ty),
                        "byref" => attrs.passing = Passing::ByRef(ty),
                        "inalloca" => attrs.passing = Passing::InAlloca(ty),
                        "preallocated" => attrs.passing = Passing::Preallocated(ty),
                        _ => attrs.elementtype = Some(ty),
                    }
                }
                return Ok(());
            }
            "captures" => {
                let from = self.start;
                self.skip_parens_if_any()?;
                let none = self.text.get(from..self.previous_end) == Some("(none)");
                if none { ParamAttrs::NOCAPTURE } else { 0 }
            }
            _ => {
                self.skip_parens_if_any()?;
                0
            }
        };
        attrs.flags |= flag;
        Ok(())
    }

    fn type_in_parens(&mut self) -> Parsed<Option<TypeId>> {
        if !self.eat(b'(') {
            return Ok(None);
        }
        let ty = self.ty()?;
        self.expect(b')')?;
        Ok(Some(ty))
    }

    pub(super) fn skip_parens_if_any(&mut self) -> Parsed<()> {
        if self.at(b'(') { self.skip_parens() } else { Ok(()) }
    }

    /// What stands between `define`, `declare`, `call` or `invoke` and the result's type: linkage and the like are
    /// handed to `on_word`, which says whether it took the word.
    pub(super) fn before_result_type(&mut self, mut on_word: impl FnMut(&str) -> bool) -> Parsed<ParamAttrs> {
        let mut attrs = ParamAttrs::default();
        loop {
            match self.token {
                Token::Word(word) if is_type_word(word) => return Ok(attrs),
                Token::Word("cc") => {
                    self.bump();
                    self.unsigned::<u32>()?;
                }
                Token::Word("addrspace") => {
                    self.bump();
                    self.addrspace_number()?;
                }
                Token::Word(word) => {
                    self.bump();
                    if !on_word(word) {
                        self.param_attr(word, &mut attrs)?;
                    }
                }
                Token::Str(_) => {
                    self.bump();
                    if self.eat(b'=') {
                        self.string()?;
                    }
                }
                _ => return Ok(attrs),
            }
        }
    }

    /// Attributes that follow a call's arguments: groups and words, up to anything that is neither (or `stop`).
    pub(super) fn function_attrs(&mut self, attrs: &mut FunctionAttrs, stop: fn(&str) -> bool) -> Parsed<()> {
        loop {
            match self.token {
                Token::Attr(n) => {
                    self.bump();
                    attrs.groups.push(n);
                }
                // Attributes stay on their line: a word on the next one is the next definition or instruction.
                Token::Word(word) if self.line == self.previous_line && !stop(word) => {
                    let word = self.attr_word(word)?;
                    attrs.words.push(word);
                }
                Token::Str(_) => {
                    let word = self.attr_string()?;
                    attrs.words.push(word);
                }
                _ => return Ok(()),
            }
        }
    }

    /// `word`, `word(...)` or `word=n`: the word alone, its value is not kept.
    fn attr_word(&mut self, word: &str) -> Parsed<Symbol> {
        self.bump();
        if self.eat(b'=') {
            self.bump();
        } else {
            self.skip_parens_if_any()?;
        }
        Ok(self.module.names.intern(word))
    }

    /// `"key"` or `"key"="value"`.
    fn attr_string(&mut self) -> Parsed<Symbol> {
        let key = self.string()?;
        if self.eat(b'=') {
            let value = self.string()?;
            let text = format!("{key}={value}");
            return Ok(self.module.names.intern(&text));
        }
        Ok(self.module.names.intern(key))
    }

    /// `attributes #N = { ... }`.
    pub(super) fn attribute_group(&mut self) -> Parsed<()> {
        self.bump();
        let Token::Attr(number) = self.token else { return self.error("an attribute group such as `#0`") };
        self.bump();
        self.expect(b'=')?;
        self.expect(b'{')?;
        let mut words = Vec::new();
        loop {
            match self.token {
                Token::Word("align" | "alignstack") => {
                    self.bump();
                    if self.eat(b'=') {
                        self.bump();
                    } else if self.at(b'(') {
                        self.skip_parens()?;
                    } else {
                        self.unsigned::<u64>()?;
                    }
                }
                Token::Word(word) => words.push(self.attr_word(word)?),
                Token::Str(_) => words.push(self.attr_string()?),
                Token::Punct(b'}') => break,
                _ => return self.error("an attribute or `}`"),
            }
        }
        self.bump();
        self.module.attr_groups.insert(number, AttrGroup { words: words.into() });
        Ok(())
    }
}
