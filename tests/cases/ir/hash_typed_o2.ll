; verdict: violated
; error: error-call
; A hash that meets its target for one key, typed pointers (clang-14 -O2)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local i32 @main() {
  %1 = tail call zeroext i8 @__VERIFIER_nondet_uchar()
  %2 = xor i8 %1, 7
  %3 = zext i8 %2 to i32
  %4 = tail call i32 @llvm.fshl.i32(i32 %3, i32 7, i32 5)
  %5 = mul nuw nsw i32 %4, 3
  %6 = tail call zeroext i8 @__VERIFIER_nondet_uchar()
  %7 = zext i8 %6 to i32
  %8 = xor i32 %5, %7
  %9 = mul nuw nsw i32 %8, 96
  %10 = tail call zeroext i8 @__VERIFIER_nondet_uchar()
  %11 = zext i8 %10 to i32
  %12 = xor i32 %9, %11
  %13 = icmp eq i8 %1, 99
  %14 = icmp eq i32 %12, 930836
  %15 = select i1 %13, i1 %14, i1 false
  br i1 %15, label %16, label %17

16:                                               ; preds = %0
  tail call void @reach_error()
  br label %17

17:                                               ; preds = %0, %16
  ret i32 0
}

declare zeroext i8 @__VERIFIER_nondet_uchar()

declare void @reach_error()

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.fshl.i32(i32, i32, i32)

