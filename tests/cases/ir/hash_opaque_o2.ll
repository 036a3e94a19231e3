; verdict: violated
; error: error-call
; A hash that meets its target for one key, opaque pointers (clang-19 -O2)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() {
  %1 = tail call zeroext i8 @__VERIFIER_nondet_uchar()
  %2 = tail call zeroext i8 @__VERIFIER_nondet_uchar()
  %3 = tail call zeroext i8 @__VERIFIER_nondet_uchar()
  %4 = icmp eq i8 %1, 99
  br i1 %4, label %5, label %13

5:                                                ; preds = %0
  %6 = zext i8 %2 to i32
  %7 = xor i32 %6, 9600
  %8 = mul nuw nsw i32 %7, 96
  %9 = zext i8 %3 to i32
  %10 = xor i32 %8, %9
  %11 = icmp eq i32 %10, 930836
  br i1 %11, label %12, label %13

12:                                               ; preds = %5
  tail call void @reach_error()
  br label %13

13:                                               ; preds = %0, %12, %5
  ret i32 0
}

declare zeroext i8 @__VERIFIER_nondet_uchar()

declare void @reach_error()

