%pair = type { i8, i32 }
define void @copy(ptr %a, ptr %b, i64 %i) {
  %v = load %pair, ptr %a
  %e = getelementptr [4 x %pair], ptr %b, i64 1, i64 %i, i32 1
  store i32 3, ptr %e
  store %pair %v, ptr %b
  ret void
}
define i32 @exchange(ptr %p) {
  %r = cmpxchg ptr %p, i32 1, i32 2 seq_cst seq_cst
  %ok = extractvalue { i32, i1 } %r, 1
  br i1 %ok, label %yes, label %no
yes:
  %old = atomicrmw nand ptr %p, i32 5 seq_cst
  ret i32 %old
no:
  ret i32 0
}
define x86_fp80 @long_double(ptr %p) {
  %v = load x86_fp80, ptr %p
  store x86_fp80 %v, ptr %p
  ret x86_fp80 %v
}
define i32 @vla(i32 %n, i32 %i) {
  %w = zext i32 %n to i64
  %a = alloca i32, i64 %w
  %x = sext i32 %i to i64
  %p = getelementptr i32, ptr %a, i64 %x
  %v = load i32, ptr %p
  ret i32 %v
}
