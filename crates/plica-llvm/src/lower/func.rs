//! One function: blocks, edges, and the dispatch of instructions.
//!
//! Oblivious to linking. Invariants: blocks are lowered in reverse postorder, so that definitions are met before uses;
//! they are laid out in the order of the text; every block has at least one command, so that its location is its own.

mod leaving;

use std::sync::Arc;

use plica_ir::{Command, DebugLoc, Intrinsic, Loc, Operand, Ty, UnOp, Var, VarId, VarKind};
use rustc_hash::FxHashMap;

use super::debug::{Positions, variables};
use super::emit::{Emitter, Shared, Slot};
use super::jumps::{Landings, has_sets, sets};
use super::link::ModuleCx;
use super::mem2var::{Promotion, is_lifetime};
use super::reads::{Bits, Reads};
use super::scopes::{ScopeEdge, Scopes};
use super::uses::Uses;
use super::{Lower, Why, varargs};
use crate::ast::{self, BlockId, DebugKind, FunctionDecl, InstKind, Instruction, LocalId, MdId, ValueRef};

struct BlockCode {
    label: u32,
    name: Arc<str>,
    code: Vec<Command>,
    locs: Vec<DebugLoc>,
}

pub(super) struct FuncLowerer<'a, 'm> {
    e: Emitter<'a, 'm>,
    f: &'m FunctionDecl,
    positions: &'a mut Positions,
    promotion: Promotion,
    scopes: Scopes,
    reads: Reads,
    vars: FxHashMap<LocalId, VarId>,
    /// What makes the object of an alloca that lives as long as a block.
    allocs: FxHashMap<LocalId, Command>,
    /// The source variables of allocas and parameters.
    declared: FxHashMap<LocalId, MdId>,
    /// Where instructions without a position are: somewhere in the function.
    somewhere: DebugLoc,
    groups: Vec<Vec<BlockCode>>,
    labels: u32,
    /// The parts of the current block that are behind, which calls end that may raise exceptions: the label of what
    /// comes now, and how many commands there were.
    parts: Vec<BlockCode>,
    part: u32,
    behind: u32,
    /// Where a function ends that an exception leaves, if any does.
    unwind: Option<u32>,
    /// If the function contains a `setjmp` that can be jumped to.
    landings: Option<Landings>,
    /// Where a jump that is under way goes on in such a function.
    landing: Option<u32>,
    /// Labels of the source: the block and the place in its code.
    named: Vec<(Arc<str>, BlockId, u32)>,
}

/// Fills in the variables and the code of a function whose signature is there.
pub(super) fn lower_body(
    cx: &ModuleCx,
    shared: &mut Shared,
    positions: &mut Positions,
    f: &FunctionDecl,
    out: &mut plica_ir::Function,
) {
    let layout = &cx.layout;
    let locals = f.locals.as_slice();
    let reads = Reads::of(cx, f);
    let mut lowerer = FuncLowerer {
        e: Emitter::new(cx, shared, locals, Uses::of(f)),
        f,
        positions,
        promotion: Promotion::of(cx.module, layout, f, &reads),
        scopes: Scopes::of(cx.module, f),
        reads,
        vars: FxHashMap::default(),
        allocs: FxHashMap::default(),
        declared: variables(f),
        somewhere: DebugLoc { line: 0, column: 0, scope: out.decl.scope },
        groups: f.blocks.iter().map(|_| Vec::new()).collect(),
        labels: f.blocks.len() as u32,
        parts: Vec::new(),
        part: 0,
        behind: 0,
        unwind: None,
        landings: None,
        landing: None,
        named: Vec::new(),
    };
    lowerer.run(out);
}

impl FuncLowerer<'_, '_> {
    fn run(&mut self, out: &mut plica_ir::Function) {
        if let Err(why) = self.parameters() {
            self.e.at = out.decl;
            self.unsupported(self.f.line, &why);
            out.code = std::mem::take(&mut self.e.code);
            out.locs = std::mem::take(&mut self.e.locs);
            out.blocks = vec![plica_ir::Block { start: Loc(0), name: "entry".into() }];
            return;
        }
        self.locals();
        if self.e.cx.jumps.is_some() && has_sets(self.e.cx.module, self.f) {
            self.landings = Some(Landings { frame: self.e.temp(Ty::Int(64)), sites: Vec::new() });
            // Where a jump comes to, arrays end that are made further down.
            let all = self.f.blocks.iter().flat_map(|b| &b.instructions);
            all.filter(|inst| matches!(inst.kind, InstKind::Alloca { count: Some(_), .. }))
                .for_each(|i| self.fresh_result(i));
        }
        let order = self.reverse_postorder();
        for &b in &order {
            self.phis(b);
        }
        for &b in &order {
            self.block(b);
        }
        self.lay_out(out);
        out.vars = std::mem::take(&mut self.e.vars);
    }

    /// A variable for a local: named by the source where the source knows it.
    fn variable(&mut self, id: LocalId, ty: Ty, kind: VarKind) -> Var {
        let module = self.e.cx.module;
        let declared = self.declared.get(&id).map(|&d| self.positions.declared(module, &mut self.e.shared.source, d));
        let local = self.f.locals.get(id.0 as usize);
        let own = local.map_or("", |l| module.name(l.name));
        let own = own.strip_suffix(".addr").unwrap_or(own);
        let (name, decl, signed) = match declared {
            Some(d) => (d.name, d.at, d.signed),
            None => (None, DebugLoc::UNKNOWN, None),
        };
        let signed = signed.unwrap_or(matches!(ty, Ty::Int(w) if w > 1));
        Var { name: name.unwrap_or_else(|| own.into()), ty, kind, decl, signed }
    }

    fn parameters(&mut self) -> Lower<()> {
        for param in &self.f.params {
            let scalars = self.e.cx.layout.scalars(param.ty)?;
            let mut ops = Vec::new();
            for (i, s) in scalars.iter().enumerate() {
                let mut var = self.variable(param.local, s.ty, VarKind::Param);
                if scalars.len() > 1 {
                    var.name = format!("{}.{i}", var.name).into();
                }
                ops.push(Operand::Var(self.e.add_var(var)));
            }
            self.e.result = Some(param.local);
            self.e.define_all(ops);
        }
        Ok(())
    }

    fn locals(&mut self) {
        for inst in self.f.blocks.first().map_or(&[][..], |b| &b.instructions) {
            if let Some(id) = inst.result
                && let Some(&ty) = self.promotion.vars.get(&id)
            {
                let var = self.variable(id, ty, VarKind::Local);
                let var = self.e.add_var(var);
                self.vars.insert(id, var);
            }
        }
    }

    fn reverse_postorder(&self) -> Vec<BlockId> {
        let successors = |b: BlockId| -> Vec<BlockId> {
            match self.f.blocks[b.0 as usize].instructions.last().map(|i| &i.kind) {
                Some(InstKind::Invoke { call, normal, .. }) if !self.e.raises(call) => vec![*normal],
                Some(InstKind::CallBr { .. }) | None => Vec::new(),
                Some(kind) => kind.successors(),
            }
        };
        let mut seen = vec![false; self.f.blocks.len()];
        let mut post = Vec::new();
        let mut stack = vec![(BlockId::ENTRY, successors(BlockId::ENTRY))];
        seen[0] = true;
        while let Some((b, rest)) = stack.last_mut() {
            match rest.pop() {
                Some(s) => {
                    if let Some(seen @ false) = seen.get_mut(s.0 as usize) {
                        *seen = true;
                        stack.push((s, successors(s)));
                    }
                }
                None => {
                    post.push(*b);
                    stack.pop();
                }
            }
        }
        post.reverse();
        post
    }

    /// Variables for the phi nodes of a block; their edges may be met before the block is.
    fn phis(&mut self, b: BlockId) {
        for inst in &self.f.blocks[b.0 as usize].instructions {
            if matches!(inst.kind, InstKind::Phi(_)) {
                self.e.result = inst.result;
                self.fresh_result(inst);
            }
        }
    }

    /// New variables for an instruction's result.
    fn fresh_result(&mut self, inst: &Instruction) {
        let Some(id) = inst.result else { return };
        let scalars = self.e.cx.layout.scalars(inst.ty).unwrap_or_else(|_| [].into());
        let ops: Vec<Operand> = scalars.iter().map(|s| Operand::Var(self.e.temp(s.ty))).collect();
        let slot = if ops.len() == 1 { Slot::One(ops[0]) } else { Slot::Many(ops.into()) };
        self.e.bind(id, slot);
    }

    fn block(&mut self, b: BlockId) {
        let block = &self.f.blocks[b.0 as usize];
        let mut edges = Vec::new();
        let mut ended = false;
        (self.part, self.behind) = (b.0, 0);
        if let (BlockId::ENTRY, Some(Landings { frame, .. })) = (b, &self.landings) {
            self.e.no_jumps_yet(*frame);
        }
        for (i, inst) in block.instructions.iter().enumerate() {
            self.e.now = i as u32;
            self.e.result = inst.result;
            self.e.hint = self.hint(block, i, inst);
            let at = self.positions.of(self.e.cx.module, &mut self.e.shared.source, inst.dbg);
            self.e.at = if at == DebugLoc::UNKNOWN { self.somewhere } else { at };
            self.source_label(b, inst);
            let done = if inst.kind.is_terminator() {
                ended = true;
                let taken = varargs::taken(self.e.cx.module, block);
                let taken = taken.map_or(Ok(()), |(field, float)| self.e.take_argument(field, float));
                taken.and_then(|()| self.terminator(b, inst, &mut edges))
            } else {
                self.instruction(b, inst)
            };
            if let Err(why) = done {
                self.unsupported(inst.line, &why);
            }
            self.e.hint = None;
            if let Some(id) = inst.result
                && matches!(self.e.slots.get(id.0 as usize), Some(Slot::None))
            {
                self.fresh_result(inst);
            }
        }
        if !ended {
            self.unsupported(block.line, "a block without an end");
        }
        self.e.end_block();
        self.end_part(b);
        self.groups[b.0 as usize] = self.parts.drain(..).chain(edges).collect();
    }

    fn end_part(&mut self, b: BlockId) {
        let name = self.e.cx.module.name(self.f.blocks[b.0 as usize].name);
        let name = if self.part == b.0 { name.into() } else { format!("{name}.{}", self.parts.len()) };
        let part = self.block_code(self.part, name);
        self.behind += part.code.len() as u32;
        self.parts.push(part);
    }

    /// The commands so far as a block of this label.
    fn block_code(&mut self, label: u32, name: impl Into<Arc<str>>) -> BlockCode {
        let (code, locs) = (std::mem::take(&mut self.e.code), std::mem::take(&mut self.e.locs));
        BlockCode { label, name: name.into(), code, locs }
    }

    /// A label that no block has yet.
    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels - 1
    }

    /// A label of the source stands before what comes next.
    fn source_label(&mut self, b: BlockId, inst: &Instruction) {
        if let InstKind::Debug(record) = &inst.kind
            && record.kind == DebugKind::Label
            && let Some(name) = record.variable.and_then(|id| self.e.cx.module.md_str(id, "name"))
        {
            self.named.push((name.into(), b, self.behind + self.e.code.len() as u32));
        }
    }

    /// The promoted variable that the result may be assigned to at once: its only use is a store to it a few
    /// instructions further down, and nothing in between reads or writes the variable.
    fn hint(&self, block: &ast::BasicBlock, i: usize, inst: &Instruction) -> Option<VarId> {
        const NEAR: usize = 16;
        let store = self.e.uses.only_store(inst.result?)?;
        if store <= i || store > i + NEAR {
            return None;
        }
        let InstKind::Store { ptr, .. } = &block.instructions.get(store)?.kind else { return None };
        let target = self.promotion.alloca(ptr.value)?;
        for between in &block.instructions[i + 1..store] {
            let touches = match &between.kind {
                InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } => {
                    self.promotion.alloca(ptr.value) == Some(target)
                }
                InstKind::Call(call) => is_lifetime(self.e.cx.module, &call.callee),
                _ => false,
            };
            if touches {
                return None;
            }
        }
        self.vars.get(&target).copied()
    }

    /// The variable of the promoted alloca that a pointer is.
    fn promoted(&self, ptr: ValueRef) -> Option<VarId> {
        self.vars.get(&self.promotion.alloca(ptr)?).copied()
    }

    fn unsupported(&mut self, line: u32, why: &str) {
        let file = &self.e.cx.module.source_filename;
        self.e.push(Command::Unsupported { text: format!("{file} (IR line {line}): {why}").into() });
    }

    /// An instruction inside a block. What only calculates gives operands here, the rest pushes its commands itself.
    fn instruction(&mut self, b: BlockId, inst: &Instruction) -> Lower<()> {
        use InstKind::*;
        if let Call(call) = &inst.kind
            && sets(self.e.cx.module, call)
        {
            return self.set_jump(b, call, inst);
        }
        if let Some(masked) = inst.result.and_then(|id| self.reads.waiting(id))
            && self.promoted(masked.from.value).is_none()
        {
            self.e.load_masked(masked)?;
        }
        let e = &mut self.e;
        let exprs = match &inst.kind {
            Debug(_) | Fence(_) | Phi(_) => return Ok(()),
            FNeg { value, .. } => e.unary(UnOp::FNeg, *value)?,
            Binary { op, flags, lhs, rhs, .. } => e.binary(*op, *flags, *lhs, *rhs)?,
            Cast { op, value, .. } => {
                if self.cast_is_left_out(inst, *op, *value)? {
                    return Ok(());
                }
                self.e.cast(*op, *value, inst.ty)?
            }
            ICmp { pred, lhs, rhs, .. } => e.icmp(*pred, *lhs, *rhs)?,
            FCmp { pred, lhs, rhs, .. } => e.fcmp(*pred, *lhs, *rhs)?,
            Select { cond, then, els } => e.select(*cond, *then, *els)?,
            Freeze(value) => return self.freeze(*value),
            Alloca { ty, count, .. } => return self.alloca(inst.result, *ty, *count),
            Load { ptr, .. } => return self.load(inst, *ptr),
            Store { value, ptr, .. } => return self.store(*value, *ptr),
            CmpXchg { ptr, expected, new, .. } => return e.cmpxchg(*ptr, *expected, *new),
            AtomicRmw { op, ptr, value, .. } => return e.atomic_rmw(*op, *ptr, *value),
            Gep { source, base, indices, .. } => e.gep(*source, *base, indices, inst.ty)?,
            ExtractElement { vector, index } => e.extract_element(*vector, *index)?,
            InsertElement { vector, element, index } => e.insert_element(*vector, *element, *index)?,
            ShuffleVector { lhs, rhs, mask } => e.shuffle(*lhs, *rhs, *mask)?,
            ExtractValue { aggregate, indices } => e.extract_value(*aggregate, indices)?,
            InsertValue { aggregate, element, indices } => e.insert_value(*aggregate, *element, indices)?,
            Call(call) => {
                self.call(call, inst)?;
                if self.e.raises(call) {
                    self.leave_if_raised(b);
                }
                if self.e.jumps(call) {
                    self.leave_if_jumping(b);
                }
                return Ok(());
            }
            Check { cond, negated, rule, fatal, text } => {
                let mut holds = e.value(*cond)?;
                if *negated {
                    let zero = e.int(1, 0);
                    let not = plica_ir::Expr::Cmp { op: plica_ir::CmpOp::Eq, ty: Ty::Int(1), a: holds, b: zero };
                    holds = e.eval(Ty::Int(1), not);
                }
                if e.shared.bits(holds) != Some(1) {
                    e.push(Command::Check { holds, rule: *rule, fatal: *fatal, text: (&**text).into() });
                }
                return Ok(());
            }
            VaArg { list } => return e.va_arg(*list, inst.ty),
            LandingPad { clauses, .. } => return e.landing_pad(clauses),
            Unknown { text } => return Err(text.to_string()),
            Ret(_)
            | Br(_)
            | CondBr { .. }
            | Switch { .. }
            | IndirectBr { .. }
            | Invoke { .. }
            | CallBr { .. }
            | Resume(_)
            | Unreachable => return Err("a terminator inside a block".into()),
        };
        self.e.finish(exprs);
        Ok(())
    }

    /// Does a cast need no command: because what it is cast for is promoted, or because it only extends an index, which
    /// where it is used says so itself?
    fn cast_is_left_out(&mut self, inst: &Instruction, op: ast::CastOpcode, value: ast::TypedValue) -> Lower<bool> {
        let e = &mut self.e;
        if inst.result.is_some_and(|r| self.promotion.casts.contains_key(&r)) {
            return Ok(true);
        }
        if let (ast::CastOpcode::SExt, Some(id), ValueRef::Local(_)) = (op, inst.result, value.value)
            && e.uses.index_only(id)
            && e.cx.layout.scalar(inst.ty) == Some(Ty::Int(64))
            && let Some(Ty::Int(from)) = e.cx.layout.scalar(value.ty)
            && let op @ Operand::Var(_) = e.value(value)?
        {
            e.bind(id, Slot::Sext(op, from));
            return Ok(true);
        }
        Ok(false)
    }

    /// Any value for what is undefined, but always the same.
    fn freeze(&mut self, value: ast::TypedValue) -> Lower<()> {
        let e = &mut self.e;
        let mut values = e.values(value)?;
        let scalars = e.cx.layout.scalars(value.ty)?;
        for (v, s) in values.iter_mut().zip(scalars.iter()) {
            if let Operand::Undef { .. } = v {
                let dst = e.temp(s.ty);
                e.push(Command::Assign { dst, expr: plica_ir::Expr::Copy(*v) });
                *v = Operand::Var(dst);
            }
        }
        e.define_all(values);
        Ok(())
    }

    fn alloca(&mut self, result: Option<LocalId>, ty: ast::TypeId, count: Option<ast::TypedValue>) -> Lower<()> {
        let Some(id) = result else { return Ok(()) };
        if self.vars.contains_key(&id) {
            return Ok(());
        }
        let name = self.variable(id, Ty::Ptr, VarKind::Temp).name;
        self.e.alloca(ty, count, name)?;
        if self.scopes.has(id)
            && let Some(alloc) = self.e.code.pop()
        {
            // The object comes into being where its block begins.
            self.e.locs.pop();
            self.allocs.insert(id, alloc);
        }
        Ok(())
    }

    fn load(&mut self, inst: &Instruction, ptr: ast::TypedValue) -> Lower<()> {
        if let Some(var) = self.promoted(ptr.value) {
            self.e.define_all(vec![Operand::Var(var)]);
            return Ok(());
        }
        match inst.result.map_or(Bits::All, |id| self.reads.of_load(id)) {
            Bits::All => self.e.load(ptr, inst.ty, None),
            Bits::These(bits) => self.e.load(ptr, inst.ty, Some(bits)),
            Bits::OfMask => Ok(()),
        }
    }

    fn store(&mut self, value: ast::TypedValue, ptr: ast::TypedValue) -> Lower<()> {
        let Some(dst) = self.promoted(ptr.value) else { return self.e.store(value, ptr) };
        let value = self.e.value(value)?;
        if value != Operand::Var(dst) {
            self.e.before_write(dst);
            self.e.push(Command::Assign { dst, expr: plica_ir::Expr::Copy(value) });
        }
        Ok(())
    }

    /// A call; where it only says how long a variable or an object lives, that.
    fn call(&mut self, call: &ast::Call, inst: &Instruction) -> Lower<()> {
        if is_lifetime(self.e.cx.module, &call.callee)
            && let Some(arg) = call.args.last()
            && let Some(var) = self.promoted(arg.operand.value)
        {
            if let ast::CalledOperand::Value(ValueRef::Global(name)) = call.callee
                && self.e.cx.module.name(name).starts_with("llvm.lifetime.start")
            {
                self.e.before_write(var);
                self.e.push(Command::Forget(var));
            }
            return Ok(());
        }
        if let Some((id, edge)) = self.scopes.edge(self.e.cx.module, call)
            && let Some(alloc @ Command::Alloc { dst, .. }) = self.allocs.get(&id)
        {
            self.e.push(match edge {
                ScopeEdge::Start => alloc.clone(),
                ScopeEdge::End => {
                    Command::Intrinsic { dst: None, op: Intrinsic::ScopeEnd, args: [Operand::Var(*dst)].into() }
                }
            });
            return Ok(());
        }
        self.e.call(call, inst.ty)
    }

    fn terminator(&mut self, b: BlockId, inst: &Instruction, edges: &mut Vec<BlockCode>) -> Lower<()> {
        match &inst.kind {
            InstKind::Ret(value) => {
                let values = match value {
                    Some(value) => self.e.values(*value)?.into(),
                    None => Box::default(),
                };
                self.e.fits(self.f.ret, &values)?;
                if let Some(Landings { frame, .. }) = &self.landings {
                    self.e.end_jumps(*frame);
                }
                self.e.push(Command::Return { values });
            }
            InstKind::Br(target) => self.goto(b, *target)?,
            InstKind::CondBr { cond, then, els } => {
                let cond = self.e.value(*cond)?;
                let then_ = self.edge(b, *then, edges)?;
                let else_ = self.edge(b, *els, edges)?;
                self.e.push(Command::Branch { cond, then_, else_ });
            }
            InstKind::Switch { value, default, cases } => {
                let width = self.e.index_width(value.ty)?;
                let operand = self.e.value(*value)?;
                let mut known: FxHashMap<BlockId, Loc> = FxHashMap::default();
                let (default, otherwise) = (self.edge(b, *default, edges)?, *default);
                known.insert(otherwise, default);
                let mut out: Vec<(u128, Loc)> = Vec::with_capacity(cases.len());
                for (case, target) in cases.iter() {
                    let bits = self.e.known_int(*case).ok_or_else(|| Why::from("a case that is no constant"))?;
                    let to = match known.get(target) {
                        Some(&to) => to,
                        None => {
                            let to = self.edge(b, *target, edges)?;
                            known.insert(*target, to);
                            to
                        }
                    };
                    out.push((bits, to));
                }
                self.e.push(Command::Switch { value: operand, width, cases: out.into(), default });
            }
            InstKind::Invoke { call, normal, unwind } => {
                self.e.call(call, inst.ty)?;
                if self.e.raises(call) {
                    let normal = self.edge(b, *normal, edges)?;
                    let unwind = self.edge(b, *unwind, edges)?;
                    if self.e.jumps(call) {
                        self.leave(b, unwind, Emitter::test_raised);
                        let jumping = self.jumping();
                        self.e.test_jumping(jumping, normal);
                    } else {
                        self.e.test_raised(unwind, normal);
                    }
                } else {
                    if self.e.jumps(call) {
                        self.leave_if_jumping(b);
                    }
                    self.goto(b, *normal)?;
                }
            }
            InstKind::Unreachable => self.e.push(Command::Unreachable),
            InstKind::IndirectBr { address, targets } => self.computed_goto(b, *address, targets, edges)?,
            InstKind::CallBr { .. } => return Err("callbr (asm goto)".into()),
            InstKind::Resume(exception) => {
                self.e.raise_again(*exception)?;
                let unwind = self.unwinding();
                self.e.push(Command::Jump(unwind));
            }
            _ => return Err("an unknown terminator".into()),
        }
        Ok(())
    }

    /// A jump to one of the labels whose address is taken: they are told apart by how far they are from the first.
    fn computed_goto(
        &mut self,
        b: BlockId,
        address: ast::TypedValue,
        targets: &[BlockId],
        edges: &mut Vec<BlockCode>,
    ) -> Lower<()> {
        let address = self.e.value(address)?;
        let mut cases = Vec::new();
        let mut first = None;
        for &target in targets {
            let block = self.f.blocks.get(target.0 as usize).ok_or("an unknown label")?;
            // The address of a label that nobody takes is nobody's.
            let Some(&Operand::Global { id, offset }) = self.e.cx.labels.get(&(self.f.name, block.name)) else {
                continue;
            };
            first = Some(Operand::Global { id, offset: 0 });
            // Clang lists a label once for each place that takes its address.
            if cases.iter().all(|case: &(u128, Loc)| case.0 != offset as u128) {
                cases.push((offset as u128, self.edge(b, target, edges)?));
            }
        }
        let first = first.ok_or("a computed goto without a label")?;
        let word = Ty::Int(64);
        let number = |a| plica_ir::Expr::Cast { op: plica_ir::CastOp::PtrToInt, from: Ty::Ptr, to: word, a };
        let (a, b) = (self.e.eval(word, number(address)), self.e.eval(word, number(first)));
        let (op, flags) = (plica_ir::BinOp::Sub, plica_ir::Flags::default());
        let value = self.e.eval(word, plica_ir::Expr::Bin { op, flags, ty: word, a, b });
        let (code, locs) = (vec![Command::Unreachable], vec![self.e.at]);
        let label = self.label();
        edges.push(BlockCode { label, name: "no.label".into(), code, locs });
        self.e.push(Command::Switch { value, width: 64, cases: cases.into(), default: Loc(label) });
        Ok(())
    }

    fn goto(&mut self, from: BlockId, to: BlockId) -> Lower<()> {
        self.copies(from, to)?;
        self.e.push(Command::Jump(Loc(to.0)));
        Ok(())
    }

    /// The label to go to for an edge: the target's, or that of a block of its own with the phi copies.
    fn edge(&mut self, from: BlockId, to: BlockId, edges: &mut Vec<BlockCode>) -> Lower<Loc> {
        let code = std::mem::take(&mut self.e.code);
        let locs = std::mem::take(&mut self.e.locs);
        let copied = self.copies(from, to);
        let mut own = std::mem::replace(&mut self.e.code, code);
        let mut own_locs = std::mem::replace(&mut self.e.locs, locs);
        copied?;
        if own.is_empty() {
            return Ok(Loc(to.0));
        }
        own.push(Command::Jump(Loc(to.0)));
        own_locs.push(self.e.at);
        let name = |b: BlockId| self.e.cx.module.name(self.f.blocks[b.0 as usize].name);
        let name = format!("{}.{}", name(from), name(to)).into();
        let label = self.label();
        edges.push(BlockCode { label, name, code: own, locs: own_locs });
        Ok(Loc(label))
    }

    /// The phi nodes of an edge.
    fn copies(&mut self, from: BlockId, to: BlockId) -> Lower<()> {
        let Some(target) = self.f.blocks.get(to.0 as usize) else { return Err("an unknown label".into()) };
        let mut copies: Vec<(VarId, Operand)> = Vec::new();
        for inst in &target.instructions {
            let InstKind::Phi(incoming) = &inst.kind else { continue };
            let Some(id) = inst.result else { continue };
            let Some((value, _)) = incoming.iter().find(|(_, pred)| *pred == from) else { continue };
            let targets: Vec<Operand> = match self.e.slots.get(id.0 as usize) {
                Some(Slot::One(op)) => vec![*op],
                Some(Slot::Many(ops)) => ops.to_vec(),
                _ => Vec::new(),
            };
            self.e.result = None;
            let values = self.e.values(ast::TypedValue { ty: inst.ty, value: *value })?;
            for (dst, value) in targets.into_iter().zip(values) {
                if let Operand::Var(dst) = dst
                    && value != Operand::Var(dst)
                {
                    copies.push((dst, value));
                }
            }
        }
        match copies[..] {
            [] => {}
            [(dst, value)] => self.e.push(Command::Assign { dst, expr: plica_ir::Expr::Copy(value) }),
            _ => self.e.push(Command::Copies(copies.into())),
        }
        Ok(())
    }

    /// Puts the blocks one after another, drops jumps to what comes next anyway, and turns labels into locations.
    fn lay_out(&mut self, out: &mut plica_ir::Function) {
        let mut order = self.f.blocks_in_order();
        order.retain(|b| *b != BlockId::ENTRY);
        order.insert(0, BlockId::ENTRY);
        let mut blocks: Vec<BlockCode> =
            order.iter().flat_map(|b| std::mem::take(&mut self.groups[b.0 as usize])).collect();
        blocks.extend(self.jumped());
        blocks.extend(self.unwound(&out.results));
        for i in 1..blocks.len() {
            let next = blocks[i].label;
            let block = &mut blocks[i - 1];
            if block.code.len() > 1 && block.code.last() == Some(&Command::Jump(Loc(next))) {
                block.code.pop();
                block.locs.pop();
            }
        }
        let mut place = vec![Loc(0); self.labels as usize];
        let mut start = 0;
        for block in &blocks {
            place[block.label as usize] = Loc(start);
            start += block.code.len() as u32;
        }
        let label = |(name, b, at): (_, BlockId, u32)| plica_ir::Label { name, at: Loc(place[b.0 as usize].0 + at) };
        out.labels = self.named.drain(..).map(label).collect();
        out.labels.sort_by_key(|l| l.at);
        for mut block in blocks {
            out.blocks.push(plica_ir::Block { start: place[block.label as usize], name: block.name });
            for command in &mut block.code {
                let put = |l: &mut Loc| *l = place[l.index()];
                match command {
                    Command::Jump(l) => put(l),
                    Command::Branch { then_, else_, .. } => {
                        put(then_);
                        put(else_);
                    }
                    Command::Switch { cases, default, .. } => {
                        cases.iter_mut().for_each(|c| put(&mut c.1));
                        put(default);
                    }
                    _ => {}
                }
            }
            out.code.append(&mut block.code);
            out.locs.append(&mut block.locs);
        }
    }
}
