declare void @use(i32)
define i32 @kept(i32 %p) {
  %x = alloca i32
  store i32 %p, ptr %x
  %old = load i32, ptr %x
  %new = add i32 %old, 1
  store i32 %new, ptr %x
  %twice = load i32, ptr %x
  store i32 7, ptr %x
  call void @use(i32 %twice)
  br label %next
next:
  %s = add i32 %old, %twice
  ret i32 %s
}
define i32 @postponed(i32 %p) {
  %x = alloca i32
  store i32 %p, ptr %x
  %new = add i32 %p, 1
  %seen = load i32, ptr %x
  store i32 %new, ptr %x
  %last = load i32, ptr %x
  %s = sub i32 %seen, %last
  ret i32 %s
}
