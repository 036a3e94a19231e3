//! Calls: `call`, `invoke`, `callbr`, and debug records in both notations.
//!
//! Oblivious to which functions exist. Invariant: a call of a debug intrinsic becomes the same
//! [`DebugRecord`] as the `#dbg_` notation of it.

use super::attributes::{FunctionAttrs, fast_math};
use super::instructions::Body;
use super::{Fail, Parsed, Parser};
use crate::ast::{
    Bundle, Call, CallArg, CalledOperand, DebugKind, DebugRecord, FastMath, InlineAsm, InstKind, Instruction, MdId,
    MdNode, MdValue, TailKind, Type, TypeId, TypeTable, TypedValue, ValueRef,
};
use crate::lexer::Token;

/// The words that end the attributes of an `invoke`.
fn is_invoke_word(word: &str) -> bool {
    word == "to"
}

impl Parser<'_> {
    pub(super) fn call(&mut self, opcode: &str) -> Parsed<Body> {
        let tail = TailKind::from_keyword(opcode);
        if tail.is_some() {
            self.expect_word("call")?;
        }
        let (mut call, ret) = self.call_parts()?;
        call.tail = tail;
        if let Some(record) = self.debug_call(&call) {
            return Ok((InstKind::Debug(Box::new(record)), TypeTable::VOID));
        }
        Ok((InstKind::Call(Box::new(call)), ret))
    }

    pub(super) fn invoke(&mut self) -> Parsed<Body> {
        let (call, ret) = self.call_parts()?;
        self.expect_word("to")?;
        let normal = self.label()?;
        self.expect_word("unwind")?;
        let unwind = self.label()?;
        Ok((InstKind::Invoke { call: Box::new(call), normal, unwind }, ret))
    }

    pub(super) fn callbr(&mut self) -> Parsed<Body> {
        let (call, ret) = self.call_parts()?;
        self.expect_word("to")?;
        let normal = self.label()?;
        let indirect = self.label_list()?;
        Ok((InstKind::CallBr { call: Box::new(call), normal, indirect }, ret))
    }

    /// From the flags to the operand bundles; the call and the type of its result.
    fn call_parts(&mut self) -> Parsed<(Call, TypeId)> {
        let mut fast = FastMath::default();
        let ret_attrs = self.before_result_type(|word| match fast_math(word) {
            Some(flag) => {
                fast.0 |= flag.0;
                true
            }
            None => false,
        })?;
        let written = self.ty()?;
        let callee = if self.at_word("asm") { self.asm()? } else { CalledOperand::Value(self.value(TypeTable::PTR)?) };
        self.expect(b'(')?;
        let mut args: Vec<CallArg> = Vec::new();
        while !self.at(b')') {
            args.push(self.arg()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        let mut attrs = FunctionAttrs::default();
        self.function_attrs(&mut attrs, is_invoke_word)?;
        let bundles = self.bundles()?;
        let (fn_ty, ret) = match self.module.types.get(written) {
            Type::Function { ret, .. } => (written, *ret),
            _ => {
                let params = args.iter().map(|a| a.operand.ty).collect();
                let ty = Type::Function { ret: written, params, varargs: false };
                (self.module.types.intern(ty), written)
            }
        };
        let call = Call {
            callee,
            fn_ty,
            args: args.into(),
            ret_attrs,
            attr_groups: attrs.groups.into(),
            attrs: attrs.words.into(),
            fast,
            tail: None,
            bundles,
        };
        Ok((call, ret))
    }

    fn asm(&mut self) -> Parsed<CalledOperand> {
        self.bump();
        let mut side_effect = false;
        while let Token::Word(word) = self.token {
            side_effect |= word == "sideeffect";
            self.bump();
        }
        let template = Self::unescaped(self.string()?).into();
        self.expect(b',')?;
        let constraints = Self::unescaped(self.string()?).into();
        Ok(CalledOperand::Asm(Box::new(InlineAsm { template, constraints, side_effect })))
    }

    /// `[ "tag"(T v, ...), ... ]`.
    fn bundles(&mut self) -> Parsed<Box<[Bundle]>> {
        let mut all = Vec::new();
        if !self.eat(b'[') {
            return Ok(Box::default());
        }
        while !self.at(b']') {
            let tag = self.string()?;
            let tag = self.intern_raw(tag);
            self.expect(b'(')?;
            let operands = if self.at(b')') { Vec::new() } else { self.operands()? };
            self.expect(b')')?;
            all.push(Bundle { tag, operands: operands.into() });
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b']')?;
        Ok(all.into())
    }

    /// The debug record that a call of a debug intrinsic is.
    fn debug_call(&self, call: &Call) -> Option<DebugRecord> {
        let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { return None };
        let kind = match self.module.names.resolve(name).strip_prefix("llvm.dbg.")? {
            "declare" | "addr" => DebugKind::Declare,
            "value" => DebugKind::Value,
            "assign" => DebugKind::Assign,
            "label" => DebugKind::Label,
            _ => return None,
        };
        let arg = |i: usize| match call.args.get(i)?.operand.value {
            ValueRef::Metadata(id) => Some(self.module.metadata.operand(id)),
            _ => None,
        };
        Some(if kind == DebugKind::Label {
            DebugRecord { kind, location: Box::default(), variable: node(arg(0)), expression: None }
        } else {
            DebugRecord {
                kind,
                location: self.debug_location(arg(0)),
                variable: node(arg(1)),
                expression: node(arg(2)),
            }
        })
    }

    /// The operands of a location: one value, or those of a `DIArgList`.
    fn debug_location(&self, value: Option<MdValue>) -> Box<[TypedValue]> {
        match value {
            Some(MdValue::Value(operand)) => [operand].into(),
            Some(MdValue::Node(id)) => match self.module.metadata.get(id) {
                Some(MdNode::Node { fields, .. }) => {
                    let operands = fields.iter().filter_map(|f| match f.value {
                        MdValue::Value(operand) => Some(operand),
                        _ => None,
                    });
                    operands.collect()
                }
                _ => Box::default(),
            },
            _ => Box::default(),
        }
    }

    /// `#dbg_value(ptr %x, !1, !DIExpression(), !2)` and its like.
    pub(super) fn debug_record(&mut self, word: &str) -> Parsed<Instruction> {
        let line = self.line;
        let kind = match word {
            "dbg_declare" => DebugKind::Declare,
            "dbg_value" => DebugKind::Value,
            "dbg_assign" => DebugKind::Assign,
            "dbg_label" => DebugKind::Label,
            _ => return Err(Fail::Unknown),
        };
        self.bump();
        self.expect(b'(')?;
        let mut values = Vec::new();
        while !self.at(b')') {
            values.push(self.md_value()?);
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        let dbg: Option<MdId> = node(values.pop());
        let get = |i: usize| values.get(i).copied();
        let record = if kind == DebugKind::Label {
            DebugRecord { kind, location: Box::default(), variable: node(get(0)), expression: None }
        } else {
            DebugRecord {
                kind,
                location: self.debug_location(get(0)),
                variable: node(get(1)),
                expression: node(get(2)),
            }
        };
        Ok(Instruction { result: None, ty: TypeTable::VOID, line, dbg, kind: InstKind::Debug(Box::new(record)) })
    }
}

fn node(value: Option<MdValue>) -> Option<MdId> {
    match value? {
        MdValue::Node(id) => Some(id),
        _ => None,
    }
}
