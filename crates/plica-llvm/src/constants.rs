//! Local variables that C declares to be constant: from where they are initialised nobody may write to them.
//!
//! The IR does not tell them from others, debug information does. A call that says so to the executor is put behind the
//! initialisation of each that somebody else gets to know, or that is written again. Oblivious to what a write means.
//! Invariant: the first write after the start of the block of a number is its initialisation; that of something with
//! parts ends with the last write that is seen, since its parts may be read meanwhile. A variable whose initialisation
//! is not found is like any other.

use rustc_hash::FxHashMap;

use crate::ast::{
    CalledOperand, DebugKind, DebugRecord, FunctionDecl, InstKind, Instruction, LocalId, MdId, Module, Passing, Type,
    TypeId, TypeTable, TypedValue, ValueRef,
};
use crate::insert::call;

/// The function that is told where a constant is: the executor has a model of it.
const MARK: &str = "__plica_constant";

/// Marks the constant local variables of all functions of a module.
pub fn mark_constants(module: &mut Module) {
    let mut marks: Vec<(usize, Vec<Mark>)> = Vec::new();
    for (i, f) in module.functions.iter().enumerate().filter(|(_, f)| f.defined) {
        let found = Marks::of(module, f);
        if !found.is_empty() {
            marks.push((i, found));
        }
    }
    for (i, mut marks) in marks {
        // From behind, so that places stay what they were.
        marks.sort_by_key(|mark| std::cmp::Reverse((mark.block, mark.behind)));
        for Mark { block, behind, variable } in marks {
            let at = module.functions[i].blocks[block].instructions[behind].clone();
            let operand = TypedValue { ty: TypeTable::PTR, value: ValueRef::Local(variable) };
            let mark = call(module, &at, MARK, &[operand]);
            module.functions[i].blocks[block].instructions.insert(behind + 1, mark);
        }
    }
}

/// Where a variable is initialised.
struct Mark {
    block: usize,
    /// The last instruction that does so.
    behind: usize,
    variable: LocalId,
}

/// What has been seen of a variable, in the order of the text.
struct Seen {
    is_scalar: bool,
    starts: bool,
    /// The last of the writes that come first.
    initialised: Option<(usize, usize)>,
    writes: u32,
    /// Something else than a write has come.
    is_used: bool,
    /// Somebody else may write, or the function itself does so again.
    matters: bool,
}

struct Marks<'a> {
    module: &'a Module,
    seen: FxHashMap<LocalId, Seen>,
    /// The variable that an address leads into.
    roots: FxHashMap<LocalId, LocalId>,
}

impl Marks<'_> {
    fn of(module: &Module, f: &FunctionDecl) -> Vec<Mark> {
        let mut marks = Marks { module, seen: FxHashMap::default(), roots: FxHashMap::default() };
        let Some(entry) = f.blocks.first() else { return Vec::new() };
        for inst in f.blocks.iter().flat_map(|b| &b.instructions) {
            if let InstKind::Debug(record) = &inst.kind
                && let Some((id, ty)) = marks.constant(record, &entry.instructions)
            {
                let is_scalar = !matches!(module.types.get_resolved(ty), Type::Array { .. } | Type::Struct { .. });
                let seen =
                    Seen { is_scalar, starts: false, initialised: None, writes: 0, is_used: false, matters: false };
                marks.seen.insert(id, seen);
                marks.roots.insert(id, id);
            }
        }
        if marks.seen.is_empty() {
            return Vec::new();
        }
        for b in f.blocks_in_order() {
            let block = b.0 as usize;
            for (at, inst) in f.blocks[block].instructions.iter().enumerate() {
                marks.see(inst, (block, at));
            }
        }
        let counts = |seen: &Seen| seen.starts && seen.matters;
        let marks = marks.seen.iter().filter(|(_, seen)| counts(seen));
        marks
            .filter_map(|(&variable, seen)| seen.initialised.map(|(block, behind)| Mark { block, behind, variable }))
            .collect()
    }

    /// The variable that a record declares, if it is one with a type that is constant, and the type of its memory.
    fn constant(&self, record: &DebugRecord, entry: &[Instruction]) -> Option<(LocalId, TypeId)> {
        let [TypedValue { value: ValueRef::Local(id), .. }] = record.location[..] else { return None };
        if record.kind != DebugKind::Declare || self.module.md_field(record.variable?, "arg").is_some() {
            return None;
        }
        self.is_constant(self.module.md_node(record.variable?, "type")?).then_some(())?;
        entry.iter().find_map(|inst| match inst.kind {
            InstKind::Alloca { ty, count: None, .. } if inst.result == Some(id) => Some((id, ty)),
            _ => None,
        })
    }

    /// Is the type, or that of its elements, a constant one that is not volatile?
    fn is_constant(&self, ty: MdId) -> bool {
        let mut ty = Some(ty);
        let mut constant = false;
        // The bound is for garbled metadata that goes round.
        for _ in 0..20 {
            let Some(node) = ty else { break };
            match self.module.md_str(node, "tag") {
                Some("DW_TAG_const_type") => constant = true,
                Some("DW_TAG_volatile_type") => return false,
                Some("DW_TAG_typedef" | "DW_TAG_array_type") => {}
                _ => break,
            }
            ty = self.module.md_node(node, "baseType");
        }
        constant
    }

    fn root(&self, value: ValueRef) -> Option<LocalId> {
        match value {
            ValueRef::Local(id) => self.roots.get(&id).copied(),
            _ => None,
        }
    }

    fn see(&mut self, inst: &Instruction, place: (usize, usize)) {
        let mut written = None;
        match &inst.kind {
            InstKind::Debug(_) => return,
            InstKind::Phi(incoming) => {
                // A loop may write to it step by step: where it is initialised is not known.
                let roots: Vec<LocalId> = incoming.iter().filter_map(|(value, _)| self.root(*value)).collect();
                self.seen.retain(|root, _| !roots.contains(root));
                return;
            }
            InstKind::Cast { value: base, .. } | InstKind::Gep { base, .. } => {
                if let (Some(root), Some(result)) = (self.root(base.value), inst.result)
                    && self.module.types.is_ptr(inst.ty)
                {
                    self.roots.insert(result, root);
                    return;
                }
            }
            InstKind::Store { ptr, .. } => written = self.root(ptr.value),
            InstKind::Call(call) => {
                let CalledOperand::Value(ValueRef::Global(name)) = call.callee else { return self.uses(inst, None) };
                let name = self.module.name(name);
                let arg = |n: usize| call.args.get(n).and_then(|arg| self.root(arg.operand.value));
                if name.starts_with("llvm.lifetime.start") {
                    if let Some(seen) = arg(1).and_then(|root| self.seen.get_mut(&root)) {
                        seen.starts = true;
                    }
                    return;
                } else if name.starts_with("llvm.lifetime.end") {
                    return;
                } else if name.starts_with("llvm.mem") {
                    written = arg(0);
                } else {
                    let result = call.args.iter().find(|arg| matches!(arg.attrs.passing, Passing::SRet(_)));
                    written = result.and_then(|arg| self.root(arg.operand.value));
                }
            }
            _ => {}
        }
        if let Some(seen) = written.and_then(|root| self.seen.get_mut(&root)) {
            // A number is written once; parts of something larger may take several writes.
            if !seen.is_scalar || (seen.writes == 0 && !seen.is_used) {
                seen.initialised = Some(place);
            } else {
                seen.matters = true;
            }
            seen.writes += 1;
        }
        self.uses(inst, written);
    }

    /// Notes the variables that an instruction uses besides the one that it writes to.
    fn uses(&mut self, inst: &Instruction, written: Option<LocalId>) {
        let is_load = matches!(inst.kind, InstKind::Load { .. });
        let mut used = Vec::new();
        inst.for_each_operand(|op| used.extend(self.root(op.value)));
        if let Some(at) = used.iter().position(|root| Some(*root) == written) {
            used.remove(at);
        }
        for root in used {
            if let Some(seen) = self.seen.get_mut(&root) {
                seen.is_used = true;
                seen.matters |= !is_load;
            }
        }
    }
}
