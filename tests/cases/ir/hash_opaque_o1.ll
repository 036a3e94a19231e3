; verdict: violated
; error: error-call
; A hash that meets its target for one key, opaque pointers (clang-19 -O1)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local noundef i32 @main() {
  %1 = alloca [3 x i8], align 1
  call void @llvm.lifetime.start.p0(i64 3, ptr nonnull %1)
  br label %4

2:                                                ; preds = %4
  %3 = load i8, ptr %1, align 1
  switch i8 %3, label %23 [
    i8 97, label %15
    i8 98, label %17
    i8 99, label %19
    i8 100, label %21
  ]

4:                                                ; preds = %0, %4
  %5 = phi i64 [ 0, %0 ], [ %13, %4 ]
  %6 = phi i32 [ 7, %0 ], [ %12, %4 ]
  %7 = tail call zeroext i8 @__VERIFIER_nondet_uchar()
  %8 = getelementptr inbounds [3 x i8], ptr %1, i64 0, i64 %5
  store i8 %7, ptr %8, align 1
  %9 = zext i8 %7 to i32
  %10 = xor i32 %6, %9
  %11 = tail call i32 @llvm.fshl.i32(i32 %10, i32 %10, i32 5)
  %12 = mul i32 %11, 3
  %13 = add nuw nsw i64 %5, 1
  %14 = icmp eq i64 %13, 3
  br i1 %14, label %2, label %4

15:                                               ; preds = %2
  %16 = add i32 %12, 1
  br label %23

17:                                               ; preds = %2
  %18 = add i32 %12, 2
  br label %23

19:                                               ; preds = %2
  %20 = add i32 %12, 4
  br label %23

21:                                               ; preds = %2
  %22 = add i32 %12, 8
  br label %23

23:                                               ; preds = %2, %21, %19, %17, %15
  %24 = phi i32 [ %12, %2 ], [ %22, %21 ], [ %20, %19 ], [ %18, %17 ], [ %16, %15 ]
  %25 = icmp eq i32 %24, 89360260
  br i1 %25, label %26, label %27

26:                                               ; preds = %23
  tail call void @reach_error()
  br label %27

27:                                               ; preds = %26, %23
  call void @llvm.lifetime.end.p0(i64 3, ptr nonnull %1)
  ret i32 0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)

declare zeroext i8 @__VERIFIER_nondet_uchar()

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)

declare void @reach_error()

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.fshl.i32(i32, i32, i32)

