; verdict: holds
; Typed pointers (clang-14 -O0)
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-f80:128-n8:16:32:64-S128"
target triple = "x86_64-pc-linux-gnu"

%struct.pair = type { i32, i32 }

@weights = internal constant [4 x i32] [i32 3, i32 1, i32 4, i32 1], align 16

; Function Attrs: noinline nounwind optnone uwtable
define dso_local i32 @main() {
  %1 = alloca i32, align 4
  %2 = alloca %struct.pair, align 4
  %3 = alloca i32, align 4
  store i32 0, i32* %1, align 4
  %4 = getelementptr inbounds %struct.pair, %struct.pair* %2, i32 0, i32 0
  %5 = call i32 @__VERIFIER_nondet_int()
  %6 = and i32 %5, 7
  store i32 %6, i32* %4, align 4
  %7 = getelementptr inbounds %struct.pair, %struct.pair* %2, i32 0, i32 1
  %8 = call i32 @__VERIFIER_nondet_int()
  %9 = and i32 %8, 7
  store i32 %9, i32* %7, align 4
  %10 = call i32 @weigh(%struct.pair* noundef %2, i32 noundef 4)
  store i32 %10, i32* %3, align 4
  %11 = load i32, i32* %3, align 4
  %12 = getelementptr inbounds %struct.pair, %struct.pair* %2, i32 0, i32 1
  %13 = load i32, i32* %12, align 4
  %14 = mul nsw i32 7, %13
  %15 = getelementptr inbounds %struct.pair, %struct.pair* %2, i32 0, i32 0
  %16 = load i32, i32* %15, align 4
  %17 = mul nsw i32 2, %16
  %18 = add nsw i32 %14, %17
  %19 = icmp ne i32 %11, %18
  br i1 %19, label %20, label %21

20:                                               ; preds = %0
  call void @reach_error()
  br label %21

21:                                               ; preds = %20, %0
  %22 = load i32, i32* %3, align 4
  %23 = icmp sgt i32 %22, 50
  br i1 %23, label %24, label %30

24:                                               ; preds = %21
  %25 = getelementptr inbounds %struct.pair, %struct.pair* %2, i32 0, i32 0
  %26 = load i32, i32* %25, align 4
  %27 = getelementptr inbounds %struct.pair, %struct.pair* %2, i32 0, i32 1
  %28 = load i32, i32* %27, align 4
  %29 = icmp slt i32 %26, %28
  br label %30

30:                                               ; preds = %24, %21
  %31 = phi i1 [ false, %21 ], [ %29, %24 ]
  %32 = zext i1 %31 to i64
  %33 = select i1 %31, i32 1, i32 0
  ret i32 %33
}

declare i32 @__VERIFIER_nondet_int()

; Function Attrs: noinline nounwind optnone uwtable
define internal i32 @weigh(%struct.pair* noundef %0, i32 noundef %1) {
  %3 = alloca %struct.pair*, align 8
  %4 = alloca i32, align 4
  %5 = alloca i32, align 4
  %6 = alloca i32, align 4
  store %struct.pair* %0, %struct.pair** %3, align 8
  store i32 %1, i32* %4, align 4
  store i32 0, i32* %5, align 4
  store i32 0, i32* %6, align 4
  br label %7

7:                                                ; preds = %33, %2
  %8 = load i32, i32* %6, align 4
  %9 = load i32, i32* %4, align 4
  %10 = icmp ult i32 %8, %9
  br i1 %10, label %11, label %36

11:                                               ; preds = %7
  %12 = load i32, i32* %6, align 4
  %13 = and i32 %12, 3
  %14 = zext i32 %13 to i64
  %15 = getelementptr inbounds [4 x i32], [4 x i32]* @weights, i64 0, i64 %14
  %16 = load i32, i32* %15, align 4
  %17 = load i32, i32* %6, align 4
  %18 = and i32 %17, 1
  %19 = icmp ne i32 %18, 0
  br i1 %19, label %20, label %24

20:                                               ; preds = %11
  %21 = load %struct.pair*, %struct.pair** %3, align 8
  %22 = getelementptr inbounds %struct.pair, %struct.pair* %21, i32 0, i32 0
  %23 = load i32, i32* %22, align 4
  br label %28

24:                                               ; preds = %11
  %25 = load %struct.pair*, %struct.pair** %3, align 8
  %26 = getelementptr inbounds %struct.pair, %struct.pair* %25, i32 0, i32 1
  %27 = load i32, i32* %26, align 4
  br label %28

28:                                               ; preds = %24, %20
  %29 = phi i32 [ %23, %20 ], [ %27, %24 ]
  %30 = mul nsw i32 %16, %29
  %31 = load i32, i32* %5, align 4
  %32 = add nsw i32 %31, %30
  store i32 %32, i32* %5, align 4
  br label %33

33:                                               ; preds = %28
  %34 = load i32, i32* %6, align 4
  %35 = add i32 %34, 1
  store i32 %35, i32* %6, align 4
  br label %7

36:                                               ; preds = %7
  %37 = load i32, i32* %5, align 4
  ret i32 %37
}

declare void @reach_error()

