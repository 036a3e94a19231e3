; verdict: holds
; Loops turned into vector code, typed pointers (clang-14 -O2 -fno-unroll-loops)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local i32 @main() {
  %1 = alloca [16 x i32], align 16
  %2 = bitcast [16 x i32]* %1 to i8*
  call void @llvm.lifetime.start.p0i8(i64 64, i8* nonnull %2)
  %3 = tail call i32 @__VERIFIER_nondet_int()
  %4 = and i32 %3, 255
  %5 = tail call i32 @__VERIFIER_nondet_int()
  %6 = and i32 %5, 255
  br label %13

7:                                                ; preds = %13
  %8 = getelementptr inbounds [16 x i32], [16 x i32]* %1, i64 0, i64 0
  %9 = call fastcc i32 @total(i32* noundef nonnull %8)
  %10 = add nuw nsw i32 %6, %4
  %11 = mul nuw nsw i32 %10, 24
  %12 = icmp eq i32 %9, %11
  br i1 %12, label %22, label %21

13:                                               ; preds = %0, %13
  %14 = phi i64 [ 0, %0 ], [ %19, %13 ]
  %15 = and i64 %14, 1
  %16 = icmp eq i64 %15, 0
  %17 = select i1 %16, i32 %6, i32 %4
  %18 = getelementptr inbounds [16 x i32], [16 x i32]* %1, i64 0, i64 %14
  store i32 %17, i32* %18, align 4
  %19 = add nuw nsw i64 %14, 1
  %20 = icmp eq i64 %19, 16
  br i1 %20, label %7, label %13

21:                                               ; preds = %7
  tail call void @reach_error()
  br label %22

22:                                               ; preds = %21, %7
  %23 = call fastcc i32 @largest(i32* noundef nonnull %8)
  %24 = icmp ugt i32 %4, %6
  %25 = select i1 %24, i32 %4, i32 %6
  %26 = icmp eq i32 %23, %25
  br i1 %26, label %28, label %27

27:                                               ; preds = %22
  tail call void @reach_error()
  br label %28

28:                                               ; preds = %27, %22
  call void @llvm.lifetime.end.p0i8(i64 64, i8* nonnull %2)
  ret i32 0
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)

declare i32 @__VERIFIER_nondet_int()

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture)

; Function Attrs: nofree noinline norecurse nosync nounwind readonly uwtable
define internal fastcc i32 @total(i32* nocapture noundef readonly %0) unnamed_addr {
  br label %2

2:                                                ; preds = %2, %1
  %3 = phi i64 [ 0, %1 ], [ %10, %2 ]
  %4 = phi <4 x i32> [ zeroinitializer, %1 ], [ %9, %2 ]
  %5 = getelementptr inbounds i32, i32* %0, i64 %3
  %6 = bitcast i32* %5 to <4 x i32>*
  %7 = load <4 x i32>, <4 x i32>* %6, align 4
  %8 = mul nsw <4 x i32> %7, <i32 3, i32 3, i32 3, i32 3>
  %9 = add <4 x i32> %8, %4
  %10 = add nuw i64 %3, 4
  %11 = icmp eq i64 %10, 16
  br i1 %11, label %12, label %2

12:                                               ; preds = %2
  %13 = call i32 @llvm.vector.reduce.add.v4i32(<4 x i32> %9)
  ret i32 %13
}

declare void @reach_error()

; Function Attrs: nofree noinline norecurse nosync nounwind readonly uwtable
define internal fastcc i32 @largest(i32* nocapture noundef readonly %0) unnamed_addr {
  br label %2

2:                                                ; preds = %2, %1
  %3 = phi i64 [ 0, %1 ], [ %10, %2 ]
  %4 = phi <4 x i32> [ zeroinitializer, %1 ], [ %9, %2 ]
  %5 = getelementptr inbounds i32, i32* %0, i64 %3
  %6 = bitcast i32* %5 to <4 x i32>*
  %7 = load <4 x i32>, <4 x i32>* %6, align 4
  %8 = icmp sgt <4 x i32> %7, %4
  %9 = select <4 x i1> %8, <4 x i32> %7, <4 x i32> %4
  %10 = add nuw i64 %3, 4
  %11 = icmp eq i64 %10, 16
  br i1 %11, label %12, label %2

12:                                               ; preds = %2
  %13 = call i32 @llvm.vector.reduce.smax.v4i32(<4 x i32> %9)
  ret i32 %13
}

; Function Attrs: nofree nosync nounwind readnone willreturn
declare i32 @llvm.vector.reduce.add.v4i32(<4 x i32>)

; Function Attrs: nofree nosync nounwind readnone willreturn
declare i32 @llvm.vector.reduce.smax.v4i32(<4 x i32>)

