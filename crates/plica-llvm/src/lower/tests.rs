//! Lowering, tested from the text of LLVM IR to the text of the flowgraph, and on what the compilers here emit.

use std::path::{Path, PathBuf};
use std::process::Command;

use plica_ir::{Init, Program, print_program, verify};

use super::{LowerError, lower, lower_modules, lower_with_library};

mod compiled;
mod source_types;

/// Each `flow/NAME.ll` is lowered to `flow/NAME.txt`; `PLICA_BLESS=1` writes the latter anew.
#[test]
fn snippets_lower_to_the_flowgraphs_beside_them() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/lower/tests/flow");
    let mut seen = 0;
    for entry in std::fs::read_dir(dir).expect("the folder of snippets").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "ll") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a snippet");
        let program = program(&[&text]).expect("a program");
        assert_eq!(verify(&program), [], "{}", path.display());
        let found = print_program(&program);
        let golden = path.with_extension("txt");
        if std::env::var_os("PLICA_BLESS").is_some() {
            std::fs::write(&golden, &found).expect("golden written");
        }
        let expected = std::fs::read_to_string(&golden).unwrap_or_default();
        assert!(found == expected, "{}: found\n{found}\nexpected\n{expected}", path.display());
        seen += 1;
    }
    assert!(seen >= 6);
}

fn program(texts: &[&str]) -> Result<Program, LowerError> {
    let modules: Vec<_> = texts.iter().map(|t| crate::parse(t).expect("readable")).collect();
    lower_modules(&modules)
}

/// The program of modules that can be lowered, which is well-formed.
#[track_caller]
fn well_formed(texts: &[&str]) -> Program {
    let program = program(texts).expect("a program");
    assert_eq!(verify(&program), []);
    program
}

#[test]
fn linking_keeps_internal_symbols_apart_and_resolves_declarations() {
    let a = "@x = internal global i32 1\n@c = common global i32 0\n@y = external global i32\n\
             declare i32 @g()\ndefine i32 @f() {\n %v = load i32, ptr @x\n %w = call i32 @g()\n ret i32 %w\n}\n\
             define linkonce_odr i32 @w() {\n ret i32 1\n}\n";
    let b = "@x = internal global i32 2\n@c = common global i64 0\n@y = global i32 9\n\
             define i32 @g() {\n %v = load i32, ptr @x\n ret i32 %v\n}\n\
             define linkonce_odr i32 @w() {\n ret i32 1\n}\n";
    let p = well_formed(&[a, b]);
    let named = |name: &str| p.globals.iter().filter(|g| &*g.name == name).collect::<Vec<_>>();
    assert_eq!((named("x").len(), named("c").len(), named("y").len()), (2, 1, 1));
    assert_eq!(named("c")[0].size, 8);
    assert!(matches!(named("y")[0].init, Init::Data { .. }));
    assert_eq!(p.functions.iter().filter(|f| &*f.name == "w").count(), 1);
    assert!(!p.func(p.function("g").expect("g")).is_declaration());
}

#[test]
fn two_definitions_and_two_kinds_are_errors() {
    let f = "define void @f() {\n ret void\n}\n";
    assert!(matches!(program(&[f, f]), Err(LowerError::Duplicate { symbol, .. }) if symbol == "f"));
    assert!(matches!(program(&[f, "@f = global i32 0\n"]), Err(LowerError::Kind { .. })));
    assert!(matches!(program(&["target datalayout = \"E\"\n"]), Err(LowerError::Target { .. })));
}

#[test]
fn a_program_may_define_what_the_library_defines_too() {
    let read = |t: &str| crate::parse(t).expect("readable");
    let program =
        [read("@time = global i32 0\ndeclare i32 @abs()\ndefine i32 @f() {\n %r = call i32 @abs()\n ret i32 %r\n}\n")];
    let library = [read(
        "define i32 @f() {\n ret i32 7\n}\ndefine i32 @time() {\n ret i32 1\n}\n\
                         define i32 @abs() {\n %r = call i32 @f()\n ret i32 %r\n}\n",
    )];
    let p = lower_with_library(&program, &library).expect("a program");
    assert_eq!(verify(&p), []);
    assert_eq!(p.functions.iter().filter(|f| &*f.name == "f").count(), 1);
    assert_eq!(p.func(p.function("f").expect("f")).code.len(), 2);
    assert!(!p.func(p.function("abs").expect("abs")).is_declaration());
    assert!(p.globals_by_name.contains_key("time"));
}

#[test]
fn initialisers_are_bytes_and_addresses() {
    let text = "@a = constant [3 x i8] c\"x\\00y\"\n@b = extern_weak global i32\n\
                @s = global { i8, ptr, i32, ptr, ptr } { i8 7, ptr getelementptr (i8, ptr @a, i64 2), \
                i32 sub (i32 5, i32 7), ptr @f, ptr @b }\n\
                @llvm.global_ctors = appending global [2 x { i32, ptr, ptr }] [\
                { i32, ptr, ptr } { i32 9, ptr @f, ptr null }, { i32, ptr, ptr } { i32 1, ptr @g, ptr null }]\n\
                define void @f() {\n ret void\n}\ndefine void @g() {\n ret void\n}\n";
    let p = well_formed(&[text]);
    let s = p.global(p.globals_by_name["s"]);
    let Init::Data { bytes, relocs } = &s.init else { panic!("{:?}", s.init) };
    assert_eq!((s.size, bytes[0], &bytes[16..20]), (40, 7, &[0xfe, 0xff, 0xff, 0xff][..]));
    assert_eq!(relocs.iter().map(|r| r.offset).collect::<Vec<_>>(), [8, 24]);
    let names: Vec<_> = p.constructors.iter().map(|&f| p.func(f).name.to_string()).collect();
    assert_eq!(names, ["g", "f"]);
}

#[test]
fn every_effect_free_intrinsic_with_lanes_is_known() {
    let mut text = String::new();
    let calls = [
        ("i32", "smax", 2),
        ("i32", "usub.sat", 2),
        ("i32", "ctpop", 1),
        ("i32", "bswap", 1),
        ("i32", "fshl", 3),
        ("float", "fabs", 1),
        ("float", "fma", 3),
        ("double", "copysign", 2),
        ("double", "pow", 2),
        ("i32", "bitreverse", 1),
        ("double", "roundeven", 1),
        ("float", "maximum", 2),
    ];
    for (ty, name, n) in calls {
        let suffix = match ty {
            "i32" => "i32",
            "float" => "f32",
            _ => "f64",
        };
        let params = vec![ty; n].join(", ");
        let args = (0..n).map(|i| format!("{ty} %a{i}")).collect::<Vec<_>>().join(", ");
        text += &format!("declare {ty} @llvm.{name}.{suffix}({params})\n");
        text += &format!(
            "define {ty} @t.{name}({args}) {{\n %r = call {ty} @llvm.{name}.{suffix}({args})\n ret {ty} %r\n}}\n"
        );
    }
    let p = well_formed(&[&text]);
    let printed = print_program(&p);
    assert!(!printed.contains("unsupported"), "{printed}");
    assert!(printed.contains("call @pow(double a0, double a1)"), "{printed}");
}

#[test]
fn an_unknown_intrinsic_stops_only_who_reaches_it() {
    let text = "declare void @llvm.mystery()\ndefine i32 @f() {\n call void @llvm.mystery()\n ret i32 1\n}\n";
    let p = well_formed(&[text]);
    assert!(print_program(&p).contains("(IR line 3): the intrinsic llvm.mystery"));
}

#[test]
fn loads_tell_which_bits_are_read() {
    let text = "%s = type { i8, [3 x i8] }\n%w = type { i32 }\n\
                declare void @g(i64, i32 noundef)\ndeclare i32 @llvm.abs.i32(i32, i1)\n\
                define i32 @field(ptr %p) {\n %s = alloca %s\n %b = alloca i32\n\
                \x20%v = load i8, ptr %s\n %c = and i8 %v, -8\n %d = or i8 %c, 1\n store i8 %d, ptr %s\n\
                \x20%v2 = load i32, ptr %p\n %c2 = and i32 %v2, 7\n store i32 %c2, ptr %p\n\
                \x20%v3 = load i32, ptr %p\n %c3 = lshr i32 %v3, 3\n %d3 = and i32 %c3, 31\n\
                \x20%v4 = load i32, ptr %p\n %c4 = shl i32 %v4, 24\n %d4 = ashr i32 %c4, 27\n\
                \x20%v5 = load i32, ptr %p\n %c5 = and i32 %v5, 7\n store i32 %c5, ptr %b\n\
                \x20%v6 = load i32, ptr %p\n %c6 = ashr i32 %v6, 3\n ret i32 %c6\n}\n\
                define i64 @word(ptr %p) !dbg !2 {\n %v = load i64, ptr %p\n %n = load i32, ptr %p\n\
                \x20call void @g(i64 %v, i32 noundef %n)\n %m = load i32, ptr %p\n\
                \x20%a = call i32 @llvm.abs.i32(i32 %m, i1 true)\n %r = load i64, ptr %p\n ret i64 %r\n}\n\
                define i64 @number(ptr %p) !dbg !6 {\n %r = load i64, ptr %p\n ret i64 %r\n}\n\
                !llvm.dbg.cu = !{!0}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
                !1 = !DIFile(filename: \"a.c\", directory: \"/\")\n\
                !2 = distinct !DISubprogram(name: \"word\", file: !1, type: !3, unit: !0)\n\
                !3 = !DISubroutineType(types: !4)\n!4 = !{!5}\n\
                !5 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !8)\n\
                !6 = distinct !DISubprogram(name: \"number\", file: !1, type: !7, unit: !0)\n\
                !7 = !DISubroutineType(types: !9)\n\
                !8 = !DICompositeType(tag: DW_TAG_structure_type, name: \"s\", size: 64)\n\
                !9 = !{!10}\n!10 = !DIBasicType(name: \"long\", size: 64, encoding: DW_ATE_signed)\n";
    let p = well_formed(&[text]);
    let loads = |name: &str| -> Vec<Option<u64>> {
        let code = p.functions.iter().find(|f| &*f.name == name).map(|f| &f.code[..]).unwrap_or_default();
        let reads = |c: &plica_ir::Command| match c {
            plica_ir::Command::Load { reads: Some(plica_ir::Operand::Int { bits, .. }), .. } => Some(Some(*bits)),
            plica_ir::Command::Load { .. } => Some(None),
            _ => None,
        };
        code.iter().filter_map(reads).collect()
    };
    // Stored again with the field changed, also to zero; fields read; masked, but stored elsewhere.
    assert_eq!(loads("field"), [Some(0), Some(0), Some(0xf8), Some(0xf8), Some(7), Some(0xffff_fff8)]);
    // A structure's argument; a number's; an intrinsic's; a structure returned.
    assert_eq!(loads("word"), [Some(0), None, None, Some(0)]);
    assert_eq!(loads("number"), [None]);
}

#[test]
fn words_of_flags_are_read_where_their_mask_is_set() {
    let text = "define i32 @set(ptr %p, i32 %m) {\n %v = load i32, ptr %p\n %s = or i32 %v, %m\n store i32 %s, ptr %p\n\
                \x20%w = load i32, ptr %p\n %t = or i32 %w, %m\n ret i32 %t\n}\n\
                define i32 @get(ptr %p, ptr %q) {\n %v = load i32, ptr %p\n %m = load i32, ptr %q\n\
                \x20%s = and i32 %v, %m\n ret i32 %s\n}\n\
                define i32 @overwritten(ptr %p, ptr %q) {\n %v = load i32, ptr %p\n %m = load i32, ptr %q\n\
                \x20store i32 0, ptr %p\n %s = and i32 %v, %m\n ret i32 %s\n}\n";
    let p = well_formed(&[text]);
    let shown = |name: &str| {
        let f = p.functions.iter().find(|f| &*f.name == name);
        f.map_or_else(String::new, plica_ir::print_function)
    };
    // Moved on with bits set; read as a whole.
    assert!(shown("set").contains("v := load i32 p reading 0:32") && shown("set").contains("w := load i32 p\n"));
    // The mask is loaded first.
    let get = shown("get");
    assert!(get.find("m := load i32 q") < get.find("load i32 p reading m"), "{get}");
    assert!(get.contains("load i32 p reading m"), "{get}");
    assert!(!shown("overwritten").contains("reading"));
}
