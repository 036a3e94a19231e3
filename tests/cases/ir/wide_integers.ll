; verdict: holds
; Integers of more than two machine words: bitwise operators, shifts, comparisons, conversions.
declare i64 @plica_ulong(ptr)
declare void @plica_assert(i32)
@x = private constant [2 x i8] c"x\00"
@y = private constant [2 x i8] c"y\00"

define void @require(i1 %c) {
  %i = zext i1 %c to i32
  call void @plica_assert(i32 %i)
  ret void
}

define i32 @main() {
  %x = call i64 @plica_ulong(ptr @x)
  %y = call i64 @plica_ulong(ptr @y)
  %xw = zext i64 %x to i300
  %yw = sext i64 %y to i300

  ; Up over two limb boundaries and back.
  %up = shl i300 %xw, 236
  %back = lshr i300 %up, 236
  %c1 = icmp eq i300 %back, %xw
  call void @require(i1 %c1)

  ; The sign reaches down from the top.
  %high = shl i300 %yw, 236
  %low = ashr i300 %high, 236
  %c2 = icmp eq i300 %low, %yw
  call void @require(i1 %c2)
  %middle = ashr i300 %high, 100
  %cut = lshr i300 %middle, 136
  %word = trunc i300 %cut to i64
  %c3 = icmp eq i64 %word, %y
  call void @require(i1 %c3)

  ; Orders agree with those of the words.
  %u0 = icmp ult i64 %x, %y
  %yz = zext i64 %y to i300
  %xh = shl i300 %xw, 130
  %yh = shl i300 %yz, 130
  %u1 = icmp ult i300 %xh, %yh
  %c4 = icmp eq i1 %u0, %u1
  call void @require(i1 %c4)
  %s0 = icmp sge i64 %x, %y
  %xs = sext i64 %x to i300
  %s1 = icmp sge i300 %xs, %yw
  %c5 = icmp eq i1 %s0, %s1
  call void @require(i1 %c5)
  %n = icmp ne i300 %xs, %yw
  %e = icmp eq i64 %x, %y
  %c6 = xor i1 %n, %e
  call void @require(i1 %c6)

  ; A field in the middle is replaced and read again; its neighbours stay.
  %hole = and i300 %low, -79228162514264337593543950337
  %put = shl i300 1, 96
  %new = or i300 %hole, %put
  %bit = lshr i300 %new, 96
  %b = trunc i300 %bit to i1
  call void @require(i1 %b)
  %diff = xor i300 %new, %low
  %one = lshr i300 %diff, 97
  %c7 = icmp ule i300 %one, 0
  call void @require(i1 %c7)
  %part = trunc i300 %diff to i96
  %c8 = icmp eq i96 %part, 0
  call void @require(i1 %c8)
  ret i32 0
}
