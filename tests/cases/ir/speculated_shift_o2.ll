; verdict: holds
; An optimiser computes a shift before it knows whether the result is needed: too far is no error where nobody uses it.
; (clang-16 -O2 of `if (n >= 32 || x > (0xffffffff >> n)) r = x; else r = x << n;`, reduced)
declare i32 @plica_uint(ptr)
declare void @plica_assert(i32)
@.n = private constant [2 x i8] c"n\00"

define i32 @main() {
  %n = call i32 @plica_uint(ptr @.n)
  %too_far = icmp ugt i32 %n, 31
  %limit = lshr i32 -1, %n
  %too_big = icmp ult i32 %limit, 5
  %keep = select i1 %too_far, i1 true, i1 %too_big
  %shifted = shl nsw i32 5, %n
  %r = select i1 %keep, i32 5, i32 %shifted
  %low = icmp uge i32 %r, 5
  %ok = zext i1 %low to i32
  call void @plica_assert(i32 %ok)
  ret i32 0
}

!1 = !{!2, !2, i64 0}
!2 = !{!"int", !3, i64 0}
!3 = !{!"omnipotent char", !4, i64 0}
!4 = !{!"Simple C/C++ TBAA"}
