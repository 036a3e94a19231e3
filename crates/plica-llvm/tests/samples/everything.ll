; ModuleID = 'everything'
source_filename = "every\22thing.c"
target datalayout = "e-m:e-p270:32:32-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.s = type { i32, %struct.t*, [4 x i16] }
%struct.t = type opaque
%"a b" = type <{ i8, <2 x float> }>
$c = comdat any

@g = dso_local global %struct.s { i32 -5, %struct.t* null, [4 x i16] [i16 1, i16 2, i16 3, i16 4] }, align 8, !dbg !12
@s = private unnamed_addr constant [4 x i8] c"a\00\FF\\", comdat($c), align 1
@e = external thread_local global i128
@p = internal global [2 x i8*] [i8* bitcast (%struct.s* @g to i8*), i8* getelementptr inbounds ([4 x i8], [4 x i8]* @s, i64 0, i64 1)]
@n = global i64 sub (i64 ptrtoint (i128* @e to i64), i64 170)
@d = global { double, float, x86_fp80, half } { double 1.500000e+00, float 0x3FB99999A0000000, x86_fp80 0xK3FFF8000000000000000, half 0xH3C00 }
@v = global <4 x i32> splat (i32 7)
@l = weak_odr alias i32, ptr @g
@"\01quoted" = common global i32 0
@b = global ptr blockaddress(@f, %for.end)

; Function Attrs: nounwind
define dso_local i32 @f(i32 noundef signext %x, ptr byval(%struct.s) align 8 dereferenceable(24) %p, ...) #0 !dbg !5 {
entry:
  %a = alloca i32, align 4
  store i32 %x, ptr %a, align 4
    #dbg_declare(ptr %a, !7, !DIExpression(DW_OP_plus_uconst, 8), !8)
  call void @llvm.dbg.value(metadata i32 %x, metadata !7, metadata !DIExpression()), !dbg !8
  switch i32 %x, label %for.cond [
    i32 1, label %for.end
    i32 -2, label %for.end
  ], !dbg !8

for.cond:                                         ; preds = %for.cond, %entry
  %i = phi i32 [ 0, %entry ], [ %inc, %for.cond ]
  %inc = add nuw nsw i32 %i, 1
  %0 = icmp samesign ult i32 %inc, 10
  br i1 %0, label %for.cond, label %for.end, !llvm.loop !9

for.end:
  %1 = call i32 (ptr, ...) @printf(ptr noundef @s, i32 %x) #1 [ "tag"(i32 1) ], !dbg !8
  %2 = getelementptr inbounds %struct.s, ptr %p, i64 0, i32 2, i64 1
  %3 = load atomic volatile i16, ptr %2 seq_cst, align 2
  %4 = zext nneg i16 %3 to i32
  %5 = insertvalue { i32, [2 x i8] } undef, i8 3, 1, 0
  %6 = extractvalue { i32, [2 x i8] } %5, 0
  %7 = shufflevector <2 x i32> <i32 1, i32 2>, <2 x i32> poison, <4 x i32> zeroinitializer
  %8 = extractelement <4 x i32> %7, i32 %x
  %9 = cmpxchg weak ptr %a, i32 0, i32 1 acq_rel monotonic, align 4
  %10 = atomicrmw add ptr %a, i32 1 seq_cst, align 4
  fence acquire
  %11 = select i1 %0, i32 %4, i32 %8
  %12 = fadd fast double 1.0, 0x7FF0000000000000
  %13 = fcmp olt double %12, 2.0
  %14 = freeze i32 %11
  %15 = call i32 asm sideeffect "mov $1, $0", "=r,r"(i32 %14)
  %16 = invoke i32 @h(i32 %15)
          to label %done unwind label %pad

pad:
  %17 = landingpad { ptr, i32 }
          cleanup
          catch ptr @e
          filter [1 x ptr] [ptr @e]
  resume { ptr, i32 } %17

done:
  %18 = newinstruction i32 %16, [ 1, 2 ]
  ret i32 %16
}

declare i32 @printf(ptr nocapture readonly, ...) local_unnamed_addr #1

declare i32 @h(i32)

attributes #0 = { nounwind uwtable(sync) memory(argmem: read) "frame-pointer"="all" alignstack=16 }
attributes #1 = { noreturn }

!llvm.dbg.cu = !{!0}
!llvm.module.flags = !{!3}

!0 = distinct !DICompileUnit(language: DW_LANG_C11, file: !1, isOptimized: false, emissionKind: FullDebug, globals: !2)
!1 = !DIFile(filename: "every.c", directory: "/tmp", checksumkind: CSK_MD5, checksum: "0123")
!2 = !{!12, null}
!3 = !{i32 7, !"uwtable", i32 2}
!4 = !DIBasicType(name: "int", size: 32, encoding: DW_ATE_signed)
!5 = distinct !DISubprogram(name: "f", scope: !1, file: !1, line: 3, type: !6, flags: DIFlagPrototyped | DIFlagPublic, unit: !0)
!6 = !DISubroutineType(types: !{!4, !4})
!7 = !DILocalVariable(name: "x", arg: 1, scope: !5, file: !1, line: 3, type: !4)
!8 = !DILocation(line: 4, column: 7, scope: !10, inlinedAt: !11)
!9 = distinct !{!9, !8}
!10 = distinct !DILexicalBlock(scope: !5, file: !1, line: 4, column: 3)
!11 = distinct !DILocation(line: 9, column: 1, scope: !5)
!12 = !DIGlobalVariableExpression(var: !13, expr: !DIExpression(DW_OP_constu, 18446744073709551615, DW_OP_stack_value))
!13 = distinct !DIGlobalVariable(name: "g", scope: !0, file: !1, line: 1, type: !4, isLocal: false, isDefinition: true)
