; verdict: violated
; error: error-call
; A hash that meets its target for one key, typed pointers (clang-14 -O1)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

; Function Attrs: nounwind uwtable
define dso_local i32 @main() {
  %1 = alloca [3 x i8], align 1
  %2 = getelementptr inbounds [3 x i8], [3 x i8]* %1, i64 0, i64 0
  call void @llvm.lifetime.start.p0i8(i64 3, i8* nonnull %2)
  br label %5

3:                                                ; preds = %5
  %4 = load i8, i8* %2, align 1
  switch i8 %4, label %24 [
    i8 97, label %16
    i8 98, label %18
    i8 99, label %20
    i8 100, label %22
  ]

5:                                                ; preds = %0, %5
  %6 = phi i64 [ 0, %0 ], [ %14, %5 ]
  %7 = phi i32 [ 7, %0 ], [ %13, %5 ]
  %8 = call zeroext i8 @__VERIFIER_nondet_uchar()
  %9 = getelementptr inbounds [3 x i8], [3 x i8]* %1, i64 0, i64 %6
  store i8 %8, i8* %9, align 1
  %10 = zext i8 %8 to i32
  %11 = xor i32 %7, %10
  %12 = call i32 @llvm.fshl.i32(i32 %11, i32 %7, i32 5)
  %13 = mul i32 %12, 3
  %14 = add nuw nsw i64 %6, 1
  %15 = icmp eq i64 %14, 3
  br i1 %15, label %3, label %5

16:                                               ; preds = %3
  %17 = add i32 %13, 1
  br label %24

18:                                               ; preds = %3
  %19 = add i32 %13, 2
  br label %24

20:                                               ; preds = %3
  %21 = add i32 %13, 4
  br label %24

22:                                               ; preds = %3
  %23 = add i32 %13, 8
  br label %24

24:                                               ; preds = %3, %22, %20, %18, %16
  %25 = phi i32 [ %13, %3 ], [ %23, %22 ], [ %21, %20 ], [ %19, %18 ], [ %17, %16 ]
  %26 = icmp eq i32 %25, 89360260
  br i1 %26, label %27, label %28

27:                                               ; preds = %24
  call void @reach_error()
  br label %28

28:                                               ; preds = %27, %24
  call void @llvm.lifetime.end.p0i8(i64 3, i8* nonnull %2)
  ret i32 0
}

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.start.p0i8(i64 immarg, i8* nocapture)

declare zeroext i8 @__VERIFIER_nondet_uchar()

; Function Attrs: argmemonly mustprogress nofree nosync nounwind willreturn
declare void @llvm.lifetime.end.p0i8(i64 immarg, i8* nocapture)

declare void @reach_error()

; Function Attrs: nofree nosync nounwind readnone speculatable willreturn
declare i32 @llvm.fshl.i32(i32, i32, i32)

