; verdict: holds
; Opaque pointers (clang-19 -O2)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local range(i32 0, 2) i32 @main() {
  %1 = tail call i32 @__VERIFIER_nondet_int()
  %2 = tail call i32 @__VERIFIER_nondet_int()
  %3 = and i32 %2, 7
  %4 = mul nuw nsw i32 %3, 7
  %5 = and i32 %1, 7
  %6 = shl nuw nsw i32 %5, 1
  %7 = add nuw nsw i32 %4, %6
  %8 = icmp ugt i32 %7, 50
  %9 = icmp ult i32 %5, %3
  %10 = and i1 %9, %8
  %11 = zext i1 %10 to i32
  ret i32 %11
}

declare i32 @__VERIFIER_nondet_int()

