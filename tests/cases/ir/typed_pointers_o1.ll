; verdict: holds
; Typed pointers (clang-14 -O1)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

@weights = internal unnamed_addr constant [4 x i32] [i32 3, i32 1, i32 4, i32 1], align 16

; Function Attrs: nounwind uwtable
define dso_local i32 @main() {
  %1 = call i32 @__VERIFIER_nondet_int()
  %2 = and i32 %1, 7
  %3 = call i32 @__VERIFIER_nondet_int()
  %4 = and i32 %3, 7
  br label %5

5:                                                ; preds = %5, %0
  %6 = phi i64 [ 0, %0 ], [ %15, %5 ]
  %7 = phi i32 [ 0, %0 ], [ %14, %5 ]
  %8 = getelementptr inbounds [4 x i32], [4 x i32]* @weights, i64 0, i64 %6
  %9 = load i32, i32* %8, align 4
  %10 = and i64 %6, 1
  %11 = icmp eq i64 %10, 0
  %12 = select i1 %11, i32 %4, i32 %2
  %13 = mul nsw i32 %12, %9
  %14 = add nsw i32 %13, %7
  %15 = add nuw nsw i64 %6, 1
  %16 = icmp eq i64 %15, 4
  br i1 %16, label %17, label %5

17:                                               ; preds = %5
  %18 = mul nuw nsw i32 %4, 7
  %19 = shl nuw nsw i32 %2, 1
  %20 = add nuw nsw i32 %18, %19
  %21 = icmp eq i32 %14, %20
  br i1 %21, label %23, label %22

22:                                               ; preds = %17
  call void @reach_error()
  br label %23

23:                                               ; preds = %22, %17
  %24 = icmp sgt i32 %14, 50
  %25 = icmp ult i32 %2, %4
  %26 = select i1 %24, i1 %25, i1 false
  %27 = zext i1 %26 to i32
  ret i32 %27
}

declare i32 @__VERIFIER_nondet_int()

declare void @reach_error()

