//! Types of the source, from what clang and rustc say of small programs.

use std::path::Path;

use plica_ir::{DataKind, DataType, DataTypeId, ParamType, Program, verify};

use super::compiled::{clangs, emit};
use super::*;

/// The program that sources become, by each clang.
fn compiled(extension: &str, sources: &[&str]) -> Vec<Program> {
    compiled_at("-O0", extension, sources)
}

fn compiled_at(level: &str, extension: &str, sources: &[&str]) -> Vec<Program> {
    let dir = tempfile::tempdir().expect("a folder for sources");
    let mut programs = Vec::new();
    for clang in clangs() {
        let mut modules = Vec::new();
        for (i, source) in sources.iter().enumerate() {
            let file = dir.path().join(format!("{i}.{extension}"));
            std::fs::write(&file, source).expect("source written");
            let text = emit(&clang, &["-S", "-emit-llvm", "-g", "-w", level], &file).expect("what clang accepts");
            modules.push(crate::parse(&text).expect("readable"));
        }
        let program = lower_modules(&modules).expect("a program");
        assert_eq!(verify(&program), []);
        programs.push(program);
    }
    programs
}

fn name(p: &Program, id: DataTypeId) -> String {
    let t = p.types.get(id);
    match &t.kind {
        DataKind::Struct(_) | DataKind::Union(_) if t.name.is_empty() => shown(p, t),
        _ => t.name.to_string(),
    }
}

/// A type with the names of those that it is made of.
fn shown(p: &Program, t: &DataType) -> String {
    let made_of = match &t.kind {
        DataKind::Struct(members) | DataKind::Union(members) => {
            let member = |m: &plica_ir::Member| {
                let bits = m.bits.map_or(String::new(), |(first, count)| format!(" bits {first}+{count}"));
                format!("{}: {} at {}{bits}", m.name, name(p, m.ty), m.offset)
            };
            let word = if matches!(t.kind, DataKind::Union(_)) { "one of " } else { "" };
            format!("{word}{{{}}}", members.iter().map(member).collect::<Vec<_>>().join(", "))
        }
        DataKind::Pointer(to) => format!("to {}", to.map_or("?".into(), |to| name(p, to))),
        DataKind::Array { element, count } => format!("{count} of {}", name(p, *element)),
        other => format!("{other:?}"),
    };
    format!("{} {} {made_of}", t.name, t.size).trim_start().to_string()
}

/// The one type of this name.
fn named(p: &Program, name: &str) -> String {
    let all: Vec<&DataType> = p.types.all.iter().filter(|t| &*t.name == name).collect();
    let [only] = all[..] else { panic!("{name}: {all:?} of {:#?}", p.types.all) };
    shown(p, only)
}

/// What is known of a function's parameters.
fn params(p: &Program, function: &str) -> Vec<String> {
    let found = p.functions.iter().position(|f| {
        &*f.display == function
            || f.display.contains(&format!("{function}("))
            || f.display.ends_with(&format!("::{function}"))
    });
    let id = plica_ir::FuncId(found.unwrap_or_else(|| panic!("no function {function}")) as u32);
    let known = p.types.params.get(&id).map_or(&[][..], |params| &params[..]);
    let param = |param: &ParamType| match *param {
        ParamType::Value(t) => name(p, t),
        ParamType::Part(t, offset) => format!("{}+{offset}", name(p, t)),
        ParamType::Copy(t) => format!("copy of {}", name(p, t)),
        ParamType::Result(t) => format!("result {}", name(p, t)),
        ParamType::Unknown => "?".into(),
    };
    known.iter().map(param).collect()
}

fn global(p: &Program, global: &str) -> String {
    let id = p.globals_by_name[global];
    p.types.globals.get(&id).map_or("?".into(), |&t| name(p, t))
}

#[test]
fn structures_are_made_of_what_the_source_says() {
    let source = "
        typedef struct { int x, y; } point, *points;
        union number { int i; float f; };
        enum color { RED, GREEN };
        enum sign { MINUS = -1, PLUS };
        struct node { int elem; struct node *next; };
        struct all {
            struct node n; int rows[2][3]; unsigned a : 3, b : 7, : 0; unsigned long c : 40;
            union number u; enum color color; enum sign sign; _Bool ok; const char *text;
            int (*call)(int, const char *, points); int (*open)(const char *, ...); int (*by_value)(point);
            const volatile short *cs; struct { int q; union { long l; void *v; }; }; struct missing *m;
            point (*corners)[4]; int tail[];
        };
        struct node head; int table[10]; points where; char *const *words; static double ratio;
        int f(struct node *n, struct all *a) { return n->elem + ratio; }
        struct node *g(point *p, unsigned char c, unsigned short *s, void *v) { return 0; }";
    for p in compiled("c", &[source]) {
        assert_eq!(params(&p, "f"), ["struct node *", "struct all *"]);
        assert_eq!(named(&p, "struct node"), "struct node 16 {elem: int at 0, next: struct node * at 8}");
        assert_eq!(named(&p, "struct node *"), "struct node * 8 to struct node");
        let all = "struct all 144 {n: struct node at 0, rows: int[2][3] at 16, a: unsigned int at 40 bits 0+3, \
                   b: unsigned int at 40 bits 3+7, c: unsigned long at 48 bits 0+40, u: union number at 56, \
                   color: enum color at 60, sign: enum sign at 64, ok: _Bool at 68, text: char * at 72, \
                   call: int (*)(int, char *, point *) at 80, open: int (*)(char *, void) at 88, \
                   by_value: int (*)(point) at 96, cs: short * at 104, \
                   : 16 {q: int at 0, : 8 one of {l: long at 0, v: void * at 0} at 8} at 112, \
                   m: struct missing * at 128, corners: point (*)[4] at 136, tail: int[] at 144}";
        assert_eq!(named(&p, "struct all"), all);
        assert_eq!(named(&p, "int[2][3]"), "int[2][3] 24 2 of int[3]");
        assert_eq!(named(&p, "int[]"), "int[] 0 0 of int");
        assert_eq!(named(&p, "union number"), "union number 4 one of {i: int at 0, f: float at 0}");
        assert_eq!(named(&p, "enum color"), "enum color 4 Int { signed: false }");
        assert_eq!(named(&p, "enum sign"), "enum sign 4 Int { signed: true }");
        assert_eq!(named(&p, "_Bool"), "_Bool 1 Bool");
        assert_eq!(named(&p, "char"), "char 1 Char { signed: true }");
        assert_eq!(named(&p, "double"), "double 8 Float");
        let call = "int (int, char *, point *) 0 Function { params: [Int(32), Ptr, Ptr], results: [Int(32)] }";
        assert_eq!(named(&p, "int (int, char *, point *)"), call);
        assert_eq!(named(&p, "int (point)"), "int (point) 0 Opaque");
        assert_eq!(named(&p, "int (char *, void)"), "int (char *, void) 0 Opaque");
        assert_eq!(named(&p, "struct missing"), "struct missing 0 Opaque");
        assert_eq!(named(&p, "point"), "point 8 {x: int at 0, y: int at 4}");
        assert_eq!(params(&p, "g"), ["point *", "unsigned char", "unsigned short *", "void *"]);
        assert_eq!(named(&p, "void *"), "void * 8 to ?");
        let globals = ["head", "table", "where", "words", "ratio"].map(|g| global(&p, g));
        assert_eq!(globals, ["struct node", "int[10]", "point *", "char **", "double"]);
    }
}

#[test]
fn parameters_are_what_the_machine_passes_them_as() {
    let source = "
        typedef struct { int x, y; } point;
        typedef int v4 __attribute__((vector_size(16)));
        struct mixed { double a; float b; };
        struct big { long a[4]; point p; };
        struct view { char *p; int n; };
        struct floats { float a, b, c; };
        struct empty {};
        struct three { char a[3]; };
        struct aligned { _Alignas(16) int x; };
        union u { int i; float f; };
        int direct(point p, struct mixed m, struct big b, union u u, int last) { return last; }
        struct big result(int k, struct view v) { struct big b = { 0 }; return b; }
        int more(struct view v, struct floats f, _Bool b, char c, long double l, __int128 w, float _Complex z, int e)
        { return 0; }
        int odd(struct empty e, struct three t, struct aligned a, v4 v, const char *format, ...) { return 0; }
        int full(long a, long b, long c, long d, long e, struct view v, struct view *w) { return 0; }
        int old(a) int a; { return a; }
        int none(void) { return 0; }";
    for p in compiled("c", &[source]) {
        let direct = ["point+0", "struct mixed+0", "struct mixed+8", "copy of struct big", "union u+0", "int"];
        assert_eq!(params(&p, "direct"), direct);
        assert_eq!(params(&p, "result"), ["result struct big", "int", "struct view+0", "struct view+8"]);
        let floats = ["struct floats+0", "struct floats+4", "struct floats+8"];
        let rest = ["_Bool", "char", "long double", "__int128+0", "__int128+8"];
        let more = [&["struct view+0", "struct view+8"], &floats[..], &rest, &["complex+0", "complex+4", "int"]];
        assert_eq!(params(&p, "more"), more.concat());
        let lanes = ["int[4]+0", "int[4]+4", "int[4]+8", "int[4]+12"];
        let odd = [&["struct three+0", "struct aligned+0"], &lanes[..], &["char *"]];
        assert_eq!(params(&p, "odd"), odd.concat());
        let full = ["long", "long", "long", "long", "long", "copy of struct view", "struct view *"];
        assert_eq!(params(&p, "full"), full);
        assert_eq!(params(&p, "none"), [""; 0]);
        assert_eq!(params(&p, "old"), ["int"]);
    }
}

#[test]
fn what_an_optimiser_left_out_leaves_the_rest_in_doubt() {
    let source = "
        extern int other(long *, int);
        static __attribute__((noinline)) int fewer(int *unused, long *q, int n) { return other(q, n) + n; }
        static __attribute__((noinline)) int last(long *q, int n, int unused) { return other(q, n) + n + 1; }
        int whole(long *q, int *r, int n) { return fewer(r, q, n) + last(q, n, *r); }";
    for p in compiled_at("-O2", "c", &[source]) {
        assert_eq!(params(&p, "whole"), ["long *", "int *", "int"]);
        for name in ["fewer", "last"] {
            let f = p.functions.iter().find(|f| &*f.display == name).expect("not inlined");
            let (count, found) = (f.params, params(&p, name));
            assert!(found.is_empty() || count == 3 && found.len() == 3, "{name}: {count} {found:?}");
        }
    }
}

#[test]
fn translation_units_share_their_types() {
    let header = "struct node { int elem; struct node *next; struct secret *s; };\n";
    let a = "typedef struct { char c; } pair; struct local { int a; };\n\
             int f(struct node *n, pair *p, struct secret *s, struct local *l) { return 0; }\n";
    let b = "typedef struct { char c; } pair; struct local { int b; };\n\
             struct secret { long key; };\nint g(pair *p, struct node *n, struct local *l) { return n->s->key; }\n";
    for p in compiled("c", &[&[header, a].concat(), &[header, b].concat()]) {
        assert_eq!(params(&p, "f"), ["struct node *", "pair *", "struct secret *", "struct local *"]);
        let of = |f: &str, i: usize| p.types.params[&p.function(f).expect("defined")][i];
        assert_eq!((of("f", 0), of("f", 1)), (of("g", 1), of("g", 0)));
        assert_ne!(of("f", 3), of("g", 2), "two structures that have nothing but their names in common");
        assert_eq!(named(&p, "struct secret"), "struct secret 8 {key: long at 0}");
        assert_eq!(named(&p, "pair"), "pair 1 {c: char at 0}");
    }
}

#[test]
fn classes_have_their_bases_and_methods_their_object() {
    let source = "
        namespace ns { struct base { int a; virtual int get() { return a; } }; template <class T> struct box { T v; }; }
        struct nothing {};
        struct counted { int x; counted(const counted &c) { x = c.x; } ~counted() {} };
        class derived : public ns::base, nothing {
        public:
            int b; static int s; int derived::*field; enum class kind : short { one } k;
            int method(const ns::box<int> &r, counted n, nothing e, int &&z) const;
        };
        int derived::method(const ns::box<int> &r, counted n, nothing e, int &&z) const { return b + r.v + n.x + z; }
        struct virtual_one : virtual ns::base { int z; };
        counted make(const counted &c, decltype(nullptr) p) { return counted(c); }
        int take(virtual_one *p) { virtual_one own; return p->z + own.z; }
        derived d;";
    for p in compiled("cpp", &[source]) {
        let method = ["derived *", "ns::box<int> &", "copy of counted", "int &&"];
        assert_eq!(params(&p, "method"), method);
        let derived =
            "derived 32 {: ns::base at 0, : nothing at 0, b: int at 12, field:  at 16, k: derived::kind at 24}";
        assert_eq!(named(&p, "derived"), derived);
        let base = named(&p, "ns::base");
        assert!(base.starts_with("ns::base 16 {_vptr$base: ") && base.ends_with("at 0, a: int at 8}"), "{base}");
        assert_eq!(named(&p, "ns::box<int> &"), "ns::box<int> & 8 to ns::box<int>");
        assert_eq!(named(&p, "derived::kind"), "derived::kind 2 Int { signed: true }");
        assert_eq!(params(&p, "make"), ["result counted", "counted &", "decltype(nullptr)"]);
        let virtual_one = named(&p, "virtual_one");
        assert!(virtual_one.contains("z: int at 8") && !virtual_one.contains("ns::base"), "{virtual_one}");
        assert_eq!(global(&p, "d"), "derived");
    }
}

#[test]
fn rust_passes_pairs_as_such() {
    let source = "
        pub struct P { pub a: u32, pub b: u64, pub c: u8 }
        pub enum E { A(u32), B }
        pub fn f(s: &[u32], p: P, e: E, t: (u32, u8), text: &str, b: bool, c: char, a: [u16; 3], u: (), n: i64) -> u32 {
            s[0] + p.a
        }
        pub fn g(r: &mut P, n: usize) -> [u64; 4] { [r.b + n as u64; 4] }
        #[track_caller] pub fn h(n: &P) -> u32 { if n.a == 0 { panic!() } else { n.a } }";
    let dir = tempfile::tempdir().expect("a folder for sources");
    let file = dir.path().join("types.rs");
    std::fs::write(&file, source).expect("source written");
    let args = ["--edition=2021", "--emit=llvm-ir", "--crate-type=lib", "-Cpanic=abort", "-g", "-Awarnings"];
    let Some(text) = emit(Path::new("rustc"), &args, &file) else { return };
    let p = program(&[&text]).expect("a program");
    assert_eq!(verify(&p), []);
    let slices = ["&[u32]+0", "&[u32]+8"];
    let middle = ["copy of types::P", "types::E+0", "types::E+4", "(u32, u8)+0", "(u32, u8)+4", "&str+0", "&str+8"];
    let f = [&slices[..], &middle, &["bool", "char", "[u16; 3]+0", "i64"]].concat();
    let found = params(&p, "f");
    assert_eq!(found.len(), f.len(), "{found:?}");
    // How arrays are called is nothing that the source says.
    let same = found.iter().zip(&f).all(|(found, f)| found == f || f.starts_with('['));
    assert!(same, "{found:?}");
    assert_eq!(params(&p, "g").len(), 3);
    assert_eq!(params(&p, "g")[1..], ["&mut types::P", "usize"]);
    assert_eq!(params(&p, "h"), ["&types::P", "&core::panic::location::Location"]);
}

/// A function with one pointer to what `!7` is.
fn garbled(nodes: &str) -> Program {
    let text = format!(
        "define void @f(ptr %p, i32 %n) !dbg !2 {{\n ret void\n}}\n@g = global i64 0, !dbg !20\n\
         !llvm.dbg.cu = !{{!0}}\n!0 = distinct !DICompileUnit(language: DW_LANG_C99, file: !1)\n\
         !1 = !DIFile(filename: \"a.c\", directory: \"/\")\n\
         !2 = distinct !DISubprogram(name: \"f\", file: !1, type: !3, unit: !0)\n\
         !3 = !DISubroutineType(types: !4)\n!4 = !{{null, !5, !6}}\n\
         !5 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7, size: 64)\n\
         !6 = !DIBasicType(name: \"int\", size: 32, encoding: DW_ATE_signed)\n\
         !20 = !DIGlobalVariable(name: \"g\", type: !7)\n{nodes}"
    );
    let p = program(&[&text]).expect("a program");
    assert_eq!(verify(&p), [], "{nodes}");
    p
}

#[test]
fn what_is_garbled_is_opaque_or_unknown() {
    let record = |more: &str| format!("!7 = !DICompositeType(tag: DW_TAG_structure_type, {more})\n");
    let member = |n: u32, more: &str| format!("!{n} = !DIDerivedType(tag: DW_TAG_member, name: \"m\", {more})\n");
    let one = record("name: \"s\", size: 64, elements: !8") + "!8 = !{!9}\n";
    let nameless = record("size: 64, elements: !8") + "!8 = !{!9, !9}\n";
    let opaque = [
        // By value: itself, itself without a name, itself in an array.
        one.clone() + &member(9, "baseType: !7, size: 64"),
        one.clone()
            + &member(9, "baseType: !10, size: 64")
            + "!10 = !DICompositeType(tag: DW_TAG_array_type, baseType: !7, size: 64, elements: !11)\n!11 = !{!12}\n\
               !12 = !DISubrange(count: 1)\n",
        // Sizes and places.
        record("name: \"s\", size: -8, elements: !8") + "!8 = !{}\n",
        record("name: \"s\", size: 9223372036854775800, elements: !8") + "!8 = !{}\n",
        one.clone() + &member(9, "baseType: !6, size: 32, offset: 64"),
        one.clone() + &member(9, "baseType: !6, size: 32, offset: -32"),
        one.clone() + &member(9, "baseType: !6, size: 32, offset: 3"),
        one.clone() + &member(9, "baseType: !6, size: 0, flags: DIFlagBitField"),
        one.clone() + &member(9, "baseType: !6, size: 33, flags: DIFlagBitField"),
        // What is missing.
        one.clone(),
        record("name: \"s\", size: 64, elements: !8") + "!8 = !{null}\n",
        "!7 = !DICompositeType(tag: DW_TAG_array_type, size: 64, elements: !8)\n".into(),
        String::new(),
        // What only renames itself.
        "!7 = !DIDerivedType(tag: DW_TAG_typedef, name: \"t\", baseType: !7)\n".into(),
    ];
    for nodes in opaque {
        let p = garbled(&nodes);
        let found = params(&p, "f");
        assert!(found.len() == 2 && found[1] == "int", "{found:?}\n{nodes}");
        let Some(ParamType::Value(pointer)) = p.types.params.values().next().map(|params| params[0]) else { panic!() };
        let DataKind::Pointer(Some(to)) = p.types.get(pointer).kind else { panic!("{nodes}") };
        assert_eq!(p.types.get(to).kind, DataKind::Opaque, "{nodes}");
    }
    let hidden = garbled(&(one + &member(9, "size: 32")));
    assert_eq!(named(&hidden, "struct s"), "struct s 8 {m:  at 0}");
    garbled(
        &(nameless + &member(9, "baseType: !10") + "!10 = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !7)\n"),
    );
}

#[test]
fn long_and_wide_chains_end() {
    // Structures without names, each twice within the next; pointers to pointers; functions that take functions.
    let mut nodes = String::new();
    for i in (7..20_007u32).filter(|i| *i != 20) {
        let (next, elements) = (if i + 1 == 20 { 21 } else { i + 1 }, i + 100_000);
        nodes += &match i % 3 {
            0 => format!(
                "!{i} = !DICompositeType(tag: DW_TAG_structure_type, size: 64, elements: !{elements})\n\
                 !{elements} = !{{!{0}, !{0}}}\n!{0} = !DIDerivedType(tag: DW_TAG_member, baseType: !{next})\n",
                i + 200_000
            ),
            1 => format!("!{i} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{next}, size: 64)\n"),
            _ => format!("!{i} = !DISubroutineType(types: !{elements})\n!{elements} = !{{null, !{next}, !{next}}}\n"),
        };
    }
    garbled(&nodes);
    let mut list = String::new();
    for i in (7..20_007u32).filter(|i| *i != 20) {
        let (next, elements) = (if i + 1 == 20 { 21 } else { i + 1 }, i + 100_000);
        list += &format!(
            "!{i} = !DICompositeType(tag: DW_TAG_structure_type, name: \"s{i}\", size: 64, elements: !{elements})\n\
             !{elements} = !{{!{0}}}\n!{0} = !DIDerivedType(tag: DW_TAG_member, name: \"m\", baseType: !{1})\n\
             !{1} = !DIDerivedType(tag: DW_TAG_pointer_type, baseType: !{next}, size: 64)\n",
            i + 200_000,
            i + 300_000
        );
    }
    assert!(garbled(&list).types.all.len() > 30_000);
    // By value, each twice at one place within the next, and nothing in the end.
    let mut nested = String::new();
    for i in (6..66u32).filter(|i| *i != 20) {
        let (next, elements) = (if i + 1 == 20 { 21 } else { i + 1 }, i + 1_000);
        nested += &format!(
            "!{i} = !DICompositeType(tag: DW_TAG_structure_type, name: \"s{i}\", size: 64, elements: !{elements})\n\
             !{elements} = !{{!{0}, !{0}}}\n!{0} = !DIDerivedType(tag: DW_TAG_member, baseType: !{next})\n",
            i + 2_000
        );
    }
    nested += "!66 = !DICompositeType(tag: DW_TAG_structure_type, name: \"end\", size: 64)\n";
    assert_eq!(params(&garbled(&nested), "f"), [""; 0]);
}
