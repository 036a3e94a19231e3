@g = global { i32, [3 x i64] } zeroinitializer
@p = constant ptr getelementptr inbounds ({ i32, [3 x i64] }, ptr @g, i64 0, i32 1, i64 2)
@h = alias i32 (), ptr @f
define i32 @f() {
  %v = load i64, ptr getelementptr inbounds ({ i32, [3 x i64] }, ptr @g, i64 0, i32 1, i64 1)
  store i32 ptrtoint (ptr @g to i32), ptr @g
  %c = icmp eq ptr @g, null
  %r = select i1 %c, i32 1, i32 2
  ret i32 %r
}
define i32 @caller() {
  %r = call i32 (...) @h(i32 1)
  ret i32 %r
}
