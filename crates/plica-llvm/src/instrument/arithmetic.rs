//! Checks of arithmetic. An operation checks the operands that it is given; but of one on constants the IR has the
//! result alone, and only the branch to the handler tells that it was there.
//!
//! Oblivious to how branches become checks. Invariant: an operation that is checked by nobody else stays one.

use plica_ir::Rule;

use super::{Joiner, made};
use crate::ast::{
    BinaryOp, Call, CalledOperand, FastMath, ICmpPred, InstKind, Instruction, Module, PoisonFlags, Type, TypedValue,
    ValueRef,
};

/// What clang calls the rules of quotients.
const ZERO: &str = "integer-divide-by-zero";
/// The same of all signed results.
const OVERFLOW: &str = "signed-integer-overflow";

/// What is left to check of a rule of arithmetic.
pub(super) enum Left {
    /// Nothing.
    Nothing,
    /// Whether this holds.
    Check(TypedValue, Rule),
}

impl Joiner<'_> {
    /// What is left to check of a condition at the end of a block. Where `drops`, the code is as written, so that what
    /// plica has asked clang for is checked by the operation too.
    pub(super) fn left_of(&mut self, b: usize, cond: TypedValue, rule: Rule, drops: bool) -> Left {
        let asked = |rule: &str| drops && self.is_asked(rule);
        match rule {
            Rule::Division => self.left_of_division(b, cond, [asked(ZERO), asked(OVERFLOW)]),
            Rule::ShiftBase => self.left_of_shift(b, cond, asked("shift-exponent")),
            Rule::SignedOverflow if asked(OVERFLOW) && self.becomes_operation(b, cond) => Left::Nothing,
            _ => Left::Check(cond, rule),
        }
    }

    /// Who asks for signed overflow is told of quotients that overflow, too.
    fn left_of_division(&self, b: usize, cond: TypedValue, asked: [bool; 2]) -> Left {
        let made = made(&self.f.blocks[b].instructions, cond.value).map(|i| &i.kind);
        let drops = match (self.module.int(cond.value), asked) {
            (Some(0), [zero, overflow]) => overflow && !zero,
            (Some(_), _) => true,
            // The condition that the quotient fits.
            (None, [zero, overflow]) => {
                let fits = matches!(made, Some(InstKind::Binary { op: BinaryOp::Or, .. }));
                !matches!(made, Some(InstKind::FCmp { .. })) && (zero || overflow && fits)
            }
        };
        if drops { Left::Nothing } else { Left::Check(cond, Rule::Division) }
    }

    /// clang asks whether the exponent is less than the width, and behind that what is shifted out, where it is asked
    /// for both.
    fn left_of_shift(&self, b: usize, cond: TypedValue, asked: bool) -> Left {
        if let Some((exponent, base)) = self.parts(b, cond) {
            return match self.module.int(exponent.value) {
                Some(0) => Left::Check(exponent, Rule::ShiftExponent),
                None if !(asked && self.is_seen_by_shift(b, exponent)) => Left::Check(cond, Rule::ShiftBase),
                _ => Left::Check(base, Rule::ShiftBase),
            };
        }
        let made = made(&self.f.blocks[b].instructions, cond.value).map(|i| &i.kind);
        match self.module.int(cond.value) {
            Some(0) => Left::Check(cond, Rule::ShiftExponent),
            Some(_) => Left::Nothing,
            None if !matches!(made, Some(InstKind::ICmp { pred: ICmpPred::Ule, .. })) => {
                Left::Check(cond, Rule::ShiftBase)
            }
            None if asked && self.is_seen_by_shift(b, cond) => Left::Nothing,
            None => Left::Check(cond, Rule::ShiftExponent),
        }
    }

    /// Does the shift see the number that is compared with the width? A longer one it is given cut to its own width.
    fn is_seen_by_shift(&self, b: usize, cond: TypedValue) -> bool {
        // It is compared before clang looks at what is shifted out, in another block.
        let before = self.f.blocks[..=b].iter().rev();
        let made = before.filter_map(|block| made(&block.instructions, cond.value)).map(|i| &i.kind).next();
        let Some(InstKind::ICmp { pred: ICmpPred::Ule, lhs, rhs, .. }) = made else { return false };
        let Type::Int(width) = *self.module.types.get_resolved(lhs.ty) else { return false };
        self.module.int(rhs.value).is_some_and(|most| u128::from(width) <= most + 1)
    }

    /// Makes the plain operation of one that tells of its overflow (`llvm.sadd.with.overflow`), unless both operands
    /// are constants. What told of the overflow is left to nobody.
    fn becomes_operation(&mut self, b: usize, cond: TypedValue) -> bool {
        let Some((value, kind)) = self.operation_of(&self.f.blocks[b].instructions, cond) else { return false };
        self.f.blocks[b].instructions[value].kind = kind;
        true
    }

    /// If a condition is that an operation does not overflow: where its result is, and the plain operation.
    fn operation_of(&self, code: &[Instruction], cond: TypedValue) -> Option<(usize, InstKind)> {
        let InstKind::Binary { op: BinaryOp::Xor, lhs: told, .. } = made(code, cond.value)?.kind else { return None };
        let part = |i: &Instruction, index: u32| match &i.kind {
            InstKind::ExtractValue { aggregate, indices } if **indices == [index] => Some(aggregate.value),
            _ => None,
        };
        let aggregate = part(made(code, told.value)?, 1)?;
        let InstKind::Call(call) = &made(code, aggregate)?.kind else { return None };
        let [lhs, rhs] = [call.args.first()?.operand, call.args.get(1)?.operand];
        let known = |operand: TypedValue| self.module.constant(operand.value).is_some();
        let op = operation(self.module, call).filter(|_| !(known(lhs) && known(rhs)))?;
        let value = code.iter().rposition(|i| part(i, 0) == Some(aggregate))?;
        Some((value, InstKind::Binary { op, flags: PoisonFlags::NSW, fast: FastMath::default(), lhs, rhs }))
    }
}

/// Which signed operation a call makes that tells of its overflow, too.
pub(super) fn operation(module: &Module, call: &Call) -> Option<BinaryOp> {
    let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { return None };
    let name = module.name(name).strip_prefix("llvm.s")?;
    match name.split_once(".with.overflow.")?.0 {
        "add" => Some(BinaryOp::Add),
        "sub" => Some(BinaryOp::Sub),
        "mul" => Some(BinaryOp::Mul),
        _ => None,
    }
}
