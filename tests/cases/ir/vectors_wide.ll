; verdict: holds
; Loops turned into wide vector code (clang-19 -O3 -mavx2)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() {
  %1 = tail call i32 @__VERIFIER_nondet_int()
  %2 = and i32 %1, 255
  %3 = tail call i32 @__VERIFIER_nondet_int()
  %4 = and i32 %3, 255
  %5 = add nuw nsw i32 %4, 1
  %6 = tail call i32 @__VERIFIER_nondet_int()
  %7 = and i32 %6, 255
  %8 = add nuw nsw i32 %7, 2
  %9 = tail call i32 @__VERIFIER_nondet_int()
  %10 = and i32 %9, 255
  %11 = add nuw nsw i32 %10, 3
  %12 = tail call i32 @__VERIFIER_nondet_int()
  %13 = and i32 %12, 255
  %14 = add nuw nsw i32 %13, 4
  %15 = tail call i32 @__VERIFIER_nondet_int()
  %16 = and i32 %15, 255
  %17 = add nuw nsw i32 %16, 5
  %18 = tail call i32 @__VERIFIER_nondet_int()
  %19 = and i32 %18, 255
  %20 = add nuw nsw i32 %19, 6
  %21 = tail call i32 @__VERIFIER_nondet_int()
  %22 = and i32 %21, 255
  %23 = add nuw nsw i32 %22, 7
  %24 = add nuw nsw i32 %5, %2
  %25 = tail call i32 @llvm.umax.i32(i32 %5, i32 %2)
  %26 = add nuw nsw i32 %8, %24
  %27 = tail call i32 @llvm.umax.i32(i32 %8, i32 %25)
  %28 = add nuw nsw i32 %11, %26
  %29 = tail call i32 @llvm.umax.i32(i32 %11, i32 %27)
  %30 = add nuw nsw i32 %14, %28
  %31 = tail call i32 @llvm.umax.i32(i32 %14, i32 %29)
  %32 = add nuw nsw i32 %17, %30
  %33 = tail call i32 @llvm.umax.i32(i32 %17, i32 %31)
  %34 = add nuw nsw i32 %20, %32
  %35 = tail call i32 @llvm.umax.i32(i32 %20, i32 %33)
  %36 = add nuw nsw i32 %23, %34
  %37 = tail call i32 @llvm.umax.i32(i32 %23, i32 %35)
  %38 = shl nuw nsw i32 %37, 3
  %39 = icmp ugt i32 %36, %38
  br i1 %39, label %40, label %41

40:                                               ; preds = %0
  tail call void @reach_error()
  br label %41

41:                                               ; preds = %40, %0
  ret i32 0
}

declare i32 @__VERIFIER_nondet_int()

declare void @reach_error()

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32)

