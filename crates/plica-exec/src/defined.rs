//! Commands whose behaviour is defined whatever the state is: told from the program's text.
//!
//! Oblivious to targets and to states. Invariant: what is said to be defined never ends a path for undefined behaviour.
//! The converse does not hold: little is known of pointers, only those into variables and globals at known offsets.

use std::collections::HashMap;

use plica_ir::{
    Arg, BinOp, Callee, Command, Expr, Function, GlobalId, Init, Intrinsic, Operand, Program, Ty, VarId, VarKind,
};

use crate::builtin::{MARK_OF_CONSTANTS, conversions};
use crate::tuning;

/// Bytes of a list of variable arguments.
const VA_LIST: u64 = 24;

/// How the values of a function come about that are computed in one place.
pub(crate) struct Definitions<'a> {
    program: &'a Program,
    by_var: HashMap<VarId, &'a Command>,
    /// Do variables live until the function returns?
    lasting: bool,
}

/// What an address is known to be.
#[derive(Clone, Copy, PartialEq)]
struct Place {
    base: Base,
    offset: i64,
    /// Bytes of the object.
    size: u64,
    constant: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Base {
    Global(GlobalId),
    Stack(VarId),
}

impl Place {
    fn has(&self, bytes: u64) -> bool {
        u64::try_from(self.offset).is_ok_and(|off| off.checked_add(bytes).is_some_and(|end| end <= self.size))
    }
}

/// A number of at most 64 bits that the program's text gives.
fn known(op: Operand) -> Option<(u64, u32)> {
    match op {
        Operand::Int { width, bits } => Some((bits, width)),
        _ => None,
    }
}

impl<'a> Definitions<'a> {
    pub fn of(program: &'a Program, function: &'a Function) -> Definitions<'a> {
        let mut by_var: HashMap<VarId, Option<&Command>> = HashMap::new();
        let mut lasting = true;
        for command in &function.code {
            for var in command.targets() {
                // A second definition leaves none.
                by_var.entry(var).and_modify(|c| *c = None).or_insert(Some(command));
            }
            // At the end of its block an object is gone, and so are the uses of its variable, which come after its
            // start.
            lasting &= !matches!(command, Command::Intrinsic { op: Intrinsic::LifetimeEnd, .. });
            // One that is constant from now on is not to be written to.
            lasting &= !matches!(command, Command::Call { callee: Callee::Direct(f), .. }
                if &*program.func(*f).name == MARK_OF_CONSTANTS);
        }
        let single = |(var, command): (VarId, Option<&'a Command>)| {
            let is_temp = function.vars.get(var.index()).is_some_and(|v| v.kind == VarKind::Temp);
            Some((var, command.filter(|_| is_temp)?))
        };
        Definitions { program, by_var: by_var.into_iter().filter_map(single).collect(), lasting }
    }

    /// Where an address points to, if that is the same whenever it is used.
    fn place(&self, op: Operand) -> Option<Place> {
        let (mut op, mut more) = (op, 0i64);
        for _ in 0..tuning::POINTER_STEPS.get() {
            let var = match op {
                Operand::Global { id, offset } => {
                    let g = self.program.global(id);
                    if matches!(g.init, Init::Unsupported(_)) {
                        return None;
                    }
                    let offset = offset.checked_add(more)?;
                    return Some(Place { base: Base::Global(id), offset, size: g.size, constant: g.constant });
                }
                Operand::Var(var) => var,
                _ => return None,
            };
            match self.by_var.get(&var)? {
                Command::Alloc { size, .. } if self.lasting => {
                    let (size, _) = known(*size)?;
                    return Some(Place { base: Base::Stack(var), offset: more, size, constant: false });
                }
                Command::Assign { expr: Expr::Copy(from), .. } => op = *from,
                Command::Assign { expr: Expr::PtrAdd { base, offset, indices }, .. } if indices.is_empty() => {
                    (op, more) = (*base, more.checked_add(*offset)?);
                }
                _ => return None,
            }
        }
        None
    }

    fn accesses(&self, ptr: Operand, bytes: u64, write: bool) -> bool {
        self.place(ptr).is_some_and(|place| place.has(bytes) && !(write && place.constant))
    }

    /// Is a command, other than a call and the end of a function, always defined?
    pub fn is_defined(&self, function: &Function, command: &Command) -> bool {
        match command {
            Command::Load { ptr, ty, .. } => self.accesses(*ptr, ty.store_size(), false),
            Command::Store { ptr, ty, .. } => self.accesses(*ptr, ty.store_size(), true),
            Command::Assign { expr: Expr::Bin { op, ty, b, .. }, .. } => operation(*op, *ty, *b),
            Command::Intrinsic { op, args, .. } => self.intrinsic(*op, args),
            Command::Call { .. } | Command::Return { .. } | Command::Unreachable | Command::Unsupported { .. } => false,
            Command::Alloc { .. }
            | Command::Assign { .. }
            | Command::Copies(_)
            | Command::Forget(_)
            | Command::Check { .. }
            | Command::Jump(_)
            | Command::Branch { .. }
            | Command::Switch { .. } => !function.is_declaration(),
        }
    }

    fn intrinsic(&self, op: Intrinsic, args: &[Operand]) -> bool {
        let length = |at: usize| args.get(at).and_then(|&a| known(a)).map(|(bytes, _)| bytes);
        let copy = |bytes: u64| match args {
            [to, from, ..] => self.accesses(*to, bytes, true) && self.accesses(*from, bytes, false),
            _ => false,
        };
        match op {
            Intrinsic::Memmove => length(2).is_some_and(copy),
            Intrinsic::Memcpy => {
                let apart = matches!(args, [to, from, ..]
                    if self.place(*to).map(|p| p.base) != self.place(*from).map(|p| p.base));
                apart && length(2).is_some_and(copy)
            }
            Intrinsic::Memset => length(2).is_some_and(|bytes| self.accesses(args[0], bytes, true)),
            Intrinsic::VaStart => args.first().is_some_and(|&list| self.accesses(list, VA_LIST, true)),
            Intrinsic::VaCopy => copy(VA_LIST),
            Intrinsic::Assume | Intrinsic::Within | Intrinsic::VaArg => false,
            Intrinsic::Trap
            | Intrinsic::Error
            | Intrinsic::VaEnd
            | Intrinsic::ObjectSize
            | Intrinsic::LifetimeStart
            | Intrinsic::LifetimeEnd
            | Intrinsic::ScopeEnd
            | Intrinsic::StackSave
            | Intrinsic::StackRestore => true,
        }
    }

    /// Can the aggregates that a call passes by value be copied?
    pub fn copies_are_defined(&self, args: &[Arg]) -> bool {
        args.iter().all(|arg| arg.byval.is_none_or(|size| self.accesses(arg.value, size, false)))
    }

    /// Is a library model given what its function is declared to take, and no pointer but to texts?
    pub fn model_is_defined(&self, callee: &Function, args: &[Arg]) -> bool {
        let as_declared = args.len() == callee.params as usize && (!callee.variadic || args.is_empty());
        as_declared && args.iter().all(|arg| self.is_plain(arg))
    }

    /// Does a format, the argument at this place, fit the arguments behind it?
    pub fn print_is_defined(&self, format: usize, args: &[Arg]) -> bool {
        let Some(text) = args.get(format).and_then(|arg| self.text(arg.value)) else { return false };
        let Some(wanted) = conversions(text) else { return false };
        let given = &args[format + 1..];
        let fits = |(arg, &ty): (&Arg, &Ty)| {
            let same = match ty {
                // What is printed as a number may be of any width.
                Ty::Int(_) => !matches!(arg.ty, Ty::Float(_)),
                ty => arg.ty == ty,
            };
            same && self.is_plain(arg)
        };
        wanted.len() <= given.len() && given.iter().zip(&wanted).all(fits)
    }

    /// Is a block, the first argument, as long as the second one says?
    pub fn fill_is_defined(&self, args: &[Arg]) -> bool {
        let [block, length, name @ ..] = args else { return false };
        let fits = |(bytes, _)| self.accesses(block.value, bytes, true);
        known(length.value).is_some_and(fits) && name.iter().all(|arg| self.is_plain(arg))
    }

    /// Is it a number or a text?
    fn is_plain(&self, arg: &Arg) -> bool {
        arg.byval.is_none() && (arg.ty != Ty::Ptr || self.text(arg.value).is_some())
    }

    /// The bytes of a constant text, its end not included.
    fn text(&self, op: Operand) -> Option<&'a [u8]> {
        let Operand::Global { id, offset } = op else { return None };
        let g = self.program.global(id);
        let Init::Data { bytes, relocs } = &g.init else { return None };
        let bytes = bytes.get(usize::try_from(offset).ok()?..).filter(|_| g.constant && relocs.is_empty())?;
        let end = bytes.iter().position(|&b| b == 0)?;
        Some(&bytes[..end])
    }
}

/// Is an operation defined whatever its left side is?
fn operation(op: BinOp, ty: Ty, right: Operand) -> bool {
    let number = known(right);
    match op {
        BinOp::UDiv | BinOp::URem => number.is_some_and(|(n, _)| n != 0),
        // The least number divided by minus one overflows.
        BinOp::SDiv | BinOp::SRem => {
            number.is_some_and(|(n, width)| n != 0 && n != u64::MAX >> (64 - width.clamp(1, 64)))
        }
        BinOp::Shl | BinOp::LShr | BinOp::AShr => number.is_some_and(|(n, _)| n < u64::from(ty.width())),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use plica_ir::{DebugLoc, Flags, FloatKind, Global, Var};

    use super::*;

    const INT: Ty = Ty::Int(32);

    fn var(kind: VarKind) -> Var {
        Var { name: "v".into(), ty: Ty::Ptr, kind, decl: DebugLoc::UNKNOWN, signed: false }
    }

    /// A function with eight results of instructions, then a variable.
    fn function(code: Vec<Command>) -> Function {
        let mut vars = vec![var(VarKind::Temp); 8];
        vars.push(var(VarKind::Local));
        Function { vars, ..crate::targets::tests::function("f", code) }
    }

    /// Variables of eight bytes, one of them constant, and the texts of formats.
    fn program() -> Program {
        let global = |bytes: &[u8], constant: bool| Global {
            name: "g".into(),
            size: bytes.len() as u64,
            cell: 1,
            constant,
            init: Init::Data { bytes: bytes.into(), relocs: Vec::new() },
            decl: DebugLoc::UNKNOWN,
        };
        let texts = ["%d %s\0", "%f\0", "%*d\0", "%n\0", "no end"];
        let globals = [global(&[0; 8], false), global(&[0; 8], true)];
        Program {
            globals: globals.into_iter().chain(texts.map(|t| global(t.as_bytes(), true))).collect(),
            ..Program::default()
        }
    }

    fn at(id: u32, offset: i64) -> Operand {
        Operand::Global { id: GlobalId(id), offset }
    }

    fn int(bits: u64) -> Operand {
        Operand::Int { width: 32, bits }
    }

    fn load(ptr: Operand) -> Command {
        Command::Load { dst: VarId(7), ptr, ty: INT, reads: None }
    }

    fn store(ptr: Operand) -> Command {
        Command::Store { ptr, value: int(0), ty: INT }
    }

    fn assign(dst: u32, expr: Expr) -> Command {
        Command::Assign { dst: VarId(dst), expr }
    }

    fn moved(dst: u32, base: Operand, offset: i64) -> Command {
        assign(dst, Expr::PtrAdd { base, offset, indices: [].into() })
    }

    /// Is each command of a function defined?
    fn defined(code: Vec<Command>) -> Vec<bool> {
        let (p, f) = (program(), function(code));
        let definitions = Definitions::of(&p, &f);
        f.code.iter().map(|c| definitions.is_defined(&f, c)).collect()
    }

    #[test]
    fn accesses_within_globals_are_defined() {
        let code = [load(at(0, 4)), load(at(0, 5)), load(at(0, -4)), store(at(0, 0)), load(at(1, 0)), store(at(1, 0))];
        assert_eq!(defined(code.into()), [true, false, false, true, true, false]);
        let null = Operand::Int { width: 64, bits: 0 };
        assert_eq!(defined(vec![load(null), load(Operand::Var(VarId(0)))]), [false, false]);
    }

    #[test]
    fn accesses_within_variables_are_defined() {
        let size = Operand::Int { width: 64, bits: 8 };
        let alloc = || Command::Alloc { dst: VarId(0), size, cell: 4, name: "a".into() };
        let v = |i| Operand::Var(VarId(i));
        let code = || vec![alloc(), moved(1, v(0), 8), moved(2, v(1), -4), store(v(0)), store(v(1)), store(v(2))];
        assert_eq!(defined(code()), [true, true, true, true, false, true]);
        let again = [code(), vec![alloc()]].concat();
        assert_eq!(defined(again)[3..6], [false; 3], "defined twice");
        let end = Command::Intrinsic { dst: None, op: Intrinsic::LifetimeEnd, args: [v(0)].into() };
        assert_eq!(defined([code(), vec![end]].concat())[3..6], [false; 3], "it may be over");
        let unknown = Command::Alloc { dst: VarId(0), size: v(3), cell: 4, name: "a".into() };
        assert_eq!(defined([vec![unknown], code()[1..].to_vec()].concat())[3..6], [false; 3]);
        // Variables of the source may not be written yet.
        let local = vec![assign(8, Expr::Copy(at(0, 0))), load(v(8))];
        assert_eq!(defined(local), [true, false]);
        let round = vec![moved(1, v(2), 0), moved(2, v(1), 0), load(v(1))];
        assert_eq!(defined(round), [true, true, false]);
    }

    #[test]
    fn operations_by_known_numbers_are_defined() {
        let by = |op, b| assign(0, Expr::Bin { op, ty: INT, flags: Flags::default(), a: Operand::Var(VarId(1)), b });
        let one = |op, b| defined(vec![by(op, b)])[0];
        use BinOp::*;
        assert!(one(UDiv, int(3)) && one(SRem, int(3)) && one(UDiv, int(0xffff_ffff)) && one(Shl, int(31)));
        assert!(!one(UDiv, int(0)) && !one(SDiv, int(0xffff_ffff)) && !one(AShr, int(32)));
        assert!(!one(URem, Operand::Var(VarId(2))) && !one(LShr, Operand::Var(VarId(2))));
        assert!(one(Add, Operand::Var(VarId(2))) && one(Xor, Operand::Var(VarId(2))));
    }

    #[test]
    fn blocks_within_objects_are_defined() {
        let long = |bits| Operand::Int { width: 64, bits };
        let one = |op, args: [Operand; 3]| defined(vec![Command::Intrinsic { dst: None, op, args: args.into() }])[0];
        assert!(one(Intrinsic::Memcpy, [at(0, 0), at(1, 0), long(8)]));
        assert!(!one(Intrinsic::Memcpy, [at(1, 0), at(0, 0), long(8)]), "a constant");
        assert!(!one(Intrinsic::Memcpy, [at(0, 0), at(0, 4), long(4)]), "they may overlap");
        assert!(one(Intrinsic::Memmove, [at(0, 0), at(0, 4), long(4)]));
        assert!(one(Intrinsic::Memset, [at(0, 0), int(0), long(8)]));
        assert!(!one(Intrinsic::Memset, [at(0, 0), int(0), long(9)]));
        assert!(!one(Intrinsic::Memset, [at(0, 0), int(0), Operand::Var(VarId(0))]));
    }

    #[test]
    fn models_are_given_numbers_and_texts() {
        let (p, f) = (program(), function(vec![]));
        let definitions = Definitions::of(&p, &f);
        let arg = |value, ty| Arg { value, ty, byval: None };
        let (number, text) = (arg(int(1), INT), arg(at(2, 0), Ty::Ptr));
        let double = arg(Operand::Var(VarId(0)), Ty::Float(FloatKind::Double));
        let pointer = arg(Operand::Var(VarId(0)), Ty::Ptr);
        let format = |id| arg(at(id, 0), Ty::Ptr);
        let prints = |args: &[Arg]| definitions.print_is_defined(0, args);
        assert!(prints(&[format(2), number, text]) && prints(&[format(2), number, text, number]));
        assert!(
            !prints(&[format(2), number, number])
                && !prints(&[format(2), number])
                && !prints(&[format(2), number, pointer])
        );
        assert!(prints(&[format(3), double]) && !prints(&[format(3), number]) && !prints(&[format(2), double, text]));
        assert!(prints(&[format(4), number, number]) && !prints(&[format(4), number]));
        assert!(!prints(&[format(5), number]) && !prints(&[format(6)]) && !prints(&[pointer]) && !prints(&[]));
        let fills = |args: &[Arg]| definitions.fill_is_defined(args);
        let (eight, nine) = (arg(int(8), INT), arg(int(9), INT));
        assert!(fills(&[arg(at(0, 0), Ty::Ptr), eight, text]) && fills(&[arg(at(0, 0), Ty::Ptr), eight]));
        assert!(!fills(&[arg(at(0, 0), Ty::Ptr), nine, text]) && !fills(&[arg(at(1, 0), Ty::Ptr), eight, text]));
        assert!(!fills(&[pointer, eight, text]) && !fills(&[arg(at(0, 0), Ty::Ptr), pointer, text]) && !fills(&[]));
        let callee = Function { params: 2, ..function(vec![]) };
        let takes = |args: &[Arg]| definitions.model_is_defined(&callee, args);
        assert!(takes(&[number, text]) && !takes(&[number, pointer]) && !takes(&[number]));
        let old = Function { variadic: true, ..function(vec![]) };
        assert!(definitions.model_is_defined(&old, &[]) && !definitions.model_is_defined(&old, &[number]));
    }
}
