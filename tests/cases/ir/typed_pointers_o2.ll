; verdict: holds
; Typed pointers (clang-14 -O2)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local i32 @main() {
  %1 = tail call i32 @__VERIFIER_nondet_int()
  %2 = and i32 %1, 7
  %3 = tail call i32 @__VERIFIER_nondet_int()
  %4 = and i32 %3, 7
  %5 = mul nuw nsw i32 %4, 7
  %6 = shl nuw nsw i32 %2, 1
  %7 = add nuw nsw i32 %5, %6
  %8 = icmp ugt i32 %7, 50
  %9 = icmp ult i32 %2, %4
  %10 = select i1 %8, i1 %9, i1 false
  %11 = zext i1 %10 to i32
  ret i32 %11
}

declare i32 @__VERIFIER_nondet_int()

