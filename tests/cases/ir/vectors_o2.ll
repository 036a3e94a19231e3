; verdict: holds
; Loops turned into vector code (clang-16 -O2 -fno-unroll-loops)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local i32 @main() {
  %1 = alloca [16 x i32], align 16
  call void @llvm.lifetime.start.p0(i64 64, ptr nonnull %1)
  %2 = tail call i32 @__VERIFIER_nondet_int()
  %3 = and i32 %2, 255
  %4 = tail call i32 @__VERIFIER_nondet_int()
  %5 = and i32 %4, 255
  %6 = insertelement <4 x i32> poison, i32 %5, i64 0
  %7 = shufflevector <4 x i32> %6, <4 x i32> poison, <4 x i32> zeroinitializer
  %8 = insertelement <4 x i32> poison, i32 %3, i64 0
  %9 = shufflevector <4 x i32> %8, <4 x i32> poison, <4 x i32> zeroinitializer
  br label %10

10:                                               ; preds = %10, %0
  %11 = phi i64 [ 0, %0 ], [ %17, %10 ]
  %12 = phi <4 x i64> [ <i64 0, i64 1, i64 2, i64 3>, %0 ], [ %18, %10 ]
  %13 = and <4 x i64> %12, <i64 1, i64 1, i64 1, i64 1>
  %14 = icmp eq <4 x i64> %13, zeroinitializer
  %15 = select <4 x i1> %14, <4 x i32> %7, <4 x i32> %9
  %16 = getelementptr inbounds [16 x i32], ptr %1, i64 0, i64 %11
  store <4 x i32> %15, ptr %16, align 16
  %17 = add nuw i64 %11, 4
  %18 = add <4 x i64> %12, <i64 4, i64 4, i64 4, i64 4>
  %19 = icmp eq i64 %17, 16
  br i1 %19, label %20, label %10

20:                                               ; preds = %10
  %21 = call fastcc i32 @total(ptr noundef nonnull %1)
  %22 = add nuw nsw i32 %5, %3
  %23 = mul nuw nsw i32 %22, 24
  %24 = icmp eq i32 %21, %23
  br i1 %24, label %26, label %25

25:                                               ; preds = %20
  tail call void @reach_error()
  br label %26

26:                                               ; preds = %25, %20
  %27 = call fastcc i32 @largest(ptr noundef nonnull %1)
  %28 = tail call i32 @llvm.umax.i32(i32 %3, i32 %5)
  %29 = icmp eq i32 %27, %28
  br i1 %29, label %31, label %30

30:                                               ; preds = %26
  tail call void @reach_error()
  br label %31

31:                                               ; preds = %30, %26
  call void @llvm.lifetime.end.p0(i64 64, ptr nonnull %1)
  ret i32 0
}

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.start.p0(i64 immarg, ptr nocapture)

declare i32 @__VERIFIER_nondet_int()

; Function Attrs: mustprogress nocallback nofree nosync nounwind willreturn memory(argmem: readwrite)
declare void @llvm.lifetime.end.p0(i64 immarg, ptr nocapture)

; Function Attrs: nofree noinline norecurse nosync nounwind memory(argmem: read) uwtable
define internal fastcc i32 @total(ptr nocapture noundef readonly %0) unnamed_addr {
  br label %2

2:                                                ; preds = %2, %1
  %3 = phi i64 [ 0, %1 ], [ %9, %2 ]
  %4 = phi <4 x i32> [ zeroinitializer, %1 ], [ %8, %2 ]
  %5 = getelementptr inbounds i32, ptr %0, i64 %3
  %6 = load <4 x i32>, ptr %5, align 4
  %7 = mul nsw <4 x i32> %6, <i32 3, i32 3, i32 3, i32 3>
  %8 = add <4 x i32> %7, %4
  %9 = add nuw i64 %3, 4
  %10 = icmp eq i64 %9, 16
  br i1 %10, label %11, label %2

11:                                               ; preds = %2
  %12 = tail call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %8)
  ret i32 %12
}

declare void @reach_error()

; Function Attrs: nofree noinline norecurse nosync nounwind memory(argmem: read) uwtable
define internal fastcc i32 @largest(ptr nocapture noundef readonly %0) unnamed_addr {
  br label %2

2:                                                ; preds = %2, %1
  %3 = phi i64 [ 0, %1 ], [ %8, %2 ]
  %4 = phi <4 x i32> [ zeroinitializer, %1 ], [ %7, %2 ]
  %5 = getelementptr inbounds i32, ptr %0, i64 %3
  %6 = load <4 x i32>, ptr %5, align 4
  %7 = tail call <4 x i32> @llvm.smax.v4i32(<4 x i32> %6, <4 x i32> %4)
  %8 = add nuw i64 %3, 4
  %9 = icmp eq i64 %8, 16
  br i1 %9, label %10, label %2

10:                                               ; preds = %2
  %11 = tail call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %7)
  ret i32 %11
}

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare i32 @llvm.umax.i32(i32, i32)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

; Function Attrs: nocallback nofree nosync nounwind speculatable willreturn memory(none)
declare <4 x i32> @llvm.smax.v4i32(<4 x i32>, <4 x i32>)

; Function Attrs: nocallback nofree nosync nounwind willreturn memory(none)
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)

