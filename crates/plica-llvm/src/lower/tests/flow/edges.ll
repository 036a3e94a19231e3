define i32 @edges(i1 %c, i64 %i) {
entry:
  br i1 %c, label %join, label %other
other:
  switch i64 %i, label %join [ i64 1, label %join
                               i64 -1, label %dead ]
join:
  %r = phi i32 [ 1, %entry ], [ 2, %other ], [ 2, %other ]
  ret i32 %r
dead:
  frobnicate i32 %r, 7
  unreachable
}
define i32 @life() {
  %x = alloca i32, align 4
  call void @llvm.lifetime.start.p0(i64 4, ptr %x)
  %v = load i32, ptr %x
  call void @llvm.lifetime.end.p0(i64 4, ptr %x)
  ret i32 %v
}
declare void @llvm.lifetime.start.p0(i64, ptr)
declare void @llvm.lifetime.end.p0(i64, ptr)
