//! The intrinsics of x86: what `<emmintrin.h>` and its kin call, where LLVM has no operation of its own for it.
//!
//! Semantics as in Intel's *Software Developer's Manual*, volume 2. Oblivious to how vectors are loaded. Invariant: one
//! that is not known here is an error naming it; none is ignored but those that have no effect.

use plica_ir::{BinOp, CastOp, CmpOp, Expr, FCmpOp, Flags, FloatKind, Operand, Ty, UnOp};

use super::emit::Emitter;
use super::vector::reinterpret;
use super::{Lower, Why};
use crate::ast::{self, TypedValue};

/// Those that order what other processors see of memory, or are hints.
const NOTHING: [&str; 5] = ["sse.sfence", "sse2.lfence", "sse2.mfence", "sse2.clflush", "sse2.pause"];

/// The polynomial of `crc32`, bits reversed.
const CASTAGNOLI: u128 = 0x82F6_3B78;

/// Lanes of one type.
struct Lanes {
    ty: Ty,
    values: Vec<Operand>,
}

impl Lanes {
    fn width(&self) -> u32 {
        self.ty.width()
    }
}

impl Emitter<'_, '_> {
    /// A call of `llvm.x86.name`.
    pub fn x86(&mut self, name: &str, call: &ast::Call) -> Lower<()> {
        if NOTHING.contains(&name) {
            return Ok(());
        }
        let results = match name {
            "addcarry.32" | "addcarry.64" => self.carrying((BinOp::Add, BinOp::UAddO), call)?,
            "subborrow.32" | "subborrow.64" => self.carrying((BinOp::Sub, BinOp::USubO), call)?,
            "sse.movmsk.ps" | "sse2.movmsk.pd" | "sse2.pmovmskb.128" => vec![self.signs(call)?],
            "sse2.packsswb.128" | "sse2.packssdw.128" => self.pack(true, call)?,
            "sse2.packuswb.128" | "sse41.packusdw" => self.pack(false, call)?,
            "sse2.pmadd.wd" => self.add_products(call)?,
            "sse2.psad.bw" => self.sum_of_differences(call)?,
            "sse2.pmulh.w" => self.high_products(CastOp::SExt, call)?,
            "sse2.pmulhu.w" => self.high_products(CastOp::ZExt, call)?,
            "sse2.pavg.b" | "sse2.pavg.w" => self.averages(call)?,
            "ssse3.pshuf.b.128" => self.shuffle_bytes(call)?,
            "sse2.cvtps2dq" => self.round_to_int(UnOp::FRint, call)?,
            "sse2.cvttps2dq" => self.round_to_int(UnOp::FTrunc, call)?,
            "sse.cvtss2si" | "sse2.cvtsd2si" => self.first_to_int(UnOp::FRint, 32, call)?,
            "sse.cvttss2si" | "sse2.cvttsd2si" => self.first_to_int(UnOp::FTrunc, 32, call)?,
            "sse.cvtss2si64" | "sse2.cvtsd2si64" => self.first_to_int(UnOp::FRint, 64, call)?,
            "sse.cvttss2si64" | "sse2.cvttsd2si64" => self.first_to_int(UnOp::FTrunc, 64, call)?,
            "sse42.crc32.32.8" | "sse42.crc32.32.16" | "sse42.crc32.32.32" | "sse42.crc32.64.64" => {
                vec![self.checksum(call)?]
            }
            _ => self.x86_family(name, call)?,
        };
        self.define_all(results);
        Ok(())
    }

    /// Those whose names say what is done and to what.
    fn x86_family(&mut self, name: &str, call: &ast::Call) -> Lower<Vec<Operand>> {
        let unknown = || Why::from(format!("the intrinsic llvm.x86.{name}"));
        let parts: Vec<&str> = name.split('.').collect();
        let [set @ ("sse" | "sse2"), what, kind] = parts[..] else { return Err(unknown()) };
        let floats = matches!((set, kind), ("sse", "ss" | "ps") | ("sse2", "sd" | "pd"));
        let scalar = kind.starts_with('s');
        match (what, kind) {
            ("min", _) if floats => self.extremes(FCmpOp::Olt, scalar, call),
            ("max", _) if floats => self.extremes(FCmpOp::Ogt, scalar, call),
            ("cmp", _) if floats => self.compare_lanes(scalar, call),
            ("psll", "w" | "d" | "q") => self.shift_lanes(BinOp::Shl, call),
            ("psrl", "w" | "d" | "q") => self.shift_lanes(BinOp::LShr, call),
            ("psra", "w" | "d") => self.shift_lanes(BinOp::AShr, call),
            ("pslli", "w" | "d" | "q") => self.shift_lanes(BinOp::Shl, call),
            ("psrli", "w" | "d" | "q") => self.shift_lanes(BinOp::LShr, call),
            ("psrai", "w" | "d") => self.shift_lanes(BinOp::AShr, call),
            _ if floats && scalar => {
                let order = what.strip_prefix('u').unwrap_or(what).strip_prefix("comi").ok_or_else(unknown)?;
                let op = match order {
                    "eq" => FCmpOp::Oeq,
                    "lt" => FCmpOp::Olt,
                    "le" => FCmpOp::Ole,
                    "gt" => FCmpOp::Ogt,
                    "ge" => FCmpOp::Oge,
                    "neq" => FCmpOp::Une,
                    _ => return Err(unknown()),
                };
                let [x, y] = self.pair(call)?;
                let is = self.eval(Ty::Int(1), Expr::FCmp { op, ty: x.ty, a: x.values[0], b: y.values[0] });
                Ok(vec![self.resized(CastOp::ZExt, is, 1, 32)])
            }
            _ => Err(unknown()),
        }
    }

    fn lanes_of(&mut self, value: TypedValue) -> Lower<Lanes> {
        let (ty, _) = self.lanes(value.ty)?;
        Ok(Lanes { ty, values: self.values(value)? })
    }

    /// The first two arguments, which have as many lanes, at least one.
    fn pair(&mut self, call: &ast::Call) -> Lower<[Lanes; 2]> {
        let (a, b) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let (a, b) = (self.lanes_of(a)?, self.lanes_of(b)?);
        if a.values.is_empty() || a.values.len() != b.values.len() || a.ty != b.ty {
            return Err("an intrinsic whose arguments do not fit".into());
        }
        Ok([a, b])
    }

    fn bin(&mut self, op: BinOp, width: u32, a: Operand, b: Operand) -> Operand {
        let (ty, flags) = (Ty::Int(width), Flags::default());
        let result = if matches!(op, BinOp::UAddO | BinOp::USubO) { Ty::Int(1) } else { ty };
        self.eval(result, Expr::Bin { op, ty, flags, a, b })
    }

    /// The same with a constant.
    fn bin_const(&mut self, op: BinOp, width: u32, a: Operand, b: u128) -> Operand {
        let b = self.int(width, b);
        self.bin(op, width, a, b)
    }

    fn resized(&mut self, op: CastOp, a: Operand, from: u32, to: u32) -> Operand {
        if from == to {
            return a;
        }
        let (from, to) = (Ty::Int(from), Ty::Int(to));
        self.eval(to, Expr::Cast { op, from, to, a })
    }

    fn choose(&mut self, ty: Ty, cond: Operand, a: Operand, b: Operand) -> Operand {
        self.eval(ty, Expr::Select { cond, a, b })
    }

    /// The bits of a lane.
    fn bits_of(&mut self, ty: Ty, a: Operand) -> Operand {
        let to = Ty::Int(ty.width());
        self.eval(to, reinterpret(ty, to, a))
    }

    /// Two numbers and what is carried in, which is whether a byte is not zero: what is carried out, and the result.
    fn carrying(&mut self, (op, overflow): (BinOp, BinOp), call: &ast::Call) -> Lower<Vec<Operand>> {
        let (carry, a, b) = (self.arg(call, 0)?, self.arg(call, 1)?, self.arg(call, 2)?);
        let width = self.scalar(a.ty)?.width();
        let (carry, a, b) = (self.value(carry)?, self.value(a)?, self.value(b)?);
        let zero = self.int(8, 0);
        let carry = self.eval(Ty::Int(1), Expr::Cmp { op: CmpOp::Ne, ty: Ty::Int(8), a: carry, b: zero });
        let carry = self.resized(CastOp::ZExt, carry, 1, width);
        let (first, over) = (self.bin(op, width, a, b), self.bin(overflow, width, a, b));
        let (result, again) = (self.bin(op, width, first, carry), self.bin(overflow, width, first, carry));
        let out = self.bin(BinOp::Or, 1, over, again);
        Ok(vec![self.resized(CastOp::ZExt, out, 1, 8), result])
    }

    /// The sign bits of all lanes, one bit each.
    fn signs(&mut self, call: &ast::Call) -> Lower<Operand> {
        let arg = self.arg(call, 0)?;
        let Lanes { ty, values } = self.lanes_of(arg)?;
        let mut bits = Vec::new();
        for value in values {
            let value = self.bits_of(ty, value);
            let sign = self.bin_const(BinOp::LShr, ty.width(), value, u128::from(ty.width() - 1));
            bits.push(self.resized(CastOp::Trunc, sign, ty.width(), 1));
        }
        let all = self.join(&bits, 1);
        Ok(self.resized(CastOp::ZExt, all, bits.len() as u32, 32))
    }

    /// The lanes of both arguments in half as many bits, signed numbers brought into the range of what is made.
    fn pack(&mut self, signed: bool, call: &ast::Call) -> Lower<Vec<Operand>> {
        let [a, b] = self.pair(call)?;
        let (width, half) = (a.width(), a.width() / 2);
        let (least, most) = match signed {
            true => ((1u128 << (half - 1)).wrapping_neg(), (1u128 << (half - 1)) - 1),
            false => (0, (1u128 << half) - 1),
        };
        let mut out = Vec::new();
        for value in a.values.into_iter().chain(b.values) {
            let above = self.bin_const(BinOp::SMax, width, value, least);
            let within = self.bin_const(BinOp::SMin, width, above, most);
            out.push(self.resized(CastOp::Trunc, within, width, half));
        }
        Ok(out)
    }

    /// Products of signed numbers in twice as many bits, two neighbours added.
    fn add_products(&mut self, call: &ast::Call) -> Lower<Vec<Operand>> {
        let [a, b] = self.pair(call)?;
        let width = 2 * a.width();
        let products = self.products(CastOp::SExt, a, b);
        Ok(products.chunks_exact(2).map(|two| self.bin(BinOp::Add, width, two[0], two[1])).collect())
    }

    fn products(&mut self, extend: CastOp, a: Lanes, b: Lanes) -> Vec<Operand> {
        let (from, to) = (a.width(), 2 * a.width());
        let mut out = Vec::new();
        for (a, b) in a.values.into_iter().zip(b.values) {
            let (a, b) = (self.resized(extend, a, from, to), self.resized(extend, b, from, to));
            out.push(self.bin(BinOp::Mul, to, a, b));
        }
        out
    }

    /// The upper halves of products.
    fn high_products(&mut self, extend: CastOp, call: &ast::Call) -> Lower<Vec<Operand>> {
        let [a, b] = self.pair(call)?;
        let (half, width) = (a.width(), 2 * a.width());
        let mut out = self.products(extend, a, b);
        for product in &mut out {
            let high = self.bin_const(BinOp::LShr, width, *product, u128::from(half));
            *product = self.resized(CastOp::Trunc, high, width, half);
        }
        Ok(out)
    }

    /// Sums of eight differences of unsigned bytes each, whatever their signs.
    fn sum_of_differences(&mut self, call: &ast::Call) -> Lower<Vec<Operand>> {
        let [a, b] = self.pair(call)?;
        let pairs: Vec<(Operand, Operand)> = a.values.into_iter().zip(b.values).collect();
        let mut out = Vec::new();
        for eight in pairs.chunks(8) {
            let mut sum = self.int(64, 0);
            for &(a, b) in eight {
                let (more, less) = (self.bin(BinOp::UMax, 8, a, b), self.bin(BinOp::UMin, 8, a, b));
                let difference = self.bin(BinOp::Sub, 8, more, less);
                let difference = self.resized(CastOp::ZExt, difference, 8, 64);
                sum = self.bin(BinOp::Add, 64, sum, difference);
            }
            out.push(sum);
        }
        Ok(out)
    }

    /// Averages of unsigned numbers, rounded up.
    fn averages(&mut self, call: &ast::Call) -> Lower<Vec<Operand>> {
        let [a, b] = self.pair(call)?;
        let (from, to) = (a.width(), 2 * a.width());
        let mut out = Vec::new();
        for (a, b) in a.values.into_iter().zip(b.values) {
            let (a, b) = (self.resized(CastOp::ZExt, a, from, to), self.resized(CastOp::ZExt, b, from, to));
            let sum = self.bin(BinOp::Add, to, a, b);
            let sum = self.bin_const(BinOp::Add, to, sum, 1);
            let half = self.bin_const(BinOp::LShr, to, sum, 1);
            out.push(self.resized(CastOp::Trunc, half, to, from));
        }
        Ok(out)
    }

    /// All lanes shifted by one distance, which is a number or the lower 64 bits of a vector, and may be too far.
    fn shift_lanes(&mut self, op: BinOp, call: &ast::Call) -> Lower<Vec<Operand>> {
        let (value, by) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let (Lanes { ty, values }, by) = (self.lanes_of(value)?, self.lanes_of(by)?);
        let width = ty.width();
        let lower = by.values.get(..(64 / by.width()) as usize).unwrap_or(&by.values);
        let distance = self.join(lower, by.width());
        let wide = by.width() * lower.len() as u32;
        let last = u128::from(width) - 1;
        let near = self.bin_const(BinOp::UMin, wide, distance, last);
        let op_of_size = if wide < width { CastOp::ZExt } else { CastOp::Trunc };
        let near = self.resized(op_of_size, near, wide, width);
        let most = self.int(wide, last);
        let far = self.eval(Ty::Int(1), Expr::Cmp { op: CmpOp::Ugt, ty: Ty::Int(wide), a: distance, b: most });
        let zero = self.int(width, 0);
        let mut out = Vec::new();
        for value in values {
            let shifted = self.bin(op, width, value, near);
            // A sign is shifted in by any distance.
            let is_signed = op == BinOp::AShr;
            out.push(if is_signed { shifted } else { self.choose(ty, far, zero, shifted) });
        }
        Ok(out)
    }

    /// The lanes of the first argument that compare so, else those of the second: also where one of them is a NaN.
    fn extremes(&mut self, op: FCmpOp, scalar: bool, call: &ast::Call) -> Lower<Vec<Operand>> {
        let [mut x, y] = self.pair(call)?;
        let count = if scalar { 1 } else { x.values.len() };
        for (a, b) in x.values.iter_mut().zip(y.values).take(count) {
            let cond = self.eval(Ty::Int(1), Expr::FCmp { op, ty: x.ty, a: *a, b });
            *a = self.choose(x.ty, cond, *a, b);
        }
        Ok(x.values)
    }

    /// Lanes of ones where a comparison holds, else of zeros.
    fn compare_lanes(&mut self, scalar: bool, call: &ast::Call) -> Lower<Vec<Operand>> {
        let predicate = self.arg(call, 2)?;
        let op = match self.known_int(predicate) {
            Some(0) => FCmpOp::Oeq,
            Some(1) => FCmpOp::Olt,
            Some(2) => FCmpOp::Ole,
            Some(3) => FCmpOp::Uno,
            Some(4) => FCmpOp::Une,
            Some(5) => FCmpOp::Uge,
            Some(6) => FCmpOp::Ugt,
            Some(7) => FCmpOp::Ord,
            _ => return Err("a comparison of vectors by such a predicate".into()),
        };
        let [mut x, y] = self.pair(call)?;
        let (count, width) = (if scalar { 1 } else { x.values.len() }, x.width());
        for (a, b) in x.values.iter_mut().zip(y.values).take(count) {
            let is = self.eval(Ty::Int(1), Expr::FCmp { op, ty: x.ty, a: *a, b });
            let all = self.resized(CastOp::SExt, is, 1, width);
            *a = self.eval(x.ty, reinterpret(Ty::Int(width), x.ty, all));
        }
        Ok(x.values)
    }

    /// Bytes of the first argument at the places that the second has, zero where that is negative.
    fn shuffle_bytes(&mut self, call: &ast::Call) -> Lower<Vec<Operand>> {
        let [from, places] = self.pair(call)?;
        let zero = self.int(8, 0);
        let mut out = Vec::new();
        for place in places.values {
            let at = self.bin_const(BinOp::And, 8, place, from.values.len() as u128 - 1);
            let mut byte = zero;
            for (i, value) in from.values.iter().enumerate() {
                let b = self.int(8, i as u128);
                let is = self.eval(Ty::Int(1), Expr::Cmp { op: CmpOp::Eq, ty: Ty::Int(8), a: at, b });
                byte = self.choose(Ty::Int(8), is, *value, byte);
            }
            let none = self.eval(Ty::Int(1), Expr::Cmp { op: CmpOp::Slt, ty: Ty::Int(8), a: place, b: zero });
            out.push(self.choose(Ty::Int(8), none, zero, byte));
        }
        Ok(out)
    }

    fn round_to_int(&mut self, op: UnOp, call: &ast::Call) -> Lower<Vec<Operand>> {
        let arg = self.arg(call, 0)?;
        let Lanes { ty, values } = self.lanes_of(arg)?;
        values.into_iter().map(|a| self.number_of(op, ty, a, 32)).collect()
    }

    fn first_to_int(&mut self, op: UnOp, width: u32, call: &ast::Call) -> Lower<Vec<Operand>> {
        let arg = self.arg(call, 0)?;
        let Lanes { ty, values } = self.lanes_of(arg)?;
        let first = *values.first().ok_or_else(|| Why::from("an empty vector"))?;
        Ok(vec![self.number_of(op, ty, first, width)?])
    }

    /// A float that was rounded so as a signed number; the least one where it is none, or out of range.
    fn number_of(&mut self, op: UnOp, ty: Ty, a: Operand, width: u32) -> Lower<Operand> {
        let rounded = self.eval(ty, Expr::Un { op, ty, a });
        let to = Ty::Int(width);
        let number = self.eval(to, Expr::Cast { op: CastOp::FpToSiSat, from: ty, to, a: rounded });
        // A power of two, which both types have. What is less than its negation is the least number either way.
        let bound = match ty {
            Ty::Float(FloatKind::Single) => u128::from((2f32).powi(width as i32 - 1).to_bits()),
            Ty::Float(FloatKind::Double) => u128::from((2f64).powi(width as i32 - 1).to_bits()),
            _ => return Err("a conversion of such a vector".into()),
        };
        let bound = self.int(ty.width(), bound);
        let bound = self.eval(ty, reinterpret(Ty::Int(ty.width()), ty, bound));
        let below = self.eval(Ty::Int(1), Expr::FCmp { op: FCmpOp::Olt, ty, a: rounded, b: bound });
        let least = self.int(width, 1 << (width - 1));
        Ok(self.choose(to, below, number, least))
    }

    /// CRC-32C of a number, the least significant bit first, on top of what came before.
    fn checksum(&mut self, call: &ast::Call) -> Lower<Operand> {
        let (before, data) = (self.arg(call, 0)?, self.arg(call, 1)?);
        let (total, width) = (self.scalar(before.ty)?.width(), self.scalar(data.ty)?.width());
        let (before, data) = (self.value(before)?, self.value(data)?);
        let mut sum = self.resized(CastOp::Trunc, before, total, 32);
        let polynomial = self.int(32, CASTAGNOLI);
        for bit in 0..width {
            let shifted = self.bin_const(BinOp::LShr, width, data, u128::from(bit));
            let (bit, low) = (self.resized(CastOp::Trunc, shifted, width, 1), self.resized(CastOp::Trunc, sum, 32, 1));
            let taken = self.bin(BinOp::Xor, 1, bit, low);
            let rest = self.bin_const(BinOp::LShr, 32, sum, 1);
            let with = self.bin(BinOp::Xor, 32, rest, polynomial);
            sum = self.choose(Ty::Int(32), taken, with, rest);
        }
        Ok(self.resized(CastOp::ZExt, sum, 32, total))
    }
}
