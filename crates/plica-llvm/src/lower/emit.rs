//! The emitter: where commands, temporaries and the operands of SSA values are kept while a function is lowered.
//!
//! Reading a promoted variable yields the variable itself instead of a copy, for as long as nobody writes it: before
//! each write the SSA values that still stand for the old contents are copied. Oblivious to what instructions mean.
//! Invariant: an SSA value's slot never names a source variable that was written since, while the value has uses left.

use std::sync::Arc;

use plica_ir::{CastOp, CmpOp, Command, DebugLoc, Expr, Loc, Operand, SourceMap, Ty, Var, VarId, VarKind};
use rustc_hash::FxHashMap;

use super::fold::fold;
use super::link::ModuleCx;
use super::uses::Uses;
use super::{Lower, Why};
use crate::ast::{self, LocalId, TypeId, ValueRef};

/// What the whole program shares.
#[derive(Default)]
pub(super) struct Shared {
    pub wide: Vec<u128>,
    wide_ids: FxHashMap<u128, u32>,
    pub source: SourceMap,
}

impl Shared {
    /// The operand of a constant of at most 128 bits.
    pub fn int(&mut self, width: u32, bits: u128) -> Operand {
        let bits = if width < 128 { bits & ((1 << width) - 1) } else { bits };
        if width <= 64 {
            return Operand::Int { width, bits: bits as u64 };
        }
        let index = *self.wide_ids.entry(bits).or_insert_with(|| {
            self.wide.push(bits);
            self.wide.len() as u32 - 1
        });
        Operand::Wide { width, index }
    }

    /// The bits of a constant integer operand.
    pub fn bits(&self, operand: Operand) -> Option<u128> {
        match operand {
            Operand::Int { bits, .. } => Some(u128::from(bits)),
            Operand::Wide { index, .. } => self.wide.get(index as usize).copied(),
            _ => None,
        }
    }
}

/// What an SSA value stands for.
#[derive(Clone, Default)]
pub(super) enum Slot {
    /// Not defined yet.
    #[default]
    None,
    /// A scalar.
    One(Operand),
    /// The scalars of an aggregate or vector.
    Many(Box<[Operand]>),
    /// The sign extension of an operand of that width to 64 bits, used as a GEP index only.
    Sext(Operand, u32),
}

/// The state of lowering one function, or one initialiser (then there are no locals).
pub(super) struct Emitter<'a, 'm> {
    pub cx: &'a ModuleCx<'m>,
    pub shared: &'a mut Shared,
    pub vars: Vec<Var>,
    pub slots: Vec<Slot>,
    pub uses: Uses,
    /// The current block's commands and their positions.
    pub code: Vec<Command>,
    pub locs: Vec<DebugLoc>,
    /// The position of what is being lowered.
    pub at: DebugLoc,
    /// The index of the current instruction in its block.
    pub now: u32,
    /// The variable that the current instruction's result is about to be stored in, where it may go there at once.
    pub hint: Option<VarId>,
    /// Names the temporaries of the current instruction.
    pub result: Option<LocalId>,
    /// SSA values that stand for a source variable in the current block.
    readers: FxHashMap<VarId, Vec<LocalId>>,
    locals: &'a [ast::Local],
    nameless: Arc<str>,
}

impl<'a, 'm> Emitter<'a, 'm> {
    pub fn new(cx: &'a ModuleCx<'m>, shared: &'a mut Shared, locals: &'a [ast::Local], uses: Uses) -> Self {
        Emitter {
            cx,
            shared,
            vars: Vec::new(),
            slots: vec![Slot::None; locals.len()],
            uses,
            code: Vec::new(),
            locs: Vec::new(),
            at: DebugLoc::UNKNOWN,
            now: 0,
            hint: None,
            result: None,
            readers: FxHashMap::default(),
            locals,
            nameless: "".into(),
        }
    }

    pub fn push(&mut self, command: Command) {
        self.code.push(command);
        self.locs.push(self.at);
    }

    pub fn int(&mut self, width: u32, bits: u128) -> Operand {
        self.shared.int(width, bits)
    }

    /// A new variable.
    pub fn temp(&mut self, ty: Ty) -> VarId {
        let name = match self.result.and_then(|id| self.locals.get(id.0 as usize)) {
            Some(local) => self.cx.module.name(local.name).into(),
            None => self.nameless.clone(),
        };
        self.add_var(Var { name, ty, kind: VarKind::Temp, decl: DebugLoc::UNKNOWN, signed: true })
    }

    pub fn add_var(&mut self, var: Var) -> VarId {
        self.vars.push(var);
        VarId(self.vars.len() as u32 - 1)
    }

    /// The value of an expression: folded, or in a new temporary.
    pub fn eval(&mut self, ty: Ty, expr: Expr) -> Operand {
        if let Expr::Copy(op) = expr {
            return op;
        }
        if let Some(constant) = fold(&expr, self.shared) {
            return constant;
        }
        let dst = self.temp(ty);
        self.push(Command::Assign { dst, expr });
        Operand::Var(dst)
    }

    /// Gives the current instruction's scalar result its value; the last thing that an instruction does.
    pub fn define(&mut self, ty: Ty, expr: Expr) {
        let Some(id) = self.result else {
            self.eval(ty, expr);
            return;
        };
        if let Some(constant) = fold(&expr, self.shared) {
            return self.bind(id, Slot::One(constant));
        }
        let dst = self.target(ty);
        self.push(Command::Assign { dst, expr });
        self.bind_var(id, dst);
    }

    /// The variable that takes the current instruction's scalar result, about to be written.
    pub fn target(&mut self, ty: Ty) -> VarId {
        match self.hint {
            Some(var) if self.vars[var.index()].ty == ty => {
                self.before_write(var);
                var
            }
            _ => {
                self.hint = None;
                self.temp(ty)
            }
        }
    }

    /// Says that `dst`, got from [`Self::target`], now holds the value `id`.
    pub fn bind_var(&mut self, id: LocalId, dst: VarId) {
        if self.hint == Some(dst) {
            // Its one use is the store, which finds that nothing is left to do.
            self.set(id, Slot::One(Operand::Var(dst)));
        } else {
            self.bind(id, Slot::One(Operand::Var(dst)));
        }
    }

    fn set(&mut self, id: LocalId, slot: Slot) {
        if let Some(s) = self.slots.get_mut(id.0 as usize) {
            *s = slot;
        }
    }

    /// Says what a value stands for.
    pub fn bind(&mut self, id: LocalId, slot: Slot) {
        let is_local = |vars: &[Var], op: &Operand| match op {
            Operand::Var(v) if vars[v.index()].kind == VarKind::Local => Some(*v),
            _ => None,
        };
        let ops: &[Operand] = match &slot {
            Slot::None => &[],
            Slot::One(op) | Slot::Sext(op, _) => std::slice::from_ref(op),
            Slot::Many(ops) => ops,
        };
        let read: Vec<VarId> = ops.iter().filter_map(|op| is_local(&self.vars, op)).collect();
        self.set(id, slot);
        if read.is_empty() {
            return;
        }
        if self.uses.escapes(id) {
            self.settle(id, None);
        } else {
            for var in read {
                self.readers.entry(var).or_default().push(id);
            }
        }
    }

    /// The result of the current instruction as scalars.
    pub fn define_all(&mut self, mut ops: Vec<Operand>) {
        let Some(id) = self.result else { return };
        let slot = if ops.len() == 1 { Slot::One(ops.remove(0)) } else { Slot::Many(ops.into()) };
        self.bind(id, slot);
    }

    /// To be called before each write of a source variable.
    pub fn before_write(&mut self, var: VarId) {
        let Some(readers) = self.readers.remove(&var) else { return };
        for id in readers {
            if self.uses.last(id) > self.now {
                self.settle(id, Some(var));
            }
        }
    }

    /// Goes to one of two places by what a variable of the models holds. None of this is the current instruction's
    /// result.
    pub fn branch_on(&mut self, place: Operand, ty: Ty, (op, b): (CmpOp, Operand), then_: Loc, else_: Loc) {
        let result = self.result.take();
        let (found, is) = (self.temp(ty), self.temp(Ty::Int(1)));
        self.push(Command::Load { dst: found, ptr: place, ty, reads: None });
        self.push(Command::Assign { dst: is, expr: Expr::Cmp { op, ty, a: Operand::Var(found), b } });
        self.push(Command::Branch { cond: Operand::Var(is), then_, else_ });
        self.result = result;
    }

    /// To be called where control may come to again after any of the source variables was written.
    pub fn before_writes(&mut self) {
        let mut vars: Vec<VarId> = self.readers.keys().copied().collect();
        vars.sort_unstable_by_key(|v| v.0);
        vars.into_iter().for_each(|var| self.before_write(var));
    }

    /// Copies what `id` reads from source variables (or from one of them) into temporaries.
    fn settle(&mut self, id: LocalId, only: Option<VarId>) {
        let Some(slot) = self.slots.get_mut(id.0 as usize) else { return };
        let mut slot = std::mem::take(slot);
        if let Slot::Sext(op, from) = slot {
            if only.is_some_and(|v| op != Operand::Var(v)) {
                self.set(id, slot);
                return;
            }
            let dst = self.temp(Ty::Int(64));
            self.push(Command::Assign { dst, expr: sext64(op, from) });
            self.set(id, Slot::One(Operand::Var(dst)));
            return;
        }
        let ops: &mut [Operand] = match &mut slot {
            Slot::One(op) => std::slice::from_mut(op),
            Slot::Many(ops) => ops,
            Slot::None | Slot::Sext(..) => &mut [],
        };
        let mut copied: Vec<(VarId, VarId)> = Vec::new();
        for op in ops {
            let Operand::Var(v) = *op else { continue };
            if only.is_some_and(|o| o != v) || self.vars[v.index()].kind != VarKind::Local {
                continue;
            }
            let dst = match copied.iter().find(|c| c.0 == v) {
                Some(c) => c.1,
                None => {
                    let Var { ty, name, .. } = self.vars[v.index()].clone();
                    let kind = VarKind::Temp;
                    let dst = self.add_var(Var { name, ty, kind, decl: DebugLoc::UNKNOWN, signed: true });
                    self.push(Command::Assign { dst, expr: Expr::Copy(Operand::Var(v)) });
                    copied.push((v, dst));
                    dst
                }
            };
            *op = Operand::Var(dst);
        }
        self.set(id, slot);
    }

    /// To be called at the end of each block: what stands for a source variable has no uses left.
    pub fn end_block(&mut self) {
        self.readers.clear();
    }

    /// The scalars of an operand, in order.
    pub fn values(&mut self, operand: ast::TypedValue) -> Lower<Vec<Operand>> {
        let values = self.unchecked(operand)?;
        self.fits(operand.ty, &values)?;
        Ok(values)
    }

    /// Only garbled text uses a value as one of another type.
    pub fn fits(&self, ty: TypeId, values: &[Operand]) -> Lower<()> {
        let scalars = self.cx.layout.scalars(ty)?;
        let fit =
            scalars.len() == values.len() && scalars.iter().zip(values).all(|(s, v)| s.ty.width() == self.width(*v));
        if fit { Ok(()) } else { Err(format!("a value that is no {}", self.show(ty))) }
    }

    pub fn width(&self, operand: Operand) -> u32 {
        match operand {
            Operand::Var(v) => self.vars.get(v.index()).map_or(0, |v| v.ty.width()),
            Operand::Int { width, .. } | Operand::Wide { width, .. } | Operand::Undef { width } => width,
            Operand::Global { .. } | Operand::Func(_) => 64,
        }
    }

    fn unchecked(&mut self, operand: ast::TypedValue) -> Lower<Vec<Operand>> {
        match operand.value {
            ValueRef::Local(id) => match self.slots.get(id.0 as usize) {
                Some(Slot::One(op)) => Ok(vec![*op]),
                Some(Slot::Many(ops)) => Ok(ops.to_vec()),
                Some(&Slot::Sext(op, from)) => Ok(vec![self.eval(Ty::Int(64), sext64(op, from))]),
                // Only garbled text uses a value that no path defines.
                _ => self.undef(operand.ty),
            },
            _ => self.constant(operand.ty, operand.value),
        }
    }

    /// The one scalar of an operand.
    pub fn value(&mut self, operand: ast::TypedValue) -> Lower<Operand> {
        if let ValueRef::Local(id) = operand.value
            && let Some(&Slot::One(op)) = self.slots.get(id.0 as usize)
            && self.cx.layout.scalar(operand.ty).is_some_and(|ty| ty.width() == self.width(op))
        {
            return Ok(op);
        }
        match self.values(operand)?[..] {
            [op] => Ok(op),
            _ => Err("an aggregate where a scalar is expected".into()),
        }
    }

    /// As many `undef`s as the type has scalars.
    pub fn undef(&mut self, ty: TypeId) -> Lower<Vec<Operand>> {
        Ok(self.cx.layout.scalars(ty)?.iter().map(|s| Operand::Undef { width: s.ty.width() }).collect())
    }

    /// The scalar type of something that is computed with.
    pub fn scalar(&self, ty: TypeId) -> Lower<Ty> {
        self.cx.layout.scalar(ty).ok_or_else(|| Why::from(format!("computing with the type {}", self.show(ty))))
    }

    /// The type of the elements of a vector, or of the scalar itself, and how many there are.
    pub fn lanes(&self, ty: TypeId) -> Lower<(Ty, usize)> {
        match self.cx.module.types.get_resolved(ty) {
            &ast::Type::Vector { len, elem, scalable: false } => {
                let elem = self.scalar(elem)?;
                // Refuses absurd lengths.
                let n = self.cx.layout.scalars(ty)?.len();
                if n as u64 == len { Ok((elem, n)) } else { Err("a vector of aggregates".into()) }
            }
            _ => Ok((self.scalar(ty)?, 1)),
        }
    }

    /// A type for messages.
    pub fn show(&self, ty: TypeId) -> String {
        use ast::{FloatType, Type};
        match self.cx.module.types.get_resolved(ty) {
            Type::Int(w) => format!("i{w}"),
            Type::Float(FloatType::X86Fp80) => "x86_fp80".into(),
            Type::Float(FloatType::Fp128) => "fp128 (long double)".into(),
            Type::Float(kind) => format!("{kind:?}").to_lowercase(),
            Type::Vector { len, elem, .. } => format!("<{len} x {}>", self.show(*elem)),
            Type::Struct { .. } => "struct".into(),
            Type::Array { .. } => "array".into(),
            other => format!("{other:?}").chars().take(40).collect(),
        }
    }
}

/// Sign extension to 64 bits.
pub(super) fn sext64(a: Operand, from: u32) -> Expr {
    if from == 64 {
        return Expr::Copy(a);
    }
    let op = if from > 64 { CastOp::Trunc } else { CastOp::SExt };
    Expr::Cast { op, from: Ty::Int(from), to: Ty::Int(64), a }
}
