//! Expressions: dispatch to the families, select, and pointer arithmetic.

use plica_ir::{BinOp, CastOp, CmpOp, Expr, NaryOp, Operand, Ty};

use plica_term::{Op, TermPool};

use crate::fault::FaultKind;
use crate::machine::Machine;
use crate::outcome::Flow;
use crate::state::State;
use crate::tuning;
use crate::value::{OFFSET_BITS, ObjId, Value, WILD, decode, decode_term, encode_unknown, signed};

impl Machine {
    #[inline]
    pub(crate) fn eval(&self, s: &mut State, expr: &Expr) -> Flow<Value> {
        match expr {
            Expr::Copy(Operand::Var(v)) => self.pass(s, *v),
            Expr::Copy(a) => self.get(s, *a),
            Expr::Bin { op, ty, flags, a, b } => {
                let operands = [self.get(s, *a)?, self.get(s, *b)?];
                let value = self.binary(s, *op, *ty, *flags, operands[0], operands[1])?;
                match ty {
                    Ty::Float(_) => self.check_float(s, *op, *ty, operands, value)?,
                    _ if *op == BinOp::Sub => self.check_difference(s, [*a, *b], operands)?,
                    _ => {}
                }
                Ok(value)
            }
            Expr::Cmp { op, ty, a, b } => {
                // As numbers addresses have an order (`std::less` goes by that).
                if *ty == Ty::Ptr && !matches!(op, CmpOp::Eq | CmpOp::Ne) {
                    self.check_same_object(s, *a, *b)?;
                }
                let (a, b) = (self.get(s, *a)?, self.get(s, *b)?);
                Ok(self.compare(s, *op, a, b))
            }
            Expr::Cast { op, from, to, a } => {
                let a = self.get(s, *a)?;
                let value = self.cast(s, *op, *from, *to, a)?;
                if *op == CastOp::FpTrunc {
                    self.check_narrowed(s, (*from, a), (*to, value))?;
                }
                Ok(value)
            }
            Expr::PtrAdd { base, offset, indices } => {
                self.know_object(s, *base, FaultKind::PointerArithmetic)?;
                let value = self.ptr_add(s, *base, *offset, indices)?;
                self.check_arithmetic(s, value)?;
                Ok(value)
            }
            Expr::Select { cond, a, b } => {
                let c = self.get(s, *cond)?;
                // What is not chosen is not read: it may be poison, or never written.
                if let Value::Int { bits, .. } = c {
                    return self.get(s, if bits & 1 == 1 { *a } else { *b });
                }
                let (a, b) = (self.get(s, *a)?, self.get(s, *b)?);
                Ok(self.select(c, a, b))
            }
            Expr::Un { op, ty, a } => {
                let a = self.get(s, *a)?;
                self.unary(s, *op, *ty, a)
            }
            Expr::FCmp { op, ty, a, b } => {
                let (a, b) = (self.get(s, *a)?, self.get(s, *b)?);
                self.float_compare(*op, *ty, a, b)
            }
            Expr::Nary { op, ty, args } => {
                let mut v = smallvec::SmallVec::<[Value; 3]>::new();
                for a in args {
                    v.push(self.get(s, *a)?);
                }
                match op {
                    NaryOp::FunnelShl | NaryOp::FunnelShr => {
                        Ok(self.funnel(*op == NaryOp::FunnelShl, v[0], v[1], v[2]))
                    }
                    NaryOp::Fma => self.fma(s, *ty, v[0], v[1], v[2]),
                    NaryOp::IsFpClass => self.is_fp_class(s, *ty, v[0], v[1]),
                }
            }
        }
    }

    /// `c ? a : b`.
    pub(crate) fn select(&self, c: Value, a: Value, b: Value) -> Value {
        let pool = &self.pool;
        match c {
            Value::Int { bits, .. } => {
                if bits & 1 == 1 {
                    a
                } else {
                    b
                }
            }
            _ if a == b => a,
            c => {
                let c = c.to_term(pool);
                match (a.as_pointer(), b.as_pointer()) {
                    // Both into one object: it stays known.
                    (
                        Value::Ptr { obj: o1, .. } | Value::SymPtr { obj: o1, .. },
                        Value::Ptr { obj: o2, .. } | Value::SymPtr { obj: o2, .. },
                    ) if o1 == o2 && o1.0 != 0 && !matches!((a, b), (Value::Int { .. }, Value::Int { .. })) => {
                        let off = pool.ite(c, offset_term(self, a.as_pointer()), offset_term(self, b.as_pointer()));
                        Value::pointer(o1, Value::of_term(pool, off))
                    }
                    _ => Value::of_term(pool, pool.ite(c, a.to_term(pool), b.to_term(pool))),
                }
            }
        }
    }

    fn ptr_add(&self, s: &mut State, base: Operand, offset: i64, indices: &[(Operand, u32, i64)]) -> Flow<Value> {
        let mut base = self.get(s, base)?;
        let mut known = offset;
        let mut sum = None;
        for (index, width, scale) in indices {
            let index = self.get(s, *index)?;
            if *scale == 1
                && let Value::Ptr { obj: ObjId(0), off } = base.as_pointer()
                && is_address(&self.pool, index)
            {
                // Null plus an address is that address.
                (base, known) = (index, known.wrapping_add(off as i64));
                continue;
            }
            match index {
                Value::Int { bits, .. } => {
                    let i = signed(bits, (*width).min(64));
                    let by = match i.checked_mul(*scale) {
                        None if self.bounds_indices(s) => far(i < 0),
                        _ => i.wrapping_mul(*scale),
                    };
                    known = known.wrapping_add(by);
                }
                v => {
                    let pool = &self.pool;
                    let i = pool.resize_signed(v.to_term(pool), 64);
                    if !self.gives_offset(s, i, *width, *scale)? {
                        known = known.wrapping_add(far(false));
                        continue;
                    }
                    let part = pool.mul(i, pool.bv(*scale as u64 as u128, 64));
                    sum = Some(sum.map_or(part, |t| pool.add(t, part)));
                }
            }
        }
        let pool = &self.pool;
        if sum.is_none() && known == 0 {
            return Ok(base);
        }
        Ok(match (base.as_pointer(), sum) {
            (Value::Ptr { obj, off }, None) => {
                let off = off.wrapping_add(known as u64);
                // What is too far from null for an offset is an address.
                if obj.0 == 0 && decode(off).0 != WILD {
                    Value::int(off, 64).as_pointer()
                } else {
                    Value::Ptr { obj, off }
                }
            }
            (p @ (Value::Ptr { obj, .. } | Value::SymPtr { obj, .. }), sum) => {
                let mut off = offset_term(self, p);
                if let Some(t) = sum {
                    off = pool.add(off, t);
                }
                off = pool.add(off, pool.bv(known as u64 as u128, 64));
                Value::pointer(obj, Value::of_term(pool, off))
            }
            (p, sum) => {
                // The object is not known: the sum is taken in the offset part, and an offset that leaves it makes
                // the address wild.
                let t = p.to_term(pool);
                if self.at_a_distance(t).is_some() {
                    let far = sum.map_or(t, |sum| pool.add(t, sum));
                    return Ok(Value::of_term(pool, pool.add(far, pool.bv(known as u64 as u128, 64))));
                }
                let (obj, mut off) = decode_term(pool, t);
                if let Some(t) = sum {
                    off = pool.add(off, t);
                }
                off = pool.add(off, pool.bv(known as u64 as u128, 64));
                Value::of_term(pool, encode_unknown(pool, obj, off))
            }
        })
    }
}

/// An offset that leaves every object, for an index of which the product with the size of an element wraps round: that
/// would be the offset of another element.
fn far(negative: bool) -> i64 {
    if negative { i64::MIN / 2 } else { i64::MAX / 2 }
}

/// Is the value an address, or a choice between addresses of which some may be null? An unknown number is none.
pub(super) fn is_address(pool: &TermPool, v: Value) -> bool {
    let real = |id: u128| id != 0 && id != u128::from(WILD.0);
    let t = match v {
        Value::Ptr { obj, .. } | Value::SymPtr { obj, .. } => return obj.0 != 0,
        Value::Term(t) if pool.width(t) == 64 => t,
        _ => return false,
    };
    let (mut left, mut found, mut seen) = (vec![t], false, 0);
    while let Some(t) = left.pop() {
        seen += 1;
        let node = pool.node(t);
        match (node.op, pool.const_value(t)) {
            _ if seen > tuning::POINTERS_LOOKED_THROUGH.get() => return false,
            (Op::Ite, _) => left.extend_from_slice(&node.args[1..]),
            (_, Some(bits)) if pool.width(t) == 64 => found |= real(bits >> OFFSET_BITS),
            (_, Some(id)) => found |= real(id),
            (_, None) if pool.width(t) == 64 => match decode_term(pool, t).0 {
                which if pool.const_value(which).is_some() || pool.node(which).op == Op::Ite => left.push(which),
                _ => return false,
            },
            _ => return false,
        }
    }
    found
}

/// The offset of a pointer whose object is known, as a term.
pub(crate) fn offset_term(m: &Machine, p: Value) -> plica_term::TermId {
    match p {
        Value::Ptr { off, .. } => m.pool.bv(u128::from(off), 64),
        Value::SymPtr { off, .. } => off,
        other => other.to_term(&m.pool),
    }
}
