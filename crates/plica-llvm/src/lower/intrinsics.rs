//! The intrinsics of LLVM, by name.
//!
//! Oblivious to how their effects are executed. Invariant: one that is not known here is an error naming it; none is
//! ignored but those that have no effect.

use plica_ir::{BinOp, Callee, CastOp, CmpOp, Command, Expr, Flags, FloatKind, Intrinsic, NaryOp, Operand, Ty, UnOp};

use super::Lower;
use super::emit::Emitter;
use super::ops::Exprs;
use crate::ast::{self, TypeId};

/// Binary operators, their overflow bits and reductions.
const BINARY: [(&str, BinOp); 18] = [
    ("smin", BinOp::SMin),
    ("smax", BinOp::SMax),
    ("umin", BinOp::UMin),
    ("umax", BinOp::UMax),
    ("sadd.sat", BinOp::SAddSat),
    ("uadd.sat", BinOp::UAddSat),
    ("ssub.sat", BinOp::SSubSat),
    ("usub.sat", BinOp::USubSat),
    ("sshl.sat", BinOp::SShlSat),
    ("ushl.sat", BinOp::UShlSat),
    ("minnum", BinOp::FMinNum),
    ("maxnum", BinOp::FMaxNum),
    ("minimumnum", BinOp::FMinNum),
    ("maximumnum", BinOp::FMaxNum),
    ("minimum", BinOp::FMinimum),
    ("maximum", BinOp::FMaximum),
    ("copysign", BinOp::FCopySign),
    ("ptrmask", BinOp::And),
];

const UNARY: [(&str, UnOp); 14] = [
    ("fabs", UnOp::FAbs),
    ("sqrt", UnOp::FSqrt),
    ("floor", UnOp::FFloor),
    ("ceil", UnOp::FCeil),
    ("trunc", UnOp::FTrunc),
    ("rint", UnOp::FRint),
    ("nearbyint", UnOp::FNearbyInt),
    ("round", UnOp::FRound),
    ("roundeven", UnOp::FRoundEven),
    ("ctpop", UnOp::CtPop),
    ("bswap", UnOp::BSwap),
    ("bitreverse", UnOp::BitReverse),
    ("ctlz", UnOp::Ctlz),
    ("cttz", UnOp::Cttz),
];

const OVERFLOW: [(&str, BinOp, BinOp); 6] = [
    ("sadd.with.overflow", BinOp::Add, BinOp::SAddO),
    ("uadd.with.overflow", BinOp::Add, BinOp::UAddO),
    ("ssub.with.overflow", BinOp::Sub, BinOp::SSubO),
    ("usub.with.overflow", BinOp::Sub, BinOp::USubO),
    ("smul.with.overflow", BinOp::Mul, BinOp::SMulO),
    ("umul.with.overflow", BinOp::Mul, BinOp::UMulO),
];

const REDUCE: [(&str, BinOp); 15] = [
    ("add", BinOp::Add),
    ("mul", BinOp::Mul),
    ("and", BinOp::And),
    ("or", BinOp::Or),
    ("xor", BinOp::Xor),
    ("smin", BinOp::SMin),
    ("smax", BinOp::SMax),
    ("umin", BinOp::UMin),
    ("umax", BinOp::UMax),
    ("fmin", BinOp::FMinNum),
    ("fmax", BinOp::FMaxNum),
    ("fminimum", BinOp::FMinimum),
    ("fmaximum", BinOp::FMaximum),
    ("fadd", BinOp::FAdd),
    ("fmul", BinOp::FMul),
];

/// Those that mark something and do nothing.
const NOTHING: [&str; 11] = [
    "dbg.",
    "donothing",
    "sideeffect",
    "prefetch",
    "pseudoprobe",
    "var.annotation",
    "codeview.annotation",
    "experimental.noalias.scope.decl",
    "invariant.end",
    "instrprof.",
    "fake.use",
];

/// Those whose result is their first argument.
const FIRST: [&str; 8] = [
    "expect",
    "launder.invariant.group",
    "strip.invariant.group",
    "threadlocal.address",
    "annotation",
    "ptr.annotation",
    "ssa.copy",
    "arithmetic.fence",
];

/// Functions of the mathematical library that have an intrinsic of the same name.
const LIBM: [&str; 19] = [
    "pow", "exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos", "atan", "atan2",
    "sinh", "cosh", "tanh", "ldexp", "fmod",
];

/// The library function that an intrinsic (without `llvm.`) stands for: `pow.f32` → `powf`.
pub fn library_function(name: &str) -> Option<String> {
    let (base, kind) = name.split_once('.')?;
    if base == "powi" {
        // The compiler's own runtime has it.
        return ["f64", "f32", "f80"]
            .iter()
            .zip(["__powidf2", "__powisf2", "__powixf2"])
            .find(|(ty, _)| kind.starts_with(**ty))
            .map(|f| f.1.into());
    }
    if !LIBM.contains(&base) {
        return None;
    }
    match kind.split('.').next()? {
        "f64" => Some(base.to_string()),
        "f32" => Some(format!("{base}f")),
        "f80" => Some(format!("{base}l")),
        _ => None,
    }
}

/// Is `name` the intrinsic `base`, perhaps with types after it?
fn is(name: &str, base: &str) -> bool {
    name.strip_prefix(base).is_some_and(|rest| rest.is_empty() || rest.starts_with('.') || base.ends_with('.'))
}

impl Emitter<'_, '_> {
    /// A call of `llvm.name`.
    pub fn intrinsic(&mut self, name: &str, call: &ast::Call, ty: TypeId) -> Lower<()> {
        if let Some((_, value, overflow)) = OVERFLOW.iter().find(|o| is(name, o.0)) {
            return self.with_overflow(*value, *overflow, call);
        }
        if let Some((_, op)) = BINARY.iter().find(|o| is(name, o.0)) {
            return self.call_binary(*op, call);
        }
        if let Some((_, op)) = UNARY.iter().find(|o| is(name, o.0)) {
            let arg = self.arg(call, 0)?;
            let exprs = self.unary(*op, arg)?;
            self.finish(exprs);
            return Ok(());
        }
        if NOTHING.iter().any(|n| is(name, n)) {
            return Ok(());
        }
        if FIRST.iter().any(|n| is(name, n)) {
            let arg = self.arg(call, 0)?;
            let exprs = self.same(arg)?;
            self.finish(exprs);
            return Ok(());
        }
        if let Some(rest) = name.strip_prefix("x86.") {
            return self.x86(rest, call);
        }
        if let Some(rest) = name.strip_prefix("vector.reduce.") {
            return self.reduction(rest, call);
        }
        if let Some(function) = library_function(name).filter(|_| !self.is_small_power(name, call)) {
            return self.library(&function, call, ty);
        }
        if let Some((op, keep)) = effect(name) {
            return self.effect(op, keep, call, ty);
        }
        let exprs = self.pure(name, call, ty)?;
        self.finish(exprs);
        Ok(())
    }

    /// Intrinsics with a value and no effect that need more than an operator.
    fn pure(&mut self, name: &str, call: &ast::Call, ty: TypeId) -> Lower<Exprs> {
        let flags = Flags::default();
        let base = name.split('.').next().unwrap_or(name);
        match base {
            "abs" => {
                let (arg, strict) = (self.arg(call, 0)?, self.arg(call, 1)?);
                if self.known_int(strict) == Some(1) && !self.cx.optimised {
                    self.negatable(arg)?;
                }
                return self.unary(UnOp::Abs, arg);
            }
            "fshl" => return self.nary(NaryOp::FunnelShl, call, 3),
            "fshr" => return self.nary(NaryOp::FunnelShr, call, 3),
            // No processor has a fused operation on these.
            "fmuladd" if self.lanes(ty)?.0 == Ty::Float(FloatKind::Extended) => {
                let (a, b, c) = (self.arg(call, 0)?, self.arg(call, 1)?, self.arg(call, 2)?);
                let (ty, _) = self.lanes(ty)?;
                let (a, b, c) = (self.values(a)?, self.values(b)?, self.values(c)?);
                let lanes = a.into_iter().zip(b).zip(c);
                return Ok(lanes
                    .map(|((a, b), c)| {
                        let a = self.eval(ty, Expr::Bin { op: BinOp::FMul, ty, flags, a, b });
                        (ty, Expr::Bin { op: BinOp::FAdd, ty, flags, a, b: c })
                    })
                    .collect());
            }
            "fma" | "fmuladd" => return self.nary(NaryOp::Fma, call, 3),
            "scmp" | "ucmp" => return self.three_way(base == "scmp", call, ty),
            // Whether the optimiser could have known; a literal is known.
            "is" if is(name, "is.constant") => {
                let arg = self.arg(call, 0)?;
                let known = u128::from(self.known_int(arg).is_some());
                let value = self.int(1, known);
                return Ok(vec![(Ty::Int(1), Expr::Copy(value))]);
            }
            // To nearest: any other direction stops the path.
            "flt" | "get" if is(name, "flt.rounds") || is(name, "get.rounding") => {
                let value = self.int(32, 1);
                return Ok(vec![(Ty::Int(32), Expr::Copy(value))]);
            }
            "is" if is(name, "is.fpclass") => {
                let (arg, mask) = (self.arg(call, 0)?, self.arg(call, 1)?);
                let (ty, _) = self.lanes(arg.ty)?;
                let mask = self.value(mask)?;
                let values = self.values(arg)?;
                let class = |a| Expr::Nary { op: NaryOp::IsFpClass, ty, args: [a, mask].into() };
                return Ok(values.into_iter().map(|a| (Ty::Int(1), class(a))).collect());
            }
            "fptoui" if is(name, "fptoui.sat") => {
                let arg = self.arg(call, 0)?;
                return self.convert(CastOp::FpToUiSat, arg, ty);
            }
            "fptosi" if is(name, "fptosi.sat") => {
                let arg = self.arg(call, 0)?;
                return self.convert(CastOp::FpToSiSat, arg, ty);
            }
            "lrint" | "llrint" | "lround" | "llround" => {
                let arg = self.arg(call, 0)?;
                let (from, _) = self.lanes(arg.ty)?;
                let to = self.scalar(ty)?;
                let op = if base.ends_with("rint") { UnOp::FRint } else { UnOp::FRound };
                let a = self.value(arg)?;
                let a = self.eval(from, Expr::Un { op, ty: from, a });
                return Ok(vec![(to, Expr::Cast { op: CastOp::FpToSi, from, to, a })]);
            }
            "powi" => {
                let (ty, arg) = (self.scalar(ty)?, self.arg(call, 1)?);
                let (base, power) = (self.arg(call, 0)?, self.known_int(arg));
                let a = self.value(base)?;
                return match power {
                    Some(1) => Ok(vec![(ty, Expr::Copy(a))]),
                    Some(n @ 2..=16) => {
                        let mut acc = a;
                        for _ in 2..n {
                            acc = self.eval(ty, Expr::Bin { op: BinOp::FMul, ty, flags, a: acc, b: a });
                        }
                        Ok(vec![(ty, Expr::Bin { op: BinOp::FMul, ty, flags, a: acc, b: a })])
                    }
                    _ => Err("llvm.powi with such a power".into()),
                };
            }
            "eh" if is(name, "eh.typeid.for") => {
                let arg = self.arg(call, 0)?;
                let number = self.type_id(arg)?;
                return Ok(vec![(Ty::Int(32), Expr::Copy(number))]);
            }
            // An invariant region changes nothing.
            "invariant" => return self.zeros(ty),
            "returnaddress" | "frameaddress" => return Err(format!("llvm.{name}")),
            _ => {}
        }
        // `llvm.vscale`, `llvm.masked.*`, exceptions and whatever is newer than this table.
        Err(format!("the intrinsic llvm.{name}"))
    }

    /// The least number has no absolute value: its negation overflows, which no other number's does.
    fn negatable(&mut self, value: ast::TypedValue) -> Lower<()> {
        let (ty, _) = self.lanes(value.ty)?;
        let (a, flags) = (self.int(ty.width(), 0), Flags { nsw: true, nuw: false });
        for b in self.values(value)? {
            self.eval(ty, Expr::Bin { op: BinOp::Sub, ty, flags, a, b });
        }
        Ok(())
    }

    fn zeros(&mut self, ty: TypeId) -> Lower<Exprs> {
        let scalars = self.cx.layout.scalars(ty)?;
        Ok(scalars.iter().map(|s| (s.ty, Expr::Copy(self.shared.int(s.ty.width(), 0)))).collect())
    }

    fn nary(&mut self, op: NaryOp, call: &ast::Call, n: usize) -> Lower<Exprs> {
        let first = self.arg(call, 0)?;
        let (ty, lanes) = self.lanes(first.ty)?;
        let mut columns = Vec::new();
        for i in 0..n {
            let arg = self.arg(call, i)?;
            columns.push(self.values(arg)?);
        }
        if columns.iter().any(|c| c.len() != lanes) {
            return Err("an intrinsic whose arguments do not fit".into());
        }
        let row = |i: usize| columns.iter().map(|c| c[i]).collect();
        Ok((0..lanes).map(|i| (ty, Expr::Nary { op, ty, args: row(i) })).collect())
    }

    /// -1, 0 or 1.
    fn three_way(&mut self, signed: bool, call: &ast::Call, ty: TypeId) -> Lower<Exprs> {
        let (a, b) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let ((from, _), (to, _)) = (self.lanes(a.ty)?, self.lanes(ty)?);
        let (a, b) = (self.values(a)?, self.values(b)?);
        let (less, more) = if signed { (CmpOp::Slt, CmpOp::Sgt) } else { (CmpOp::Ult, CmpOp::Ugt) };
        let [zero, one, minus] = [0, 1, u128::MAX].map(|n| self.shared.int(to.width(), n));
        let mut out = Vec::new();
        for (a, b) in a.into_iter().zip(b) {
            let less = self.eval(Ty::Int(1), Expr::Cmp { op: less, ty: from, a, b });
            let more = self.eval(Ty::Int(1), Expr::Cmp { op: more, ty: from, a, b });
            let upper = self.eval(to, Expr::Select { cond: more, a: one, b: zero });
            out.push((to, Expr::Select { cond: less, a: minus, b: upper }));
        }
        Ok(out)
    }

    /// All values come before all overflow bits, as in the type `{<n x iN>, <n x i1>}`.
    fn with_overflow(&mut self, value: BinOp, overflow: BinOp, call: &ast::Call) -> Lower<()> {
        let (a, b) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let (ty, _) = self.lanes(a.ty)?;
        let (a, b) = (self.values(a)?, self.values(b)?);
        let flags = Flags::default();
        let mut out = Vec::new();
        for (result, op) in [(ty, value), (Ty::Int(1), overflow)] {
            for (&a, &b) in a.iter().zip(&b) {
                out.push(self.eval(result, Expr::Bin { op, ty, flags, a, b }));
            }
        }
        self.define_all(out);
        Ok(())
    }

    fn reduction(&mut self, name: &str, call: &ast::Call) -> Lower<()> {
        let Some((_, op)) = REDUCE.iter().find(|r| is(name, r.0)) else {
            return Err(format!("the intrinsic llvm.vector.reduce.{name}"));
        };
        let start = if call.args.len() > 1 { Some(self.arg(call, 0)?) } else { None };
        let vector = self.arg(call, call.args.len().saturating_sub(1))?;
        let exprs = self.reduce(*op, start, vector)?;
        self.finish(exprs);
        Ok(())
    }

    /// Is it a power by a small known number, which is written out?
    fn is_small_power(&mut self, name: &str, call: &ast::Call) -> bool {
        let power = self.arg(call, 1).ok().filter(|_| is(name, "powi")).and_then(|power| self.known_int(power));
        power.is_some_and(|n| (1..=16).contains(&n))
    }

    /// A call of a function of the mathematical library.
    fn library(&mut self, function: &str, call: &ast::Call, ty: TypeId) -> Lower<()> {
        let Some(&f) = self.cx.library.get(function) else { return Err(format!("the function {function}")) };
        let result = self.scalar(ty)?;
        let mut args = Vec::new();
        for arg in call.args.iter() {
            let ty = self.scalar(arg.operand.ty)?;
            args.push(plica_ir::Arg { value: self.value(arg.operand)?, ty, byval: None });
        }
        let dst = self.target(result);
        let (callee, results) = (Callee::Direct(f), [result].into());
        self.push(Command::Call { dsts: [dst].into(), callee, args: args.into(), results });
        if let Some(id) = self.result {
            self.bind_var(id, dst);
        }
        Ok(())
    }

    /// An operation with an effect; `keep` says which arguments it takes.
    fn effect(&mut self, op: Intrinsic, keep: Keep, call: &ast::Call, result: TypeId) -> Lower<()> {
        let range = match keep {
            Keep::None => 0..0,
            Keep::First(n) => 0..n,
            Keep::Last => call.args.len().saturating_sub(1)..call.args.len(),
        };
        let mut args = Vec::new();
        for i in range {
            let arg = self.arg(call, i)?;
            let value = self.value(arg)?;
            // Lengths may be of 32 bits.
            args.push(match self.cx.layout.scalar(arg.ty) {
                Some(from @ Ty::Int(w)) if i == 2 && w < 64 => {
                    self.eval(Ty::Int(64), Expr::Cast { op: CastOp::ZExt, from, to: Ty::Int(64), a: value })
                }
                _ => value,
            });
        }
        let dst = matches!(op, Intrinsic::ObjectSize | Intrinsic::StackSave).then(|| self.temp(Ty::Int(64)));
        self.push(Command::Intrinsic { dst, op, args: args.into() });
        if let Some(dst) = dst {
            let ty = self.scalar(result)?;
            let value = match ty {
                Ty::Int(w) if w < 64 => {
                    let (op, from, a) = (CastOp::Trunc, Ty::Int(64), Operand::Var(dst));
                    self.eval(ty, Expr::Cast { op, from, to: ty, a })
                }
                _ => Operand::Var(dst),
            };
            self.define_all(vec![value]);
        }
        Ok(())
    }
}

/// Which arguments an operation takes.
#[derive(Clone, Copy)]
enum Keep {
    None,
    First(usize),
    Last,
}

fn effect(name: &str) -> Option<(Intrinsic, Keep)> {
    const EFFECTS: [(&str, Intrinsic, Keep); 16] = [
        ("memcpy", Intrinsic::Memcpy, Keep::First(3)),
        ("memmove", Intrinsic::Memmove, Keep::First(3)),
        ("memset", Intrinsic::Memset, Keep::First(3)),
        ("va_start", Intrinsic::VaStart, Keep::First(1)),
        ("va_end", Intrinsic::VaEnd, Keep::First(1)),
        ("va_copy", Intrinsic::VaCopy, Keep::First(2)),
        ("trap", Intrinsic::Trap, Keep::None),
        ("debugtrap", Intrinsic::Trap, Keep::None),
        ("ubsantrap", Intrinsic::Trap, Keep::None),
        ("assume", Intrinsic::Assume, Keep::First(1)),
        ("objectsize", Intrinsic::ObjectSize, Keep::First(2)),
        ("stacksave", Intrinsic::StackSave, Keep::None),
        ("stackrestore", Intrinsic::StackRestore, Keep::First(1)),
        ("lifetime.start", Intrinsic::LifetimeStart, Keep::Last),
        ("lifetime.end", Intrinsic::LifetimeEnd, Keep::Last),
        ("scope.end", Intrinsic::ScopeEnd, Keep::Last),
    ];
    EFFECTS.iter().find(|e| is(name, e.0)).map(|e| (e.1, e.2))
}
