; Labels of the source: at the start of a block, in the middle of one, and two at one place, in both notations.
define i32 @f(i1 %c) {
entry:
  br i1 %c, label %L1, label %done
L1:
  call void @llvm.dbg.label(metadata !1), !dbg !4
  br label %done
done:
  %x = phi i32 [ 1, %entry ], [ 2, %L1 ]
    #dbg_label(!2, !4)
    #dbg_label(!3, !4)
  %y = add i32 %x, 1
  call void @llvm.dbg.label(metadata !6), !dbg !4
  ret i32 %y
}
declare void @llvm.dbg.label(metadata)
!0 = !DIFile(filename: "a.c", directory: "/")
!1 = !DILabel(scope: !5, name: "L", file: !0, line: 2)
!2 = !DILabel(scope: !5, name: "done", file: !0, line: 3)
!3 = !DILabel(scope: !5, name: "finished", file: !0, line: 3)
!4 = !DILocation(line: 3, scope: !5)
!5 = distinct !DISubprogram(name: "f", file: !0, line: 1)
!6 = !DILabel(scope: !5, name: "late", file: !0, line: 4)
