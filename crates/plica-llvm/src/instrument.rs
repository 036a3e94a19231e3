//! The checks that a compiler wrote into the code (`-fsanitize`): from branches to handlers to one instruction each.
//!
//! clang tests a rule of the language, branches to a block that calls `__ubsan_handle_…`, and goes on behind it. Here
//! such a block is dropped, the branch becomes [`InstKind::Check`], and what the branch took apart is one block again.
//! Oblivious to what a violation means for a run. Invariants: a check that is left out is one that the bounds of the
//! whole object make, for no access that it forbids is inside them; nothing else that a run could see is changed.

use plica_ir::Rule;
use rustc_hash::FxHashMap;

use crate::ast::{
    BinaryOp, BlockId, Call, Callee, ConstExpr, Constant, Function, GlobalRef, ICmpPred, InstKind, Instruction,
    LocalId, Module, Operand, Type, TypeId, Value,
};

/// A handler of a violated rule, as its call says it.
#[derive(Clone, Debug)]
pub struct Violation {
    /// The rule.
    pub rule: Rule,
    /// Does the program end there?
    pub fatal: bool,
    /// What is wrong.
    pub text: String,
    /// Is it about a pointer that is read or written through right behind it?
    pub of_access: bool,
}

/// What the call of a handler of clang's UndefinedBehaviorSanitizer says; none for other calls.
pub fn violation(module: &Module, call: &Call) -> Option<Violation> {
    let Callee::Value(Value::Global(name)) = call.callee else { return None };
    let name = module.name(name).strip_prefix("__ubsan_handle_")?;
    let (name, aborts) = name.strip_suffix("_abort").map_or((name, false), |n| (n, true));
    let name = name.strip_suffix("_minimal").unwrap_or(name);
    let data = call.args.first().and_then(|arg| structure(module, arg.operand.value));
    let field = |i: usize| data.and_then(|parts| parts.get(i)).map(|op| op.value);
    let number = |i: usize| field(i).and_then(|value| module.int(value));
    let named = |i: usize| {
        let found = field(i).and_then(|value| type_name(module, value));
        found.map_or(String::new(), |name| format!(" of type {name}"))
    };
    let (rule, text) = match name {
        "out_of_bounds" => (Rule::ArrayBounds, format!("an index leaves the bounds of an array{}", named(1))),
        "vla_bound_not_positive" => {
            (Rule::VlaBound, "the length of a variable-length array is not positive".to_string())
        }
        "invalid_builtin" => (
            Rule::Builtin,
            match number(1) {
                Some(0) => "__builtin_ctz of 0 is undefined".to_string(),
                Some(1) => "__builtin_clz of 0 is undefined".to_string(),
                _ => "a builtin is given what it is undefined for".to_string(),
            },
        ),
        "shift_out_of_bounds" => (
            Rule::ShiftBase,
            format!("a shift{} is too far, shifts set bits out, or is a left shift of a negative value", named(1)),
        ),
        "add_overflow" | "sub_overflow" | "mul_overflow" | "negate_overflow" => {
            let operation = match name {
                "add_overflow" => "addition",
                "sub_overflow" => "subtraction",
                "mul_overflow" => "multiplication",
                _ => "negation",
            };
            let (rule, sign) = match field(1).and_then(|value| is_signed(module, value)) {
                Some(false) => (Rule::UnsignedOverflow, "unsigned"),
                _ => (Rule::SignedOverflow, "signed"),
            };
            (rule, format!("{sign} overflow in a {operation}{}", named(1)))
        }
        "divrem_overflow" => match field(1).and_then(|value| type_kind(module, value)) {
            Some(1) => (Rule::FloatDivision, format!("a floating-point division by zero{}", named(1))),
            _ => (Rule::Division, format!("a division by zero, or one that overflows{}", named(1))),
        },
        "float_cast_overflow" => {
            (Rule::FloatCast, "a floating-point value does not fit the type that it is converted to".to_string())
        }
        "implicit_conversion" => {
            (Rule::Conversion, format!("an implicit conversion of a value{} changes it", named(1)))
        }
        "pointer_overflow" => (Rule::PointerArithmetic, "pointer arithmetic wraps round or starts at null".to_string()),
        "type_mismatch_v1" => match number(2) {
            Some(0) => (Rule::Null, format!("use of a null pointer to an object{}", named(1))),
            // See `Joiner::join`: where only null is asked for, the alignment says nothing.
            _ => (
                Rule::Alignment,
                format!("use of a null or misaligned pointer, or one to too small an object,{}", named(1)),
            ),
        },
        "alignment_assumption" => (Rule::Alignment, "an assumption about alignment does not hold".to_string()),
        "load_invalid_value" => (Rule::Value, format!("a value that no object{} can have is read", named(1))),
        "nonnull_arg" | "nullability_arg" => {
            (Rule::Nonnull, "a null pointer is passed for a parameter that must not be null".to_string())
        }
        "nonnull_return_v1" | "nonnull_return" | "nullability_return_v1" | "nullability_return" => {
            (Rule::Nonnull, "a null pointer is returned by a function that must not return null".to_string())
        }
        "function_type_mismatch" | "function_type_mismatch_v1" => {
            (Rule::CallType, "a function is called by a pointer of another type".to_string())
        }
        "builtin_unreachable" => (Rule::Unreachable, "__builtin_unreachable() is reached".to_string()),
        "missing_return" => (Rule::Unreachable, "a function with a result ends without a return".to_string()),
        other => (Rule::Other, format!("the compiler's check `{other}` fails")),
    };
    // clang numbers what a pointer is for: 0 and 1 are loads and stores.
    let of_access = name == "type_mismatch_v1" && matches!(number(3), Some(0 | 1));
    Some(Violation { rule, fatal: aborts || rule == Rule::Unreachable, text, of_access })
}

/// The parts of the constant structure that an address leads to.
fn structure(module: &Module, value: Value) -> Option<&[Operand]> {
    let mut value = value;
    loop {
        match value {
            Value::Const(id) => match module.constants.get(id) {
                Constant::Expr(expr) => match &**expr {
                    ConstExpr::Cast { value: inner, .. } => value = inner.value,
                    ConstExpr::Gep { base, .. } => value = base.value,
                    _ => return None,
                },
                _ => return None,
            },
            Value::Global(name) => {
                let Some(GlobalRef::Var(at)) = module.by_name.get(&name) else { return None };
                let Some(Value::Const(id)) = module.globals.get(*at as usize)?.init else { return None };
                return match module.constants.get(id) {
                    Constant::Struct(parts) => Some(parts),
                    _ => None,
                };
            }
            _ => return None,
        }
    }
}

/// The name in a type descriptor `{ i16 kind, i16 info, [n x i8] name }`.
fn type_name(module: &Module, descriptor: Value) -> Option<String> {
    let name = structure(module, descriptor)?.get(2)?.value;
    let Value::Const(id) = name else { return None };
    let Constant::Bytes(bytes) = module.constants.get(id) else { return None };
    let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
    Some(String::from_utf8_lossy(&bytes[..end]).replace('\'', ""))
}

/// 0 for integers, 1 for floats.
fn type_kind(module: &Module, descriptor: Value) -> Option<u128> {
    module.int(structure(module, descriptor)?.first()?.value)
}

fn is_signed(module: &Module, descriptor: Value) -> Option<bool> {
    (type_kind(module, descriptor)? == 0).then_some(())?;
    Some(module.int(structure(module, descriptor)?.get(1)?.value)? & 1 == 1)
}

/// Makes checks of the branches to handlers in all functions of a module.
pub fn join_checks(module: &mut Module) {
    if !module.functions.iter().any(|f| !f.defined && module.name(f.name).starts_with("__ubsan_handle_")) {
        return;
    }
    let mut functions = std::mem::take(&mut module.functions);
    // While they are away, names still lead to what globals hold, which is all that is asked for.
    for f in functions.iter_mut().filter(|f| f.defined) {
        Joiner::of(module, f).run();
    }
    module.functions = functions;
}

struct Joiner<'a> {
    module: &'a Module,
    f: &'a mut Function,
    /// The blocks that do nothing but call a handler.
    handlers: FxHashMap<BlockId, Violation>,
    /// How many edges lead to each block.
    entered: Vec<u32>,
    /// Where the code of a joined block is now.
    moved: FxHashMap<BlockId, BlockId>,
}

impl<'a> Joiner<'a> {
    fn of(module: &'a Module, f: &'a mut Function) -> Joiner<'a> {
        let mut entered = vec![0; f.blocks.len()];
        for to in f.blocks.iter().filter_map(|b| b.instructions.last()).flat_map(|i| i.kind.successors()) {
            if let Some(n) = entered.get_mut(to.0 as usize) {
                *n += 1;
            }
        }
        let handler =
            |(i, b): (usize, &crate::ast::Block)| Some((BlockId(i as u32), handler(module, &b.instructions)?));
        let handlers = f.blocks.iter().enumerate().filter_map(handler).collect();
        Joiner { module, f, handlers, entered, moved: FxHashMap::default() }
    }

    fn run(mut self) {
        if self.handlers.is_empty() {
            return;
        }
        for b in 0..self.f.blocks.len() {
            while self.join(b) {}
        }
        // A handler that something else leads to stays.
        for (&b, _) in self.handlers.iter().filter(|(b, _)| self.entered[b.0 as usize] == 0) {
            self.f.blocks[b.0 as usize].instructions.clear();
        }
        for inst in self.f.blocks.iter_mut().flat_map(|b| &mut b.instructions) {
            if let InstKind::Phi(incoming) = &mut inst.kind {
                let kept = |from: BlockId| !(self.handlers.contains_key(&from) && self.entered[from.0 as usize] == 0);
                *incoming = incoming
                    .iter()
                    .filter(|(_, from)| kept(*from))
                    .map(|&(value, from)| {
                        let mut from = from;
                        while let Some(&to) = self.moved.get(&from) {
                            from = to;
                        }
                        (value, from)
                    })
                    .collect();
            }
        }
        self.drop_unused();
    }

    /// Turns the branch at the end of a block into a check, if it leads to a handler, and appends what follows.
    fn join(&mut self, b: usize) -> bool {
        let Some(last) = self.f.blocks[b].instructions.last() else { return false };
        let InstKind::CondBr { cond, then, els } = &last.kind else { return false };
        let (cond, negated, bad, good) = match (self.handlers.get(els), self.handlers.get(then)) {
            (Some(_), _) if then != els => (*cond, false, *els, *then),
            (None, Some(_)) => (*cond, true, *then, *els),
            _ => return false,
        };
        let Some(Violation { mut rule, fatal, mut text, of_access }) = self.handlers.get(&bad).cloned() else {
            return false;
        };
        // Behind the handler control has to be where it is without it.
        let behind = match self.f.blocks[bad.0 as usize].instructions.last().map(|i| &i.kind) {
            Some(InstKind::Br(to)) => *to == good,
            _ => true,
        };
        if !behind || good.0 as usize == b {
            return false;
        }
        let (mut cond, mut nulls) = (cond, None);
        if rule == Rule::Alignment {
            // Where null and alignment are asked for, clang asks for both at once.
            match self.parts(b, cond) {
                Some((null, rest)) if self.is_null_test(b, null) => (nulls, cond) = (Some(null), rest),
                None if self.is_null_test(b, cond) => rule = Rule::Null,
                _ => {}
            }
        }
        let null_text = "a null pointer is used as an object";
        if rule == Rule::Null {
            text = null_text.into();
        }
        let Some(last) = self.f.blocks[b].instructions.pop() else { return false };
        let at = |kind: InstKind| Instruction { result: None, kind, ..last.clone() };
        if let Some(cond) = nulls.filter(|_| !of_access) {
            let kind = InstKind::Check { cond, negated, rule: Rule::Null, fatal, text: null_text.into() };
            self.f.blocks[b].instructions.push(at(kind));
        }
        let is_made_by_access =
            rule == Rule::Null && of_access || rule == Rule::ArrayBounds && self.is_of_whole_object(b, cond, good);
        if !is_made_by_access {
            let kind = InstKind::Check { cond, negated, rule, fatal, text: text.into() };
            self.f.blocks[b].instructions.push(at(kind));
        }
        self.entered[bad.0 as usize] -= 1;
        if self.entered[bad.0 as usize] == 0 && !self.ends(bad) {
            self.entered[good.0 as usize] -= 1;
        }
        let alone = self.entered[good.0 as usize] == 1 && good != BlockId::ENTRY;
        let next = &mut self.f.blocks[good.0 as usize].instructions;
        if !alone || matches!(next.first().map(|i| &i.kind), Some(InstKind::Phi(_))) {
            let kind = InstKind::Br(good);
            self.f.blocks[b].instructions.push(at(kind));
            return false;
        }
        let mut next = std::mem::take(next);
        self.f.blocks[b].instructions.append(&mut next);
        self.moved.insert(good, BlockId(b as u32));
        true
    }

    /// The two conditions that a condition is the conjunction of.
    fn parts(&self, b: usize, cond: Operand) -> Option<(Operand, Operand)> {
        let made = self.f.blocks[b].instructions.iter().rev().find(|i| i.result.map(Value::Local) == Some(cond.value));
        match made.map(|i| &i.kind) {
            Some(&InstKind::Binary { op: BinaryOp::And, lhs, rhs, .. }) => Some((lhs, rhs)),
            _ => None,
        }
    }

    /// Is nothing compared but a pointer with null?
    fn is_null_test(&self, b: usize, cond: Operand) -> bool {
        let made = self.f.blocks[b].instructions.iter().rev().find(|i| i.result.map(Value::Local) == Some(cond.value));
        let Some(InstKind::ICmp { rhs, .. }) = made.map(|i| &i.kind) else { return false };
        matches!(rhs.value, Value::Const(id) if matches!(self.module.constants.get(id), Constant::Null))
    }

    /// Does a handler not lead on?
    fn ends(&self, b: BlockId) -> bool {
        !matches!(self.f.blocks[b.0 as usize].instructions.last().map(|i| &i.kind), Some(InstKind::Br(_)))
    }

    /// Is it the check of an index into an array that is a variable of its own, and is the element accessed behind it?
    /// Then an access that it forbids leaves the object. Of an array of arrays only if the row is indexed in turn, by a
    /// checked index. Where only an address is made (`&a[i]`, `&a[i].f`) nothing else would tell that it is wrong.
    fn is_of_whole_object(&self, b: usize, cond: Operand, good: BlockId) -> bool {
        let Some(len) = self.bound(b, cond) else { return false };
        let code = &self.f.blocks[good.0 as usize].instructions;
        for (i, inst) in code.iter().enumerate() {
            match &inst.kind {
                InstKind::Cast { .. } | InstKind::Debug(_) => {}
                InstKind::Gep { .. } if !inst.result.is_some_and(|at| self.is_accessed(&code[i + 1..], at)) => {
                    return false;
                }
                InstKind::Gep { base, indices, .. } if indices.len() == 1 => {
                    return self.is_start_of_array(b, base.value, len);
                }
                InstKind::Gep { source, base, indices, .. } => {
                    let &Type::Array { len: n, elem } = self.module.types.get_resolved(*source) else { return false };
                    let within = indices.len() == 2 && n == len && self.declared(base.value) == Some(*source);
                    let is_row = matches!(self.module.types.get_resolved(elem), Type::Array { .. });
                    return within && (!is_row || inst.result.is_some_and(|row| self.is_indexed(&code[i + 1..], row)));
                }
                _ => return false,
            }
        }
        false
    }

    /// Does the code read or write within what an address points to? Other accesses and checks may come before it.
    fn is_accessed(&self, code: &[Instruction], address: LocalId) -> bool {
        let mut made = vec![address];
        let mut code = code;
        let mut is_checked = false;
        // A row's element lies behind the check of its own index.
        for _ in 0..4 {
            for inst in code {
                let of = |op: &Operand| matches!(op.value, Value::Local(id) if made.contains(&id));
                match &inst.kind {
                    InstKind::Load { ptr, .. } | InstKind::Store { ptr, .. } if of(ptr) => return true,
                    InstKind::Cast { value: from, .. } if of(from) => made.extend(inst.result),
                    InstKind::Gep { source, base: from, indices, .. } if of(from) => {
                        if !self.stays_within(*source, indices, is_checked) {
                            return false;
                        }
                        made.extend(inst.result);
                    }
                    InstKind::Call(call) => {
                        let Callee::Value(Value::Global(name)) = call.callee else { return false };
                        let name = self.module.name(name);
                        if name.starts_with("llvm.mem") && call.args.iter().any(|arg| of(&arg.operand)) {
                            // A length of zero accesses nothing.
                            let length = call.args.get(2).and_then(|arg| self.module.int(arg.operand.value));
                            return length.is_some_and(|n| n > 0);
                        }
                        if !name.starts_with("llvm.") {
                            return false;
                        }
                    }
                    _ => {}
                }
            }
            let (cond, next, bad) = match code.last().map(|i| &i.kind) {
                Some(InstKind::CondBr { cond, then, els }) if self.handlers.contains_key(els) => (*cond, *then, els),
                Some(InstKind::CondBr { cond, then, els }) if self.handlers.contains_key(then) => (*cond, *els, then),
                _ => return false,
            };
            is_checked = self.handlers.get(bad).is_some_and(|v| v.rule == Rule::ArrayBounds)
                && bound(self.module, code, cond).is_some();
            code = &self.f.blocks[next.0 as usize].instructions;
        }
        false
    }

    /// Do these indices lead to a part of what a pointer to this type points to? A variable index into an array does
    /// where it was checked right before.
    fn stays_within(&self, source: TypeId, indices: &[Operand], is_checked: bool) -> bool {
        let [first, rest @ ..] = indices else { return false };
        if self.module.int(first.value) != Some(0) {
            return false;
        }
        let mut ty = source;
        for index in rest {
            let known = self.module.int(index.value);
            ty = match (self.module.types.get_resolved(ty), known) {
                (Type::Array { len, elem }, Some(i)) if i < u128::from(*len) => *elem,
                (Type::Array { elem, .. }, None) if is_checked && rest.len() == 1 => *elem,
                (Type::Struct { .. }, Some(_)) if rest.len() == 1 => return true,
                _ => return false,
            };
        }
        true
    }

    /// Is it the address of the first element of an array of this length that is a variable of its own?
    fn is_start_of_array(&self, b: usize, address: Value, len: u64) -> bool {
        let Value::Local(id) = address else { return false };
        let made = self.f.blocks[b].instructions.iter().rev().find(|i| i.result == Some(id));
        let Some(InstKind::Gep { source, base, indices, .. }) = made.map(|i| &i.kind) else { return false };
        let is_first = indices.iter().all(|i| self.module.int(i.value) == Some(0));
        let fits = matches!(self.module.types.get_resolved(*source), Type::Array { len: n, elem }
            if *n == len && !matches!(self.module.types.get_resolved(*elem), Type::Array { .. }));
        is_first && fits && self.declared(base.value) == Some(*source)
    }

    /// `icmp ult x, n` with a constant, at the end of a block: n. For an address that is not used clang writes `ule`.
    fn bound(&self, b: usize, cond: Operand) -> Option<u64> {
        bound(self.module, &self.f.blocks[b].instructions, cond)
    }

    /// The type of the variable that an address is the start of.
    fn declared(&self, base: Value) -> Option<TypeId> {
        match base {
            Value::Global(name) => match self.module.by_name.get(&name)? {
                GlobalRef::Var(at) => Some(self.module.globals.get(*at as usize)?.ty),
                _ => None,
            },
            Value::Local(id) => {
                let entry = self.f.blocks.first()?;
                entry.instructions.iter().find(|i| i.result == Some(id)).and_then(|i| match &i.kind {
                    InstKind::Alloca { ty, count: None, .. } => Some(*ty),
                    _ => None,
                })
            }
            _ => None,
        }
    }

    /// Does the next code that uses the row compare an index with its length?
    fn is_indexed(&self, code: &[Instruction], row: LocalId) -> bool {
        // The code behind it ends in the branch of the check of the index, or the index is a constant.
        let ends_in_check = code.last().is_some_and(|i| {
            matches!(&i.kind, InstKind::CondBr { els, .. }
                if self.handlers.get(els).is_some_and(|v| v.rule == Rule::ArrayBounds))
        });
        let uses = |i: &Instruction| {
            let mut found = false;
            i.for_each_operand(|op| found |= op.value == Value::Local(row));
            found
        };
        ends_in_check && !code.iter().any(uses)
    }

    /// Comparisons and conversions made for checks that were left out.
    fn drop_unused(&mut self) {
        let pure = |kind: &InstKind| {
            matches!(
                kind,
                InstKind::ICmp { .. }
                    | InstKind::Cast { .. }
                    | InstKind::Binary {
                        op: crate::ast::BinaryOp::And | crate::ast::BinaryOp::Or | crate::ast::BinaryOp::Xor,
                        ..
                    }
            )
        };
        loop {
            let mut used = vec![false; self.f.locals.len()];
            for inst in self.f.blocks.iter().flat_map(|b| &b.instructions) {
                inst.for_each_operand(|op| {
                    if let Value::Local(id) = op.value
                        && let Some(u) = used.get_mut(id.0 as usize)
                    {
                        *u = true;
                    }
                });
            }
            let mut dropped = false;
            for block in &mut self.f.blocks {
                let before = block.instructions.len();
                block.instructions.retain(|i| {
                    i.result.is_none_or(|id| used.get(id.0 as usize).copied().unwrap_or(true)) || !pure(&i.kind)
                });
                dropped |= block.instructions.len() < before;
            }
            if !dropped {
                return;
            }
        }
    }
}

/// See [`Joiner::bound`].
fn bound(module: &Module, code: &[Instruction], cond: Operand) -> Option<u64> {
    let Value::Local(id) = cond.value else { return None };
    let inst = code.iter().rev().take(4).find(|i| i.result == Some(id))?;
    match &inst.kind {
        InstKind::ICmp { pred: ICmpPred::Ult, rhs, .. } => u64::try_from(module.int(rhs.value)?).ok(),
        _ => None,
    }
}

/// Is this the code of a block that prepares the arguments of a handler, calls it, and goes on or ends?
fn handler(module: &Module, code: &[Instruction]) -> Option<Violation> {
    let (last, rest) = code.split_last()?;
    let ends = match last.kind {
        InstKind::Br(_) => false,
        InstKind::Unreachable => true,
        _ => return None,
    };
    let mut found = None;
    for inst in rest {
        match &inst.kind {
            InstKind::Cast { .. } | InstKind::Debug(_) => {}
            // Values that do not fit an argument are passed in memory of their own.
            InstKind::Store { ptr, .. } if matches!(ptr.value, Value::Local(_)) => {}
            InstKind::Call(call) if found.is_none() => found = Some(violation(module, call)?),
            _ => return None,
        }
    }
    let mut violation = found?;
    violation.fatal |= ends;
    Some(violation)
}
