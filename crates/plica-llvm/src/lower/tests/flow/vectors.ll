define i8 @mask(<8 x i1> %m, ptr %q) {
  store <8 x i1> %m, ptr %q
  %b = bitcast <8 x i1> <i1 1, i1 0, i1 1, i1 0, i1 0, i1 0, i1 0, i1 0> to i8
  ret i8 %b
}
define <2 x i32> @lanes(<2 x i32> %a, i32 %i) {
  %b = shufflevector <2 x i32> %a, <2 x i32> poison, <2 x i32> <i32 1, i32 0>
  %c = add <2 x i32> %a, %b
  %d = insertelement <2 x i32> %c, i32 5, i32 %i
  ret <2 x i32> %d
}
define { i32, i1 } @over(i32 %a) {
  %r = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %a, i32 1)
  %v = extractvalue { i32, i1 } %r, 0
  %s = insertvalue { i32, i1 } %r, i32 %v, 0
  ret { i32, i1 } %s
}
declare { i32, i1 } @llvm.sadd.with.overflow.i32(i32, i32)
define i256 @far(i256 %a, ptr %q) {
  store i256 %a, ptr %q
  %b = add i256 %a, 1
  ret i256 %b
}
