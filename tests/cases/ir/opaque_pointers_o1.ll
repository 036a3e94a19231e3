; verdict: holds
; Opaque pointers (clang-19 -O1)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, i32 }

@weights = internal unnamed_addr constant [4 x i32] [i32 3, i32 1, i32 4, i32 1], align 16

; Function Attrs: nounwind uwtable
define dso_local range(i32 0, 2) i32 @main() {
  %1 = alloca %struct.pair, align 4
  call void @llvm.lifetime.start.p0(i64 8, ptr nonnull %1)
  %2 = tail call i32 @__VERIFIER_nondet_int()
  %3 = and i32 %2, 7
  store i32 %3, ptr %1, align 4
  %4 = getelementptr inbounds i8, ptr %1, i64 4
  %5 = tail call i32 @__VERIFIER_nondet_int()
  %6 = and i32 %5, 7
  store i32 %6, ptr %4, align 4
  br label %7

7:                                                ; preds = %7, %0
  %8 = phi i64 [ 0, %0 ], [ %19, %7 ]
  %9 = phi i32 [ 0, %0 ], [ %18, %7 ]
  %10 = getelementptr inbounds [4 x i32], ptr @weights, i64 0, i64 %8
  %11 = load i32, ptr %10, align 4
  %12 = shl i64 %8, 2
  %13 = and i64 %12, 4
  %14 = xor i64 %13, 4
  %15 = getelementptr inbounds i8, ptr %1, i64 %14
  %16 = load i32, ptr %15, align 4
  %17 = mul nsw i32 %16, %11
  %18 = add nsw i32 %17, %9
  %19 = add nuw nsw i64 %8, 1
  %20 = icmp eq i64 %19, 4
  br i1 %20, label %21, label %7

21:                                               ; preds = %7
  %22 = mul nuw nsw i32 %6, 7
  %23 = shl nuw nsw i32 %3, 1
  %24 = add nuw nsw i32 %22, %23
  %25 = icmp eq i32 %18, %24
  br i1 %25, label %27, label %26

26:                                               ; preds = %21
  tail call void @reach_error()
  br label %27

27:                                               ; preds = %26, %21
  %28 = icmp sgt i32 %18, 50
  %29 = icmp ult i32 %3, %6
  %30 = select i1 %28, i1 %29, i1 false
  %31 = zext i1 %30 to i32
  call void @llvm.lifetime.end.p0(i64 8, ptr nonnull %1)
  ret i32 %31
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)

declare i32 @__VERIFIER_nondet_int()

declare void @reach_error()

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)

