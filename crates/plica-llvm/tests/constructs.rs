//! The reader, construct by construct: every instruction, constant, kind of metadata and numbering rule, as text.

use plica_llvm::ast::*;
use plica_llvm::{SyntaxError, parse};

fn module(text: &str) -> Module {
    parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn error(text: &str) -> SyntaxError {
    match parse(text) {
        Ok(_) => panic!("this should not have been read:\n{text}"),
        Err(error) => error,
    }
}

/// The instructions of the first block of the only defined function.
fn instructions(body: &str) -> (Module, Vec<Instruction>) {
    let params = "ptr %p, i32 %a, i32 %b, i64 %w, float %f, double %d, <4 x i32> %v, { i32, [2 x i8] } %s, i1 %c";
    let text = format!("define void @f({params}) {{\nentry:\n{body}\nret void\n}}\n");
    let module = module(&text);
    let all = module.functions[0].blocks[0].instructions.clone();
    (module, all)
}

fn one(body: &str) -> (Module, Instruction) {
    let (module, all) = instructions(body);
    assert_eq!(all.len(), 2, "{body}");
    (module, all.into_iter().next().unwrap())
}

fn show(module: &Module, ty: TypeId) -> String {
    let list = |ids: &[TypeId]| ids.iter().map(|&t| show(module, t)).collect::<Vec<_>>().join(", ");
    match module.types.get(ty) {
        Type::Void => "void".into(),
        Type::Int(width) => format!("i{width}"),
        Type::Float(FloatType::X86Fp80) => "x86_fp80".into(),
        Type::Float(FloatType::PpcFp128) => "ppc_fp128".into(),
        Type::Float(kind) => format!("{kind:?}").to_lowercase(),
        Type::Ptr { pointee: None, addrspace: 0 } => "ptr".into(),
        Type::Ptr { pointee: None, addrspace } => format!("ptr addrspace({addrspace})"),
        Type::Ptr { pointee: Some(t), addrspace: 0 } => format!("{}*", show(module, *t)),
        Type::Ptr { pointee: Some(t), addrspace } => format!("{} addrspace({addrspace})*", show(module, *t)),
        Type::Array { len, elem } => format!("[{len} x {}]", show(module, *elem)),
        Type::Vector { len, elem, scalable: false } => format!("<{len} x {}>", show(module, *elem)),
        Type::Vector { len, elem, scalable: true } => format!("<vscale x {len} x {}>", show(module, *elem)),
        Type::Struct { packed: false, fields } => format!("{{ {} }}", list(fields)),
        Type::Struct { packed: true, fields } => format!("<{{ {} }}>", list(fields)),
        Type::Named { name, .. } => format!("%{}", module.name(*name)),
        Type::Function { ret, params, varargs } => {
            format!("{} ({}{})", show(module, *ret), list(params), if *varargs { ", ..." } else { "" })
        }
        Type::Label => "label".into(),
        Type::Metadata => "metadata".into(),
        Type::Token => "token".into(),
        Type::Other(name) => module.name(*name).into(),
    }
}

#[test]
fn every_type() {
    let types = [
        "i1",
        "i65",
        "half",
        "bfloat",
        "float",
        "double",
        "x86_fp80",
        "fp128",
        "ppc_fp128",
        "ptr",
        "ptr addrspace(3)",
        "i8*",
        "i8**",
        "i32 addrspace(2)*",
        "[3 x [2 x i8]]",
        "<4 x float>",
        "<vscale x 2 x i64>",
        "{ i8, ptr }",
        "<{ i8, i32 }>",
        "%named",
        "i32 (i8*, ...)*",
        "void (i32)*",
        "{ void ()*, %named* }",
        "x86_mmx",
        "{  }",
        "target(\"aarch64.svcount\")",
    ];
    for ty in types {
        let module = module(&format!("@g = external global {ty}"));
        assert_eq!(show(&module, module.globals[0].ty), ty);
    }
}

#[test]
fn named_types_resolve_forward_references() {
    let m = module(
        "@g = external global %a\n%a = type { %b*, %b }\n%b = type [2 x i8]\n%\"c d\" = type opaque\n%0 = type { i8 }",
    );
    let a = m.globals[0].ty;
    let b = m.types.member(a, 1).unwrap();
    assert_eq!(show(&m, m.types.resolve(b)), "[2 x i8]");
    assert_eq!(m.types.int_width(m.types.member(b, 1).unwrap()), Some(8));
    assert!(m.names.lookup("c d").is_some_and(|n| m.types.lookup_named(n).is_some()));
}

#[test]
fn a_type_that_contains_itself_is_refused() {
    assert!(error("%a = type { i8, %a }").message.contains("contains itself"));
    assert!(error("%a = type { %b }\n%b = type [1 x %a]").message.contains("contains itself"));
    assert!(parse("%a = type { %a* }").is_ok());
    // Names that stand for each other are merely opaque.
    assert!(parse("%a = type %b\n%b = type %a").is_ok());
    assert!(error("%a = type i8\n%a = type i9").message.contains("second definition"));
}

#[test]
fn every_binary_operation_and_flag() {
    for op in ["add", "sub", "mul", "udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr", "and", "or", "xor"] {
        let (m, i) = one(&format!("%r = {op} i32 %a, -7"));
        let InstKind::Binary { op: got, rhs, .. } = i.kind else { panic!("{op}") };
        assert_eq!((got.keyword(), show(&m, i.ty).as_str(), m.int(rhs.value)), (op, "i32", Some(0xFFFF_FFF9)));
    }
    let flags = |body: &str| match one(body).1.kind {
        InstKind::Binary { flags, .. } | InstKind::Cast { flags, .. } | InstKind::ICmp { flags, .. } => flags,
        InstKind::Gep { flags, .. } => flags,
        other => panic!("{other:?}"),
    };
    assert!(flags("%r = add nuw nsw i32 %a, %b").has(PoisonFlags(PoisonFlags::NUW.0 | PoisonFlags::NSW.0)));
    assert!(flags("%r = sdiv exact i32 %a, %b").has(PoisonFlags::EXACT));
    assert!(flags("%r = or disjoint i32 %a, %b").has(PoisonFlags::DISJOINT));
    assert!(flags("%r = zext nneg i32 %a to i64").has(PoisonFlags::NNEG));
    assert!(flags("%r = trunc nuw nsw i32 %a to i8").has(PoisonFlags::NUW));
    assert!(flags("%r = icmp samesign ult i32 %a, %b").has(PoisonFlags::SAMESIGN));
    assert!(flags("%r = getelementptr inbounds nuw i8, ptr %p, i64 1").has(PoisonFlags::INBOUNDS));
    assert!(flags("%r = getelementptr nusw i8, ptr %p, i64 1").has(PoisonFlags::NUSW));
    for op in ["fadd", "fsub", "fmul", "fdiv", "frem"] {
        let (_, i) = one(&format!("%r = {op} nnan contract float %f, 1.0"));
        let InstKind::Binary { fast, .. } = i.kind else { panic!("{op}") };
        assert!(fast.has(FastMath::NNAN) && fast.has(FastMath::CONTRACT) && !fast.has(FastMath::NSZ));
    }
}

#[test]
fn every_conversion() {
    let cases = [
        ("trunc i32 %a to i8", "i8"),
        ("zext i32 %a to i64", "i64"),
        ("sext <4 x i32> %v to <4 x i64>", "<4 x i64>"),
        ("fptrunc double %d to float", "float"),
        ("fpext float %f to double", "double"),
        ("fptoui float %f to i32", "i32"),
        ("fptosi float %f to i128", "i128"),
        ("uitofp i32 %a to float", "float"),
        ("sitofp i32 %a to double", "double"),
        ("ptrtoint ptr %p to i64", "i64"),
        ("ptrtoaddr ptr %p to i64", "i64"),
        ("inttoptr i64 %w to ptr", "ptr"),
        ("bitcast float %f to i32", "i32"),
        ("addrspacecast ptr %p to ptr addrspace(1)", "ptr addrspace(1)"),
    ];
    for (text, ty) in cases {
        let (m, i) = one(&format!("%r = {text}"));
        let InstKind::Cast { op, .. } = i.kind else { panic!("{text}") };
        assert_eq!(op.keyword(), text.split(' ').next().unwrap());
        assert_eq!(show(&m, i.ty), ty);
    }
}

#[test]
fn comparisons_select_and_freeze() {
    for pred in ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"] {
        let (m, i) = one(&format!("%r = icmp {pred} i32 %a, %b"));
        assert!(matches!(i.kind, InstKind::ICmp { pred: p, .. } if p.keyword() == pred));
        assert_eq!(show(&m, i.ty), "i1");
    }
    for pred in ["false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "uno", "une", "true"] {
        let (_, i) = one(&format!("%r = fcmp fast {pred} float %f, 0.0"));
        assert!(matches!(i.kind, InstKind::FCmp { pred: p, .. } if p.keyword() == pred));
    }
    let (m, i) = one("%r = icmp eq <4 x i32> %v, zeroinitializer");
    assert_eq!(show(&m, i.ty), "<4 x i1>");
    assert!(matches!(one("%r = select i1 %c, i32 %a, i32 3").1.kind, InstKind::Select { .. }));
    assert!(matches!(one("%r = freeze i32 %a").1.kind, InstKind::Freeze(_)));
    assert!(matches!(one("%r = fneg double %d").1.kind, InstKind::FNeg { .. }));
}

#[test]
fn memory_instructions() {
    let (m, i) = one("%r = alloca [3 x i32], align 16");
    assert!(matches!(i.kind, InstKind::Alloca { align: Some(16), count: None, ty, .. } if show(&m, ty) == "[3 x i32]"));
    let (_, i) = one("%r = alloca i8, i64 %w, align 1, addrspace(5)");
    assert!(matches!(i.kind, InstKind::Alloca { count: Some(_), align: Some(1), .. }));
    let (m, i) = one("%r = load volatile i32, ptr %p, align 4, !tbaa !3, !dbg !4");
    assert!(matches!(i.kind, InstKind::Load { volatile: true, align: Some(4), ordering: None, .. }));
    assert_eq!((show(&m, i.ty).as_str(), i.dbg), ("i32", Some(MdId(4))));
    let (_, i) = one("%r = load atomic i32, ptr %p syncscope(\"agent\") acquire, align 4");
    assert!(matches!(i.kind, InstKind::Load { ordering: Some(Ordering::Acquire), .. }));
    let (_, i) = one("store atomic volatile i32 %a, ptr %p seq_cst, align 4");
    assert!(matches!(i.kind, InstKind::Store { ordering: Some(Ordering::SeqCst), volatile: true, .. }));
    assert!(matches!(one("fence syncscope(\"singlethread\") acq_rel").1.kind, InstKind::Fence(Ordering::AcqRel)));
    let (m, i) = one("%r = cmpxchg weak ptr %p, i32 %a, i32 %b acq_rel monotonic, align 4");
    assert!(matches!(i.kind, InstKind::CmpXchg { weak: true, failure: Ordering::Monotonic, .. }));
    assert_eq!(show(&m, i.ty), "{ i32, i1 }");
    for op in ["xchg", "add", "sub", "and", "nand", "or", "xor", "max", "min", "umax", "umin", "uinc_wrap", "usub_sat"]
    {
        let (_, i) = one(&format!("%r = atomicrmw volatile {op} ptr %p, i32 %a monotonic, align 4"));
        assert!(matches!(i.kind, InstKind::AtomicRmw { op: o, .. } if o.keyword() == op));
    }
    let (m, i) = one("%r = va_arg ptr %p, double");
    assert_eq!((matches!(i.kind, InstKind::VaArg { .. }), show(&m, i.ty).as_str()), (true, "double"));
}

#[test]
fn addresses() {
    let (m, i) = one("%r = getelementptr { i32, [2 x i8] }, ptr %p, i64 %w, i32 1, i64 0, !dbg !1");
    assert!(matches!(&i.kind, InstKind::Gep { indices, .. } if indices.len() == 3));
    assert_eq!((show(&m, i.ty).as_str(), i.dbg), ("ptr", Some(MdId(1))));
    let m = module(
        "%s = type { i32, [2 x i16] }\ndefine void @f(%s* %x, <2 x i64> %i) {\n\
         %a = getelementptr %s, %s* %x, i32 0, i32 1, i64 1\n%b = getelementptr %s, %s* %x, <2 x i64> %i\nret void }",
    );
    let types: Vec<String> = m.functions[0].blocks[0].instructions.iter().map(|i| show(&m, i.ty)).collect();
    assert_eq!(types, ["i16*", "<2 x %s*>", "void"]);
}

#[test]
fn vectors_and_aggregates() {
    let cases = [
        ("extractelement <4 x i32> %v, i32 2", "i32"),
        ("insertelement <4 x i32> %v, i32 %a, i32 %b", "<4 x i32>"),
        ("shufflevector <4 x i32> %v, <4 x i32> poison, <2 x i32> <i32 0, i32 3>", "<2 x i32>"),
        ("shufflevector <4 x i32> %v, <4 x i32> %v, <8 x i32> zeroinitializer", "<8 x i32>"),
        ("extractvalue { i32, [2 x i8] } %s, 1, 0", "i8"),
        ("insertvalue { i32, [2 x i8] } %s, i8 3, 1, 1", "{ i32, [2 x i8] }"),
    ];
    for (text, ty) in cases {
        let (m, i) = one(&format!("%r = {text}"));
        assert_eq!(show(&m, i.ty), ty, "{text}");
    }
    assert!(
        error("define void @f({ i8 } %s) { %r = extractvalue { i8 } %s, 1\nret void }").message.contains("no member")
    );
}

#[test]
fn calls() {
    let text = "%r = tail call fast fastcc noundef signext i32 (ptr, ...) @g(ptr noundef byval({ i8, i64 }) align 8 \
                dereferenceable(16) %p, i32 zeroext %a, double null) #3 noreturn \"k\"=\"v\" \
                [ \"deopt\"(i32 1, ptr %p), \"x\"() ], !dbg !7";
    let (m, i) = one(text);
    assert_eq!((show(&m, i.ty).as_str(), i.dbg), ("i32", Some(MdId(7))));
    let InstKind::Call(call) = i.kind else { panic!() };
    assert_eq!(show(&m, call.fn_ty), "i32 (ptr, ...)");
    assert!(matches!(call.callee, CalledOperand::Value(ValueRef::Global(g)) if m.name(g) == "g"));
    assert_eq!((call.tail, call.attr_groups.to_vec(), call.bundles.len()), (Some(TailKind::Tail), vec![3], 2));
    assert!(call.fast.has(FastMath::FAST) && call.ret_attrs.has(ParamAttrs::SIGNEXT | ParamAttrs::NOUNDEF));
    assert!(m.has_attr(&call.attrs, &call.attr_groups, "noreturn"));
    let attrs = call.args[0].attrs;
    assert!(matches!(attrs.passing, Passing::ByVal(ty) if show(&m, ty) == "{ i8, i64 }"));
    assert_eq!((attrs.align, attrs.dereferenceable), (8, 16));
    assert!(call.args[1].attrs.has(ParamAttrs::ZEROEXT));

    let (m, i) = one("call void %p(i32 %a, ptr captures(none) range(i32 0, 5) %p)");
    let InstKind::Call(call) = i.kind else { panic!() };
    assert_eq!(show(&m, call.fn_ty), "void (i32, ptr)");
    assert!(call.args[1].attrs.has(ParamAttrs::NOCAPTURE));
    assert!(matches!(call.callee, CalledOperand::Value(ValueRef::Local(_))));

    let (_, i) = one("%r = call i32 asm sideeffect \"mov $1, $0\\0A\", \"=r,r\"(i32 %a) #1");
    let InstKind::Call(call) = i.kind else { panic!() };
    assert!(matches!(&call.callee, CalledOperand::Asm(asm) if asm.side_effect && asm.template.ends_with('\n')));

    let (_, i) = one("call void bitcast (void ()* @g to void (i32)*)(i32 3)");
    let InstKind::Call(call) = i.kind else { panic!() };
    assert!(matches!(call.callee, CalledOperand::Value(ValueRef::Const(_))));

    let (_, i) = one("call cc 10 void @llvm.assume(i1 true) [ \"align\"(ptr %p, i64 8) ]");
    assert!(matches!(i.kind, InstKind::Call(_)));
    let (m, i) = one("call void @llvm.md(metadata !\"round.dynamic\", metadata !{}, metadata i32 3)");
    let InstKind::Call(call) = i.kind else { panic!() };
    let ValueRef::Metadata(first) = call.args[0].operand.value else { panic!() };
    assert!(matches!(m.metadata.operand(first), MdValue::Str(s) if m.name(s) == "round.dynamic"));
}

#[test]
fn an_attribute_on_its_own_line_belongs_to_what_follows() {
    let m =
        module("declare void @a()\ndeclare void @b() nounwind\ndefine void @c() {\n  call void @a()\n  ret void\n}");
    assert_eq!((m.functions.len(), m.functions[2].blocks[0].instructions.len()), (3, 2));
}

#[test]
fn control_flow_over_several_lines() {
    let m = module(
        "define i32 @f(i32 %x, ptr %t) personality ptr @p {\nentry:\n  switch i32 %x, label %d [\n    i32 1, label %a\n    \
         i32 -2, label %a\n  ]\na:\n  %r = invoke i32 @g(i32 1) #2\n          to label %d unwind label %lp, !dbg !3\n\
         lp:\n  %e = landingpad { ptr, i32 }\n          cleanup\n          catch ptr @ti\n          filter [1 x ptr] [ptr @ti]\n  \
         resume { ptr, i32 } %e\nd:\n  %q = phi i32 [ 0, %entry ], [ 0, %entry ], [ %r, %a ]\n  \
         indirectbr ptr %t, [label %i, label %d2]\ni:\n  br label %d2\nd2:\n  br i1 true, label %end, label %u\n\
         u:\n  unreachable\nend:\n  ret i32 %q\n}",
    );
    let f = &m.functions[0];
    let order: Vec<&str> = f.blocks_in_order().iter().map(|b| m.name(f.blocks[b.0 as usize].name)).collect();
    assert_eq!(order, ["entry", "a", "lp", "d", "i", "d2", "u", "end"]);
    let InstKind::Switch { cases, .. } = &f.blocks[0].instructions[0].kind else { panic!() };
    assert_eq!((cases.len(), m.int(cases[1].0.value)), (2, Some(0xFFFF_FFFE)));
    let block = |name: &str| &f.blocks[f.block_named(m.names.lookup(name).unwrap()).unwrap().0 as usize];
    let invoke = &block("a").instructions[0];
    assert_eq!((invoke.line, invoke.dbg, invoke.kind.successors().len()), (8, Some(MdId(3)), 2));
    let InstKind::LandingPad { cleanup: true, clauses } = &block("lp").instructions[0].kind else { panic!() };
    assert_eq!(clauses.len(), 2);
    let InstKind::Phi(incoming) = &block("d").instructions[0].kind else { panic!() };
    assert_eq!(incoming.len(), 3);
    assert!(f.personality.is_some());
}

#[test]
fn callbr_is_read() {
    let m = module(
        "define void @f() {\n callbr void asm \"\", \"!i\"() to label %a [label %b]\na:\n ret void\nb:\n ret void\n}",
    );
    assert!(
        matches!(&m.functions[0].blocks[0].instructions[0].kind, InstKind::CallBr { indirect, .. } if indirect.len() == 1)
    );
}

#[test]
fn values_and_blocks_without_names_are_numbered_together() {
    let m = module(
        "define i32 @f(i32, i32 %x, i32) {\n  %4 = add i32 %0, %1\n  call void @g()\n  call i32 @h()\n  br label %6\n\n\
         6:\n  %7 = add i32 %4, %5\n  br i1 true, label %8, label %9\n8:\n ret i32 %7\n\n9:\n  ret i32 %1 }",
    );
    let f = &m.functions[0];
    let names: Vec<&str> = f.locals.iter().map(|l| m.name(l.name)).collect();
    assert_eq!(names, ["0", "x", "1", "4", "5", "7"]);
    assert_eq!((f.locals[0].numbered, f.locals[1].numbered), (true, false));
    let blocks: Vec<&str> = f.blocks.iter().map(|b| m.name(b.name)).collect();
    assert_eq!(blocks, ["2", "6", "8", "9"]);
}

#[test]
fn quoted_names() {
    let m = module(
        "@\"\\01n\" = global i32 0\n@\"a b\" = global i32 1\ndefine void @\"f g\"(i32 %\"p q\") {\n\"b c\":\n  \
         %\"x\" = add i32 %\"p q\", 1\n  %y = add i32 %x, 1\n  br label %\"b d\"\n\"b d\":\n  ret void\n}",
    );
    assert_eq!((m.name(m.globals[0].name), m.name(m.globals[1].name)), ("\u{1}n", "a b"));
    let f = m.function("f g").unwrap();
    assert_eq!((f.locals.len(), f.blocks.len()), (3, 2));
}

#[test]
fn forward_references_are_resolved_or_reported() {
    let e = error("define i32 @f() {\n  %a = add i32 %b, 1\n  ret i32 %a\n}");
    assert_eq!((e.line, e.column), (2, 16));
    assert!(e.message.contains("`%b` is used but not defined"), "{e}");
    let e = error("define void @f() {\n  br label %x\n}");
    assert!(e.message.contains("no block `%x`"), "{e}");
    let e = error("define void @f() {\n  %a = add i32 1, 1\n  %a = add i32 1, 1\n ret void\n}");
    assert_eq!((e.line, e.message.contains("second definition")), (3, true));
    assert!(error("define void @f() {\nx:\n ret void\nx:\n ret void\n}").message.contains("second block"));
    assert!(error("declare void @f()\n@f = global i8 0").message.contains("defined twice"));
}

#[test]
fn an_unknown_instruction_is_kept_as_text() {
    let (m, all) = instructions(
        "%r = frobnicate i32 %a [\n i32 1\n ], !dbg !3\n%s2 = add i32 %r, 1\n cleanupret from %a unwind to caller\n%t = add newflag i32 %a, 1",
    );
    let InstKind::Unknown { text } = &all[0].kind else { panic!("{:?}", all[0]) };
    assert_eq!((&**text, all[0].line), ("%r = frobnicate i32 %a [\n i32 1\n ], !dbg !3", 3));
    assert!(all[0].result.is_some());
    assert!(matches!(all[1].kind, InstKind::Binary { .. }));
    assert!(matches!(&all[2].kind, InstKind::Unknown { text } if text.starts_with("cleanupret")));
    assert!(matches!(&all[3].kind, InstKind::Unknown { text } if &**text == "%t = add newflag i32 %a, 1"));
    assert_eq!((all.len(), m.functions.len()), (5, 1));
    // An unknown terminator ends its block.
    let m = module("define void @f() {\na:\n  futurebr label %b\nb:\n  ret void\n}");
    assert_eq!(m.functions[0].blocks.len(), 2);
}

#[test]
fn named_metadata_right_behind_a_declaration_is_no_attachment() {
    let m = module("declare void @f()\n!llvm.ident = !{!0}\n!0 = !{!\"x\"}\ndeclare void @g() !dbg !0\n!a = !{}");
    assert_eq!((m.functions[0].dbg, m.functions[1].dbg), (None, Some(MdId(0))));
    assert_eq!(m.metadata.named(&m.names, "llvm.ident"), [MdId(0)]);
}

fn init(text: &str) -> (Module, Constant) {
    let m = module(&format!("@g = global {text}\n@h = global i8 0\ndeclare void @f()"));
    let constant = m.constant(m.globals[0].init.unwrap()).unwrap_or_else(|| panic!("{text}")).clone();
    (m, constant)
}

#[test]
fn every_plain_constant() {
    assert_eq!(init("i32 -1").1, Constant::Int(0xFFFF_FFFF));
    assert_eq!(init("i1 true").1, Constant::Int(1));
    assert_eq!(init("i128 170141183460469231731687303715884105728").1, Constant::Int(1 << 127));
    assert_eq!(init("i128 -1").1, Constant::Int(u128::MAX));
    assert_eq!(init("i8 300").1, Constant::Int(44));
    assert_eq!(init("i192 -1").1, Constant::WideInt([u64::MAX; 3].into()));
    assert_eq!(init("i32 u0xFF").1, Constant::Int(255));
    assert_eq!(init("i32 s0xFF").1, Constant::Int(0xFFFF_FFFF));
    assert_eq!(init("double 1.5").1, Constant::Float(u128::from(1.5f64.to_bits())));
    assert_eq!(init("float 0x3FB99999A0000000").1, Constant::Float(u128::from(0.1f32.to_bits())));
    assert_eq!(init("double -0.000000e+00").1, Constant::Float(1 << 63));
    assert_eq!(init("x86_fp80 0xK3FFFC000000000000000").1, Constant::Float(0x3FFF_C000_0000_0000_0000));
    assert_eq!(init("half 0xH3C00").1, Constant::Float(0x3C00));
    assert_eq!(init("ptr null").1, Constant::Null);
    assert_eq!(init("i8 undef").1, Constant::Undef);
    assert_eq!(init("i8 poison").1, Constant::Poison);
    assert_eq!(init("[3 x i8] zeroinitializer").1, Constant::Zero);
    assert_eq!(init("token none").1, Constant::None);
    assert_eq!(init(r#"[4 x i8] c"a\00\FF\\""#).1, Constant::Bytes(b"a\0\xFF\\".as_slice().into()));
    assert!(matches!(init("[2 x i32] [i32 1, i32 2]").1, Constant::Array(e) if e.len() == 2));
    assert!(matches!(init("{ i8, ptr } { i8 1, ptr @h }").1, Constant::Struct(e) if e.len() == 2));
    assert!(matches!(init("<{ i8, i64 }> <{ i8 1, i64 2 }>").1, Constant::Struct(e) if e.len() == 2));
    assert!(matches!(init("<2 x i32> <i32 1, i32 2>").1, Constant::Vector(e) if e.len() == 2));
    assert!(matches!(init("<4 x i32> splat (i32 7)").1, Constant::Splat(_)));
    assert!(matches!(init("[0 x i8] []").1, Constant::Array(e) if e.is_empty()));
    assert!(matches!(init("ptr dso_local_equivalent @f").1, Constant::Equivalent(_)));
    assert!(matches!(init("ptr no_cfi @f").1, Constant::Equivalent(_)));
    assert!(matches!(init("ptr ptrauth (ptr @f, i32 2)").1, Constant::Equivalent(_)));
    let (m, c) = init("ptr blockaddress(@f, %12)");
    assert!(
        matches!(c, Constant::BlockAddress { function, block } if m.name(function) == "f" && m.name(block) == "12")
    );
}

#[test]
fn every_constant_expression() {
    let expr = |text: &str| match init(text).1 {
        Constant::Expr(expr) => *expr,
        other => panic!("{text}: {other:?}"),
    };
    for cast in [
        "i64 ptrtoint (ptr @h to i64)",
        "ptr inttoptr (i64 16 to ptr)",
        "i8* bitcast (i32* @h to i8*)",
        "ptr addrspacecast (ptr addrspace(1) @h to ptr)",
        "i32 trunc (i64 ptrtoint (ptr @h to i64) to i32)",
        "i64 zext (i1 icmp ne (ptr @h, ptr null) to i64)",
        "float sitofp (i32 3 to float)",
    ] {
        assert!(matches!(expr(cast), ConstExpr::Cast { .. }), "{cast}");
    }
    for op in ["add", "sub nuw", "mul", "xor", "shl", "and", "or", "lshr exact"] {
        let text = format!("i64 {op} (i64 ptrtoint (ptr @h to i64), i64 3)");
        assert!(matches!(expr(&text), ConstExpr::Binary { .. }), "{op}");
    }
    let gep = expr("ptr getelementptr inbounds ({ i8, [4 x i32] }, ptr @h, i64 0, i32 1, inrange i64 2)");
    assert!(matches!(gep, ConstExpr::Gep { flags: PoisonFlags::INBOUNDS, indices, .. } if indices.len() == 3));
    let gep = expr("ptr getelementptr inbounds nuw inrange(-16, 8) (i8, ptr @h, i64 16)");
    assert!(matches!(gep, ConstExpr::Gep { indices, .. } if indices.len() == 1));
    assert!(matches!(expr("i1 icmp eq (ptr @h, ptr null)"), ConstExpr::ICmp { .. }));
    assert!(matches!(expr("i1 fcmp olt (float 1.0, float 2.0)"), ConstExpr::FCmp { .. }));
    assert!(matches!(expr("i8 select (i1 true, i8 1, i8 2)"), ConstExpr::Select { .. }));
    assert!(matches!(expr("float fneg (float 1.0)"), ConstExpr::FNeg(_)));
    assert!(matches!(expr("i8 extractelement (<2 x i8> undef, i32 0)"), ConstExpr::ExtractElement { .. }));
    assert!(matches!(expr("<2 x i8> insertelement (<2 x i8> undef, i8 1, i32 0)"), ConstExpr::InsertElement { .. }));
    let shuffle = "<2 x i8> shufflevector (<2 x i8> undef, <2 x i8> undef, <2 x i32> zeroinitializer)";
    assert!(matches!(expr(shuffle), ConstExpr::ShuffleVector { .. }));
    assert!(matches!(expr("i8 extractvalue ({ i8 } undef, 0)"), ConstExpr::ExtractValue { .. }));
    assert!(matches!(expr("{ i8 } insertvalue ({ i8 } undef, i8 1, 0)"), ConstExpr::InsertValue { .. }));
    assert!(matches!(init("i8 futureop (i8 (1), 2)").1, Constant::Unknown(t) if &*t == "futureop (i8 (1), 2)"));
}

#[test]
fn globals_aliases_and_their_attributes() {
    let m = module(
        "source_filename = \"a\\22.c\"\ntarget datalayout = \"e-m:e\"\ntarget triple = \"x86_64\"\nmodule asm \".globl x\"\n\
         $c = comdat any\n@a = internal thread_local(initialexec) unnamed_addr addrspace(1) constant [2 x i8] c\"ab\", \
         section \".s\", comdat($c), align 16, !dbg !0, !dbg !1\n@b = extern_weak dso_local global i32, align 4\n\
         @c = common global i32 0, no_sanitize_address\n@d = weak_odr hidden alias i32, ptr @c\n\
         @e = alias i8, bitcast (i32* @c to i8*)\n@i = ifunc i32 (i32), ptr @r\n@0 = private constant i8 1\n\
         declare !dbg !3 extern_weak i32 @r(ptr, ...) #0\nattributes #0 = { nounwind memory(none) alignstack=4 \"a\"=\"b\" uwtable(sync) }\n\
         ^0 = module: (path: \"x\", hash: (0))\n",
    );
    assert_eq!((m.source_filename.as_str(), m.datalayout.as_str(), m.triple.as_str()), ("a\".c", "e-m:e", "x86_64"));
    let [a, b, c, unnamed] = &m.globals[..] else { panic!() };
    assert!(
        a.constant
            && a.thread_local
            && a.unnamed_addr
            && !b.unnamed_addr
            && a.linkage == Linkage::Internal
            && a.addrspace == 1
    );
    assert_eq!((a.align, a.dbg.len(), a.section.map(|s| m.name(s))), (Some(16), 2, Some(".s")));
    assert_eq!((b.init, b.linkage, b.align), (None, Linkage::ExternWeak, Some(4)));
    assert_eq!((c.linkage, m.name(unnamed.name)), (Linkage::Common, "0"));
    assert_eq!((m.aliases.len(), m.aliases[2].kind), (3, AliasKind::IFunc));
    assert!(matches!(m.global(m.names.lookup("d").unwrap()), Some(GlobalRef::Alias(0))));
    let r = m.function("r").unwrap();
    assert!(r.varargs && !r.defined && r.dbg == Some(MdId(3)) && m.has_attr(&r.attrs, &r.attr_groups, "uwtable"));
    assert_eq!(m.module_asm, [".globl x"]);
}

/// Debug information as clang 14 to 18 (calls of intrinsics) and newer ones (records) write it.
const DEBUG_TAIL: &str = "!llvm.dbg.cu = !{!1}
!1 = distinct !DICompileUnit(language: DW_LANG_C11, file: !2, isOptimized: false, flags: \"-x\", emissionKind: FullDebug, enums: !{}, nameTableKind: None)
!2 = !DIFile(filename: \"dir/a.c\", directory: \"/tmp\", checksumkind: CSK_MD5, checksum: \"00\")
!3 = distinct !DISubprogram(name: \"f\", scope: !2, file: !2, line: 1, type: !4, flags: DIFlagPrototyped | DIFlagAllCallsDescribed, unit: !1, retainedNodes: !{!5})
!4 = !DISubroutineType(types: !{!6, null})
!5 = !DILocalVariable(name: \"x\", arg: 1, scope: !3, file: !2, line: 1, type: !6)
!6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)
!7 = !DILocation(line: 2, column: 3, scope: !8, inlinedAt: !9)
!8 = distinct !DILexicalBlock(scope: !3, file: !2, line: 2, column: 1)
!9 = distinct !DILocation(line: 9, column: 4, scope: !3)
!10 = !{i32 7, !\"PIC Level\", null, ptr @f, !{!\"nested\"}, i64 -1}
!11 = !DILabel(scope: !3, name: \"L\", file: !2, line: 4)
!12 = !DIEnumerator(name: \"E\", value: 18446744073709551615, isUnsigned: true)
!13 = !DITemplateValueParameter(name: \"N\", type: !6, value: i32 5)
";

fn debug_records(body: &str) -> (Module, Vec<Instruction>) {
    let m = module(&format!("define void @f(i32 %x, ptr %p) !dbg !3 {{\n{body}\nret void, !dbg !7\n}}\n{DEBUG_TAIL}"));
    let all = m.functions[0].blocks[0].instructions.clone();
    (m, all)
}

#[test]
fn both_notations_of_debug_records_agree() {
    let (m, old) = debug_records(
        "call void @llvm.dbg.declare(metadata ptr %p, metadata !5, metadata !DIExpression()), !dbg !7\n\
         call void @llvm.dbg.value(metadata i32 %x, metadata !5, metadata !DIExpression(DW_OP_plus_uconst, 8)), !dbg !7\n\
         tail call void @llvm.dbg.value(metadata !DIArgList(i32 %x, i32 3), metadata !5, metadata !DIExpression()), !dbg !7\n\
         call void @llvm.dbg.value(metadata !{}, metadata !5, metadata !DIExpression()), !dbg !7\n\
         call void @llvm.dbg.label(metadata !11), !dbg !7",
    );
    let (_, new) = debug_records(
        "#dbg_declare(ptr %p, !5, !DIExpression(), !7)\n\
         #dbg_value(i32 %x, !5, !DIExpression(DW_OP_plus_uconst, 8), !7)\n\
         #dbg_value(!DIArgList(i32 %x, i32 3), !5, !DIExpression(), !7)\n\
         #dbg_value(!{}, !5, !DIExpression(), !7)\n\
         #dbg_label(!11, !7)",
    );
    assert_eq!(old.len(), 6);
    for (i, (old, new)) in old.iter().zip(&new).enumerate().take(5) {
        let (InstKind::Debug(a), InstKind::Debug(b)) = (&old.kind, &new.kind) else { panic!("{old:?} {new:?}") };
        assert_eq!((a.kind, a.variable, &a.location, old.dbg), (b.kind, b.variable, &b.location, new.dbg), "{i}");
        assert_eq!(a.location.len(), [1, 1, 2, 0, 0][i]);
        assert_eq!(a.expression.is_some(), i < 4);
    }
    let InstKind::Debug(record) = &old[1].kind else { panic!() };
    let Some(MdNode::Node { fields, .. }) = m.metadata.get(record.expression.unwrap()) else { panic!() };
    assert!(matches!(fields[1].value, MdValue::Int(8)));
    let (_, assign) = debug_records("#dbg_assign(i32 %x, !5, !DIExpression(), !9, ptr %p, !DIExpression(), !7)");
    assert!(matches!(&assign[0].kind, InstKind::Debug(r) if r.kind == DebugKind::Assign && r.location.len() == 1));
}

#[test]
fn metadata_gives_source_positions_and_fields() {
    let (m, all) = debug_records("");
    let at = m.location(all[0].dbg.unwrap()).unwrap();
    assert_eq!((at.file, at.directory, at.line, at.column, at.function), ("dir/a.c", "/tmp", 2, 3, "f"));
    assert_eq!(at.inlined_at, Some(MdId(9)));
    let var = MdId(5);
    assert_eq!((m.md_kind(var), m.md_str(var, "name")), (Some("DILocalVariable"), Some("x")));
    assert_eq!((m.md_int(var, "arg"), m.md_node(var, "type"), m.md_int(var, "none")), (Some(1), Some(MdId(6)), None));
    assert_eq!(m.md_str(MdId(3), "flags"), Some("DIFlagPrototyped | DIFlagAllCallsDescribed"));
    assert_eq!(m.metadata.named(&m.names, "llvm.dbg.cu"), [MdId(1)]);
    let Some(MdNode::Tuple { elements, .. }) = m.metadata.get(MdId(10)) else { panic!() };
    assert_eq!((elements.len(), elements[2]), (6, MdValue::Null));
    assert_eq!(m.md_int(MdId(12), "value"), Some(-1));
    assert!(matches!(m.md_field(MdId(13), "value"), Some(MdValue::Value(_))));
    assert_eq!(m.functions[0].dbg, Some(MdId(3)));
    assert_eq!(m.metadata.ids().count(), 13);
}

#[test]
fn a_cycle_of_scopes_ends() {
    let m = module("!0 = !DILocation(line: 1, scope: !1)\n!1 = distinct !DILexicalBlock(scope: !1, line: 2)");
    assert_eq!(m.location(MdId(0)).unwrap().function, "");
}

#[test]
fn a_huge_number_costs_nothing() {
    assert_eq!(module("!4000000000 = !{}\n!2000000000 = !{}").metadata.ids().count(), 2);
    assert!(error("define void @f() { %4000000000 = add i32 1, 1\nret void }").message.contains("smaller number"));
    assert!(error("define void @f() { br label %4000000000 }").message.contains("smaller number"));
    assert!(error("@g = global i8388607 -1").message.contains("more than 4096 bits"));
}

#[test]
fn deep_nesting_is_refused_not_followed() {
    let open = "[1 x ".repeat(100_000);
    assert!(error(&format!("@g = external global {open}i8")).message.contains("nested"));
    assert!(error(&format!("@g = global i8 {}", "[i8 ".repeat(100_000))).message.contains("nested"));
    assert!(error(&format!("@g = global i8 {}", "trunc (i8 ".repeat(100_000))).message.contains("nested"));
    assert!(error(&format!("!0 = {}", "!{".repeat(100_000))).message.contains("nested"));
    assert!(error(&format!("!0 = {}", "!X(a: ".repeat(100_000))).message.contains("nested"));
    assert!(error(&format!("@g = external global void {}", "(i8 ".repeat(100_000))).message.contains("nested"));
    let chain: String = (0..5000).map(|i| format!("%t{i} = type {{ %t{} }}\n", i + 1)).collect();
    assert!(error(&chain).message.contains("nested"));
    let stars = "*".repeat(100_000);
    assert!(parse(&format!("@g = external global i8{stars}")).is_ok());
}

#[test]
fn truncated_and_garbled_text_is_reported_where_it_breaks() {
    let cases = [
        ("define i32 @f() {\n  ret i32 0\n", 3, "the end of the file"),
        ("define i32 @f() {\n  %a = add i32 1", 2, "`,`"),
        ("define i32 @f() {\n  %a = add i32 1, 2\n}", 3, "terminator"),
        ("define i32 @f() {\n}", 2, "has a body"),
        ("define i32 @f(", 1, "a type"),
        ("int main(void) { return 0; }", 1, "a definition"),
        ("@g = global i32", 1, "a value"),
        ("@g = global i32 foo", 1, "expected a value"),
        ("@g = global i32 %x", 1, "a constant"),
        ("@g = global [2 x i8] c\"ab", 1, "without a closing quote"),
        ("@g = global i32 1.5", 1, "a value of the type"),
        ("@g = global ptr 3", 1, "a value of the type"),
        ("!0 = !DIFile(filename: \"a\"", 1, "`)`"),
        ("define void @f() {\n  br i1 true, label %a\n}", 3, "`,`"),
        ("define void @f() {\n  %v = store i32 1, ptr null\n  ret void\n}", 2, "no result"),
        ("define void @f() {\n  ret void, align 4\n}", 2, "metadata"),
        ("attributes #0 = { nounwind", 1, "an attribute"),
    ];
    for (text, line, part) in cases {
        let e = error(text);
        assert!(e.message.contains(part), "{text}: {e}");
        assert_eq!(e.line, line, "{text}: {e}");
        assert!(!e.help.is_empty());
    }
}
