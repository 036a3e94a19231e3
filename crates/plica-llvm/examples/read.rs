//! Reads `.ll` files and says how long that took: `cargo run --release -p plica-llvm --example read -- FILE...`.
//!
//! Without files it writes 50 MB of IR in memory, twice (once functions, once metadata and tables), and reads that.

use std::fmt::Write;
use std::process::ExitCode;
use std::time::Instant;

use plica_llvm::ast::InstKind;

fn main() -> ExitCode {
    let files: Vec<String> = std::env::args().skip(1).collect();
    let mut failed = false;
    if files.is_empty() {
        failed |= !report("50 MB of functions", &functions(50_000_000));
        failed |= !report("50 MB of tables and metadata", &tables(50_000_000));
    }
    for file in files {
        match std::fs::read(&file) {
            Ok(bytes) => failed |= !report(&file, &String::from_utf8_lossy(&bytes)),
            Err(error) => {
                eprintln!("{file}: {error}");
                failed = true;
            }
        }
    }
    if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn report(name: &str, text: &str) -> bool {
    let start = Instant::now();
    let module = match plica_llvm::parse(text) {
        Ok(module) => module,
        Err(error) => {
            eprintln!("{name}: {error}");
            return false;
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    let all = || module.functions.iter().flat_map(|f| &f.blocks).flat_map(|b| &b.instructions);
    println!(
        "{name}: {:.1} MB in {seconds:.3} s, {} functions, {} instructions",
        text.len() as f64 / 1e6,
        module.functions.len(),
        all().count()
    );
    for instruction in all() {
        if let InstKind::Unknown { text } = &instruction.kind {
            println!("  line {}: unknown instruction: {text}", instruction.line);
        }
    }
    true
}

/// Functions as clang writes them at -O0 with -g.
fn functions(size: usize) -> String {
    let mut out = String::with_capacity(size + 4096);
    out.push_str(
        "%struct.node = type { ptr, i32, [4 x i8] }\n@table = global [4 x i32] [i32 1, i32 2, i32 3, i32 4]\n",
    );
    let mut n = 0;
    while out.len() < size {
        let _ = write!(
            out,
            "define dso_local i32 @function_{n}(ptr noundef %list, i32 noundef %count) #0 !dbg !10 {{\n\
             entry:\n  %list.addr = alloca ptr, align 8\n  %count.addr = alloca i32, align 4\n  \
             store ptr %list, ptr %list.addr, align 8\n    #dbg_declare(ptr %list.addr, !11, !DIExpression(), !12)\n  \
             store i32 %count, ptr %count.addr, align 4\n  br label %for.cond, !dbg !13\n\n\
             for.cond:                                         ; preds = %for.inc, %entry\n  \
             %0 = load i32, ptr %count.addr, align 4, !dbg !14\n  %cmp = icmp slt i32 %0, 100, !dbg !15\n  \
             br i1 %cmp, label %for.body, label %for.end, !dbg !16\n\n\
             for.body:                                         ; preds = %for.cond\n  \
             %1 = load ptr, ptr %list.addr, align 8, !dbg !17\n  \
             %value = getelementptr inbounds %struct.node, ptr %1, i32 0, i32 1, !dbg !18\n  \
             %2 = load i32, ptr %value, align 8, !dbg !18\n  %add = add nsw i32 %2, {n}, !dbg !19\n  \
             %call = call i32 @function_0(ptr noundef %1, i32 noundef %add), !dbg !20\n  br label %for.inc, !dbg !20\n\n\
             for.inc:                                          ; preds = %for.body\n  \
             %3 = load i32, ptr %count.addr, align 4, !dbg !21\n  %inc = add nsw i32 %3, 1, !dbg !21\n  \
             store i32 %inc, ptr %count.addr, align 4, !dbg !21\n  br label %for.cond, !dbg !22, !llvm.loop !23\n\n\
             for.end:                                          ; preds = %for.cond\n  ret i32 %0, !dbg !24\n}}\n\n"
        );
        n += 1;
    }
    out
}

/// Constant tables and debug information.
fn tables(size: usize) -> String {
    let mut out = String::with_capacity(size + 4096);
    let mut n = 0u32;
    while out.len() < size / 2 {
        let _ = write!(out, "@table_{n} = internal constant [64 x i32] [");
        for i in 0..64 {
            let comma = if i == 0 { "" } else { ", " };
            let _ = write!(out, "{comma}i32 {}", n.wrapping_mul(2654435761).wrapping_add(i) >> 4);
        }
        out.push_str("], align 16\n");
        n += 1;
    }
    n = 0;
    while out.len() < size {
        let _ = write!(
            out,
            "!{n} = !DILocalVariable(name: \"variable{n}\", arg: 1, scope: !{}, file: !1, line: {n}, type: !7)\n\
             !{} = !DILocation(line: {n}, column: 12, scope: !{n})\n\
             !{} = distinct !DILexicalBlock(scope: !{n}, file: !1, line: 5, column: 3)\n\
             !{} = !{{!{n}, !2, null, !\"text\"}}\n",
            n + 1,
            n + 1,
            n + 2,
            n + 3
        );
        n += 4;
    }
    out
}
