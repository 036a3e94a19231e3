//! A program as bytes that say what it does and not where it is written: what a result of analysing it depends on.
//!
//! Files, lines and columns are left out, so that comments and moved lines change nothing; so is the line that an
//! assertion passes to the function that reports it. Numbers of functions, globals and types are written as they stand:
//! they decide where objects lie in memory. Bytes are compared and hashed, never read. Invariant: each part of a
//! program is in a pattern here, so that a new one is written, or left out by somebody who thought about it.

use plica_stable::{ByteEncoder, Encode, encodable};

use crate::command::{
    Arg, BinOp, Callee, CastOp, CmpOp, Command, Expr, FCmpOp, Flags, Intrinsic, NaryOp, Operand, Rule, UnOp,
};
use crate::data::{DataKind, DataType, Member, ParamType, Types};
use crate::part::{answers, reached};
use crate::program::{Block, Function, Global, Init, Label, Program, Reloc, Var, VarKind};
use crate::types::{FloatKind, FuncId, GlobalId, Ty};

encodable! {
    enum FloatKind { Half, Single, Double, Extended }
    enum Ty { Int(width), Float(kind), Ptr }
    enum Operand { Var(var), Int { width, bits }, Wide { width, index }, Global { id, offset }, Func(id), Undef { width } }
    struct Flags { nsw, nuw }
    enum BinOp {
        Add, Sub, Mul, UDiv, SDiv, URem, SRem, Shl, LShr, AShr, And, Or, Xor, SMin, SMax, UMin, UMax, SAddSat, UAddSat,
        SSubSat, USubSat, SShlSat, UShlSat, SAddO, UAddO, SSubO, USubO, SMulO, UMulO, FAdd, FSub, FMul, FDiv, FRem,
        FMinNum, FMaxNum, FCopySign, FMinimum, FMaximum,
    }
    enum UnOp {
        FNeg, FAbs, FSqrt, FFloor, FCeil, FTrunc, FRint, FNearbyInt, FRound, FRoundEven, CtPop, BSwap, BitReverse, Abs,
        Ctlz, Cttz,
    }
    enum CmpOp { Eq, Ne, Ugt, Uge, Ult, Ule, Sgt, Sge, Slt, Sle }
    enum FCmpOp { False, Oeq, Ogt, Oge, Olt, Ole, One, Ord, Ueq, Ugt, Uge, Ult, Ule, Une, Uno, True }
    enum CastOp {
        Trunc, ZExt, SExt, FpTrunc, FpExt, FpToUi, FpToSi, UiToFp, SiToFp, FpToUiSat, FpToSiSat, PtrToInt, IntToPtr,
        Bitcast,
    }
    enum NaryOp { FunnelShl, FunnelShr, Fma, IsFpClass }
    enum Expr {
        Copy(a), Un { op, ty, a }, Bin { op, ty, flags, a, b }, Cmp { op, ty, a, b }, FCmp { op, ty, a, b },
        Cast { op, from, to, a }, Select { cond, a, b }, PtrAdd { base, offset, indices }, Nary { op, ty, args },
    }
    enum Callee { Direct(id), Indirect(pointer) }
    struct Arg { value, ty, byval }
    enum Intrinsic {
        Memcpy, Memmove, Memset, VaStart, VaArg, VaEnd, VaCopy, Trap, Assume, Error, Within, ObjectSize,
        LifetimeStart, LifetimeEnd, ScopeEnd, StackSave, StackRestore,
    }
    enum Rule {
        ArrayBounds, VlaBound, Builtin, ShiftBase, ShiftExponent, SignedOverflow, UnsignedOverflow, Division,
        FloatDivision, FloatCast, Conversion, PointerArithmetic, Null, Alignment, ObjectSize, Value, Nonnull, CallType,
        Declared, Unreachable, Other,
    }
    enum Command {
        Assign { dst, expr }, Copies(all), Forget(var), Load { dst, ptr, ty, reads }, Store { ptr, value, ty },
        Alloc { dst, size, cell, name }, Call { dsts, callee, args, results }, Intrinsic { dst, op, args }, Jump(to),
        Branch { cond, then_, else_ }, Switch { value, width, cases, default }, Return { values },
        Check { holds, rule, fatal, text }, Unreachable, Unsupported { text },
    }
    enum VarKind { Param, Local, Temp }
    struct Block { start, name }
    struct Label { name, at }
    struct Reloc { offset, value }
    enum DataKind {
        Int { signed }, Bool, Char { signed }, Float, Pointer(to), Function { params, results }, Struct(members),
        Union(members), Array { element, count }, Opaque,
    }
    struct Member { name, offset, bits, ty }
    struct DataType { name, size, kind }
    enum ParamType { Value(ty), Part(ty, offset), Copy(ty), Result(ty), Unknown }
    struct Types { all, params, globals }
}

/// Functions that report a failed assertion, and which of their arguments is the line.
const LINES: &[(&str, usize)] = &[("__assert_fail", 2), ("__assert", 1), ("__assert_rtn", 2), ("__assert_func", 1)];

/// The content of a program.
pub fn content(program: &Program) -> Vec<u8> {
    content_of(program, |_| true, |_| true)
}

/// The same with nothing said of what functions do beyond those that can be executed from one, nor of what globals hold
/// that these do not name: for what is found out of it alone, in the numbers of the whole program. Of the whole program
/// if one of them calls by a pointer.
pub fn content_from(program: &Program, function: FuncId) -> Vec<u8> {
    let roots = answers(program, function).into_iter().chain([function]);
    let reached = reached(program, roots);
    let code = reached.functions.iter().flat_map(|f| &program.functions[f].code);
    if code.into_iter().any(|c| matches!(c, Command::Call { callee: Callee::Indirect(_), .. })) {
        // What is called by a pointer that comes from elsewhere may be any function.
        return content(program);
    }
    let is_named = |g: GlobalId| reached.globals.contains(g.index());
    content_of(program, |f| reached.functions.contains(f.index()), is_named)
}

fn content_of(program: &Program, counts: impl Fn(FuncId) -> bool, is_named: impl Fn(GlobalId) -> bool) -> Vec<u8> {
    let mut out = Vec::new();
    let Program {
        functions,
        globals,
        wide,
        source: _,
        constructors,
        destructors,
        optimised,
        unchecked_indices,
        unchecked_builtins,
        anonymous,
        reads_volatile,
        by_name,
        globals_by_name,
        models,
        library,
        model_globals,
        types,
    } = program;
    out.write_count(functions.len());
    for (i, f) in functions.iter().enumerate() {
        match counts(FuncId(i as u32)) {
            true => function(program, f, &mut out),
            false => function_without_body(f, &mut out),
        }
    }
    out.write_count(globals.len());
    for (i, g) in globals.iter().enumerate() {
        match is_named(GlobalId(i as u32)) {
            true => global(g, &mut out),
            false => g.name.encode(&mut out),
        }
    }
    wide.encode(&mut out);
    constructors.encode(&mut out);
    destructors.encode(&mut out);
    for set in [optimised, unchecked_indices, unchecked_builtins, reads_volatile, models, library] {
        set.iter().copied().filter(|f| counts(*f)).collect::<Vec<_>>().encode(&mut out);
    }
    anonymous.encode(&mut out);
    model_globals.encode(&mut out);
    by_name.encode(&mut out);
    globals_by_name.encode(&mut out);
    types.encode(&mut out);
    out
}

/// Writes how a function is called.
fn function_without_body(f: &Function, out: &mut Vec<u8>) {
    f.name.encode(out);
    f.vars.iter().take(f.params as usize).map(|var| var.ty).collect::<Vec<_>>().encode(out);
    f.results.encode(out);
    f.variadic.encode(out);
    f.is_declaration().encode(out);
}

/// Writes what a function does.
fn function(program: &Program, f: &Function, out: &mut Vec<u8>) {
    let reports = |c: &Command| line_of(program, c).is_some();
    if !f.code.iter().any(reports) {
        return function_as_it_stands(f, out);
    }
    let mut f = f.clone();
    f.code.iter_mut().for_each(|c| without_line(program, c));
    function_as_it_stands(&f, out);
}

/// The same, with the lines that it passes to those who report failed assertions.
pub(crate) fn function_as_it_stands(f: &Function, out: &mut Vec<u8>) {
    let Function { name, display, vars, params, results, variadic, code, locs: _, blocks, labels, decl: _ } = f;
    name.encode(out);
    display.encode(out);
    out.write_count(vars.len());
    for Var { name, ty, kind, decl: _, signed } in vars {
        name.encode(out);
        ty.encode(out);
        kind.encode(out);
        signed.encode(out);
    }
    params.encode(out);
    results.encode(out);
    variadic.encode(out);
    code.encode(out);
    blocks.encode(out);
    labels.encode(out);
}

/// Which argument of a command is the line of an assertion, if it reports that one failed.
fn line_of(program: &Program, c: &Command) -> Option<usize> {
    let Command::Call { callee: Callee::Direct(f), .. } = c else { return None };
    let f = program.func(*f);
    let known = LINES.iter().find(|(name, _)| f.is_declaration() && *name == &*f.name);
    known.map(|(_, line)| *line)
}

/// Takes the line out of a call that reports a failed assertion.
pub(crate) fn without_line(program: &Program, c: &mut Command) {
    if let Some(line) = line_of(program, c)
        && let Command::Call { args, .. } = c
        && let Some(Arg { value: Operand::Int { bits, .. }, .. }) = args.get_mut(line)
    {
        *bits = 0;
    }
}

/// Writes what a global is.
pub(crate) fn global(g: &Global, out: &mut Vec<u8>) {
    let Global { name, size, cell, constant, init, decl: _ } = g;
    name.encode(out);
    size.encode(out);
    cell.encode(out);
    constant.encode(out);
    match init {
        Init::Zero => 0u8.encode(out),
        Init::Data { bytes, relocs } => {
            1u8.encode(out);
            bytes.encode(out);
            relocs.encode(out);
        }
        Init::Extern => 2u8.encode(out),
        Init::Unsupported(text) => {
            3u8.encode(out);
            text.encode(out);
        }
    }
}
